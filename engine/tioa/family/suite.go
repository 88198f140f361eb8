package family

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Suites of timed tests, run on a family.

// A Suite is a set of tests with what each kills.
type Suite struct {
	Family *mutants.Family
	Runner *Runner
	Tests  []*referee.TimedTest
	Kills  []ProductSet
	Unfit  int // tests that the model itself fails, left out
	Alone  int // guards and invariants that running each mutant alone looks at
	// Reading is what the tests were run under. All but Definition 7 change the models first, so that
	// there is no family to run on.
	Reading referee.Semantics
	States  []byte // of each mutant: what a report.Matrix says of it apart from these tests; nil: not known
}

// NewSuite runs tests on a family at once, and on its mutants one by one. The error tells where the two
// disagree, which must not be.
func NewSuite(ctx context.Context, fam *mutants.Family, tests []*referee.TimedTest) (*Suite, error) {
	s := &Suite{Family: fam, Tests: tests}
	return s, s.run(ctx)
}

// NewSuiteUnder runs tests on a model and its mutants, one by one, under a reading.
func NewSuiteUnder(ctx context.Context, fam *mutants.Family, tests []*referee.TimedTest, t *referee.Trial,
	sem referee.Semantics) (*Suite, error) {
	s := &Suite{Family: fam, Reading: sem}
	var err error
	if s.Runner, err = NewRunner(ctx, mutants.FeaturedMutants(fam, model.Alternative)); err != nil {
		return nil, err
	}
	for _, test := range tests {
		if t.Fits(test) {
			s.Tests, s.Kills = append(s.Tests, test), append(s.Kills, make(ProductSet, len(s.Runner.All)))
		}
	}
	s.Unfit = len(tests) - len(s.Tests)
	for i := range fam.Len() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m := fam.At(i)
		c, err := t.Enter(model.Subject(m.Result))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.ID(), err)
		}
		for k, test := range s.Tests {
			if c.Fails(test) {
				s.Kills[k].Add(i + 1)
			}
		}
	}
	return s, nil
}

func (s *Suite) run(ctx context.Context) error {
	var err error
	if s.Runner, err = NewRunner(ctx, mutants.FeaturedMutants(s.Family, model.Alternative)); err != nil {
		return err
	}
	var fit []*referee.TimedTest
	for _, t := range s.Tests {
		kills := s.Runner.Run(t)
		if kills.Has(0) {
			s.Unfit++
			continue
		}
		fit, s.Kills = append(fit, t), append(s.Kills, kills)
	}
	s.Tests = fit
	for i := range s.Family.Len() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m := s.Family.At(i)
		alone := referee.NewRunner(model.Subject(m.Result))
		for k, t := range s.Tests {
			if alone.Kills(t) != s.Kills[k].Has(i+1) {
				return fmt.Errorf("the family and %s alone disagree on the test %s: please report this as a defect of Mutarium",
					m.ID(), t.Text())
			}
		}
		s.Alone += alone.Work
	}
	return nil
}

// Reduce chooses tests that kill together what all do: the one that kills most first, the earlier
// one among equals.
func (s *Suite) Reduce() []int {
	var chosen []int
	done := make(ProductSet, len(s.Runner.All))
	for {
		best, gain := -1, 0
		for k, kills := range s.Kills {
			if g := kills.minus(done).Count(); g > gain {
				best, gain = k, g
			}
		}
		if best < 0 {
			return chosen
		}
		chosen = append(chosen, best)
		done = done.Or(s.Kills[best])
	}
}

// expressionKills bounds the mutations that an expression in the table names.
const expressionKills = 12

// Sections shows the suite with its kill matrix.
func (s *Suite) Sections() []report.Section {
	chosen := s.Reduce()
	killed := make(ProductSet, len(s.Runner.All))
	for _, k := range s.Kills {
		killed = killed.Or(k)
	}
	t := &report.Table{
		Caption: "Kill matrix: each test with the mutations whose products it kills, as a feature expression",
		Columns: []string{"test", "made for", "kills", "feature expression"}, Numeric: []bool{false, false, true, false},
	}
	var text, kills strings.Builder
	for _, k := range chosen {
		t.Rows = append(t.Rows, []string{s.Tests[k].Text(), s.Tests[k].Name, strconv.Itoa(s.Kills[k].Count()),
			s.short(s.Kills[k])})
		text.WriteString(s.Tests[k].Text() + "\n")
		kills.WriteString(s.Tests[k].Text() + "\n  kills " + s.Runner.Expression(s.Kills[k]) + "\n")
	}
	facts := []report.Fact{
		{Label: "mutants", Value: strconv.Itoa(s.Family.Len())},
		{Label: "killed by the suite", Value: strconv.Itoa(killed.Count())},
		{Label: "tests of counterexamples", Value: strconv.Itoa(len(s.Tests))},
		{Label: "tests kept", Value: strconv.Itoa(len(chosen))},
		{Label: "reading of refinement", Value: s.Reading.Title()},
	}
	if s.Unfit > 0 {
		facts = append(facts,
			report.Fact{Label: "tests left out, because the model fails them", Value: strconv.Itoa(s.Unfit)})
	}
	return []report.Section{
		{Title: "Test suite", Blocks: []report.Block{{Facts: facts}, {Table: t}, {Code: &report.Code{File: "suite.txt",
			Text: text.String()}}, {Code: &report.Code{File: "kills.txt", Text: kills.String()}}}},
		{Title: "Kill matrix", Blocks: []report.Block{{Matrix: s.matrix(chosen)}}},
		s.execution(),
	}
}

// matrix is the kill matrix of the chosen tests.
func (s *Suite) matrix(chosen []int) *report.Matrix {
	m := &report.Matrix{Mutants: make([]string, s.Family.Len()), States: string(s.States)}
	for i := range m.Mutants {
		of := s.Family.At(i)
		m.Mutants[i] = of.ID()
	}
	for _, k := range chosen {
		row := report.MatrixRow{Test: s.Tests[k].Text()}
		for i := range m.Mutants {
			if s.Kills[k].Has(i + 1) {
				row.Add(i)
			}
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// execution says how the tests were run.
func (s *Suite) execution() report.Section {
	if s.Reading != referee.Definition7 {
		says := "Under this reading stuck states are removed from model and mutant before a test runs"
		if s.Reading == referee.ToolAlphabet {
			says += ", and the model ignores outputs that it does not declare"
		}
		return report.Section{Title: "Execution", Blocks: []report.Block{
			{Text: says + ". So each mutant ran by itself. Under Definition 7 all run at once, as one family."},
		}}
	}
	return report.Section{Title: "Family-based execution", Blocks: []report.Block{
		{Text: "Each test ran once on the featured mutant model. Running every mutant by itself gave the same kills.",
			Tone: "good"},
		{Facts: []report.Fact{
			{Label: "guards and invariants looked at, mutant by mutant", Value: strconv.Itoa(s.Alone)},
			{Label: "the same, as one family", Value: strconv.Itoa(s.Runner.Work)},
			{Label: "ratio", Value: ratio(s.Alone, s.Runner.Work)},
		}},
	}}
}

// short names the first mutations of a set.
func (s *Suite) short(p ProductSet) string {
	text := s.Runner.Expression(p)
	parts := strings.Split(text, " || ")
	if len(parts) <= expressionKills {
		return text
	}
	return strings.Join(parts[:expressionKills], " || ") + fmt.Sprintf(" || … (%d more)", len(parts)-expressionKills)
}

// ratio prints a to b with one digit.
func ratio(a, b int) string {
	if b == 0 {
		return "-"
	}
	tenths := (20*a + b) / (2 * b)
	return fmt.Sprintf("%d.%d to 1", tenths/10, tenths%10)
}
