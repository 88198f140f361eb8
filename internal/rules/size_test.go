//go:build slow

package rules

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/andybalholm/brotli"
)

// The download's budget, in bytes after brotli at level 11; the engine's is for each of its
// programs.
const (
	appLimit    = 1_100_000
	engineLimit = 1_600_000
	teachLimit  = 1_900_000 // of an engine for exercises
	scriptLimit = 250_000
)

// TestDownloadSize weighs the built site as a file host that compresses would send it.
func TestDownloadSize(t *testing.T) {
	dist := filepath.Join(root, "dist")
	for _, name := range []string{"app.wasm", "teach.wasm"} {
		t.Run(name, func(t *testing.T) { weigh(t, name, appLimit, built(t, dist, name)) })
	}
	programs := []string{"engine.wasm"}
	for _, part := range parts(t) {
		programs = append(programs, "engine-"+part+".wasm")
	}
	for _, name := range programs {
		t.Run(name, func(t *testing.T) { weigh(t, name, engineLimit, built(t, dist, name)) })
	}
	// Of the programs for exercises, which are the others with one thing more, the largest is enough.
	const teach = "engine-teach-timed.wasm"
	t.Run(teach, func(t *testing.T) { weigh(t, teach, teachLimit, built(t, dist, teach)) })
	var scripts []string
	for _, pattern := range []string{"*.js", "*.css", "*/*.js", "*/*.css"} {
		found, err := filepath.Glob(filepath.Join(dist, pattern))
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, found...)
	}
	t.Run("scripts", func(t *testing.T) { weigh(t, "JavaScript and CSS", scriptLimit, scripts...) })
}

// built finds a file of the built site by the name that it has in the sources: the page lists the names that
// the build has given.
func built(t *testing.T, dist, name string) string {
	t.Helper()
	page := read(t, filepath.Join(dist, "index.html"))
	m := regexp.MustCompile(`<script type="application/json" id="files">(.*)</script>`).FindStringSubmatch(page)
	var names map[string]string
	if m == nil || json.Unmarshal([]byte(m[1]), &names) != nil || names[name] == "" {
		t.Fatalf("the built page does not name %s: run `make build` first", name)
	}
	return filepath.Join(dist, names[name])
}

func weigh(t *testing.T, what string, limit int, files ...string) {
	t.Helper()
	t.Parallel()
	total := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatalf("%v: run `make build` first", err)
		}
		var packed bytes.Buffer
		w := brotli.NewWriterLevel(&packed, brotli.BestCompression)
		if _, err := io.Copy(w, bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		total += packed.Len()
	}
	t.Logf("%s: %d bytes of %d", what, total, limit)
	if total == 0 {
		t.Fatalf("%s: the built site has none: run `make build` first", what)
	}
	if total > limit {
		t.Errorf("%s: %d bytes after brotli, want at most %d", what, total, limit)
	}
}
