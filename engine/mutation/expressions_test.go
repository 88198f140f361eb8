package mutation

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// names resolves a to d as integers, p and q as Booleans.
type names struct{}

func (names) Lookup(name string) (expr.Symbol, bool) {
	if i := strings.Index("abcd", name); i >= 0 && len(name) == 1 {
		return expr.Symbol{Type: expr.Int, Ref: i}, true
	}
	if i := strings.Index("pq", name); i >= 0 && len(name) == 1 {
		return expr.Symbol{Type: expr.Bool, Ref: 4 + i}, true
	}
	return expr.Symbol{}, false
}

func (names) Names() []string { return nil }

func parse(t *testing.T, d *expr.Dialect, text string) *expr.Expr {
	t.Helper()
	var diags source.Diagnostics
	f := source.NewFile("e", text)
	p := expr.NewParser(d, f, &diags)
	var e *expr.Expr
	p.Try(func() {
		e = p.Expr()
		if p.Tok.Kind != expr.EOF {
			p.Fail("got %s, want the end", p.Tok.Describe())
		}
	})
	if len(diags) == 0 {
		expr.Check(e, names{}, expr.Unchecked, &diags)
	}
	if len(diags) > 0 {
		t.Fatalf("%s", diags.Text(f))
	}
	return e
}

var operators = map[string]ExprOperator{
	"relational": Relational, "arithmetic": Arithmetic, "logical": Logical,
	"off by one": OffByOne, "negation": Negation, "drop conjunct": DropConjunct,
}

var sources = []struct {
	dialect *expr.Dialect
	texts   []string
}{
	{expr.Prolog, []string{
		`a - b * c #< d #/\ a #= 0`, `(a + b) * c #>= -d`, `#\ (a #= b) #\/ a #\= 1 #/\ b #> 0`, `a - (b - c) + -1 #= - - d`,
		`a#=0#/\b#=-1`, `a * b + c * d - 2 * (a - b) #=< 7`, `#\ #\ (a #= 1 #\/ b #= 2 #/\ c #= 3)`, `a*-b - -(c+d) #= 0`,
		"a % why\n #= /* not */ 0", `((a #= 0))`, `(a #= 0 #\/ b #= 0) #/\ (c #= 0 #\/ d #= 0)`,
	}},
	{expr.Uppaal, []string{
		"a < 3 && b >= 2 || !p", "a - b * c % 2 == -d / 3", "p imply q && a == b", "!(p && q) == (a < b)", "a-0 < 1 and not q or p",
		"a * (b + c) - d == 0 && (a < 1 || b < 2)", "p && q && a < 1",
	}},
	{expr.Plain, []string{
		"a + b * c exp 2 - d = 0 and not p", "a mod 2 = 1 or b ^ c ≤ 4 => q", "not (a < b) and (p or q)", "a - b mod (c - 1) ≠ -1", "a·b ≥ c",
	}},
}

// The text of each rewrite is read as its tree, and is another expression.
func TestRewritesAreTheirTexts(t *testing.T) {
	made := map[string]int{}
	for _, s := range sources {
		for _, text := range s.texts {
			root := parse(t, s.dialect, text)
			f := source.NewFile("e", text)
			for name, op := range operators {
				last := source.Pos(-1)
				for _, r := range op(s.dialect, f, root) {
					made[name]++
					want := expr.Replace(root, r.Node, r.To(r.Node))
					edited := source.Apply(text, []source.Edit{r.Edit})
					if got := parse(t, s.dialect, edited); !expr.Equal(got, want) {
						t.Errorf("%s of %q: %q is %s, want %s", name, text, edited, s.dialect.Print(got), s.dialect.Print(want))
					}
					if expr.Equal(root, want) {
						t.Errorf("%s of %q changes nothing", name, text)
					}
					if r.Edit.Span.Start < last && name != "off by one" && name != "drop conjunct" {
						t.Errorf("%s of %q is not in the order of the text", name, text)
					}
					last = r.Edit.Span.Start
				}
			}
		}
	}
	for name := range operators {
		if made[name] < 5 {
			t.Errorf("%s made only %d", name, made[name])
		}
	}
}

func TestRewriteTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		dialect    *expr.Dialect
		want       []string
	}{
		{"relational", `a #< 1`, expr.Prolog, []string{`a #= 1`, `a #\= 1`, `a #=< 1`, `a #> 1`, `a #>= 1`}},
		{"relational", "p == q", expr.Uppaal, nil},
		{"arithmetic", "a + b * c", expr.Prolog, []string{"a * (b * c)", "a - b * c", "a + (b + c)", "a + (b - c)"}},
		{"arithmetic", "-a / 2", expr.Uppaal, []string{"a / 2", "-a + 2", "-a - 2", "-a * 2", "-a % 2"}},
		{"logical", "p or q and not p", expr.Plain, []string{"p and (q and not p)", "p or (q or not p)", "p or q and p"}},
		{"off by one", "a#=0", expr.Prolog, []string{"a#=1", "a#= -1"}},
		{"off by one", "a < 9223372036854775807", expr.Plain, []string{"a < 9223372036854775806"}},
		{"negation", "a < 1 or p", expr.Plain, []string{"not (a < 1 or p)"}},
		{"negation", "true", expr.Plain, nil},
		{"drop conjunct", `a #= 0 #/\ (b #= 0 #\/ c #= 0)`, expr.Prolog, []string{"a #= 0", `(b #= 0 #\/ c #= 0)`}},
	} {
		var got []string
		for _, r := range operators[c.name](c.dialect, source.NewFile("e", c.text), parse(t, c.dialect, c.text)) {
			got = append(got, source.Apply(c.text, []source.Edit{r.Edit}))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s of %q: got %q, want %q", c.name, c.text, got, c.want)
		}
	}
}
