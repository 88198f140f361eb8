package tioa

import (
	"slices"

	"github.com/mutarium/mutarium/engine/dbm"
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
	Zones      int      // stored by the forward game
	Game       bool     // several answers were possible, and the backward game decided
	Failure    *Failure // non-subsumed
	Impl, Spec *System  // what was compared
}

// A Judge decides mutants of one subject. What all mutants share is computed once. It is for one
// goroutine; Fork makes another.
type Judge struct {
	Origin Subject
	Limit  int // zones for each game; 0: DefaultZones
	syms   *Symbols
	first  *recompiler // mutants of the original
	second *recompiler // mutants of the last first step
	middle *Automaton
	plain  comparison
	pruned comparison
	slab   *dbm.Slab // for the mutant's own zones
	last   candidate
}

// A comparison is a specification that many implementations are compared with.
type comparison struct {
	spec  *System
	game  *refiner // reused
	quiet bool     // verdicts alone
}

// A candidate is a mutant that was compiled, and pruned if anybody asked.
type candidate struct {
	of     *Automaton
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
func NewJudge(s Subject, limit int) (*Judge, error) {
	j := &Judge{Origin: s, Limit: limit, syms: NewSymbols()}
	return j, j.prepare()
}

// Fork makes a judge for another goroutine, with the same answers.
func (j *Judge) Fork() *Judge {
	c, err := NewJudge(j.Origin, j.Limit)
	if err != nil {
		return j // cannot be: the same work succeeded before
	}
	return c
}

func (j *Judge) prepare() error {
	var err error
	if j.first, err = newRecompiler(j.Origin, j.syms); err != nil {
		return err
	}
	spec := j.first.sys
	good, err := spec.Good(0)
	if err != nil {
		return err
	}
	if !good.Start() {
		return &InconsistentError{j.Origin.Automaton.Name, spec.Locs[spec.Init].Title}
	}
	j.slab = dbm.NewSlab(spec.dim())
	j.plain.spec = spec
	j.pruned.spec = good.Prune()
	return nil
}

// Judge decides a mutant under a reading.
func (j *Judge) Judge(m *Mutant, s Semantics) Judgement {
	out := Judgement{Semantics: s}
	c, err := j.candidate(m)
	if err == nil && s != Definition7 {
		err = j.prune(c)
	}
	if err != nil {
		out.Verdict, out.Reason = Undecided, err.Error()
		return out
	}
	with, sys := &j.plain, c.sys
	if s != Definition7 {
		if !c.good.Start() {
			out.Verdict, out.Reason = NoModel, c.good.whyStuck()
			return out
		}
		with, sys = &j.pruned, c.pruned
	}
	out.Impl, out.Spec = sys, with.spec
	res, err := with.refine(sys, Game{SpecIgnores: s == ToolAlphabet, Limit: j.Limit})
	if err != nil {
		out.Verdict, out.Reason = Undecided, err.Error()
		return out
	}
	out.Zones, out.Game = res.Zones, res.Game
	if !res.Holds {
		out.Verdict, out.Failure = NonSubsumed, res.Failure
	}
	return out
}

// candidate compiles a mutant, once for all readings.
func (j *Judge) candidate(m *Mutant) (*candidate, error) {
	c := &j.last
	if c.of == m.Result.Automaton {
		return c, c.err
	}
	*c = candidate{of: m.Result.Automaton}
	from := j.first
	if m.Second != nil {
		if from, c.err = j.firstStep(m.Middle); c.err != nil {
			return c, c.err
		}
	}
	c.sys, c.err = from.compile(m.Result)
	return c, c.err
}

// firstStep gives the recompiler for mutants of a first step.
func (j *Judge) firstStep(s Subject) (*recompiler, error) {
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
	if c.good, c.err = c.sys.goodness(0, j.slab); c.err != nil {
		return c.err
	}
	if c.good.Start() {
		c.pruned = c.good.prunePartly()
	}
	return nil
}

// refine compares, with the memory of the last comparison. Where the forward game fails behind a
// step with several answers the backward game decides.
func (c *comparison) refine(impl *System, g Game) (*Result, error) {
	if c.game == nil || c.game.shift != len(impl.Clocks) {
		c.game = newRefiner(impl, behind(c.spec, len(impl.Clocks)), g, dbm.NewSlab(impl.dim()+len(c.spec.Clocks)))
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

// whyStuck says what is wrong with the start.
func (g *Goodness) whyStuck() string {
	l := g.Sys.Locs[g.Sys.Init]
	return "inconsistent: from the start in " + l.Title + " the mutant cannot avoid a state where time stops and no output is left"
}
