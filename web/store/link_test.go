package store

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// share makes a link of a run with a walk at step 2.
func share(t *testing.T) (*rig, string) {
	r := booted(t, Booted{Base: "http://h/"})
	r.Dispatch(Edited{Text: "α = 1\ny = 2\n"})
	r.analysed()
	r.Dispatch(StartRun{})
	r.ran()
	r.Dispatch(Select{ID: "inc@1:5"})
	r.answer(wire.Walk, wire.Reply{Walk: toWalk(5)})
	r.Dispatch(GoStep{Step: 2})
	r.Dispatch(MakeLink{})
	fragment, err := wire.FormatLink(*r.asked(wire.Share).Link)
	if err != nil {
		t.Fatal(err)
	}
	r.answer(wire.Share, wire.Reply{Text: fragment})
	link := r.Share.Link
	if !strings.HasPrefix(link, "http://h/#m1:") || last[SetHash](r).Fragment != link[len("http://h/#"):] {
		t.Fatalf("the link is %q", link)
	}
	return r, link[strings.Index(link, "#"):]
}

func TestALinkBringsBackMutantAndStep(t *testing.T) {
	_, hash := share(t)
	r := booted(t, Booted{Hash: hash})
	if r.Work.Text != "α = 1\ny = 2\n" {
		t.Fatalf("the text is %q", r.Work.Text)
	}
	r.ran()
	if r.Origin.Outcome != "reproduced" || r.List.Selected != "inc@1:5" {
		t.Errorf("outcome %q, selected %q", r.Origin.Outcome, r.List.Selected)
	}
	r.answer(wire.Walk, wire.Reply{Walk: toWalk(5)})
	if r.Walk.Step != 2 {
		t.Errorf("the stepper stands at %d, want 2", r.Walk.Step)
	}
}

func TestALinkSaysWhatDiffers(t *testing.T) {
	_, hash := share(t)
	r := booted(t, Booted{Hash: hash})
	r.analysed()
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 1})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: mutants()[:1], Indices: []int{0}})
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}})
	if r.Origin.Outcome != "differs" || !strings.Contains(r.Origin.Says, "shared were 1 killed, 2 unkillable") {
		t.Errorf("%s: %s", r.Origin.Outcome, r.Origin.Says)
	}
}

func TestALinkWhoseMutantOrStepIsGone(t *testing.T) {
	l := wire.Link{Text: "x = 1\ny = 2\n", Formalism: "toy", Mutant: "inc@1:5", Step: 99}
	fragment, _ := wire.FormatLink(l)
	r := booted(t, Booted{Hash: "#" + fragment})
	r.ran()
	r.answer(wire.Walk, wire.Reply{Walk: toWalk(3)})
	if r.Walk.Step != 2 {
		t.Errorf("step %d, want the last one", r.Walk.Step)
	}
	l.Mutant = "gone@1:1"
	fragment, _ = wire.FormatLink(l)
	r = booted(t, Booted{Hash: "#" + fragment})
	r.ran()
	if !strings.Contains(r.Notice.Text, "gone@1:1") || r.List.Selected == "" {
		t.Errorf("notice %q, selected %q", r.Notice.Text, r.List.Selected)
	}
}

func TestBadLinksSayWhyAndChangeNothing(t *testing.T) {
	_, hash := share(t)
	for name, c := range map[string]struct{ hash, want string }{
		"truncated": {hash[:len(hash)/2], "cut off"},
		"foreign":   {"#pako:eNpVj", "not a Mutarium link"},
		"later":     {"#m2:abc", "later version"},
	} {
		r := booted(t, Booted{})
		r.Dispatch(Edited{Text: "mine"})
		r.Dispatch(HashChanged{Hash: c.hash})
		if !strings.Contains(r.Notice.Text, c.want) || r.Work.Text != "mine" {
			t.Errorf("%s: it says %q, the text is %q", name, r.Notice.Text, r.Work.Text)
		}
	}
}

func TestOpeningALinkKeepsTheWorkInTheHistory(t *testing.T) {
	_, hash := share(t)
	r := booted(t, Booted{Saved: &wire.Link{Text: "my work", Formalism: "toy", Name: "w.toy"}, Hash: hash})
	if r.Work.Text != "α = 1\ny = 2\n" || len(r.History) != 1 || r.History[0].Text != "my work" {
		t.Fatalf("text %q, history %+v", r.Work.Text, r.History)
	}
	r.Dispatch(OpenPast{Index: 0})
	if r.Work.Text != "my work" || r.History[0].Text != "α = 1\ny = 2\n" {
		t.Errorf("text %q, history %+v", r.Work.Text, r.History)
	}
}

func TestASessionIsRestoredAndRun(t *testing.T) {
	r := booted(t, Booted{Saved: &wire.Link{Text: "x = 1\ny = 2\n", Formalism: "toy", Mutant: "inc@2:5", Step: 1, Settings: report.Settings{Operators: []string{"inc", "del"}}}})
	r.analysed()
	r.forgotten()
	r.ran()
	if r.List.Selected != "inc@2:5" || r.Origin.Shown {
		t.Errorf("selected %q, origin shown %v", r.List.Selected, r.Origin.Shown)
	}
	r.answer(wire.Walk, wire.Reply{Walk: toWalk(3)})
	if r.Walk.Step != 1 {
		t.Errorf("step %d", r.Walk.Step)
	}
}

func TestALinkBeforeTheFirstRunHoldsWhatWasAskedFor(t *testing.T) {
	r := newRig(t)
	r.Dispatch(Booted{Saved: &wire.Link{Text: "x", Formalism: "toy", Mutant: "m", Step: 3}})
	if l := r.Link(); l.Mutant != "m" || l.Step != 3 || l.Digest != "" {
		t.Errorf("got %+v", l)
	}
}
