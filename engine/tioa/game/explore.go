package game

import "github.com/mutarium/mutarium/engine/dbm"

// The zone graph of one system, breadth first: which states can be reached. Zones are closed under delay
// and widened by Extra⁺_M with the bounds of bounds.go, and one that a stored zone includes is dropped
// (J. Bengtsson and W. Yi, "Timed automata: semantics, algorithms and tools", 2004).
// Deviations: an invariant may be a union of zones, so delays are taken inside it (dbm.Postt), and
// differences of clocks split a zone before it is widened (dbm.ExtraSplit).

// A ZoneNode is a location with a set of clock valuations closed under delay.
type ZoneNode struct {
	Loc    int
	Zone   dbm.Zone
	parent int   // -1 at the start
	via    *Step // from the parent
}

// An Explorer builds the zone graph of one system.
type Explorer struct {
	s      *System
	Slab   *dbm.Slab
	Nodes  []ZoneNode
	passed map[int][]int // numbers of the nodes of each location that are not covered
	notInv map[int]dbm.Federation
	limit  int
	goal   Conj // constants that count everywhere
}

// Explorer makes one that stores at most so many zones; 0: DefaultZones.
func (s *System) Explorer(limit int) *Explorer {
	return &Explorer{s: s, Slab: s.Slab(), passed: map[int][]int{}, notInv: map[int]dbm.Federation{},
		limit: ZonesOr(limit)}
}

// Run visits every node once, shortest paths first, until visit wants no more.
func (x *Explorer) Run(visit func(i int) bool) error {
	return x.RunFrom(x.s.Init, dbm.Zero(x.s.Dim()), visit)
}

// RunFrom starts elsewhere.
func (x *Explorer) RunFrom(loc int, start dbm.Zone, visit func(i int) bool) error {
	return x.s.within(x.limit, func() error { return x.search(loc, start, visit) })
}

func (x *Explorer) search(loc int, start dbm.Zone, visit func(i int) bool) error {
	for _, z := range x.s.Locs[loc].Inv.Within(start, x.Slab) {
		x.enter(loc, z, -1, nil)
	}
	for i := 0; i < len(x.Nodes); i++ {
		if len(x.Nodes) > x.limit {
			return tooManyZones(x.limit)
		}
		if !visit(i) {
			return nil
		}
		x.successors(i)
	}
	return nil
}

func (x *Explorer) successors(i int) {
	n := x.Nodes[i]
	for _, e := range x.s.At(n.Loc).Edges {
		for _, z := range e.Guard.Within(n.Zone, x.Slab) {
			for _, r := range e.Resets {
				z.Reset(r.Clock, r.Value)
			}
			x.enter(e.Target, z, i, e)
		}
	}
}

// enter lets time pass in a zone that was just entered and stores what is new. It consumes z.
func (x *Explorer) enter(loc int, z dbm.Zone, parent int, via *Step) {
	l := x.s.Locs[loc]
	for _, d := range x.delay(loc, z) {
		max := x.bounds(l)
		for _, e := range dbm.ExtraSplit(d, l.Diags, func(z dbm.Zone) { z.ExtraMPlus(max) }, x.Slab) {
			x.store(loc, e, parent, via)
		}
	}
}

// bounds are a location's, with the goal's constants.
func (x *Explorer) bounds(l *Loc) []int64 {
	if len(x.goal) == 0 {
		return l.Max
	}
	w := Loc{Max: append([]int64(nil), l.Max...)}
	w.compare(Cond{x.goal})
	return w.Max
}

func (x *Explorer) store(loc int, z dbm.Zone, parent int, via *Step) {
	if z.Empty() {
		x.Slab.Put(z)
		return
	}
	x.Slab.Spend(len(x.passed[loc]))
	for _, k := range x.passed[loc] {
		if x.Nodes[k].Zone.Includes(z) {
			x.Slab.Put(z)
			return
		}
	}
	x.passed[loc] = append(x.passed[loc], len(x.Nodes))
	x.Nodes = append(x.Nodes, ZoneNode{loc, z, parent, via})
}

// delay is what a delay inside the invariant reaches. It consumes z, which lies in the invariant.
func (x *Explorer) delay(loc int, z dbm.Zone) dbm.Federation {
	l := x.s.Locs[loc]
	switch {
	case l.Urgent:
		return dbm.Federation{z}
	case len(l.Inv) == 1:
		z.Up()
		l.Inv[0].Apply(z)
		return dbm.Federation{z}
	}
	notInv, ok := x.notInv[loc]
	if !ok {
		notInv = l.Inv.Zones(x.s.Dim(), x.Slab).Complement(x.s.Dim(), x.Slab)
		x.notInv[loc] = notInv
	}
	return dbm.Postt(dbm.Federation{z}, notInv, x.Slab)
}

// path lists the nodes from the start to a node.
func (x *Explorer) path(i int) []int {
	var path []int
	for ; i >= 0; i = x.Nodes[i].parent {
		path = append(path, i)
	}
	for a, b := 0, len(path)-1; a < b; a, b = a+1, b-1 {
		path[a], path[b] = path[b], path[a]
	}
	return path
}
