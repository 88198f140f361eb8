package tioa

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/family"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/query"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// The tools that show a family of mutants: the featured mutant model with its diagram and exports,
// and a test suite with its kill matrix.

// family is the tool that shows the featured mutant model.
func (q *Request) family(ctx context.Context) ([]report.Section, error) {
	fam := mutants.NewFamily(q.Subject, q.Operators, 1, q.Sample, q.Seed)
	group := model.Alternative
	if q.input("group") == model.OrGroup.String() {
		group = model.OrGroup
	}
	f := mutants.FeaturedMutants(fam, group)
	dropped, err := q.restrict(f, fam)
	if err != nil {
		return nil, err
	}
	facts, err := f.Features.Analyse(ctx)
	if err != nil {
		return nil, err
	}
	a := f.Automaton
	rows := []report.Fact{
		{Label: "mutations", Value: strconv.Itoa(fam.Len())},
		{Label: "left out by constraints", Value: strconv.Itoa(len(dropped))},
		{Label: "dead features", Value: strconv.Itoa(len(facts.Dead))},
		{Label: "edges of the family", Value: strconv.Itoa(len(a.Edges))},
		{Label: "edges of the model", Value: strconv.Itoa(len(q.Subject.Automaton.Edges))},
	}
	if group == model.Alternative {
		rows = append(rows, report.Fact{Label: "products", Value: strconv.Itoa(fam.Len() - len(dropped) + 1)})
	}
	name := model.Identifier(q.Subject.Automaton.Name)
	return []report.Section{
		{Title: "Featured mutant model", Blocks: []report.Block{
			{Facts: rows}, {Graph: family.MutantDiagram(f.Features, fam, facts.Dead)},
		}},
		{Title: "Exports", Blocks: []report.Block{
			{Text: "The feature model in the Universal Variability Language:"},
			{Code: &report.Code{File: name + ".uvl", Language: "uvl", Text: f.Features.UVL()}},
			{Text: "The featured timed game: UPPAAL's text, feature expressions in comments:"},
			{Code: &report.Code{File: name + "-family.xta", Language: "xta", Text: f.Text()}},
		}},
	}, nil
}

// restrict applies the input of the tool.
func (q *Request) restrict(f *model.Featured, fam *mutants.Family) ([]string, error) {
	switch q.input("constraints") {
	case "guidelines":
		return family.Restrict(f, fam, func(m *mutants.Mutant) bool { return m.Broken(true) != nil }), nil
	case "only-useful":
		r, err := NewReach(q.Subject, q.Zones)
		if err != nil {
			return nil, err
		}
		return family.Restrict(f, fam, func(m *mutants.Mutant) bool { return r.Useful(m.First) == nil }), nil
	}
	return nil, nil
}

// listedProducts bounds the products that the tool lists and asks for consistency.
const listedProducts = 100

// FamilySections shows a model with features: its diagram, its products and its exports.
func FamilySections(ctx context.Context, m *model.Model) ([]report.Section, error) {
	facts, err := m.Features.Analyse(ctx)
	if err != nil {
		return nil, err
	}
	products, err := m.Features.Products(ctx, listedProducts)
	if limit := (*model.LimitError)(nil); err != nil && !errors.As(err, &limit) {
		return nil, err
	}
	blocks := []report.Block{{Facts: m.Features.Count(ctx)}}
	if err != nil {
		blocks = append(blocks, report.Block{Text: fmt.Sprintf("Only the first %d products are listed.", len(products))})
	}
	t, err := productTable(ctx, m, products)
	if err != nil {
		return nil, err
	}
	blocks = append(blocks, report.Block{Table: t})
	name := model.Identifier(m.Automata[0].Name)
	return []report.Section{
		{Title: "Features", Blocks: []report.Block{{Graph: family.Diagram(m.Features, facts.Dead)}}},
		{Title: "Products", Blocks: blocks},
		{Title: "Exports", Blocks: []report.Block{
			{Text: "The feature model in the Universal Variability Language:"},
			{Code: &report.Code{File: name + ".uvl", Language: "uvl", Text: m.Features.UVL()}},
		}},
	}, nil
}

// productTable lists products with their size and whether they are consistent.
func productTable(ctx context.Context, m *model.Model, products []model.Product) (*report.Table, error) {
	t := &report.Table{
		Caption: "Choose a product by the option product, with the features of the first column",
		Columns: []string{"product", "edges", "inconsistent components"}, Numeric: []bool{false, true, false},
	}
	for _, p := range products {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		of := m.Product(p)
		edges := 0
		for _, a := range of.Automata {
			edges += len(a.Edges)
		}
		bad, err := inconsistent(ctx, of)
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, []string{m.Features.Brief(p), strconv.Itoa(edges), bad})
	}
	return t, nil
}

// inconsistent names the components of a model that have no implementation.
func inconsistent(ctx context.Context, m *model.Model) (string, error) {
	asked := source.NewFile("query", m.Consistencies())
	answers, d := query.NewSession(m, query.Reading{}).Ask(ctx, asked)
	if d.HasErrors() {
		return "", errors.New(strings.TrimSpace(d.Text(asked)))
	}
	var bad []string
	for i, a := range answers {
		switch {
		case a.Unknown:
			bad = append(bad, m.Automata[i].Name+" (not decided)")
		case !a.Holds:
			bad = append(bad, m.Automata[i].Name)
		}
	}
	return strings.Join(bad, ", "), nil
}

// NewSuite makes a test of the counterexample of every killed mutant and runs all of them under the
// reading that calls it killed: by Definition 7 as a family and one by one, where the error tells if
// the two disagree, which must not be; else one by one.
func NewSuite(ctx context.Context, j *Judge, fam *mutants.Family, s referee.Semantics,
	progress func(done, total int)) (*family.Suite, error) {
	var tests []*referee.TimedTest
	seen, states := map[string]bool{}, make([]byte, fam.Len())
	for i := range fam.Len() {
		if i%64 == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			progress(i, fam.Len())
		}
		m := fam.At(i)
		v := j.Judge(&m, s)
		states[i] = matrixState(v.Verdict)
		if v.Verdict != referee.NonSubsumed || v.Game {
			continue
		}
		t, err := v.Trace()
		if err != nil {
			return nil, err
		}
		if test := referee.TestOf(t, m.ID()); test != nil && !seen[test.Text()] {
			seen[test.Text()] = true
			tests = append(tests, test)
		}
	}
	made, err := runSuite(ctx, j, fam, tests, s)
	if err == nil {
		made.States = states
	}
	return made, err
}

func runSuite(ctx context.Context, j *Judge, fam *mutants.Family, tests []*referee.TimedTest, s referee.Semantics,
) (*family.Suite, error) {
	if s == referee.Definition7 {
		return family.NewSuite(ctx, fam, tests)
	}
	trial, err := NewTrial(ctx, j.Origin, s)
	if err != nil {
		return nil, err
	}
	return family.NewSuiteUnder(ctx, fam, tests, trial, s)
}

// matrixState is what a kill matrix says of a mutant apart from its tests.
func matrixState(v referee.MutantVerdict) byte {
	switch v {
	case referee.NonSubsumed:
		return report.MatrixKillable
	case referee.Undecided:
		return report.MatrixUndecided
	}
	return report.MatrixUnkillable
}

// NewTrial prepares running tests under a reading.
func NewTrial(ctx context.Context, s mutants.Subject, sem referee.Semantics) (*referee.Trial, error) {
	r := referee.New(model.Subject(s))
	r.Watch(ctx.Done())
	return referee.NewTrial(r, sem)
}

// suite is the tool.
func (q *Request) suite(ctx context.Context) ([]report.Section, error) {
	sem, err := q.reading()
	if err != nil {
		return nil, err
	}
	j, err := NewJudgeUntil(ctx, q.Subject, q.Zones)
	if err != nil {
		return nil, err
	}
	fam := mutants.NewFamily(q.Subject, q.Operators, 1, q.Sample, q.Seed)
	s, err := NewSuite(ctx, j, fam, sem, func(done, total int) { q.progress(done, total, "mutants") })
	if err != nil {
		return nil, err
	}
	return s.Sections(), nil
}
