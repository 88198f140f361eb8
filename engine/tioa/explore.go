package tioa

import "github.com/mutarium/mutarium/engine/dbm"

// The zone graph of one system, breadth first: which states can be reached. Zones are closed under delay
// and widened by Extra⁺_M with the bounds of bounds.go, and one that a stored zone includes is dropped
// (J. Bengtsson and W. Yi, "Timed automata: semantics, algorithms and tools", 2004).
// Deviations: an invariant may be a union of zones, so delays are taken inside it (dbm.Postt), and
// differences of clocks split a zone before it is widened (dbm.ExtraSplit).

// A zoneNode is a location with a set of clock valuations closed under delay.
type zoneNode struct {
	loc    int
	zone   dbm.Zone
	parent int   // -1 at the start
	via    *Step // from the parent
}

type explorer struct {
	s      *System
	slab   *dbm.Slab
	nodes  []zoneNode
	passed map[int][]int // numbers of the nodes of each location that are not covered
	notInv map[int]dbm.Federation
	limit  int
	goal   conj // constants that count everywhere
}

func (s *System) explorer(limit int) *explorer {
	return &explorer{s: s, slab: s.slab(), passed: map[int][]int{}, notInv: map[int]dbm.Federation{}, limit: zonesOr(limit)}
}

// run visits every node once, shortest paths first, until visit wants no more.
func (x *explorer) run(visit func(i int) bool) error {
	return x.runFrom(x.s.Init, dbm.Zero(x.s.dim()), visit)
}

// runFrom starts elsewhere.
func (x *explorer) runFrom(loc int, start dbm.Zone, visit func(i int) bool) error {
	return x.s.within(x.limit, func() error { return x.search(loc, start, visit) })
}

func (x *explorer) search(loc int, start dbm.Zone, visit func(i int) bool) error {
	for _, z := range x.s.Locs[loc].Inv.within(start, x.slab) {
		x.enter(loc, z, -1, nil)
	}
	for i := 0; i < len(x.nodes); i++ {
		if len(x.nodes) > x.limit {
			return tooManyZones(x.limit)
		}
		if !visit(i) {
			return nil
		}
		x.successors(i)
	}
	return nil
}

func (x *explorer) successors(i int) {
	n := x.nodes[i]
	for _, e := range x.s.at(n.loc).Edges {
		for _, z := range e.Guard.within(n.zone, x.slab) {
			for _, r := range e.Resets {
				z.Reset(r.clock, r.value)
			}
			x.enter(e.Target, z, i, e)
		}
	}
}

// enter lets time pass in a zone that was just entered and stores what is new. It consumes z.
func (x *explorer) enter(loc int, z dbm.Zone, parent int, via *Step) {
	l := x.s.Locs[loc]
	for _, d := range x.delay(loc, z) {
		max := x.bounds(l)
		for _, e := range dbm.ExtraSplit(d, l.Diags, func(z dbm.Zone) { z.ExtraMPlus(max) }, x.slab) {
			x.store(loc, e, parent, via)
		}
	}
}

// bounds are a location's, with the goal's constants.
func (x *explorer) bounds(l *Loc) []int64 {
	if len(x.goal) == 0 {
		return l.Max
	}
	w := Loc{Max: append([]int64(nil), l.Max...)}
	w.compare(cond{x.goal})
	return w.Max
}

func (x *explorer) store(loc int, z dbm.Zone, parent int, via *Step) {
	if z.Empty() {
		x.slab.Put(z)
		return
	}
	x.slab.Spend(len(x.passed[loc]))
	for _, k := range x.passed[loc] {
		if x.nodes[k].zone.Includes(z) {
			x.slab.Put(z)
			return
		}
	}
	x.passed[loc] = append(x.passed[loc], len(x.nodes))
	x.nodes = append(x.nodes, zoneNode{loc, z, parent, via})
}

// delay is what a delay inside the invariant reaches. It consumes z, which lies in the invariant.
func (x *explorer) delay(loc int, z dbm.Zone) dbm.Federation {
	l := x.s.Locs[loc]
	switch {
	case l.Urgent:
		return dbm.Federation{z}
	case len(l.Inv) == 1:
		z.Up()
		l.Inv[0].apply(z)
		return dbm.Federation{z}
	}
	notInv, ok := x.notInv[loc]
	if !ok {
		notInv = l.Inv.zones(x.s.dim(), x.slab).Complement(x.s.dim(), x.slab)
		x.notInv[loc] = notInv
	}
	return dbm.Postt(dbm.Federation{z}, notInv, x.slab)
}

// path lists the nodes from the start to a node.
func (x *explorer) path(i int) []int {
	var path []int
	for ; i >= 0; i = x.nodes[i].parent {
		path = append(path, i)
	}
	for a, b := 0, len(path)-1; a < b; a, b = a+1, b-1 {
		path[a], path[b] = path[b], path[a]
	}
	return path
}
