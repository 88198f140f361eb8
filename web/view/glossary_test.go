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
	for _, x := range glossary {
		if _, ok := entries[strings.ToLower(x.named())]; !ok {
			t.Errorf("%q has no entry in the glossary", x.word)
		}
	}
	for _, s := range marked() {
		seen := map[string]bool{}
		for {
			from, length, entry := firstTerm(s, false, seen)
			if length == 0 {
				break
			}
			seen[entry], entries[strings.ToLower(entry)] = true, true
			s = s[from+length:]
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
		"Pruned, then looked at":       "Pruned",
		"completely new":               "",
		"an incomplete list":           "",
		"A fault domain, and a lemma.": "fault domain",
		"İ shifts the places: lemma":   "",
	} {
		from, length, _ := firstTerm(s, false, nil)
		if got := s[from : from+length]; got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}
