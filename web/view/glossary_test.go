package view

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
)

// TestGlossaryCoversTerms compares the terms that the page marks with the entries of the glossary: each term has
// one, and each entry is met in some text of the page or explains another one.
func TestGlossaryCoversTerms(t *testing.T) {
	data, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	entries := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(page, -1) {
		entries[strings.ToLower(m[1])] = false
	}
	for _, g := range glossary {
		_, name, _ := strings.Cut(g, ":")
		if name == "" {
			name = g
		}
		if _, ok := entries[strings.ToLower(name)]; !ok {
			t.Errorf("%q has no entry in the glossary", g)
		}
	}
	for _, s := range marked() {
		for _, g := range glossary {
			word, entry, other := strings.Cut(g, ":")
			if !other {
				entry = word
			}
			if at := strings.Index(strings.ToLower(s), strings.ToLower(word)); at >= 0 && alone(strings.ToLower(s), at, len(word)) {
				entries[strings.ToLower(entry)] = true
			}
		}
	}
	for entry, used := range entries {
		if !used {
			t.Errorf("no text of the page leads to the entry %q", entry)
		}
	}
}

// marked lists texts in which the page looks for terms.
func marked() (all []string) {
	for _, x := range report.AllSettings {
		all = append(all, x.Summary)
	}
	for _, f := range engine.Formalisms() {
		for _, x := range f.Examples {
			all = append(all, x.Watch)
		}
		for _, o := range f.Options {
			all = append(all, o.Summary)
		}
		for _, x := range f.Details {
			all = append(all, x.Title, x.Summary)
		}
		for _, tool := range f.Tools {
			all = append(all, tool.Summary)
			for _, o := range tool.Inputs {
				all = append(all, o.Summary)
			}
		}
	}
	return all
}

func TestFirstTerm(t *testing.T) {
	for s, want := range map[string]string{
		"Which zones are pruned":       "zones",
		"Pruned, then looked at":       "pruned",
		"completely new":               "",
		"an incomplete list":           "",
		"A fault domain, and a lemma.": "fault domain",
		"İ shifts the places: lemma":   "",
	} {
		if _, term, _ := firstTerm(s, nil); term != want {
			t.Errorf("%q: got %q, want %q", s, term, want)
		}
	}
}
