package tfsm

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/mealy"
	"github.com/mutarium/mutarium/engine/tfsm/mealy/referee"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Suites for all machines with at most n + k states, whatever their outputs, targets and timeouts.
//
// Idea: a timed FSM resets its clock with every input, so what an input does depends on the state that
// the last input led to and on the whole part of the wait (the floor lemma of semantics.go). With the
// waits 0 to L inside the symbols it is a plain Mealy machine over pairs of a wait and an input, and
// two timed FSMs agree on all tests with waits below L + 1 where these machines agree. A timed FSM
// with at most m states becomes a machine with at most m. So package mealy's suites are complete for
// timed machines too, whatever their timeouts, for waits up to L.
//
// Deviation from the paper: its domain is a mutation machine, for which suite.go is smaller and exact.
// Machines over waits and inputs that no timeouts produce are in this domain too.

// A flatSpec is the plain machine of a timed one.
type flatSpec struct {
	model *model.Model
	timed bool
	waits int64 // L: symbol = wait*inputs + input
	whole bool  // show waits as whole instants, not between ticks
	m     *mealy.Machine
	names []string // of the minimal machine's states: the first state of each class
	lost  int      // states that the minimal machine has fewer than the timed one
}

// maxCells bounds the table of the plain machine.
const maxCells = 1 << 22

// flatten makes the plain machine, with waits up to L; L < 0: up to the largest timeout.
func flatten(m *model.Model, waits int64) (*flatSpec, error) {
	top := m.MaxTimeout()
	switch {
	case top == 0 && waits > 0:
		return nil, errors.New("this machine has no timeouts, so there is nothing to wait for")
	case top == 0:
		return flattened(m, false, 0)
	case waits < 0:
		return flattened(m, true, int64(top))
	}
	return flattened(m, true, waits)
}

// flattened makes the plain machine, of symbols with waits up to L where it is timed.
func flattened(m *model.Model, timed bool, waits int64) (*flatSpec, error) {
	f := &flatSpec{model: m, timed: timed, waits: waits}
	states := len(m.States) - m.ExtraStates()
	if symbols := (f.waits + 1) * int64(len(m.Inputs)); symbols > maxCells/int64(states) {
		return nil, fmt.Errorf(
			"%d waits with %d inputs make too many symbols: want at most %d cells of %d states",
			f.waits+1,
			len(m.Inputs),
			maxCells,
			states,
		)
	}
	whole, number := f.table()
	min, class := whole.Minimal()
	f.m, f.names = min, make([]string, min.States)
	for s := len(number) - 1; s >= 0; s-- {
		if class[s] >= 0 {
			f.names[class[s]] = m.States[number[s]]
		}
	}
	if f.timed {
		f.lost = reached(m) - min.States
	}
	return f, nil
}

// reached counts the states that the specification reaches.
func reached(m *model.Model) int {
	n := 0
	for s, in := range m.Reached(false) {
		if in && !m.Extra[s] {
			n++
		}
	}
	return n
}

// table is the machine over waits and inputs, with the initial state first, and by its states those of
// the model.
func (f *flatSpec) table() (*mealy.Machine, []int) {
	spec := f.model.Specification()
	inputs := len(f.model.Inputs)
	var number []int // of the model's states that are the specification's, the initial one first
	for s := range f.model.States {
		if !f.model.Extra[s] && s != spec.Initial {
			number = append(number, s)
		}
	}
	number = append([]int{spec.Initial}, number...)
	place := make([]int, len(f.model.States))
	for i, s := range number {
		place[s] = i
	}
	m := mealy.New(len(number), int(f.waits+1)*inputs)
	for i, s := range number {
		for w := int64(0); w <= f.waits; w++ {
			at, _ := spec.Wait(s, w)
			for x := range inputs {
				if out, to := spec.Step(at, x); out >= 0 {
					m.Set(i, int(w)*inputs+x, out, place[to])
				}
			}
		}
	}
	return m, number
}

func (f *flatSpec) wait(x int32) int64 { return int64(x) / int64(len(f.model.Inputs)) }
func (f *flatSpec) input(x int32) int  { return int(x) % len(f.model.Inputs) }

// test is a word as a test of the timed machine.
func (f *flatSpec) test(w mealy.Word) model.Test {
	t := model.Test{}
	for _, x := range w {
		t.Steps = append(t.Steps, model.Step{Input: f.input(x), Wait: f.wait(x)})
	}
	return t
}

// word is a test as a word; ok is false where it waits longer than L.
func (f *flatSpec) word(t model.Test) (w mealy.Word, ok bool) {
	for _, s := range t.Steps {
		if s.Wait > f.waits {
			return nil, false
		}
		w = append(w, int32(s.Wait)*int32(len(f.model.Inputs))+int32(s.Input))
	}
	return w, true
}

// shown is a test as reports have it: names of inputs, and for timed machines the instants.
func (f *flatSpec) shown(w mealy.Word) any {
	if f.timed {
		return f.model.Pairs(f.test(w), !f.whole)
	}
	names := make([]string, len(w))
	for i, x := range w {
		names[i] = f.model.Inputs[x]
	}
	return names
}

// symbols names the inputs of a word, with the waits of timed machines before them.
func (f *flatSpec) symbols(w mealy.Word) []string {
	names := make([]string, len(w))
	for i, x := range w {
		names[i] = f.model.Inputs[f.input(x)]
		if f.timed {
			names[i] = strconv.FormatInt(f.wait(x), 10) + ":" + names[i]
		}
	}
	return names
}

// outputs names what a machine shows on a word.
func (f *flatSpec) outputs(m *mealy.Machine, w mealy.Word) []string {
	names := make([]string, 0, len(w))
	s := int32(0)
	for _, x := range w {
		out := "?" // an output that the specification does not have
		if o := m.Shows(s, x); int(o) < len(f.model.Outputs) {
			out = f.model.Outputs[o]
		}
		names = append(names, out)
		s = m.To(s, x)
	}
	return names
}

// An ExtraRequest asks for a suite for all machines with at most so many states, or for a score.
type ExtraRequest struct {
	Request
	Extra   int    // k: states beyond those of the specification
	Suite   string // text: what is scored
	Aim     string // "balanced", "tests", "steps"
	Longest int    // inputs of a test, as far as possible; 0: chosen
	Waits   int64  // L; below 0: the largest timeout
	Delays  int64  // timeouts of faulty machines are at most so long, and L is what that needs; 0: any timeouts, up to L
	Whole   bool   // show instants of timed tests on ticks
	Budget  int    // nodes and comparisons; 0: the default
	Pause   func() bool
}

// MaxExtra bounds k: suites grow with the number of inputs to the power of k.
const MaxExtra = 4

// aims are what a suite may have few of.
var aims = []string{"balanced", "tests", "steps"}

// extraDomain makes the plain machine and counts the extra states it may have.
func extraDomain(m *model.Model, q ExtraRequest) (*flatSpec, int, error) {
	if q.Extra < 0 || q.Extra > MaxExtra {
		return nil, 0, fmt.Errorf("got %d extra states, want 0 to %d", q.Extra, MaxExtra)
	}
	f, err := q.flatten(m)
	if err != nil {
		return nil, 0, err
	}
	f.whole = q.Whole
	return f, q.Extra + f.lost, nil
}

// flatten makes the plain machine for the waits or the timeouts that are asked for.
func (q ExtraRequest) flatten(m *model.Model) (*flatSpec, error) {
	if q.Delays == 0 {
		return flatten(m, q.Waits)
	}
	if q.Waits >= 0 {
		return nil, errors.New("a longest wait and a longest timeout: leave one of them out")
	}
	if q.Delays < 0 {
		return nil, fmt.Errorf("got a longest timeout of %d, want a positive number", q.Delays)
	}
	waits, ok := horizon(m.Specification(), reached(m)+q.Extra, q.Delays)
	if !ok {
		return nil, fmt.Errorf("timeouts up to %d make waits too long to be looked at", q.Delays)
	}
	return flattened(m, true, waits)
}

// MakeExtraSuite generates a suite, and has the referee check its certificate. Its error is bad input.
func MakeExtraSuite(m *model.Model, q ExtraRequest) (*report.ExtraSuite, error) {
	f, extra, err := extraDomain(m, q)
	if err != nil {
		return nil, err
	}
	aim := slices.Index(aims, cmp.Or(q.Aim, aims[0]))
	if aim < 0 {
		return nil, fmt.Errorf("got the aim %q, want balanced, tests or steps", q.Aim)
	}
	r := &report.ExtraSuite{Engine: q.Engine, ExtraStates: q.Extra, Expected: [][]string{}, Formalism: "tfsm",
		Model: q.Name, States: f.m.States, Tests: report.Raw([]string{}), TimeoutsUpTo: q.Delays, WaitsUpTo: f.upTo()}
	s, err := mealy.Generate(
		f.m,
		mealy.Options{Extra: extra, Aim: mealy.Aim(aim), Longest: q.Longest, Budget: q.Budget, Pause: q.Pause},
	)
	switch {
	case errors.Is(err, mealy.ErrInseparable):
		return nil, err
	case err != nil:
		r.Reason = report.BudgetSteps
		return r, nil
	}
	if err := f.referee(s.Tests, s.Certificate); err != nil {
		return nil, fmt.Errorf("the referee refuses the certificate, please report this: %w", err)
	}
	r.Certified, r.Certificate = true, f.certificate(s.Certificate)
	r.Method = s.Method
	if s.Shrunk {
		r.Method += ", shrunk"
	}
	r.Steps, r.Longest = mealy.Steps(s.Tests), mealy.Longest(s.Tests)
	tests := make([]any, len(s.Tests))
	for i, w := range s.Tests {
		tests[i] = f.shown(w)
		r.Expected = append(r.Expected, f.outputs(f.m, w))
	}
	r.Tests = report.Raw(tests)
	return r, nil
}

func (f *flatSpec) upTo() *int64 {
	if !f.timed {
		return nil
	}
	return &f.waits
}

func (f *flatSpec) certificate(c *mealy.Certificate) *report.FoldCertificate {
	r := &report.FoldCertificate{Basis: [][]string{}, Extra: c.K, Merge: [][]string{}, States: f.names}
	for _, w := range c.Basis {
		r.Basis = append(r.Basis, f.symbols(w))
	}
	for _, w := range c.Merge {
		r.Merge = append(r.Merge, f.symbols(w))
	}
	return r
}

// referee asks the program that checks certificates.
func (f *flatSpec) referee(tests []mealy.Word, c *mealy.Certificate) error {
	plain := func(words []mealy.Word) [][]int32 {
		list := make([][]int32, len(words))
		for i, w := range words {
			list[i] = w
		}
		return list
	}
	return referee.Check(&referee.Claim{States: f.m.States, Inputs: f.m.Inputs, Next: f.m.Next, Out: f.m.Out,
		Tests: plain(tests), Extra: c.K, Basis: plain(c.Basis), Merge: plain(c.Merge)})
}

// tried is how many machines Score tries where neither a single fault nor the certificate decides.
const tried = 20000

// ScoreExtra judges a suite for all machines with at most so many states. Its error is bad input.
func ScoreExtra(m *model.Model, q ExtraRequest) (*report.ExtraScore, error) {
	f, extra, err := extraDomain(m, q)
	if err != nil {
		return nil, err
	}
	words, err := f.readWords(q.Suite)
	if err != nil {
		return nil, err
	}
	r := &report.ExtraScore{Engine: q.Engine, ExtraStates: q.Extra, Formalism: "tfsm", Model: q.Name,
		States: f.m.States, Steps: mealy.Steps(words), Tests: len(words), TimeoutsUpTo: q.Delays, WaitsUpTo: f.upTo()}
	v := mealy.Score(f.m, words, extra, cmp.Or(q.Budget, tried))
	switch {
	case v.Survivor != nil:
		r.Decided, r.Survivor = true, f.survivor(v)
	case v.Certificate != nil:
		if err := f.referee(words, v.Certificate); err != nil {
			return nil, fmt.Errorf("the referee refuses the certificate, please report this: %w", err)
		}
		r.Decided, r.Complete, r.Certified, r.Certificate = true, true, true, f.certificate(v.Certificate)
		for i, needed := range mealy.Needed(f.m, words) {
			if needed {
				r.Needed = append(r.Needed, i+1)
			}
		}
	case v.Enumerated:
		r.Decided, r.Complete = true, true
	default:
		r.Reason = f.undecided(v)
	}
	return r, nil
}

// readWords reads the suite that is scored, or takes the model's own tests.
func (f *flatSpec) readWords(text string) ([]mealy.Word, error) {
	tests := f.model.Tests
	if text != "" {
		var err error
		if tests, err = f.model.ReadSuite(text); err != nil {
			return nil, fmt.Errorf("suite: %w", err)
		}
	}
	var words []mealy.Word
	for i, t := range tests {
		w, ok := f.word(t)
		if !ok {
			return nil, fmt.Errorf("suite: test %d waits longer than %d: raise the longest wait", i+1, f.waits)
		}
		words = append(words, w)
	}
	return words, nil
}

// undecided says why a suite is neither certified nor refuted.
func (f *flatSpec) undecided(v *mealy.Verdict) string {
	if len(v.Open) == 0 {
		return "the tests do not tell all states apart, but no machine that passes was found"
	}
	c := v.Open[0]
	return fmt.Sprintf(
		"%d transitions could not be confirmed, the first from %s on %s, but no machine that passes was found",
		len(v.Open),
		f.names[c.State],
		f.symbols(mealy.Word{c.Input})[0],
	)
}

func (f *flatSpec) survivor(v *mealy.Verdict) *report.ExtraSurvivor {
	r := &report.ExtraSurvivor{Differs: []string{}, Expected: f.outputs(f.m, v.Kill), Got: f.outputs(v.Survivor, v.Kill),
		States: v.Survivor.States, Test: report.Raw(f.shown(v.Kill))}
	name := func(s int32) string {
		if int(s) < len(f.names) {
			return f.names[s]
		}
		return fmt.Sprintf("extra state %d", int(s)-len(f.names)+1)
	}
	for s := range int32(v.Survivor.States) {
		for x := range int32(f.m.Inputs) {
			to := v.Survivor.To(s, x)
			if int(s) < f.m.States && to == f.m.To(s, x) && v.Survivor.Shows(s, x) == f.m.Shows(s, x) || to < 0 {
				continue
			}
			out := f.outputs(
				&mealy.Machine{States: 1, Inputs: 1, Next: []int32{0}, Out: []int32{v.Survivor.Shows(s, x)}},
				mealy.Word{0},
			)
			r.Differs = append(r.Differs, fmt.Sprintf("%s -%s/%s-> %s", name(s), f.symbols(mealy.Word{x})[0], out[0], name(to)))
		}
	}
	return r
}
