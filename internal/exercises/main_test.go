package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/mutarium/mutarium/engine/exercise/own"
	"github.com/mutarium/mutarium/engine/exercise/ready"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
)

// What the list names is there and can be read: what students open without a secret, what lecturers copy with one.
func TestSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "exercises")
	for range 2 { // a folder of an earlier build is written over
		if err := run(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "left.mtx"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "left.mtx")); err == nil {
		t.Error("a file of an earlier build is still there")
	}
	file := func(name string) *source.File {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return source.NewFile(name, string(text))
	}
	var index ready.Index
	if err := json.Unmarshal([]byte(file("index.json").Text), &index); err != nil {
		t.Fatal(err)
	}
	if want := len(ready.All()) + len(ready.Sheets()); len(index.Entries) < want {
		t.Errorf("%d entries, want %d or more", len(index.Entries), want)
	}
	for _, x := range index.Entries {
		if x.Minutes < 5 || x.Minutes > 60 || x.Kind != "sheet" && x.Teaches == "" {
			t.Errorf("%+v", x)
		}
		made, diags := seal.Read(file(x.File), false)
		if made == nil || len(diags) > 0 {
			t.Errorf("%s: %v", x.File, diags)
			continue
		}
		mine, diags := own.Read(file(x.Own), os.DirFS(dir))
		if mine == nil || len(diags) > 0 {
			t.Errorf("%s: %v", x.Own, diags)
			continue
		}
		if x.Kind == "sheet" {
			if made.Sheet.ID != x.ID || made.Sheet.Digest != x.Digest || mine.Sheet.ID != x.ID {
				t.Errorf("%+v", x)
			}
			continue
		}
		if e := made.Exercise; e.ID != x.ID || e.Digest != x.Digest || e.Secret != nil || e.Title != x.Title {
			t.Errorf("%+v", x)
		}
		if mine.Exercise.Secret == nil {
			t.Errorf("%s: the secret is missing", x.Own)
		}
		written, diags := own.Read(file("own/"+x.ID+".yaml"), os.DirFS(filepath.Join(dir, "own")))
		if written == nil || x.Language == "en" && seal.Digest(written.Exercise) != seal.Digest(mine.Exercise) {
			t.Errorf("own/%s.yaml: %v", x.ID, diags)
		}
	}
}
