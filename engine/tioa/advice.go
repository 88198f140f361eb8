package tioa

import (
	"slices"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// What somebody who reads an automaton would ask about: it is no error, and each warning is true of
// all its runs by itself.

// Advise gives the warnings on a component; reach is nil where what it reaches is not known.
func Advise(s mutants.Subject, reach *Reach) source.Diagnostics {
	var d source.Diagnostics
	a := s.Automaton
	neverRead(s, &d)
	if reach == nil {
		return d
	}
	unreached := reach.Unreached()
	for _, i := range unreached {
		d.Warn(a.Locations[i].Span, "unreached", "no run enters %s", a.Locations[i].Title())
	}
	for _, i := range reach.Dead() {
		e := a.Edges[i]
		if !slices.Contains(unreached, e.Source) {
			d.Warn(e.Span, "never-taken", "no run takes the edge %s", edgeTitle(a, i))
		}
	}
	for _, i := range stuckLocations(s) {
		if !slices.Contains(unreached, i) {
			d.Warn(a.Locations[i].Span, "stuck", "time stops in %s, and no output leaves it", a.Locations[i].Title())
		}
	}
	a.Present(func(i int, l *model.Location) {
		leaves := slices.ContainsFunc(a.Edges, func(e *model.Edge) bool { return e.Source == i })
		if l.Kind == model.Normal && !leaves && !slices.Contains(unreached, i) && !slices.Contains(stuckLocations(s), i) {
			d.Warn(l.Span, "stuck", "no edge leaves %s: nothing happens there any more", l.Title())
		}
	})
	return d
}

// neverRead warns of clocks and variables that nothing reads.
func neverRead(s mutants.Subject, d *source.Diagnostics) {
	read := map[string]bool{}
	note := func(e *expr.Expr, but string) {
		if e != nil {
			expr.Walk(e, func(e *expr.Expr) bool {
				if e.Op == expr.Name && e.Name != but {
					read[e.Name] = true
				}
				return true
			})
		}
	}
	s.Automaton.Present(func(_ int, l *model.Location) { note(l.Invariant, "") })
	for _, e := range s.Automaton.Edges {
		note(e.Guard, "")
		for _, u := range e.Updates {
			note(u.Value, u.Name)
		}
	}
	for _, c := range s.Automaton.Clocks {
		if !read[c.Name] {
			d.Warn(c.Span, "unused-variable", "nothing reads the clock '%s'", c.Name)
		}
	}
	for _, v := range s.Automaton.Vars {
		if !read[v.Name] {
			d.Warn(v.Span, "unused-variable", "nothing reads the variable '%s'", v.Name)
		}
	}
}
