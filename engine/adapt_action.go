package engine

import (
	"context"
	"fmt"
	"strconv"

	"github.com/mutarium/mutarium/engine/action"
	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/action/referee"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// actionSystems makes package action a formalism.
type actionSystems struct{}

// holdsAction says that this part of the engine holds it.
const holdsAction = Part == "" || Part == "action-system"

func (actionSystems) held() bool { return holdsAction }

func (actionSystems) Describe() report.Formalism {
	f := report.Formalism{
		Details:  action.Details,
		Settings: []string{"engine", "depth", "states", "satCalls", "budgetDepth"},
		Limits: map[string]int{"states": action.DefaultStates, "satCalls": action.DefaultCalls,
			"budgetDepth": action.MaxHorizon},
		Name: "action-system", Title: "Action systems", Extensions: []string{".as"},
		Summary:   "Guarded commands over integers, checked for refinement (Aichernig and Jöbstl, MBT 2012).",
		Templates: report.Templates(action.Templates, ".as"),
		Tools:     action.Tools,
		Syntax: report.Syntax{
			Keywords: []string{
				"type", "var", "state_def", "init", "inputs", "as", "actions", "dood", "in", "true", "false", "skip",
			},
			LineComment: "%", BlockComment: [2]string{"/*", "*/"}, Quote: "'‘’",
			Operators: []string{`#\/`, `#/\`, `#\=`, "#=<", "#>=", "#=", "#<", "#>", `#\`, ":-", ":=", "::", "=>", "[]", "//",
				"..", "+", "-", "*", ";"},
		},
	}
	for _, op := range action.Operators {
		f.Operators = append(f.Operators, op.Operator)
	}
	for _, ex := range action.Gallery {
		f.Examples = append(f.Examples, report.Example{Name: ex.Name, Title: ex.Title, Source: ex.Source,
			Watch: ex.Watch, Text: ex.Text, Operators: ex.Operators, Mutant: ex.Mutant})
	}
	return f
}

func (actionSystems) Parse(f *source.File) (Model, source.Diagnostics) {
	if !holdsAction {
		return elsewhere("action-system")
	}
	m, diags := model.Parse(f)
	if m == nil {
		return nil, diags
	}
	return actionModel{m}, diags
}

func (actionSystems) Recognises(text string) bool {
	return model.Recognises(text)
}

type actionModel struct{ m *model.Model }

func (a actionModel) Format() string { return a.m.Format() }

// Tokens implements Lexed.
func (a actionModel) Tokens(map[string]string) (all, apart []source.Span) {
	return expr.Tokens(expr.Prolog, a.m.File), nil
}

func (a actionModel) Facts() []report.Fact {
	return []report.Fact{
		{Label: "variables", Value: strconv.Itoa(len(a.m.Vars))},
		{Label: "actions", Value: strconv.Itoa(len(a.m.Actions))},
		{Label: "do-od entries", Value: strconv.Itoa(len(a.m.Entries))},
		{Label: "states by types", Value: a.m.StateCount()},
	}
}

// An actionMutant is one member of a family, made when it is asked for.
type actionMutant struct {
	family *action.Family
	index  int
}

func (m actionMutant) mutant() *action.Mutant  { return m.family.At(m.index) }
func (m actionMutant) ID() string              { return m.family.ID(m.index) }
func (m actionMutant) Describe() report.Mutant { return m.mutant().Describe() }

func (a actionModel) Mutants(sel Selection) ([]Mutant, error) {
	f, err := action.NewFamily(a.m, action.Selection{
		Operators: sel.Operators, Order: sel.Order, Sample: sel.Sample, Seed: sel.Seed,
	})
	if err != nil {
		return nil, err
	}
	mutants := make([]Mutant, f.Len())
	for i := range mutants {
		mutants[i] = actionMutant{f, i}
	}
	return mutants, nil
}

func (a actionModel) Checker(ctx context.Context, s report.Settings) (Checker, error) {
	r := referee.New(a.m, s)
	c, err := action.NewChecker(ctx, a.m, s, r)
	if err != nil {
		return nil, err
	}
	return actionChecker{c, r}, nil
}

func (a actionModel) Compare(ctx context.Context, impl Model, s report.Settings) (report.Mutant, error) {
	other, ok := impl.(actionModel)
	if !ok {
		return report.Mutant{}, fmt.Errorf("an action system can only be compared with another")
	}
	return action.Compare(ctx, a.m, other.m, s, referee.New(a.m, s))
}

func (a actionModel) RunTool(ctx context.Context, call ToolCall) ([]report.Section, error) {
	names, err := Resolve(actionSystems{}.Describe(), call.Settings.Operators)
	if err != nil {
		return nil, err
	}
	s := call.Settings
	mutants, err := action.Mutants(a.m, action.Selection{
		Operators: names, Order: max(s.Order, 1), Sample: s.Sample, Seed: s.Seed,
	})
	if err != nil {
		return nil, err
	}
	q := action.Request{Tool: call.Tool, Inputs: call.Inputs, Mutants: mutants, Settings: s, Referee: referee.New(a.m, s)}
	if call.Progress != nil {
		q.Progress = func(done, total int) { call.Progress(done, total, "mutants") }
	}
	return action.RunTool(a.m, ctx, q)
}

type actionChecker struct {
	*action.Checker
	referee *referee.Referee
}

func (c actionChecker) Check(ctx context.Context, m Mutant) report.Mutant {
	return c.Checker.Check(ctx, m.(actionMutant).mutant())
}

func (c actionChecker) Domain() []byte { return nil }

func (c actionChecker) Walk(_ context.Context, m report.Mutant) (*report.Walk, error) {
	return c.Checker.Walk(m)
}

// Why implements Explainer.
func (c actionChecker) Why(ctx context.Context, m report.Mutant) *report.Why {
	return c.Checker.Why(ctx, m)
}

// Verify asks the referee. What is unknown must be so: the run is repeated with its budget, unless an earlier
// version left more open.
func (c actionChecker) Verify(ctx context.Context, m report.Mutant, r *report.Report) error {
	if m.Verdict == report.Unknown {
		if err := c.Repeat(ctx, m); err != nil && (r.From != 1 || !c.referee.KnewLess(m)) {
			return err
		}
	}
	if err := c.referee.Verify(ctx, m, r.Evidence); err != nil {
		return err
	}
	return c.referee.VerifyDuplicate(m, r.Mutants)
}

func (c actionChecker) Fingerprint(_ context.Context, m Mutant) (string, bool) {
	return c.Checker.Fingerprint(m.(actionMutant).mutant())
}

func (c actionChecker) Same(ctx context.Context, a, b Mutant) (same, decided bool) {
	return c.Checker.Same(ctx, a.(actionMutant).mutant(), b.(actionMutant).mutant())
}

// Draw implements Drawer.
func (a actionModel) Draw(ctx context.Context, call DrawCall) (*report.Diagram, error) {
	return action.Picture(ctx, a.m, call.View)
}

// DrawMutant implements Drawer.
func (a actionModel) DrawMutant(ctx context.Context, call DrawCall, m report.Mutant) (*report.Graph, error) {
	return action.PictureOfMutant(ctx, a.m, call.View, m)
}

func (a actionModel) advise(ctx context.Context) source.Diagnostics { return action.Advise(ctx, a.m) }
