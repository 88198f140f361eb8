package store

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

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
	if kind == wire.Run && reply.Mutants != nil {
		reply.Sheet, reply.Mutants = sheet(reply.Indices, reply.Mutants), nil
	}
	r.Dispatch(Replied{Reply: reply})
}

// sheet is how a worker sends mutants.
func sheet(places []int, mutants []report.Mutant) *wire.Sheet {
	var d wire.Draft
	for k := range mutants {
		d.Add(places[k], &mutants[k])
	}
	s := d.Sheet()
	if d.Len < 20 { // as in a worker, small ones are not packed
		return s
	}
	pages := s.Pages.([wire.Pages][]byte)
	s.Pages = packed{[wire.Pages][]byte{pack(pages[wire.Texts]), pack(pages[wire.Words])}, [wire.Pages]int{len(pages[wire.Texts]), len(pages[wire.Words])}}
	return s
}

// forgotten answers that nothing was kept of the run that is asked for.
func (r *rig) forgotten() { r.Dispatch(Recalled{}) }

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
	send(b, wire.Reply{Kind: wire.Progress, Sheet: sheet([]int{1}, all[1:2])})
	send(b, wire.Reply{Kind: wire.Result, Head: &report.Report{}})
	if r.Run.Status != Running {
		t.Error("the run is over before its last shard")
	}
	send(a, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 2})
	send(a, wire.Reply{Kind: wire.Progress, Sheet: sheet([]int{0, 2}, []report.Mutant{all[0], all[2]})})
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
	if r.Run.Status != Running || r.Run.Decided != 2 || r.Decided() != 0 {
		t.Errorf("a second run does not begin again: %v, %d, %d", r.Run.Status, r.Run.Decided, r.Decided())
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

// While verdicts stream in the order is not made again for each batch; a new run begins with a new one.
func TestTheOrderKeepsUp(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	if len(r.Order()) != 3 {
		t.Fatal("no list")
	}
	r.Dispatch(StartRun{})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 1000})
	if len(r.Order()) != 3 || !r.Waiting() {
		t.Errorf("a new run without verdicts shows %d mutants, want the 3 of the old one", len(r.Order()))
	}
	batch := func(from, n int) {
		var all []report.Mutant
		var at []int
		for i := from; i < from+n; i++ {
			all, at = append(all, report.Mutant{ID: fmt.Sprint("m", i), Verdict: report.Killed}), append(at, i)
		}
		r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: all, Indices: at})
	}
	batch(0, 1)
	if len(r.Order()) != 3 {
		t.Errorf("with one verdict the list has %d, want the 3 of the old run until it is full again", len(r.Order()))
	}
	batch(1, 499)
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
