//go:build slow

package rules

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/andybalholm/brotli"
)

// The download's budget, in bytes after brotli at level 11; the engine's is for each of its
// programs.
const (
	appLimit    = 1_100_000
	engineLimit = 1_600_000
	scriptLimit = 200_000
)

// TestDownloadSize weighs the built site as a file host that compresses would send it.
func TestDownloadSize(t *testing.T) {
	dist := filepath.Join(root, "dist")
	t.Run("app", func(t *testing.T) { weigh(t, "app.wasm", appLimit, filepath.Join(dist, "app.wasm")) })
	programs := []string{"engine.wasm"}
	for _, part := range parts(t) {
		programs = append(programs, "engine-"+part+".wasm")
	}
	for _, name := range programs {
		t.Run(name, func(t *testing.T) { weigh(t, name, engineLimit, filepath.Join(dist, name)) })
	}
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
