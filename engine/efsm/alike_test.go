package efsm

import (
	"context"
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
)

// Killed mutants are alike exactly when partition refinement, or the plain product, finds no word
// that tells them apart; mutants that are alike have one fingerprint.
func TestAlike(t *testing.T) {
	for _, name := range []string{"fig1a", "fig1b", "fig1c", "fig5", "fig6", "fig6-step", "vending"} {
		t.Run(name, func(t *testing.T) {
			m := galleryMachine(t, name)
			if alikeAgrees(t, m, paperChanges(m), 250) == 0 {
				t.Error("no two mutants are alike: the machine tests nothing")
			}
		})
	}
	for seed := uint64(1); seed <= 12; seed++ {
		m := parse(t, randomModel(seed))
		alikeAgrees(t, m, Changes(m), 100)
	}
}

// alikeAgrees compares about so many pairs of killed mutants and counts those that are alike.
func alikeAgrees(t *testing.T, m *model.Machine, changes []Change, most int) (alike int) {
	t.Helper()
	c, err := NewChecker(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	var killed []Judged
	for _, j := range c.Judge(context.Background(), changes, nil) {
		if j.Verdict.Killed {
			killed = append(killed, j)
		}
	}
	n, every := 0, max(1, len(killed)*len(killed)/2/most)
	for i := range killed {
		for j := range i {
			if n++; n%every != 0 {
				continue
			}
			a, b := []Change{killed[j].Change}, []Change{killed[i].Change}
			got, decided := c.Alike(context.Background(), a, b)
			if want := refine(Mutant(m, a...), Mutant(m, b...)); got != want || !decided {
				t.Errorf("%s and %s: alike %t, refinement says %t", idOf(m, a), idOf(m, b), got, want)
			}
			if !got {
				continue
			}
			alike++
			if !slices.Equal(killed[i].Verdict.Strong, killed[j].Verdict.Strong) ||
				Fingerprint(m, c.Word(killed[i].Verdict.Strong), b...) != Fingerprint(m, c.Word(killed[j].Verdict.Strong), a...) {
				t.Errorf("%s and %s are alike and have different fingerprints", idOf(m, a), idOf(m, b))
			}
		}
	}
	return alike
}

// A difference that lies where neither mutant comes is none: both kill themselves before.
func TestAlikeWhereOnlyTheOriginalComes(t *testing.T) {
	m := parse(t, "var x : 0..3 = 1\ninput go\noutput o(v)\nlocation A, B\nt: A -> B on go / x := 2\nu: B -> B on "+
		"go / !o(x)")
	c, _ := NewChecker(m, 0)
	all := map[string][]Change{}
	for _, ch := range Changes(m) {
		all[ch.ID(m)] = []Change{ch}
	}
	elsewhere := func(a, b string) bool {
		got, decided := c.Alike(context.Background(), all[a], all[b])
		if !decided || got != refine(Mutant(m, all[a]...), Mutant(m, all[b]...)) {
			t.Errorf("%s and %s: got %t", a, b, got)
		}
		return got
	}
	found := 0
	for a := range all {
		for b := range all {
			if a < b && elsewhere(a, b) {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no two mutants are alike")
	}
}
