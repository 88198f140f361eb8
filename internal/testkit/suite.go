// Package testkit holds what tests of several packages share.
//
// suite.go finds the suite of models that may lie next to the checkout, golden.go compares with
// files of expected results and refreshes them, some.go takes fewer of many with -short.
package testkit

import (
	"os"
	"path/filepath"
	"testing"
)

// Suite returns the folder of one collection of models ("efsm", "ecdar") of the suite beside the
// project. Where there is none the test is skipped, and the tally counts it as skipped. So call it
// from a test, or a subtest, that compares nothing else: what the project can compare with data of
// its own belongs into another test.
func Suite(t testing.TB, collection string) string {
	t.Helper()
	root := Root(t)
	dir := filepath.Join(root, "..", "shared", "models", collection)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the suite beside the project has no %s here", collection)
	}
	return dir
}

// Root returns the folder of the project, as seen from the package under test.
func Root(t testing.TB) string {
	t.Helper()
	dir := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Join(dir, "..")
	}
	t.Fatal("no go.mod in this folder or above it")
	return ""
}
