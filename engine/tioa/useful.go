package tioa

import (
	"slices"
	"sync"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Surely useful mutants (section 4.2): the lemmas that tell mutants which do not refine the model
// under Definition 7, so that a test against them exists. Their hypothesis is a model without
// redundant elements: what is mutated is reached, and the change shows there. Propositions 2 to 8
// give conditions on the text for that; here the zone graph of the model is computed once, which
// gives the same facts exactly, and each lemma asks for the valuations in which its difference
// shows. No mutant is explored and no refinement checked. The model must be deterministic, as the
// paper assumes: then nobody but the spoiler chooses on the way to the difference.

// A Reach is what a model without mutations can reach, by compiled location: a location of the
// automaton with values of the variables.
type Reach struct {
	s     Subject
	sys   *System
	exact map[string][]dbm.Federation // by the clocks that are exact: states by location, closed under delay
	slab  *dbm.Slab
	limit int
	most  int64  // largest constant of the model
	Clash *Clash // not deterministic: then nothing is surely useful
	lock  sync.Mutex
}

// NewReach explores the model. The error is a budget that ran out.
func NewReach(s Subject, limit int) (*Reach, error) {
	r := &Reach{s: s, limit: limit, exact: map[string][]dbm.Federation{}}
	var err error
	if r.sys, err = Compile(s.Model, s.Automaton, NewSymbols(), Options{}); err != nil {
		return nil, err
	}
	if r.Clash, err = r.sys.Clash(limit); err != nil {
		return nil, err
	}
	r.slab = dbm.NewSlab(r.sys.dim())
	for _, l := range r.sys.Locs {
		for _, k := range l.Max {
			r.most = max(r.most, k)
		}
	}
	_, err = r.states(nil)
	return r, err
}

// states gives what is reached, exact for the clocks of some conditions: a search forgets a clock
// that the model does not compare later, and what is beyond the model's constants, but mutants
// compare more. One search for each set of clocks.
func (r *Reach) states(conds ...cond) ([]dbm.Federation, error) {
	clocks := make([]bool, r.sys.dim())
	for _, c := range conds {
		for _, x := range c {
			for _, b := range x {
				clocks[b.I], clocks[b.J] = true, true
			}
		}
	}
	key := ""
	for x := 1; x < len(clocks); x++ {
		if clocks[x] {
			key += " " + r.sys.Clocks[x-1]
		}
	}
	if known, ok := r.exact[key]; ok {
		return known, nil
	}
	states, err := r.explore(r.raised(r.sys, clocks))
	if err == nil {
		r.exact[key] = states
	}
	return states, err
}

// raised is a system in which some clocks are remembered everywhere, one unit further than the
// model asks.
func (r *Reach) raised(sys *System, clocks []bool) *System {
	c := *sys
	c.Locs = make([]*Loc, len(sys.Locs))
	for i, l := range sys.Locs {
		copied := *l
		copied.Max = append([]int64(nil), l.Max...)
		for x := 1; x < len(clocks); x++ {
			if clocks[x] {
				copied.Max[x] = r.most + 1
			}
		}
		c.Locs[i] = &copied
	}
	return &c
}

func (r *Reach) explore(sys *System) ([]dbm.Federation, error) {
	states := make([]dbm.Federation, len(sys.Locs))
	x := sys.explorer(r.limit)
	err := x.run(func(i int) bool {
		n := x.nodes[i]
		states[n.loc] = states[n.loc].Add(r.slab.Copy(n.zone), r.slab)
		return true
	})
	return states, err
}

// Unreached lists the locations that no run enters: redundant, in the paper's words.
func (r *Reach) Unreached() []int {
	var out []int
	states, _ := r.states() // known since NewReach
	r.s.Automaton.Present(func(i int, _ *model.Location) {
		seen := false
		for k, l := range r.sys.Locs {
			seen = seen || l.parts[0] == i && len(states[k]) > 0
		}
		if !seen {
			out = append(out, i)
		}
	})
	return out
}

// Dead lists the edges that no run takes.
func (r *Reach) Dead() []int {
	var out []int
	for i, e := range r.s.Automaton.Edges {
		if !r.shows(r.s, e) {
			out = append(out, i)
		}
	}
	return out
}

// at calls visit with the compiled locations of a location until it answers false.
func (r *Reach) at(loc int, visit func(k int, vars []int64) bool) {
	for k, l := range r.sys.Locs {
		if l.parts[0] == loc && !visit(k, l.vars) {
			return
		}
	}
}

// enabled is the condition on clocks under which an edge of an automaton can be taken, for values of
// the variables.
func (r *Reach) enabled(s Subject, e *model.Edge, vars []int64) cond {
	c := &leafCompiler{m: s.Model, a: s.Automaton, syms: r.sys.Syms, sys: r.sys, state: &model.State{Model: s.Model, Automaton: s.Automaton, Vars: vars}}
	guard := c.cond(e.Guard, false)
	resets, next, ok := c.updates(e)
	if !ok {
		return nil
	}
	c.state.Vars = next
	return guard.and(c.cond(s.Automaton.Locations[e.Target].Invariant, false).before(resets))
}

// shows tells whether some reached state of the model enables an edge of an automaton.
func (r *Reach) shows(s Subject, e *model.Edge) bool {
	found := false
	r.at(e.Source, func(k int, vars []int64) bool {
		c := r.enabled(s, e, vars)
		states, err := r.states(c)
		found = err == nil && meets(states[k], c, r.slab)
		return !found
	})
	return found
}

func meets(states dbm.Federation, c cond, slab *dbm.Slab) bool {
	for _, z := range states {
		if c.meets(z, slab) {
			return true
		}
	}
	return false
}

// A Lemma says why a mutant is surely useful.
type Lemma struct{ Number, Because string }

var (
	lemma8   = &Lemma{"Lemma 8", "an input that the model accepts is gone"}
	lemma8s  = &Lemma{"Lemma 8 for every entry", "the inputs that enter the location are gone"}
	lemma9   = &Lemma{"Lemma 9", "an output that the model does not have can be given"}
	lemma10i = &Lemma{"Lemma 10(i)", "the output can be given later than the model allows"}
	lemma10j = &Lemma{"Lemma 10(ii)", "the input is refused where the model begins to accept it"}
	lemma11i = &Lemma{"Lemma 11(i)", "an input leads into the location below the new lower bound, and is lost"}
	lemma11j = &Lemma{"Lemma 11(ii)", "the mutant can wait longer than the model"}
	lemma12i = &Lemma{"Lemma 12(i)", "the input is refused where the model still accepts it"}
	lemma12j = &Lemma{"Lemma 12(ii)", "the output can be given earlier than the model allows"}
	lemma13i = &Lemma{"Lemma 13(i)", "an output can lead into the location below the model's lower bound"}
	lemma13j = &Lemma{"Lemma 13(ii)", "an input leads into the location above the new upper bound, and is lost"}
	lemma14  = &Lemma{"Lemma 14", "the guard is another one where it is reached"}
)

// Useful gives the lemma that shows a mutation of the model to be useful under Definition 7, or nil.
// Any goroutine may ask.
func (r *Reach) Useful(m Mutation) *Lemma {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.Clash != nil {
		return nil
	}
	switch m.Op.Name {
	case "TMI":
		e := r.s.Automaton.Edges[m.Edge]
		return lemmaIf(!e.Output && r.shows(r.s, e), lemma8)
	case "TAD":
		mutant := r.s.Apply(m)
		edges := mutant.Automaton.Edges
		return lemmaIf(m.Output && r.shows(mutant, edges[len(edges)-1]), lemma9)
	case "SMI":
		return lemmaIf(r.losesEntry(m), lemma8s)
	case "CXL", "CXS":
		if m.Edge >= 0 {
			return r.guardMoved(m)
		}
		return r.invariantMoved(m)
	case "CCN":
		return lemmaIf(r.differs(r.s.Apply(m), m.Edge), lemma14)
	}
	return nil
}

func lemmaIf(holds bool, l *Lemma) *Lemma {
	if holds {
		return l
	}
	return nil
}

// losesEntry asks whether, without the location, a place is reached from which the model takes an
// input into it. What is reached without it is what the mutant reaches.
func (r *Reach) losesEntry(m Mutation) bool {
	mutant := r.s.Apply(m)
	sys, err := Compile(mutant.Model, mutant.Automaton, r.sys.Syms, Options{})
	if err != nil {
		return false
	}
	all := make([]bool, sys.dim())
	for x := range all {
		all[x] = true
	}
	states, err := r.explore(r.raised(sys, all))
	if err != nil {
		return false
	}
	for _, e := range r.s.Automaton.Edges {
		if e.Target != m.Location || e.Source == m.Location || e.Output {
			continue
		}
		for k, l := range sys.Locs {
			if l.parts[0] == e.Source && meets(states[k], r.enabled(r.s, e, l.vars), r.slab) {
				return true
			}
		}
	}
	return false
}

// guardMoved judges CXL and CXS on guards: the valuations in which exactly one of the two guards
// holds.
func (r *Reach) guardMoved(m Mutation) *Lemma {
	e := r.s.Automaton.Edges[m.Edge]
	c, _ := r.s.simpleGuard(m.Edge)
	larger := m.Op.Name == "CXL"
	grows := upper(c.Op) == larger && c.Op != expr.Eq // the guard holds for longer
	if c.Op == expr.Eq || grows != e.Output {
		return nil
	}
	if !r.differs(r.s.Apply(m), m.Edge) {
		return nil
	}
	switch {
	case e.Output && larger:
		return lemma10i
	case e.Output:
		return lemma12j
	case larger:
		return lemma10j
	}
	return lemma12i
}

// differs asks whether a state is reached in which the mutant's output has no edge of the model, or
// the model's input none of the mutant; i is the number of the edge on both sides.
func (r *Reach) differs(mutant Subject, i int) bool {
	e := r.s.Automaton.Edges[i]
	found := false
	r.at(e.Source, func(k int, vars []int64) bool {
		old, now := r.enabled(r.s, e, vars), r.enabled(mutant, mutant.Automaton.Edges[i], vars)
		if !e.Output {
			old, now = now, old
		}
		found = r.uncovered(k, vars, e, old, now)
		return !found
	})
	return found
}

// uncovered asks whether a reached state satisfies now, and neither old nor the condition of another
// edge of the model with the same action.
func (r *Reach) uncovered(k int, vars []int64, e *model.Edge, old, now cond) bool {
	states, err := r.states(old, now)
	if err != nil {
		return false
	}
	for _, z := range states[k] {
		left := now.within(z, r.slab).Subtract(old.zones(r.sys.dim(), r.slab), r.slab)
		for _, f := range r.s.Automaton.Edges {
			if f != e && f.Source == e.Source && f.Action == e.Action && f.Output == e.Output {
				left = left.Subtract(r.enabled(r.s, f, vars).zones(r.sys.dim(), r.slab), r.slab)
			}
		}
		if len(left) > 0 {
			return true
		}
	}
	return false
}

// invariantMoved judges CXL and CXS on invariants.
func (r *Reach) invariantMoved(m Mutation) *Lemma {
	c, _ := r.s.simpleInvariant(m.Location)
	larger, high := m.Op.Name == "CXL", upper(c.Op)
	switch {
	case c.Op == expr.Eq:
		return nil
	case larger && high:
		l := r.s.Automaton.Locations[m.Location]
		return lemmaIf(!slices.Contains(r.Unreached(), m.Location) && l.Urgency == model.NotUrgent, lemma11j)
	case larger:
		return lemmaIf(r.entryDiffers(m, false), lemma11i)
	case high:
		return lemmaIf(r.entryDiffers(m, false), lemma13j)
	}
	return lemmaIf(r.entryDiffers(m, true), lemma13i)
}

// entryDiffers asks whether an edge into the location, an output or an input, is enabled in a
// reached state on one side alone: outputs that the mutant has more, inputs that it has less.
func (r *Reach) entryDiffers(m Mutation, output bool) bool {
	mutant := r.s.Apply(m)
	for _, e := range r.s.Automaton.Edges {
		if e.Target != m.Location || e.Output != output || e.Source == m.Location && !output {
			continue
		}
		found := false
		r.at(e.Source, func(k int, vars []int64) bool {
			old, now := r.enabled(r.s, e, vars), r.enabled(mutant, e, vars)
			if !output {
				old, now = now, old
			}
			found = r.uncovered(k, vars, e, old, now)
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// Stuck lists locations that plainly lack independent progress: an upper bound in the invariant and
// no output that leaves the location (section 5.6). Time stops there, and nothing is left to do.
func (s Subject) Stuck() []int {
	var out []int
	s.Automaton.Present(func(i int, l *model.Location) {
		if l.Kind != model.Normal || l.Urgency == model.NotUrgent && !s.boundedAbove(l.Invariant) {
			return
		}
		for _, e := range s.Automaton.Edges {
			if e.Source == i && e.Output {
				return
			}
		}
		out = append(out, i)
	})
	return out
}

// boundedAbove tells whether an invariant, as a conjunction, bounds a clock from above.
func (s Subject) boundedAbove(e *expr.Expr) bool {
	if e == nil {
		return false
	}
	if e.Op == expr.And {
		return s.boundedAbove(e.Args[0]) || s.boundedAbove(e.Args[1])
	}
	c, ok := s.Model.Simple(s.Automaton, e)
	return ok && c.Y == "" && (upper(c.Op) || c.Op == expr.Eq)
}
