package testkit

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Updating tells whether this run refreshes expected results, as `make golden` does.
func Updating() bool { return os.Getenv("UPDATE_GOLDEN") != "" }

// Golden compares a text with the expected one in a file, or writes the file when Updating.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if Updating() {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (`make golden` writes it)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not as expected (-want +got):\n%s", path, diff)
	}
}
