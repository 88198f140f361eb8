package engine

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa"
)

// timedRun runs mutants of a text in xta, and has the report verified.
func timedRun(t *testing.T, text string, s report.Settings) *report.Report {
	t.Helper()
	if !Holds("timed") {
		t.Skip("another part of the engine holds timed automata")
	}
	f := source.NewFile("model.xta", text)
	m, d := Open(timedGames{}, f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	r, err := Run(context.Background(), Job{Formalism: timedGames{}, Model: m, File: f, Settings: s}, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := Verify(context.Background(), encoded(t, r), VerifyOptions{})
	if err != nil || len(v.Refusals) > 0 {
		t.Fatalf("the report is refused: %v %v", err, v)
	}
	return r
}

func idsOf(r *report.Report) []string {
	var ids []string
	for _, m := range r.Mutants {
		ids = append(ids, m.ID)
	}
	return ids
}

// familyText is the featured timed game of the page on mutants.
func familyText(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../docs/timed-mutants.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(b), "```xta\n/*@ features")
	text, _, shut := strings.Cut(rest, "```")
	if !ok || !shut {
		t.Fatal("the page holds no featured timed game")
	}
	return "/*@ features" + text
}

// The documentation's model with features runs for a product, with the mutants that the counting
// rules of the paper ask for, and is refused without one.
func TestTimedProducts(t *testing.T) {
	text := familyText(t)
	for product, want := range map[string]int{
		// T edges, n = 2 locations: T + 2n² + 1, then each simple guard and invariant once for CXL and
		// CXS, and each guard for CCN.
		"soda, small":     2 + 8 + 1 + 2*2 + 1,
		"soda,tea":        3 + 8 + 1 + 2*2 + 2,
		"tea large":       2 + 8 + 1 + 2*2 + 1,
		"soda,tea, large": 3 + 8 + 1 + 2*3 + 2,
	} {
		r := timedRun(t, text, report.Settings{Options: map[string]string{optProduct: product}})
		if len(r.Mutants) != want {
			t.Errorf("%s: got %d mutants, want %d: %v", product, len(r.Mutants), want, idsOf(r))
		}
	}
	m, _ := Open(timedGames{}, source.NewFile("model.xta", text))
	for product, want := range map[string]string{
		"":      "the model has features and 9 products: choose one",
		"small": "'soda || tea' does not hold",
		"sodo":  "did you mean 'soda'?",
	} {
		options := map[string]string{optProduct: product}
		if _, err := m.Mutants(Selection{Operators: []string{"TMI"}, Order: 1, Options: options}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", product, err, want)
		}
		if _, err := m.Checker(context.Background(), report.Settings{Options: options}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", product, err, want)
		}
		for _, tool := range []string{"query", "convert", "tables", "suite", "guidelines"} {
			if _, err := m.RunTool(context.Background(), ToolCall{Tool: tool, Settings: report.Settings{Options: options}}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("tool %s, %q: got %v, want %s", tool, product, err, want)
			}
		}
	}
}

// Two texts with features are compared as the product that is chosen; a text without is compared as
// it stands.
func TestTimedCompareProducts(t *testing.T) {
	text := familyText(t)
	spec, _ := Open(timedGames{}, source.NewFile("a.xta", text))
	plain := `process Vending { clock x; state s0, s1 { x <= 5 }; init s0;
trans s0 -> s1 { sync euro?; assign x = 0; }, s1 -u-> s0 { guard x <= 2; sync soda!; }; } system Vending;`
	late := strings.Replace(text, "guard x <= 2", "guard x <= 4", 1)
	for _, c := range []struct{ impl, product, want string }{
		{text, "soda,small", report.Unkillable},
		{late, "soda,small", report.Killed},
		{late, "tea,small", report.Unkillable}, // the change is in soda alone
		{plain, "soda,small", report.Unkillable},
		{plain, "tea,small", report.Killed}, // it serves soda
	} {
		f := source.NewFile("b.xta", c.impl)
		impl, d := Open(timedGames{}, f)
		if impl == nil {
			t.Fatal(d.Text(f))
		}
		m, err := spec.Compare(context.Background(), impl, report.Settings{Options: map[string]string{optProduct: c.product}})
		if err != nil {
			t.Fatal(err)
		}
		if m.Verdict != c.want {
			t.Errorf("%s: got %s %s, want %s", c.product, m.Verdict, m.Reason, c.want)
		}
	}
}

// The tool on families shows the features of a model, and the mutants of a product of it.
func TestTimedFamilyTool(t *testing.T) {
	m, _ := Open(timedGames{}, source.NewFile("model.xta", familyText(t)))
	all, err := m.RunTool(context.Background(), ToolCall{Tool: "family"})
	if err != nil {
		t.Fatal(err)
	}
	table := all[1].Blocks[1].Table
	if len(table.Rows) != 9 || !slices.Equal(table.Rows[8], []string{"soda,tea,small", "3", ""}) {
		t.Errorf("got %v", table.Rows)
	}
	of, err := m.RunTool(context.Background(), ToolCall{Tool: "family", Settings: report.Settings{Operators: []string{"paper"}, Options: map[string]string{optProduct: "soda,small"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := of[0].Blocks[0].Facts[0]; got.Value != "16" {
		t.Errorf("got %v", got)
	}
}

// What is between the marks of protection makes no mutants and renames none, in xta and in XML, for
// pairs too.
func TestTimedProtection(t *testing.T) {
	const text = `process P {
  clock x;
  state a,
    %sb { x <= 7 }%s;
  init a;
  trans
    a -> b { sync in?; assign x = 0; },
    %sb -u-> a { guard x >= 2; sync out!; assign x = 0; }%s;
}
system P;`
	marked := func(b, e bool) string {
		marks := []any{"", "", "", ""}
		if b {
			marks[0], marks[1] = "// mutarium: off\n", "/* mutarium: on */"
		}
		if e {
			marks[2], marks[3] = "/* mutarium: off */", "\n// mutarium: on\n"
		}
		return fmt.Sprintf(text, marks...)
	}
	operators := []string{"TMI", "TAD", "SMI", "CXL", "CCN"}
	all := idsOf(timedRun(t, marked(false, false), report.Settings{Operators: operators}))
	for _, c := range []struct {
		location, edge bool
		gone           []string
	}{
		{false, true, []string{"TMI@e1", "SMI@b", "CXL@e1", "CCN@e1"}},                                    // to remove b would remove the edge
		{true, false, []string{"TAD@b->a?", "TAD@b->a!", "TAD@b->b?", "TAD@b->b!", "SMI@b", "CXL@inv:b"}}, // what leaves b counts as part of b
	} {
		r := timedRun(t, marked(c.location, c.edge), report.Settings{Operators: operators})
		var want []string
		for _, id := range all {
			if !slices.Contains(c.gone, id) {
				want = append(want, id)
			}
		}
		if got := idsOf(r); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		for _, id := range idsOf(timedRun(t, marked(c.location, c.edge), report.Settings{Operators: operators, Order: 2})) {
			first, second, _ := strings.Cut(id, "+")
			if slices.Contains(c.gone, first) || slices.Contains(c.gone, second) {
				t.Errorf("the pair %s changes what is protected", id)
			}
		}
	}
	f := source.NewFile("model.xta", marked(false, false))
	m, _ := Open(timedGames{}, f)
	drawn := m.(*timedModel).m.PrintXML()
	k := strings.LastIndex(drawn, "<transition")
	drawn = drawn[:k] + "<!-- mutarium: off -->" + drawn[k:]
	if got := idsOf(timedRun(t, drawn, report.Settings{Operators: []string{"TMI", "CXL", "CCN"}})); !slices.Equal(got, []string{"TMI@e0", "CXL@inv:b"}) {
		t.Errorf("XML: got %v", got)
	}
	if _, d := Open(timedGames{}, source.NewFile("", strings.Replace(marked(false, false), "b {", "// mutarium: of\nb {", 1))); !slices.ContainsFunc(d, func(x source.Diagnostic) bool { return x.Code == "unknown-mark" }) {
		t.Errorf("a misspelt mark is passed over: %v", d)
	}
}

// The gallery's family is judged as the product that its text chooses, or as another one.
func TestTimedDrinks(t *testing.T) {
	for product, want := range map[string][2]string{
		"":           {report.Unkillable, report.Refines},
		"soda,small": {report.Invalid, report.Inconsistent},
		"soda":       {report.Unkillable, report.Refines}, // it may wait for ever
	} {
		r := timedRun(t, tioa.Study("drinks"), report.Settings{Operators: []string{"TMI"}, Options: map[string]string{optProduct: product}})
		if m := r.Mutants[1]; m.ID != "TMI@e1" || m.Verdict != want[0] || m.Reason != want[1] {
			t.Errorf("%q: %s is %s %s, want %v", product, m.ID, m.Verdict, m.Reason, want)
		}
	}
}
