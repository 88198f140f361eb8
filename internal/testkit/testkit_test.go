package testkit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A recorder is a test that only records how it went.
type recorder struct {
	testing.TB
	skipped bool
	failure string
}

func (r *recorder) Helper()              {}
func (r *recorder) Skipf(string, ...any) { r.skipped = true }
func (r *recorder) Errorf(format string, args ...any) {
	r.failure = format
	for _, a := range args {
		if s, ok := a.(string); ok {
			r.failure += "\n" + s
		}
	}
}
func (r *recorder) Fatalf(format string, _ ...any) { r.failure = format }

func TestSuiteSkipsWhatIsAbsent(t *testing.T) {
	var r recorder
	r.TB = t
	if dir := Suite(&r, "no-such-collection"); !r.skipped {
		t.Errorf("got %s, want a skipped test", dir)
	}
}

func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "x.golden")
	t.Setenv("UPDATE_GOLDEN", "1")
	Golden(t, path, "a\nb\n")
	if text, err := os.ReadFile(path); err != nil || string(text) != "a\nb\n" {
		t.Fatalf("got %q, %v", text, err)
	}
	t.Setenv("UPDATE_GOLDEN", "")
	r := recorder{TB: t}
	Golden(&r, path, "a\nb\n")
	if r.failure != "" {
		t.Errorf("the same text: %s", r.failure)
	}
	Golden(&r, path, "a\nc\n")
	if !strings.Contains(r.failure, "c") {
		t.Errorf("got %q, want the line that differs", r.failure)
	}
	r.failure = ""
	Golden(&r, path+".absent", "")
	if r.failure == "" {
		t.Error("a file that is absent passes")
	}
}
