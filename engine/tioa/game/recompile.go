package game

import (
	"slices"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Compiling mutants by hundreds of thousands: a mutant differs from what it was made of in one
// place, so the locations that the change does not touch are shared, and only those that it touches
// are compiled again. Constants that clocks are compared with are kept from the original where they
// could have become smaller: that bounds the zones less tightly than Compile does, and decides the
// same.

// Recompiler makes systems of mutants from the system of what they were made of. It is for one
// goroutine.
type Recompiler struct {
	syms    *Symbols
	Parent  *model.Automaton
	Sys     *System
	touched []bool
	leaf    *leafCompiler
}

// NewRecompiler compiles an automaton to start from.
func NewRecompiler(s model.Subject, syms *Symbols, meter *dbm.Meter) (*Recompiler, error) {
	sys, err := Compile(s.Model, s.Automaton, syms, Options{Meter: meter})
	if err != nil {
		return nil, err
	}
	return RecompilerOf(sys, s.Automaton), nil
}

// RecompilerOf starts from a system that an automaton was compiled to.
func RecompilerOf(sys *System, of *model.Automaton) *Recompiler {
	return &Recompiler{syms: sys.Syms, Parent: of, Sys: sys}
}

// Compile makes the system of a mutant of the parent. Automata with variables, whose locations are
// numbered as they are found, those with universal or inconsistent locations, whose loops follow the
// alphabet, and those that compare differences are compiled from scratch.
func (r *Recompiler) Compile(s model.Subject) (*System, error) {
	if len(s.Automaton.Vars) > 0 || s.Automaton.Special() || r.Sys.diagonal() {
		return Compile(s.Model, s.Automaton, r.syms, Options{Meter: r.Sys.meter})
	}
	c := &leafCompiler{m: s.Model, a: s.Automaton, syms: r.syms, state: &model.State{Model: s.Model,
		Automaton: s.Automaton}}
	sys := *r.Sys
	c.sys, sys.Source = &sys, s.Automaton
	sys.Locs = slices.Clone(r.Sys.Locs)
	r.leaf = c
	r.mark(s.Automaton)
	for i := range r.touched {
		if r.touched[i] {
			r.location(i)
		}
	}
	for i := range r.touched {
		if r.touched[i] {
			r.edges(i)
		}
	}
	if c.wide || sys.diagonal() {
		return Compile(s.Model, s.Automaton, r.syms, Options{Meter: r.Sys.meter})
	}
	sys.raiseBounds()
	return &sys, nil
}

// mark finds the locations that are to be compiled again: those that changed, those whose edges
// changed, and those with edges into a location that changed, since guards hold its invariant.
func (r *Recompiler) mark(a *model.Automaton) {
	old := r.Parent
	r.touched = append(r.touched[:0], make([]bool, len(a.Locations))...)
	moved := false
	for i, l := range a.Locations {
		if i >= len(old.Locations) || l != old.Locations[i] {
			r.touched[i], moved = true, true
		}
	}
	r.markEdges(old.Edges, a.Edges)
	if !moved {
		return
	}
	for _, e := range a.Edges {
		if e.Target >= len(old.Locations) || a.Locations[e.Target] != old.Locations[e.Target] {
			r.touched[e.Source] = true
		}
	}
}

// markEdges compares the edges of a mutation and of what it was applied to: it removes some,
// replaces some in their place, or adds some at the end.
func (r *Recompiler) markEdges(old, now []*model.Edge) {
	if len(now) < len(old) {
		k := 0
		for _, e := range old {
			if k < len(now) && now[k] == e {
				k++
				continue
			}
			r.touched[e.Source] = true
		}
		return
	}
	for i, e := range now {
		if i < len(old) && old[i] == e {
			continue
		}
		r.touched[e.Source] = true
		if i < len(old) {
			r.touched[old[i].Source] = true
		}
	}
}

// location compiles a location without its edges.
func (r *Recompiler) location(i int) {
	c := r.leaf
	src := c.a.Locations[i]
	l := &Loc{Max: make([]int64, c.sys.Dim())}
	if i < len(r.Sys.Locs) {
		*l = *r.Sys.Locs[i]
		l.Max = slices.Clone(l.Max)
		l.Edges = nil
	} else {
		c.sys.Locs = append(c.sys.Locs, nil)
		for x := range l.Max {
			l.Max[x] = dbm.NoBound
		}
	}
	l.Title, l.Urgent, l.Kind, l.Parts = src.Title(), src.Urgency != model.NotUrgent || src.Kind == model.Inconsistent,
		src.Kind, []int{i}
	if i >= len(r.Sys.Locs) || src != r.Parent.Locations[i] {
		l.Inv = c.cond(src.Invariant, false)
		l.compare(l.Inv)
	}
	c.sys.Locs[i] = l
}

// edges compiles the edges of a location, taking over those that did not change.
func (r *Recompiler) edges(i int) {
	c := r.leaf
	l := c.sys.Locs[i]
	for _, e := range c.a.Edges {
		if e.Source != i || c.a.Locations[e.Target].Removed {
			continue
		}
		step := r.known(i, e)
		if step == nil {
			step = r.step(e)
		}
		if step != nil {
			l.Edges = append(l.Edges, step)
			l.compare(step.Guard)
		}
	}
}

// known finds the compiled edge of the parent, if nothing that it depends on changed.
func (r *Recompiler) known(i int, e *model.Edge) *Step {
	n := len(r.Parent.Locations)
	if i >= n || e.Target >= n || r.leaf.a.Locations[e.Target] != r.Parent.Locations[e.Target] {
		return nil
	}
	for _, s := range r.Sys.Locs[i].Edges {
		if s.Origin != nil && s.Origin[0] == e {
			return s
		}
	}
	return nil
}

// step compiles an edge; nil where it cannot be taken.
func (r *Recompiler) step(e *model.Edge) *Step {
	c := r.leaf
	guard := c.cond(e.Guard, false)
	resets, _, ok := c.updates(e)
	if !ok {
		return nil
	}
	guard = guard.and(c.sys.Locs[e.Target].Inv.before(resets))
	if len(guard) == 0 {
		return nil
	}
	return &Step{Act: c.syms.Of(e.Action), Output: e.Output, Guard: guard, Resets: resets, Target: e.Target,
		Origin: []*model.Edge{e}}
}

// diagonal tells whether differences of clocks are compared anywhere.
func (s *System) diagonal() bool {
	for _, l := range s.Locs {
		if len(l.Diags) > 0 {
			return true
		}
	}
	return false
}

// raiseBounds lets constants that a changed location compares reach the locations before it.
// Locations that are shared are copied first.
func (s *System) raiseBounds() {
	for changed := true; changed; {
		changed = false
		for i := len(s.Locs) - 1; i >= 0; i-- {
			for _, e := range s.Locs[i].Edges {
				if s.Locs[i].lacks(s.Locs[e.Target], e.Resets) {
					l := *s.Locs[i]
					l.Max = slices.Clone(l.Max)
					l.inherit(s.Locs[e.Target], e.Resets, false)
					s.Locs[i] = &l
					changed = true
				}
			}
		}
	}
}

// lacks tells whether inherit would change anything.
func (l *Loc) lacks(t *Loc, rs []reset) bool {
	for x := 1; x < len(l.Max); x++ {
		if t.Max[x] > l.Max[x] && !isReset(rs, x) {
			return true
		}
	}
	return false
}

// Opens is the condition on clocks under which an edge of an automaton can be taken, for values of the
// variables.
func Opens(s model.Subject, e *model.Edge, vars []int64) Cond {
	state := &model.State{Model: s.Model, Automaton: s.Automaton, Vars: vars}
	c := &leafCompiler{m: s.Model, a: s.Automaton, state: state}
	guard := c.cond(e.Guard, false)
	resets, next, ok := c.updates(e)
	if !ok {
		return nil
	}
	c.state.Vars = next
	return guard.and(c.cond(s.Automaton.Locations[e.Target].Invariant, false).before(resets))
}
