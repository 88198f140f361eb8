package action

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/action/referee"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

var paperOperators = []string{"guard_true", "eq_to_neq", "neq_to_eq", "inc_const"}

func mustParse(t testing.TB, text string) *model.Model {
	t.Helper()
	f := source.NewFile("model.as", text)
	m, diags := model.Parse(f)
	if m == nil {
		t.Fatalf("does not parse:\n%s\n%s", diags.Text(f), text)
	}
	return m
}

func mustRead(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func mustMutants(t testing.TB, m *model.Model, sel Selection) []*Mutant {
	t.Helper()
	ms, err := Mutants(m, sel)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

func mustChecker(t testing.TB, m *model.Model, s report.Settings) *Checker {
	t.Helper()
	c, err := NewChecker(context.Background(), m, s, referee.New(m, s))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// verify does what the engine does to verify a verdict: what is unknown must be so again, and the referee has
// the last word.
func verify(c *Checker, r report.Mutant, evidence []byte) error {
	if r.Verdict == report.Unknown {
		if err := c.Repeat(context.Background(), r); err != nil {
			return err
		}
	}
	return c.referee.(*referee.Referee).Verify(context.Background(), r, evidence)
}

// scaledCAS is CAS_k: waiting times and their type times k (the paper, Section 5).
func scaledCAS(k int) string {
	text := carAlarm
	for _, v := range []string{"Wait_time #= 20 ", "Wait_time #= 30 ", "Wait_time #= 270 ", "X in 0..270."} {
		at := strings.LastIndexAny(v[:len(v)-1], "=.") + 1
		n := 0
		fmt.Sscanf(strings.TrimSpace(v[at:]), "%d", &n)
		digits := fmt.Sprint(n)
		text = strings.Replace(text, v, strings.Replace(v, digits, fmt.Sprint(n*k), 1), 1)
	}
	return text
}

// outline gives a judged mutant as the golden files do, without its place.
func outline(r report.Mutant) string {
	switch {
	case r.Verdict == report.Killed:
		return fmt.Sprintf("killed %d", *r.Length)
	case len(r.Detail(model.DetailFault)) > 0:
		return fmt.Sprintf("%s %s fault", r.Verdict, r.Reason)
	}
	return fmt.Sprintf("%s %s safe", r.Verdict, r.Reason)
}

type goldenLine struct{ operator, place, original, outline string }

func readGolden(t *testing.T, name string) []goldenLine {
	t.Helper()
	var lines []goldenLine
	for _, l := range strings.Split(mustRead(t, name), "\n") {
		if l == "" || l[0] == '#' {
			continue
		}
		f := strings.Split(l, "\t")
		lines = append(lines, goldenLine{f[0], f[2], f[3], f[4]})
	}
	return lines
}

func TestPaperModels(t *testing.T) {
	for _, c := range []struct {
		name, text, golden string
		places             bool // the golden file's lines and columns hold for this text
	}{
		{"CAS_1", carAlarm, "cas", true},
		{"CAS_10", scaledCAS(10), "cas", false},
		{"CAS_100", scaledCAS(100), "cas", false},
		{"CAS_1000", carAlarm1000, "cas", false},
		{"nested choice", mustRead(t, "testdata/nested_choice.as"), "nested_choice", true},
		{"guards in sequences", mustRead(t, "testdata/seq_guards.as"), "seq_guards", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mustParse(t, c.text)
			mutants := mustMutants(t, m, Selection{Operators: paperOperators})
			want := readGolden(t, "testdata/"+c.golden+".golden")
			if len(mutants) != len(want) {
				t.Fatalf("got %d mutants, want %d", len(mutants), len(want))
			}
			checker := mustChecker(t, m, report.Settings{})
			for i, mu := range mutants {
				got := checker.Check(context.Background(), mu)
				w := want[i]
				if place := fmt.Sprintf("%d:%d", got.Span.Line, got.Span.Column); c.places && (place != w.place || got.Original != w.original) {
					t.Errorf("%s: got %s at %s, want %s at %s", got.ID, got.Original, place, w.original, w.place)
				}
				if got.Operator != w.operator || outline(got) != w.outline {
					t.Errorf("%s: got %s, want %s %s", got.ID, outline(got), w.operator, w.outline)
				}
			}
		})
	}
}

// CAS_1000 is CAS_1 with other numbers, and costs the same work.
func TestCostDoesNotGrowWithRanges(t *testing.T) {
	if scaledCAS(1) != carAlarm {
		t.Fatal("scaling by 1 changes the text")
	}
	if after := strings.SplitAfter(scaledCAS(1000), "type("); strings.Join(after[1:], "") != strings.Join(strings.SplitAfter(carAlarm1000, "type(")[1:], "") {
		t.Error("the gallery's CAS_1000 is not CAS_1 scaled")
	}
	work := func(text string) (n int) {
		m := mustParse(t, text)
		c := mustChecker(t, m, report.Settings{})
		for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
			r := c.Check(context.Background(), mu)
			n += r.Effort.Steps
		}
		return n + c.space.work
	}
	if one, thousand := work(carAlarm), work(carAlarm1000); one != thousand {
		t.Errorf("CAS_1 takes %d, CAS_1000 takes %d", one, thousand)
	}
}

func TestSpaceOfCAS(t *testing.T) {
	c := mustChecker(t, mustParse(t, carAlarm), report.Settings{})
	if n := len(c.space.depth); n != 23 {
		t.Errorf("got %d states, want 23", n)
	}
	if n := len(c.space.steps); n != 36 {
		t.Errorf("got %d transitions, want 36", n)
	}
	if n := c.space.maxDepth(); n != 13 {
		t.Errorf("got depth %d, want 13", n)
	}
	if n := c.model.StateCount(); n != "1600" {
		t.Errorf("got %s states by types, want 1600", n)
	}
}

// Every verdict of the paper's models is accepted by verification, which shares no search code.
func TestVerifyAcceptsAll(t *testing.T) {
	for _, text := range []string{carAlarm, carAlarm1000, mustRead(t, "testdata/nested_choice.as"), mustRead(t, "testdata/seq_guards.as")} {
		m := mustParse(t, text)
		c := mustChecker(t, m, report.Settings{})
		for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
			r := c.Check(context.Background(), mu)
			if err := verify(c, r, c.Evidence()); err != nil {
				t.Errorf("%s %s: %v", r.ID, outline(r), err)
			}
			if _, err := c.Walk(r); err != nil {
				t.Errorf("%s: walk: %v", r.ID, err)
			}
		}
	}
}

func newFile(text string) *source.File { return source.NewFile("model.as", text) }
