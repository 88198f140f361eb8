// Package referee checks the verdicts on mutants of timed FSMs. It imports the language and nothing that searches, so
// that what a report claims can be checked by little code: verify.go is all of it.
package referee

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Verdicts checked by plain means, from the mutant's text and the evidence: a kill by exact simulation, a
// conforming mutant by walking tick by tick from each pair of its evidence.

// A Kill is the counterexample of a killed mutant.
type Kill struct {
	Expected []string    `json:"expected"`
	Got      []string    `json:"got"`
	Test     [][2]string `json:"test"` // input and instant, from the start
}

// Pairs is the evidence for a conforming mutant: the pairs of states, the original's and the
// mutant's, in which an input may find both with clocks 0.
type Pairs struct {
	Pairs [][2]string `json:"pairs"`
}

// KillOf runs a test on both machines.
func KillOf(m *model.Model, spec, impl *model.Automaton, steps []model.Step) Kill {
	t := model.Test{Steps: steps}
	return Kill{
		Expected: m.OutputNames(model.Outputs(spec.SimulateTest(t, true))),
		Got:      m.OutputNames(model.Outputs(impl.SimulateTest(t, true))),
		Test:     m.Pairs(t, true),
	}
}

// PairsOf names the pairs of states.
func PairsOf(m *model.Model, pairs [][2]int32) Pairs {
	e := Pairs{Pairs: [][2]string{}}
	for _, p := range pairs {
		e.Pairs = append(e.Pairs, [2]string{m.States[p[0]], m.States[p[1]]})
	}
	return e
}

// Read reads a described mutant from its text.
func Read(m *model.Model, r report.Mutant) (*model.Model, error) {
	f := source.NewFile(m.File.Name, m.File.Mutated(r))
	impl, d := model.ParseSpecification(f)
	if impl == nil {
		for _, x := range d {
			if x.Severity == source.Error {
				return nil, errors.New(x.Message)
			}
		}
		return nil, errors.New("the mutant's text cannot be read")
	}
	return impl, nil
}

// Verify checks what a verdict of a report claims. An unknown verdict claims nothing; that there is no answer can
// only be told by looking for one, which is not done here.
func Verify(m *model.Model, r report.Mutant) error {
	other, err := Read(m, r)
	if err != nil {
		if r.Verdict == report.Invalid {
			return nil
		}
		return fmt.Errorf("the mutant cannot be read: %w", err)
	}
	joint, impl, missing := m.Align(other)
	switch {
	case missing != nil && r.Verdict == report.Invalid:
		return nil
	case missing != nil || r.Verdict == report.Invalid:
		return errors.New("the mutant reads the same inputs, or not, against the verdict")
	}
	switch killed := r.Verdict == report.Killed; {
	case killed != (len(r.Counterexample) > 0) || killed != (r.Length != nil):
		return fmt.Errorf("counterexample and length do not go with the verdict %s", r.Verdict)
	case (r.Verdict == report.Unkillable) != (len(r.Evidence) > 0):
		return fmt.Errorf("the evidence does not go with the verdict %s", r.Verdict)
	}
	spec := joint.Specification()
	switch r.Verdict {
	case report.Killed:
		return verifyKill(joint, spec, impl, r)
	case report.Unkillable:
		return verifyPairs(joint, spec, impl, r)
	}
	return nil
}

func verifyKill(joint *model.Model, spec, impl *model.Automaton, m report.Mutant) error {
	var kill Kill
	if err := json.Unmarshal(m.Counterexample, &kill); err != nil {
		return fmt.Errorf("the counterexample cannot be read: %w", err)
	}
	t, err := joint.ReadTest(kill.Test)
	if err != nil {
		return fmt.Errorf("the counterexample is not a test: %w", err)
	}
	if m.Reason != report.Output || m.Strength != report.Proved {
		return errors.New("a killed timed FSM shows another output, which proves it")
	}
	n := len(t.Steps)
	expected := joint.OutputNames(model.Outputs(spec.SimulateTest(t, true)))
	got := joint.OutputNames(model.Outputs(impl.SimulateTest(t, true)))
	switch {
	case !slices.Equal(expected, kill.Expected):
		return fmt.Errorf("the original shows %v, not %v", expected, kill.Expected)
	case !slices.Equal(got, kill.Got):
		return fmt.Errorf("the mutant shows %v, not %v", got, kill.Got)
	case n == 0 || slices.Equal(expected, got):
		return errors.New("the test does not tell the mutant from the original")
	case m.Length == nil || *m.Length != n-1:
		return errors.New("the length is not the number of inputs before the last")
	case !slices.Equal(expected[:n-1], got[:n-1]):
		return errors.New("the outputs differ before the last input")
	}
	return nil
}

func verifyPairs(joint *model.Model, spec, impl *model.Automaton, m report.Mutant) error {
	var e Pairs
	if err := json.Unmarshal(m.Evidence, &e); err != nil {
		return fmt.Errorf("the evidence cannot be read: %w", err)
	}
	var pairs [][2]int32
	for _, p := range e.Pairs {
		s, q := slices.Index(joint.States, p[0]), slices.Index(joint.States, p[1])
		if s < 0 || q < 0 {
			return fmt.Errorf("the evidence names a state that does not exist: %s, %s", p[0], p[1])
		}
		pairs = append(pairs, [2]int32{int32(s), int32(q)})
	}
	if m.Reason != report.Equivalent || m.Strength != report.Proved {
		return errors.New("a timed FSM that no test kills is equivalent, and proved so")
	}
	if !Confirm(spec, impl, pairs) {
		return errors.New("the pairs of states do not prove that the mutant conforms")
	}
	return nil
}

// maxTicks bounds what Confirm walks from one pair.
const maxTicks = 1 << 22

// Confirm checks by the plainest means that pairs prove conformance: they hold the initial pair, and
// from each, tick by tick, whichever input comes, both machines show the same output and go to
// one of them. A walk of ticks ends when both states and both clocks recur.
func Confirm(spec, impl *model.Automaton, pairs [][2]int32) bool {
	in := map[[2]int32]bool{}
	for _, p := range pairs {
		in[p] = true
	}
	if !in[[2]int32{int32(spec.Initial), int32(impl.Initial)}] {
		return false
	}
	for _, p := range pairs {
		if !confirmPair(spec, impl, in, int(p[0]), int(p[1])) {
			return false
		}
	}
	return true
}

func confirmPair(spec, impl *model.Automaton, in map[[2]int32]bool, s, p int) bool {
	type instant struct {
		s, p   int
		xs, xp model.Delay
	}
	now, met := instant{s: s, p: p}, map[instant]bool{}
	for !met[now] {
		if len(met) == maxTicks {
			return false
		}
		met[now] = true
		for i := range spec.Inputs {
			want, t := spec.Step(now.s, i)
			got, q := impl.Step(now.p, i)
			if want != got || !in[[2]int32{int32(t), int32(q)}] {
				return false
			}
		}
		now.s, now.xs = spec.Tick(now.s, now.xs)
		now.p, now.xp = impl.Tick(now.p, now.xp)
	}
	return true
}
