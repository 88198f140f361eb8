package main

import (
	"embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
)

//go:embed semantics
var semantics embed.FS

// A card is a formalism's language on one page.
type card struct {
	formalism string
	grammar   string // the parser's own file
	more      string // the document that says more
}

func (c card) file() string { return "language-" + c.formalism }

var cards = []card{
	{"efsm", "engine/efsm/model/grammar.ebnf", "efsm"},
	{"action-system", "engine/action/model/grammar.txt", "action-systems"},
	{"tfsm", "engine/tfsm/model/grammar.ebnf", "tfsm"},
	{"timed", "engine/tioa/model/grammar.ebnf", "timed"},
}

// makeCards makes the cards of all formalisms; root is the folder of the sources.
func makeCards(root string) ([]page, error) {
	var all []page
	for _, f := range engine.Formalisms() {
		i := slices.IndexFunc(cards, func(c card) bool { return c.formalism == f.Name })
		if i < 0 {
			return nil, fmt.Errorf("%s has no card", f.Name)
		}
		p, err := cards[i].page(root, f)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (c card) page(root string, f report.Formalism) (page, error) {
	grammar, err := os.ReadFile(filepath.Join(root, c.grammar))
	if err != nil {
		return page{}, err
	}
	means, err := semantics.ReadFile("semantics/" + f.Name + ".md")
	if err != nil {
		return page{}, err
	}
	p := page{Name: c.file(), Title: f.Title + ": the language", Lead: f.Summary, Heads: []head{
		{"example", f.Title + ", by example"}, {"grammar", "Grammar of " + f.Title}, {"operators", "Operators of " + f.Title},
	}}
	i := slices.IndexFunc(f.Templates, func(t report.Template) bool { return t.Name == "commented" })
	p.HTML, err = fill("card.html", struct {
		Title, More, Example, Grammar string
		Formalism                     report.Formalism
		Meaning                       template.HTML
	}{p.Title, c.more, f.Templates[i].Text, string(grammar), f, newPage("", string(means)).HTML})
	return p, err
}

// sentence gives a phrase its capital and its full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}
