package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
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
			Kind: report.DetailVerdicts, Name: detailReadings, Title: "Verdict", Summary: "The verdict under each reading of refinement.",
		}},
		Settings:   []string{"zones"},
		Name:       "timed",
		Title:      "Timed games and timed I/O automata",
		Summary:    "Clocks, inputs and outputs: which mutants refine the model, which cannot be consistent, and a timed trace against every other one.",
		Extensions: []string{".xta", ".xml", ".json"},
		Examples:   tioa.Examples(),
		Options: []report.Option{
			{
				Name: optSemantics, Kind: "choice", Title: "Reading of refinement", Default: tioa.ToolAlphabet.String(),
				Choices: []string{tioa.ToolAlphabet.String(), tioa.PrunedStates.String(), tioa.Definition7.String()},
				Summary: "Which of the three verdicts counts: as the published tables (pruned, with the tool's alphabet), pruned, or Definition 7 as written; all three are in the report",
			},
			{
				Name: optGuidelines, Kind: "choice", Title: "Guidelines", Default: "report", Choices: []string{"report", "leave-out", "only-useful"},
				Summary: "Say which mutants break a guideline, leave them out, or keep only those that a lemma shows to be useful (first order)",
			},
			{Name: optComponent, Kind: "text", Title: "Component", Default: "", Summary: "Which automaton is mutated; empty: the first one"},
			{Name: optProduct, Kind: "text", Title: "Product", Default: "", Summary: "Of a model with features: the features of the product that is meant, as in 'soda, small'; the features above them are implied"},
		},
		Syntax: report.Syntax{
			BlockComment: [2]string{"/*", "*/"}, LineComment: "//", Quote: "\"", Keywords: model.Keywords,
			Operators: []string{"-u->", "->", ":=", "==", "<=", ">=", "!=", "&&", "||", "<", ">", "=", "+", "-", "*", "/", "%", "!", "?"},
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
		return mutants.Subject{}, fmt.Errorf("unknown component %q%s, want one of %s", name, hint, strings.Join(m.Names(), ", "))
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

func (m timedMutant) Describe() report.Mutant {
	mu := m.family.At(m.index)
	return describeTimed(&mu, m.reach)
}

// describeTimed shows a mutant as a change of the model's text, with what is known of it before any
// check; the place of the first step stands for both.
func describeTimed(mu *mutants.Mutant, reach *tioa.Reach) report.Mutant {
	f := mu.Origin.Model.File
	d := report.Mutant{ID: mu.ID(), Operator: mu.Operator()}
	if mu.Second != nil {
		d.Parts = mu.Parts()
	}
	if f == nil {
		f = source.NewFile("", "")
	}
	place := mu.Origin.Place(mu.First)
	d.Span = f.Shown(place)
	edits := mu.Origin.Edits(mu.Result.Automaton)
	for _, e := range edits {
		d.Edits = append(d.Edits, report.Edit{Original: f.Slice(e.Span), Replacement: e.Text, Span: f.Shown(e.Span)})
	}
	if len(edits) == 1 {
		d.Span, d.Original, d.Replacement, d.Edits = d.Edits[0].Span, d.Edits[0].Original, d.Edits[0].Replacement, nil
	}
	if others := mu.Origin.Model.Siblings(mu.Origin.Automaton); len(others) > 0 {
		d.Notes = append(d.Notes, "the change is one of the template: it changes "+strings.Join(others, ", ")+" too")
	}
	for _, r := range mu.Broken(true) {
		d.Notes = append(d.Notes, "breaks guideline "+r.Number+" ("+r.Lemma+"): "+r.Because)
	}
	if mu.Second == nil && reach != nil {
		if l := reach.Useful(mu.First); l != nil {
			d.Notes = append(d.Notes, "surely useful under Definition 7 ("+l.Number+"): "+l.Because)
		}
	}
	return d
}

// detailReadings names the verdicts under the three readings.
const detailReadings = "semantics"

// timedSemantics are the verdicts of a mutant under the three readings.
type timedSemantics struct {
	Alphabet    string `json:"alphabet"`
	Definition7 string `json:"definition7"`
	Pruned      string `json:"pruned"`
}

type timedChecker struct {
	x       *timedModel
	subject mutants.Subject
	options map[string]string
	counts  tioa.Semantics // the reading whose verdict is the mutant's
	judge   *tioa.Judge
	limit   int
	said    map[timedSemantics]json.RawMessage // the texts of verdicts, which are few
}

func (x *timedModel) Checker(ctx context.Context, s report.Settings) (Checker, error) {
	if s.Engine == "sat" || s.Engine == "explicit" {
		return nil, fmt.Errorf("timed games have no engine %q, want auto: they are decided with zones", s.Engine)
	}
	subject, err := x.subject(s.Options)
	if err != nil {
		return nil, err
	}
	c := &timedChecker{x: x, subject: subject, options: s.Options, counts: tioa.ToolAlphabet, limit: s.Budget.Zones, said: map[timedSemantics]json.RawMessage{}}
	if name := s.Options[optSemantics]; name != "" {
		c.counts, _ = tioa.SemanticsNamed(name)
	}
	if c.judge, err = tioa.NewJudgeUntil(ctx, subject, s.Budget.Zones); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *timedChecker) Evidence() []byte { return nil }
func (c *timedChecker) Domain() []byte   { return nil }

func (c *timedChecker) Check(ctx context.Context, m Mutant) report.Mutant {
	tm := m.(timedMutant)
	mu := tm.family.At(tm.index)
	d := describeTimed(&mu, tm.reach)
	if ctx.Err() != nil {
		return d
	}
	c.judge.Watch(ctx)
	decided := d
	if c.decide(&decided, &mu); ctx.Err() != nil && decided.Verdict == report.Unknown {
		return d // stopped, not decided
	}
	return decided
}

// decide fills in verdict, evidence and notes.
func (c *timedChecker) decide(d *report.Mutant, mu *mutants.Mutant) {
	all := c.judge.All(mu)
	v := all[c.counts]
	d.SetDetail(detailReadings, c.saying(timedSemantics{
		Alphabet: timedWord(all[tioa.ToolAlphabet].Verdict), Definition7: timedWord(all[tioa.Definition7].Verdict), Pruned: timedWord(all[tioa.PrunedStates].Verdict),
	}))
	d.Effort = &report.Effort{States: v.Zones}
	d.Strength = report.Proved
	switch v.Verdict {
	case tioa.Subsumed:
		d.Verdict, d.Reason = report.Unkillable, report.Refines
	case tioa.NoModel:
		d.Verdict, d.Reason = report.Invalid, report.Inconsistent
		d.Notes = append(d.Notes, v.Reason)
	case tioa.Undecided:
		d.Verdict, d.Strength, d.Reason = report.Unknown, report.None, v.Budget
		d.Notes = append(d.Notes, v.Reason)
	default:
		c.killed(d, &v)
	}
	d.Notes = append(d.Notes, c.notes(&all)...)
}

// timedWord says a verdict in the words of reports. The paper calls refining mutants subsumed.
func timedWord(v tioa.MutantVerdict) string {
	switch v {
	case tioa.Subsumed:
		return report.Refines
	case tioa.NonSubsumed:
		return report.Killed
	}
	return v.String()
}

// saying gives the text of three verdicts, one for all mutants that have them.
func (c *timedChecker) saying(v timedSemantics) json.RawMessage {
	text, ok := c.said[v]
	if !ok {
		text = report.Raw(v)
		c.said[v] = text
	}
	return text
}

// killed makes the counterexample and has it replayed by plain machines before anybody sees it.
func (c *timedChecker) killed(d *report.Mutant, v *tioa.Judgement) {
	t, err := v.Trace()
	if err == nil {
		err = v.Replay(t)
	}
	if err != nil {
		d.Verdict, d.Strength, d.Reason = report.Unknown, report.None, report.Replay
		d.Notes = append(d.Notes, "no run could be made of the counterexample: please report this as a defect of Mutarium ("+err.Error()+")")
		return
	}
	d.Verdict, d.Length = report.Killed, report.Int(max(len(t.Steps)-1, 0))
	d.Counterexample = report.Raw(t.Counterexample(v.Semantics))
}

// notes says what is to be known beside a verdict.
func (c *timedChecker) notes(all *[3]tioa.Judgement) []string {
	var notes []string
	a, b, tool := all[tioa.Definition7], all[tioa.PrunedStates], all[tioa.ToolAlphabet]
	if a.Verdict != b.Verdict {
		notes = append(notes, "by Definition 7 it is "+a.Verdict.String()+", by the pruned models "+b.Verdict.String()+": the theories differ")
	}
	if b.Verdict != tool.Verdict {
		notes = append(notes, "it is "+tool.Verdict.String()+" only by the tool's convention that an output which the model does not declare leaves the model where it is")
	}
	if a.Game || b.Game || tool.Game {
		notes = append(notes, "non-deterministic: a step has several answers, and the backward game decided")
	}
	return notes
}

// Fingerprint implements Matcher. A mutant that behaves as the model does is no duplicate of another
// such one: its print is its own.
func (c *timedChecker) Fingerprint(ctx context.Context, m Mutant) (string, bool) {
	tm := m.(timedMutant)
	mu := tm.family.At(tm.index)
	c.judge.Watch(ctx)
	if same, decided := c.judge.LikeModel(&mu, c.counts); !decided {
		return "", false
	} else if same {
		return "the model: " + tm.ID(), true
	}
	return c.judge.Signature(&mu, c.counts)
}

// Same implements Matcher: each refines the other.
func (c *timedChecker) Same(ctx context.Context, a, b Mutant) (same, decided bool) {
	x, y := a.(timedMutant), b.(timedMutant)
	first, second := x.family.At(x.index), y.family.At(y.index)
	c.judge.Watch(ctx)
	return c.judge.Alike(&first, &second, c.counts)
}

// mutant makes the mutant of a report again; second is false for a hand-written one.
func (c *timedChecker) mutant(m report.Mutant) (mutants.Mutant, error) {
	if m.Operator == handWritten {
		return c.handWritten(m)
	}
	parts := m.Parts
	if len(parts) == 0 {
		parts = []string{m.ID}
	}
	mu, ok := mutants.FindMutant(c.subject, parts)
	if !ok {
		return mu, fmt.Errorf("the operators do not make %s", m.ID)
	}
	return mu, nil
}

func (c *timedChecker) handWritten(m report.Mutant) (mutants.Mutant, error) {
	f := source.NewFile("mutant", MutantText(c.x.m.File.Text, m))
	impl, d := model.Parse(f)
	if impl == nil {
		return mutants.Mutant{}, fmt.Errorf("the mutant cannot be read: %s", strings.TrimSpace(d.Text(f)))
	}
	return c.against(&timedModel{m: impl})
}

// against takes the component of another model as a mutant.
func (c *timedChecker) against(other *timedModel) (mutants.Mutant, error) {
	m := other.m
	if m.Features != nil {
		var err error
		if m, err = other.product(c.options); err != nil {
			return mutants.Mutant{}, fmt.Errorf("the other model: %w", err)
		}
	}
	a := m.Automaton(c.subject.Automaton.Name)
	if a == nil && len(m.Automata) == 1 {
		a = m.Automata[0]
	}
	if a == nil {
		return mutants.Mutant{}, fmt.Errorf("the other model has no component %q", c.subject.Automaton.Name)
	}
	return mutants.ByHand(c.subject, mutants.Subject{Model: m, Automaton: a}), nil
}

func (c *timedChecker) Walk(ctx context.Context, m report.Mutant) (*report.Walk, error) {
	c.judge.Watch(ctx)
	mu, err := c.mutant(m)
	if err != nil {
		return nil, err
	}
	v := c.judge.Judge(&mu, c.counts)
	if v.Verdict == tioa.NoModel || v.Verdict == tioa.Undecided {
		v = c.judge.Judge(&mu, tioa.Definition7)
	}
	var t *tioa.Trace
	if v.Verdict == tioa.NonSubsumed {
		t, err = v.Trace()
	} else {
		t, err = v.CommonRun()
	}
	if err != nil {
		return nil, err
	}
	return t.MutantWalk(c.x.m), nil
}

// Verify decides a mutant of a report again, by the backward game, which shares neither search nor
// bounds with the forward one, and has the report's counterexample replayed by plain machines. What
// is said beside the verdict must be what a new check says.
func (c *timedChecker) Verify(ctx context.Context, m report.Mutant, r *report.Report) error {
	c.judge.Watch(ctx)
	mu, err := c.mutant(m)
	if err != nil {
		return err
	}
	if m.Verdict != report.Unknown { // then nothing is claimed
		if err := c.verifyVerdicts(m, &mu); err != nil {
			return err
		}
	}
	again := m
	again.Notes = nil
	if !mu.Foreign {
		again = describeTimed(&mu, c.x.reached(c.subject))
	}
	again.DuplicateOf = m.DuplicateOf // that takes all mutants, and is verified with them
	c.decide(&again, &mu)
	var back report.Mutant // as a reader of the report has it
	if err := json.Unmarshal(report.Raw(again), &back); err != nil {
		return err
	}
	m.Counterexample, back.Counterexample = compact(m.Counterexample), compact(back.Counterexample)
	m.SetDetail(detailReadings, compact(m.Detail(detailReadings)))
	back.SetDetail(detailReadings, compact(back.Detail(detailReadings)))
	if r != nil && r.From != 0 { // sentences were others then; the counterexample was replayed
		m.Notes, back.Notes, m.Counterexample, back.Counterexample = nil, nil, nil, nil
	}
	if !same(m, back) {
		return errors.New("what is said of the mutant is not what a new check says")
	}
	return nil
}

// verifyVerdicts asks the backward game under all readings.
func (c *timedChecker) verifyVerdicts(m report.Mutant, mu *mutants.Mutant) error {
	var said timedSemantics
	if err := json.Unmarshal(m.Detail(detailReadings), &said); err != nil {
		return fmt.Errorf("the verdicts of the three readings cannot be read: %w", err)
	}
	if consistent, ok := tioa.ConsistentOnRegions(mu.Result, 0); ok && consistent == (said.Pruned == tioa.NoModel.String()) {
		return fmt.Errorf("with the states pruned it is said to be %q, which its regions contradict", said.Pruned)
	}
	for _, s := range tioa.AllSemantics {
		v, err := c.judge.Second(mu, s)
		if err != nil {
			return err
		}
		claim := [...]string{said.Definition7, said.Pruned, said.Alphabet}[s]
		if claim != timedWord(v.Verdict) {
			return fmt.Errorf("under %s it is said to be %q, the backward game finds %q", s, claim, v.Verdict)
		}
		if s == c.counts {
			if err := c.verifyVerdict(m, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *timedChecker) verifyVerdict(m report.Mutant, v *tioa.Judgement) error {
	want := map[tioa.MutantVerdict][2]string{
		tioa.Subsumed: {report.Unkillable, report.Refines}, tioa.NonSubsumed: {report.Killed, ""}, tioa.NoModel: {report.Invalid, report.Inconsistent},
	}[v.Verdict]
	if m.Verdict != want[0] || m.Reason != want[1] {
		return fmt.Errorf("the verdict is %s %s, the backward game finds %s %s", m.Verdict, m.Reason, want[0], want[1])
	}
	if v.Verdict != tioa.NonSubsumed {
		return nil
	}
	return c.verifyTrace(m, v)
}

func (c *timedChecker) verifyTrace(m report.Mutant, v *tioa.Judgement) error {
	var j tioa.CounterexampleJSON
	if err := json.Unmarshal(m.Counterexample, &j); err != nil {
		return fmt.Errorf("the counterexample cannot be read: %w", err)
	}
	if j.Semantics != c.counts.String() {
		return fmt.Errorf("the counterexample is for %q, want %q", j.Semantics, c.counts)
	}
	if m.Length == nil || *m.Length != max(len(j.Steps)-1, 0) {
		return errors.New("the length is not that of the counterexample")
	}
	t, err := j.Read()
	if err != nil {
		return err
	}
	return v.Replay(t)
}

func (x *timedModel) Compare(_ context.Context, impl Model, s report.Settings) (report.Mutant, error) {
	other := impl.(*timedModel)
	checker, err := x.Checker(context.Background(), s)
	if err != nil {
		return report.Mutant{}, err
	}
	c := checker.(*timedChecker)
	mu, err := c.against(other)
	if err != nil {
		return report.Mutant{}, err
	}
	m := difference(x.m.File, other.m.File.Text)
	c.decide(&m, &mu)
	return m, nil
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
	req := tioa.Request{Tool: call.Tool, Subject: s, Inputs: call.Inputs, Zones: call.Settings.Budget.Zones, Sample: call.Settings.Sample, Seed: call.Settings.Seed, Progress: call.Progress}
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
