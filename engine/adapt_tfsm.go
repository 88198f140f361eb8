package engine

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// tfsmFormalism is timed finite state machines with timeouts.
type tfsmFormalism struct{}

// holdsTFSM says that this part of the engine holds it.
const holdsTFSM = Part == "" || Part == "tfsm"

func (tfsmFormalism) held() bool { return holdsTFSM }

func (tfsmFormalism) Describe() report.Formalism {
	f := report.Formalism{
		Settings: []string{"satCalls", "conflicts"},
		Limits:   map[string]int{"conflicts": report.DefaultConflicts},
		Name:     "tfsm",
		Title:    "Timed FSMs with timeouts",
		Summary: "Finite state machines with timeouts: test suites that kill every mutant of a fault domain, proved " +
			"complete.",
		Extensions: []string{".tfsm", ".json", ".kiss2", ".kiss", ".dot", ".gv", ".aut"},
		Examples:   tfsmExamples(),
		Options:    tfsm.OperatorOptions,
		Templates:  report.Templates(tfsm.Templates, ".tfsm"),
		Tools:      tfsm.Tools,
		Syntax: report.Syntax{
			LineComment: "//", Quote: "\"",
			Keywords:  []string{"machine", "inputs", "outputs", "states", "extra", "initial", "test", "inf"},
			Operators: []string{"->", "~>", "..", "-", "~", "/", "|", ",", ";", "*", "[", "]"},
		},
	}
	for _, op := range tfsm.Operators {
		f.Operators = append(f.Operators, op.Operator)
	}
	return f
}

func tfsmExamples() []report.Example {
	var all []report.Example
	for _, x := range tfsm.Gallery() {
		all = append(all, report.Example{Name: x.Name, Title: x.Title, Source: x.Source, Text: x.Text,
			Tool: x.Tool, Watch: x.Watch, Operators: x.Operators, Mutant: x.Mutant})
	}
	return all
}

func (tfsmFormalism) Recognises(text string) bool { return model.Recognises(text) }

func (tfsmFormalism) Parse(f *source.File) (Model, source.Diagnostics) {
	if !holdsTFSM {
		return elsewhere("tfsm")
	}
	m, d := model.Parse(f)
	if m == nil {
		return nil, d
	}
	return &tfsmModel{m: m, file: f}, d
}

type tfsmModel struct {
	m    *model.Model
	file *source.File
}

func (x *tfsmModel) Format() string { return x.m.Print() }

// ReadFrom implements Foreign.
func (x *tfsmModel) ReadFrom() string {
	if form := x.m.WrittenIn(); form != "text" {
		return form
	}
	return ""
}

// Tokens implements Lexed.
func (x *tfsmModel) Tokens(map[string]string) (all, apart []source.Span) {
	if x.ReadFrom() != "" {
		return nil, nil
	}
	return model.Tokens(x.file.Text), nil
}

// FirstTools implements Suggester: a plain machine names no faults, so it wants a suite against any, or to be compared.
func (x *tfsmModel) FirstTools() []string {
	if x.m.Mutated() == 0 && x.m.MaxTimeout() == 0 {
		return []string{"any-fault", "compare", "minimise", "graph"}
	}
	return nil
}

func (x *tfsmModel) Facts() []report.Fact {
	m := x.m
	d := tfsm.NewDomain(m)
	facts := []report.Fact{
		{Label: "states", Value: strconv.Itoa(len(m.States) - m.ExtraStates())},
		{Label: "inputs", Value: strconv.Itoa(len(m.Inputs))},
		{Label: "outputs", Value: strconv.Itoa(len(m.Outputs))},
		{Label: "transitions", Value: strconv.Itoa(len(m.Transitions) - m.Mutated())},
		{Label: "mutated transitions", Value: strconv.Itoa(m.Mutated())},
		{Label: "mutants", Value: tfsm.BigNumber(d.Mutants())},
	}
	if n := m.ExtraStates(); n > 0 {
		facts = append(facts, report.Fact{Label: "extra states", Value: strconv.Itoa(n)})
	}
	if form := x.ReadFrom(); form != "" {
		facts = append(facts, report.Fact{Label: "read as", Value: form})
	}
	return facts
}

// request is what a call's settings ask of the package.
func (x *tfsmModel) request(s report.Settings, progress func(done, total int, what string)) (tfsm.Request, error) {
	operators, err := Resolve(tfsmFormalism{}.Describe(), s.Operators)
	return tfsm.Request{
		Operators: operators,
		Options:   s.Options,
		Budget: tfsm.Budget{
			Calls:     s.Budget.SATCalls,
			Conflicts: cmp.Or(s.Budget.Conflicts, report.DefaultConflicts),
		},
		Progress: progress,
		Name:     baseName(x.file.Name),
		Engine:   Version,
	}, err
}

func (x *tfsmModel) Mutants(sel Selection) ([]Mutant, error) {
	d, err := tfsm.DomainOf(x.m, tfsm.Request{Operators: sel.Operators, Options: sel.Options})
	if err != nil {
		return nil, err
	}
	family := d.List(tfsm.Choosing{Order: sel.Order, Sample: sel.Sample, Seed: sel.Seed})
	all := make([]Mutant, family.Len())
	for i := range all {
		all[i] = tfsmMutant{family, i}
	}
	return all, nil
}

// A tfsmMutant is one member of a family, made when it is asked for.
type tfsmMutant struct {
	family *tfsm.Family
	index  int
}

func (m tfsmMutant) mutant() *tfsm.Mutant               { return m.family.At(m.index) }
func (m tfsmMutant) ID() string                         { return m.mutant().ID() }
func (m tfsmMutant) Place() (operator string, line int) { return m.mutant().Place() }
func (m tfsmMutant) Describe() report.Mutant            { return m.mutant().Describe() }

// Spell implements Spelled.
func (m tfsmMutant) Spell() string { return strings.Join(m.mutant().Takes(), "\x00") }

func (x *tfsmModel) Checker(ctx context.Context, s report.Settings) (Checker, error) {
	q, err := x.request(s, nil)
	if err != nil {
		return nil, err
	}
	c, err := tfsm.NewChecker(ctx, x.m, q)
	if err != nil {
		return nil, err
	}
	return tfsmChecker{c}, nil
}

// Compare judges the specification of another text as a mutant of this one's.
func (x *tfsmModel) Compare(_ context.Context, impl Model, _ report.Settings) (report.Mutant, error) {
	other, ok := impl.(*tfsmModel)
	if !ok {
		return report.Mutant{}, fmt.Errorf("a timed FSM can be compared with a timed FSM only")
	}
	m, missing := tfsm.Compare(x.m, other.m)
	if missing != nil {
		return report.Mutant{}, fmt.Errorf(
			"the two machines do not read the same inputs: %s is in one of them only",
			strings.Join(missing, ", "),
		)
	}
	return m, nil
}

func (x *tfsmModel) RunTool(ctx context.Context, call ToolCall) ([]report.Section, error) {
	q, err := x.request(call.Settings, call.Progress)
	if err != nil {
		return nil, err
	}
	return tfsm.RunTool(ctx, x.m, tfsm.ToolRequest{Request: q, Tool: call.Tool, Inputs: call.Inputs})
}

func (x *tfsmModel) suiteRequest(call SuiteCall) (tfsm.SuiteRequest, error) {
	q, err := x.request(call.Settings, call.Progress)
	q.Name = call.Name
	return tfsm.SuiteRequest{Request: q, Suite: call.Suite, MaxLength: call.MaxLength, Whole: call.Whole,
		Keep: call.Keep, Unchecked: call.Unchecked}, err
}

// Suite implements SuiteModel.
func (x *tfsmModel) Suite(ctx context.Context, call SuiteCall) (*report.Suite, error) {
	q, err := x.suiteRequest(call)
	if err != nil {
		return nil, err
	}
	return tfsm.MakeSuite(ctx, x.m, q)
}

// Score implements SuiteModel.
func (x *tfsmModel) Score(ctx context.Context, call SuiteCall) (*report.Score, error) {
	q, err := x.suiteRequest(call)
	if err != nil {
		return nil, err
	}
	return tfsm.ScoreSuite(ctx, x.m, q)
}

func (x *tfsmModel) extraRequest(ctx context.Context, call ExtraCall) tfsm.ExtraRequest {
	return tfsm.ExtraRequest{
		Request: tfsm.Request{Name: call.Name, Engine: Version},
		Extra:   call.Extra,
		Suite:   call.Suite,
		Aim:     call.Aim,
		Longest: call.Longest,
		Waits:   call.Waits,
		Delays:  call.Delays,
		Whole:   call.Whole,
		Budget:  call.Budget,
		Pause:   func() bool { return ctx.Err() != nil },
	}
}

// ExtraSuite implements ExtraSuiteModel.
func (x *tfsmModel) ExtraSuite(ctx context.Context, call ExtraCall) (*report.ExtraSuite, error) {
	return tfsm.MakeExtraSuite(x.m, x.extraRequest(ctx, call))
}

// ExtraScore implements ExtraSuiteModel.
func (x *tfsmModel) ExtraScore(ctx context.Context, call ExtraCall) (*report.ExtraScore, error) {
	return tfsm.ScoreExtra(x.m, x.extraRequest(ctx, call))
}

// Draw implements Drawer.
func (x *tfsmModel) Draw(_ context.Context, call DrawCall) (*report.Diagram, error) {
	views := tfsm.Views(x.m)
	view := viewOr(call.View, views, views[0].Name)
	return &report.Diagram{Graph: tfsm.Picture(x.m, view), View: view, Views: views}, nil
}

// DrawMutant implements Drawer.
func (x *tfsmModel) DrawMutant(_ context.Context, call DrawCall, m report.Mutant) (*report.Graph, error) {
	return tfsm.PictureOfMutant(x.m, call.View, m)
}

// A tfsmChecker makes the package's checker one of this package's.
type tfsmChecker struct{ *tfsm.Checker }

func (c tfsmChecker) Check(ctx context.Context, m Mutant) report.Mutant {
	return c.Checker.Check(ctx, m.(tfsmMutant).mutant())
}

// Fingerprint and Same make it a Matcher.
func (c tfsmChecker) Fingerprint(ctx context.Context, m Mutant) (string, bool) {
	return c.Checker.Fingerprint(m.(tfsmMutant).mutant()), ctx.Err() == nil
}

func (c tfsmChecker) Same(ctx context.Context, a, b Mutant) (same, decided bool) {
	return c.Checker.Same(ctx, a.(tfsmMutant).mutant(), b.(tfsmMutant).mutant())
}

func (c tfsmChecker) Evidence() []byte { return nil }

func (c tfsmChecker) Walk(_ context.Context, m report.Mutant) (*report.Walk, error) {
	return c.Checker.Walk(m)
}

// Why implements Explainer.
func (c tfsmChecker) Why(_ context.Context, m report.Mutant) *report.Why { return c.Checker.Why(m) }

func (c tfsmChecker) Verify(_ context.Context, m report.Mutant, _ *report.Report) error {
	return c.Checker.Verify(m)
}

// SameDomain implements domainReader.
func (c tfsmChecker) SameDomain(now, old []byte) bool { return tfsm.SameClaims(now, old) }

func (x *tfsmModel) advise(context.Context) source.Diagnostics { return tfsm.Advise(x.m) }
