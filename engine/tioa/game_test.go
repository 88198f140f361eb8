package tioa

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// The backward game is another algorithm for the same relation: it must agree with the forward one
// on every refinement of the suite whose sides are deterministic.
func TestGamesAgree(t *testing.T) {
	onQueries(t, func(t *testing.T, queries []corpusQuery) {
		n := 0
		for _, k := range queries {
			if gamesAgree(t, k) {
				n++
			}
		}
		if n < 100 {
			t.Errorf("got %d refinements, want 100 or more", n)
		}
	})
}

// gamesAgree compares the games on a query and tells whether it is a refinement that both can decide.
func gamesAgree(t *testing.T, k corpusQuery) bool {
	t.Helper()
	qs, d := model.ParseQueries(source.NewFile("query", k.text))
	if d.HasErrors() || qs[0].Kind != model.Refinement || strings.Contains(k.text, `\\`) || len(k.text) > 120 {
		return false
	}
	s := query.NewSession(k.of.m, query.Reading{AsWritten: k.asWritten})
	impl, err1 := s.System(qs[0].Left)
	spec, err2 := s.System(qs[0].Right)
	if err1 != nil || err2 != nil {
		return false
	}
	g := game.Game{SpecIgnores: true, ImplIgnores: true}
	forward, err := game.Refine(impl, spec, g)
	if err != nil {
		t.Fatal(err)
	}
	holds, err := game.RefineBackward(impl, spec, g)
	if err != nil {
		return false // beyond the budget
	}
	if forward.Holds != holds {
		t.Errorf("%s %s: forward %v (choice %v), backward %v", k.whence, k.text, forward.Holds, forward.Failure != nil && forward.Failure.Choice, holds)
	}
	return true
}
