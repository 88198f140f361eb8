package rules

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/source"
)

// A deriver writes random sentences of a grammar: words in the sense of formal languages, which a
// parser for it must be able to read, whatever else is wrong with them.
type deriver struct {
	rules map[string]ebnf
	words map[string][]string // what stands for names that the grammar leaves to the scanner
	least map[string]int      // how deep a rule's shallowest sentence is
	rand  *rand.Rand
	depth int
}

// ebnf is an expression of the notation: a choice of sequences.
type ebnf [][]factor

// A factor is a terminal, a name, or a bracketed expression with how often it stands.
type factor struct {
	text  string // terminal or name
	kind  byte   // 't' terminal, 'n' name, '(' once, '[' at most once, '{' any number of times
	inner ebnf
}

var ebnfToken = regexp.MustCompile(`"[^"]+"|'[^']+'|\w+|[|()\[\]{}.]`)

func readEBNF(text string) ebnf {
	tokens := ebnfToken.FindAllString(text, -1)
	e, _ := readChoice(tokens)
	return e
}

func readChoice(tokens []string) (e ebnf, rest []string) {
	var seq []factor
	for len(tokens) > 0 {
		tok := tokens[0]
		tokens = tokens[1:]
		switch tok[0] {
		case '|':
			e, seq = append(e, seq), nil
		case '(', '[', '{':
			var inner ebnf
			inner, tokens = readChoice(tokens)
			seq = append(seq, factor{kind: tok[0], inner: inner})
		case ')', ']', '}', '.':
			return append(e, seq), tokens
		case '"', '\'':
			seq = append(seq, factor{kind: 't', text: tok[1 : len(tok)-1]})
		default:
			seq = append(seq, factor{kind: 'n', text: tok})
		}
	}
	return append(e, seq), nil
}

// measure finds the least depths as a fixpoint.
func (d *deriver) measure() {
	d.least = map[string]int{}
	for name := range d.rules {
		d.least[name] = 1 << 20
	}
	for changed := true; changed; {
		changed = false
		for name, e := range d.rules {
			n := 1 + d.depthOf(e[d.shallowest(e)])
			changed = changed || n < d.least[name]
			d.least[name] = min(d.least[name], n)
		}
	}
}

func (d *deriver) shallowest(e ebnf) int {
	best := 0
	for i, seq := range e {
		if d.depthOf(seq) < d.depthOf(e[best]) {
			best = i
		}
	}
	return best
}

func (d *deriver) depthOf(seq []factor) (n int) {
	for _, f := range seq {
		switch f.kind {
		case 'n':
			n = max(n, d.least[f.text]) // 0 for what the scanner makes
		case '(':
			n = max(n, d.depthOf(f.inner[d.shallowest(f.inner)]))
		}
	}
	return n
}

// deep is where sentences begin to come to an end.
const deep = 14

func (d *deriver) choice(e ebnf) string {
	d.depth++
	defer func() { d.depth-- }()
	seq := e[d.rand.IntN(len(e))]
	if d.depth > deep {
		seq = e[d.shallowest(e)]
	}
	var b strings.Builder
	for _, f := range seq {
		b.WriteString(d.factor(f))
	}
	return b.String()
}

func (d *deriver) factor(f factor) string {
	switch f.kind {
	case 't':
		return f.text + " "
	case 'n':
		if w := d.words[f.text]; w != nil {
			return w[d.rand.IntN(len(w))] + " "
		}
		return d.choice(d.rules[f.text])
	}
	times := 1
	switch {
	case f.kind == '[':
		times = d.rand.IntN(2)
	case f.kind == '{':
		times = d.rand.IntN(3)
	}
	if d.depth > deep && f.kind != '(' {
		times = 0
	}
	var b strings.Builder
	for range times {
		b.WriteString(d.choice(f.inner))
	}
	return b.String()
}

// TestParsersReadTheirGrammars writes random sentences of each grammar. Names and types in them are
// wrong, which the checks behind the parser say; the parser itself has nothing to say.
func TestParsersReadTheirGrammars(t *testing.T) {
	names := []string{"ab", "cd", "ef", "gh"}
	words := map[string]map[string][]string{
		"action-system": {"X": {"X"}, "integer": {"0", "7", "-3"}, "name": names, "word": names, "factor": {"ab", "1", "( cd )"}},
		"tfsm":          {"word": names, "text": {"gh"}, "number": {"1", "20"}, "newline": {"\n"}},
		"efsm":          {"word": names, "name": names, "number": {"0", "7"}},
		"timed":         {"name": names, "number": {"0", "7"}, "type": {"int", "bool", "int [ 0 , 7 ]"}},
	}
	for _, g := range grammars {
		t.Run(g.formalism, func(t *testing.T) {
			d := &deriver{rules: map[string]ebnf{}, words: words[g.formalism]}
			for name, right := range g.rules(t) {
				d.rules[name] = readEBNF(right)
			}
			d.measure()
			f, err := engine.Find(g.formalism)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(300) {
				d.rand = rand.New(rand.NewPCG(seed, 1))
				text := d.choice(d.rules["model"])
				file := source.NewFile("derived", text)
				_, diags := f.Parse(file)
				for _, x := range diags {
					if x.Code == "syntax" {
						t.Errorf("seed %d: %s\n%s", seed, diags.Text(file), text)
						break
					}
				}
				if t.Failed() && seed > 20 {
					break
				}
			}
		})
	}
}
