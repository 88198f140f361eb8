package engine

import (
	"context"

	"github.com/mutarium/mutarium/engine/action"
	"github.com/mutarium/mutarium/engine/efsm"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm"
	"github.com/mutarium/mutarium/engine/tioa"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// An adviser looks at how a model runs, and says what somebody who reads it would ask about.
type adviser interface {
	advise(ctx context.Context) source.Diagnostics
}

// Advise gives the warnings that need a look at how a model runs; known are those that reading it has
// found, whose places are left out: one word about a place is enough.
func Advise(ctx context.Context, m Model, known source.Diagnostics) source.Diagnostics {
	a, ok := m.(adviser)
	if !ok {
		return nil
	}
	said := map[source.Span]bool{}
	for _, d := range known {
		if d.Severity != source.Info {
			said[d.Span] = true
		}
	}
	var all source.Diagnostics
	for _, d := range a.advise(ctx) {
		if !said[d.Span] || d.Span == (source.Span{}) {
			all = append(all, d)
		}
	}
	return all.Sort()
}

func (x *efsmModel) advise(context.Context) source.Diagnostics { return efsm.Advise(x.m) }

func (a actionModel) advise(ctx context.Context) source.Diagnostics { return action.Advise(ctx, a.m) }

func (x *tfsmModel) advise(context.Context) source.Diagnostics { return tfsm.Advise(x.m) }

// adviceZones is how many zones of an automaton are looked at while its text is being edited.
const adviceZones = 2000

func (x *timedModel) advise(context.Context) source.Diagnostics {
	m, err := x.product(nil)
	if err != nil {
		return nil
	}
	var all source.Diagnostics
	for _, a := range m.Automata {
		s := mutants.Subject{Model: m, Automaton: a}
		reach, err := tioa.NewReach(s, adviceZones)
		if err != nil {
			reach = nil
		}
		all = append(all, tioa.Advise(s, reach)...)
	}
	return all
}
