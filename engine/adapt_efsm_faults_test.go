package engine

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

func verified(t *testing.T, r *report.Report) []Refusal {
	t.Helper()
	v, err := Verify(context.Background(), encoded(t, r), VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return v.Refusals
}

// A constant made greater than the limit of arithmetic makes a text that cannot be read: the mutant
// is invalid, not equivalent, and tools leave it out.
func TestEFSMOffByOneAtTheLimit(t *testing.T) {
	const text = "input go\noutput o(v)\nlocation A\nt: A -> A on go / !o(2147483647)\nu: A -> A on go [1 = 2] / " +
		"!o(-2147483647)"
	for _, engine := range []string{"explicit", "sat"} {
		r := efsmRun(t, text, report.Settings{Engine: engine, Operators: []string{"OBO"}})
		invalid := 0
		for _, m := range r.Mutants {
			beyond := m.Replacement == "2147483648" || m.Replacement == "-2147483648" || m.Replacement == "(-2147483648)"
			if (m.Verdict == report.Invalid) != beyond {
				t.Errorf("%s: %s is %s", engine, m.Replacement, m.Verdict)
			}
			if beyond {
				invalid++
			}
		}
		if invalid != 2 || r.Summary.Invalid != 2 || r.Summary.Reasons["overflow"] != 2 {
			t.Errorf("%s: got %s", engine, report.Raw(r.Summary))
		}
		if why := verified(t, r); len(why) > 0 {
			t.Errorf("%s: %v", engine, why)
		}
		for i := range r.Mutants {
			forged := *r
			forged.Mutants = append([]report.Mutant(nil), r.Mutants...)
			m := &forged.Mutants[i]
			if m.Verdict == report.Invalid {
				m.Verdict, m.Strength, m.Reason, m.Notes = report.Unknown, report.None, "states", nil
			} else {
				m.Verdict, m.Strength, m.Reason, m.Notes = report.Invalid, report.None, "overflow", []string{"the number " +
					"2147483648 is beyond the limit of arithmetic, 2147483647"}
			}
			forged.Summary = report.Summarise(forged.Mutants)
			if len(verified(t, &forged)) == 0 {
				t.Errorf("%s: %s with another verdict is not refused", engine, m.ID)
			}
		}
	}
}

// An unknown must be backed: a report whose kills and proofs were turned into unknowns is refused,
// one whose budget really ran out is not.
func TestEFSMUnknownIsBacked(t *testing.T) {
	for engine, s := range map[string]report.Settings{"explicit": {}, "sat": {Engine: "sat",
		Operators: []string{"MAS", "SZ0"}}} {
		r := efsmRun(t, efsmExample(t, "fig1c"), s)
		for i := range r.Mutants {
			m := &r.Mutants[i]
			weakened := report.Mutant{
				ID: m.ID, Operator: m.Operator, Span: m.Span, Original: m.Original, Replacement: m.Replacement,
				Verdict: report.Unknown, Strength: report.None, Reason: "states", Details: map[string]json.RawMessage{detailWeak: json.RawMessage("null"), detailStrong: json.RawMessage("null")},
			}
			*m = weakened
		}
		r.Summary = report.Summarise(r.Mutants)
		refused := 0
		for _, x := range verified(t, r) {
			if x.Mutant != "" {
				refused++
			}
		}
		if refused != len(r.Mutants) {
			t.Errorf("%s: %d of %d unknowns are refused", engine, refused, len(r.Mutants))
		}
	}
	for name, s := range map[string]report.Settings{
		"blocked":  {Engine: "explicit", Budget: report.Budget{States: 3}},
		"pairs":    {Engine: "explicit", Budget: report.Budget{States: 70}, Operators: []string{"all"}},
		"satCalls": {Engine: "sat", Budget: report.Budget{SATCalls: 2}, Operators: []string{"MAS"}},
		"depth":    {Engine: "sat", Budget: report.Budget{Depth: 2}, Operators: []string{"MAS"}},
	} {
		r := efsmRun(t, efsmExample(t, "inres"), s)
		if name != "pairs" && r.Summary.Unknown == 0 {
			t.Errorf("%s: nothing is unknown", name)
		}
		if why := verified(t, r); len(why) > 0 {
			t.Errorf("%s: %v", name, why)
		}
	}
}

// Pairs of changes of one expression are verified as they are judged.
func TestEFSMPairsOfOneExpressionAreVerified(t *testing.T) {
	const text = "input go\noutput o\nlocation A\nt: A -> A on go [1 = 3] / !o"
	for _, engine := range []string{"explicit", "sat"} {
		r := efsmRun(t, text, report.Settings{Engine: engine, Operators: []string{"OBO"}, Order: 2})
		if r.Summary.Killed != 1 {
			t.Errorf("%s: %d of %d pairs are killed, want 1: [2 = 2]", engine, r.Summary.Killed, r.Summary.Mutants)
		}
		if why := verified(t, r); len(why) > 0 {
			t.Errorf("%s: %v", engine, why)
		}
	}
}

// Duplicates are the mutants that no word tells apart from an earlier one: all pairs of killed
// mutants are played side by side.
func TestEFSMDuplicates(t *testing.T) {
	for name, s := range map[string]report.Settings{
		"fig1c": {}, "fig5": {Operators: []string{"all"}}, "vending": {Operators: []string{"OBO", "SZ0", "MAS"}},
		"fig1b": {Engine: "sat", Operators: []string{"OBO", "MAS", "SZ0"}},
	} {
		r := efsmRun(t, efsmExample(t, name), s)
		f := source.NewFile("", r.Model.Text)
		m, _ := Open(efsmFormalism{}, f)
		c := &efsmChecker{x: m.(*efsmModel)}
		for i, x := range r.Mutants {
			want := ""
			for _, y := range r.Mutants[:i] {
				if want != "" || x.Verdict != report.Killed || y.Verdict != report.Killed {
					continue
				}
				a, _, _ := c.mutant(y)
				b, _, _ := c.mutant(x)
				if same, decided := c.playedAlike(a, b, 1<<20); same && decided {
					want = y.ID
				}
			}
			if x.DuplicateOf != want {
				t.Errorf("%s %s: duplicate of %q, want %q", name, x.ID, x.DuplicateOf, want)
			}
		}
		if r.Summary.Duplicates == 0 {
			t.Errorf("%s: no duplicates: the model tests nothing", name)
		}
		if why := verified(t, r); len(why) > 0 {
			t.Errorf("%s: %v", name, why)
		}
		for i := range r.Mutants {
			if r.Mutants[i].DuplicateOf == "" && r.Mutants[i].Verdict == report.Killed && i > 0 {
				r.Mutants[i].DuplicateOf = r.Mutants[0].ID
				r.Summary = report.Summarise(r.Mutants)
				if len(verified(t, r)) == 0 {
					t.Errorf("%s: %s is no duplicate of %s, and that is not refused", name, r.Mutants[i].ID, r.Mutants[0].ID)
				}
				break
			}
		}
	}
}
