package engine

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm"
)

// Test suites for whole fault domains of timed FSMs: what `mutarium suite` and `score` print and what
// the tools of the same names draw.

// defaultLength is how long a generated test may grow, in inputs, unless the user says otherwise.
const defaultLength = 5

// suiteDomain is the domain of a call's operators. One without a mutated transition is bad input.
func (x *tfsmModel) suiteDomain(s report.Settings) (*tfsmDomain, error) {
	operators, err := Resolve(tfsmFormalism{}.Describe(), s.Operators)
	if err != nil {
		return nil, err
	}
	d, err := x.domain(operators, s.Options)
	if err != nil {
		return nil, err
	}
	if d.Model.Mutated() == 0 {
		return nil, fmt.Errorf("there are no mutants: mark transitions as mutated (s1 ~a/y~> s2) or choose operators that add some, such as output and transfer")
	}
	return d, nil
}

// A tfsmSuite is a generated suite with its second check.
type tfsmSuite struct {
	*tfsm.Suite
	domain *tfsmDomain
	facts  tfsmDomainReport
}

func (x *tfsmModel) generate(ctx context.Context, call SuiteCall) (*tfsmSuite, error) {
	d, err := x.suiteDomain(call.Settings)
	if err != nil {
		return nil, err
	}
	o := tfsm.Options{MaxLength: call.MaxLength, Calls: call.Settings.Budget.SATCalls, NoReduce: call.Keep}
	if call.Suite != "" {
		if o.Initial, err = x.m.ReadSuite(call.Suite); err != nil {
			return nil, fmt.Errorf("initial suite: %w", err)
		}
	}
	if call.Progress != nil {
		o.Progress = func(tests, calls int, what string) {
			call.Progress(tests, 0, fmt.Sprintf("%s, %d tests, %d mutants met", what, tests, calls))
		}
	}
	s := &tfsmSuite{Suite: tfsm.Generate(ctx, d.Domain, o), domain: d, facts: domainFacts(d.Domain)}
	s.facts.Complete, s.facts.Tests = s.Finished, len(s.Tests)
	if n, known := s.Conforming(); known {
		s.facts.Conforming = n
	}
	switch {
	case !s.Finished:
		s.facts.Checked = "not finished"
	case call.Unchecked:
		s.facts.Checked = "by the solver alone"
	default:
		if call.Progress != nil {
			call.Progress(len(s.Tests), 0, "checking the suite a second way")
		}
		s.facts.check(d.Verify(ctx, s.Steps()))
	}
	return s, nil
}

// Suite implements SuiteModel.
func (x *tfsmModel) Suite(ctx context.Context, call SuiteCall) (*report.Suite, error) {
	s, err := x.generate(ctx, call)
	if err != nil {
		return nil, err
	}
	return x.suiteReport(s, call), nil
}

func (x *tfsmModel) suiteReport(s *tfsmSuite, call SuiteCall) *report.Suite {
	r := &report.Suite{
		Complete: s.facts.Complete, Domain: report.Raw(s.facts), Engine: Version, Formalism: "tfsm",
		Model: call.Name, Reason: s.Reason, Expected: [][]string{}, Tests: [][][2]string{},
	}
	for _, t := range s.Tests {
		r.Tests = append(r.Tests, s.Domain.Model.Pairs(t.Test, !call.Whole))
		r.Expected = append(r.Expected, s.Domain.Model.OutputNames(t.Expected))
		if t.Initial {
			r.Initial++
		}
	}
	return r
}

// A tfsmScore is a judged suite.
type tfsmScore struct {
	*tfsm.Score
	domain *tfsmDomain
	facts  tfsmDomainReport
	tests  []tfsm.Test
}

func (x *tfsmModel) judge(ctx context.Context, call SuiteCall) (*tfsmScore, error) {
	d, err := x.suiteDomain(call.Settings)
	if err != nil {
		return nil, err
	}
	s := &tfsmScore{domain: d, facts: domainFacts(d.Domain), tests: x.m.Tests}
	if call.Suite != "" {
		if s.tests, err = x.m.ReadSuite(call.Suite); err != nil {
			return nil, fmt.Errorf("suite: %w", err)
		}
	}
	if len(s.tests) == 0 {
		return nil, fmt.Errorf("there is no suite to judge: give a file, or write tests into the model: test \"(a, 1)(b, 2)\"")
	}
	var steps [][]tfsm.Step
	for _, t := range s.tests {
		steps = append(steps, t.Steps)
	}
	s.Score = d.Score(ctx, steps, call.Settings.Budget.SATCalls)
	s.facts.Complete, s.facts.Tests = s.Status == "complete", len(steps)
	s.facts.Checked = "not finished"
	switch s.Status {
	case "complete":
		if n, known := d.ConformingIn(s.Cubes); known {
			s.facts.Conforming = n
		}
		if s.facts.Checked = "by the solver alone"; !call.Unchecked {
			s.facts.check(d.Verify(ctx, steps))
		}
	case "incomplete":
		s.facts.Checked = "by running the surviving mutant"
	}
	if k := s.Score.Kills; k.Exact {
		s.facts.Conforming = k.Conform.String()
	}
	return s, nil
}

// Score implements SuiteModel.
func (x *tfsmModel) Score(ctx context.Context, call SuiteCall) (*report.Score, error) {
	s, err := x.judge(ctx, call)
	if err != nil {
		return nil, err
	}
	m := s.domain.Model
	r := &report.Score{
		Complete: s.facts.Complete, Domain: report.Raw(s.facts), Engine: Version, Formalism: "tfsm",
		Kills: s.kills(), Model: call.Name, Reason: s.Reason, Survivor: s.survivor(), Tests: []report.ScoreTest{},
	}
	for i, t := range s.tests {
		one := report.ScoreTest{
			Expected: m.OutputNames(tfsm.Outputs(s.domain.Spec.SimulateTest(t, true))),
			Needed:   s.Needed[i], Test: m.Pairs(t, true),
		}
		one.Alone, one.Kills = s.Score.Kills.Alone[i].String(), s.Score.Kills.Kills[i].String()
		r.Tests = append(r.Tests, one)
	}
	return r, nil
}

func (s *tfsmScore) kills() *report.ScoreKills {
	k := s.Score.Kills
	of := strconv.FormatInt(k.Examined, 10)
	if k.Method == tfsm.BruteForce {
		of = s.domain.Mutants().String()
	}
	return &report.ScoreKills{Conforming: k.Conform.String(), Detected: k.Detected.String(), How: k.Method, Of: of}
}

func (s *tfsmScore) survivor() *report.ScoreSurvivor {
	if s.Survivor == nil {
		return nil
	}
	m := s.domain.Model
	t := tfsm.Test{Steps: s.Test}
	r := &report.ScoreSurvivor{
		Expected: m.OutputNames(tfsm.Outputs(s.domain.Spec.SimulateTest(t, true))),
		Got:      m.OutputNames(tfsm.Outputs(s.domain.Automaton(s.Survivor).SimulateTest(t, true))),
		Test:     m.Pairs(t, true), Takes: []string{},
	}
	for _, n := range s.domain.Taken(s.Survivor) {
		r.Takes = append(r.Takes, m.Named(m.Transitions[n]))
	}
	return r
}

// percent writes a share of two exact numbers with one digit behind the point, rounded down, so that 100 % means all.
func percent(part, whole *big.Int) string {
	if whole.Sign() == 0 {
		return "–"
	}
	n := new(big.Int).Mul(part, big.NewInt(1000))
	n.Quo(n, whole)
	tenths := n.Int64()
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}
