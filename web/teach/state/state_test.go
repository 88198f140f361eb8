package state

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// A bench is a browser in which nothing happens by itself: requests and timers wait until the test lets them.
type bench struct {
	*testing.T
	asked  []wire.Request
	files  map[string]string // delivered
	full   bool
	kept   map[string]string
	now    int64
	site   map[string]string
	timers map[string]func()
	wrote  map[string]string
	state  *State
}

func newBench(t *testing.T) *bench {
	b := &bench{T: t, files: map[string]string{}, kept: map[string]string{}, site: map[string]string{},
		timers: map[string]func(){}, wrote: map[string]string{}}
	b.state = New(b)
	b.state.Replied(wire.Reply{Kind: wire.Ready, Version: "1"})
	return b
}

func (b *bench) Address(string)                              {}
func (b *bench) After(key string, _ time.Duration, f func()) { b.timers[key] = f }
func (b *bench) Ask(r wire.Request)                          { b.asked = append(b.asked, r) }
func (b *bench) Base() string                                { return "https://site/exercise.html" }
func (b *bench) Clip(_ string, then func(bool))              { then(true) }
func (b *bench) Deliver(name, _, text string)                { b.files[name] = text }
func (b *bench) Focus(string)                                {}
func (b *bench) Kept(key string) string                      { return b.kept[key] }
func (b *bench) LayOut(draw.Plan, func(*draw.Layout))        {}
func (b *bench) Look(string, string)                         {}
func (b *bench) Now() int64                                  { return b.now }
func (b *bench) Pick(bool, func([]exercise.GatherFile))      {}
func (b *bench) Random(n int) []byte                         { return make([]byte, n) }
func (b *bench) Write(editor, text string)                   { b.wrote[editor] = text }
func (b *bench) Fetch(name string, then func(text string, ok bool)) {
	text, ok := b.site[name]
	then(text, ok)
}

func (b *bench) Keep(key, text string) bool {
	if !b.full {
		b.kept[key] = text
	}
	return !b.full
}

// wait lets a timer run out.
func (b *bench) wait(key string) {
	b.Helper()
	f := b.timers[key]
	if f == nil {
		b.Fatalf("nothing waits for %q", key)
	}
	delete(b.timers, key)
	f()
}

// answer replies to the oldest request for a call, and gives what was asked.
func (b *bench) answer(name string, result any) exercise.JudgeCall {
	b.Helper()
	for i, r := range b.asked {
		if r.Call == name {
			b.asked = append(b.asked[:i:i], b.asked[i+1:]...)
			var c exercise.JudgeCall
			if err := json.Unmarshal(r.Data, &c); err != nil {
				b.Fatal(err)
			}
			b.state.Replied(wire.Reply{Kind: wire.Result, ID: r.ID, Data: report.Raw(result)})
			return c
		}
	}
	b.Fatalf("nothing was asked by %q: %v", name, b.asked)
	return exercise.JudgeCall{}
}

func (b *bench) asks(name string) (n int) {
	for _, r := range b.asked {
		if r.Call == name {
			n++
		}
	}
	return n
}

// open begins an exercise of a kind, as a link does.
func (b *bench) open(kind string, change func(*exercise.Exercise)) *Student {
	b.Helper()
	e := &exercise.Exercise{ID: "tea", Kind: kind, Digest: "d", Formalism: "efsm", Model: "machine",
		Points: exercise.Points{Full: 10}, Hints: exercise.Hints{Levels: 3, After: 1},
		Hidden: &exercise.Veiled{}}
	if change != nil {
		change(e)
	}
	b.state.Begin("#x1:abc", nil)
	b.answer(exercise.CallRead, exercise.Read{Exercise: e})
	b.answer(exercise.CallOpen, exercise.Prepared{Goal: 2, Mutants: []report.Mutant{{ID: "a"}, {ID: "b"}}})
	b.answer(exercise.CallJudge, exercise.Result{Of: 2, Max: 10})
	return b.state.Student
}

// One answer is judged after the other: what is typed while one is judged is judged next, and only its last form.
func TestAnswersAreJudgedOneAfterTheOther(t *testing.T) {
	b := newBench(t)
	s := b.open(exercise.Kill, nil)
	b.state.Edited("tests", "coin")
	b.wait("judge")
	b.state.Edited("tests", "coin tea")
	b.wait("judge")
	b.state.Edited("tests", "coin tea back")
	b.wait("judge")
	if n := b.asks(exercise.CallJudge); n != 1 {
		t.Fatalf("%d answers are judged at once", n)
	}
	if c := b.answer(exercise.CallJudge, exercise.Result{Share: 1, Of: 2}); c.Answer.Tests != "coin" {
		t.Errorf("judged is %q", c.Answer.Tests)
	}
	if c := b.answer(exercise.CallJudge, exercise.Result{Share: 1, Of: 2}); c.Answer.Tests != "coin tea back" {
		t.Errorf("judged next is %q", c.Answer.Tests)
	}
	if n := b.asks(exercise.CallJudge); n != 0 || s.Busy {
		t.Errorf("%d more are judged", n)
	}
	if got := s.Tried(); got != 1 {
		t.Errorf("%d attempts are noted: only what reaches another part of the goal is one", got)
	}
}

func TestHintsWaitForAttempts(t *testing.T) {
	b := newBench(t)
	s := b.open(exercise.Kill, func(e *exercise.Exercise) { e.Hints.After = 2 })
	next := func(level, wait int) {
		t.Helper()
		if l, w := s.NextHint(); l != level || w != wait {
			t.Errorf("the next hint is of level %d after %d attempts, want %d, %d", l, w, level, wait)
		}
	}
	next(1, 0)
	b.state.Do("hint", "")
	if c := b.answer(exercise.CallHint, exercise.Hint{Text: "there"}); c.Level != 1 {
		t.Errorf("asked for level %d", c.Level)
	}
	next(2, 2)
	b.state.Do("hint", "")
	if b.asks(exercise.CallHint) != 0 {
		t.Error("a hint came too soon")
	}
	s.note(exercise.Attempt{})
	s.note(exercise.Attempt{})
	next(2, 0)
	s.Result.Share = 1
	next(1, 0)
	if s.Hints() != 1 || s.Tried() != 2 {
		t.Errorf("%d hints, %d attempts", s.Hints(), s.Tried())
	}
}

func TestWorkIsKeptAndSharedByTabs(t *testing.T) {
	b := newBench(t)
	s := b.open(exercise.Kill, nil)
	b.state.Edited("tests", "coin")
	b.wait("keep")
	kept := b.kept["mutarium.exercise.d"]
	if !strings.Contains(kept, `"coin"`) {
		t.Fatalf("kept is %s", kept)
	}
	b.state.Stored("mutarium.exercise.d", `{"answer":{"tests":"older"},"edition":0}`)
	if s.Work.Answer.Tests != "coin" {
		t.Error("what is older was taken over")
	}
	b.state.Stored("mutarium.exercise.d", `{"answer":{"tests":"newer"},"edition":9}`)
	if s.Work.Answer.Tests != "newer" || b.wrote["tests"] != "newer" {
		t.Error("what another tab has written was not taken over")
	}
	again := newBench(t)
	again.kept = b.kept
	if s := again.open(exercise.Kill, nil); s.Work.Answer.Tests != "coin" {
		t.Errorf("a new page begins with %q", s.Work.Answer.Tests)
	}
	b.full = true
	b.state.Edited("tests", "coin coin")
	b.wait("keep")
	if !s.Unsaved {
		t.Error("that nothing is kept is not told")
	}
}

// An experiment that cannot be read does not count, and the last one allowed is the last.
func TestExperimentsThatCannotBeReadDoNotCount(t *testing.T) {
	b := newBench(t)
	s := b.open(exercise.Find, func(e *exercise.Exercise) { e.Tries = 1 })
	b.state.Put("draft", "", "coin tee")
	b.state.Do("experiment", "")
	b.answer(exercise.CallJudge, exercise.Result{Tests: []exercise.TestResult{{Problem: "no tee"}}})
	if len(s.Work.Answer.Experiments) != 0 || s.Wrong != "no tee" || s.Draft == "" {
		t.Errorf("%+v, %q", s.Work.Answer, s.Wrong)
	}
	b.state.Put("draft", "", "coin")
	b.state.Do("experiment", "")
	b.answer(exercise.CallJudge, exercise.Result{Tests: []exercise.TestResult{{}}, Left: []string{"a"}})
	if s.ExperimentsLeft() != 0 || s.Draft != "" {
		t.Errorf("%d experiments are left", s.ExperimentsLeft())
	}
	b.state.Put("draft", "", "tea")
	b.state.Do("experiment", "")
	if b.asks(exercise.CallJudge) != 0 {
		t.Error("one too many was made")
	}
}

// A bet that is made stays as it is.
func TestBetsAreLocked(t *testing.T) {
	b := newBench(t)
	s := b.open(exercise.Bets, nil)
	b.state.Do("bet", "a")
	if len(s.Work.Answer.Bets) != 0 {
		t.Error("an empty bet was made")
	}
	b.state.Put("claim", "a", exercise.ClaimKilled)
	b.state.Put("sure", "a", "3")
	b.state.Do("bet", "a")
	b.answer(exercise.CallJudge, exercise.Result{Share: 1, Of: 2, Bets: []exercise.BetResult{{Mutant: "a", Right: true}}})
	b.state.Put("claim", "a", exercise.ClaimEquivalent)
	b.state.Do("bet", "a")
	want := []exercise.Bet{{Claim: exercise.ClaimKilled, Mutant: "a", Sure: 3}}
	if !reflect.DeepEqual(s.Work.Answer.Bets, want) {
		t.Errorf("the bets are %+v", s.Work.Answer.Bets)
	}
	if c := s.Calibrated(); c[2] != (Calibration{Made: 1, Right: 1, Sure: 3}) || c[0].Made != 0 {
		t.Errorf("%+v", c)
	}
}

func TestGuessesAreCounted(t *testing.T) {
	b := newBench(t)
	s := b.open(exercise.Guess, func(e *exercise.Exercise) { e.Tries = 2 })
	for range 3 {
		b.state.Do("judge", "")
		if b.asks(exercise.CallJudge) > 0 {
			b.answer(exercise.CallJudge, exercise.Result{Of: 1, Wrong: &exercise.Wrong{Step: 2, Shows: []string{"x", "y"}}})
		}
	}
	if n := len(s.Work.Answer.Guesses); n != 2 || !s.Spent() || s.Step != 1 {
		t.Errorf("%d guesses, spent %v, step %d", n, s.Spent(), s.Step)
	}
	if h := s.paperOf(); h.Answer.Model != h.Answer.Guesses[1] || h.Attempts == nil {
		t.Errorf("handed in is %+v", h)
	}
}

// The file that is saved is the one that was shown.
func TestHandingIn(t *testing.T) {
	b := newBench(t)
	b.open(exercise.Kill, nil)
	b.state.Do("hand-in", "")
	b.answer(exercise.CallSign, exercise.Made{File: "unnamed"})
	b.state.Do("save-hand-in", "")
	if len(b.files) > 0 {
		t.Error("a file without a name was saved")
	}
	b.state.Put("name", "", "Ada Łukasz/../x")
	b.wait("sign")
	b.answer(exercise.CallSign, exercise.Made{File: "signed"})
	b.state.Do("save-hand-in", "")
	if b.files["tea-ada-łukasz----x.hand"] != "signed" {
		t.Errorf("saved is %v", b.files)
	}
	if len(b.kept["mutarium.seed"]) != 64 {
		t.Errorf("the seed is %q", b.kept["mutarium.seed"])
	}
}

func TestFieldsOfNumbers(t *testing.T) {
	for text, want := range map[string][]int{"": nil, "1-3, 5": {1, 2, 3, 5}, "5,4,5": {4, 5}, "x, 2-1": nil} {
		if got := linesOf(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v", text, got)
		}
	}
	if got := linesText([]int{1, 2, 3, 5}); got != "1-3, 5" {
		t.Error(got)
	}
	steps := stepsOf("48: 10; 40: 2,5; nonsense")
	if !reflect.DeepEqual(steps, [][2]float64{{48, 10}, {40, 2.5}}) || stepsText(steps) != "48: 10; 40: 2.5" {
		t.Errorf("%v, %q", steps, stepsText(steps))
	}
}

// A draft with a mistake is not shared; what it says stands at the field.
func TestDraftsAreChecked(t *testing.T) {
	b := newBench(t)
	b.state.Do("make", "")
	m := b.state.Make
	m.takeModel("own.efsm", "machine own")
	b.state.Put("id", "", "Not Kebab")
	b.wait("check")
	paths := map[string]bool{}
	for _, p := range m.Trouble {
		paths[p.Path] = true
	}
	if !paths["id"] || !paths["title"] || b.asks(exercise.CallOpen) != 0 {
		t.Errorf("%+v", m.Trouble)
	}
	b.state.Put("id", "", "own")
	b.state.Put("title", "", "Own")
	b.wait("check")
	b.answer(exercise.CallOpen, exercise.Prepared{Goal: 3})
	b.answer(exercise.CallKnown, exercise.Answer{Tests: "a b\nc"})
	if c := b.answer(exercise.CallJudge, exercise.Result{Passed: true}); c.Answer.Tests != "a b\nc" || c.Exercise.Secret != nil {
		t.Errorf("%+v", c)
	}
	if !m.Passes || m.Known.Tests != "a b\nc" {
		t.Error("it is not said to be solvable")
	}
	b.state.Do("save-own", "")
	if own := b.files["own.own.json"]; !strings.Contains(own, `"tests": "a b\nc"`) {
		t.Errorf("the own file is %s", own)
	}
}

// A second revision is held against the first grading; another file of the same name takes the former's place.
func TestGradingAgain(t *testing.T) {
	b := newBench(t)
	b.state.Do("grade", "")
	g := b.state.Grade
	file := exercise.GatherFile{Name: "tea.mtx", Data: []byte(`{"format": "mutarium-exercise"}`)}
	revision := func(n int) {
		t.Helper()
		b.state.Open([]exercise.GatherFile{file})
		b.answer(exercise.CallRead, exercise.Read{Exercise: &exercise.Exercise{ID: "tea", Kind: exercise.Kill, Revision: n}})
	}
	graded := func(points float64) {
		t.Helper()
		b.answer(exercise.CallOpen, exercise.Prepared{Mutants: []report.Mutant{{ID: "a"}}})
		b.answer(exercise.CallGrade, exercise.Class{Rows: []exercise.Row{{File: "x", Points: points, Status: exercise.Graded}}})
	}
	revision(1)
	b.state.Open([]exercise.GatherFile{{Name: "x", Data: []byte("1")}})
	b.answer(exercise.CallGather, []exercise.Submission{{File: "x"}})
	graded(5)
	revision(2)
	graded(3)
	if g.Gain != 0 || g.Lose != 1 || g.Class.Rows[0].Points != 5 {
		t.Errorf("gain %d, lose %d, %+v", g.Gain, g.Lose, g.Class.Rows[0])
	}
	b.state.Put("lower", "", "true")
	graded(3)
	if g.Class.Rows[0].Points != 3 {
		t.Errorf("%+v", g.Class.Rows[0])
	}
	b.state.Open([]exercise.GatherFile{{Name: "x", Data: []byte("2")}})
	b.answer(exercise.CallGather, []exercise.Submission{{File: "x", Problem: "broken"}})
	if len(g.Files) != 1 || g.Files[0].Problem != "broken" {
		t.Errorf("%+v", g.Files)
	}
}
