package tioa

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// Verdicts on mutants. Three readings of "the mutant refines the model" are offered, since the
// paper defines one and its tables were made by a tool with another.

// A Semantics is a reading of refinement for mutants.
type Semantics uint8

const (
	// Definition7 compares the two as they are written. It has no inconsistent mutants.
	Definition7 Semantics = iota
	// PrunedStates cuts off, in both, the states that are not good (see Good); a mutant whose start
	// is cut off is inconsistent (David et al., HSCC 2010).
	PrunedStates
	// ToolAlphabet does the same, and an output that the model does not declare leaves the model
	// where it is. The published numbers come out under this reading alone: see docs/timed.md.
	ToolAlphabet
)

// AllSemantics lists the three in order.
var AllSemantics = []Semantics{Definition7, PrunedStates, ToolAlphabet}

func (s Semantics) String() string { return [...]string{"definition7", "pruned", "alphabet"}[s] }

// Title is the reading's name in tables.
func (s Semantics) Title() string {
	return [...]string{"Definition 7", "Pruned", "Pruned, tool's alphabet"}[s]
}

// SemanticsNamed finds a reading by its name.
func SemanticsNamed(name string) (Semantics, bool) {
	for _, s := range AllSemantics {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

// A MutantVerdict is what one reading says of a mutant.
type MutantVerdict uint8

const (
	Subsumed    MutantVerdict = iota // it refines the model: no test tells it apart
	NonSubsumed                      // it does not: a trace of it betrays it
	NoModel                          // inconsistent: its start is not good
	Undecided                        // a budget ran out
)

func (v MutantVerdict) String() string {
	return [...]string{"subsumed", "non-subsumed", "inconsistent", "unknown"}[v]
}

// A Judgement is a verdict with what it rests on.
type Judgement struct {
	Semantics  Semantics
	Verdict    MutantVerdict
	Reason     string   // of an undecided mutant: the budget; of an inconsistent one: where it is stuck
	Budget     string   // undecided: the name of the budget that ran out
	Zones      int      // stored by the forward game
	Game       bool     // several answers were possible, and the backward game decided
	Failure    *Failure // non-subsumed
	Impl, Spec *System  // what was compared
}

// A Judge decides mutants of one subject. What all mutants share is computed once. It is for one
// goroutine.
type Judge struct {
	Origin mutants.Subject
	Limit  int // zones for each game; 0: DefaultZones
	syms   *Symbols
	meter  *dbm.Meter
	first  *recompiler // mutants of the original
	second *recompiler // mutants of the last first step
	plain  comparison
	pruned comparison
	open   error // the model's good states were not found within the budget
	good   goodSolver
	last   candidate
	runs   map[*System][][]TraceStep // see probes
}

// A comparison is a specification that many implementations are compared with.
type comparison struct {
	spec  *System
	game  *refiner // reused
	quiet bool     // verdicts alone
}

// A candidate is a mutant that was compiled, and pruned if anybody asked.
type candidate struct {
	of     *model.Automaton
	sys    *System
	good   *Goodness
	pruned *System
	err    error
}

// An InconsistentError says that a model has no consistent behaviour, so that nothing can be
// compared with it.
type InconsistentError struct{ Title, Location string }

func (e *InconsistentError) Error() string {
	return e.Title + " is inconsistent: its start in " + e.Location + " is not among the good states"
}

// NewJudge prepares a subject.
func NewJudge(s mutants.Subject, limit int) (*Judge, error) {
	return NewJudgeUntil(context.Background(), s, limit)
}

// NewJudgeUntil prepares a subject, and watches the context from the start.
func NewJudgeUntil(ctx context.Context, s mutants.Subject, limit int) (*Judge, error) {
	j := &Judge{Origin: s, Limit: limit, syms: NewSymbols(), meter: &dbm.Meter{Done: ctx.Done()}}
	j.good.limit = limit
	return j, j.prepare()
}

// Watch has the next judgements end, undecided, when the context does.
func (j *Judge) Watch(ctx context.Context) { j.meter.Done = ctx.Done() }

// Quiet leaves counterexamples out: verdicts alone, faster.
func (j *Judge) Quiet() { j.plain.quiet, j.pruned.quiet = true, true }

func (j *Judge) prepare() error {
	var err error
	if j.first, err = newRecompiler(j.Origin, j.syms, j.meter); err != nil {
		return err
	}
	spec := j.first.sys
	j.good.slab = spec.slab()
	j.plain.spec = spec.called(theModel)
	good, err := spec.Good(j.Limit)
	if unfinished(err) { // Definition 7 asks for no good states
		j.open = err
		return nil
	}
	if err != nil {
		return err
	}
	if !good.Start() {
		return &InconsistentError{j.Origin.Automaton.Name, spec.Locs[spec.Init].Title}
	}
	j.pruned.spec = good.Prune().called(theModel)
	return nil
}

// called is the system under another name.
func (s *System) called(name string) *System {
	c := *s
	c.Name = name
	return &c
}

// Judge decides a mutant under a reading.
func (j *Judge) Judge(m *mutants.Mutant, s Semantics) Judgement {
	out := Judgement{Semantics: s}
	c, err := j.candidate(m)
	if err == nil && s != Definition7 {
		if err = j.open; err == nil {
			err = j.prune(c)
		}
	}
	if err != nil {
		return out.undecided(err)
	}
	with, sys := &j.plain, c.sys
	if s != Definition7 {
		if !c.good.Start() {
			out.Verdict = NoModel
			if !j.pruned.quiet {
				out.Reason = c.good.whyStuck()
			}
			return out
		}
		with, sys = &j.pruned, c.pruned
	}
	out.Impl, out.Spec = sys, with.spec
	res, err := with.refine(sys, s.game(j.Limit))
	if err != nil {
		return out.undecided(err)
	}
	out.Zones, out.Game = res.Zones, res.Game
	if !res.Holds {
		out.Verdict, out.Failure = NonSubsumed, res.Failure
	}
	return out
}

// undecided is the judgement that an error makes.
func (v Judgement) undecided(err error) Judgement {
	v.Verdict, v.Reason = Undecided, err.Error()
	v.Budget = report.BudgetStates // too many locations, or alternatives of a condition
	var u *Unfinished
	if errors.As(err, &u) {
		v.Budget = u.Budget
	}
	return v
}

// All decides a mutant under all three readings. Where two of them cannot differ the work is done
// once: the tool's alphabet matters to mutants with outputs of their own, and only if the mutant
// does not refine without it.
func (j *Judge) All(m *mutants.Mutant) [3]Judgement {
	var out [3]Judgement
	out[Definition7] = j.Judge(m, Definition7)
	out[PrunedStates] = j.Judge(m, PrunedStates)
	if out[PrunedStates].Verdict != NonSubsumed || !j.strange(m) {
		out[ToolAlphabet] = out[PrunedStates]
		out[ToolAlphabet].Semantics = ToolAlphabet
		return out
	}
	out[ToolAlphabet] = j.Judge(m, ToolAlphabet)
	return out
}

// Second decides a mutant from scratch: everything compiled anew, and the backward game in place of
// the forward one.
func (j *Judge) Second(m *mutants.Mutant, s Semantics) (*Judgement, error) {
	out := &Judgement{Semantics: s}
	syms := NewSymbols()
	o := Options{Meter: j.meter}
	spec, err := Compile(j.Origin.Model, j.Origin.Automaton, syms, o)
	if err != nil {
		return nil, err
	}
	impl, err := Compile(m.Result.Model, m.Result.Automaton, syms, o)
	if err != nil {
		return nil, err
	}
	if s != Definition7 {
		goodSpec, err1 := spec.Good(j.Limit)
		goodImpl, err2 := impl.Good(j.Limit)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		if !goodImpl.Start() {
			out.Verdict = NoModel
			return out, nil
		}
		spec, impl = goodSpec.Prune(), goodImpl.Prune()
	}
	impl, spec = impl.called(theMutant), spec.called(theModel)
	out.Impl, out.Spec = impl, spec
	clash, err := impl.Clash(j.Limit)
	if err != nil {
		return nil, err
	}
	out.Game = clash != nil
	_, holds, err := solveBackward(impl, behind(spec, len(impl.Clocks)), s.game(j.Limit), pairSlab(impl, spec))
	if !holds {
		out.Verdict = NonSubsumed
	}
	return out, err
}

// game is the reading's rules.
func (s Semantics) game(limit int) Game { return Game{SpecIgnores: s == ToolAlphabet, Limit: limit} }

// Trace makes the counterexample of a mutant that is not subsumed.
func (v *Judgement) Trace() (*Trace, error) { return TraceOf(v.Impl, v.Spec, v.Failure) }

// Replay runs a counterexample on both sides by plain evaluation.
func (v *Judgement) Replay(t *Trace) error { return t.Replay(v.Impl, v.Spec, v.Semantics.game(0)) }

// CommonRun is a run that the model allows the mutant.
func (v *Judgement) CommonRun() (*Trace, error) {
	return CommonRun(v.Impl, v.Spec, v.Semantics.game(0))
}

// strange tells whether the mutant has an output that the model does not declare.
func (j *Judge) strange(m *mutants.Mutant) bool {
	for _, e := range m.Result.Automaton.Edges {
		if e.Output && !j.plain.spec.Out.has(j.syms.Of(e.Action)) {
			return true
		}
	}
	return false
}

// candidate compiles a mutant, once for all readings.
func (j *Judge) candidate(m *mutants.Mutant) (*candidate, error) {
	c := &j.last
	if c.of == m.Result.Automaton && !errors.Is(c.err, dbm.ErrStopped) {
		return c, c.err
	}
	*c = candidate{of: m.Result.Automaton}
	if m.Foreign {
		if c.sys, c.err = Compile(m.Result.Model, m.Result.Automaton, j.syms, Options{Meter: j.meter}); c.err == nil {
			c.sys.Name = theMutant
		}
		return c, c.err
	}
	from := j.first
	if m.Second != nil {
		if from, c.err = j.firstStep(m.Middle); c.err != nil {
			return c, c.err
		}
	}
	if c.sys, c.err = from.compile(m.Result); c.err == nil {
		c.sys.Name = theMutant
	}
	return c, c.err
}

// firstStep gives the recompiler for mutants of a first step.
func (j *Judge) firstStep(s mutants.Subject) (*recompiler, error) {
	if j.second != nil && j.second.parent == s.Automaton {
		return j.second, nil
	}
	sys, err := j.first.compile(s)
	if err != nil {
		return nil, err
	}
	j.second = &recompiler{syms: j.syms, parent: s.Automaton, sys: sys}
	return j.second, nil
}

// prune computes the good states of a candidate, once.
func (j *Judge) prune(c *candidate) error {
	if c.good != nil || c.err != nil {
		return c.err
	}
	if c.good, c.err = j.good.solve(c.sys); c.err != nil {
		return c.err
	}
	if c.good.Start() {
		c.pruned = c.good.prunePartly()
		c.pruned.Name = theMutant
	}
	return nil
}

// refine compares, with the memory of the last comparison. Where the forward game fails behind a
// step with several answers the backward game decides.
func (c *comparison) refine(impl *System, g Game) (*Result, error) {
	if c.game == nil || c.game.shift != len(impl.Clocks) {
		c.game = newRefiner(impl, behind(c.spec, len(impl.Clocks)), g, pairSlab(impl, c.spec))
	}
	c.game.again(impl, g)
	c.game.quiet = c.quiet
	return c.game.exact()
}

// prunePartly is Prune that shares the locations which lose nothing, unless pruning brings
// differences of clocks in, which need all bounds anew.
func (g *Goodness) prunePartly() *System {
	if g.Whole() {
		return g.Sys
	}
	s := *g.Sys
	s.Locs = slices.Clone(g.Sys.Locs)
	for i, l := range g.Sys.Locs {
		if g.All[i] && !l.leadsToLost(g) {
			continue // shared
		}
		c := *l
		c.Max = slices.Clone(l.Max)
		if !g.All[i] {
			c.Inv = asCond(g.Good[i])
			c.compare(c.Inv)
		}
		c.Edges = make([]*Step, 0, len(l.Edges))
		for _, e := range l.Edges {
			if !g.All[e.Target] && len(g.Good[e.Target]) == 0 {
				continue
			}
			if p := g.pruned(e); len(p.Guard) > 0 {
				c.Edges = append(c.Edges, p)
				c.compare(p.Guard)
			}
		}
		if len(c.Diags) > 0 {
			return g.Prune()
		}
		s.Locs[i] = &c
	}
	s.raiseBounds()
	return &s
}

// leadsToLost tells whether an edge enters a location that is not good as a whole.
func (l *Loc) leadsToLost(g *Goodness) bool {
	for _, e := range l.Edges {
		if !g.All[e.Target] {
			return true
		}
	}
	return false
}

// whyStuck says what is wrong: a nearest reachable state in which no time can pass and no output is
// left. One that inputs alone lead to comes first: no output of the mutant's own choice is to blame.
func (g *Goodness) whyStuck() string {
	for _, sys := range []*System{g.Sys.inputsOnly(), g.Sys} {
		if text := g.stuckIn(sys); text != "" {
			return text
		}
	}
	return "the start in " + g.Sys.at(g.Sys.Init).Title + " is not among the states from which an error can be avoided"
}

// inputsOnly is the system without its outputs.
func (s *System) inputsOnly() *System {
	c := *s
	c.Locs = make([]*Loc, len(s.Locs))
	for i, l := range s.Locs {
		m := *l
		m.Edges = nil
		for _, e := range l.Edges {
			if !e.Output {
				m.Edges = append(m.Edges, e)
			}
		}
		c.Locs[i] = &m
	}
	return &c
}

// stuckIn looks for such a state along the edges of a system, and prints it; "" if there is none.
func (g *Goodness) stuckIn(sys *System) string {
	found := ""
	x := sys.explorer(0)
	err := x.run(func(i int) bool {
		n := &x.nodes[i]
		if g.All[n.loc] {
			return true
		}
		l := g.Sys.at(n.loc)
		end := dbm.Federation{n.zone}.Subtract(l.canDelay().zones(sys.dim(), x.slab), x.slab)
		for _, e := range l.Edges {
			if e.Output {
				end = end.Subtract(e.Guard.zones(sys.dim(), x.slab), x.slab)
			}
		}
		if len(end) > 0 {
			found = "in " + l.Title + " with " + end[0].Text(sys.names()) + " no time can pass and no output is possible"
			found += x.wayText(i, end[0])
		}
		return found == ""
	})
	if err != nil {
		return ""
	}
	return strings.Replace(found, " with true", "", 1)
}

// wayText is a run to some state of a zone in a node: delays and actions, checked by plain machines.
func (x *explorer) wayText(i int, where dbm.Zone) string {
	if len(x.path(i)) == 1 && where.Intersects(dbm.Zero(where.Dim())) {
		return ", already at the start"
	}
	goal, ok := where.Guard()
	if !ok {
		return ""
	}
	t, err := x.runTo(i, conj(goal), dbm.Zero(x.s.dim()))
	if err != nil {
		return ""
	}
	return ", reached by this run: " + t.String()
}
