package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mutarium/mutarium/engine/efsm"
	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/efsm/referee"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/suite"
)

// Names of what EFSMs say of mutants beside the verdict.
const (
	detailWeak   = referee.DetailWeak
	detailState  = referee.DetailState
	detailStrong = referee.DetailStrong
	detailFlow   = referee.DetailFlow
)

var efsmDetails = []report.Detail{
	{Kind: report.DetailWord, Name: detailWeak, Title: "Weak kill", Summary: "A shortest input word that makes the " +
		"mutant's change matter."},
	{Kind: report.DetailInputs, Name: detailState, Title: "State kill", Summary: "How soon location or variables " +
		"differ; between weak and strong."},
	{Kind: report.DetailWord, Name: detailStrong, Title: "Strong kill", Summary: "A shortest input word after " +
		"which the outputs differ."},
	{Kind: report.DetailAnswer, Name: detailFlow, Title: "Killed, by data flow", Summary: "The answer of the " +
		"paper's optimistic data-flow analysis."},
}

// efsmFormalism is extended finite state machines.
type efsmFormalism struct{}

// holdsEFSM says that this part of the engine holds it.
const holdsEFSM = Part == "" || Part == Core

func (efsmFormalism) held() bool { return holdsEFSM }

func (efsmFormalism) Describe() report.Formalism {
	f := report.Formalism{
		Details:  efsmDetails,
		Settings: []string{"engine", "states", "satCalls", "budgetDepth"},
		Limits: map[string]int{"states": model.DefaultStates, "satCalls": efsm.DefaultSATCalls,
			"budgetDepth": efsm.DefaultDepth},
		Name:  "efsm",
		Title: "Extended finite state machines",
		Summary: "State machines with variables, inputs and outputs: which mutants can be seen at the outputs, " +
			"exactly and by data flow.",
		Extensions: []string{".efsm", ".json", ".scxml"},
		Examples:   efsm.Gallery(),
		Templates:  report.Templates(efsm.Templates, ".efsm"),
		Tools:      efsm.Tools,
		Options: []report.Option{{
			Name: "predicate-uses", Kind: "flag", Default: "false", Title: "Count predicate uses",
			Summary: "The data-flow answer also follows affected variables through guards",
		}},
		Syntax: report.Syntax{
			BlockComment: [2]string{"/*", "*/"}, LineComment: "//", Quote: "\"",
			Keywords: []string{"machine", "semantics", "const", "type", "var", "input", "inputs", "output", "outputs",
				"location", "locations", "initial", "on", "priority",
				"bool", "true", "false", "and", "or", "not", "implies", "mod", "exp"},
			Operators: []string{"->", ":=", "..", "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "!", ";", ":"},
		},
	}
	for _, op := range efsm.Operators {
		f.Operators = append(f.Operators, op.Operator)
	}
	return f
}

func (efsmFormalism) Recognises(text string) bool { return model.Recognises(text) }

func (efsmFormalism) Parse(f *source.File) (Model, source.Diagnostics) {
	if !holdsEFSM {
		return elsewhere("efsm")
	}
	m, d := model.Parse(f)
	if m == nil {
		return nil, d
	}
	return &efsmModel{m: m}, d
}

type efsmModel struct {
	m     *model.Machine
	once  sync.Once
	facts []report.Fact
}

func (x *efsmModel) Format() string { return x.m.Formatted() }

// ReadFrom implements Foreign.
func (x *efsmModel) ReadFrom() string {
	switch x.m.Format {
	case model.TextFormat:
		return ""
	case model.JSONFormat:
		return "JSON"
	}
	return "another tool's format"
}

// Tokens implements Lexed.
func (x *efsmModel) Tokens(map[string]string) (all, apart []source.Span) {
	if x.m.Format != model.TextFormat {
		return nil, nil
	}
	return expr.Tokens(expr.Plain, x.m.File), nil
}

// factStates bounds the exploration that only serves to show how large a model is.
const factStates = 20_000

func (x *efsmModel) Facts() []report.Fact {
	x.once.Do(func() {
		m := x.m
		seen := efsm.SurveyOf(m, factStates)
		x.facts = []report.Fact{
			{Label: "locations", Value: strconv.Itoa(len(m.Locations))},
			{Label: "variables", Value: strconv.Itoa(len(m.Vars))},
			{Label: "inputs", Value: strconv.Itoa(len(m.Inputs))},
			{Label: "transitions", Value: strconv.Itoa(len(m.Transitions))},
			{Label: "reachable states", Value: seen.States},
		}
		for _, end := range []struct {
			label string
			run   []model.Letter
		}{{"run to !error", seen.Error}, {"run to !diverge", seen.Diverge}} {
			switch {
			case len(end.run) > 0:
				x.facts = append(x.facts, report.Fact{Label: end.label, Value: m.WordText(end.run)})
			case end.run != nil:
				x.facts = append(x.facts, report.Fact{Label: end.label, Value: "none: before the first input"})
			}
		}
	})
	return x.facts
}

// An efsmMutant is one change, or the two of a mutant of second order. Of those there are too many to
// hold: a mutant knows its changes by their numbers, and makes what it needs of them when it is asked.
type efsmMutant struct {
	of            *efsmFamily
	first, second int32 // second < 0: one change
}

// An efsmFamily is the changes that mutants are made of.
type efsmFamily struct {
	m       *model.Machine
	changes []efsm.Change
}

func (m efsmMutant) changes() []efsm.Change {
	if m.second < 0 {
		return m.of.changes[m.first : m.first+1]
	}
	return []efsm.Change{m.of.changes[m.first], m.of.changes[m.second]}
}

func (x *efsmModel) Mutants(sel Selection) ([]Mutant, error) {
	if sel.Order > 2 {
		return nil, fmt.Errorf("got order %d, want 1 or 2", sel.Order)
	}
	f := &efsmFamily{x.m, x.selected(sel.Operators)}
	if sel.Order > 1 {
		return f.pairs(sel), nil
	}
	var all []Mutant
	for _, i := range mutation.Sample(len(f.changes), sel.Sample, sel.Seed) {
		all = append(all, efsmMutant{f, int32(i), -1})
	}
	return all, nil
}

// selected lists the changes of some operators outside the protected parts.
func (x *efsmModel) selected(operators []string) []efsm.Change {
	var kept []efsm.Change
	for _, c := range efsm.Changes(x.m) {
		if slices.Contains(operators, efsm.Operators[c.Operator].Name) && efsm.Expressible(x.m, &c) &&
			!(x.m.Protected != nil && x.m.Protected.Covers(efsm.EditOf(x.m, &c).Span)) {
			kept = append(kept, c)
		}
	}
	return kept
}

// pairs lists the pairs of changes whose edits do not overlap.
func (f *efsmFamily) pairs(sel Selection) []Mutant {
	spans := make([]source.Span, len(f.changes))
	for i := range f.changes {
		spans[i] = efsm.EditOf(f.m, &f.changes[i]).Span
	}
	apart := func(i, j int) bool {
		a, b := spans[i], spans[j]
		return a.End <= b.Start && a != b || b.End <= a.Start && a != b
	}
	var all []Mutant
	for _, p := range mutation.Pairs(len(f.changes), apart, sel.Sample, sel.Seed) {
		all = append(all, efsmMutant{f, int32(p.First), int32(p.Second)})
	}
	return all
}

// Place tells operator and line without working out the change.
func (m efsmMutant) Place() (operator string, line int) {
	all := m.changes()
	e := efsm.EditOf(m.of.m, &all[0])
	operator = efsm.Operators[all[0].Operator].Name
	for i := range all[1:] {
		operator += "+" + efsm.Operators[all[i+1].Operator].Name
	}
	return operator, m.of.m.File.Place(e.Span.Start).Line
}

// ID names the mutant without the work of describing it.
func (m efsmMutant) ID() string {
	id := m.of.changes[m.first].ID(m.of.m)
	if m.second >= 0 {
		id = mutation.PairID(id, m.of.changes[m.second].ID(m.of.m))
	}
	return id
}

func (m efsmMutant) Describe() report.Mutant {
	machine, changes := m.of.m, m.changes()
	var d report.Mutant
	for i := range changes {
		e := efsm.EditOf(machine, &changes[i])
		d.Edits = append(d.Edits, report.Edit{Original: machine.File.Slice(e.Span), Replacement: e.Text,
			Span: machine.File.Shown(e.Span)})
		d.Parts = append(d.Parts, changes[i].ID(machine))
	}
	d.ID = m.ID()
	d.Operator, _ = m.Place()
	d.Span, d.Original, d.Replacement = d.Edits[0].Span, d.Edits[0].Original, d.Edits[0].Replacement
	if len(changes) == 1 {
		d.Edits, d.Parts = nil, nil
	}
	return d
}

func (x *efsmModel) Checker(ctx context.Context, s report.Settings) (Checker, error) {
	c := &efsmChecker{x: x, settings: s}
	if s.Engine != "sat" {
		exact, err := efsm.NewChecker(x.m, s.Budget.States)
		var budget *model.BudgetError
		switch {
		case err == nil:
			c.exact = exact
			return c, nil
		case !errors.As(err, &budget):
			return nil, err
		case s.Engine == "explicit":
			c.blocked = budget
			return c, nil
		}
	}
	c.symbolic = efsm.NewSymbolic(x.m, max(s.Depth, s.Budget.Depth), s.Budget.SATCalls)
	return c, nil
}

type efsmChecker struct {
	x        *efsmModel
	settings report.Settings
	exact    *efsm.Checker
	symbolic *efsm.Symbolic
	blocked  *model.BudgetError // the original itself is too large for the explicit engine
	referee  *referee.Referee
	last     strongWord
}

// stateLength reads the detail that counts the inputs of a shortest state kill.
func stateLength(m *report.Mutant) (n int, ok bool) {
	raw := m.Detail(detailState)
	ok = len(raw) > 0 && json.Unmarshal(raw, &n) == nil
	return n, ok
}

func (c *efsmChecker) Evidence() []byte { return nil }
func (c *efsmChecker) Domain() []byte   { return nil }

func (c *efsmChecker) Check(ctx context.Context, mutant Mutant) report.Mutant {
	em := mutant.(efsmMutant)
	m := em.Describe()
	if ctx.Err() != nil {
		return m
	}
	why := efsm.Unreadable(c.x.m, em.changes()...)
	switch {
	case why != "":
		m.Verdict, m.Strength, m.Reason, m.Notes = report.Invalid, report.None, "overflow", []string{why}
	case c.blocked != nil:
		m.Verdict, m.Strength, m.Reason, m.Notes = report.Unknown, report.None, c.blocked.Budget, []string{c.blocked.Text}
	case c.symbolic != nil:
		c.checkSymbolic(ctx, em.changes(), &m)
	default:
		c.checkExact(em.changes(), &m)
	}
	return m
}

// checkSymbolic asks the SAT engine. What it did not find is absent from the report unless it is
// proved not to be there.
func (c *efsmChecker) checkSymbolic(ctx context.Context, changes []efsm.Change, m *report.Mutant) {
	v := c.symbolic.Check(ctx, changes...)
	if ctx.Err() != nil {
		return
	}
	c.last = strongWord{m.ID, v.Strong}
	m.Effort = &report.Effort{Depth: max(v.K, 0), SATCalls: v.Calls}
	if v.Weak != nil || v.WeakProved {
		m.SetDetail(detailWeak, c.word(v.Weak != nil, v.Weak))
	}
	if v.StateLength >= 0 {
		m.SetDetail(detailState, report.Raw(v.StateLength))
	}
	if v.Strong != nil || v.Proved {
		m.SetDetail(detailStrong, c.word(v.Strong != nil, v.Strong))
	}
	switch {
	case v.Strong != nil:
		c.killed(m, efsm.Mutant(c.x.m, changes...), v.Strong)
	case v.Proved:
		m.Verdict, m.Strength, m.Reason = report.Unkillable, report.Proved, report.Equivalent
	case v.K < 0:
		m.Verdict, m.Strength, m.Reason = report.Unknown, report.None, v.Reason
		m.Notes = append(m.Notes, "the internal transitions before the first input were not followed to their end")
	default:
		m.Verdict, m.Strength, m.K, m.Reason = report.Unknown, report.Bounded, v.K, v.Reason
		m.Notes = append(m.Notes, fmt.Sprintf("not killed within %d steps; whether it is equivalent is open", v.K))
	}
}

func (c *efsmChecker) checkExact(changes []efsm.Change, m *report.Mutant) {
	v := c.exact.Check(changes...)
	c.last = strongWord{m.ID, c.exact.Word(v.Strong)}
	m.Effort = &report.Effort{States: v.Infections, Steps: v.Steps}
	m.SetDetail(detailWeak, c.word(v.WeakKilled, c.exact.Word(v.Weak)))
	m.SetDetail(detailStrong, c.word(v.Killed, c.exact.Word(v.Strong)))
	if v.StateLength >= 0 {
		m.SetDetail(detailState, report.Raw(v.StateLength))
	}
	switch {
	case v.Killed:
		c.killed(m, efsm.Mutant(c.x.m, changes...), c.exact.Word(v.Strong))
	case v.Exhausted:
		m.Verdict, m.Strength, m.Reason = report.Unknown, report.None, report.BudgetStates
		m.Notes = append(m.Notes, fmt.Sprintf("more than %d pairs of states lie off the diagonal of the product", v.Pairs-1))
	default:
		m.Verdict, m.Strength, m.Reason = report.Unkillable, report.Proved, report.Equivalent
	}
	if len(changes) == 1 {
		c.dataflow(&changes[0], &v, m)
	}
}

// dataflow adds the optimistic answer and says where it differs from the exact one.
func (c *efsmChecker) dataflow(change *efsm.Change, v *efsm.Verdict, m *report.Mutant) {
	plain, uses := c.exact.Dataflow(change, v)
	counted := plain
	if c.settings.Options["predicate-uses"] == "true" {
		counted = uses
	}
	m.SetDetail(detailFlow, report.Raw(counted))
	if !v.Exhausted && counted != v.Killed {
		m.Notes = append(m.Notes, efsm.Discrepancy(counted, uses))
	}
}

// killed replays a word on both machines by the plain evaluator before it is shown.
func (c *efsmChecker) killed(m *report.Mutant, impl *model.Machine, word []model.Letter) {
	trace, ok := c.x.m.Replay(impl, word)
	if !ok {
		m.Verdict, m.Strength, m.Reason = report.Unknown, report.None, report.Replay
		m.Notes = append(m.Notes, "the word that was found does not show a difference: please report this as a defect "+
			"of Mutarium")
		return
	}
	m.Verdict, m.Strength, m.Length = report.Killed, report.Proved, stepsBefore(word)
	m.Counterexample = report.Raw(trace)
	if len(word) == 0 {
		m.Notes = append(m.Notes, beforeInputs)
	}
}

// stepsBefore counts the steps before the wrong one: a strong word differs on its last input.
func stepsBefore(strong []model.Letter) *int { return report.Int(max(len(strong)-1, 0)) }

// beforeInputs is said of a mutant that shows another output when it settles.
const beforeInputs = "the difference shows before the first input"

// word gives a word for the report, null when there is none.
func (c *efsmChecker) word(found bool, w []model.Letter) json.RawMessage {
	if !found {
		return json.RawMessage("null")
	}
	return report.Raw(c.x.m.WordJSON(w))
}

// changes finds the changes of a mutant of a report; nil for a hand-written one.
func (c *efsmChecker) changes(m report.Mutant) []efsm.Change {
	ids := m.Parts
	if len(ids) == 0 {
		ids = []string{m.ID}
	}
	var found []efsm.Change
	for _, ch := range efsm.Changes(c.x.m) {
		if slices.Contains(ids, ch.ID(c.x.m)) {
			found = append(found, ch)
		}
	}
	if len(found) != len(ids) {
		return nil
	}
	return found
}

// mutant gives the machine of a mutant of a report.
func (c *efsmChecker) mutant(m report.Mutant) (*model.Machine, []efsm.Change, error) {
	if ch := c.changes(m); ch != nil {
		return efsm.Mutant(c.x.m, ch...), ch, nil
	}
	f := source.NewFile("mutant", MutantText(c.x.m.File.Text, m))
	impl, d := model.Parse(f)
	if impl == nil {
		return nil, nil, fmt.Errorf("the mutant cannot be read: %s", strings.TrimSpace(d.Text(f)))
	}
	return impl, nil, nil
}

func (c *efsmChecker) Walk(_ context.Context, m report.Mutant) (*report.Walk, error) {
	impl, _, err := c.mutant(m)
	if err != nil {
		return nil, err
	}
	weak, strong := c.readWord(m.Detail(detailWeak)), c.readWord(m.Detail(detailStrong))
	notes := map[int]string{}
	if weak != nil && strong != nil && len(weak) < len(strong) {
		notes[len(weak)] = "by this step the mutant has computed another value or taken another branch"
	}
	if state, ok := stateLength(&m); ok && strong != nil && state < len(strong) {
		notes[state] = "a tester who could see the state would notice after this many inputs"
	}
	word := strong
	if word == nil && c.exact != nil && m.Verdict == report.Unkillable {
		word, notes = c.exact.Nearest(impl)
	}
	if word == nil && weak != nil {
		word = weak
		notes = map[int]string{len(weak): "the mutant's state goes wrong here, but no output ever shows it"}
	}
	w := efsm.Walk(c.x.m, impl, word, notes)
	if m.Verdict == report.Killed && strong != nil {
		w.Test = suite.OneLine(m.Detail(detailStrong))
	}
	return w, nil
}

// Why implements Explainer.
func (c *efsmChecker) Why(_ context.Context, m report.Mutant) *report.Why {
	impl, changes, err := c.mutant(m)
	if err != nil || c.exact == nil {
		return nil
	}
	var faults []model.Fault // of a hand-written mutant they are looked for
	if changes != nil {
		faults = efsm.Faults(c.x.m, changes)
	}
	switch m.Verdict {
	case report.Unkillable:
		return c.exact.Why(impl, faults)
	case report.Killed:
		return c.exact.Killed(impl, faults, c.readWord(m.Detail(detailStrong)))
	}
	return nil
}

func (c *efsmChecker) readWord(raw json.RawMessage) []model.Letter {
	var w [][]any
	if len(raw) == 0 || json.Unmarshal(raw, &w) != nil || w == nil {
		return nil
	}
	word, err := c.x.m.ReadWord(w)
	if err != nil {
		return nil
	}
	return word
}

func (x *efsmModel) Compare(_ context.Context, impl Model, s report.Settings) (report.Mutant, error) {
	other := impl.(*efsmModel).m
	if why := x.m.Comparable(other); why != "" {
		return report.Mutant{}, errors.New(why)
	}
	r, err := referee.New(x.m, s.Budget.States)
	if err != nil {
		return report.Mutant{}, err
	}
	c := &efsmChecker{x: x, settings: s}
	m := difference(x.m.File, other.File.Text)
	v := r.Judge(other, nil)
	m.Effort = &report.Effort{States: v.Pairs}
	m.SetDetail(detailStrong, c.word(v.Strong != nil, v.Strong))
	if v.StateLength >= 0 {
		m.SetDetail(detailState, report.Raw(v.StateLength))
	}
	switch {
	case v.Strong != nil:
		c.killed(&m, other, v.Strong)
	case v.Exhausted:
		m.Verdict, m.Strength, m.Reason = report.Unknown, report.None, report.BudgetStates
	default:
		m.Verdict, m.Strength, m.Reason = report.Unkillable, report.Proved, report.Equivalent
	}
	return m, nil
}

func (x *efsmModel) RunTool(ctx context.Context, call ToolCall) ([]report.Section, error) {
	names, err := Resolve(efsmFormalism{}.Describe(), call.Settings.Operators)
	if err != nil {
		return nil, err
	}
	q := efsm.Request{
		Tool: call.Tool, Inputs: call.Inputs, Changes: x.selected(names), States: call.Settings.Budget.States,
	}
	if call.Progress != nil {
		q.Progress = func(done, total int) { call.Progress(done, total, "mutants") }
	}
	return efsm.RunTool(x.m, ctx, q)
}

// Draw implements Drawer.
func (x *efsmModel) Draw(context.Context, DrawCall) (*report.Diagram, error) {
	view := report.GraphView{Name: "machine", Title: "Machine"}
	return &report.Diagram{Graph: efsm.Graph(x.m), View: view.Name, Views: []report.GraphView{view}}, nil
}

// DrawMutant implements Drawer.
func (x *efsmModel) DrawMutant(_ context.Context, _ DrawCall, m report.Mutant) (*report.Graph, error) {
	impl, _, err := (&efsmChecker{x: x}).mutant(m)
	if err != nil {
		return nil, err
	}
	return efsm.Graph(impl), nil
}

func (x *efsmModel) advise(context.Context) source.Diagnostics { return efsm.Advise(x.m) }
