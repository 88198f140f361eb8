package tioa

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/internal/testkit"
)

// Tests that go through many models go through those of the project first: the gallery, and
// testdata/ecdar, which holds the models of the engines' own tests in this project's notation. Then
// they go through those of the suite beside the project, where there is one; elsewhere that part is
// skipped and counted as skipped.

// A corpusModel is a model with its path.
type corpusModel struct {
	path string
	m    *model.Model
}

// A corpusQuery is a query with the verdict that was published for it.
type corpusQuery struct {
	of        corpusModel
	text      string
	want      bool
	asWritten bool
	whence    string // what is known of the verdict
}

// onModels runs a check of models on both collections.
func onModels(t *testing.T, check func(t *testing.T, models []corpusModel), suite ...string) {
	t.Run("own", func(t *testing.T) { check(t, ownModels(t)) })
	t.Run("suite", func(t *testing.T) { check(t, suiteModels(t, suite...)) })
}

// onQueries runs a check of queries on both collections.
func onQueries(t *testing.T, check func(t *testing.T, queries []corpusQuery)) {
	t.Run("own", func(t *testing.T) { check(t, ownQueries(t)) })
	t.Run("suite", func(t *testing.T) { check(t, suiteQueries(t)) })
}

func ownModels(t testing.TB) []corpusModel {
	t.Helper()
	models := ecdarModels(t)
	for _, e := range Examples() {
		models = append(models, corpusModel{e.Name, parse(t, e.Text)})
	}
	return models
}

// ecdarModels reads testdata/ecdar.
func ecdarModels(t testing.TB) []corpusModel {
	t.Helper()
	paths, err := filepath.Glob("testdata/ecdar/*.xta")
	if err != nil || len(paths) != 24 {
		t.Fatalf("got %d models, want 24 (%v)", len(paths), err)
	}
	var models []corpusModel
	for _, path := range paths {
		models = append(models, corpusModel{path, open(t, path)})
	}
	return models
}

// ownQueries reads the comments "// expect true: refinement: A <= B" of testdata/ecdar.
func ownQueries(t testing.TB) []corpusQuery {
	t.Helper()
	var all []corpusQuery
	for _, m := range ecdarModels(t) {
		for _, line := range strings.Split(m.m.File.Text, "\n") {
			rest, ok := strings.CutPrefix(line, "// expect ")
			if !ok {
				continue
			}
			head, query, _ := strings.Cut(rest, ": ")
			all = append(all, corpusQuery{
				of: m, text: query, want: strings.HasSuffix(head, "true"), asWritten: strings.HasPrefix(head, "as-written "), whence: m.path,
			})
		}
	}
	if len(all) < 350 {
		t.Fatalf("got %d queries, want 350 or more", len(all))
	}
	return all
}

// suiteModels reads the models of collections beside the project: files of XML, and projects.
func suiteModels(t testing.TB, collections ...string) []corpusModel {
	t.Helper()
	var models []corpusModel
	for _, name := range collections {
		err := filepath.WalkDir(testkit.Suite(t, name), func(path string, d os.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && isFolder(filepath.Join(path, "Components")):
				models = append(models, corpusModel{path, open(t, path)})
				return filepath.SkipDir
			case strings.HasSuffix(path, ".xml"):
				models = append(models, corpusModel{path, open(t, path)})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(models) == 0 {
		t.Fatal("the suite holds no models")
	}
	return models
}

// suiteQueries reads the queries of the engines' tests beside the project.
func suiteQueries(t testing.TB) []corpusQuery {
	t.Helper()
	dir := testkit.Suite(t, "ecdar")
	b, err := os.ReadFile(filepath.Join(dir, "queries.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Queries []struct {
			ID, Model, Query, Trust string
			Expected                bool
			Complete                bool `json:"input_enabled_by_loader"`
		}
	}
	if err := json.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	models := map[string]*model.Model{}
	var all []corpusQuery
	for _, q := range file.Queries {
		if models[q.Model] == nil {
			models[q.Model] = open(t, filepath.Join(dir, q.Model))
		}
		m := models[q.Model]
		if strings.Contains(q.Query, "<first template") {
			renamed := *m.Automata[0]
			renamed.Name = "a0"
			m, q.Query = m.With(m.Automata[0], &renamed), "refinement: a0 <= a0"
		}
		all = append(all, corpusQuery{of: corpusModel{q.Model, m}, text: q.Query, want: q.Expected, asWritten: !q.Complete, whence: q.ID + ", " + q.Trust})
	}
	if len(all) < 400 {
		t.Fatalf("the suite holds %d queries, want 400 or more", len(all))
	}
	return all
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func readFile(t testing.TB, path string) *source.File {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return source.NewFile(path, string(b))
}

// folder reads all files below a folder.
func folder(t testing.TB, dir string) []*source.File {
	t.Helper()
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
	t.Helper()
	if isFolder(path) {
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
