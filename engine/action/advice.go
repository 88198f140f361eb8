package action

import (
	"context"
	"strings"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// What somebody who reads a system would ask about: it is no error, and each warning is true of all
// runs, because they were all looked at. Where that takes more than adviceStates only what the text
// shows is said.

// adviceStates is how many states are looked at while a text is being edited.
const adviceStates = 2000

// Advise gives the warnings on a system.
func Advise(ctx context.Context, m *model.Model) source.Diagnostics {
	var d source.Diagnostics
	neverRead(m, &d)
	sp, err := explore(ctx, compile(m, newLayout(varRanges(m))), newLimits(adviceStates, 0))
	if err != nil || sp.budget != "" || sp.cut {
		return d
	}
	sp.neverEnabled(&d)
	sp.ends(&d)
	return d
}

// neverRead warns of variables that nothing but assignments to themselves reads.
func neverRead(m *model.Model, d *source.Diagnostics) {
	read := make([]bool, len(m.Vars))
	note := func(e *expr.Expr, but int) {
		expr.Refs(e, func(ref int) {
			if 0 <= ref && ref < len(read) && ref != but {
				read[ref] = true
			}
		})
	}
	for _, a := range m.Actions {
		model.WalkBody(a.Run, func(b *model.Body) bool {
			switch b.Op {
			case model.Assign:
				note(b.Expr, b.Ref)
			case model.Guarded:
				note(b.Expr, -1)
			}
			return true
		})
	}
	for i, ok := range read {
		if !ok {
			d.Warn(m.Vars[i].Ident.Span, "unused-variable", "nothing reads the variable '%s'", m.Vars[i].Ident.Name).Hint =
				"use it in a guard, or leave it out"
		}
	}
}

// neverEnabled warns of actions that no reachable state allows.
func (sp *space) neverEnabled(d *source.Diagnostics) {
	runs := map[string]bool{}
	for _, s := range sp.steps {
		for _, c := range sp.sys.ways[s.way].entry.Calls() {
			runs[c.Action.Name] = true
		}
	}
	called := map[string]bool{}
	for _, w := range sp.sys.ways {
		for _, c := range w.entry.Calls() {
			called[c.Action.Name] = true
		}
	}
	for _, a := range sp.sys.model.Actions {
		if called[a.Name.Name] && !runs[a.Name.Name] {
			d.Warn(a.Name.Span, "never-enabled", "the action '%s' can never run: no state that is reached allows it",
				a.Name.Name)
		}
	}
}

// ends warns of a state in which nothing can run, by the shortest run to one.
func (sp *space) ends(d *source.Diagnostics) {
	for i := range sp.expanded {
		if len(sp.stepsOf(i)) > 0 {
			continue
		}
		var run []string
		for _, mv := range sp.moves(i) {
			run = append(run, eventsText(mv.Events()))
		}
		when := "from the start on"
		if len(run) > 0 {
			when = "after " + strings.Join(run, ", ")
		}
		m := sp.sys.model
		d.Warn(m.Do.Outer, "stuck", "%s nothing can run any more", when).Hint = "that may be meant: the system has ended"
		return
	}
}
