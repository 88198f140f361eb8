package game

import (
	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// complete adds, for every location and input, a loop without resets wherever no edge of that input
// is enabled: the input is ignored. This is how the engines load a component ("angelic completion").
// An input whose target invariant would fail counts as not enabled.
func (s *System) complete() error {
	slab := s.Slab()
	inputs := s.In.List()
	for i, l := range s.Locs {
		if l.Kind != model.Normal {
			continue
		}
		for _, act := range inputs {
			for _, z := range l.Ignores(act, s.Dim(), slab) {
				g, ok := z.Guard()
				if ok {
					l.Edges = append(l.Edges, &Step{Act: act, Guard: Cond{Conj(g)}, Target: i, Ignored: true})
				}
				slab.Put(z)
			}
		}
	}
	return nil
}

// Ignores is where in the location's invariant no edge of the input is enabled.
func (l *Loc) Ignores(act, dim int, slab *dbm.Slab) dbm.Federation {
	rest := l.Inv.Zones(dim, slab)
	for _, e := range l.Edges {
		if e.Act != act || e.Output {
			continue
		}
		if e.Guard.isTrue() {
			return nil
		}
		g := e.Guard.Zones(dim, slab)
		next := rest.Subtract(g, slab)
		slab.PutAll(rest)
		slab.PutAll(g)
		rest = next
	}
	return rest.Merge(slab)
}
