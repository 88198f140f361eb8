package tioa

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Verdicts on mutants, under the three readings of package referee.

// A Judgement is a verdict with what it rests on.
type Judgement struct {
	Semantics  referee.Semantics
	Verdict    referee.MutantVerdict
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
	runs   map[*System][][]trace.Step // see probes
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
	j.plain.spec = spec.called(trace.TheModel)
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
	j.pruned.spec = good.Prune().called(trace.TheModel)
	return nil
}

// called is the system under another name.
func (s *System) called(name string) *System {
	c := *s
	c.Name = name
	return &c
}

// Judge decides a mutant under a reading.
func (j *Judge) Judge(m *mutants.Mutant, s referee.Semantics) Judgement {
	out := Judgement{Semantics: s}
	c, err := j.candidate(m)
	if err == nil && s != referee.Definition7 {
		if err = j.open; err == nil {
			err = j.prune(c)
		}
	}
	if err != nil {
		return out.undecided(err)
	}
	with, sys := &j.plain, c.sys
	if s != referee.Definition7 {
		if !c.good.Start() {
			out.Verdict = referee.NoModel
			if !j.pruned.quiet {
				out.Reason = c.good.whyStuck()
			}
			return out
		}
		with, sys = &j.pruned, c.pruned
	}
	out.Impl, out.Spec = sys, with.spec
	res, err := with.refine(sys, gameOf(s, j.Limit))
	if err != nil {
		return out.undecided(err)
	}
	out.Zones, out.Game = res.Zones, res.Game
	if !res.Holds {
		out.Verdict, out.Failure = referee.NonSubsumed, res.Failure
	}
	return out
}

// undecided is the judgement that an error makes.
func (v Judgement) undecided(err error) Judgement {
	v.Verdict, v.Reason = referee.Undecided, err.Error()
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
	out[referee.Definition7] = j.Judge(m, referee.Definition7)
	out[referee.PrunedStates] = j.Judge(m, referee.PrunedStates)
	if out[referee.PrunedStates].Verdict != referee.NonSubsumed || !j.strange(m) {
		out[referee.ToolAlphabet] = out[referee.PrunedStates]
		out[referee.ToolAlphabet].Semantics = referee.ToolAlphabet
		return out
	}
	out[referee.ToolAlphabet] = j.Judge(m, referee.ToolAlphabet)
	return out
}

// gameOf is a reading's rules.
func gameOf(s referee.Semantics, limit int) Game {
	return Game{SpecIgnores: s == referee.ToolAlphabet, Limit: limit}
}

// Trace makes the counterexample of a mutant that is not subsumed.
func (v *Judgement) Trace() (*trace.Trace, error) { return TraceOf(v.Impl, v.Spec, v.Failure) }

// Replay runs a counterexample on both sides by plain evaluation.
func (v *Judgement) Replay(t *trace.Trace) error {
	return Replay(t, v.Impl, v.Spec, gameOf(v.Semantics, 0))
}

// CommonRun is a run that the model allows the mutant.
func (v *Judgement) CommonRun() (*trace.Trace, error) {
	return CommonRun(v.Impl, v.Spec, gameOf(v.Semantics, 0))
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
			c.sys.Name = trace.TheMutant
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
		c.sys.Name = trace.TheMutant
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
		c.pruned.Name = trace.TheMutant
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
