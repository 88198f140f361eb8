package efsm

import (
	"context"
	"fmt"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/efsm/referee"
	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/internal/testkit"
)

// agreeOn compares the shared product, the plain one and partition refinement on a mutant of several changes.
func agreeOn(t *testing.T, c *Checker, r *referee.Referee, changes []Change) {
	t.Helper()
	m := c.Machine()
	impl := Mutant(m, changes...)
	v, p := c.Check(changes...), r.Judge(impl, Faults(m, changes))
	got := fmt.Sprint(c.Word(v.Weak), v.Weak == nil, v.StateLength, c.Word(v.Strong), v.Strong == nil)
	want := fmt.Sprint(p.Weak, p.Weak == nil, p.StateLength, p.Strong, p.Strong == nil)
	if got != want {
		t.Errorf("%s: the shared product finds %s, the plain one %s", idOf(m, changes), got, want)
	}
	if c.States() > 200 {
		return // refinement takes long
	}
	if equivalent := refine(m, impl); equivalent == v.Killed {
		t.Errorf("%s: killed %t, but refinement says equivalent %t", idOf(m, changes), v.Killed, equivalent)
	}
}

func idOf(m *model.Machine, changes []Change) (id string) {
	for i := range changes {
		id += "+" + changes[i].ID(m)
	}
	return id[1:]
}

// pairs lists pairs of changes whose edits do not overlap, all or a sample.
func pairs(m *model.Machine, changes []Change, sample int) [][]Change {
	edits := make([]Edit, len(changes))
	for i := range changes {
		edits[i] = EditOf(m, &changes[i])
	}
	apart := func(i, j int) bool {
		a, b := edits[i].Span, edits[j].Span
		return a.End <= b.Start && a != b || b.End <= a.Start && a != b
	}
	var all [][]Change
	for _, p := range mutation.Pairs(len(changes), apart, sample, 1) {
		all = append(all, []Change{changes[p.First], changes[p.Second]})
	}
	return all
}

// Two changes of one expression are judged together, whichever place it stands in: neither infects
// alone, both do. SAT decides every pair of the small machines.
func TestPairsWithinOneExpression(t *testing.T) {
	const head = "var x : 0..3 = 1\nvar b : bool\ninput go\noutput o(v)\nlocation A, B\n"
	for name, text := range map[string]string{
		"guard of constants":  "input go\noutput o\nlocation A\nt: A -> A on go [1 = 3] / !o",
		"guard of a variable": head + "t: A -> A on go [x + 1 = x - 1] / !o(x)",
		"update":              head + "t: A -> B on go / x := x * 0 * 0\nu: B -> B on go / !o(x)",
		"argument":            head + "t: A -> A on go / !o(x * 0 * 0)",
		"connectives":         head + "t: A -> A on go [b and x = 0 and x = 1] / b := not b; !o(x)",
	} {
		t.Run(name, func(t *testing.T) {
			m := parse(t, text)
			c, err := NewChecker(m, 0)
			if err != nil {
				t.Fatal(err)
			}
			r, _ := referee.New(m, 0)
			together := 0
			for _, p := range testkit.Some(pairs(m, Changes(m), 0), 3) {
				agreeOn(t, c, r, p)
				v := c.Check(p...)
				if v.Killed && !c.Check(p[0]).WeakKilled && !c.Check(p[1]).WeakKilled {
					together++
				}
				s := NewSymbolic(m, 6, 0).Check(context.Background(), p...)
				if !s.Proved || (s.Strong != nil) != v.Killed {
					t.Errorf("%s: SAT says %+v, enumeration killed %t", idOf(m, p), s, v.Killed)
				}
			}
			if together == 0 {
				t.Error("no pair is killed whose changes infect nothing alone: the model tests nothing")
			}
		})
	}
}

// Sampled pairs of the whole gallery are judged alike by the shared product, the plain one and
// partition refinement.
func TestPairsOfTheGallery(t *testing.T) {
	for _, e := range Gallery() {
		t.Run(e.Name, func(t *testing.T) {
			m := galleryMachine(t, e.Name)
			c, err := NewChecker(m, 0)
			if err != nil {
				t.Fatal(err)
			}
			r, _ := referee.New(m, 0)
			sample := 100
			if c.States() > 200 {
				sample = 12
			}
			for _, p := range testkit.Some(pairs(m, Changes(m), sample), 4) {
				agreeOn(t, c, r, p)
			}
			// Pairs of one transition are rare in a sample and the ones that interact.
			var near [][]Change
			byTransition := map[int][]Change{}
			for _, ch := range Changes(m) {
				byTransition[ch.Transition] = append(byTransition[ch.Transition], ch)
			}
			for i := range m.Transitions {
				near = append(near, pairs(m, byTransition[i], max(1, sample/len(m.Transitions)))...)
			}
			for _, p := range testkit.Some(near, 4) {
				agreeOn(t, c, r, p)
			}
		})
	}
}

// A condition that stands in for another is a copy: changing the original leaves it alone.
func TestConditionInPlaceOfAnother(t *testing.T) {
	m := parse(t, "var x : 0..3 = 1\nvar b : bool\ninput go\noutput o(v)\nlocation A\nt: A -> A on go [b and not "+
		"(x > 2)] / !o(x)")
	for _, p := range pairs(m, Changes(m), 0) {
		readsAsMutant(t, m, p)
	}
}

// What stands behind an assignment that fails is not evaluated: dropping it infects nothing.
func TestNothingIsInfectedBehindAFailure(t *testing.T) {
	for _, updates := range []string{"simultaneous", "sequential"} {
		m := parse(t, "semantics updates = "+updates+"\nvar x, y : 0..3 = 0\ninput go\nlocation A\nt: A -> A on go / "+
			"y := 1 / x; x := x + 1")
		c, _ := NewChecker(m, 0)
		y := NewSymbolic(m, 4, 0)
		for _, ch := range Changes(m) {
			if ch.kind == model.ChangeTarget || ch.site.Index != 1 {
				continue
			}
			if v, s := c.Check(ch), y.Check(context.Background(), ch); v.WeakKilled || s.Weak != nil || !s.Proved {
				t.Errorf("%s, %s: got %v and %+v, want no weak kill", updates, ch.ID(m), v.Weak, s)
			}
		}
		agree(t, m, Changes(m))
	}
}

// Where one of two assignments to a variable is missing, the other counts.
func TestAssignedTwice(t *testing.T) {
	for _, updates := range []string{"simultaneous", "sequential"} {
		m := parse(t, "semantics updates = "+updates+"\nvar x, y : 0..2 = 0\ninput go\noutput o(v)\nlocation A\nt: A "+
			"-> A on go / x := 2; x := y; !o(x)")
		c, _ := NewChecker(m, 0)
		y := NewSymbolic(m, 4, 0)
		for _, ch := range Changes(m) {
			if ch.kind != model.DropUpdate {
				continue
			}
			v, s := c.Check(ch), y.Check(context.Background(), ch)
			if last := ch.site.Index == 1; v.Killed != last || (s.Strong != nil) != last || !s.Proved || !v.WeakKilled ||
				s.Weak == nil {
				t.Errorf("%s, %s: got %+v and %+v", updates, Before(m, &ch), v, s)
			}
		}
		agree(t, m, Changes(m))
	}
}

// Values far outside a range wrap around at once: no loop counts them down.
func TestFarValuesWrap(t *testing.T) {
	for _, c := range []struct {
		typ  model.Type
		x    int64
		want int64
	}{
		{model.Type{Min: 1, Max: 1}, -model.Limit, 1}, {model.Type{Min: -3, Max: 4}, 5, -3}, {model.Type{Min: -3,
			Max: 4}, -4, 4},
		{model.Type{Min: 0, Max: 6}, -model.Limit, 6}, {model.Type{Min: 0, Max: 6}, model.Limit,
			1}, {model.Type{Min: -model.Limit, Max: model.Limit}, 7, 7},
	} {
		if got, ok := c.typ.Hold(c.x, model.OverflowWrap); got != c.want || !ok {
			t.Errorf("%d in %d..%d: got %d, want %d", c.x, c.typ.Min, c.typ.Max, got, c.want)
		}
	}
	m := parse(t, "semantics overflow = wrap\nvar x : 1..1\ninput go\nlocation A\nt: A -> A on go / x := -2147483647")
	agree(t, m, Changes(m)) // it took half a minute
}
