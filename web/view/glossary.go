package view

import (
	"cmp"
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// A term is a word that has an entry in docs/glossary.md.
type term struct {
	word  words.Key
	entry string // "": the word
}

var glossary = []term{
	{"alphabet", ""}, {"certificate", ""}, {"closed product", ""}, {"complete", ""}, {"Definition 7", ""},
	{"duplicates", "duplicate"}, {"equivalent", ""}, {"fault domain", ""}, {"guideline", ""}, {"inconsistent", ""},
	{"kills", "kill"}, {"lemma", ""}, {"minimal mutants", ""}, {"mutation machine", ""}, {"pruned", ""}, {"refines", ""},
	{"second order", ""}, {"strong kill", ""}, {"subsumed", "subsumes"}, {"unkillable", ""}, {"weak kill", ""},
	{"zones", "zone"},
}

// named is the name of a term's entry.
func (t term) named() string { return cmp.Or(t.entry, string(t.word)) }

// termed draws what the engine says; each glossary term leads to its entry, where it comes first.
func termed(s string) *vecty.HTML { return termedAs(s, func(s string) string { return s }) }

// termedAs is termed for a phrase that has to become a sentence.
func termedAs(s string, form func(string) string) *vecty.HTML {
	s, translated := words.Told(s)
	s = form(s)
	parts := []kid{atIf(!translated, "lang", "en")}
	seen := map[string]bool{}
	for {
		from, length, entry := firstTerm(s, translated, seen)
		if length == 0 {
			return el("span", append(parts, ui.Text(s))...)
		}
		seen[entry] = true
		anchor := strings.ReplaceAll(strings.ToLower(entry), " ", "-")
		parts = append(parts, ui.Text(s[:from]), el("a.term", at("href", "docs/glossary.html#"+anchor),
			at("target", "_blank"), at("rel", "noopener"), ui.Text(s[from:from+length])))
		s = s[from+length:]
	}
}

// firstTerm finds the term that comes first in a text, as a word of its own, of those whose entry was not seen.
func firstTerm(s string, translated bool, seen map[string]bool) (from, length int, entry string) {
	lower := strings.ToLower(s)
	if len(lower) != len(s) { // places in one are not those in the other
		return 0, 0, ""
	}
	for _, t := range glossary {
		word := string(t.word)
		if translated {
			word = words.T(t.word)
		}
		at := strings.Index(lower, strings.ToLower(word))
		if at < 0 || seen[t.named()] || length > 0 && at >= from || !alone(lower, at, len(word)) {
			continue
		}
		from, length, entry = at, len(word), t.named()
	}
	return from, length, entry
}

// alone tells whether a part of a text is not part of a longer word.
func alone(s string, at, n int) bool {
	letter := func(i int) bool { return 0 <= i && i < len(s) && 'a' <= s[i] && s[i] <= 'z' }
	return !letter(at-1) && !letter(at+n)
}
