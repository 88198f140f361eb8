//go:build site

package browsertest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Lighthouse is installed when it is first asked for; nothing else needs it.
const (
	lighthouse       = "../../.build/lighthouse"
	lighthouseWanted = "lighthouse@12.8.2"
)

// figuresOfLighthouse prints its scores of the first visit, for the site as mutarium serve sends it. Its "mobile" is a
// slow phone, four times slower than this machine, on a slow network.
func figuresOfLighthouse(t *testing.T) {
	for _, device := range []struct{ name, aim string }{{"desktop", "90"}, {"mobile", "70"}} {
		scores, err := measured(t, device.name)
		if err != nil {
			figure("Lighthouse, performance, "+device.name, err.Error(), device.aim)
			continue
		}
		figure("Lighthouse, performance, "+device.name, fmt.Sprintf("%.0f", 100*scores.Categories.Performance.Score), device.aim)
		for _, a := range []string{"largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "speed-index"} {
			it := scores.Audits[a]
			figure("  "+strings.ToLower(it.Title), strings.ReplaceAll(it.DisplayValue, "\u00a0", " "), "")
		}
	}
}

// scores is what is read of Lighthouse's report.
type scores struct {
	Categories struct{ Performance struct{ Score float64 } }
	Audits     map[string]struct{ Title, DisplayValue string }
}

// measured asks Lighthouse about one visit; the error is short enough for the table.
func measured(t *testing.T, device string) (s scores, err error) {
	if _, err := os.Stat(filepath.Join(lighthouse, "node_modules", "lighthouse", "package.json")); err != nil {
		err := os.MkdirAll(lighthouse, 0o755)
		if err == nil {
			_, err = run(t, "npm", "--prefix", lighthouse, "install", "--no-audit", "--no-fund", "--loglevel=error", lighthouseWanted)
		}
		if err != nil {
			return s, fmt.Errorf("not installed: %w", err)
		}
	}
	chrome, err := program("Chromium", chromiums...)
	if err != nil {
		return s, err
	}
	t.Setenv("CHROME_PATH", chrome)
	args := []string{filepath.Join(lighthouse, "node_modules", "lighthouse", "cli", "index.js"), served(t),
		"--only-categories=performance", "--output=json", "--quiet", "--chrome-flags=--headless=new --no-sandbox"}
	if device == "desktop" {
		args = append(args, "--preset=desktop")
	}
	report, err := run(t, "node", args...)
	if err != nil {
		return s, fmt.Errorf("not measured: %w", err)
	}
	return s, json.Unmarshal(report, &s)
}

// run runs a program to its end; the error has the last line of what it says.
func run(t *testing.T, name string, args ...string) ([]byte, error) {
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	var said strings.Builder
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("%w: %s", err, lines[len(lines)-1])
	}
	return out, nil
}

// served has the site served as mutarium serve does, compressed, until the test ends.
func served(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "mutarium")
	if _, err := run(t, "go", "build", "-o", program, "../../cmd/mutarium"); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "serve", "--address", "localhost:0", dist)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() }) // t.Context has ended it
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`http://\S+`).FindString(said) + "/"
}
