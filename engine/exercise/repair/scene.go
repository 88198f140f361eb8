package repair

import (
	"context"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Where a model may be wrong: a run that goes wrong passes the wrong place, or comes to a state where something is
// missing. What the run takes is looked at first, then what it could have taken, then the rest.

// Scores of units.
const (
	aside   = iota // the run does not come here
	visited        // it starts in a state of the run
	passed         // the run takes it
	wrong          // its event is that of the step that is wrong
	taken          // the run takes it in that step
)

// A unit is a part of the text that stands for itself: a transition, an edge, a location, an action.
type unit struct {
	span     source.Span
	from, to int    // its tokens: [from, to)
	id       string // of its edge in the picture
	source   string // where it starts
	node     string // the location that it declares
	score    int
}

// look scores the units by a run that goes wrong.
func (d *draft) look(o outcome) {
	w := d.walk(o)
	if w == nil {
		for i := range d.units {
			d.units[i].score = passed
		}
		return
	}
	d.scores(w)
	if !slices.ContainsFunc(d.units, func(u unit) bool { return u.score > visited }) {
		for i := range d.units {
			d.units[i].score = passed
		}
	}
}

// A path is what a run of the student's model passes.
type path struct {
	took, at map[string]bool // ids of edges and nodes
	last     map[string]bool // edges that the wrong step takes
	events   map[string]bool // names of events
	event    []string        // names in the wrong step
	before   []string        // nodes before the wrong step
	visited  []string        // nodes in the order of the run
}

// A secret is the reference in a text of its own, for walks along runs that go wrong.
type secret struct {
	file  *source.File
	model engine.Model
}

func newSecret(q *Request) secret {
	if q.ReferenceFile != nil {
		return secret{q.ReferenceFile, q.Reference}
	}
	f := source.NewFile("", q.Reference.Format())
	m, _ := q.Formalism.Parse(f)
	return secret{f, m}
}

// walk follows the run that goes wrong; nil if there is none.
func (d *draft) walk(o outcome) *path {
	// a walk reads the other model from the text of the first and a change of it
	m, spec, of, file, other := o.forth, d.secret.model, implSide, d.secret.file, d.file.Text
	if o.refines {
		m, spec, of, file, other = o.back, d.model, specSide, d.file, d.secret.file.Text
	}
	if m.Verdict != report.Killed || d.secret.model == nil {
		return nil
	}
	m.ID, m.Operator, m.Original, m.Replacement, m.Edits = "", "", "", "", nil
	engine.HandWritten(file, other, &m)
	c, err := spec.Checker(d.ctx, d.q.Settings)
	if err != nil {
		return nil
	}
	w, err := c.Walk(d.ctx, m)
	if err != nil {
		return nil
	}
	return pathOf(w, of)
}

func implSide(s *report.WalkStep) *report.Side { return &s.Impl }
func specSide(s *report.WalkStep) *report.Side { return &s.Spec }

func pathOf(w *report.Walk, of func(*report.WalkStep) *report.Side) *path {
	p := &path{took: map[string]bool{}, at: map[string]bool{}, last: map[string]bool{}, events: map[string]bool{}}
	var before []string
	for i := range w.Steps {
		step := &w.Steps[i]
		side := of(step)
		for _, id := range side.At {
			if !p.at[id] {
				p.visited = append(p.visited, id)
			}
			p.at[id] = true
		}
		bad := step.Tone == "bad"
		for _, id := range side.Took {
			p.took[id] = true
			if bad {
				p.last[id] = true
			}
		}
		if i > 0 {
			names := eventNames(step.Label)
			for _, n := range names {
				p.events[n] = true
			}
			if bad {
				p.event, p.before = names, before
			}
		}
		if len(side.At) > 0 {
			before = side.At
		}
		if bad {
			break
		}
	}
	return p
}

// eventNames takes arguments and directions from a step's label.
func eventNames(label string) (names []string) {
	for _, part := range strings.Split(label, " ") {
		if i := strings.IndexAny(part, "(?!"); i >= 0 {
			part = part[:i]
		}
		names = append(names, strings.Trim(part, ",;"))
	}
	return names
}

// scores says for each unit how near it is to a run.
func (d *draft) scores(p *path) {
	d.path = p
	for i := range d.units {
		u := &d.units[i]
		switch {
		case u.node != "":
			if p.at[u.node] {
				u.score = passed
			}
		case u.source == "" && u.id != "": // an action
			switch {
			case slices.Contains(p.event, u.id):
				u.score = wrong
			case p.events[u.id]:
				u.score = passed
			}
		case p.last[u.id]:
			u.score = taken
		case p.took[u.id]:
			u.score = passed
		case p.at[u.source]:
			u.score = visited
			for _, b := range p.before {
				switch {
				case b != u.source:
				case d.mentions(u):
					u.score = wrong
				default:
					u.score = passed
				}
			}
		}
	}
}

// mentions tells whether a unit has a name of the wrong step.
func (d *draft) mentions(u *unit) bool {
	return slices.ContainsFunc(d.path.event, func(e string) bool {
		return e != "" && strings.Contains(d.file.Slice(u.span), e)
	})
}

// picture gives the units of a model that is drawn as it is written.
func picture(ctx context.Context, m engine.Model, f *source.File, s report.Settings) []unit {
	g, err := engine.Draw(ctx, m, engine.DrawCall{Options: s.Options}, nil)
	if err != nil || g.Graph == nil {
		return nil
	}
	var all []unit
	at := map[source.Span]int{}
	for _, n := range g.Graph.Nodes {
		if n.Span != nil {
			all = append(all, unit{span: f.Read(*n.Span), node: n.ID})
		}
	}
	for _, e := range g.Graph.Edges {
		if e.Span == nil {
			continue
		}
		span := f.Read(*e.Span)
		if _, ok := at[span]; ok {
			continue // one line for several edges
		}
		at[span] = len(all)
		all = append(all, unit{span: span, id: e.ID, source: e.From})
	}
	return all
}
