package action

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Pictures of an action system, which has no locations to draw: the states that it reaches, these put together
// by the value of a variable, or its events and which may follow which.

// The views, and the name of a variable's behind viewBy.
const (
	viewStates = "states"
	viewEvents = "events"
	viewBy     = "by:"
)

// Bounds of what is drawn.
const (
	drawnSpace   = 10_000 // states that are looked at
	drawnStates  = 60     // above, states are put together unless they are asked for
	mostStates   = 300
	drawnClasses = 40 // values of a variable
	drawnBoxes   = 3  // ranges of arguments on one edge
)

// atStart is the node of the events view from which the first events come.
const atStart = "start"

// Views lists the ways to draw a system.
func Views(m *model.Model) []report.GraphView {
	all := []report.GraphView{{Name: viewStates, Title: "Reachable states"}}
	for _, v := range m.Vars {
		if classes(v) {
			all = append(all, report.GraphView{Name: viewBy + v.Name, Title: "By " + v.Name})
		}
	}
	return append(all, report.GraphView{Name: viewEvents, Title: "Events"})
}

// classes tells whether a variable has so many values that a picture by them is of use.
func classes(v *model.Var) bool {
	width := uint64(v.Hi) - uint64(v.Lo)
	return width > 0 && width < drawnClasses
}

// Picture draws a system in the view asked for, or in the one that suits it: "" or a view that would be too
// large. The error is the context's.
func Picture(ctx context.Context, m *model.Model, view string) (*report.Diagram, error) {
	l := newLayout(varRanges(m))
	sp, err := explore(ctx, compile(m, l), newLimits(drawnSpace, 0))
	if err != nil {
		return nil, err
	}
	p := &painter{m: m, sp: sp, complete: sp.budget == "", main: mainVariable(m)}
	p.g = &report.Graph{Edges: []report.GraphEdge{}, Nodes: []report.GraphNode{}}
	d := &report.Diagram{Graph: p.g, View: p.suited(view), Views: Views(m)}
	switch {
	case d.View == viewStates:
		p.states()
	case d.View == viewEvents:
		p.events()
	default:
		p.classes(variable(m, strings.TrimPrefix(d.View, viewBy)))
	}
	d.Note = p.note(view, d.View)
	return d, nil
}

// A painter draws one view of what was explored.
type painter struct {
	m        *model.Model
	sp       *space
	g        *report.Graph
	complete bool             // all reachable states were looked at
	main     int              // the variable that most guards read, -1 for none
	kinds    [][]*model.Entry // events view: the entries of each event
}

// suited gives the view asked for if it can be drawn, else the most detailed one of a good size.
func (p *painter) suited(view string) string {
	n := len(p.sp.depth)
	switch {
	case view == viewEvents,
		view == viewStates && p.complete && n <= mostStates,
		strings.HasPrefix(view, viewBy) && variable(p.m, view[len(viewBy):]) >= 0:
		return view
	case p.complete && n <= drawnStates:
		return viewStates
	case p.complete && p.main >= 0:
		return viewBy + p.m.Vars[p.main].Name
	}
	return viewEvents
}

// note says how much of the system is drawn.
func (p *painter) note(asked, view string) string {
	n := len(p.sp.depth)
	what := fmt.Sprintf("%d states can be reached", n)
	if n == 1 {
		what = "One state can be reached"
	}
	if !p.complete {
		what = fmt.Sprintf("More than %d states can be reached", n-1)
	}
	switch {
	case view == viewStates:
		return fmt.Sprintf("%s of %s by the types; all are drawn.", what, p.m.StateCount())
	case view == viewEvents && !p.complete:
		what += "; drawn are the events, solid what always follows in the states looked at, dashed what may follow"
	case view == viewEvents:
		what += "; drawn are the events and which can follow which, dashed where not always"
	case !p.complete:
		what += ", of which those looked at are put together by " + view[len(viewBy):]
	default:
		what += ", put together by " + view[len(viewBy):]
	}
	if asked == viewStates {
		what += ": too many to draw one by one"
	}
	return what + "."
}

// variable finds a variable that can be drawn by its values; -1 for none.
func variable(m *model.Model, name string) int {
	return slices.IndexFunc(m.Vars, func(v *model.Var) bool { return v.Name == name && classes(v) })
}

// mainVariable is the one that most guards read, of those that can be drawn by their values; -1 for none.
func mainVariable(m *model.Model) int {
	reads := make([]int, len(m.Vars))
	for _, a := range m.Actions {
		model.WalkBody(a.Run, func(b *model.Body) bool {
			if b.Op == model.Guarded {
				countNames(b.Expr, reads)
			}
			return true
		})
	}
	best := -1
	for i, v := range m.Vars {
		if classes(v) && reads[i] > 0 && (best < 0 || reads[i] > reads[best]) {
			best = i
		}
	}
	return best
}

// countNames counts the uses of variables; behind these stand parameters.
func countNames(e *expr.Expr, uses []int) {
	expr.Refs(e, func(ref int) {
		if ref < len(uses) {
			uses[ref]++
		}
	})
}

// values gives a state of the space.
func (p *painter) values(i int) []int64 {
	vals := make([]int64, len(p.m.Vars))
	p.sp.sys.layout.unpack(vals, p.sp.state(i))
	return vals
}

// eventsOf names the events of a step without their arguments.
func eventsOf(e *model.Entry) string {
	var names []string
	for _, c := range e.Calls() {
		names = append(names, c.Action.Name)
	}
	return strings.Join(names, "; ")
}

// spanOf is the text of the action that a step runs first.
func (p *painter) spanOf(e *model.Entry) *report.Span {
	span := p.m.File.Shown(p.m.Actions[e.Calls()[0].Index].Span)
	return &span
}

// An arrow gathers the steps with the same events between the same two nodes.
type arrow struct {
	edge   int // in the graph
	texts  []string
	states map[int]bool // in which there is such a step
}

// arrows adds the steps to the graph, between the nodes that node gives their states.
func (p *painter) arrows(node func(state int) string) map[string]*arrow {
	all := map[string]*arrow{}
	for i := range p.sp.expanded {
		for _, s := range p.sp.stepsOf(i) {
			entry := p.sp.sys.ways[s.way].entry
			from, to, name := node(i), node(int(s.post)), eventsOf(entry)
			id := stepID(from, name, to)
			a := all[id]
			if a == nil {
				a = &arrow{edge: len(p.g.Edges), states: map[int]bool{}}
				all[id] = a
				p.g.Edges = append(p.g.Edges, report.GraphEdge{From: from, To: to, ID: id, Span: p.spanOf(entry)})
			}
			a.states[i] = true
			if text := boxText(entry, p.sp.box(s)); !slices.Contains(a.texts, text) {
				a.texts = append(a.texts, text)
			}
		}
	}
	for _, a := range all {
		label := strings.Join(a.texts[:min(len(a.texts), drawnBoxes)], ", ")
		if len(a.texts) > drawnBoxes {
			label += ", …"
		}
		p.g.Edges[a.edge].Label = label
	}
	return all
}

// stepID names an edge by its nodes and what is seen.
func stepID(from, events, to string) string { return from + " " + events + " " + to }

// states draws each state that can be reached.
func (p *painter) states() {
	ids := make([]string, len(p.sp.depth))
	for i := range ids {
		vals := p.values(i)
		ids[i] = stateID(p.m, vals)
		p.g.Nodes = append(p.g.Nodes, report.GraphNode{ID: ids[i], Initial: i == 0, Label: p.label(vals)})
	}
	p.arrows(func(i int) string { return ids[i] })
}

// stateID names a state by all its values.
func stateID(m *model.Model, vals []int64) string {
	parts := make([]string, len(vals))
	for i, v := range m.Vars {
		parts[i] = v.Name + "=" + strconv.FormatInt(vals[i], 10)
	}
	return strings.Join(parts, " ")
}

// label shows a state by the main variable and what is not as in the beginning.
func (p *painter) label(vals []int64) string {
	var lines []string
	for i, v := range p.m.Vars {
		if i == p.main || len(vals) <= 2 {
			lines = append(lines, fmt.Sprintf("%s = %d", v.Name, vals[i]))
		}
	}
	for i, v := range p.m.Vars {
		if i != p.main && len(vals) > 2 && vals[i] != p.m.Init[i] {
			lines = append(lines, fmt.Sprintf("%s = %d", brief(v.Name), vals[i]))
		}
	}
	if len(lines) == 0 {
		return atStart
	}
	return strings.Join(lines, "\n")
}

// brief cuts a long name.
func brief(name string) string {
	const most = 14
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

// classes draws the states put together by the value of a variable. An edge is solid where every state of its
// class has such a step.
func (p *painter) classes(v int) {
	size := map[string]int{}
	class := func(i int) string { return p.m.Vars[v].Name + "=" + strconv.FormatInt(p.values(i)[v], 10) }
	for i := range p.sp.depth {
		id := class(i)
		if size[id] == 0 {
			p.g.Nodes = append(p.g.Nodes, report.GraphNode{ID: id, Initial: i == 0})
		}
		size[id]++
	}
	for i := range p.g.Nodes {
		n := &p.g.Nodes[i]
		states := "1 state"
		if size[n.ID] > 1 {
			states = strconv.Itoa(size[n.ID]) + " states"
		}
		n.Label = strings.Replace(n.ID, "=", " = ", 1) + "\n" + states
	}
	for _, a := range p.arrows(class) {
		e := &p.g.Edges[a.edge]
		e.Dashed = !p.complete || len(a.states) < size[e.From]
	}
}

// events draws the events and which can follow which: an edge leads from one to another where some state after
// the first allows the second, and is solid where every state after it does.
func (p *painter) events() {
	p.g.Nodes = append(p.g.Nodes, report.GraphNode{ID: atStart, Initial: true, Label: atStart})
	index := map[string]int{}
	for _, e := range p.m.Entries {
		name := eventsOf(e)
		at, known := index[name]
		if !known {
			at = len(index)
			index[name] = at
			p.kinds = append(p.kinds, nil)
			p.g.Nodes = append(p.g.Nodes, report.GraphNode{ID: eventID(name), Label: name, Span: p.spanOf(e)})
		}
		p.kinds[at] = append(p.kinds[at], e)
	}
	allowed := make([]map[int]bool, p.sp.expanded) // by state: events
	for i := range allowed {
		allowed[i] = map[int]bool{}
		for _, s := range p.sp.stepsOf(i) {
			allowed[i][index[eventsOf(p.sp.sys.ways[s.way].entry)]] = true
		}
	}
	after := make([]map[int]bool, len(index)+1) // by event, the start last: states
	for i := range after {
		after[i] = map[int]bool{}
	}
	after[len(index)][0] = true
	for i := range allowed {
		for _, s := range p.sp.stepsOf(i) {
			after[index[eventsOf(p.sp.sys.ways[s.way].entry)]][int(s.post)] = true
		}
	}
	for i := range p.g.Nodes {
		a := (i + len(index)) % (len(index) + 1) // the start is the first node
		for b := range index {
			p.follows(i, index[b]+1, after[a], allowed)
		}
	}
	slices.SortFunc(p.g.Edges, func(a, b report.GraphEdge) int { return strings.Compare(a.ID, b.ID) })
}

// follows adds the edge between two events if there is one.
func (p *painter) follows(from, to int, after map[int]bool, allowed []map[int]bool) {
	n := 0
	for i := range after {
		if i < len(allowed) && allowed[i][to-1] {
			n++
		}
	}
	if n == 0 && (p.complete || from == 0 || !p.mayFollow(from-1, to-1)) {
		return
	}
	a, b := &p.g.Nodes[from], &p.g.Nodes[to]
	p.g.Edges = append(p.g.Edges, report.GraphEdge{From: a.ID, To: b.ID, ID: a.ID + " " + b.ID, Span: b.Span,
		Dashed: n < len(after) || n == 0})
}

// mayFollow tells whether one event writes what a guard of the other reads. It is asked where not all states
// were looked at.
func (p *painter) mayFollow(first, second int) bool {
	writes, reads := make([]bool, len(p.m.Vars)), make([]int, len(p.m.Vars))
	for _, e := range p.kinds[first] {
		for _, c := range e.Calls() {
			model.WalkBody(p.m.Actions[c.Index].Run, func(b *model.Body) bool {
				if b.Op == model.Assign {
					writes[b.Ref] = true
				}
				return true
			})
		}
	}
	for _, e := range p.kinds[second] {
		for _, c := range e.Calls() {
			model.WalkBody(p.m.Actions[c.Index].Run, func(b *model.Body) bool {
				if b.Op == model.Guarded {
					countNames(b.Expr, reads)
				}
				return true
			})
		}
	}
	for v := range writes {
		if writes[v] && reads[v] > 0 {
			return true
		}
	}
	return false
}

// eventID names the node of an event.
func eventID(events string) string { return "on:" + events }

// placed says by the ids of all views where the two sides of a walk are, and what they took.
func placed(w *report.Walk) {
	last := [2]string{atStart, atStart}
	for i := range w.Steps {
		s := &w.Steps[i]
		name := bareEvents(s.Label)
		for k, side := range []*report.Side{&s.Spec, &s.Impl} {
			if len(side.Vars) == 0 {
				continue
			}
			var parts []string
			for _, v := range side.Vars {
				parts = append(parts, v.Name+"="+v.Value)
			}
			event := atStart
			if i > 0 {
				event = eventID(name)
			}
			side.At = append([]string{strings.Join(parts, " ")}, parts...)
			if len(parts) == 1 {
				side.At = parts
			}
			side.At = append(side.At, event)
			if i > 0 && side.Refuses == "" {
				before := w.Steps[i-1].Spec.At // where both were
				for j := range min(len(before), len(side.At)) - 1 {
					side.Took = append(side.Took, stepID(before[j], name, side.At[j]))
				}
				side.Took = append(side.Took, last[k]+" "+event)
			}
			last[k] = event
		}
	}
}

// bareEvents takes the arguments from the events of a step.
func bareEvents(label string) string {
	names := strings.Split(label, "; ")
	for i, n := range names {
		names[i], _, _ = strings.Cut(n, "(")
	}
	return strings.Join(names, "; ")
}

// PictureOfMutant draws a mutant of a report in a view of the original.
func PictureOfMutant(ctx context.Context, m *model.Model, view string, r report.Mutant) (*report.Graph, error) {
	impl, diags := model.Parse(source.NewFile(m.File.Name, m.File.Mutated(r)))
	if impl == nil {
		return nil, fmt.Errorf("the mutant's text is no model: %s", diags[0].Message)
	}
	d, err := Picture(ctx, impl, view)
	if err != nil {
		return nil, err
	}
	if d.View != view {
		return nil, fmt.Errorf("the mutant reaches so many states that it cannot be drawn in this view")
	}
	return d.Graph, nil
}
