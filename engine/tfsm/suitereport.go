package tfsm

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Suites and scores for whole fault domains as they are written, with what is known of the domain.

// DefaultLength is how long a generated test may grow, in inputs, unless the user says otherwise.
const DefaultLength = 5

// A SuiteRequest asks for a suite, or for the score of one.
type SuiteRequest struct {
	Request
	Suite     string // text: what the suite begins with, or what is scored; "": nothing, or the model's own tests
	MaxLength int    // a test may be prolonged to so many inputs; 0: each is as short as can be
	Whole     bool   // inputs come at whole instants, not half a unit later
	Keep      bool   // keep tests that the others make superfluous
	Unchecked bool   // leave out the second check
}

// Facts is the domain object of reports, suites and scores.
type Facts struct {
	Checked     string `json:"checked"`            // how "complete" was checked a second time
	Complete    bool   `json:"complete"`           // the suite detects every nonconforming mutant
	Conforming  string `json:"conforming"`         // exact, or "not counted"
	Examined    int64  `json:"examined,omitempty"` // by the second check
	ExtraStates int    `json:"extraStates,omitempty"`
	Mutants     string `json:"mutants"`
	Mutated     int    `json:"mutated"` // transitions
	Selections  string `json:"selections"`
	Singles     int    `json:"singles,omitempty"` // not complete: mutants by one mutated transition, which are killed
	Suspicious  int    `json:"suspicious"`
	Tests       int    `json:"tests"` // of the suite
	Untrusted   int    `json:"untrusted"`
}

// What Checked says where there was no second check, beside its methods.
const (
	notFinished = "not finished"
	notTried    = "not tried"
	solverAlone = "by the solver alone"
	certificate = "certificate"
)

func (d *Domain) facts() Facts {
	suspicious, untrusted := d.Suspicious()
	return Facts{
		Conforming: "not counted", ExtraStates: d.Model.ExtraStates(),
		Mutants: d.Mutants().String(), Mutated: d.Model.Mutated(),
		Selections: d.Selections().String(), Suspicious: suspicious, Untrusted: untrusted,
	}
}

// SameClaims tells whether two domain objects say the same of a domain, however large the suites are that their
// versions found, and however those were checked.
func SameClaims(now, old []byte) bool {
	var a, b Facts
	if json.Unmarshal(now, &a) != nil || json.Unmarshal(old, &b) != nil {
		return len(now) == len(old)
	}
	a.Tests, a.Examined, a.Checked = b.Tests, b.Examined, b.Checked
	return a == b
}

// check adds what a second check found.
func (f *Facts) check(r Recheck) {
	f.Checked, f.Examined = r.Method, r.Examined
	switch {
	case r.Stopped:
		f.Checked = notFinished
	case !r.Holds:
		f.Complete = false
		f.Checked += ", which found a surviving mutant"
	}
}

// count adds the number of conforming mutants, where it is known.
func (f *Facts) count(d *Domain, cubes []Cube) {
	if n, known := d.ConformingIn(cubes); known {
		f.Conforming = n
	}
}

// endedBy says what kept a second check from its end.
func (r *Recheck) endedBy() string {
	if r.Stopped {
		return Cancelled
	}
	return r.Spent
}

// A suiteRun is a generated suite with its second check.
type suiteRun struct {
	*Suite
	facts  Facts
	budget Budget
}

func generate(ctx context.Context, m *model.Model, q SuiteRequest) (*suiteRun, error) {
	d, err := mutatedDomain(m, q.Request)
	if err != nil {
		return nil, err
	}
	o := GenerateOptions{MaxLength: q.MaxLength, Budget: q.Budget, NoReduce: q.Keep}
	if q.Suite != "" {
		if o.Initial, err = m.ReadSuite(q.Suite); err != nil {
			return nil, fmt.Errorf("initial suite: %w", err)
		}
	}
	if q.Progress != nil {
		o.Progress = func(tests, calls int, what string) {
			q.Progress(tests, 0, fmt.Sprintf("%s, %d tests, %d mutants met", what, tests, calls))
		}
	}
	suite, err := Best(ctx, d, o)
	if err != nil {
		return nil, err
	}
	s := &suiteRun{Suite: suite, facts: d.facts(), budget: suite.Budget}
	s.facts.Complete, s.facts.Tests, s.facts.Checked = s.Finished, len(s.Tests), notFinished
	if !s.Finished {
		s.facts.Singles = s.Singles
		return s, nil
	}
	if s.Counted {
		s.facts.count(d, s.Cubes)
	}
	switch s.facts.Checked = solverAlone; {
	case s.Certified:
		s.facts.Checked = certificate
	case !q.Unchecked:
		s.recheck(ctx, q)
	}
	return s, nil
}

// recheck checks a complete suite a second time, with what is left of the budget.
func (s *suiteRun) recheck(ctx context.Context, q SuiteRequest) {
	if q.Progress != nil {
		q.Progress(len(s.Tests), 0, "checking the suite a second way")
	}
	r := s.Domain.Verify(ctx, s.Steps(), q.Budget.after(s.Calls))
	s.facts.check(r)
	if s.Reason == "" {
		s.Reason = r.endedBy()
	}
}

// MakeSuite generates a suite for a fault domain. Its error is bad input.
func MakeSuite(ctx context.Context, m *model.Model, q SuiteRequest) (*report.Suite, error) {
	s, err := generate(ctx, m, q)
	if err != nil {
		return nil, err
	}
	return s.report(q), nil
}

func (s *suiteRun) report(q SuiteRequest) *report.Suite {
	r := &report.Suite{
		Complete: s.facts.Complete, Domain: report.Raw(s.facts), Engine: q.Engine, Formalism: "tfsm",
		Model: q.Name, Reason: s.Reason, Expected: [][]string{}, Tests: [][][2]string{},
	}
	for _, t := range s.Tests {
		r.Tests = append(r.Tests, s.Domain.Model.Pairs(t.Test, !q.Whole))
		r.Expected = append(r.Expected, s.Domain.Model.OutputNames(t.Expected))
		if t.Initial {
			r.Initial++
		}
	}
	return r
}

// A scoreRun is a judged suite.
type scoreRun struct {
	*Score
	domain *Domain
	facts  Facts
	tests  []model.Test
	budget Budget
}

func scoreSuite(ctx context.Context, m *model.Model, q SuiteRequest) (*scoreRun, error) {
	d, err := mutatedDomain(m, q.Request)
	if err != nil {
		return nil, err
	}
	s := &scoreRun{domain: d, facts: d.facts(), tests: m.Tests, budget: q.Budget}
	if q.Suite != "" {
		if s.tests, err = m.ReadSuite(q.Suite); err != nil {
			return nil, fmt.Errorf("suite: %w", err)
		}
	} else if len(s.tests) == 0 {
		return nil, fmt.Errorf("there is no suite to judge: give a file, or write tests into the model: test \"(a, " +
			"1)(b, 2)\"")
	}
	steps := stepsOf(s.tests)
	s.Score = d.Score(ctx, steps, q.Budget)
	s.facts.Complete, s.facts.Tests = s.Status == "complete", len(steps)
	s.facts.Checked = notFinished
	switch s.Status {
	case "complete":
		s.facts.count(d, s.Cubes)
		if s.facts.Checked = solverAlone; !q.Unchecked {
			r := d.Verify(ctx, steps, q.Budget.after(s.Calls))
			s.facts.check(r)
			if s.Reason == "" {
				s.Reason = r.endedBy()
			}
		}
	case "incomplete":
		s.facts.Checked = "by running the surviving mutant"
	}
	if k := s.Kills; k.Exact {
		s.facts.Conforming = k.Conform.String()
	}
	return s, nil
}

// ScoreSuite judges a suite for a fault domain. Its error is bad input.
func ScoreSuite(ctx context.Context, m *model.Model, q SuiteRequest) (*report.Score, error) {
	s, err := scoreSuite(ctx, m, q)
	if err != nil {
		return nil, err
	}
	names := s.domain.Model
	r := &report.Score{
		Complete: s.facts.Complete, Domain: report.Raw(s.facts), Engine: q.Engine, Formalism: "tfsm",
		Kills: s.kills(), Model: q.Name, Reason: s.Reason, Survivor: s.survivor(), Tests: []report.ScoreTest{},
	}
	for i, t := range s.tests {
		one := report.ScoreTest{
			Expected: names.OutputNames(model.Outputs(s.domain.Spec.SimulateTest(t, true))),
			Needed:   s.Needed[i], Test: names.Pairs(t, true),
		}
		if r.Kills != nil {
			one.Alone, one.Kills = s.Kills.Alone[i].String(), s.Kills.Kills[i].String()
		}
		r.Tests = append(r.Tests, one)
	}
	return r, nil
}

// kills counts mutants; nil when the count was stopped.
func (s *scoreRun) kills() *report.ScoreKills {
	k := s.Kills
	if k.Stopped {
		return nil
	}
	of := strconv.FormatInt(k.Examined, 10)
	if k.Method == BruteForce {
		of = s.domain.Mutants().String()
	}
	return &report.ScoreKills{Conforming: k.Conform.String(), Detected: k.Detected.String(), How: k.Method, Of: of}
}

func (s *scoreRun) survivor() *report.ScoreSurvivor {
	if s.Survivor == nil {
		return nil
	}
	m := s.domain.Model
	t := model.Test{Steps: s.Test}
	r := &report.ScoreSurvivor{
		Expected: m.OutputNames(model.Outputs(s.domain.Spec.SimulateTest(t, true))),
		Got:      m.OutputNames(model.Outputs(s.domain.Automaton(s.Survivor).SimulateTest(t, true))),
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

// BigNumber shows an exact number, with its size before it, rounded, when it is long.
func BigNumber(n *big.Int) string { return report.Number(n.String()) }

// Size rounds a long number to two digits: 1.0e86.
func Size(n *big.Int) string {
	return strings.Replace(new(big.Float).SetPrec(uint(n.BitLen()+4)).SetInt(n).Text('e', 1), "e+", "e", 1)
}
