package rules

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"go.yaml.in/yaml/v3"
)

// TestVersionsAgree finds the engine's version in the citation and in the changelog, which a release
// must not forget.
func TestVersionsAgree(t *testing.T) {
	var cited struct{ Version string }
	readYAML(t, "CITATION.cff", &cited)
	if cited.Version != engine.Version {
		t.Errorf("CITATION.cff says %q, the engine %q", cited.Version, engine.Version)
	}
	if text := read(t, filepath.Join(root, "CHANGELOG.md")); !strings.Contains(text, "\n## "+engine.Version) {
		t.Errorf("CHANGELOG.md does not know version %s", engine.Version)
	}
}

func readYAML(t *testing.T, name string, to any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(read(t, filepath.Join(root, name))), to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestCitation asks for what a bibliography needs of each of the four papers.
func TestCitation(t *testing.T) {
	var cff struct {
		References []struct {
			Title, Journal, DOI, URL string
			Year                     int
			Collection               string `yaml:"collection-title"`
			Authors                  []struct {
				Family string `yaml:"family-names"`
				Given  string `yaml:"given-names"`
			}
		}
	}
	readYAML(t, "CITATION.cff", &cff)
	if len(cff.References) != 4 {
		t.Errorf("%d papers, want 4", len(cff.References))
	}
	for _, r := range cff.References {
		if r.Title == "" || r.Journal+r.Collection == "" || r.Year < 2000 || r.DOI+r.URL == "" || len(r.Authors) == 0 {
			t.Errorf("incomplete: %+v", r)
		}
		for _, a := range r.Authors {
			if a.Family == "" || strings.TrimRight(a.Given, ".") == "" || len(a.Given) < 3 {
				t.Errorf("%s: incomplete name %+v", r.Title, a)
			}
		}
	}
}

// TestWorkflow reads the workflow that publishes the site, and finds the make targets that it calls.
func TestWorkflow(t *testing.T) {
	var flow struct {
		Jobs map[string]struct {
			Steps []struct{ Run, Uses string }
		}
	}
	readYAML(t, filepath.Join(".github", "workflows", "pages.yml"), &flow)
	makefile := "\n" + read(t, filepath.Join(root, "Makefile"))
	ran := 0
	for name, job := range flow.Jobs {
		for _, s := range job.Steps {
			if s.Run+s.Uses == "" {
				t.Errorf("%s: a step that does nothing", name)
			}
			if target, ok := strings.CutPrefix(s.Run, "make "); ok {
				target, _, _ = strings.Cut(target, " ")
				if ran++; !strings.Contains(makefile, "\n"+target+":") {
					t.Errorf("%s calls make %s, which does not exist", name, target)
				}
			}
		}
	}
	if ran == 0 {
		t.Error("the workflow builds nothing")
	}
}

// TestDerivedModelsCarryLicences finds a licence's text beside each model whose head says that it is
// derived from others' work.
func TestDerivedModelsCarryLicences(t *testing.T) {
	derived := regexp.MustCompile(`(?i)licen[cs]e`)
	found := map[string]bool{filepath.Join(root, "engine", "tioa", "gallery"): true} // the university of Ecdar
	err := filepath.WalkDir(filepath.Join(root, "engine"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), "LICEN") || !regexp.MustCompile(`/(gallery|testdata)/`).MatchString(filepath.ToSlash(path)) {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		head := bufio.NewScanner(f)
		for n := 0; n < 5 && head.Scan(); n++ {
			if derived.MatchString(head.Text()) {
				found[filepath.Dir(path)] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 2 {
		t.Error("no model names a licence: is this test looking at the right folders?")
	}
	for dir := range found {
		texts, err := filepath.Glob(filepath.Join(dir, "LICENSE*"))
		if err != nil || len(texts) == 0 {
			t.Errorf("%s holds models of others and no licence", dir)
			continue
		}
		if text := read(t, texts[0]); !strings.Contains(text, "Permission is hereby granted") || !strings.Contains(text, "Copyright (c)") {
			t.Errorf("%s is not the text of a licence", texts[0])
		}
	}
}
