package efsm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/efsm/referee"
	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/source"
)

// randomModel writes a small model: two or three locations, a number and a truth value, two inputs of
// which one has a parameter, all switches of the semantics, internal transitions, divisions that fail.
func randomModel(seed uint64) string {
	rng := mutation.Random(seed)
	pick := func(of ...string) string { return of[rng.Below(len(of))] }
	var b strings.Builder
	fmt.Fprintf(&b, "semantics overflow = %s, updates = %s, unspecified = %s\n",
		pick("error", "wrap", "saturate"), pick("simultaneous", "sequential"), pick("ignore", "reject"))
	b.WriteString("var x, y : 0..2\nvar b : bool\ninput go, set(n : 0..1)\noutput o(v), p\nlocation A, B, C\n")
	number := func(event string) string {
		leaves := []string{"x", "y", "0", "1", "2"}
		if event == "set" {
			leaves = append(leaves, "n")
		}
		e := pick(leaves...)
		for range rng.Below(2) {
			e += pick(" + ", " - ", " * ", " / ", " mod ") + pick(leaves...)
		}
		return e
	}
	condition := func(event string) string {
		return pick("b", "not b", number(event)+pick(" = ", " < ", " >= ")+number(event), number(event)+pick(" != ",
			" > ")+number(event))
	}
	for i := range 3 + rng.Below(4) {
		event := pick("go", "set", "set", "go", "")
		fmt.Fprintf(&b, "t%d: %s -> %s", i, pick("A", "B", "C"), pick("A", "B", "C"))
		if event != "" {
			b.WriteString(" on " + event)
		}
		if rng.Below(4) > 0 || event == "" {
			b.WriteString(" [" + condition(event))
			for range rng.Below(2) {
				b.WriteString(pick(" and ", " or ") + condition(event))
			}
			b.WriteString("]")
		}
		var actions []string
		for range rng.Below(3) {
			actions = append(actions, pick("x := "+number(event), "y := "+number(event), "b := "+condition(event)))
		}
		for range rng.Below(2) {
			actions = append(actions, pick("!p", "!o("+number(event)+")"))
		}
		if actions != nil {
			b.WriteString(" / " + strings.Join(actions, "; "))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// On random models the shared product, the plain one and partition refinement judge all mutants and
// some pairs alike, and both implementations of data flow answer alike.
func TestRandomModels(t *testing.T) {
	const models = 60
	for seed := uint64(1); seed <= models && !t.Failed(); seed++ {
		text := randomModel(seed)
		f := source.NewFile("", text)
		m, diags := model.Parse(f)
		if m == nil {
			t.Fatalf("seed %d: %s\n%s", seed, diags.Text(f), text)
		}
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := referee.New(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, ch := range Changes(m) {
			agreeOn(t, c, r, []Change{ch})
		}
		for _, p := range pairs(m, Changes(m), 60) {
			agreeOn(t, c, r, p)
		}
		sameFlow(t, m)
		if t.Failed() {
			t.Logf("seed %d:\n%s", seed, text)
		}
	}
}

// Post-dominators are those of their definition, whatever cycles a graph has.
func TestPostDominators(t *testing.T) {
	rng := mutation.Random(1)
	for range 3000 {
		n := 2 + rng.Below(6)
		m := &model.Machine{Locations: make([]model.Location, n)}
		for range rng.Below(2 * n) {
			m.Transitions = append(m.Transitions, model.Transition{From: rng.Below(n), To: rng.Below(n)})
		}
		if got, want := joinsOf(m), joinsByRemoval(m); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v for %+v", got, want, m.Transitions)
		}
	}
}

// What the SAT engine says of mutants and pairs of random models is what enumeration finds.
func TestRandomModelsBySAT(t *testing.T) {
	const models = 4
	for seed := uint64(1); seed <= models; seed++ {
		m := parse(t, randomModel(seed))
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		y := NewSymbolic(m, 6, 0)
		mutants := pairs(m, Changes(m), 10)
		for _, ch := range Changes(m) {
			mutants = append(mutants, []Change{ch})
		}
		for _, changes := range mutants {
			v, s := c.Check(changes...), y.Check(context.Background(), changes...)
			got := fmt.Sprint(s.Strong, s.Strong != nil)
			if want := fmt.Sprint(c.Word(v.Strong), v.Killed); (s.Proved || s.Strong != nil) && got != want {
				t.Errorf("seed %d, %s: SAT finds %s, enumeration %s", seed, idOf(m, changes), got, want)
			}
			if s.Weak != nil && fmt.Sprint(s.Weak) != fmt.Sprint(c.Word(v.Weak)) || s.WeakProved && v.WeakKilled {
				t.Errorf("seed %d, %s: SAT finds the weak word %v, enumeration %v", seed, idOf(m, changes), s.Weak, c.Word(v.Weak))
			}
			if s.StateLength >= 0 && s.StateLength != v.StateLength {
				t.Errorf("seed %d, %s: SAT finds the state length %d, enumeration %d", seed, idOf(m, changes), s.StateLength,
					v.StateLength)
			}
		}
	}
}

// joinsByRemoval finds the nearest strict post-dominator of each location: w post-dominates v when an
// end can be reached from v, but not once w is taken away.
func joinsByRemoval(m *model.Machine) []int {
	var ends func(at, without int, seen map[int]bool) bool
	ends = func(at, without int, seen map[int]bool) bool {
		if at == without || seen[at] {
			return false
		}
		seen[at] = true
		end := true
		for _, t := range m.Transitions {
			if t.From == at {
				if end = false; ends(t.To, without, seen) {
					return true
				}
			}
		}
		return end
	}
	after := func(v, w int) bool {
		return v != w && ends(v, -1, map[int]bool{}) && !ends(v, w, map[int]bool{})
	}
	joins := make([]int, len(m.Locations))
	for v := range joins {
		joins[v] = -1
		for w := range joins {
			if after(v, w) && (joins[v] < 0 || after(w, joins[v])) {
				joins[v] = w
			}
		}
	}
	return joins
}
