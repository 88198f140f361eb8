package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm"
)

// The verdicts on single mutants of timed FSMs. Check judges the machine that a mutant's transitions
// make; Walk and Verify read the mutant from its text, as anybody could who has the report alone.

type tfsmChecker struct {
	ctx      context.Context
	model    *tfsmModel
	domain   *tfsmDomain
	settings report.Settings
}

// A tfsmKill is the counterexample of a killed mutant.
type tfsmKill struct {
	Expected []string    `json:"expected"`
	Got      []string    `json:"got"`
	Test     [][2]string `json:"test"` // input and instant, from the start
}

// tfsmPairs is the evidence for a conforming mutant: the pairs of states, the original's and the mutant's, in
// which an input may find both with clocks 0.
type tfsmPairs struct {
	Pairs [][2]string `json:"pairs"`
}

func (c *tfsmChecker) Check(ctx context.Context, mutant Mutant) report.Mutant {
	m := mutant.Describe()
	if ctx.Err() != nil {
		return m
	}
	t, ok := mutant.(tfsmMutant)
	if !ok {
		m.Verdict, m.Strength, m.Reason = report.Invalid, report.None, "this is no mutant of a timed FSM"
		return m
	}
	return judgeTFSM(t.domain.Domain, t.domain.Automaton(t.domain.Select(t.transitions)), m)
}

// mutantOf reads a described mutant.
func (c *tfsmChecker) mutantOf(m report.Mutant) (*tfsm.Model, error) {
	f := source.NewFile(c.model.file.Name, MutantText(c.model.file.Text, m))
	impl, d := tfsm.ParseSpecification(f)
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

// judgeTFSM completes a described mutant by verdict and evidence, both checked before they leave.
func judgeTFSM(d *tfsm.Domain, impl *tfsm.Automaton, m report.Mutant) report.Mutant {
	v := d.Judge(impl)
	m.Effort = &report.Effort{Steps: v.Stays}
	switch {
	case v.Test != nil:
		kill := tfsmKillOf(d, impl, v.Test)
		if slices.Equal(kill.Expected, kill.Got) { // never seen; a verdict without evidence must not leave
			m.Verdict, m.Strength, m.Reason = report.Unknown, report.None, "replay"
			return m
		}
		m.Verdict, m.Strength, m.Length = report.Killed, report.Proved, report.Int(len(v.Test)-1)
		m.Reason, m.Counterexample = "output", report.Raw(kill)
	case v.Conforms && d.Confirm(impl, v.Pairs):
		m.Verdict, m.Strength, m.Reason = report.Survived, report.Proved, "equivalent"
		m.Evidence = report.Raw(tfsmPairsOf(d.Model, v.Pairs))
	default:
		m.Verdict, m.Strength, m.Reason = report.Unknown, report.None, "delays"
	}
	return m
}

func tfsmKillOf(d *tfsm.Domain, impl *tfsm.Automaton, steps []tfsm.Step) tfsmKill {
	m, t := d.Model, tfsm.Test{Steps: steps}
	return tfsmKill{
		Expected: m.OutputNames(tfsm.Outputs(d.Spec.SimulateTest(t, true))),
		Got:      m.OutputNames(tfsm.Outputs(impl.SimulateTest(t, true))),
		Test:     m.Pairs(t, true),
	}
}

func tfsmPairsOf(m *tfsm.Model, pairs [][2]int32) tfsmPairs {
	e := tfsmPairs{Pairs: [][2]string{}}
	for _, p := range pairs {
		e.Pairs = append(e.Pairs, [2]string{m.States[p[0]], m.States[p[1]]})
	}
	return e
}

func (c *tfsmChecker) Evidence() []byte { return nil }

// What a run spends on its domain when no budget is asked for: so many calls of the solver, and none
// where operators add more transitions than that. A single call may take very long then, and those
// who run single mutants did not ask for it; making a suite tries without such a bound.
const (
	domainCalls = 120
	domainAdded = 300
)

// Domain counts the fault domain of the run's operators, and says how many tests detect all of it.
func (c *tfsmChecker) Domain() []byte {
	calls := c.settings.Budget.SATCalls
	if calls == 0 && c.domain.Model.Mutated()-c.model.m.Mutated() > domainAdded {
		f := domainFacts(c.domain.Domain)
		f.Checked = "not tried"
		return report.Raw(f)
	}
	if calls == 0 {
		calls = domainCalls
	}
	s := tfsm.Generate(c.ctx, c.domain.Domain, tfsm.Options{MaxLength: defaultLength, Calls: calls, NoReduce: true})
	f := domainFacts(c.domain.Domain)
	f.Complete, f.Tests = s.Finished, len(s.Tests)
	if n, known := s.Conforming(); known {
		f.Conforming = n
	}
	switch {
	case !s.Finished:
		f.Checked = "not finished"
	case c.domain.Selections().Cmp(big.NewInt(tfsm.MaxBrute/10)) > 0:
		f.Checked = "by the solver alone"
	default:
		f.check(c.domain.Verify(c.ctx, s.Steps()))
	}
	return report.Raw(f)
}

// A tfsmDomainReport is the report's domain object.
type tfsmDomainReport struct {
	Checked     string `json:"checked"`            // how "complete" was checked a second time
	Complete    bool   `json:"complete"`           // the suite detects every nonconforming mutant
	Conforming  string `json:"conforming"`         // exact, or "not counted"
	Examined    int64  `json:"examined,omitempty"` // by the second check
	ExtraStates int    `json:"extraStates,omitempty"`
	Mutants     string `json:"mutants"`
	Mutated     int    `json:"mutated"` // transitions
	Selections  string `json:"selections"`
	Suspicious  int    `json:"suspicious"`
	Tests       int    `json:"tests"` // of the suite
	Untrusted   int    `json:"untrusted"`
}

func domainFacts(d *tfsm.Domain) tfsmDomainReport {
	suspicious, untrusted := d.Suspicious()
	return tfsmDomainReport{
		Conforming: "not counted", ExtraStates: d.Model.ExtraStates(), Mutants: d.Mutants().String(), Mutated: d.Model.Mutated(),
		Selections: d.Selections().String(), Suspicious: suspicious, Untrusted: untrusted,
	}
}

// check adds what a second check found.
func (f *tfsmDomainReport) check(r tfsm.Recheck) {
	f.Checked, f.Examined = r.Method, r.Examined
	if !r.Holds {
		f.Complete = false
		f.Checked += ", which found a surviving mutant"
	}
}

// Verify checks a verdict by plain means: a kill by exact simulation, a conforming mutant by
// walking tick by tick from each pair of its evidence.
func (c *tfsmChecker) Verify(_ context.Context, m report.Mutant, _ *report.Report) error {
	other, err := c.mutantOf(m)
	if err != nil {
		if m.Verdict == report.Invalid {
			return nil
		}
		return fmt.Errorf("the mutant cannot be read: %w", err)
	}
	joint, impl, missing := c.model.m.Align(other)
	switch {
	case missing != nil && m.Verdict == report.Invalid:
		return nil
	case missing != nil || m.Verdict == report.Invalid:
		return errors.New("the mutant reads the same inputs, or not, against the verdict")
	}
	d := tfsm.NewDomain(joint)
	switch killed := m.Verdict == report.Killed; {
	case killed != (len(m.Counterexample) > 0) || killed != (m.Length != nil):
		return fmt.Errorf("counterexample and length do not go with the verdict %s", m.Verdict)
	case (m.Verdict == report.Survived) != (len(m.Evidence) > 0):
		return fmt.Errorf("the evidence does not go with the verdict %s", m.Verdict)
	}
	switch m.Verdict {
	case report.Killed:
		return verifyTFSMKill(joint, d, impl, m)
	case report.Survived:
		return verifyTFSMPairs(joint, d, impl, m)
	}
	return verifyTFSMUnknown(d, impl, m)
}

// verifyTFSMUnknown judges once more: nothing is claimed, but that there is no answer.
func verifyTFSMUnknown(d *tfsm.Domain, impl *tfsm.Automaton, m report.Mutant) error {
	again := judgeTFSM(d, impl, report.Mutant{})
	if again.Verdict != m.Verdict || again.Reason != m.Reason || again.Strength != m.Strength {
		return fmt.Errorf("the verdict is %s, not %s by %q", again.Verdict, m.Verdict, m.Reason)
	}
	return nil
}

func verifyTFSMKill(joint *tfsm.Model, d *tfsm.Domain, impl *tfsm.Automaton, m report.Mutant) error {
	var kill tfsmKill
	if err := json.Unmarshal(m.Counterexample, &kill); err != nil {
		return fmt.Errorf("the counterexample cannot be read: %w", err)
	}
	t, err := joint.ReadTest(kill.Test)
	if err != nil {
		return fmt.Errorf("the counterexample is no test: %w", err)
	}
	if m.Reason != "output" || m.Strength != report.Proved {
		return errors.New("a killed timed FSM shows another output, which proves it")
	}
	n := len(t.Steps)
	expected := joint.OutputNames(tfsm.Outputs(d.Spec.SimulateTest(t, true)))
	got := joint.OutputNames(tfsm.Outputs(impl.SimulateTest(t, true)))
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

func verifyTFSMPairs(joint *tfsm.Model, d *tfsm.Domain, impl *tfsm.Automaton, m report.Mutant) error {
	var e tfsmPairs
	if err := json.Unmarshal(m.Evidence, &e); err != nil {
		return fmt.Errorf("the evidence cannot be read: %w", err)
	}
	var pairs [][2]int32
	for _, p := range e.Pairs {
		s, q := slices.Index(joint.States, p[0]), slices.Index(joint.States, p[1])
		if s < 0 || q < 0 {
			return fmt.Errorf("the evidence names a state that there is not: %s, %s", p[0], p[1])
		}
		pairs = append(pairs, [2]int32{int32(s), int32(q)})
	}
	if m.Reason != "equivalent" || m.Strength != report.Proved {
		return errors.New("a surviving timed FSM is equivalent, and proved so")
	}
	if !d.Confirm(impl, pairs) {
		return errors.New("the pairs of states do not prove that the mutant conforms")
	}
	return nil
}
