package tioa

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// shared is the folder of models beside a checkout, "" when it is absent.
func shared(t testing.TB, name string) string {
	dir := filepath.Join("..", "..", "..", "shared", "models", name)
	if _, err := os.Stat(dir); err != nil {
		t.Logf("skipped: %s is not beside the checkout", dir)
		return ""
	}
	return dir
}

func readFile(t testing.TB, path string) *source.File {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return source.NewFile(path, string(b))
}

// folder reads all files below a folder.
func folder(t testing.TB, dir string) []*source.File {
	var files []*source.File
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			f := readFile(t, path)
			rel, _ := filepath.Rel(dir, path)
			files = append(files, source.NewFile(filepath.ToSlash(rel), f.Text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// open reads a model file or a project folder.
func open(t testing.TB, path string) *model.Model {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		m, all := model.ParseProject(folder(t, path))
		for _, x := range all {
			if m == nil && x.Diags.HasErrors() {
				t.Errorf("%s", x.Diags.Text(x.File))
			}
		}
		if m == nil {
			t.FailNow()
		}
		return m
	}
	f := readFile(t, path)
	m, d := model.Parse(f)
	if m == nil {
		t.Fatalf("%s", d.Text(f))
	}
	return m
}

func TestSharedModelsParse(t *testing.T) {
	for _, name := range []string{"ecdar", "timed"} {
		dir := shared(t, name)
		if dir == "" {
			continue
		}
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if strings.HasSuffix(path, ".xml") {
				m := open(t, path)
				t.Logf("%s: %d automata", path, len(m.Automata))
			}
			return err
		})
		projects, _ := filepath.Glob(filepath.Join(dir, "json", "*"))
		for _, p := range projects {
			m := open(t, p)
			t.Logf("%s: %d automata", p, len(m.Automata))
		}
	}
}
