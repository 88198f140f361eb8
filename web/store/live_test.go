package store

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// typed edits the text; the model is valid, and the typing rests.
func (r *rig) typed(text string) {
	r.t.Helper()
	r.Dispatch(Edited{Text: text})
	r.analysed()
	r.Dispatch(runLive{})
}

// runs counts the runs that were asked for.
func (r *rig) runs() (n int) {
	for _, e := range r.effects {
		if a, ok := e.(Ask); ok && a.Request.Kind == wire.Run {
			n++
		}
	}
	return n
}

// verdicts answers the newest run with mutants.
func (r *rig) verdicts(all ...report.Mutant) {
	r.t.Helper()
	req := r.asked(wire.Run)
	head := &report.Report{Model: report.Model{Text: req.Text, Formalism: "toy"}, Settings: req.Settings}
	indices := make([]int, len(all))
	for i := range all {
		indices[i] = i
	}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: head, Total: len(all)})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: all, Indices: indices})
	last := *head
	r.answer(wire.Run, wire.Reply{Head: &last})
}

// moved gives the toy mutants some lines further down.
func moved(lines int) []report.Mutant {
	all := mutants()
	for i := range all {
		all[i].Span.Line += lines
		all[i].Span.EndLine += lines
		all[i].ID = strings.Split(all[i].ID, "@")[0] + "@moved" + string(rune('a'+i))
	}
	return all
}

// An edit has the mutants judged again beside the run that is shown, which stays until all is found; the
// selected mutant and the place in the list stay.
func TestVerdictsFollowTyping(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.answer(wire.Walk, wire.Reply{Walk: toWalk(5)})
	r.Dispatch(Scrolled{Top: 52, Height: 400})
	r.Dispatch(Edited{Text: "// a remark\nx = 1\ny = 2\n"})
	r.analysed()
	if got := last[After](r); got.Key != "live" || got.Action != (runLive{}) {
		t.Fatalf("after the edit %+v waits", got)
	}
	r.Dispatch(runLive{})
	req := r.asked(wire.Run)
	if req.Text != "// a remark\nx = 1\ny = 2\n" || req.Shards != 1 {
		t.Fatalf("what is judged is %+v", req)
	}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{Model: report.Model{Text: req.Text}}, Total: 3})
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: moved(1)[:2], Indices: []int{0, 1}})
	if r.Run.Status != Done || r.Run.Decided != 3 || r.List.Selected != "inc@1:5" || r.Waiting() {
		t.Errorf("while it is judged: status %v, %d verdicts, %s selected", r.Run.Status, r.Run.Decided, r.List.Selected)
	}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: moved(1)[2:], Indices: []int{2}})
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}})
	if r.Stale() || r.Run.Status != Done || r.Run.Decided != 3 || r.List.Top != 52 {
		t.Errorf("stale %t, status %v, %d verdicts, scrolled to %d", r.Stale(), r.Run.Status, r.Run.Decided, r.List.Top)
	}
	if r.List.Selected != "inc@moveda" || r.Walk.For != "inc@moveda" || r.Walk.Walk == nil {
		t.Errorf("%s is selected, with the steps of %s: %v", r.List.Selected, r.Walk.For, r.Walk.Walk)
	}
}

// A live run leaves what Run would.
func TestALiveRunIsARun(t *testing.T) {
	live, plain := booted(t, Booted{}), booted(t, Booted{})
	live.ran()
	live.typed("x = 1\ny = 3\n")
	live.verdicts(moved(4)...)
	plain.ran()
	plain.Dispatch(SetLive{On: false})
	plain.Dispatch(Edited{Text: "x = 1\ny = 3\n"})
	plain.analysed()
	plain.Dispatch(StartRun{})
	plain.verdicts(moved(4)...)
	var texts []string
	for _, r := range []*rig{live, plain} {
		text, err := report.Encode(r.Report())
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] {
		t.Errorf("the report after typing is\n%s\nand after Run\n%s", texts[0], texts[1])
	}
}

// An edit before the end gives a live run up, and so does an error; what is shown stays.
func TestALiveRunIsGivenUp(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.typed("x = 1\ny = 3\n")
	first := r.asked(wire.Run)
	r.Dispatch(Edited{Text: "x = 1\ny = "})
	if got := last[Stop](r); got.ID != first.ID || r.live != nil {
		t.Errorf("request %d is stopped, want %d", got.ID, first.ID)
	}
	r.answer(wire.Analyse, wire.Reply{Analysis: &wire.Analysis{Formalism: "toy"}})
	n := r.runs()
	r.Dispatch(runLive{})
	r.Dispatch(Replied{Reply: wire.Reply{ID: first.ID, Kind: wire.Progress, Sheet: sheet([]int{0, 1, 2}, moved(1))}})
	if r.runs() != n || r.Run.Decided != 3 || r.Run.Status != Done || r.Live() || !r.Stale() {
		t.Errorf("with an error %d runs more, %d verdicts, status %v, live %t, stale %t", r.runs()-n, r.Run.Decided, r.Run.Status,
			r.Live(), r.Stale())
	}
	for _, end := range []func(id int){
		func(id int) { r.Dispatch(RequestLost{ID: id, Why: "w"}) },
		func(id int) { r.Dispatch(RequestOver{ID: id}) },
		func(id int) { r.Dispatch(Replied{Reply: wire.Reply{ID: id, Kind: wire.Failure, Message: "m"}}) },
		func(id int) { r.Dispatch(Replied{Reply: wire.Reply{ID: id, Kind: wire.Result, Cancelled: true}}) },
	} {
		r.typed(r.Work.Text + "\n")
		end(r.asked(wire.Run).ID)
		if r.live != nil || r.Run.Status != Done || r.Run.Decided != 3 {
			t.Errorf("live %v, status %v, %d verdicts", r.live, r.Run.Status, r.Run.Decided)
		}
	}
}

// Nothing runs by itself where a run counts much, where the settings changed, or when it is switched off.
func TestWhatDoesNotFollow(t *testing.T) {
	costly := mutants()
	costly[0].Effort = &report.Effort{States: liveWork, Steps: 1}
	for name, prepare := range map[string]func(r *rig){
		"much work":      func(r *rig) { r.Dispatch(StartRun{}); r.verdicts(costly...) },
		"switched off":   func(r *rig) { r.Dispatch(SetLive{}) },
		"other settings": func(r *rig) { r.Dispatch(SetSetting{Name: "depth", Value: "7"}) },
		"stopped": func(r *rig) {
			r.Dispatch(StartRun{})
			r.Dispatch(StopRun{})
			r.answer(wire.Run, wire.Reply{Cancelled: true})
		},
	} {
		r := booted(t, Booted{})
		r.ran()
		if prepare(r); name == "stopped" {
			r.Run.Status = Stopped
		}
		n := r.runs()
		if r.typed("x = 1\ny = 3\n"); r.runs() != n || r.Live() {
			t.Errorf("%s: %d runs more, live %t", name, r.runs()-n, r.Live())
		}
	}
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(SetLive{})
	r.typed("x = 1\ny = 3\n")
	n := r.runs()
	if r.Dispatch(SetLive{On: true}); r.runs() != n+1 {
		t.Error("switched on, nothing follows")
	}
}

// The run before is what was run last by hand, however much was typed since.
func TestCompareRuns(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	if r.Difference() != nil {
		t.Error("one run is compared with nothing")
	}
	other := moved(1)
	other[1].Verdict, other[1].Reason = report.Killed, ""
	more := report.Mutant{ID: "inc@9:9", Operator: "inc", Original: "9", Replacement: "10", Verdict: report.Killed}
	r.typed("x = 1\ny = 3\n")
	r.verdicts(moved(1)...)
	if d := r.Difference(); d == nil || !d.Nothing() || d.Same != 3 {
		t.Errorf("after an edit of nothing the difference is %+v", d)
	}
	r.typed("x = 1\ny = 33\n")
	r.verdicts(other[0], other[1], more)
	d := r.Difference()
	if d == nil || len(d.Changed) != 1 || d.Changed[0].Before.ID != "inc@2:5" || len(d.New) != 1 || len(d.Gone) != 1 || d.Same != 1 {
		t.Fatalf("the difference is %+v", d)
	}
	if r.Difference() != d {
		t.Error("it is worked out twice")
	}
	r.Dispatch(OpenDialog{Name: "compare"})
	r.Dispatch(ShowChanged{ID: d.Changed[0].After.ID})
	if r.List.Selected != d.Changed[0].After.ID || r.Dialog != "" {
		t.Errorf("%q is selected, %q open", r.List.Selected, r.Dialog)
	}
	r.Dispatch(OpenExample{Formalism: "toy", Name: "second"})
	if r.Difference() != nil {
		t.Error("the runs of two models are compared")
	}
}

// Another set of operators is a run to compare with, and so is a report from a file.
func TestCompareWithOperatorsAndFiles(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	kept, err := report.Encode(r.Report())
	if err != nil {
		t.Fatal(err)
	}
	r.Dispatch(SetOps{Which: "all"})
	r.analysed()
	r.Dispatch(StartRun{})
	r.verdicts(append(mutants(), report.Mutant{ID: "swap@1:1", Operator: "swap", Verdict: report.Killed})...)
	if d := r.Difference(); d == nil || len(d.New) != 1 || d.New[0].ID != "swap@1:1" || d.Same != 3 {
		t.Errorf("the difference is %+v", d)
	}
	text := r.Work.Text
	file := strings.Replace(string(kept), `"id": "inc@2:5"`, `"id": "inc@2:5", "k": 0`, 1)
	file = strings.Replace(file, `"format": 0`, `"format": 2`, 1)
	r.Dispatch(OpenFile{Name: "report.json", Text: file})
	if d := r.Difference(); r.Work.Text != text || r.Dialog != "compare" || d == nil || len(d.New) != 1 || d.Same != 3 {
		t.Errorf("a report from a file: %q, dialog %q, difference %+v", r.Work.Text, r.Dialog, r.Difference())
	}
	r.Dispatch(OpenFile{Name: "report.json", Text: strings.Replace(file, `"formalism": "toy"`, `"formalism": "other"`, 1)})
	if r.Notice.Tone != "warn" {
		t.Errorf("a report of another formalism: %+v", r.Notice)
	}
}
