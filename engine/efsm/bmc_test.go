package efsm

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
)

var allMutants = flag.Bool("all", false, "compare the engines on all mutants, not on a sample of each model")

// The SAT engine finds the same words as the explicit one, and calls nothing equivalent that is
// not. It sees all mutants of the small models; of the large ones the survivors, few of which it
// must leave open, and some of those that are killed. With -all it sees all of all.
func TestEnginesAgree(t *testing.T) {
	open := map[string]int{"atm": 4}
	for _, e := range Gallery() {
		t.Run(e.Name, func(t *testing.T) {
			m, _ := model.Parse(source.NewFile(e.Name, e.Text))
			every := 1
			if large := len(m.Vars)*len(m.Transitions) > 50; large && !*allMutants {
				every = len(Changes(m)) / 6
			}
			if testing.Short() && !*allMutants {
				every = len(Changes(m)) / 3
			}
			if got := enginesAgree(t, m, every, !testing.Short() || *allMutants); got > open[e.Name] {
				t.Errorf("%d equivalent mutants are left open, want %d", got, open[e.Name])
			}
		})
	}
}

// deep is how far the SAT engine goes here.
const deep = 9

// said is what the SAT engine found: the weak word, the length of the state kill, the strong word.
func said(s SymbolicVerdict) [3]string {
	return [3]string{fmt.Sprint(s.Weak != nil, s.Weak), fmt.Sprint(s.StateLength), fmt.Sprint(s.Strong != nil, s.Strong)}
}

// enginesAgree compares the engines on all survivors and on every n-th mutant, and counts the
// survivors that SAT leaves open.
func enginesAgree(t *testing.T, m *model.Machine, every int, survivors bool) (open int) {
	c, err := NewChecker(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	y := NewSymbolic(m, deep, 0)
	proved, calls, seen := 0, 0, 0
	for i, ch := range Changes(m) {
		v := c.Check(ch)
		if i%every != 0 && (v.Killed || !survivors) {
			continue
		}
		s := y.Check(context.Background(), ch)
		seen++
		calls += s.Calls
		got, want := said(s), said(s)
		if v.WeakKilled && (s.WeakProved || s.Weak != nil || len(v.Weak) <= s.K) || !v.WeakKilled && s.Weak != nil {
			want[0] = fmt.Sprint(v.WeakKilled, c.Word(v.Weak))
		}
		if v.StateLength >= 0 && v.StateLength <= s.K || s.StateLength >= 0 {
			want[1] = fmt.Sprint(v.StateLength)
		}
		if v.Killed && (s.Proved || len(v.Strong) <= s.K) || s.Strong != nil {
			want[2] = fmt.Sprint(v.Killed, c.Word(v.Strong))
		}
		switch {
		case got != want:
			t.Errorf("%s: SAT finds %q (proved %t, k %d, %s), enumeration %q", ch.ID(m), got, s.Proved, s.K, s.Reason, want)
		case v.Killed && s.Strong == nil && len(v.Strong) <= deep:
			t.Errorf("%s: a kill of %d steps is not found within %d: %s", ch.ID(m), len(v.Strong), s.K, s.Reason)
		case v.Killed:
		case s.Proved:
			proved++
		default:
			open++
			t.Logf("%s %s -> %s: undecided, k %d, %s, weak %t state %d", ch.ID(m), Before(m, &ch), After(m, &ch), s.K,
				s.Reason, v.WeakKilled, v.StateLength)
		}
	}
	t.Logf("%d mutants; equivalent: %d proved by induction, %d undecided; %d questions", seen, proved, open, calls)
	return open
}

// Internal transitions that go on for longer than they are followed leave a mutant open: it is
// neither called equivalent nor said not to be killed within some steps.
func TestLongChains(t *testing.T) {
	m := parse(t, `
var n : 0..30 = 0
input go
output o(v)
location A, B
t1: A -> A [n < 20] / n := n + 1
t2: A -> B / !o(n)
t3: B -> B on go / !o(0)
`)
	for depth, want := range map[int]int{6: 0, 15: 26} {
		y, known := NewSymbolic(m, depth, 0), 0
		for _, ch := range Changes(m) {
			if ch.kind == model.ChangeTarget || !Operators[ch.Operator].Paper {
				continue
			}
			v := y.Check(context.Background(), ch)
			if v.Proved {
				known++
			} else if v.K != -1 || v.Reason != "depth" {
				t.Errorf("depth %d, %s: got %+v", depth, ch.ID(m), v)
			}
		}
		if known != want {
			t.Errorf("depth %d: %d mutants are decided, want %d", depth, known, want)
		}
	}
	c, _ := NewChecker(m, 0)
	y := NewSymbolic(m, 15, 0)
	for _, ch := range Changes(m) {
		if v, s := c.Check(ch), y.Check(context.Background(), ch); s.Proved && (v.Killed != (s.Strong != nil) ||
			len(v.Strong) != len(s.Strong)) {
			t.Errorf("%s: SAT finds %+v, enumeration %+v", ch.ID(m), s, v)
		}
	}
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
	m, diags := model.Parse(f)
	if m == nil {
		t.Fatal(diags.Text(f))
	}
	var budget *model.BudgetError
	if _, err := NewChecker(m, 0); !errors.As(err, &budget) || budget.Budget != "arguments" {
		t.Errorf("the explicit engine gave %v, want a budget of arguments", err)
	}
	y := NewSymbolic(m, 4, 0)
	killed, proved, open := 0, 0, 0
	for _, ch := range Changes(m) {
		if op := Operators[ch.Operator].Name; op == "AOR" || ch.Number%9 != 0 && ch.kind != model.DropUpdate && !*allMutants {
			continue
		}
		v := y.Check(context.Background(), ch)
		switch {
		case v.Strong != nil:
			killed++
			if _, ok := m.Replay(Mutant(m, ch), v.Strong); !ok {
				t.Errorf("%s: %v is no kill", ch.ID(m), v.Strong)
			}
		case v.Proved:
			proved++
		default:
			open++
			t.Logf("%s %s -> %s: %s at %d", ch.ID(m), Before(m, &ch), After(m, &ch), v.Reason, v.K)
		}
	}
	t.Logf("%d killed, %d equivalent, %d open", killed, proved, open)
	if killed < 5 || proved < 1 {
		t.Errorf("%d killed and %d proved, want more", killed, proved)
	}
}
