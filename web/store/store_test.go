package store

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// A rig is a store with its effects, and an engine of two formalisms that the test plays.
type rig struct {
	*Store
	t       *testing.T
	effects []Effect
}

var formalisms = []report.Formalism{
	{
		Name: "toy", Title: "Toys", Extensions: []string{".toy"}, Limits: map[string]int{report.BudgetStates: 500},
		Operators: []report.Operator{{Name: "inc", Title: "Increment", Paper: true}, {Name: "del", Title: "Delete", Paper: true}, {Name: "swap", Title: "Swap"}},
		Examples:  []report.Example{{Name: "first", Title: "First", Text: "x = 1\ny = 2\n"}, {Name: "second", Title: "Second", Text: "z = 3\n", Operators: []string{"swap"}}},
		Options:   []report.Option{{Name: "mode", Kind: "choice", Choices: []string{"a", "b"}, Default: "a"}},
		Tools:     []report.Tool{{Name: "suite", Title: "Suite", Inputs: []report.Option{{Name: "n", Kind: "number", Default: "3"}, {Name: "m", Kind: "mutant"}}}},
	},
	{Name: "other", Title: "Others", Extensions: []string{".oth"}, Examples: []report.Example{{Name: "o", Text: "o"}}},
}

func newRig(t *testing.T) *rig {
	r := &rig{t: t}
	r.Store = New(func(e Effect) { r.effects = append(r.effects, e) })
	return r
}

// booted is a rig whose engine is ready.
func booted(t *testing.T, b Booted) *rig {
	r := newRig(t)
	r.Dispatch(b)
	r.Dispatch(Replied{Reply: wire.Reply{Kind: wire.Ready, Version: "9", Formalisms: formalisms}})
	return r
}

// asked gives the newest request of a kind that was not stopped; it must be there.
func (r *rig) asked(kind string) wire.Request {
	r.t.Helper()
	for i := len(r.effects) - 1; i >= 0; i-- {
		if a, ok := r.effects[i].(Ask); ok && a.Request.Kind == kind {
			return a.Request
		}
	}
	r.t.Fatalf("no request of kind %s was sent", kind)
	return wire.Request{}
}

// last gives the newest effect of a type.
func last[T Effect](r *rig) T {
	r.t.Helper()
	for i := len(r.effects) - 1; i >= 0; i-- {
		if e, ok := r.effects[i].(T); ok {
			return e
		}
	}
	var none T
	r.t.Fatalf("no effect of type %T", none)
	return none
}

func (r *rig) answer(kind string, reply wire.Reply) {
	r.t.Helper()
	reply.ID = r.asked(kind).ID
	if reply.Kind == "" {
		reply.Kind = wire.Result
	}
	r.Dispatch(Replied{Reply: reply})
}

func (r *rig) analysed() {
	r.t.Helper()
	r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "toy", Valid: true, Counts: map[string]int{"inc": 2, "del": 1, "swap": 5}}})
}

func mutants() []report.Mutant {
	return []report.Mutant{
		{ID: "inc@1:5", Operator: "inc", Verdict: report.Killed, Length: report.Int(4), Span: report.Span{Line: 1, Column: 5, EndLine: 1, EndColumn: 6}, Original: "1", Replacement: "2"},
		{ID: "inc@2:5", Operator: "inc", Verdict: report.Unkillable, Reason: "equivalent", Strength: report.Proved, Span: report.Span{Line: 2, Column: 5, EndLine: 2, EndColumn: 6}, Original: "2", Replacement: "3"},
		{ID: "del@2:1", Operator: "del", Verdict: report.Unkillable, Reason: report.Refines, Span: report.Span{Line: 2, Column: 1, EndLine: 2, EndColumn: 6}, Original: "y = 2"},
	}
}

// ran answers a whole run with the toy mutants.
func (r *rig) ran() {
	r.t.Helper()
	r.analysed()
	req := r.asked(wire.Run)
	head := func() *report.Report {
		return &report.Report{Model: report.Model{Text: req.Text, Formalism: "toy"}, Settings: req.Settings}
	}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: head(), Total: 3})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: mutants(), Indices: []int{0, 1, 2}, Done: 3, Total: 3})
	end := head()
	end.Evidence = []byte(`{"states":3}`)
	r.answer(wire.Run, wire.Reply{Head: end})
}

func toWalk(n int) *report.Walk {
	w := &report.Walk{Spec: "Original", Impl: "Mutant", Conclusion: "c"}
	for i := range n {
		w.Steps = append(w.Steps, report.WalkStep{Label: fmt.Sprint("e", i)})
	}
	w.Steps[n-1].Tone = "bad"
	return w
}

func TestTheFirstScreenRunsTheFirstExample(t *testing.T) {
	r := booted(t, Booted{})
	if r.Work.Text != formalisms[0].Examples[0].Text || r.Work.Example != "first" {
		t.Fatalf("the text is %q", r.Work.Text)
	}
	r.ran()
	if r.Run.Status != Done || r.Run.Summary.Killed != 1 || r.Run.Summary.Unkillable != 2 {
		t.Errorf("status %v, summary %+v", r.Run.Status, r.Run.Summary)
	}
	if r.List.Selected != "inc@1:5" {
		t.Errorf("selected is %q, want the killed mutant, whose steps can be shown", r.List.Selected)
	}
	r.answer(wire.Walk, wire.Reply{Walk: toWalk(5)})
	if r.Walk.Step != 3 {
		t.Errorf("the stepper stands at %d, want 3: one press before the wrong step", r.Walk.Step)
	}
	if got := r.Mutants(); !slices.Equal(got, []string{"del@2:1", "inc@2:5", "inc@1:5"}) {
		t.Errorf("the list is %v: what no test kills must come first, equivalent ones after the others", got)
	}
}

// Mutants lists ids as the page shows them.
func (r *rig) Mutants() []string {
	var ids []string
	for _, i := range r.Order() {
		ids = append(ids, r.Run.Rows.At(i).ID)
	}
	return ids
}

func TestTypingBeforeTheEngineIsReadyIsKept(t *testing.T) {
	r := newRig(t)
	r.Dispatch(Booted{})
	r.Dispatch(Edited{Text: "mine"})
	r.Dispatch(StartRun{})
	r.Dispatch(Replied{Reply: wire.Reply{Kind: wire.Ready, Formalisms: formalisms}})
	if r.Work.Text != "mine" {
		t.Errorf("the first example replaced what was typed: %q", r.Work.Text)
	}
	r.analysed()
	if r.asked(wire.Run).Text != "mine" {
		t.Error("the run that was asked for early did not follow")
	}
}

func TestShardsAreMergedByTheirPlaces(t *testing.T) {
	defer func(n int) { Runners = n }(Runners)
	Runners = 2
	r := booted(t, Booted{})
	r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "toy", Valid: true, Counts: map[string]int{"inc": 900}}})
	if len(r.Run.Shards) != 2 {
		t.Fatalf("%d shards, want 2 for 900 mutants", len(r.Run.Shards))
	}
	a, b := r.Run.Shards[0].ID, r.Run.Shards[1].ID
	send := func(id int, reply wire.Reply) {
		reply.ID = id
		r.Dispatch(Replied{Reply: reply})
	}
	all := mutants()
	send(b, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 1})
	send(b, wire.Reply{Kind: wire.Progress, Mutants: all[1:2], Indices: []int{1}})
	send(b, wire.Reply{Kind: wire.Result, Head: &report.Report{}})
	if r.Run.Status != Running {
		t.Error("the run is over before its last shard")
	}
	send(a, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 2})
	send(a, wire.Reply{Kind: wire.Progress, Mutants: []report.Mutant{all[0], all[2]}, Indices: []int{0, 2}})
	send(a, wire.Reply{Kind: wire.Result, Head: &report.Report{}})
	var ids []string
	for _, m := range r.Report().Mutants {
		ids = append(ids, m.ID)
	}
	if r.Run.Status != Done || !slices.Equal(ids, []string{"inc@1:5", "inc@2:5", "del@2:1"}) {
		t.Errorf("status %v, mutants %v", r.Run.Status, ids)
	}
}

// partial is a rig in mid-run with two verdicts.
func partial(t *testing.T) *rig {
	r := booted(t, Booted{})
	r.analysed()
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 3})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: mutants()[:2], Indices: []int{0, 1}, Done: 2, Total: 3})
	return r
}

func TestStopKeepsWhatIsThere(t *testing.T) {
	r := partial(t)
	r.Dispatch(StopRun{})
	if last[Stop](r).ID != r.Run.Shards[0].ID {
		t.Error("the engine was not told")
	}
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}, Cancelled: true})
	if r.Run.Status != Stopped || len(r.Report().Mutants) != 2 || !r.Report().Cancelled {
		t.Errorf("status %v, report %+v", r.Run.Status, r.Report())
	}
	if got := r.RunSays(); got != "Stopped after 2 of 3 mutants: 1 killed, 1 unkillable" {
		t.Errorf("it says %q", got)
	}
}

func TestStopByEndingTheWorkerKeepsWhatIsThere(t *testing.T) {
	r := partial(t)
	r.Dispatch(StopRun{})
	r.Dispatch(RequestOver{ID: r.Run.Shards[0].ID})
	if r.Run.Status != Stopped || len(r.Report().Mutants) != 2 {
		t.Errorf("status %v", r.Run.Status)
	}
}

func TestADeadWorkerKeepsWhatIsThere(t *testing.T) {
	r := partial(t)
	r.Dispatch(RequestLost{ID: r.Run.Shards[0].ID, Why: "out of memory"})
	if r.Run.Status != Broken || len(r.Report().Mutants) != 2 || !strings.Contains(r.Notice.Text, "out of memory") {
		t.Errorf("status %v, notice %q", r.Run.Status, r.Notice.Text)
	}
	r.Dispatch(StartRun{})
	if r.Run.Status != Running || r.Run.Decided != 2 {
		t.Errorf("a second run does not keep the first until it has an answer: %v, %d", r.Run.Status, r.Run.Decided)
	}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 3})
	if r.Run.Status != Running || r.Run.Decided != 0 {
		t.Errorf("a second run does not begin again: %v, %d", r.Run.Status, r.Run.Decided)
	}
}

// A run that the engine refuses, one that is stopped before it has an answer, and one whose worker dies
// by then, leave what is on screen as it was.
func TestARefusedRunKeepsTheLast(t *testing.T) {
	for name, end := range map[string]func(r *rig){
		"refused": func(r *rig) { r.answer(wire.Run, wire.Reply{Kind: wire.Failure, Message: "too many pairs"}) },
		"stopped": func(r *rig) {
			r.Dispatch(StopRun{})
			r.Dispatch(RequestOver{ID: r.Run.Shards[0].ID})
		},
		"lost": func(r *rig) { r.Dispatch(RequestLost{ID: r.Run.Shards[0].ID, Why: "too many pairs"}) },
	} {
		r := booted(t, Booted{})
		r.ran()
		before := r.Report()
		r.Dispatch(StartRun{})
		end(r)
		if r.Run.Status != Done || len(r.Order()) != 3 || !reflect.DeepEqual(r.Report(), before) {
			t.Errorf("%s: status %v, %d mutants in the list", name, r.Run.Status, len(r.Order()))
		}
		if name != "stopped" && !strings.Contains(r.Notice.Text, "too many pairs") {
			t.Errorf("%s: it says %q", name, r.Notice.Text)
		}
		r.Dispatch(StartRun{})
		r.ran()
		if r.Run.Status != Done {
			t.Errorf("%s: the next run ends as %v", name, r.Run.Status)
		}
	}
}

func TestFilterSortAndMove(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	for _, c := range []struct {
		filter SetFilter
		want   int
	}{
		{SetFilter{Field: "verdict", Value: report.Killed}, 1},
		{SetFilter{Field: "verdict", Value: report.Killed}, 3}, // a second press takes it back
		{SetFilter{Field: "verdict", Value: "equivalent"}, 1},
		{SetFilter{}, 3},
		{SetFilter{Field: "operator", Value: "inc"}, 2},
		{SetFilter{Field: "text", Value: "LOSES"}, 0},
		{SetFilter{}, 3},
		{SetFilter{Field: "line", Value: "2"}, 2},
		{SetFilter{}, 3},
	} {
		r.Dispatch(c.filter)
		if got := len(r.Order()); got != c.want {
			t.Errorf("%+v: %d mutants, want %d", c.filter, got, c.want)
		}
	}
	r.Dispatch(SetSort{By: "place"})
	if got := r.Mutants(); !slices.Equal(got, []string{"inc@1:5", "del@2:1", "inc@2:5"}) {
		t.Errorf("by place: %v", got)
	}
	r.Dispatch(Select{ID: "inc@1:5"})
	r.Dispatch(SelectBy{By: 1})
	r.Dispatch(SelectBy{By: 100})
	if r.List.Selected != "inc@2:5" {
		t.Errorf("moved to %s", r.List.Selected)
	}
}

func TestTheWindowOfALongList(t *testing.T) {
	r := booted(t, Booted{})
	r.analysed()
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 5000})
	for i := 0; i < 5000; i += 100 {
		var batch []report.Mutant
		var at []int
		for k := i; k < i+100; k++ {
			batch, at = append(batch, report.Mutant{ID: fmt.Sprint(k), Verdict: report.Unkillable}), append(at, k)
		}
		r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: batch, Indices: at})
	}
	r.Dispatch(Scrolled{Top: 2500 * RowHeight, Height: 10 * RowHeight})
	from, to := r.Window()
	if from > 2500 || to < 2510 || to-from > 40 {
		t.Errorf("the window is %d to %d", from, to)
	}
	r.Dispatch(Scrolled{Top: 4999 * RowHeight, Height: 900})
	if _, to := r.Window(); to != 5000 {
		t.Errorf("the window ends at %d", to)
	}
}

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

// What the report has of a mutant is copied as JSON.
func TestCopyingEvidence(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(Select{ID: "inc@1:5"})
	m := r.Selected()
	m.Counterexample, m.Evidence = []byte(`{"k":1}`), []byte(`[2]`)
	r.Dispatch(CopyPart{Place: "json:"})
	if got, want := last[Clip](r).Text, `{"counterexample": {"k":1}, "evidence": [2]}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

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

func TestASessionIsRestoredAndRun(t *testing.T) {
	r := booted(t, Booted{Saved: &wire.Link{Text: "x = 1\ny = 2\n", Formalism: "toy", Mutant: "inc@2:5", Step: 1, Settings: report.Settings{Operators: []string{"inc", "del"}}}})
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

func TestBreakItYourself(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(OpenBreak{ID: "inc@1:5"})
	req := r.asked(wire.Compare)
	if req.Impl != "x = 2\ny = 2\n" || req.Text != "x = 1\ny = 2\n" {
		t.Fatalf("compared with %q", req.Impl)
	}
	r.answer(wire.Compare, wire.Reply{Mutants: mutants()[:1], Walk: toWalk(4)})
	if r.Break.Mutant == nil || r.Break.Step != 2 {
		t.Errorf("got %+v", r.Break)
	}
	r.Dispatch(EditedImpl{Text: "x = ?"})
	r.Dispatch(last[After](r).Action) // the autosave
	r.Dispatch(CompareNow{})
	r.answer(wire.Compare, wire.Reply{Kind: wire.Failure, Message: "errors", Diagnostics: []report.Diagnostic{{Message: "got ?"}}})
	if len(r.Break.Diagnostics) != 1 || r.Break.Busy {
		t.Errorf("got %+v", r.Break)
	}
	r.Dispatch(OpenBreak{})
	if !r.Break.Same {
		t.Error("starting over is not the original")
	}
}

func TestTools(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(OpenTool{Name: "suite"})
	r.Dispatch(SetInput{Name: "n", Value: "5"})
	r.Dispatch(RunTool{})
	if in := r.asked(wire.UseTool).Inputs; in["n"] != "5" || in["m"] != "inc@1:5" {
		t.Errorf("inputs %v", in)
	}
	r.answer(wire.UseTool, wire.Reply{Kind: wire.Progress, Done: 1, Total: 2, Message: "solving"})
	graph := &report.Graph{Nodes: []report.GraphNode{{ID: "a"}}}
	table := &report.Table{Columns: []string{"k", "v"}, Numeric: []bool{false, true}, Rows: [][]string{{"b", "10"}, {"a,\"x", "9"}}}
	r.answer(wire.UseTool, wire.Reply{Sections: []report.Section{{Blocks: []report.Block{{Graph: graph}, {Table: table}, {Walk: toWalk(3)}, {Code: &report.Code{File: "f.txt", Text: "code"}}}}}})
	if last[LayOut](r).Place != "0.0" {
		t.Error("the graph is not laid out")
	}
	r.Dispatch(LaidOut{Place: "0.0", Layout: &draw.Layout{Nodes: []draw.Point{{X: 1}}, Width: 9, Height: 9}})
	r.Dispatch(Download{What: "graph:0.0"})
	if d := last[Deliver](r); !strings.HasPrefix(d.Text, "<svg") {
		t.Errorf("delivered %q", d.Text)
	}
	r.Dispatch(CopyPart{Place: "table:0.1"})
	if got := last[Clip](r).Text; got != "k,v\r\nb,10\r\n\"a,\"\"x\",9\r\n" {
		t.Errorf("the table as CSV is %q", got)
	}
	r.Dispatch(SortTable{Place: "0.1", Column: 1})
	if got := SortRows(table, r.Tools.Sorts["0.1"], true); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("sorted by number: %v", got)
	}
	r.Dispatch(StepBy{Place: "0.2", By: 9})
	if _, n := r.StepOf("0.2"); n != 2 {
		t.Errorf("the tool's walk stands at %d", n)
	}
	r.Dispatch(Download{What: "code:0.3"})
	if d := last[Deliver](r); d.Name != "f.txt" || d.Text != "code" {
		t.Errorf("delivered %+v", d)
	}
	r.Dispatch(MakeLink{})
	if l := r.Link(); l.Tool != "suite" || l.Inputs["n"] != "5" {
		t.Errorf("the link holds %q %v", l.Tool, l.Inputs)
	}
}

// Tests of a kill matrix are left out and taken back one by one; the cell pointed at stays within.
func TestMatrixOfATool(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(OpenTool{Name: "suite"})
	r.Dispatch(RunTool{})
	m := &report.Matrix{Mutants: []string{"inc@1:5", "del@2:1", "x"}, Rows: []report.MatrixRow{{Test: "a"}, {Test: "b"}}, States: "kku"}
	m.Rows[0].Add(0)
	m.Rows[1].Add(0)
	m.Rows[1].Add(1)
	answer := wire.Reply{Sections: []report.Section{{Blocks: []report.Block{{Text: "x"}, {Matrix: m}}}}}
	r.answer(wire.UseTool, answer)
	score := func() int { return m.Score(r.Tools.Matrices["0.1"].Without).Killed }
	for i, c := range []struct{ row, want int }{{1, 1}, {0, 0}, {1, 2}, {0, 2}, {7, 2}, {-1, 2}} {
		was := r.Tools.Matrices["0.1"].Without
		size := len(was)
		r.Dispatch(DropTest{Place: "0.1", Row: c.row})
		if score() != c.want || len(was) != size {
			t.Errorf("%d: %d are killed, want %d; the former set has %d of %d", i, score(), c.want, len(was), size)
		}
	}
	for _, c := range []struct {
		a           Action
		row, column int
	}{
		{PickCell{Place: "0.1", Row: 1, Column: 2}, 1, 2}, {MoveCell{Place: "0.1", Rows: 1, Columns: 1}, 1, 2},
		{MoveCell{Place: "0.1", Rows: -1, Columns: -1}, 0, 1}, {MoveCell{Place: "0.1", Rows: -5, Columns: -5}, -1, 0},
	} {
		r.Dispatch(c.a)
		if v := r.Tools.Matrices["0.1"]; !v.Picked || v.Row != c.row || v.Column != c.column {
			t.Errorf("%+v: the cell is %d, %d", c.a, v.Row, v.Column)
		}
	}
	r.Dispatch(PickCell{Place: "0.0"}) // no matrix
	if len(r.Tools.Matrices) != 1 {
		t.Errorf("cells of %d matrices", len(r.Tools.Matrices))
	}
	r.Dispatch(Download{What: "matrix:0.1"})
	if d := last[Deliver](r); d.Name != "suite-matrix.csv" || !strings.HasPrefix(d.Text, "test,inc@1:5") {
		t.Errorf("delivered %+v", d)
	}
	r.Dispatch(RunTool{})
	r.answer(wire.UseTool, answer)
	if len(r.Tools.Matrices) != 0 {
		t.Error("a new result has the old cells")
	}
}

func TestRunningOneMutantAgainKeepsTheOthers(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(RerunOne{ID: "del@2:1"})
	if got := r.asked(wire.Run).Mutants; !slices.Equal(got, []string{"del@2:1"}) {
		t.Fatalf("asked for %v", got)
	}
	m := mutants()[2]
	m.Verdict, m.Reason = report.Unknown, "states"
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 1})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: []report.Mutant{m}, Indices: []int{2}})
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}})
	if s := r.Run.Summary; s.Killed != 1 || s.Unkillable != 1 || s.Unknown != 1 || r.Run.Status != Done {
		t.Errorf("summary %+v", s)
	}
}

func TestExports(t *testing.T) {
	r := booted(t, Booted{})
	r.Dispatch(Download{What: "report"})
	if !strings.Contains(r.Notice.Text, "run first") {
		t.Errorf("it says %q", r.Notice.Text)
	}
	r.ran()
	r.Dispatch(Download{What: "report"})
	d := last[Deliver](r)
	var back report.Report
	if err := json.Unmarshal([]byte(d.Text), &back); err != nil || len(back.Mutants) != 3 || back.Summary.Killed != 1 || string(back.Evidence) == "" {
		t.Errorf("%s: %v", d.Name, err)
	}
	if d.Name != "first.report.json" {
		t.Errorf("the file is called %s", d.Name)
	}
	r.Dispatch(Download{What: "stryker"})
	var stryker struct {
		Files map[string]struct {
			Mutants []struct{ Status string }
		}
	}
	if err := json.Unmarshal([]byte(last[Deliver](r).Text), &stryker); err != nil {
		t.Fatal(err)
	}
	for _, f := range stryker.Files {
		if len(f.Mutants) != 3 || f.Mutants[0].Status != "Killed" || f.Mutants[1].Status != "Ignored" {
			t.Errorf("got %+v", f)
		}
	}
	r.Dispatch(Download{What: "csv"})
	if lines := strings.Count(last[Deliver](r).Text, "\r\n"); lines != 4 {
		t.Errorf("%d lines of CSV, want 4", lines)
	}
}

func TestAnEarlierAnswerDoesNotOverwriteALaterOne(t *testing.T) {
	r := booted(t, Booted{})
	old := r.asked(wire.Analyse).ID
	r.Dispatch(Edited{Text: "newer"})
	r.Dispatch(Replied{Reply: wire.Reply{Kind: wire.Result, ID: old, Analysis: &wire.Analysis{Facts: []report.Fact{{Label: "old"}}}}})
	if r.Analysis != nil {
		t.Error("the analysis of an earlier text is shown")
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

// While verdicts stream in the order is not made again for each batch; a new run begins with a new one.
func TestTheOrderKeepsUp(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	if len(r.Order()) != 3 {
		t.Fatal("no list")
	}
	r.Dispatch(StartRun{})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 1000})
	if len(r.Order()) != 0 || r.Position() != -1 {
		t.Errorf("a new run shows %d mutants of the old one", len(r.Order()))
	}
	batch := func(from, n int) {
		var all []report.Mutant
		var at []int
		for i := from; i < from+n; i++ {
			all, at = append(all, report.Mutant{ID: fmt.Sprint("m", i), Verdict: report.Killed}), append(at, i)
		}
		r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: all, Indices: at})
	}
	batch(0, 500)
	first := len(r.Order())
	batch(500, 30)
	if got := len(r.Order()); first != 500 || got != 500 {
		t.Errorf("the order has %d, then %d mutants: 30 more are no reason to make it again", first, got)
	}
	batch(530, 470)
	if got := len(r.Order()); got != 1000 {
		t.Errorf("the order has %d mutants, want all 1000", got)
	}
	batch(1000, 3)
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}})
	if got := len(r.Order()); got != 1003 {
		t.Errorf("after the run the order has %d mutants", got)
	}
}

// judged3 is a rig whose three mutants were judged, with fingerprints.
func judged3(t *testing.T) *rig {
	r := partial(t)
	more := mutants()[2]
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: []report.Mutant{more}, Indices: []int{2}, Prints: []string{"a"}})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: mutants()[:1], Indices: []int{0}, Prints: []string{"a"}})
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}})
	return r
}

// Duplicates are looked for when all mutants are judged, by one worker, from the fingerprints that
// all of them sent; the run ends with its answer.
func TestDuplicatesAreTheLastPart(t *testing.T) {
	r := judged3(t)
	req := r.asked(wire.Match)
	if r.Run.Status != Running || !slices.Equal(req.Prints, []string{"a", "", "a"}) || req.Text == "" || req.Formalism != "toy" {
		t.Fatalf("status %v, asked %+v", r.Run.Status, req)
	}
	if got := r.RunSays(); got != "3 mutants: 1 killed, 2 unkillable; looking for duplicates" {
		t.Errorf("it says %q", got)
	}
	r.Dispatch(Edited{Text: "other"})
	r.answer(wire.Match, wire.Reply{Indices: []int{2}, Originals: []int{0}, Note: "not determined for 1"})
	rep := r.Report()
	if r.Run.Status != Done || rep.Mutants[2].DuplicateOf != "inc@1:5" || rep.Summary.Duplicates != 1 || rep.Summary.DuplicatesNote != "not determined for 1" {
		t.Errorf("status %v, summary %+v", r.Run.Status, rep.Summary)
	}
	if got := r.RunSays(); got != "3 mutants: 1 killed, 2 unkillable, 1 of them duplicates" {
		t.Errorf("it says %q", got)
	}
}

// A run that is stopped while it looks for duplicates keeps its verdicts and says so.
func TestStopWhileLookingForDuplicates(t *testing.T) {
	r := judged3(t)
	r.Dispatch(StopRun{})
	if last[Stop](r).ID != r.Run.Match {
		t.Error("the engine was not told")
	}
	r.answer(wire.Match, wire.Reply{Cancelled: true, Note: "not determined: the run was stopped"})
	rep := r.Report()
	if r.Run.Status != Stopped || !rep.Cancelled || len(rep.Mutants) != 3 || rep.Summary.DuplicatesNote != "not determined: the run was stopped" {
		t.Errorf("status %v, report %+v", r.Run.Status, rep)
	}
}

// A mutant that is judged again stays the duplicate that it was, and is not looked for again.
func TestJudgedAgainStaysADuplicate(t *testing.T) {
	r := judged3(t)
	r.answer(wire.Match, wire.Reply{Indices: []int{2}, Originals: []int{0}})
	r.Run.Head.Model.Text = r.Work.Text
	r.Dispatch(RerunOne{ID: "del@2:1"})
	if !slices.Equal(r.asked(wire.Run).Mutants, []string{"del@2:1"}) {
		t.Fatal("it was not asked for")
	}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: mutants()[2:], Indices: []int{2}, Prints: []string{"b"}})
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}})
	if rep := r.Report(); r.Run.Status != Done || rep.Mutants[2].DuplicateOf != "inc@1:5" || rep.Summary.Duplicates != 1 {
		t.Errorf("status %v, mutant %+v", r.Run.Status, rep.Mutants[2])
	}
}

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

func TestPiecesFindIDs(t *testing.T) {
	ids := map[string]bool{"t3#3": true, "a b#1": true, "x@1:2": true, "TAD@off->off?": true}
	for text, want := range map[string]string{
		"t3#3":                       "<t3#3>",
		"a b#1":                      "<a b#1>",
		"t3#3 t3#4 x@1:2":            "<t3#3>| t3#4 |<x@1:2>",
		"(t3#3), as x@1:2.":          "(|<t3#3>|), as |<x@1:2>|.",
		"see TAD@off->off? or\nt3#3": "see |<TAD@off->off?>| or\n|<t3#3>",
		"xt3#3 t3#33":                "xt3#3 t3#33",
		"":                           "",
	} {
		var got []string
		whole := ""
		for _, p := range Pieces(text, func(id string) bool { return ids[id] }) {
			whole += p.Text
			if p.ID {
				p.Text = "<" + p.Text + ">"
			}
			got = append(got, p.Text)
		}
		if strings.Join(got, "|") != want || whole != text {
			t.Errorf("%q: got %q, want %q", text, strings.Join(got, "|"), want)
		}
	}
}

// A press on an id selects its mutant, even when the filter hides it; an id that the list does not
// have is told and changes nothing.
func TestAnIDSelects(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(OpenTool{Name: "suite"})
	r.Dispatch(RunTool{})
	r.answer(wire.UseTool, wire.Reply{Sections: []report.Section{{Blocks: []report.Block{{
		Text:  "kills inc@1:5 and inc@9:9",
		Table: &report.Table{Rows: [][]string{{"inc@2:5", "1"}}},
		Graph: &report.Graph{Nodes: []report.GraphNode{{ID: "1", Label: "del@2:1 +2"}}},
	}}}}})
	if want := map[string]bool{"inc@1:5": true, "inc@2:5": true, "del@2:1": true}; !reflect.DeepEqual(r.Tools.IDs, want) {
		t.Errorf("the result names %v", r.Tools.IDs)
	}
	r.Dispatch(SetFilter{Field: "verdict", Value: report.Unkillable})
	r.Dispatch(Select{ID: "inc@1:5"})
	if r.List.Selected != "inc@1:5" || r.Position() < 0 || r.Layout.Detail != "mutant" {
		t.Errorf("selected is %q at %d, shown is %s", r.List.Selected, r.Position(), r.Layout.Detail)
	}
	r.Dispatch(Select{ID: "inc@9:9"})
	if r.List.Selected != "inc@1:5" || r.Notice.Tone != "warn" || !strings.Contains(r.Notice.Text, "inc@9:9") {
		t.Errorf("selected is %q, said is %q", r.List.Selected, r.Notice.Text)
	}
}

func TestCopyingATraceCopiesATest(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	w := toWalk(3)
	w.Test = `[[["a"]]]`
	r.answer(wire.Walk, wire.Reply{Walk: w})
	r.Dispatch(CopyPart{Place: "trace:"})
	if c := last[Clip](r); c.Text != w.Test {
		t.Errorf("copied is %q", c.Text)
	}
}
