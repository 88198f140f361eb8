package tioa

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// door opens two to four units after the knock, and refuses a knock while it is open.
const door = `broadcast chan knock, open;
process Door {
  clock x;
  state shut, asked { x <= 4 };
  init shut;
  trans shut -> asked { sync knock?; assign x = 0; },
        asked -u-> shut { guard x >= 2; sync open!; };
}
system Door;
`

// scored runs the score tool on the door.
func scored(t *testing.T, text string, operators ...string) ([]report.Section, error) {
	t.Helper()
	m, d := model.Parse(source.NewFile("door", door))
	if m == nil {
		t.Fatal(d)
	}
	q := Request{Tool: ScoreTool.Name, Subject: mutants.Subject{Model: m, Automaton: m.Automata[0]}, Inputs: map[string]string{"suite": text}}
	for _, name := range operators {
		q.Operators = append(q.Operators, mutants.OperatorNamed(name))
	}
	return RunTool(context.Background(), q)
}

// factOf is a figure of the first section.
func factOf(s []report.Section, label string) string {
	for _, f := range s[0].Blocks[0].Facts {
		if f.Label == label {
			return f.Value
		}
	}
	return ""
}

// By hand: CXL raises the bound of asked from 4 to 5, so that waiting for 9/2 is possible, and CXS lowers
// the guard of open! from 2 to 1, so that opening after 3/2 is. Their other changes refine the model.
func TestScoreByHand(t *testing.T) {
	for _, c := range []struct{ tests, operators, want, missed string }{
		{"0 knock?  9/2  is forbidden", "CXL", "1 of 1", ""},
		{"0 knock?  3/2 open!  is forbidden", "CXS", "1 of 1", ""},
		{"0 knock?  9/2  is forbidden", "CXL CXS", "1 of 2", "CXS@e1"},
		{"0 knock?  3/2 open!  is forbidden", "CXL CXS", "1 of 2", "CXL@inv:asked"},
		{"0 knock?  9/2  is forbidden\n\n 0 knock?  3/2 open!  is forbidden\n", "CXL CXS", "2 of 2", ""},
		{`["0 knock? 9/2 is forbidden", "0 knock? 3/2 open! is forbidden"]`, "CXL CXS", "2 of 2", ""},
		{"0 open!  is forbidden", "CXL CXS", "0 of 2", "CXL@inv:asked"},
	} {
		s, err := scored(t, c.tests, strings.Fields(c.operators)...)
		if err != nil {
			t.Errorf("%q: %v", c.tests, err)
			continue
		}
		if got := factOf(s, "score"); !strings.HasPrefix(got, c.want+" mutants") {
			t.Errorf("%q against %s: %s, want %s", c.tests, c.operators, got, c.want)
		}
		missed := fmt.Sprint(s[0].Blocks[1].Table.Rows)
		if (c.missed == "") != (missed == "[]") || !strings.Contains(missed, c.missed) {
			t.Errorf("%q against %s misses %s, want %s", c.tests, c.operators, missed, c.missed)
		}
	}
}

// Each mistake in a suite is named by its line, all of them at once.
func TestScoreRefuses(t *testing.T) {
	_, err := scored(t, strings.Join([]string{
		"0 knock?", "soon knock?  is forbidden", "0 knock  is forbidden", "0 knock?  2 open!  is forbidden", "is forbidden",
		"1 open!  must be accepted", "0 knock?  1 1 open!  is forbidden", "-1 knock?  is forbidden", "1/65537 knock?  is forbidden",
	}, "\n"), "CXL")
	if err == nil {
		t.Fatal("accepted")
	}
	got := strings.Split(err.Error(), "\n")
	for i, want := range []string{
		`got "0 knock?", want "is forbidden"`, `word 1: got "soon", want a delay`, `word 2: got "knock", want press?`,
		"the model itself fails this test", "the test has no steps", "only an input can be accepted", `word 4: got "1", want press?`,
		`word 1: got "-1"`, "no common denominator",
	} {
		if i >= len(got) || !strings.HasPrefix(got[i], fmt.Sprintf("line %d: ", i+1)) || !strings.Contains(got[i], want) {
			t.Errorf("line %d: got %q, want %q", i+1, got, want)
		}
	}
	for _, text := range []string{"", "\n \n", "[]", `["0 knock?"`, `[1]`} {
		if _, err := scored(t, text, "CXL"); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// Every test that the suite tool makes is read back as it was, and together they miss nothing that
// the tool says they kill.
func TestScoreReadsSuites(t *testing.T) {
	for _, e := range Examples() {
		if e.Name != "coffee" && e.Name != "accel" && e.Name != "mutex" {
			continue
		}
		m, d := model.Parse(source.NewFile(e.Name, e.Text))
		if m == nil {
			t.Fatal(d)
		}
		s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
		q := Request{Tool: "suite", Subject: s, Operators: mutants.Operators[:6]}
		made, err := RunTool(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		text := made[0].Blocks[2].Code.Text
		trial, err := NewTrial(t.Context(), s, referee.Definition7)
		if err != nil {
			t.Fatal(err)
		}
		tests, err := readTests(trial, text)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
			if tests[i].Text() != line {
				t.Errorf("%s: %q is read as %q", e.Name, line, tests[i].Text())
			}
		}
		q.Tool, q.Inputs = ScoreTool.Name, map[string]string{"suite": text}
		score, err := RunTool(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		killed := factOf(made, "killed by the suite")
		if got := factOf(score, "score"); !strings.HasPrefix(got, killed+" of "+killed+" mutants") {
			t.Errorf("%s: the suite kills %s, its score is %s", e.Name, killed, got)
		}
	}
}
