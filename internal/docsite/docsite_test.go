package main

import (
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
)

var (
	hrefs = regexp.MustCompile(`\shref="([^"]*)"`)
	ids   = regexp.MustCompile(`\sid="([^"]*)"`)
)

// built makes the documentation and gives its files by name.
func built(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := run(dir, "../../docs"); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Each document is a page of the site, and each link on a page leads to a place that is there.
func TestDocsAreInTheSite(t *testing.T) {
	site := built(t)
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(docs) < 10 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	for _, d := range docs {
		name := strings.TrimSuffix(filepath.Base(d), ".md") + ".html"
		if site[name] == "" || !strings.Contains(site["index.html"], `href="`+name+`"`) {
			t.Errorf("%s is not in the site or not in its index", name)
		}
	}
	pictures := 0
	above := map[string]bool{"../index.html": true, "../style.css": true, "../contrast.css": true, "../icon.svg": true}
	for name, text := range site {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, m := range regexp.MustCompile(`<img src="([^"]*)" alt="[^"]`).FindAllStringSubmatch(text, -1) {
			pictures++
			if site[m[1]] == "" {
				t.Errorf("%s shows %s, which is not there", name, m[1])
			}
		}
		if strings.Contains(text, "<script") || strings.Contains(text, " style=") {
			t.Errorf("%s has a script or a style of its own", name)
		}
		if a, b := strings.Count(text, "<a "), strings.Count(text, "</a>"); a != b {
			t.Errorf("%s begins %d links and ends %d", name, a, b)
		}
		links := hrefs.FindAllStringSubmatch(text, -1)
		for _, m := range links {
			link := html.UnescapeString(m[1])
			file, anchor, _ := strings.Cut(link, "#")
			if strings.HasPrefix(link, "https://") || above[file] {
				continue
			}
			if file == "" {
				file = name
			}
			to, ok := site[file]
			if !ok {
				t.Errorf("%s links to %s, which is not there", name, link)
			} else if anchor != "" && !strings.Contains(to, ` id="`+anchor+`"`) {
				t.Errorf("%s links to %s, and the page has no such place", name, link)
			}
		}
		if len(links) < 10 {
			t.Errorf("%s has %d links only", name, len(links))
		}
		seen := map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(text, -1) {
			if seen[m[1]] {
				t.Errorf("%s has two places %s", name, m[1])
			}
			seen[m[1]] = true
		}
	}
	if pictures == 0 {
		t.Error("no page shows a picture")
	}
}

// The card of a language has its parser's grammar, all its operators, ten lines of what it means, and
// a model that the engine reads.
func TestCards(t *testing.T) {
	site := built(t)
	for _, f := range engine.Formalisms() {
		text := html.UnescapeString(site["language-"+f.Name+".html"])
		for _, op := range f.Operators {
			if !strings.Contains(text, `id="op-`+op.Name+`"`) || !strings.Contains(text, op.After) {
				t.Errorf("%s: the card has no example of %s", f.Name, op.Name)
			}
		}
		for _, c := range cards {
			if c.formalism != f.Name {
				continue
			}
			grammar, err := os.ReadFile(filepath.Join("../..", c.grammar))
			if err != nil || !strings.Contains(text, string(grammar)) {
				t.Errorf("%s: the card lacks the grammar of %s (%v)", f.Name, c.grammar, err)
			}
		}
		_, meaning, _ := strings.Cut(text, `<h2 id="meaning">`)
		meaning, _, _ = strings.Cut(meaning, "<h2")
		if n := strings.Count(meaning, "<li>"); n != 10 {
			t.Errorf("%s: what it means takes %d lines, want 10", f.Name, n)
		}
		if !strings.Contains(text, f.Templates[2].Text) {
			t.Errorf("%s: the card lacks the model that explains each line", f.Name)
		}
	}
}
