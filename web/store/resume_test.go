package store

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// session is the work that a tab has saved.
var session = wire.Link{Text: "x = 1\ny = 2\n", Formalism: "toy", Name: "m.toy", Settings: report.Settings{Operators: []string{"inc"}}}

// judging is a rig whose run has the head of n mutants.
func judging(t *testing.T, r *rig, n int) {
	req := r.asked(wire.Run)
	head := report.Report{Model: report.Model{Text: req.Text, Formalism: "toy"}, Settings: req.Settings}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &head, Total: n})
}

func (r *rig) judge(places ...int) {
	var all []report.Mutant
	for _, i := range places {
		all = append(all, pair(i))
	}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Mutants: all, Indices: places})
}

func (r *rig) end() []byte {
	r.t.Helper()
	r.answer(wire.Run, wire.Reply{Head: &report.Report{Evidence: []byte(`{"states":3}`), Summary: report.Summary{DuplicatesNote: "not here"}}})
	data, err := report.Encode(r.Report())
	if err != nil || r.Run.Status != Done {
		r.t.Fatal(err, r.Run.Status)
	}
	return data
}

// hoard is what a browser keeps.
type hoard struct {
	key     string
	sheets  []any
	stopped bool
}

func (h *hoard) keep(effects []Effect) {
	for _, e := range effects {
		if k, ok := e.(Keep); ok {
			if h.key != k.Key {
				*h = hoard{key: k.Key}
			}
			h.sheets, h.stopped = append(h.sheets, k.Sheets...), k.Stopped
		}
	}
}

// reloaded is the page after a reload; what the browser keeps comes in, a sheet at a time.
func reloaded(t *testing.T, h hoard, version string) *rig {
	r := newRig(t)
	r.Dispatch(Booted{Saved: &session})
	r.Dispatch(Replied{Reply: wire.Reply{Kind: wire.Ready, Version: version, Formalisms: formalisms}})
	r.analysed()
	if r.runs() != 0 {
		t.Error("a run begins before it is known what was kept")
	}
	if asked := last[Recall](r); asked.Key == h.key {
		for _, pages := range h.sheets {
			r.Dispatch(Recalled{More: true, Sheets: []*wire.Sheet{{Rows: rowsOf(pages), Pages: pages}}})
		}
		r.Dispatch(Recalled{Stopped: h.stopped})
	} else {
		r.forgotten()
	}
	return r
}

// rowsOf writes the rows of pages again, which the browser keeps with them.
func rowsOf(pages any) []byte {
	var d wire.Draft
	text := Unpack(pages, wire.Texts)
	for i := range many {
		m := pair(i)
		data := encodedMutant(m)
		if !strings.HasPrefix(string(text), data) {
			continue
		}
		d.Add(i, &m)
		if text = text[len(data):]; len(text) == 0 {
			break
		}
	}
	return d.Sheet().Rows
}

func encodedMutant(m report.Mutant) string {
	var d wire.Draft
	d.Add(0, &m)
	return string(d.Sheet().Pages.([wire.Pages][]byte)[wire.Texts])
}

// A reload goes on where the run was: what is kept is not judged again, and the report has the bytes of one of
// a run that was not interrupted. So it is when the reload is in the middle of a later second, or the run
// had ended.
func TestAReloadGoesOn(t *testing.T) {
	const n = 40
	whole := func() []byte {
		r := reloaded(t, hoard{}, "9")
		judging(t, r, n)
		for i := range n {
			r.judge(i)
		}
		return r.end()
	}()
	for _, kept := range []int{0, 1, 17, n} {
		var h hoard
		r := reloaded(t, h, "9")
		judging(t, r, n)
		for i := range kept {
			r.judge((7 * i) % n)
			if i%5 == 4 {
				r.Dispatch(tick{})
			}
		}
		r.Dispatch(tick{})
		if kept == n {
			r.end()
		} else if kept > 0 {
			r.judge(39) // too late to be kept
		}
		h.keep(r.effects)
		again := reloaded(t, h, "9")
		if got := again.Decided(); got != kept {
			t.Errorf("%d verdicts are there after the reload, want %d", got, kept)
		}
		req := again.asked(wire.Run)
		judging(t, again, n)
		var rest []int
		for i := range n {
			if i >= len(req.Known) || req.Known[i] == 0 {
				rest = append(rest, i)
				again.judge(i)
			} else if k := pair(i); (req.Known[i] == 2) != report.Matchable(k.Verdict, k.Reason) {
				t.Errorf("mutant %d, %s, is known as %d", i, k.Verdict, req.Known[i])
			}
		}
		if len(rest) != n-kept {
			t.Errorf("of %d mutants with %d kept %d are judged", n, kept, len(rest))
		}
		if got := again.end(); !bytes.Equal(got, whole) {
			t.Errorf("after a reload with %d kept the report is\n%.400s\nwant\n%.400s", kept, got, whole)
		}
	}
}

// What is kept of other settings, another text or another engine is not taken, and neither is what comes when
// the user has begun something else.
func TestWhatIsKeptOfAnotherRunIsNotTaken(t *testing.T) {
	var h hoard
	r := reloaded(t, h, "9")
	judging(t, r, 5)
	r.judge(0, 1)
	r.Dispatch(tick{})
	h.keep(r.effects)
	if len(h.sheets) != 1 {
		t.Fatalf("%d sheets are kept", len(h.sheets))
	}
	if got := reloaded(t, h, "10"); got.Decided() != 0 || got.asked(wire.Run).Known != nil {
		t.Errorf("%d verdicts of another engine are taken", got.Decided())
	}
	was := session
	session.Settings.Operators = []string{"del"}
	if got := reloaded(t, h, "9"); got.Decided() != 0 {
		t.Errorf("%d verdicts of other operators are taken", got.Decided())
	}
	session.Settings, session.Text = was.Settings, "x = 2\n"
	if got := reloaded(t, h, "9"); got.Decided() != 0 {
		t.Errorf("%d verdicts on another text are taken", got.Decided())
	}
	session = was
	late := newRig(t)
	late.Dispatch(Booted{Saved: &session})
	late.Dispatch(Replied{Reply: wire.Reply{Kind: wire.Ready, Version: "9", Formalisms: formalisms}})
	late.analysed()
	late.Dispatch(StartRun{})
	late.Dispatch(Recalled{Sheets: []*wire.Sheet{{Rows: rowsOf(h.sheets[0]), Pages: h.sheets[0]}}})
	if late.runs() != 1 || late.Decided() != 0 {
		t.Errorf("after Run %d runs are asked for, and %d verdicts are there of what was kept", late.runs(), late.Decided())
	}
}

// A run that the user has stopped is shown again as it was, and stays stopped; Run begins from the start.
func TestAStoppedRunStaysStopped(t *testing.T) {
	var h hoard
	r := reloaded(t, h, "9")
	judging(t, r, 9)
	r.judge(0, 1, 2)
	r.Dispatch(tick{})
	r.judge(3)
	r.Dispatch(StopRun{})
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}, Cancelled: true})
	h.keep(r.effects)
	again := reloaded(t, h, "9")
	judging(t, again, 9)
	if got, want := last[Stop](again).ID, again.asked(wire.Run).ID; got != want {
		t.Errorf("request %d is stopped, want %d", got, want)
	}
	again.answer(wire.Run, wire.Reply{Head: &report.Report{}, Cancelled: true})
	if again.Run.Status != Stopped || again.Run.Decided != 4 || len(again.Report().Mutants) != 4 {
		t.Errorf("status %v with %d verdicts", again.Run.Status, again.Run.Decided)
	}
	again.Dispatch(StartRun{})
	if known := again.asked(wire.Run).Known; known != nil {
		t.Errorf("Run after a stop takes %v for known", known)
	}
}

// A run that is over within a second is not kept, and neither is a mutant that is judged again alone.
func TestAShortRunIsNotKept(t *testing.T) {
	r := reloaded(t, hoard{}, "9")
	judging(t, r, 2)
	r.judge(0, 1)
	r.end()
	r.Dispatch(tick{})
	r.Dispatch(RerunOne{ID: pair(1).ID})
	r.Dispatch(tick{})
	if slices.ContainsFunc(r.effects, func(e Effect) bool { _, ok := e.(Keep); return ok }) {
		t.Error("it is kept")
	}
}
