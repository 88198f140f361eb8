package tioa

import (
	"context"
	"errors"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
	"github.com/mutarium/mutarium/engine/tioa/replay"
)

// Verdicts on mutants, under the three readings of package referee.

// A Judgement is a verdict with what it rests on.
type Judgement struct {
	Semantics  referee.Semantics
	Verdict    referee.MutantVerdict
	Reason     string        // of an undecided mutant: the budget; of an inconsistent one: where it is stuck
	Budget     string        // undecided: the name of the budget that ran out
	Zones      int           // stored by the forward game
	Game       bool          // several answers were possible, and the backward game decided
	Failure    *game.Failure // non-subsumed
	Impl, Spec *game.System  // what was compared
}

// A Judge decides mutants of one subject. What all mutants share is computed once. It is for one
// goroutine.
type Judge struct {
	Origin mutants.Subject
	Limit  int // zones for each game; 0: DefaultZones
	syms   *game.Symbols
	meter  *dbm.Meter
	first  *game.Recompiler // mutants of the original
	second *game.Recompiler // mutants of the last first step
	plain  game.Comparison
	pruned game.Comparison
	open   error // the model's good states were not found within the budget
	good   *game.GoodSolver
	last   candidate
	runs   map[*game.System][][]trace.Step // see probes
}

// A candidate is a mutant that was compiled, and pruned if anybody asked.
type candidate struct {
	of     *model.Automaton
	sys    *game.System
	good   *game.Goodness
	pruned *game.System
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
	j := &Judge{Origin: s, Limit: limit, syms: game.NewSymbols(), meter: &dbm.Meter{Done: ctx.Done()}}
	return j, j.prepare()
}

// Watch has the next judgements end, undecided, when the context does.
func (j *Judge) Watch(ctx context.Context) { j.meter.Done = ctx.Done() }

// Quiet leaves counterexamples out: verdicts alone, faster.
func (j *Judge) Quiet() { j.plain.Quiet, j.pruned.Quiet = true, true }

func (j *Judge) prepare() error {
	var err error
	if j.first, err = game.NewRecompiler(model.Subject(j.Origin), j.syms, j.meter); err != nil {
		return err
	}
	spec := j.first.Sys
	j.good = game.NewGoodSolver(spec, j.Limit)
	j.plain.Spec = spec.Called(trace.TheModel)
	good, err := spec.Good(j.Limit)
	if game.RanOut(err) { // Definition 7 asks for no good states
		j.open = err
		return nil
	}
	if err != nil {
		return err
	}
	if !good.Start() {
		return &InconsistentError{j.Origin.Automaton.Name, spec.Locs[spec.Init].Title}
	}
	j.pruned.Spec = good.Prune().Called(trace.TheModel)
	return nil
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
			if !j.pruned.Quiet {
				out.Reason = whyStuck(c.good)
			}
			return out
		}
		with, sys = &j.pruned, c.pruned
	}
	out.Impl, out.Spec = sys, with.Spec
	res, err := with.Refine(sys, gameOf(s, j.Limit))
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
	var u *game.Unfinished
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
func gameOf(s referee.Semantics, limit int) game.Game {
	return game.Game{SpecIgnores: s == referee.ToolAlphabet, Limit: limit}
}

// Trace makes the counterexample of a mutant that is not subsumed.
func (v *Judgement) Trace() (*trace.Trace, error) { return game.TraceOf(v.Impl, v.Spec, v.Failure) }

// Replay runs a counterexample on both sides by plain evaluation.
func (v *Judgement) Replay(t *trace.Trace) error {
	return replay.Check(t, v.Impl, v.Spec, gameOf(v.Semantics, 0))
}

// errNoRun says that a budget ran out before there was a run to show.
var errNoRun = errors.New("the budget ran out before a run was found")

// CommonRun is a run that the model allows the mutant.
func (v *Judgement) CommonRun() (*trace.Trace, error) {
	if v.Impl == nil || v.Spec == nil {
		return nil, errNoRun
	}
	return game.CommonRun(v.Impl, v.Spec, gameOf(v.Semantics, 0))
}

// strange tells whether the mutant has an output that the model does not declare.
func (j *Judge) strange(m *mutants.Mutant) bool {
	for _, e := range m.Result.Automaton.Edges {
		if e.Output && !j.plain.Spec.Out.Has(j.syms.Of(e.Action)) {
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
		c.sys, c.err = game.Compile(m.Result.Model, m.Result.Automaton, j.syms, game.Options{Meter: j.meter})
		if c.err == nil {
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
	if c.sys, c.err = from.Compile(model.Subject(m.Result)); c.err == nil {
		c.sys.Name = trace.TheMutant
	}
	return c, c.err
}

// firstStep gives the recompiler for mutants of a first step.
func (j *Judge) firstStep(s mutants.Subject) (*game.Recompiler, error) {
	if j.second != nil && j.second.Parent == s.Automaton {
		return j.second, nil
	}
	sys, err := j.first.Compile(model.Subject(s))
	if err != nil {
		return nil, err
	}
	j.second = game.RecompilerOf(sys, s.Automaton)
	return j.second, nil
}

// prune computes the good states of a candidate, once.
func (j *Judge) prune(c *candidate) error {
	if c.good != nil || c.err != nil {
		return c.err
	}
	if c.good, c.err = j.good.Solve(c.sys); c.err != nil {
		return c.err
	}
	if c.good.Start() {
		c.pruned = c.good.PrunePartly()
		c.pruned.Name = trace.TheMutant
	}
	return nil
}

// whyStuck says where a system whose start is not good gets stuck, and how it comes there.
func whyStuck(g *game.Goodness) string {
	text, way := g.WhyStuck()
	return text + replay.Way(way)
}
