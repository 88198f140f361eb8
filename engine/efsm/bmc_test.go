package efsm

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

var allMutants = flag.Bool("all", false, "compare the engines on all mutants, not on a sample of each model")

// The SAT engine finds the same words as the explicit one, and calls nothing equivalent that is
// not; how much it proves is logged.
func TestEnginesAgree(t *testing.T) {
	for _, e := range Gallery() {
		t.Run(e.Name, func(t *testing.T) {
			m, _ := Parse(source.NewFile(e.Name, e.Text))
			var changes []Change
			for _, ch := range m.Changes() {
				if ch.kind != changeTarget || m.Transitions[ch.Transition].Event != Internal {
					changes = append(changes, ch)
				}
			}
			every := 1
			switch {
			case *allMutants:
			case e.Name == "inflight":
				every += len(changes)
			case len(m.Vars)*len(m.Transitions) > 50:
				every += len(changes) / 3
			default:
				every += len(changes) / 10
			}
			enginesAgree(t, m, changes, every)
		})
	}
}

func enginesAgree(t *testing.T, m *Machine, changes []Change, every int) {
	c, err := NewChecker(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	y := NewSymbolic(m, 9, 0)
	proved, open, calls := 0, 0, 0
	for i := 0; i < len(changes); i += every {
		ch := changes[i]
		v, s := c.Check(ch), y.Check(context.Background(), ch)
		calls += s.Calls
		got := fmt.Sprint(s.Weak, s.Weak == nil, s.StateLength, s.Strong, s.Strong == nil)
		want := fmt.Sprint(c.Word(v.Weak), v.Weak == nil, v.StateLength, c.Word(v.Strong), v.Strong == nil)
		switch {
		case got != want && (v.Killed && len(v.Strong) <= 9 || s.Proved):
			t.Errorf("%s: SAT finds %s (proved %t, k %d, %s), enumeration %s", ch.ID(m), got, s.Proved, s.K, s.Reason, want)
		case v.Killed && len(v.Strong) > 9:
			if s.Proved || s.K != 9 {
				t.Errorf("%s: SAT says proved %t within %d steps, the shortest kill has %d", ch.ID(m), s.Proved, s.K, len(v.Strong))
			}
		case v.Killed:
		case s.Proved:
			proved++
		default:
			open++
			t.Logf("%s %s -> %s: undecided, k %d, %s, weak %t state %d", ch.ID(m), m.Before(&ch), m.After(&ch), s.K, s.Reason, v.WeakKilled, v.StateLength)
		}
	}
	t.Logf("equivalent: %d proved by induction, %d undecided; %d questions", proved, open, calls)
}

// Six counters of 16 bits are beyond enumeration: SAT kills what it can within its depth and
// proves the rest equivalent by induction.
func TestWideDomains(t *testing.T) {
	f := source.NewFile("", `
var a, b, c, d, e, x : 0..65535 = 0
input set(v : 0..65535), swap, ask
output value(v), high
location S
t1: S -> S on set [v > 300 and v < 65000] / a := v; b := a; c := b; e := d
t2: S -> S on swap [a > b] / a := b; b := a; x := 7
t3: S -> S on ask [a > b and c >= 1000] / d := c; !high
t4: S -> S on ask / !value(a)
`)
	m, diags := Parse(f)
	if m == nil {
		t.Fatal(diags.Text(f))
	}
	var budget *BudgetError
	if _, err := NewChecker(m, 0); !errors.As(err, &budget) || budget.Budget != "letters" {
		t.Errorf("the explicit engine gave %v, want a budget of letters", err)
	}
	y := NewSymbolic(m, 4, 0)
	killed, proved, open := 0, 0, 0
	for _, ch := range m.Changes() {
		if op := Operators[ch.Operator].Name; op == "AOR" || ch.Number%9 != 0 && ch.kind != dropUpdate && !*allMutants {
			continue
		}
		v := y.Check(context.Background(), ch)
		switch {
		case v.Strong != nil:
			killed++
			if _, ok := m.Replay(m.Mutant(ch), v.Strong); !ok {
				t.Errorf("%s: %v is no kill", ch.ID(m), v.Strong)
			}
		case v.Proved:
			proved++
		default:
			open++
			t.Logf("%s %s -> %s: %s at %d", ch.ID(m), m.Before(&ch), m.After(&ch), v.Reason, v.K)
		}
	}
	t.Logf("%d killed, %d equivalent, %d open", killed, proved, open)
	if killed < 5 || proved < 1 {
		t.Errorf("%d killed and %d proved, want more", killed, proved)
	}
}
