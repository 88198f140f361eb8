package repair

import (
	"slices"

	"github.com/mutarium/mutarium/engine/source"
)

func (d *draft) readAutomaton() {
	d.units = picture(d.ctx, d.model, d.file, d.q.Settings)
	for i := range d.tokens {
		switch {
		case d.is(i, "clock"):
			names, _ := d.listed(i + 1)
			for _, n := range names {
				d.values = add(d.values, n)
			}
		case d.is(i, "chan"):
			names, _ := d.listed(i + 1)
			for _, n := range names {
				d.outputs = add(d.outputs, n)
			}
		}
	}
	d.targets = d.values
	for i := range d.units {
		u := &d.units[i]
		u.from, u.to = d.within(u.span)
		if u.node != "" {
			if u.to > u.from {
				d.places = add(d.places, d.tokens[u.from].text)
			}
			if d.is(u.from+1, "{") {
				d.harvest(u.from+2, u.to-1)
			}
			continue
		}
		if p := d.edgeParts(u); p.guard[1] > p.guard[0] {
			d.harvest(p.guard[0], p.guard[1])
		}
	}
}

// An edge is FROM -> TO { guard g; sync c!; assign x = 0; }, by its tokens.
type edge struct {
	open, shut           int // its braces
	guard, sync, assigns [2]int
}

func (d *draft) edgeParts(u *unit) (e edge) {
	e.open = d.find(u.from, u.to, "{")
	if e.open == u.to {
		return e
	}
	e.shut = d.close(e.open)
	for i := e.open + 1; i < e.shut; {
		end := d.find(i, e.shut, ";")
		switch d.tokens[i].text {
		case "guard":
			e.guard = [2]int{i + 1, end}
		case "sync":
			e.sync = [2]int{i + 1, end}
		case "assign":
			e.assigns = [2]int{i + 1, end}
		}
		i = end + 1
	}
	return e
}

// edge makes the candidates of one edge, or of one location.
func (d *draft) edge() {
	u := d.at
	if u.node != "" {
		d.invariant()
		return
	}
	e := d.edgeParts(u)
	if e.open == u.to || e.shut == 0 {
		return
	}
	d.tell(aTarget, near1)
	d.other(u.from+2, d.places)
	d.tell(aSource, near1)
	d.other(u.from, d.places)
	if e.sync[1] > e.sync[0] {
		d.tell(anEvent, near1)
		d.other(e.sync[0], d.outputs)
		d.tell(aDirection, near1)
		if i := e.sync[0] + 1; d.is(i, "!") {
			d.replace(i, i+1, "?")
			d.turn(u.from+1, i, "->", "?")
		} else if d.is(i, "?") {
			d.replace(i, i+1, "!")
			d.turn(u.from+1, i, "-u->", "!")
		}
	}
	if e.guard[1] > e.guard[0] {
		d.condition(e.guard[0], e.guard[1], d.values)
		d.tell(aCondition, near2)
		for _, a := range d.atoms {
			d.replace(e.guard[0], e.guard[1], a)
		}
		if d.tell(aCondition, far) {
			for _, a := range d.possible(d.values) {
				d.replace(e.guard[0], e.guard[1], a)
			}
		}
	} else {
		d.tell(aGuardMissing, near2)
		for _, a := range d.atoms {
			d.after(e.open, " guard "+a+";")
		}
		if d.tell(aGuardMissing, far) {
			for _, a := range d.possible(d.values) {
				d.after(e.open, " guard "+a+";")
			}
		}
	}
	d.resets(&e)
	d.tell(anEdgeMore, near1)
	if span, ok := d.withoutEdge(); ok {
		d.hot = true
		d.put(span, "", unsaid)
		d.hot = false
	}
	d.moreEdges()
}

// turn changes the arrow of an edge and the sign of its channel.
func (d *draft) turn(arrow, sign int, to, mark string) {
	if d.is(arrow, to) {
		return
	}
	d.both(d.tokens[arrow].Span, d.tokens[sign].Span, to, mark)
}

// resets takes one away or puts one in.
func (d *draft) resets(e *edge) {
	d.tell(aReset, near1)
	if e.assigns[1] == e.assigns[0] {
		for _, c := range d.targets {
			d.before(e.shut, "assign "+c+" = 0; ")
		}
		return
	}
	parts := d.split(e.assigns[0], e.assigns[1], ",")
	for k, p := range parts {
		switch {
		case len(parts) == 1:
			d.replace(p[0]-1, p[1]+1, "")
		case k == 0:
			d.replace(p[0], parts[1][0], "")
		default:
			d.replace(p[0]-1, p[1], "")
		}
	}
	for _, c := range d.targets {
		if !slices.ContainsFunc(parts, func(p [2]int) bool { return d.is(p[0], c) }) {
			d.after(e.assigns[1]-1, ", "+c+" = 0")
		}
	}
	for _, p := range parts {
		d.expression(p[0], p[1], d.values)
	}
}

// invariant changes that of a location, takes it away or puts one in.
func (d *draft) invariant() {
	u := d.at
	if d.is(u.from+1, "{") {
		d.condition(u.from+2, u.to-1, d.values)
		d.tell(aConditionMore, near2)
		d.replace(u.from+1, u.to, "")
		return
	}
	if u.to != u.from+1 {
		return
	}
	d.tell(aConditionMissing, near2)
	for _, a := range d.atoms {
		d.after(u.from, " { "+a+" }")
	}
	d.tell(aConditionMissing, far)
	for _, v := range d.values {
		for _, n := range d.numbers {
			d.after(u.from, " { "+v+" <= "+n+" }")
		}
	}
}

// withoutEdge is the text of an edge with one of the commas beside it.
func (d *draft) withoutEdge() (span source.Span, ok bool) {
	u := d.at
	switch {
	case d.is(u.to, ","):
		return d.span(u.from, u.to+1), true
	case d.is(u.from-1, ","):
		return d.span(u.from-1, u.to), true
	}
	return span, false
}

// moreEdges puts an edge behind this one, from the same location: for the channels, every target.
func (d *draft) moreEdges() {
	u := d.at
	if u.score < visited || d.path == nil || !slices.Contains(d.path.before, u.source) {
		return
	}
	for k := range d.units { // only once for a location
		if other := &d.units[k]; other.source == u.source {
			if other.id != u.id {
				return
			}
			break
		}
	}
	for _, event := range d.path.event {
		if slices.Contains(d.outputs, event) {
			d.newEdges(event)
		}
	}
}

// newEdges puts edges for an action behind this one.
func (d *draft) newEdges(event string) {
	u := d.at
	sign, arrow := "!", "-u->"
	var effects []string
	for i := range d.tokens {
		if d.is(i, "sync") && d.is(i+1, event) && d.is(i+2, "?") {
			sign, arrow = "?", "->"
		}
		if d.is(i, "assign") {
			effects = add(effects, d.text(i, d.find(i, len(d.tokens), ";"))+"; ")
		}
	}
	effects = append(effects, "")
	guards := []string{""}
	for _, a := range d.guards {
		guards = append(guards, "guard "+a+"; ")
	}
	for _, p := range d.places {
		for g, guard := range guards {
			if !d.tell(anEdgeMissing, near2+min(g, 1)) {
				continue
			}
			for _, e := range effects {
				text := d.tokens[u.from].text + " " + arrow + " " + p + " { " + guard + "sync " + event + sign + "; " + e + "}"
				d.put(d.behind(u.to-1), ", "+text, unsaid)
			}
		}
	}
}
