package engine

import (
	"context"

	"github.com/mutarium/mutarium/engine/source"
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
