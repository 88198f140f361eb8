package view

import (
	"strings"

	"github.com/hexops/vecty"
)

// glossary lists the terms that have an entry in docs/glossary.md, in the words in which they occur; the entry is
// the part after a colon where it has another name.
var glossary = []string{
	"alphabet", "certificate", "closed product", "complete", "Definition 7", "duplicates:duplicate", "equivalent",
	"fault domain", "guideline", "inconsistent", "kills:kill", "lemma", "minimal mutants", "mutation machine", "pruned",
	"refines", "second order", "strong kill", "subsumed:subsumes", "unkillable", "weak kill", "zones:zone",
}

// termed draws a text in which each glossary term leads to its entry, where it comes first.
func termed(s string) vecty.List {
	var all vecty.List
	seen := map[string]bool{}
	for {
		from, term, entry := firstTerm(s, seen)
		if term == "" {
			return append(all, text(s))
		}
		seen[entry] = true
		to := from + len(term)
		anchor := strings.ReplaceAll(strings.ToLower(entry), " ", "-")
		all = append(all, text(s[:from]), el("a.term", at("href", "docs/glossary.html#"+anchor), at("target", "_blank"),
			at("rel", "noopener"), text(s[from:to])))
		s = s[to:]
	}
}

// firstTerm finds the term that comes first in a text, as a word of its own, of those whose entry was not seen.
func firstTerm(s string, seen map[string]bool) (from int, term, entry string) {
	lower := strings.ToLower(s)
	if len(lower) != len(s) { // places in one are not those in the other
		return 0, "", ""
	}
	for _, g := range glossary {
		word, name, other := strings.Cut(g, ":")
		if !other {
			name = word
		}
		at := strings.Index(lower, strings.ToLower(word))
		if at < 0 || seen[name] || term != "" && at >= from || !alone(lower, at, len(word)) {
			continue
		}
		from, term, entry = at, word, name
	}
	return from, term, entry
}

// alone tells whether a part of a text is not part of a longer word.
func alone(s string, at, n int) bool {
	letter := func(i int) bool { return 0 <= i && i < len(s) && 'a' <= s[i] && s[i] <= 'z' }
	return !letter(at-1) && !letter(at+n)
}
