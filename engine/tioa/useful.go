package tioa

import (
	"sync"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// Surely useful mutants: the lemmas of section 4.2 of Basile, ter Beek, Lazreg, Cordy and Legay (EMSE
// 27, 2022) tell mutants which do not refine the model under Definition 7, so that a test against
// them exists. Their hypothesis is a model without redundant elements: what is mutated is reached,
// and the change shows there. Propositions 2 to 8 give conditions on the text for that.
//
// Deviation: those conditions are not enough. A mutation may cut off the way to the place where it
// would show (a lowered invariant that ends a stay too early, Lemma 13(ii)), another edge may do what
// a removed one did (Lemma 8), or a changed guard may never hold in the mutant (Lemma 14). So each
// lemma is applied where it is certain to show: in the states that the model and the mutant reach by
// the same run, of which the zone graph of what they have in common holds exactly all. There the
// lemma asks for valuations in which one side has a step and the other has none. The model must be
// deterministic, as the paper assumes, and the mutant for inputs: then nobody but the spoiler chooses
// on the way. No refinement is checked.

// A Reach is what a model without mutations can reach, by compiled location: a location of the
// automaton with values of the variables.
type Reach struct {
	s     mutants.Subject
	model *exploration
	slab  *dbm.Slab
	limit int
	most  int64       // largest constant of the model
	Clash *game.Clash // not deterministic: then nothing is surely useful
	lock  sync.Mutex
}

// An exploration is what a system reaches.
type exploration struct {
	sys   *game.System
	exact map[string][]dbm.Federation // by the clocks that are exact: states by location, closed under delay
}

// NewReach explores the model. The error is a budget that ran out.
func NewReach(s mutants.Subject, limit int) (*Reach, error) {
	r := &Reach{s: s, limit: limit}
	sys, err := game.Compile(s.Model, s.Automaton, game.NewSymbols(), game.Options{})
	if err != nil {
		return nil, err
	}
	r.model = &exploration{sys, map[string][]dbm.Federation{}}
	if r.Clash, err = sys.Clash(limit); err != nil {
		return nil, err
	}
	r.slab = sys.Slab()
	for _, l := range sys.Locs {
		for _, k := range l.Max {
			r.most = max(r.most, k)
		}
	}
	_, err = r.states(r.model)
	return r, err
}

// states gives what is reached, exact for the clocks of some conditions: a search forgets a clock
// that the system does not compare later, and what is beyond its constants, but the other side of a
// comparison may compare more. One search for each set of clocks.
func (r *Reach) states(x *exploration, conds ...game.Cond) ([]dbm.Federation, error) {
	clocks := make([]bool, x.sys.Dim())
	for _, c := range conds {
		for _, part := range c {
			for _, b := range part {
				clocks[b.I], clocks[b.J] = true, true
			}
		}
	}
	key := ""
	for c := 1; c < len(clocks); c++ {
		if clocks[c] {
			key += " " + x.sys.Clocks[c-1]
		}
	}
	if known, ok := x.exact[key]; ok {
		return known, nil
	}
	states, err := r.explore(r.raised(x.sys, clocks))
	if err == nil {
		x.exact[key] = states
	}
	return states, err
}

// raised is a system in which some clocks are remembered everywhere, one unit further than the
// model asks.
func (r *Reach) raised(sys *game.System, clocks []bool) *game.System {
	c := *sys
	c.Locs = make([]*game.Loc, len(sys.Locs))
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

func (r *Reach) explore(sys *game.System) ([]dbm.Federation, error) {
	states := make([]dbm.Federation, len(sys.Locs))
	x := sys.Explorer(r.limit)
	err := x.Run(func(i int) bool {
		n := x.Nodes[i]
		states[n.Loc] = states[n.Loc].Add(r.slab.Copy(n.Zone), r.slab)
		return true
	})
	return states, err
}

// Unreached lists the locations that no run enters: redundant, in the paper's words.
func (r *Reach) Unreached() []int {
	var out []int
	r.s.Automaton.Present(func(i int, _ *model.Location) {
		if !r.entered(r.model, i) {
			out = append(out, i)
		}
	})
	return out
}

// entered tells whether some run enters a location.
func (r *Reach) entered(x *exploration, loc int) bool {
	states, err := r.states(x)
	if err != nil {
		return false
	}
	for k, l := range x.sys.Locs {
		if l.Parts[0] == loc && len(states[k]) > 0 {
			return true
		}
	}
	return false
}

// Dead lists the edges that no run takes.
func (r *Reach) Dead() []int {
	var out []int
	for i, e := range r.s.Automaton.Edges {
		if !r.uncovered(r.model, r.s, e, nil) {
			out = append(out, i)
		}
	}
	return out
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
func (r *Reach) Useful(m mutants.Mutation) *Lemma {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.Clash != nil {
		return nil
	}
	l := lemma(r.s, m)
	if l == nil {
		return nil
	}
	mutant := r.s.Apply(m)
	x, ok := r.common(m, mutant)
	if !ok || r.addsInputs(m) && !r.deterministic(mutant) || !r.shows(l, m, mutant, x) {
		return nil
	}
	return l
}

// lemma gives the lemma that speaks of a mutation, whether or not it applies, or nil.
func lemma(s mutants.Subject, m mutants.Mutation) *Lemma {
	switch m.Op.Name {
	case "TMI":
		return lemmaIf(!s.Automaton.Edges[m.Edge].Output, lemma8)
	case "TAD":
		return lemmaIf(m.Output, lemma9)
	case "SMI":
		return lemma8s
	case "CXL", "CXS":
		if m.Edge >= 0 {
			return guardLemma(s, m)
		}
		return invariantLemma(s, m)
	case "CCN":
		return lemma14
	}
	return nil
}

func lemmaIf(holds bool, l *Lemma) *Lemma {
	if holds {
		return l
	}
	return nil
}

// guardLemma is for guards whose constant moves: outputs that are possible for longer, inputs that
// are accepted for less time.
func guardLemma(s mutants.Subject, m mutants.Mutation) *Lemma {
	e := s.Automaton.Edges[m.Edge]
	c, _ := s.SimpleGuard(m.Edge)
	larger := m.Op.Name == "CXL"
	grows := mutants.Upper(c.Op) == larger
	switch {
	case c.Op == expr.Eq || grows != e.Output:
		return nil
	case e.Output && larger:
		return lemma10i
	case e.Output:
		return lemma12j
	case larger:
		return lemma10j
	}
	return lemma12i
}

// invariantLemma is for invariants whose constant moves.
func invariantLemma(s mutants.Subject, m mutants.Mutation) *Lemma {
	c, _ := s.SimpleInvariant(m.Location)
	larger, high := m.Op.Name == "CXL", mutants.Upper(c.Op)
	switch {
	case c.Op == expr.Eq:
		return nil
	case larger && high:
		return lemma11j
	case larger:
		return lemma11i
	case high:
		return lemma13j
	}
	return lemma13i
}

// common explores what the model and a mutant do alike: the model with the mutated guard or invariant
// joined to its own, or the one of the two that has less.
func (r *Reach) common(m mutants.Mutation, mutant mutants.Subject) (*exploration, bool) {
	both := r.s
	and := func(x, y *expr.Expr) *expr.Expr {
		return &expr.Expr{Op: expr.And, Type: expr.Bool, Args: []*expr.Expr{x, y}}
	}
	switch m.Op.Name {
	case "TAD":
		return r.model, true
	case "TMI", "SMI":
		both = mutant
	default:
		a, b := r.s.Automaton, mutant.Automaton
		if m.Edge >= 0 {
			both = both.With(a.WithGuard(m.Edge, and(a.Edges[m.Edge].Guard, b.Edges[m.Edge].Guard)))
		} else {
			i := m.Location
			both = both.With(a.WithInvariant(i, and(a.Locations[i].Invariant, b.Locations[i].Invariant)))
		}
	}
	sys, err := game.Compile(both.Model, both.Automaton, r.model.sys.Syms, game.Options{})
	return &exploration{sys, map[string][]dbm.Federation{}}, err == nil
}

// addsInputs tells whether the mutant accepts inputs that the model does not, so that it may have a
// choice which the model does not have.
func (r *Reach) addsInputs(m mutants.Mutation) bool {
	switch {
	case m.Op.Name == "CCN":
		return !r.s.Automaton.Edges[m.Edge].Output
	case m.Op.Name == "CXL" || m.Op.Name == "CXS":
		return m.Edge < 0 && r.s.Entered(m.Location, false)
	}
	return false
}

func (r *Reach) deterministic(s mutants.Subject) bool {
	sys, err := game.Compile(s.Model, s.Automaton, r.model.sys.Syms, game.Options{})
	if err != nil {
		return false
	}
	clash, err := sys.Clash(r.limit)
	return err == nil && clash == nil
}

// shows tells whether the difference that a lemma speaks of is there in a state that both sides reach
// by the same run: an output that only the mutant has, an input or the end of a delay that only the
// model has.
func (r *Reach) shows(l *Lemma, m mutants.Mutation, mutant mutants.Subject, x *exploration) bool {
	edges := r.s.Automaton.Edges
	switch l {
	case lemma11j:
		at := r.s.Automaton.Locations[m.Location]
		return at.Kind == model.Normal && at.Urgency == model.NotUrgent && r.entered(x, m.Location)
	case lemma9:
		return r.gains(x, mutant, len(edges))
	case lemma13i:
		return r.entryDiffers(m, mutant, x, true)
	case lemma8s, lemma11i, lemma13j:
		return r.entryDiffers(m, mutant, x, false)
	}
	if edges[m.Edge].Output {
		return r.gains(x, mutant, m.Edge)
	}
	return r.uncovered(x, r.s, edges[m.Edge], &mutant)
}

// gains tells whether an output of the mutant is one that the model does not have.
func (r *Reach) gains(x *exploration, mutant mutants.Subject, edge int) bool {
	return r.uncovered(x, mutant, mutant.Automaton.Edges[edge], &r.s)
}

// entryDiffers tells whether an edge into a location does: an output that the mutant gains, or an
// input that it loses.
func (r *Reach) entryDiffers(m mutants.Mutation, mutant mutants.Subject, x *exploration, output bool) bool {
	for i, e := range r.s.Automaton.Edges {
		if e.Target != m.Location || e.Output != output {
			continue
		}
		if output && r.gains(x, mutant, i) || !output && r.uncovered(x, r.s, e, &mutant) {
			return true
		}
	}
	return false
}

// uncovered tells whether a state that was explored enables an edge of one side and no edge of the
// other side with the same action; without another side whether any enables it.
func (r *Reach) uncovered(x *exploration, side mutants.Subject, e *model.Edge, other *mutants.Subject) bool {
	if side.Automaton.Locations[e.Source].Kind != model.Normal {
		return false
	}
	for k, l := range x.sys.Locs {
		if l.Parts[0] != e.Source {
			continue
		}
		now := game.Opens(model.Subject(side), e, l.Vars)
		var covered game.Cond
		if other != nil {
			covered = r.anyEnabled(*other, e, l.Vars)
		}
		states, err := r.states(x, now, covered)
		if err != nil {
			return false
		}
		for _, z := range states[k] {
			if len(now.Within(z, r.slab).Subtract(covered.Zones(x.sys.Dim(), r.slab), r.slab)) > 0 {
				return true
			}
		}
	}
	return false
}

// anyEnabled is the condition under which a side has some edge with the action of e.
func (r *Reach) anyEnabled(s mutants.Subject, e *model.Edge, vars []int64) (c game.Cond) {
	for _, f := range s.Automaton.Edges {
		if f.Source == e.Source && f.Action == e.Action && f.Output == e.Output && !s.Automaton.Locations[f.Target].Removed {
			c = c.Or(game.Opens(model.Subject(s), f, vars))
		}
	}
	return c
}

// stuckLocations lists locations that plainly lack independent progress: an upper bound in the invariant and
// no output that leaves the location (section 5.6). Time stops there, and nothing is left to do.
func stuckLocations(s mutants.Subject) []int {
	var out []int
	s.Automaton.Present(func(i int, l *model.Location) {
		if l.Kind != model.Normal || l.Urgency == model.NotUrgent && !boundedAbove(s, l.Invariant) {
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
func boundedAbove(s mutants.Subject, e *expr.Expr) bool {
	if e == nil {
		return false
	}
	if e.Op == expr.And {
		return boundedAbove(s, e.Args[0]) || boundedAbove(s, e.Args[1])
	}
	c, ok := s.Model.Simple(s.Automaton, e)
	return ok && c.Y == "" && (mutants.Upper(c.Op) || c.Op == expr.Eq)
}
