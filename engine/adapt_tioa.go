package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// timedGames is timed games and timed I/O automata.
type timedGames struct{}

// holdsTimed says that this part of the engine holds it.
const holdsTimed = Part == "" || Part == "timed"

func (timedGames) held() bool { return holdsTimed }

// Options of the formalism.
const (
	optComponent  = "component"
	optSemantics  = "semantics"
	optGuidelines = "guidelines"
	optProduct    = "product"
)

func (timedGames) Describe() report.Formalism {
	f := report.Formalism{
		Details: []report.Detail{{
			Kind: report.DetailVerdicts, Name: referee.DetailReadings, Title: "Verdict",
			Summary: "The verdict under each reading of refinement.",
		}},
		Settings: []string{"zones"},
		Limits:   map[string]int{"zones": game.DefaultZones},
		Name:     "timed",
		Title:    "Timed games and timed I/O automata",
		Summary: "Clocks, inputs and outputs: which mutants refine the model, which cannot be consistent, and a " +
			"timed trace against every other one.",
		Extensions: []string{".xta", ".xml", ".json"},
		Examples:   tioa.Examples(),
		Templates:  report.Templates(tioa.Templates, ".xta"),
		Options: []report.Option{
			{
				Name: optSemantics, Kind: "choice", Title: "Reading of refinement", Default: referee.ToolAlphabet.String(),
				Choices: []string{referee.ToolAlphabet.String(), referee.PrunedStates.String(), referee.Definition7.String()},
				Summary: "Which of the three verdicts counts: as the published tables (pruned, with the tool's alphabet), " +
					"pruned, or Definition 7 as written; all three are in the report",
			},
			{
				Name: optGuidelines, Kind: "choice", Title: "Guidelines", Default: "report",
				Choices: []string{"report", "leave-out", "only-useful"},
				Summary: "Say which mutants break a guideline, leave them out, or keep only those that a lemma shows to be " +
					"useful (first order)",
			},
			{Name: optComponent, Kind: "text", Title: "Component", Default: "",
				Summary: "Which automaton is mutated; empty: the first one"},
			{Name: optProduct, Kind: "text", Title: "Product", Default: "",
				Summary: "Of a model with features: the features of the product that is meant, as in 'soda, small'; the " +
					"features above them are implied"},
		},
		Syntax: report.Syntax{
			BlockComment: [2]string{"/*", "*/"}, LineComment: "//", Quote: "\"", Keywords: model.Keywords,
			Operators: []string{"-u->", "->", ":=", "==", "<=", ">=", "!=", "&&", "||", "<", ">", "=", "+", "-", "*", "/",
				"%", "!", "?"},
		},
		Tools: tioa.Tools,
	}
	for _, op := range mutants.Operators {
		f.Operators = append(f.Operators, op.Operator)
	}
	return f
}

func (timedGames) Recognises(text string) bool { return model.Recognises(text) }

func (timedGames) Parse(f *source.File) (Model, source.Diagnostics) {
	if !holdsTimed {
		return elsewhere("timed")
	}
	m, d := model.Parse(f)
	if m == nil {
		return nil, d
	}
	return &timedModel{m: m}, d
}

// Packs tells whether the files are the folder of an Ecdar project.
func (timedGames) Packs(files []*source.File) bool { return model.IsProject(files) }

func (timedGames) Pack(files []*source.File) (string, error) {
	if !holdsTimed {
		return "", errors.New("this part of the engine does not read projects")
	}
	return model.Pack(files)
}

type timedModel struct {
	m        *model.Model // with features: what all products have
	lock     sync.Mutex
	reach    map[*model.Automaton]*tioa.Reach // what each mutated component reaches; under lock
	products map[string]*model.Model          // those chosen so far, by the option's text; under lock
}

// product is the model that an option chooses; the same one for the same choice.
func (x *timedModel) product(options map[string]string) (*model.Model, error) {
	choice := options[optProduct]
	x.lock.Lock()
	defer x.lock.Unlock()
	if m := x.products[choice]; m != nil {
		return m, nil
	}
	m, err := x.m.Choose(context.Background(), choice)
	if err != nil {
		return nil, err
	}
	if x.products == nil {
		x.products = map[string]*model.Model{}
	}
	x.products[choice] = m
	return m, nil
}

// Timed is the network behind a model of timed games, for queries.
func Timed(m Model) (*model.Model, bool) {
	x, ok := m.(*timedModel)
	if !ok {
		return nil, false
	}
	return x.m, true
}

// reached explores a component once; nil where that goes beyond the budget.
func (x *timedModel) reached(s mutants.Subject) *tioa.Reach {
	x.lock.Lock()
	defer x.lock.Unlock()
	r, known := x.reach[s.Automaton]
	if !known {
		r, _ = tioa.NewReach(s, 0)
		if x.reach == nil {
			x.reach = map[*model.Automaton]*tioa.Reach{}
		}
		x.reach[s.Automaton] = r
	}
	return r
}

func (x *timedModel) Format() string { return x.m.Print() }

// ReadFrom implements Foreign: what is drawn has a layout, which printing does not keep.
func (x *timedModel) ReadFrom() string {
	switch x.m.Format {
	case model.XML:
		return "XML"
	case model.JSON, model.Project:
		return "JSON"
	}
	return ""
}

// Tokens implements Lexed. Components that are not mutated count for nothing, except where they share a text
// with the one that is; the comments of a model with features say which those are.
func (x *timedModel) Tokens(options map[string]string) (all, apart []source.Span) {
	s, err := x.subject(options)
	if err != nil || x.m.Format != model.XTA || x.m.Features != nil {
		return nil, nil
	}
	for _, a := range x.m.Automata {
		if a.Span != s.Automaton.Span {
			apart = append(apart, a.Span)
		}
	}
	return expr.Tokens(expr.Uppaal, x.m.File), apart
}

func (x *timedModel) Facts() []report.Fact {
	facts := x.sizes()
	if x.m.Features != nil {
		facts = append(facts, x.m.Features.Count(context.Background())...)
	}
	return facts
}

func (x *timedModel) sizes() []report.Fact {
	locations, edges, clocks := 0, 0, 0
	processes := x.m.Processes()
	for _, a := range processes {
		locations, edges, clocks = locations+len(a.Locations), edges+len(a.Edges), clocks+len(a.Clocks)
	}
	return []report.Fact{
		{Label: "components", Value: strconv.Itoa(len(processes))},
		{Label: "locations", Value: strconv.Itoa(locations)},
		{Label: "edges", Value: strconv.Itoa(edges)},
		{Label: "clocks", Value: strconv.Itoa(clocks)},
	}
}

// subject is the automaton that the options name, of the product that they choose.
// Choices implements Chooser: the components, the first of which is mutated unless another one is chosen.
func (x *timedModel) Choices() map[string][]string {
	var names []string
	for _, a := range x.m.Automata {
		names = append(names, a.Name)
	}
	return map[string][]string{optComponent: names}
}

func (x *timedModel) subject(options map[string]string) (mutants.Subject, error) {
	m, err := x.product(options)
	if err != nil {
		return mutants.Subject{}, err
	}
	name := options[optComponent]
	if name == "" {
		return mutants.Subject{Model: m, Automaton: m.Automata[0]}, nil
	}
	a := m.Automaton(name)
	if a == nil {
		hint := source.DidYouMean(name, m.Names())
		if hint != "" {
			hint = " (" + hint + ")"
		}
		return mutants.Subject{}, fmt.Errorf("unknown component %q%s, want one of %s", name, hint,
			strings.Join(m.Names(), ", "))
	}
	return mutants.Subject{Model: m, Automaton: a}, nil
}

// A timedMutant is one member of a family, made when it is asked for.
type timedMutant struct {
	family *mutants.Family
	index  int
	reach  *tioa.Reach
}

func (x *timedModel) Mutants(sel Selection) ([]Mutant, error) {
	f, err := x.family(sel)
	if err != nil {
		return nil, err
	}
	reach := x.reached(f.Origin)
	all := make([]Mutant, f.Len())
	for i := range all {
		all[i] = timedMutant{f, i, reach}
	}
	return all, nil
}

func (x *timedModel) family(sel Selection) (*mutants.Family, error) {
	if sel.Order > 2 {
		return nil, fmt.Errorf("got order %d, want 1 or 2", sel.Order)
	}
	s, err := x.subject(sel.Options)
	if err != nil {
		return nil, err
	}
	var ops []*mutants.Operator
	for _, name := range sel.Operators {
		ops = append(ops, mutants.OperatorNamed(name))
	}
	choice := sel.Options[optGuidelines]
	if choice == "" || choice == "report" {
		return mutants.NewFamily(s, ops, sel.Order, sel.Sample, sel.Seed), nil
	}
	if choice == "only-useful" && sel.Order > 1 {
		return nil, errors.New("the lemmas on useful mutants speak of first order: choose order 1, or leave-out")
	}
	return tioa.NewChosenFamily(s, ops, sel.Order, sel.Sample, sel.Seed, choice == "only-useful")
}

func (m timedMutant) ID() string { return m.family.ID(m.index) }

// Spell implements Spelled: ids are made of elements of the automaton, never of places.
func (m timedMutant) Spell() string { return m.ID() }

func (m timedMutant) Describe() report.Mutant {
	mu := m.family.At(m.index)
	return tioa.Describe(&mu, m.reach)
}

// A timedChecker makes the package's checker one of this package's.
type timedChecker struct{ *tioa.Checker }

func (x *timedModel) Checker(ctx context.Context, s report.Settings) (Checker, error) {
	c, err := x.checker(ctx, s)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (x *timedModel) checker(ctx context.Context, s report.Settings) (*timedChecker, error) {
	if s.Engine == "sat" || s.Engine == "explicit" {
		return nil, fmt.Errorf("timed games have no engine %q, want auto: they are decided with zones", s.Engine)
	}
	subject, err := x.subject(s.Options)
	if err != nil {
		return nil, err
	}
	how := tioa.CheckerOptions{Counts: readingOf(s), Zones: s.Budget.Zones, Product: s.Options[optProduct],
		Reach: func() *tioa.Reach { return x.reached(subject) }}
	c, err := tioa.NewChecker(ctx, x.m, subject, how)
	return &timedChecker{c}, err
}

// readingOf is the reading whose verdicts count.
func readingOf(s report.Settings) referee.Semantics {
	if sem, ok := referee.SemanticsNamed(s.Options[optSemantics]); ok {
		return sem
	}
	return referee.ToolAlphabet
}

// madeMutant makes a mutant of the list.
func madeMutant(m Mutant) (*mutants.Mutant, *tioa.Reach) {
	tm := m.(timedMutant)
	mu := tm.family.At(tm.index)
	return &mu, tm.reach
}

func (c *timedChecker) Evidence() []byte { return nil }
func (c *timedChecker) Domain() []byte   { return nil }

func (c *timedChecker) Check(ctx context.Context, m Mutant) report.Mutant {
	mu, reach := madeMutant(m)
	return c.Checker.Check(ctx, mu, reach)
}

// Fingerprint and Same make it a Matcher.
func (c *timedChecker) Fingerprint(ctx context.Context, m Mutant) (string, bool) {
	mu, _ := madeMutant(m)
	return c.Checker.Fingerprint(ctx, mu)
}

func (c *timedChecker) Same(ctx context.Context, a, b Mutant) (same, decided bool) {
	first, _ := madeMutant(a)
	second, _ := madeMutant(b)
	return c.Checker.Same(ctx, first, second)
}

func (c *timedChecker) Walk(ctx context.Context, m report.Mutant) (*report.Walk, error) {
	return c.Checker.Walk(ctx, m, m.Operator == handWritten)
}

// Why implements Explainer.
func (c *timedChecker) Why(ctx context.Context, m report.Mutant) *report.Why {
	return c.Checker.Why(ctx, m, m.Operator == handWritten)
}

func (c *timedChecker) Verify(ctx context.Context, m report.Mutant, r *report.Report) error {
	return c.Checker.Verify(ctx, m, m.Operator == handWritten, r != nil && r.From != 0)
}

func (x *timedModel) Compare(_ context.Context, impl Model, s report.Settings) (report.Mutant, error) {
	other := impl.(*timedModel)
	c, err := x.checker(context.Background(), s)
	if err != nil {
		return report.Mutant{}, err
	}
	m := difference(x.m.File, other.m.File.Text)
	return m, c.Compare(other.m, &m)
}

func (x *timedModel) RunTool(ctx context.Context, call ToolCall) ([]report.Section, error) {
	names, err := Resolve(timedGames{}.Describe(), call.Settings.Operators)
	if err != nil {
		return nil, err
	}
	if x.m.Features != nil && call.Tool == tioa.FamilyTool.Name && call.Settings.Options[optProduct] == "" {
		return tioa.FamilySections(ctx, x.m)
	}
	s, err := x.subject(call.Settings.Options)
	if err != nil {
		return nil, err
	}
	req := tioa.Request{Tool: call.Tool, Subject: s, Inputs: call.Inputs, Zones: call.Settings.Budget.Zones,
		Sample: call.Settings.Sample, Seed: call.Settings.Seed, Progress: call.Progress,
		Reading: readingOf(call.Settings)}
	if call.Settings.Order == 2 { // as the flag has it, whatever the default of the input is
		req.Inputs = maps.Clone(req.Inputs)
		if req.Inputs == nil {
			req.Inputs = map[string]string{}
		}
		req.Inputs["order"] = "2"
	}
	for _, name := range names {
		req.Operators = append(req.Operators, mutants.OperatorNamed(name))
	}
	return tioa.RunTool(ctx, req)
}

// Draw implements Drawer: without a view it draws the component that is mutated.
func (x *timedModel) Draw(_ context.Context, call DrawCall) (*report.Diagram, error) {
	s, err := x.subject(call.Options)
	if err != nil {
		return nil, err
	}
	views := tioa.Views(s.Model)
	view := viewOr(call.View, views, s.Automaton.Name)
	return &report.Diagram{Graph: tioa.Graph(s.Model, s.Model.Automaton(view)), View: view, Views: views}, nil
}

// DrawMutant implements Drawer. The other components are drawn as they are.
func (x *timedModel) DrawMutant(_ context.Context, call DrawCall, m report.Mutant) (*report.Graph, error) {
	s, err := x.subject(call.Options)
	if err != nil {
		return nil, err
	}
	if call.View != s.Automaton.Name {
		return tioa.Graph(s.Model, s.Model.Automaton(call.View)), nil
	}
	return tioa.GraphOfMutant(x.m, s, call.Options[optProduct], m, m.Operator == handWritten)
}

// adviceZones is how many zones of an automaton are looked at while its text is being edited.
const adviceZones = 2000

func (x *timedModel) advise(context.Context) source.Diagnostics {
	m, err := x.product(nil)
	if err != nil {
		return nil
	}
	var all source.Diagnostics
	for _, a := range m.Automata {
		s := mutants.Subject{Model: m, Automaton: a}
		reach, err := tioa.NewReach(s, adviceZones)
		if err != nil {
			reach = nil
		}
		all = append(all, tioa.Advise(s, reach)...)
	}
	return all
}
