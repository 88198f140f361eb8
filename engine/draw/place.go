package draw

import "github.com/mutarium/mutarium/engine/report"

// A layout without a browser, for the command line. The page asks dagre, which has no counterpart
// that a Go program could link; this one is plainer. Nodes stand in columns by their distance from
// the initial ones, in the order in which a breadth-first search meets them. An edge is a straight
// line, or a bow where there are others between the same nodes.

const (
	column = 90 // the least room between two columns
	row    = 84 // the room between two nodes of a column, where loops have theirs
	bow    = 44 // how far one edge between two nodes is from the next
	margin = 14
)

// Place lays a graph out.
func Place(g *report.Graph) *Layout {
	plan := Measure(g)
	l := &Layout{Nodes: make([]Point, len(plan.Nodes))}
	ranks := ranksOf(plan, g)
	x := 0.0
	for r, nodes := range ranks {
		width, height := 0.0, -float64(row)
		for _, n := range nodes {
			width, height = max(width, plan.Nodes[n].Width), height+plan.Nodes[n].Height+row
		}
		y := -height / 2
		for _, n := range nodes {
			l.Nodes[n] = Point{x + width/2, y + plan.Nodes[n].Height/2}
			y += plan.Nodes[n].Height + row
		}
		x += width + max(column, labelsFrom(plan, ranks, r))
	}
	l.Edges = edgePlaces(plan, l.Nodes)
	l.fit(plan)
	return l
}

// ranksOf lists the nodes by their distance from the initial nodes, or from the first that was not
// reached yet.
func ranksOf(p Plan, g *report.Graph) [][]int {
	index := indexOf(p)
	next := make([][]int, len(p.Nodes))
	for _, e := range p.Edges {
		next[index[e.From]] = append(next[index[e.From]], index[e.To])
	}
	rank := make([]int, len(p.Nodes))
	var queue []int
	meet := func(n, r int) {
		if rank[n] == 0 { // ranks count from 1 here
			rank[n] = r
			queue = append(queue, n)
		}
	}
	for i, n := range g.Nodes {
		if n.Initial {
			meet(i, 1)
		}
	}
	var ranks [][]int
	for at, first := 0, 0; at < len(p.Nodes); at++ {
		for at == len(queue) {
			meet(first, 1)
			first++
		}
		n := queue[at]
		for len(ranks) < rank[n] {
			ranks = append(ranks, nil)
		}
		ranks[rank[n]-1] = append(ranks[rank[n]-1], n)
		for _, m := range next[n] {
			meet(m, rank[n]+1)
		}
	}
	return ranks
}

func indexOf(p Plan) map[string]int {
	index := map[string]int{}
	for i, n := range p.Nodes {
		index[n.ID] = i
	}
	return index
}

// labelsFrom is the width of the widest label of an edge from a column to the next one.
func labelsFrom(p Plan, ranks [][]int, r int) (width float64) {
	at := map[string]int{}
	for k, nodes := range ranks {
		for _, n := range nodes {
			at[p.Nodes[n].ID] = k
		}
	}
	for _, e := range p.Edges {
		if at[e.From] == r && at[e.To] == r+1 || at[e.To] == r && at[e.From] == r+1 {
			width = max(width, e.Width+16)
		}
	}
	return width
}

// edgePlaces draws every edge from the rim of one box to the rim of the other.
func edgePlaces(p Plan, nodes []Point) []EdgePlace {
	index := indexOf(p)
	between := map[[2]int]int{} // edges so far between two nodes, either way
	var all []EdgePlace
	for _, e := range p.Edges {
		a, b := index[e.From], index[e.To]
		k := between[[2]int{min(a, b), max(a, b)}]
		between[[2]int{min(a, b), max(a, b)}]++
		if a == b {
			all = append(all, EdgePlace{X: nodes[a].X, Y: nodes[a].Y - p.Nodes[a].Height/2 - 30 - float64(k)*(e.Height+6)})
			continue
		}
		from, to := nodes[min(a, b)], nodes[max(a, b)] // whichever way it points, its bow is its own
		dx, dy := to.X-from.X, to.Y-from.Y
		far := hypot(dx, dy)
		off := float64((k+1)/2) * bow
		if k%2 == 1 {
			off = -off
		}
		mid := Point{(from.X+to.X)/2 - dy/far*off, (from.Y+to.Y)/2 + dx/far*off}
		from, to = nodes[a], nodes[b]
		line := []Point{rim(from, mid, p.Nodes[a]), mid, rim(to, mid, p.Nodes[b])}
		all = append(all, EdgePlace{Points: line, X: mid.X, Y: mid.Y})
	}
	return all
}

// rim is where the line from a box's centre leaves it.
func rim(at, to Point, size PlanNode) Point {
	dx, dy := to.X-at.X, to.Y-at.Y
	part := 1.0
	if dx != 0 {
		part = min(part, size.Width/2/abs(dx))
	}
	if dy != 0 {
		part = min(part, size.Height/2/abs(dy))
	}
	return Point{at.X + dx*part, at.Y + dy*part}
}

// fit moves everything to where the picture begins, and measures it.
func (l *Layout) fit(p Plan) {
	low, high := Point{}, Point{}
	seen := false
	see := func(at Point, w, h float64) {
		if !seen {
			low, high, seen = at, at, true
		}
		low = Point{min(low.X, at.X-w/2), min(low.Y, at.Y-h/2)}
		high = Point{max(high.X, at.X+w/2), max(high.Y, at.Y+h/2)}
	}
	for i, n := range l.Nodes {
		see(n, p.Nodes[i].Width+6, p.Nodes[i].Height+6)
	}
	for i, e := range l.Edges {
		see(Point{e.X, e.Y}, p.Edges[i].Width, p.Edges[i].Height)
	}
	move := func(at *Point) { at.X, at.Y = at.X-low.X+margin, at.Y-low.Y+margin }
	for i := range l.Nodes {
		move(&l.Nodes[i])
	}
	for i := range l.Edges {
		e := &l.Edges[i]
		for k := range e.Points {
			move(&e.Points[k])
		}
		e.X, e.Y = e.X-low.X+margin, e.Y-low.Y+margin
	}
	l.Width, l.Height = high.X-low.X+2*margin, high.Y-low.Y+2*margin
}
