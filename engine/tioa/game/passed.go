package game

import "github.com/mutarium/mutarium/engine/dbm"

// What a forward game has passed: zones by pairs of locations, widened and kept small by inclusion.

// grid makes the table for numbers of pairs, if the systems are small and will not grow.
func (r *refiner) grid() {
	n := len(r.impl.Locs) * len(r.spec.Locs)
	if r.impl.expand != nil || r.spec.expand != nil || n > denseCells {
		r.dense = nil
		return
	}
	for len(r.dense) < n {
		r.dense = append(r.dense, 0)
	}
}

// cell is the number of a pair of locations.
func (r *refiner) cell(impl, spec int32) int32 {
	if r.dense != nil {
		at := impl*int32(len(r.spec.Locs)) + spec
		if r.dense[at] == 0 {
			r.used = append(r.used, at)
			r.dense[at] = r.newCell() + 1
		}
		return r.dense[at] - 1
	}
	key := [2]int32{impl, spec}
	c, ok := r.index[key]
	if !ok {
		c = r.newCell()
		r.index[key] = c
	}
	return c
}

// newCell makes an empty list of zones, with the memory of an earlier search where there is some.
func (r *refiner) newCell() int32 {
	k := len(r.passed)
	if k < cap(r.passed) {
		r.passed = r.passed[:k+1]
		r.passed[k] = r.passed[k][:0]
	} else {
		r.passed = append(r.passed, nil)
	}
	return int32(k)
}

// again prepares for another implementation with as many clocks, in the same memory.
func (r *refiner) again(impl *System, g Game) {
	g.Limit = ZonesOr(g.Limit)
	for i := range r.nodes {
		r.slab.Put(r.nodes[i].zone)
	}
	r.impl, r.game, r.failure, r.doubt = impl, g, nil, nil
	r.nodes, r.passed = r.nodes[:0], r.passed[:0]
	r.notInv, r.diags = nil, nil
	if len(r.index) > 0 {
		r.index = map[[2]int32]int32{}
	}
	for _, at := range r.used {
		r.dense[at] = 0
	}
	r.used = r.used[:0]
	r.grid()
}

// extrapolate stores a zone widened to the constants that matter later.
func (r *refiner) extrapolate(n pairNode, impl, spec *Loc, z dbm.Zone) {
	copy(r.max, impl.Max)
	copy(r.max[r.shift+1:], spec.Max[1:])
	if len(impl.Diags)+len(spec.Diags) == 0 {
		z.ExtraMPlus(r.max)
		r.store(n, z)
		return
	}
	for _, y := range dbm.ExtraSplit(z, r.diagonals(n, impl, spec), r.extra, r.slab) {
		r.store(n, y)
	}
}

func (r *refiner) diagonals(n pairNode, impl, spec *Loc) []dbm.Constraint {
	key := [2]int32{n.impl, n.spec}
	d, ok := r.diags[key]
	if !ok {
		d = joinDiagonals(impl.Diags, spec.Diags, 0)
		if r.diags == nil {
			r.diags = map[[2]int32][]dbm.Constraint{}
		}
		r.diags[key] = d
	}
	return d
}

// store adds a zone unless a stored one covers it; stored ones that it covers are not visited any
// more.
func (r *refiner) store(n pairNode, z dbm.Zone) {
	if z.Empty() {
		r.slab.Put(z)
		return
	}
	list := r.passed[n.cell]
	r.slab.Spend(len(list))
	for _, k := range list {
		if r.nodes[k].zone.Includes(z) {
			r.slab.Put(z)
			return
		}
	}
	kept := list[:0]
	for _, k := range list {
		if z.Includes(r.nodes[k].zone) {
			r.nodes[k].covered = true
			continue
		}
		kept = append(kept, k)
	}
	n.zone = z
	r.passed[n.cell] = append(kept, int32(len(r.nodes)))
	r.nodes = append(r.nodes, n)
}
