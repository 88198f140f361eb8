package engine

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm"
)

// tfsmFormalism is timed finite state machines with timeouts.
type tfsmFormalism struct{}

func (tfsmFormalism) Describe() report.Formalism {
	f := report.Formalism{
		Settings:   []string{"satCalls"},
		Name:       "tfsm",
		Title:      "Timed FSMs with timeouts",
		Summary:    "Finite state machines with timeouts: test suites that kill every mutant of a fault domain, proved complete.",
		Extensions: []string{".tfsm", ".json", ".kiss2", ".kiss", ".dot", ".gv"},
		Examples:   tfsmExamples(),
		Options:    tfsmOptions,
		Tools:      tfsmTools,
		Syntax: report.Syntax{
			LineComment: "//", Quote: "\"",
			Keywords:  []string{"machine", "inputs", "outputs", "states", "extra", "initial", "test", "inf"},
			Operators: []string{"->", "~>", "..", "-", "~", "/", "|", ",", ";", "*", "[", "]"},
		},
	}
	for _, op := range tfsm.Operators {
		f.Operators = append(f.Operators, report.Operator{
			Name: op.Name, Title: op.Title, Summary: op.Summary, Paper: op.Paper, Source: op.Source, Before: op.Before, After: op.After,
		})
	}
	return f
}

func tfsmExamples() []report.Example {
	var all []report.Example
	for _, x := range tfsm.Gallery() {
		all = append(all, report.Example{Name: x.Name, Title: x.Title, Source: x.Source, Text: x.Text,
			Tool: x.Tool, Watch: x.Watch, Operators: x.Operators})
	}
	return all
}

var tfsmOptions = []report.Option{
	{Name: "states", Kind: "text", Title: "Only these states", Summary: "Operators touch only transitions that leave these states; empty: all"},
	{Name: "inputs", Kind: "text", Title: "Only these inputs", Summary: "Operators touch only transitions by these inputs; empty: all"},
	{Name: "timeouts", Kind: "flag", Default: "true", Title: "Timeouts too", Summary: "Operators touch timeouts even where inputs are restricted"},
	{Name: "max-delay", Kind: "number", Default: "0", Title: "Largest delay", Summary: "Largest delay that operators make; 0: two more than the specification's largest"},
	{Name: "delays", Kind: "choice", Choices: []string{"all", "near"}, Default: "all", Title: "Which delays", Summary: "All smaller and larger delays, or the next ones only"},
	{Name: "extra", Kind: "number", Default: "1", Title: "Extra states", Summary: "How many states the operator extra-states adds"},
}

// tfsmLimits reads the options.
func tfsmLimits(options map[string]string) (tfsm.Limits, error) {
	l := tfsm.Limits{
		States: tfsm.SplitNames(options["states"]), Inputs: tfsm.SplitNames(options["inputs"]),
		Timeouts: options["timeouts"] != "false", Near: options["delays"] == "near",
	}
	delay, err := tfsmNumber(options, "max-delay", int(tfsm.MaxDelay))
	if err != nil {
		return l, err
	}
	l.MaxDelay = tfsm.Delay(delay)
	l.Extra, err = tfsmNumber(options, "extra", 8)
	return l, err
}

// tfsmNumber reads a whole number from 0; absent is 0.
func tfsmNumber(values map[string]string, name string, most int) (int, error) {
	text := values[name]
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("%s: got %q, want a whole number from 0 to %d", name, text, most)
	}
	return n, nil
}

func (tfsmFormalism) Recognises(text string) bool { return tfsm.Recognises(text) }

func (tfsmFormalism) Parse(f *source.File) (Model, source.Diagnostics) {
	if !holdsTFSM {
		return elsewhere("tfsm")
	}
	m, d := tfsm.Parse(f)
	if m == nil {
		return nil, d
	}
	return &tfsmModel{m: m, file: f}, d
}

type tfsmModel struct {
	m    *tfsm.Model
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

func (x *tfsmModel) Facts() []report.Fact {
	m := x.m
	d := tfsm.NewDomain(m)
	facts := []report.Fact{
		{Label: "states", Value: strconv.Itoa(len(m.States) - m.ExtraStates())},
		{Label: "inputs", Value: strconv.Itoa(len(m.Inputs))},
		{Label: "outputs", Value: strconv.Itoa(len(m.Outputs))},
		{Label: "transitions", Value: strconv.Itoa(len(m.Transitions) - m.Mutated())},
		{Label: "mutated transitions", Value: strconv.Itoa(m.Mutated())},
		{Label: "mutants", Value: bigFact(d.Mutants())},
	}
	if n := m.ExtraStates(); n > 0 {
		facts = append(facts, report.Fact{Label: "extra states", Value: strconv.Itoa(n)})
	}
	if form := x.ReadFrom(); form != "" {
		facts = append(facts, report.Fact{Label: "read as", Value: form})
	}
	return facts
}

// bigFact shows an exact number, with its size before it when it is long.
func bigFact(n *big.Int) string {
	text := n.String()
	if len(text) <= 9 {
		return text
	}
	return fmt.Sprintf("%s.%se%d (%s)", text[:1], text[1:2], len(text)-1, text)
}

// tfsmDomain is the fault domain of some operators.
type tfsmDomain struct {
	*tfsm.Domain
	added []tfsm.Added
}

func (x *tfsmModel) domain(operators []string, options map[string]string) (*tfsmDomain, error) {
	l, err := tfsmLimits(options)
	if err != nil {
		return nil, err
	}
	m, added, err := tfsm.Mutate(x.m, operators, l)
	if err != nil {
		return nil, err
	}
	return &tfsmDomain{tfsm.NewDomain(m), added}, nil
}

// A tfsmMutant is a set of mutated transitions. Its edits are worked out when it is described: there may be
// a hundred thousand of them that are only counted.
type tfsmMutant struct {
	model       *tfsmModel
	domain      *tfsmDomain
	id          string
	operator    string
	parts       []string
	transitions []int
	start       source.Pos // of the change
}

// Place implements Placed.
func (m tfsmMutant) Place() (operator string, line int) {
	return m.operator, m.model.file.Place(m.start).Line
}

// Describe gives the change of the text. The place shown is that of the specification's transition,
// where the text holds it.
func (m tfsmMutant) Describe() report.Mutant {
	f, d := m.model.file, m.domain
	edits := d.Edits(d.Whole(m.transitions))
	main := edits[0]
	if at, ok := d.Place(m.transitions[0]); ok {
		for _, e := range edits {
			if e.Span == at {
				main = e
			}
		}
	}
	shown := func(e source.Edit) report.Edit {
		return report.Edit{Original: f.Slice(e.Span), Replacement: e.Text, Span: f.Shown(e.Span)}
	}
	one := shown(main)
	r := report.Mutant{ID: m.id, Operator: m.operator, Parts: m.parts, Original: one.Original, Replacement: one.Replacement, Span: one.Span}
	if len(edits) > 1 {
		for _, e := range edits {
			r.Edits = append(r.Edits, shown(e))
		}
	}
	for _, n := range m.transitions {
		r.Notes = append(r.Notes, "takes "+d.Model.Named(d.Model.Transitions[n]))
	}
	return r
}

func (x *tfsmModel) Mutants(sel Selection) ([]Mutant, error) {
	d, err := x.domain(sel.Operators, sel.Options)
	if err != nil {
		return nil, err
	}
	ids := mutation.NewIDs(x.file)
	list := d.FirstOrder(d.added)
	first := make([]tfsmMutant, len(list))
	for i, m := range list {
		first[i] = tfsmMutant{model: x, domain: d, operator: m.Operator, transitions: m.Transitions}
		if at, ok := d.Place(m.Transitions[0]); ok {
			first[i].start = at.Start
		} else {
			first[i].start = d.Edits(d.Whole(m.Transitions))[0].Span.Start
		}
		first[i].id = ids.Next(m.Operator, first[i].start)
	}
	var all []Mutant
	if sel.Order > 1 {
		fit := func(i, j int) bool { return d.Different(list[i], list[j]) }
		for _, p := range mutation.Pairs(len(list), fit, sel.Sample, sel.Seed) {
			all = append(all, first[p.First].with(first[p.Second]))
		}
		return all, nil
	}
	for _, i := range mutation.Sample(len(first), sel.Sample, sel.Seed) {
		all = append(all, first[i])
	}
	return all, nil
}

// with is the mutant of second order that takes the transitions of both.
func (m tfsmMutant) with(other tfsmMutant) tfsmMutant {
	both := m
	both.id, both.operator = mutation.PairID(m.id, other.id), m.operator+"+"+other.operator
	both.parts = []string{m.id, other.id}
	both.transitions = []int{m.transitions[0], other.transitions[0]}
	return both
}

func (x *tfsmModel) Checker(ctx context.Context, s report.Settings) (Checker, error) {
	operators, err := Resolve(tfsmFormalism{}.Describe(), s.Operators)
	if err != nil {
		return nil, err
	}
	d, err := x.domain(operators, s.Options)
	if err != nil {
		return nil, err
	}
	return &tfsmChecker{ctx: ctx, model: x, domain: d, settings: s}, nil
}

// Compare judges the specification of another text as a mutant of this one's.
func (x *tfsmModel) Compare(ctx context.Context, impl Model, s report.Settings) (report.Mutant, error) {
	other, ok := impl.(*tfsmModel)
	if !ok {
		return report.Mutant{}, fmt.Errorf("a timed FSM can be compared with a timed FSM only")
	}
	joint, machine, missing := x.m.Align(other.m)
	if missing != nil {
		return report.Mutant{}, fmt.Errorf("the two machines do not read the same inputs: %s is in one of them only", strings.Join(missing, ", "))
	}
	return judgeTFSM(tfsm.NewDomain(joint), machine, report.Mutant{}), nil
}
