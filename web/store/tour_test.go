package store

import (
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/wire"
)

// tour is a rig whose first example has a mutant to show, at the end of its run.
func tour(t *testing.T, b Booted) *rig {
	t.Helper()
	all := slices.Clone(formalisms)
	all[0].Examples = slices.Clone(all[0].Examples)
	all[0].Examples[0].Mutant = "inc@2:5"
	r := newRig(t)
	r.Dispatch(b)
	r.Dispatch(Replied{Reply: wire.Reply{Kind: wire.Ready, Version: "9", Formalisms: all}})
	return r
}

func TestTheExampleChoosesTheMutantThatIsShown(t *testing.T) {
	r := tour(t, Booted{})
	r.ran()
	if r.List.Selected != "inc@2:5" || !r.List.Picked {
		t.Errorf("selected is %q, picked by the page: %v", r.List.Selected, r.List.Picked)
	}
	last[Reveal](r)
	r.Dispatch(Select{ID: "inc@1:5"})
	if r.List.Picked {
		t.Error("what the user selects counts as picked by the page")
	}
}

// Each step of the tour waits for the act, and looking elsewhere leads back.
func TestTourWaitsForTheActs(t *testing.T) {
	r := tour(t, Booted{})
	r.ran()
	step := func(want int, after string) {
		t.Helper()
		if r.Tour != want {
			t.Fatalf("after %s the tour is at step %d, want %d", after, r.Tour, want)
		}
	}
	step(1, "the first run")
	r.answer(wire.Walk, wire.Reply{Walk: toWalk(3)})
	r.Dispatch(StepBy{By: 1})
	r.Dispatch(Select{ID: "inc@1:5"})
	step(1, "another mutant")
	r.Dispatch(Select{ID: "inc@2:5"})
	r.answer(wire.Walk, wire.Reply{Walk: toWalk(3)})
	step(2, "its mutant")
	r.Dispatch(GoStep{Step: 1})
	step(2, "a step that does not differ")
	r.Dispatch(StepBy{By: 1})
	step(3, "the last step")
	r.Dispatch(OpenBreak{})
	r.Dispatch(EditedImpl{Text: r.Work.Text})
	step(3, "no change")
	r.Dispatch(EditedImpl{Text: "x = 7\n"})
	step(0, "a change")
	if !r.Layout.Toured {
		t.Error("the tour comes again")
	}
}

func TestTourIsLeft(t *testing.T) {
	for name, a := range map[string]Action{
		"Esc": EndTour{}, "typing": Edited{Text: "x = 3\n"}, "another example": OpenExample{Formalism: "toy", Name: "second"},
		"another language": SetFormalism{Name: "other"}, "a file": OpenFile{Name: "a.toy", Text: "a"},
	} {
		r := tour(t, Booted{})
		r.ran()
		r.Dispatch(a)
		if r.Tour != 0 || !r.Layout.Toured {
			t.Errorf("%s does not end the tour", name)
		}
		r.Dispatch(OpenDialog{Name: "help"})
		r.Dispatch(StartTour{})
		if r.Tour != 1 || r.Dialog != "" || r.Work.Example != "first" {
			t.Errorf("%s: from Help the tour is at %d, with %q open and the example %q", name, r.Tour, r.Dialog, r.Work.Example)
		}
	}
	if r := tour(t, Booted{Layout: Layout{Left: 30, Toured: true}}); r.Tour != 0 {
		t.Error("who took the tour is led through it again")
	}
	if r := tour(t, Booted{Saved: &wire.Link{Text: "mine"}}); r.Tour != 0 {
		t.Error("who has work of their own is led through the tour")
	}
}
