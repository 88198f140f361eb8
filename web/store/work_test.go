package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

func TestOperators(t *testing.T) {
	r := booted(t, Booted{})
	r.analysed()
	want := func(names ...string) {
		t.Helper()
		if got := r.SelectedOperators(); !slices.Equal(got, names) {
			t.Errorf("selected %v, want %v", got, names)
		}
	}
	want("inc", "del")
	r.Dispatch(ToggleOp{Name: "swap"})
	want("inc", "del", "swap")
	r.Dispatch(ToggleOp{Name: "inc"})
	want("del", "swap")
	if r.Expected() != 6 {
		t.Errorf("%d mutants expected, want 6", r.Expected())
	}
	r.Dispatch(SetOps{Which: "none"})
	want()
	if r.Runnable() == "" {
		t.Error("a run without operators is offered")
	}
	r.Dispatch(SetOps{Which: "all"})
	want("inc", "del", "swap")
	r.Dispatch(SetOps{Which: "paper"})
	want("inc", "del")
}

func TestSettingsAndStaleness(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	if r.Stale() {
		t.Error("stale at once")
	}
	r.Dispatch(SetSetting{Name: "depth", Value: "7"})
	if !r.Stale() || r.Work.Settings.Depth != 7 {
		t.Error("a changed depth does not make the run stale")
	}
	r.Dispatch(SetSetting{Name: "depth", Value: ""})
	r.Dispatch(SetSetting{Name: "option:mode", Value: "b"})
	if r.Work.Settings.Options["mode"] != "b" {
		t.Error("the option was not set")
	}
	r.Dispatch(SetSetting{Name: "option:mode", Value: "a"})
	if r.Stale() {
		t.Error("back at the default, the run is still stale")
	}
	r.Dispatch(Edited{Text: "x = 1\ny = 2"})
	if !r.Stale() || r.Work.Example != "" {
		t.Error("an edited text is taken for the example")
	}
}

// A limit that ran out is raised tenfold, the formalism's own where none was given, and the model is run again.
func TestALimitIsRaised(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	raised := func(want int) {
		t.Helper()
		r.Dispatch(RaiseLimit{Name: report.BudgetStates})
		if got := r.asked(wire.Run).Settings.Budget.States; got != want || r.Run.Status != Running {
			t.Errorf("the run (%v) has a budget of %d states, want %d", r.Run.Status, got, want)
		}
		r.ran()
	}
	raised(5000)
	raised(50_000)
	r.Dispatch(SetSetting{Name: report.BudgetStates, Value: "2147483647"})
	raised(2_147_483_640)
	r.Dispatch(RaiseLimit{Name: report.BudgetZones}) // the formalism has no such limit
	if r.Run.Status == Running || r.Work.Settings.Budget.Zones != 0 {
		t.Error("an unknown limit is raised")
	}
}

func TestTheHistoryIsBoundedAndHoldsNoExamples(t *testing.T) {
	r := booted(t, Booted{})
	r.Dispatch(OpenExample{Formalism: "toy", Name: "second"})
	if len(r.History) != 0 {
		t.Error("an untouched example went into the history")
	}
	if !slices.Equal(r.SelectedOperators(), []string{"swap"}) {
		t.Error("the example's operators are not selected")
	}
	for i := range 30 {
		r.Dispatch(OpenFile{Name: fmt.Sprint(i), Text: fmt.Sprint("text ", i)})
	}
	if len(r.History) != historyLength || r.History[0].Text != "text 28" {
		t.Errorf("%d entries, the newest %q", len(r.History), r.History[0].Text)
	}
}

func TestTheFormalismFollowsTheTextAndTheChoice(t *testing.T) {
	r := booted(t, Booted{})
	r.Dispatch(SetFormalism{Name: "other"})
	if r.Work.Text != "o" {
		t.Errorf("an untouched example stays %q", r.Work.Text)
	}
	r.Dispatch(OpenFile{Name: "a.toy", Text: "mine"})
	if req := r.asked(wire.Analyse); req.Formalism != "" || req.Name != "a.toy" {
		t.Errorf("the engine is told %q for a new file", req.Formalism)
	}
	r.analysed()
	if r.Work.Formalism != "toy" {
		t.Errorf("the formalism is %q", r.Work.Formalism)
	}
	r.Dispatch(SetFormalism{Name: "other"})
	if r.Work.Text != "mine" || r.asked(wire.Analyse).Formalism != "other" {
		t.Error("a text of one's own is not read in the chosen language")
	}
}

func TestHistoriesOfTwoTabsAreJoined(t *testing.T) {
	mine := []Past{{Text: "new"}, {Text: "b", When: 2}}
	kept := []Past{{Text: "c", When: 3}, {Text: "b", When: 2}, {Text: "a", When: 1}, {Text: strings.Repeat("x", historyBytes)}}
	var got []string
	for _, p := range MergeHistory(mine, kept) {
		got = append(got, p.Text)
	}
	if !slices.Equal(got, []string{"new", "c", "b", "a"}) {
		t.Errorf("got %v", got)
	}
}

// The counts that are kept while verdicts come in are those of the whole list.
func TestCountsKeepPace(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	want := report.Summarise(r.judged())
	got := r.Run.Summary
	if got.Killed != want.Killed || got.Unkillable != want.Unkillable || got.Mutants != want.Mutants || fmt.Sprint(got.Operators) != fmt.Sprint(want.Operators) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAFolderIsMadeOneModel(t *testing.T) {
	r := booted(t, Booted{})
	r.Dispatch(OpenFiles{Files: []wire.File{{Name: "p/a.json", Text: "1"}, {Name: "p/b.json", Text: "2"}}})
	if req := r.asked(wire.Pack); len(req.Files) != 2 || req.Formalism != "" {
		t.Fatalf("asked %+v", req)
	}
	r.answer(wire.Pack, wire.Reply{Text: "one", Formalism: "other"})
	if r.Work.Text != "one" || r.Work.Formalism != "other" || r.Work.Name != "p" {
		t.Errorf("got %+v", r.Work)
	}
	r.Dispatch(OpenFiles{Files: []wire.File{{Name: "x/y.toy", Text: "mine"}}})
	if r.Work.Name != "y.toy" {
		t.Errorf("a single file is called %q", r.Work.Name)
	}
}

func TestAPastedTextOfAnotherLanguageIsOffered(t *testing.T) {
	r := booted(t, Booted{})
	r.Dispatch(Edited{Text: "o of one's own"})
	r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "toy"}})
	probe := r.asked(wire.Analyse)
	if probe.Formalism != "" || probe.Name != "" {
		t.Fatalf("the probe names %q", probe.Formalism)
	}
	recognised := wire.Reply{Analysis: &wire.Analysis{Formalism: "other", Valid: true}}
	r.answer(wire.Analyse, recognised)
	if r.Work.Formalism != "toy" || r.Offer != "other" {
		t.Fatalf("the text is read as %q, and %q is offered", r.Work.Formalism, r.Offer)
	}
	r.Dispatch(AnswerOffer{Yes: true})
	if r.Work.Formalism != "other" || r.Work.Name != "model.oth" || r.Offer != "" {
		t.Errorf("got %q, %q, and %q is offered", r.Work.Formalism, r.Work.Name, r.Offer)
	}
}

// What was chosen in the menu, or kept, stays so for this text: nothing else is even offered.
func TestChosenFormalismStays(t *testing.T) {
	for name, choose := range map[string]func(r *rig){
		"chosen": func(r *rig) { r.Dispatch(SetFormalism{Name: "other"}); r.Dispatch(SetFormalism{Name: "toy"}) },
		"kept": func(r *rig) {
			r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "toy"}})
			r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "other", Valid: true}})
			r.Dispatch(AnswerOffer{})
		},
	} {
		r := booted(t, Booted{})
		r.Dispatch(Edited{Text: "o of one's own"})
		choose(r)
		r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "toy"}})
		if a := r.asked(wire.Analyse); a.Formalism == "" && name == "chosen" {
			t.Errorf("%s: the page asks what the text may be", name)
		}
		if r.Work.Formalism != "toy" || r.Offer != "" {
			t.Errorf("%s: it is read as %q, and %q is offered", name, r.Work.Formalism, r.Offer)
		}
		r.Dispatch(Edited{Text: "another text"})
		r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "toy"}})
		r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "other", Valid: true}})
		if r.Offer != "other" {
			t.Errorf("%s: another text is offered %q", name, r.Offer)
		}
	}
}

// Who looks at a text in another language and comes back finds settings, verdicts and the selected
// mutant again.
func TestSwitchingBackRestoresTheRun(t *testing.T) {
	r := booted(t, Booted{})
	r.Dispatch(Edited{Text: "mine"})
	r.Dispatch(SetSetting{Name: "depth", Value: "7"})
	r.Dispatch(StartRun{})
	r.ran()
	r.Dispatch(Select{ID: "inc@2:5"})
	r.Dispatch(SetFormalism{Name: "other"})
	if r.Run.Decided != 0 || r.Work.Settings.Depth == 7 {
		t.Fatalf("%d verdicts and depth %d came along", r.Run.Decided, r.Work.Settings.Depth)
	}
	r.Dispatch(SetFormalism{Name: "toy"})
	if r.Run.Decided != 3 || r.Run.Status != Done || r.Stale() || r.List.Selected != "inc@2:5" || r.Work.Settings.Depth != 7 {
		t.Errorf("%d verdicts, status %d, stale %t, selected %q, depth %d", r.Run.Decided, r.Run.Status, r.Stale(),
			r.List.Selected, r.Work.Settings.Depth)
	}
	if got := r.asked(wire.Walk).Mutant.ID; got != "inc@2:5" || !r.Walk.Busy {
		t.Errorf("the steps of %s are asked for", got)
	}
}

// Verdicts do not outlive the language they are of, and a file's name follows it.
func TestAnotherLanguageForgetsTheRun(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(Edited{Text: "mine"})
	r.analysed()
	if !r.Stale() || r.Run.Decided != 3 {
		t.Fatal("an edit alone must keep the verdicts, as stale ones")
	}
	r.Dispatch(SetFormalism{Name: "other"})
	if r.Run.Decided != 0 || r.Run.Head != nil || r.List.Selected != "" {
		t.Errorf("%d verdicts of the former language are shown", r.Run.Decided)
	}
	if !strings.HasSuffix(r.Work.Name, ".oth") {
		t.Errorf("the file is called %q", r.Work.Name)
	}
}

// Where the paper's operators find no place and nobody chose any, all are selected; a choice holds,
// and so does what a link promises.
func TestOperatorsAreWidened(t *testing.T) {
	only := func(counts map[string]int) wire.Reply {
		return wire.Reply{Analysis: &wire.Analysis{Formalism: "toy", Valid: true, Counts: counts}}
	}
	for name, c := range map[string]struct {
		before func(r *rig)
		counts map[string]int
		want   []string
	}{
		"nothing to find":     {func(*rig) {}, map[string]int{"inc": 0, "swap": 0}, []string{"inc", "del"}},
		"the paper's find":    {func(*rig) {}, map[string]int{"inc": 1, "swap": 5}, []string{"inc", "del"}},
		"only the others do":  {func(*rig) {}, map[string]int{"inc": 0, "swap": 5}, []string{"inc", "del", "swap"}},
		"the user chose":      {func(r *rig) { r.Dispatch(SetOps{Which: "paper"}) }, map[string]int{"swap": 5}, []string{"inc", "del"}},
		"a link promises one": {func(r *rig) { r.pending = &wire.Link{Digest: "d"} }, map[string]int{"swap": 5}, []string{"inc", "del"}},
	} {
		r := booted(t, Booted{})
		r.Dispatch(Edited{Text: "mine"})
		c.before(r)
		r.answer(wire.Analyse, only(c.counts))
		if got := r.SelectedOperators(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v are selected, want %v", name, got, c.want)
		}
	}
}

// A text that is another one for the most part no longer bears the name of the example.
func TestPastedTextIsRenamed(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	for _, c := range []struct{ text, want string }{
		{"x = 1\ny = 3\n", "first.toy"},        // one line of two
		{"", "first.toy"},                      // on the way to a paste
		{"x = 1\ny = 2\n\n\n\n", "first.toy"},  // blank lines are nobody's
		{"x = 1\nx = 1\n", "first.toy"},        // a line counts once
		{"a = 1\nb = 2\nx = 1\n", "model.toy"}, // two lines of three
		{"x = 1\ny = 2\n", "model.toy"},        // and the name stays
		{"something\naltogether\nelse", "model.toy"},
	} {
		r.Dispatch(Edited{Text: c.text})
		if r.Work.Name != c.want {
			t.Errorf("after %q the name is %s, want %s", c.text, r.Work.Name, c.want)
		}
	}
	r.Dispatch(OpenFile{Name: "first.toy", Text: "x = 1\n"})
	r.Dispatch(Edited{Text: "z = 9\n"})
	if r.Work.Name != "first.toy" {
		t.Errorf("a file of one's own is called %s", r.Work.Name)
	}
}

// A template is a model of one's own: it runs with all operators, and what was there is kept.
func TestTemplatesBeginAModel(t *testing.T) {
	all := slices.Clone(formalisms)
	all[1].Templates = []report.Template{{Name: "empty", Text: "e"}, {Name: "small", Text: "s"}}
	r := newRig(t)
	r.Dispatch(Booted{Saved: &wire.Link{Formalism: "toy", Text: "mine"}})
	r.Dispatch(Replied{Reply: wire.Reply{Kind: wire.Ready, Version: "9", Formalisms: all}})
	r.Dispatch(OpenDialog{Name: "new"})
	r.Dispatch(OpenTemplate{Formalism: "other", Name: "small"})
	if r.Work.Text != "s" || r.Work.Name != "model.oth" || r.Work.Formalism != "other" || r.Dialog != "" || r.Layout.Tab != "model" {
		t.Errorf("the work is %+v, the dialog %q", r.Work, r.Dialog)
	}
	if !slices.Equal(r.Work.Settings.Operators, []string{"all"}) || !r.autorun {
		t.Errorf("operators %v, run by itself: %v", r.Work.Settings.Operators, r.autorun)
	}
	if len(r.History) != 1 || r.History[0].Text != "mine" {
		t.Errorf("the history has %+v", r.History)
	}
	was := r.Work
	r.Dispatch(OpenTemplate{Formalism: "other", Name: "none"})
	r.Dispatch(OpenTemplate{Formalism: "none", Name: "small"})
	if !reflect.DeepEqual(r.Work, was) {
		t.Error("a template that is not there changes the work")
	}
}
