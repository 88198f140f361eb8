package tioa

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// Every refuted refinement of the engines' suite comes with a trace, which was replayed, or with the
// precondition that fails.
func TestEcdarSuite(t *testing.T) {
	traces := 0
	for _, q := range ownQueries(t) {
		a := ask(t, q.of.m, query.Reading{AsWritten: q.asWritten}, q.text)
		if a.Holds != q.want || a.Unknown {
			t.Errorf("%s: %s: got %v, want %v: %v", q.of.path, q.text, a.Holds, q.want, a.Reasons)
		}
		if !a.Holds && len(a.Reasons) == 0 {
			t.Errorf("%s: %s: no reason", q.of.path, q.text)
		}
		if a.Trace != nil {
			traces++
		}
	}
	if traces < 20 {
		t.Errorf("got %d traces, want 20 or more", traces)
	}
}

// Where the theory and the engines part: each row has the answer as the engines read it and with
// both sides pruned first.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name, model   string
		ecdar, pruned bool
		trace         string
	}{
		{"a delay into a dead end", `
process L { clock x; state A { x <= 5 }, B; init A; trans A -u-> B { guard x <= 2; sync o!; }; }
process R { clock x; state A { x <= 2 }, B; init A; trans A -u-> B { sync o!; }; }`, false, true, "wait 2.5"},
		{"the first delay is checked", `
process L { clock x; state A; init A; trans A -u-> A { sync o!; }; }
process R { clock x; state A { x <= 2 }; init A; trans A -u-> A { guard x <= 2; sync o!; assign x = 0; }; }`, false, false, "wait 2.5"},
		{"an output into an error", `
process L { clock x; state A, B, C; init A; trans A -u-> B { sync o!; }, A -u-> C { sync p!; }; }
process R { clock x; state A, B, E; inconsistent E; init A; trans A -u-> B { sync o!; }, A -u-> E { sync p!; }; }`, false, false, ""},
		{"strict bounds", `
process L { clock x; state A { x < 4 }, B; init A; trans A -u-> B { sync o!; }; }
process R { clock x; state A { x <= 4 }, B; init A; trans A -u-> B { sync o!; }; }`, true, true, ""},
		{"a universal specification", `
process L { clock x; state A { x <= 4 }, B; init A; trans A -u-> B { sync o!; }; }
process R { state U; universal U; init U; }
IO R { o! }`, true, true, ""},
	} {
		m := parse(t, c.model)
		a := ask(t, m, query.Reading{AllActions: true}, "refinement: L <= R")
		if a.Holds != c.ecdar || a.Unknown {
			t.Errorf("%s: as Ecdar: got %v, want %v: %v", c.name, a.Holds, c.ecdar, a.Reasons)
		}
		if c.trace != "" && (a.Trace == nil || a.Trace.String() != c.trace) {
			t.Errorf("%s: got the trace %v, want %s", c.name, a.Trace, c.trace)
		}
		a = ask(t, m, query.Reading{AllActions: true, PruneFirst: true}, "refinement: L <= R")
		if a.Holds != c.pruned || a.Unknown {
			t.Errorf("%s: pruned: got %v, want %v: %v", c.name, a.Holds, c.pruned, a.Reasons)
		}
	}
}

// All preconditions that fail are reported, not only the first.
func TestPreconditionsTogether(t *testing.T) {
	m := parse(t, `
process L { clock x; state A { x <= 5 }, B, C; init A;
  trans A -> B { sync i?; }, A -> C { guard x > 1; sync i?; }, A -> A { sync j?; }; }
process R { clock x; state A { x <= 1 }; init A; trans A -u-> A { guard x > 2; sync p!; }; }`)
	a := ask(t, m, query.Reading{}, "refinement: L <= R")
	var codes []string
	for _, r := range a.Reasons {
		codes = append(codes, r.Code+":"+r.System)
	}
	want := "not-deterministic:L inconsistent:L inconsistent:R inputs: outputs:"
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("got %s, want %s\n%v", got, want, a.Reasons)
	}
}

// The pruned component is read as it is written, so that an input that only led to an error is gone;
// beside a product below prune, components are completed as elsewhere.
func TestPruneReadsAsWritten(t *testing.T) {
	m := parse(t, `
process A { clock x; state S, T { x <= 4 }, E; inconsistent E; init S;
  trans S -u-> T { sync o!; assign x = 0; }, T -> E { guard x >= 2; sync i?; }, T -u-> S { guard x <= 1; sync p!; }; }
process B { clock x; state S, T { x <= 1 }; init S; trans S -u-> T { sync o!; assign x = 0; }, T -u-> S { sync p!; }; }
process C { state S; init S; trans S -> S { sync i?; }; }`)
	for asked, want := range map[string]bool{
		"refinement: prune(A) <= B":           true,
		"refinement: B <= prune(A)":           true,
		"refinement: A <= B":                  false,
		"refinement: prune(A && A) <= B":      false, // keeps the loops of i
		"refinement: prune(A) <= prune(A)":    true,
		"refinement: prune(prune(A)) <= B":    true,
		"refinement: A || prune(B) <= A && B": false,
	} {
		if a := ask(t, m, query.Reading{}, asked); a.Holds != want {
			t.Errorf("%s: got %v, want %v: %v", asked, a.Holds, want, a.Reasons)
		}
	}
}

// Strict conjunction refuses what one engine drops silently.
func TestStrictConjunction(t *testing.T) {
	m := parse(t, `
process A { state S; init S; trans S -u-> S { sync a!; }; }
process B { state S; init S; trans S -> S { sync a?; }; }`)
	if a := ask(t, m, query.Reading{}, "consistency: A && B"); !a.Holds {
		t.Errorf("got %v", a.Reasons)
	}
	a := ask(t, m, query.Reading{StrictConjunction: true}, "consistency: A && B")
	if a.Holds || a.Reasons[0].Code != "not-composable" {
		t.Errorf("got %v", a)
	}
	if a := ask(t, m, query.Reading{}, "consistency: A || A"); a.Holds || a.Reasons[0].Code != "not-composable" {
		t.Errorf("got %v", a)
	}
}

// A zone graph that does not end within the budget leaves the question open.
func TestBudget(t *testing.T) {
	m := parse(t, `
process P { clock x, y; state A, B; init A;
  trans A -u-> B { guard x > 1; sync o!; assign x = 0; }, B -u-> A { guard y > 5 && x < 3; sync o!; assign y = 0; }; }`)
	a := ask(t, m, query.Reading{Limit: 2}, "refinement: P <= P")
	if a.Holds || !a.Unknown || a.Reasons[0].Code != "budget" {
		t.Errorf("got %+v", a)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range sampleModels {
		f.Add(text)
	}
	f.Add(twoAnswers)
	f.Add(`<nta><template><name>A</name><location id="a"/><init ref="a"/></template></nta>`)
	f.Add("chan a; process A { state s; init s; trans s -> s { guard zz > 3; sync a!; }; } process B { state s; init s; }")
	f.Add(`{"name":"A","locations":[{"id":"L","type":"INITIAL","invariant":"x\u003c\u003d3"}],"declarations":"clock x;"}`)
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("fuzz", text)
		m, d := model.Parse(file)
		if m == nil && !d.HasErrors() {
			t.Fatal("no model and no error")
		}
		for _, x := range d {
			if x.Span.Start < 0 || x.Span.End < x.Span.Start || int(x.Span.End) > len(text) {
				t.Fatalf("span %v of %q is outside the text", x.Span, x.Message)
			}
		}
		if m == nil {
			if m, _ = model.Partly(file); m == nil {
				return
			}
			if len(m.Broken) == 0 || len(m.Automata) == 0 {
				t.Fatalf("%d components are broken, %d sound", len(m.Broken), len(m.Automata))
			}
		}
		if again, d := model.ParseXTA(source.NewFile("again", m.PrintXTA())); again == nil {
			t.Fatalf("printed text is refused: %v\n%s", d, m.PrintXTA())
		}
	})
}

func FuzzQuery(f *testing.F) {
	f.Add("refinement: A || (B && C) <= prune(D) \\\\ E; consistency: A")
	f.Add("reachability: A @ A.L1 && A.x > 3 -> A.L2")
	f.Fuzz(func(t *testing.T, text string) {
		qs, d := model.ParseQueries(source.NewFile("q", text))
		if qs == nil && !d.HasErrors() {
			t.Fatal("no queries and no error")
		}
	})
}
