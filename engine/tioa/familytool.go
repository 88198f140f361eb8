package tioa

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/query"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// The tools that show a family of mutants: the featured mutant model with its diagram and exports,
// and a test suite with its kill matrix.

// Restrict adds the guidelines as constraints of the feature model, or, with useful, leaves only
// mutations that a lemma shows to be useful. In the alternative group each mutation that is left out
// becomes a dead feature. In the or group a product needs one mutation that is not left out: several
// together are useless for sure only if each is (section 5.5). It gives the features left out.
func Restrict(f *model.Featured, fam *mutants.Family, out func(m *mutants.Mutant) bool) []string {
	mutations := f.Features.Root.Children[0]
	var dropped []string
	var kept *expr.Expr
	for i := range fam.Len() {
		m := fam.At(i)
		name := mutations.Children[i].Name
		switch {
		case out(&m):
			dropped = append(dropped, name)
		case kept == nil:
			kept = mutants.Feature(name)
		default:
			kept = expr.Make(expr.Or, kept, mutants.Feature(name))
		}
	}
	switch {
	case len(dropped) == 0:
	case mutations.Group == model.Alternative:
		for _, n := range dropped {
			f.Features.Constraints = append(f.Features.Constraints, expr.Make(expr.Not, mutants.Feature(n)))
		}
	case kept == nil:
		f.Features.Constraints = append(f.Features.Constraints, expr.Make(expr.Not, mutants.Feature(mutations.Name)))
	default:
		f.Features.Constraints = append(f.Features.Constraints, expr.Make(expr.Imply, mutants.Feature(mutations.Name), kept))
	}
	return dropped
}

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
			{Facts: rows}, {Graph: diagram(f.Features, fam, facts.Dead)},
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
		return Restrict(f, fam, func(m *mutants.Mutant) bool { return m.Broken(true) != nil }), nil
	case "only-useful":
		r, err := NewReach(q.Subject, q.Zones)
		if err != nil {
			return nil, err
		}
		return Restrict(f, fam, func(m *mutants.Mutant) bool { return r.Useful(m.First) == nil }), nil
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
		{Title: "Features", Blocks: []report.Block{{Graph: featureDiagram(m.Features, facts.Dead)}}},
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

// featureDiagram draws a feature model.
func featureDiagram(fm *model.FeatureModel, dead []string) *report.Graph {
	g := &report.Graph{Caption: "Feature diagram: edges are labelled with the group; dead features in the tone of a " +
		"warning"}
	var walk func(n *model.FeatureNode)
	walk = func(n *model.FeatureNode) {
		node := report.GraphNode{ID: n.Name, Label: n.Name, Initial: n == fm.Root}
		if slices.Contains(dead, n.Name) {
			node.Tone = "warn"
		}
		g.Nodes = append(g.Nodes, node)
		for _, c := range n.Children {
			g.Edges = append(g.Edges, report.GraphEdge{From: n.Name, To: c.Name, Label: n.Group.String()})
			walk(c)
		}
	}
	walk(fm.Root)
	return g
}

// diagramFeatures bounds the mutations of an operator that the diagram draws.
const diagramFeatures = 12

// diagram draws the feature model of a family: the root, the group, and the mutations gathered by
// operator, which is no feature but keeps the drawing readable.
func diagram(fm *model.FeatureModel, fam *mutants.Family, dead []string) *report.Graph {
	mutations := fm.Root.Children[0]
	g := &report.Graph{Caption: "Feature diagram: dead features in the tone of a warning; " + mutations.Group.String() +
		" group of mutations, gathered by operator"}
	g.Nodes = append(g.Nodes, report.GraphNode{ID: fm.Root.Name, Label: fm.Root.Name, Initial: true},
		report.GraphNode{ID: mutations.Name, Label: mutations.Name})
	g.Edges = append(g.Edges, report.GraphEdge{From: fm.Root.Name, To: mutations.Name, Label: fm.Root.Group.String()})
	count := map[string]int{}
	for i := range fam.Len() {
		m := fam.At(i)
		op := m.First.Op.Name
		if count[op]++; count[op] == 1 {
			g.Nodes = append(g.Nodes, report.GraphNode{ID: "operator " + op, Label: op})
			g.Edges = append(g.Edges, report.GraphEdge{From: mutations.Name, To: "operator " + op,
				Label: mutations.Group.String(), Dashed: true})
		}
		if count[op] > diagramFeatures {
			continue
		}
		node := report.GraphNode{ID: mutations.Children[i].Name, Label: mutations.Children[i].Name}
		if slices.Contains(dead, node.ID) {
			node.Tone = "warn"
		}
		g.Nodes = append(g.Nodes, node)
		g.Edges = append(g.Edges, report.GraphEdge{From: "operator " + op, To: node.ID})
	}
	for i := range g.Nodes {
		if op, ok := strings.CutPrefix(g.Nodes[i].ID, "operator "); ok && count[op] > diagramFeatures {
			g.Nodes[i].Label = fmt.Sprintf("%s: %d mutations, %d drawn", op, count[op], diagramFeatures)
		}
	}
	return g
}

// A Suite is a set of tests with what each kills.
type Suite struct {
	Family *mutants.Family
	Runner *FamilyRunner
	Tests  []*referee.TimedTest
	Kills  []productSet
	Unfit  int // tests that the model itself fails, left out
	Alone  int // guards and invariants that running each mutant alone looks at
}

// NewSuite makes a test of the counterexample of every killed mutant and runs all of them, as a
// family and one by one; the error tells where the two disagree, which must not be.
func NewSuite(ctx context.Context, j *Judge, fam *mutants.Family, s referee.Semantics,
	progress func(done, total int)) (*Suite, error) {
	out := &Suite{Family: fam}
	seen := map[string]bool{}
	for i := range fam.Len() {
		if i%64 == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			progress(i, fam.Len())
		}
		m := fam.At(i)
		v := j.Judge(&m, s)
		if v.Verdict != referee.NonSubsumed || v.Game {
			continue
		}
		t, err := v.Trace()
		if err != nil {
			return nil, err
		}
		if test := referee.TestOf(t, m.ID()); test != nil && !seen[test.Text()] {
			seen[test.Text()] = true
			out.Tests = append(out.Tests, test)
		}
	}
	return out, out.run(ctx)
}

func (s *Suite) run(ctx context.Context) error {
	var err error
	if s.Runner, err = NewFamilyRunner(ctx, mutants.FeaturedMutants(s.Family, model.Alternative)); err != nil {
		return err
	}
	var fit []*referee.TimedTest
	for _, t := range s.Tests {
		kills := s.Runner.Run(t)
		if kills.has(0) {
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
			if alone.Kills(t) != s.Kills[k].has(i+1) {
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
	done := make(productSet, len(s.Runner.all))
	for {
		best, gain := -1, 0
		for k, kills := range s.Kills {
			if g := kills.minus(done).count(); g > gain {
				best, gain = k, g
			}
		}
		if best < 0 {
			return chosen
		}
		chosen = append(chosen, best)
		done = done.or(s.Kills[best])
	}
}

// suite is the tool.
func (q *Request) suite(ctx context.Context) ([]report.Section, error) {
	sem, ok := referee.SemanticsNamed(q.input("semantics"))
	if !ok {
		return nil, fmt.Errorf("unknown reading %q, want definition7, pruned or alphabet", q.input("semantics"))
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
	return s.sections(), nil
}

// expressionKills bounds the mutations that an expression in the table names.
const expressionKills = 12

func (s *Suite) sections() []report.Section {
	chosen := s.Reduce()
	killed := make(productSet, len(s.Runner.all))
	for _, k := range s.Kills {
		killed = killed.or(k)
	}
	t := &report.Table{
		Caption: "Kill matrix: each test with the mutations whose products it kills, as a feature expression",
		Columns: []string{"test", "made for", "kills", "feature expression"}, Numeric: []bool{false, false, true, false},
	}
	var text, kills strings.Builder
	for _, k := range chosen {
		t.Rows = append(t.Rows, []string{s.Tests[k].Text(), s.Tests[k].Name, strconv.Itoa(s.Kills[k].count()),
			s.short(s.Kills[k])})
		text.WriteString(s.Tests[k].Text() + "\n")
		kills.WriteString(s.Tests[k].Text() + "\n  kills " + s.Runner.Expression(s.Kills[k]) + "\n")
	}
	facts := []report.Fact{
		{Label: "mutants", Value: strconv.Itoa(s.Family.Len())},
		{Label: "killed by the suite", Value: strconv.Itoa(killed.count())},
		{Label: "tests of counterexamples", Value: strconv.Itoa(len(s.Tests))},
		{Label: "tests kept", Value: strconv.Itoa(len(chosen))},
		{Label: "tests left out, because the model without pruning fails them", Value: strconv.Itoa(s.Unfit)},
	}
	speed := []report.Fact{
		{Label: "guards and invariants looked at, mutant by mutant", Value: strconv.Itoa(s.Alone)},
		{Label: "the same, as one family", Value: strconv.Itoa(s.Runner.work)},
		{Label: "ratio", Value: ratio(s.Alone, s.Runner.work)},
	}
	return []report.Section{
		{Title: "Test suite", Blocks: []report.Block{{Facts: facts}, {Table: t}, {Code: &report.Code{File: "suite.txt",
			Text: text.String()}}, {Code: &report.Code{File: "kills.txt", Text: kills.String()}}}},
		{Title: "Family-based execution", Blocks: []report.Block{
			{Text: "Each test ran once on the featured mutant model. Running every mutant by itself gave the same kills.",
				Tone: "good"}, {Facts: speed},
		}},
	}
}

// short names the first mutations of a set.
func (s *Suite) short(p productSet) string {
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
