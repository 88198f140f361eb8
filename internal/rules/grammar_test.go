package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
)

// A grammar is the EBNF of one formalism, in the file beside its parser.
type grammar struct {
	formalism string
	file      string
	sources   []string // packages whose code knows the signs and words
	said      []string // names that the page explains in words
	plain     string   // a rule whose words may be names elsewhere, so that no editor colours them
}

var grammars = []grammar{
	{"action-system", "engine/action/model/grammar.txt", []string{"engine/action/model", "engine/expr"}, []string{"X", "character", "digit", "letter"}, ""},
	{"tfsm", "engine/tfsm/model/grammar.ebnf", []string{"engine/tfsm/model"}, []string{"newline", "number", "text", "word"}, ""},
	{"efsm", "engine/efsm/model/grammar.ebnf", []string{"engine/efsm/model", "engine/expr"}, []string{"character", "digit", "letter"}, "setting"},
	{"timed", "engine/tioa/model/grammar.ebnf", []string{"engine/tioa/model", "engine/expr"}, []string{"name", "number"}, ""},
}

// rules reads the productions: name and right-hand side. Remarks stand at the right, three blanks
// away.
func (g grammar) rules(t *testing.T) map[string]string {
	t.Helper()
	path := filepath.Join(root, g.file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile(`^(\w+) *= (.*)$`)
	remark := regexp.MustCompile(` {3,}\S.*$`)
	all, last := map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if m := head.FindStringSubmatch(line); m != nil {
			last = m[1]
			line = m[2]
		} else if last == "" || !strings.HasPrefix(line, " ") {
			continue // the introduction
		}
		all[last] += " " + remark.ReplaceAllString(strings.TrimLeft(line, " "), "")
	}
	return all
}

var terminal = regexp.MustCompile(`"[^"]+"|'[^']+'`)

// terminals gives the terminals of a grammar that satisfy want, without their quotes.
func terminals(rules map[string]string, want func(string) bool) []string {
	var all []string
	for _, right := range rules {
		for _, q := range terminal.FindAllString(right, -1) {
			if w := q[1 : len(q)-1]; want(w) && !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	slices.Sort(all)
	return all
}

func isWord(s string) bool { return regexp.MustCompile(`^[A-Za-z_]{2,}$`).MatchString(s) }

// Every name of a grammar is defined, or explained in words, and every definition is used.
func TestGrammarsAreClosed(t *testing.T) {
	for _, g := range grammars {
		rules := g.rules(t)
		if len(rules) < 8 {
			t.Fatalf("%s: only %d rules are read", g.file, len(rules))
		}
		used := map[string]bool{"model": true}
		for name, right := range rules {
			for _, w := range regexp.MustCompile(`\w+`).FindAllString(terminal.ReplaceAllString(right, " "), -1) {
				used[w] = true
				if rules[w] == "" && !slices.Contains(g.said, w) {
					t.Errorf("%s: %s uses %s, which is not defined", g.file, name, w)
				}
			}
		}
		for _, name := range append(g.said, keys(rules)...) {
			if !used[name] {
				t.Errorf("%s: %s is not used", g.file, name)
			}
		}
	}
}

func keys(m map[string]string) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// The words of a grammar are those that the editor colours, and its words and signs are ones that
// the formalism's code knows.
func TestGrammarsMatchTheParsers(t *testing.T) {
	for _, g := range grammars {
		rules := g.rules(t)
		f, err := engine.Find(g.formalism)
		if err != nil {
			t.Fatal(err)
		}
		coloured := f.Describe().Syntax.Keywords
		code := ""
		for _, dir := range g.sources {
			code += goText(t, dir)
		}
		for _, w := range terminals(rules, func(string) bool { return true }) {
			if !strings.Contains(code, `"`+w+`"`) && !strings.Contains(code, "`"+w+"`") && !strings.Contains(code, "'"+w+"'") {
				t.Errorf("%s has %q, which no code of %v names", g.file, w, g.sources)
			}
		}
		delete(rules, g.plain)
		words := terminals(rules, isWord)
		for _, w := range words {
			if !slices.Contains(coloured, w) {
				t.Errorf("%s has the word %s, which the editor does not colour", g.file, w)
			}
		}
		for _, w := range coloured {
			if !slices.Contains(words, w) {
				t.Errorf("the editor colours %s, which is not in %s", w, g.file)
			}
		}
	}
}

// goText joins the code of a package, without its tests.
func goText(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s holds no code: %v", dir, err)
	}
	var b strings.Builder
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}
