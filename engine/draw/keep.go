package draw

import "github.com/mutarium/mutarium/engine/report"

// Places are where nodes and arrows stand, by their names, so that another scene can take over what it has of
// them: while a text is edited, and when a mutant is laid over its original.
type Places struct {
	Arrows map[string]EdgePlace // by key
	Nodes  map[string]Point
	Sizes  map[string]PlanNode // boxes of the nodes
}

// PlacesOf gives the places of a scene that was laid out; nil when the layout is of something else.
func PlacesOf(s *Scene, l *Layout) *Places {
	if len(l.Nodes) != len(s.Nodes) || len(l.Edges) != len(s.Arrows) {
		return nil
	}
	p := newPlaces()
	plan := s.Plan()
	for i, n := range s.Nodes {
		p.Nodes[n.ID], p.Sizes[n.ID] = l.Nodes[i], plan.Nodes[i]
	}
	for i := range s.Arrows {
		p.Arrows[s.Arrows[i].key()] = l.Edges[i]
	}
	return p
}

func newPlaces() *Places {
	return &Places{Arrows: map[string]EdgePlace{}, Nodes: map[string]Point{}, Sizes: map[string]PlanNode{}}
}

// Keep takes over the places of what a scene shares with an earlier one, and finds room for the rest: a new node goes
// beside a neighbour, a new arrow goes straight or in a bow. It refuses, with nil, when so much is new that
// another layout is better, unless it must.
func (p *Places) Keep(s *Scene, must bool) *Places {
	fresh, kept := 0, 0
	for i := range s.Arrows {
		if _, known := p.Arrows[s.Arrows[i].key()]; !known {
			fresh++
		}
	}
	for _, n := range s.Nodes {
		if _, known := p.Nodes[n.ID]; known {
			kept++
		}
	}
	const few = 2
	if !must && (kept == 0 || fresh > few && 5*fresh > len(s.Arrows) || 2*kept < len(p.Nodes)) {
		return nil
	}
	out := newPlaces()
	plan := s.Plan()
	for i, n := range s.Nodes {
		out.Sizes[n.ID] = plan.Nodes[i]
		if at, known := p.Nodes[n.ID]; known {
			out.Nodes[n.ID] = at
		}
	}
	r := &router{p: out, s: s, plan: plan}
	for i := range s.Arrows {
		if at, known := p.Arrows[s.Arrows[i].key()]; known {
			out.Arrows[s.Arrows[i].key()] = at
			r.taken = append(r.taken, rect{at.X, at.Y, plan.Edges[i].Width, plan.Edges[i].Height})
		}
	}
	r.fill()
	return out
}

// Own gives the places that a model's own drawing has; nil where it has none for every node. It is drawn so
// much larger that no boxes overlap.
func Own(s *Scene) *Places {
	plan := s.Plan()
	scale := 1.0
	for i, a := range s.Nodes {
		if a.At == nil {
			return nil
		}
		for j, b := range s.Nodes[:i] {
			dx, dy := abs(a.At.X-b.At.X), abs(a.At.Y-b.At.Y)
			wide := (plan.Nodes[i].Width+plan.Nodes[j].Width)/2 + 40
			high := (plan.Nodes[i].Height+plan.Nodes[j].Height)/2 + 40
			if dx < 1 && dy < 1 {
				return nil // two in one place: nobody drew this
			}
			need := 1e9
			if dx > 0 {
				need = wide / dx
			}
			if dy > 0 {
				need = min(need, high/dy)
			}
			scale = max(scale, need)
		}
	}
	const most = 8
	if scale > most || len(s.Nodes) == 0 {
		return nil
	}
	out := newPlaces()
	for i, n := range s.Nodes {
		out.Nodes[n.ID], out.Sizes[n.ID] = Point{n.At.X * scale, n.At.Y * scale}, plan.Nodes[i]
	}
	(&router{p: out, s: s, plan: plan}).fill()
	return out
}

// Place lays a scene out without a browser: nodes in columns as Place has them, those that stand alone in theirs
// in turn above and below, and arrows where there is room.
func (s *Scene) Place() *Places {
	p := PlacesOf(s, Place(s.flat()))
	clear(p.Arrows)
	alone := map[float64]int{}
	for _, at := range p.Nodes {
		alone[at.X]++
	}
	turn := 0
	for _, n := range s.Nodes {
		if at := p.Nodes[n.ID]; alone[at.X] == 1 {
			at.Y += []float64{-row, row}[turn%2]
			p.Nodes[n.ID] = at
			turn++
		}
	}
	(&router{p: p, s: s, plan: s.Plan()}).fill()
	return p
}

// A router finds room for what has no place yet.
type router struct {
	p     *Places
	s     *Scene
	plan  Plan
	taken []rect // of labels
}

// A rect is known by its centre and its size.
type rect struct{ x, y, w, h float64 }

func (r rect) meets(o rect) bool {
	const gap = 4
	return abs(r.x-o.x) < (r.w+o.w)/2+gap && abs(r.y-o.y) < (r.h+o.h)/2+gap
}

func (r *router) fill() {
	for i, n := range r.s.Nodes {
		if _, placed := r.p.Nodes[n.ID]; !placed {
			r.p.Nodes[n.ID] = r.beside(n, r.plan.Nodes[i])
		}
	}
	for i := range r.s.Arrows {
		a := &r.s.Arrows[i]
		if _, placed := r.p.Arrows[a.key()]; !placed {
			at := r.route(a, r.plan.Edges[i])
			r.p.Arrows[a.key()] = at
			r.taken = append(r.taken, rect{at.X, at.Y, r.plan.Edges[i].Width, r.plan.Edges[i].Height})
		}
	}
}

// covers counts what a box would cover.
func (r *router) covers(box rect) int {
	n := 0
	for id, at := range r.p.Nodes {
		if size := r.p.Sizes[id]; box.meets(rect{at.X, at.Y, size.Width, size.Height}) {
			n += 2
		}
	}
	for _, t := range r.taken {
		if box.meets(t) {
			n++
		}
	}
	return n
}

// beside finds room for a node round a node that it is joined with.
func (r *router) beside(n report.GraphNode, size PlanNode) Point {
	var by Point
	for i := range r.s.Arrows {
		a := &r.s.Arrows[i]
		for _, other := range [][2]string{{a.From, a.To}, {a.To, a.From}} {
			if at, placed := r.p.Nodes[other[0]]; placed && other[1] == n.ID {
				by = at
			}
		}
	}
	best, least := by, 1<<30
	for ring := 1.0; ring <= 4; ring++ {
		for _, way := range [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
			at := Point{by.X + way[0]*ring*(size.Width+column), by.Y + way[1]*ring*(size.Height+row)}
			if n := r.covers(rect{at.X, at.Y, size.Width, size.Height}); n < least {
				best, least = at, n
			}
		}
		if least == 0 {
			break
		}
	}
	return best
}

// route draws an arrow straight, or in the flattest bow on which its label covers the least.
func (r *router) route(arrow *Arrow, label PlanEdge) EdgePlace {
	from, to := r.p.Nodes[arrow.From], r.p.Nodes[arrow.To]
	if arrow.From == arrow.To {
		return r.loop(from, r.p.Sizes[arrow.From], label)
	}
	both := 0 // arrows between the two, the other way
	for i := range r.s.Arrows {
		if o := &r.s.Arrows[i]; o.From == arrow.To && o.To == arrow.From {
			both++
		}
	}
	dx, dy := to.X-from.X, to.Y-from.Y
	far := max(hypot(dx, dy), 1)
	var best EdgePlace
	least := 1 << 30
	for _, off := range []float64{0, 30, -30, 60, -60, 100, -100, 150, -150, 220, -220} {
		at := func(t, off float64) Point { return Point{from.X + dx*t - dy/far*off, from.Y + dy*t + dx/far*off} }
		on := at(0.5, off)
		cost := 3 * r.covers(rect{on.X, on.Y, label.Width, label.Height})
		if off == 0 {
			cost += both
		}
		for k := range 7 { // nodes under the line
			t := 0.2 + 0.1*float64(k)
			x := at(t, 4*t*(1-t)*off)
			cost += 2 * r.covers(rect{x.X, x.Y, 2, 2})
		}
		if cost < least {
			least = cost
			a1, a2 := at(1./3, off), at(2./3, off)
			best = EdgePlace{Points: []Point{rim(from, a1, r.p.Sizes[arrow.From]), a1, a2, rim(to, a2, r.p.Sizes[arrow.To])},
				X: on.X, Y: on.Y}
		}
	}
	return best
}

// loop puts the label of a loop where it covers the least.
func (r *router) loop(at Point, size PlanNode, label PlanEdge) EdgePlace {
	best, least := EdgePlace{X: at.X, Y: at.Y - size.Height/2 - 30 - label.Height/2}, 1<<30
	for ring := range 4 {
		away := 30 + 40*float64(ring)
		for _, way := range [][2]float64{{0, -1}, {0, 1}, {1, 0}, {-1, 0}} {
			x := at.X + way[0]*(size.Width/2+away+label.Width/2)
			y := at.Y + way[1]*(size.Height/2+away+label.Height/2)
			if n := r.covers(rect{x, y, label.Width, label.Height}); n < least {
				best, least = EdgePlace{X: x, Y: y}, n
			}
		}
	}
	return best
}

// Spots are where nodes stand and edges are written, by their ids.
func (s *Scene) Spots(p *Places) map[string]Point {
	where := map[string]Point{}
	for _, n := range s.Nodes {
		where[n.ID] = p.Nodes[n.ID]
	}
	for i := range s.Arrows {
		at := p.Arrows[s.Arrows[i].key()]
		for k, l := range s.Arrows[i].Shown() {
			where[l.Edges[0]] = Point{at.X, at.Y + float64(k)*lineHeight}
		}
	}
	return where
}

// Toward finds the nearest spot in a direction; "" where there is none.
func Toward(where map[string]Point, from, way Point) string {
	best, least := "", 1e9
	for id, at := range where {
		dx, dy := at.X-from.X, at.Y-from.Y
		along := dx*way.X + dy*way.Y
		across := abs(dx*way.Y - dy*way.X)
		if along < 1 || across > 2*along {
			continue
		}
		if far := along + 2*across; far < least || far == least && id < best {
			best, least = id, far
		}
	}
	return best
}
