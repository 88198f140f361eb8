package tioa

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// The backward game is another algorithm for the same relation: it must agree with the forward one
// on every refinement of the suite whose sides are deterministic.
func TestGamesAgree(t *testing.T) {
	dir, queries := knownQueries(t)
	models := map[string]*model.Model{}
	n := 0
	for _, k := range queries {
		m, ok := models[k.Model]
		if !ok {
			m = open(t, filepath.Join(dir, k.Model))
			models[k.Model] = m
		}
		qs, d := model.ParseQueries(source.NewFile("query", k.Query))
		if d.HasErrors() || qs[0].Kind != model.Refinement || strings.Contains(k.Query, `\\`) || len(k.Query) > 120 {
			continue
		}
		s := NewSession(m, Reading{AsWritten: !k.Complete})
		var leaves []*leaf
		impl, err1 := s.build(qs[0].Left, &leaves)
		spec, err2 := s.build(qs[0].Right, &leaves)
		if err1 != nil || err2 != nil {
			continue
		}
		g := Game{SpecIgnores: true, ImplIgnores: true}
		began := time.Now()
		forward, err := Refine(impl, spec, g)
		if err != nil {
			t.Fatal(err)
		}
		mid := time.Now()
		_, holds, err := solveBackward(impl, behind(spec, len(impl.Clocks)), g, pairSlab(impl, spec))
		if err != nil {
			t.Logf("%s: %v", k.Query, err)
			continue
		}
		if forward.Holds != holds {
			t.Errorf("%s %s: forward %v (choice %v), backward %v", k.ID, k.Query, forward.Holds, forward.Failure != nil && forward.Failure.Choice, holds)
		}
		if took := time.Since(mid); took > 100*time.Millisecond {
			t.Logf("%s: backward took %v, forward %v", k.Query, took, mid.Sub(began))
		}
		n++
	}
	t.Logf("%d refinements compared", n)
}
