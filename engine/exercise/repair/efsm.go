package repair

import (
	"slices"
	"strings"
)

// read finds the names and the units of a text.
func (d *draft) read() {
	if len(d.tokens) == 0 && d.name != "tfsm" {
		return
	}
	for _, t := range d.tokens {
		if isNumber(t.text) && len(t.text) < 10 {
			d.numbers = add(d.numbers, t.text)
		}
	}
	switch d.name {
	case "efsm":
		d.signs = plainSigns
		d.readMachine()
	case "action-system":
		d.signs = prologSigns
		d.readActions()
	case "timed":
		d.signs = uppaalSigns
		d.readAutomaton()
	case "tfsm":
		d.readTimeouts()
	}
}

// unit makes the candidates of the present unit.
func (d *draft) unit() {
	switch d.name {
	case "efsm":
		d.transition()
	case "action-system":
		d.action()
	case "timed":
		d.edge()
	case "tfsm":
		d.arrow()
	}
}

func (d *draft) readMachine() {
	d.units = picture(d.ctx, d.model, d.file, d.q.Settings)
	d.units = slices.DeleteFunc(d.units, func(u unit) bool { return u.node != "" })
	for i := 0; i < len(d.tokens); i++ {
		if i > 0 && d.line(i) == d.line(i-1) && !d.is(i-1, ";") {
			continue // only the beginning of a statement
		}
		var names []string
		switch d.tokens[i].text {
		case "const":
			d.values = add(d.values, d.tokens[min(i+1, len(d.tokens)-1)].text)
		case "var":
			names, next := d.listed(i + 1)
			for _, n := range names {
				d.values, d.targets = add(d.values, n), add(d.targets, n)
				if d.is(next+1, "bool") {
					d.atoms = append(d.atoms, n)
				}
			}
		case "input", "inputs":
			names, _ = d.listed(i + 1)
			for _, n := range names {
				d.inputs = add(d.inputs, n)
			}
		case "output", "outputs":
			names, _ = d.listed(i + 1)
			for _, n := range names {
				d.outputs = add(d.outputs, n)
			}
		case "location", "locations":
			names, _ = d.listed(i + 1)
			for _, n := range names {
				d.places = add(d.places, n)
			}
		}
	}
	for i := range d.units {
		u := &d.units[i]
		u.from, u.to = d.within(u.span)
		t := d.parts(u)
		if t.guard[1] > t.guard[0] {
			d.harvest(t.guard[0], t.guard[1])
		}
	}
}

// A transition is t: FROM -> TO on EVENT(params) priority n [guard] / actions, by its tokens.
type transition struct {
	source, target, event int
	params                []string
	guard                 [2]int
	head                  int // the last token before the guard or the actions
	actions               [][2]int
	slash                 int // -1: there is none
}

func (d *draft) parts(u *unit) transition {
	t := transition{source: u.from + 2, target: u.from + 4, slash: -1, event: -1}
	i := u.from + 5
	t.head = i - 1
	if i < u.to && d.is(i, "on") {
		t.event = i + 1
		i += 2
		if i < u.to && d.is(i, "(") {
			end := d.close(i)
			for k := i + 1; k < end; k++ {
				if isName(d.tokens[k].text) {
					t.params = append(t.params, d.tokens[k].text)
				}
			}
			i = end + 1
		} else {
			t.params = d.parameters(d.tokens[i-1].text)
		}
		t.head = i - 1
	}
	if i < u.to && d.is(i, "priority") {
		i += 2
		if d.is(i-1, "-") {
			i++
		}
		t.head = i - 1
	}
	if i < u.to && d.is(i, "[") {
		end := d.close(i)
		t.guard = [2]int{i + 1, end}
		i = end + 1
	}
	if i < u.to && d.is(i, "/") {
		t.slash = i
		t.actions = d.split(i+1, u.to, ";")
	}
	return t
}

// parameters gives those that an input is declared with.
func (d *draft) parameters(input string) (names []string) {
	for i := range d.tokens {
		if d.is(i, input) && d.is(i+1, "(") {
			for k := i + 2; k < d.close(i+1); k++ {
				if d.is(k+1, ":") {
					names = append(names, d.tokens[k].text)
				}
			}
			if len(names) > 0 {
				return names
			}
		}
	}
	return nil
}

// transition makes the candidates of one transition.
func (d *draft) transition() {
	u := d.at
	if u.to-u.from < 5 {
		return
	}
	t := d.parts(u)
	names := slices.Concat(t.params, d.values)
	d.tell(aTarget, near1)
	d.other(t.target, d.places)
	d.tell(aSource, near2)
	d.other(t.source, d.places)
	if t.event >= 0 {
		d.tell(anEvent, near2)
		d.other(t.event, d.inputs)
	}
	if t.guard[1] > t.guard[0] {
		d.condition(t.guard[0], t.guard[1], names)
	} else {
		d.tell(aGuardMissing, near2)
		for _, text := range d.atoms {
			d.after(t.head, " ["+text+"]")
		}
		for _, text := range d.guards {
			if !slices.Contains(d.atoms, text) {
				d.after(t.head, " ["+text+"]")
			}
		}
		if d.tell(aGuardMissing, far) {
			for _, text := range d.possible(names) {
				d.after(t.head, " ["+text+"]")
			}
		}
	}
	for _, a := range t.actions {
		d.effect(a, names)
	}
	d.moreEffects(&t, names)
}

// effect changes one action.
func (d *draft) effect(a [2]int, names []string) {
	if d.is(a[0], "!") {
		d.tell(anOutput, near1)
		d.other(a[0]+1, d.outputs)
		d.expression(a[0]+2, a[1], names)
		return
	}
	d.tell(aVariable, near2)
	d.other(a[0], d.targets)
	d.expression(a[0]+2, a[1], names)
}

// moreEffects puts an assignment or an output in.
func (d *draft) moreEffects(t *transition, names []string) {
	put := func(text string, first bool) {
		switch {
		case t.slash < 0:
			d.after(d.at.to-1, " / "+text)
		case first:
			d.before(t.actions[0][0], text+"; ")
		default:
			d.after(t.actions[len(t.actions)-1][1]-1, "; "+text)
		}
	}
	for _, v := range d.targets {
		if slices.ContainsFunc(t.actions, func(a [2]int) bool { return d.is(a[0], v) }) {
			continue
		}
		if !d.tell(anAssignmentMissing, near2) {
			break
		}
		likely, others := d.assigned(v, names)
		for _, e := range slices.Concat(likely, others) {
			put(v+" := "+e, true)
		}
	}
	if !d.tell(anOutputMissing, near2) {
		return
	}
	var shown []string
	for i := range d.tokens {
		if d.is(i, "!") && i+1 < len(d.tokens) && slices.Contains(d.outputs, d.tokens[i+1].text) {
			end := i + 2
			if d.is(end, "(") {
				end = d.close(end) + 1
			}
			shown = add(shown, d.text(i, end))
		}
	}
	for _, o := range d.outputs {
		if !slices.ContainsFunc(shown, func(s string) bool { return s == "!"+o || strings.HasPrefix(s, "!"+o+"(") }) {
			shown = append(shown, d.calls(o, names)...)
		}
	}
	for _, o := range shown {
		put(o, false)
	}
}

// calls writes an output of which the text has no example, with every variable for each of its arguments.
func (d *draft) calls(output string, names []string) []string {
	all := []string{"!" + output}
	at := slices.IndexFunc(d.tokens, func(t token) bool { return t.text == output })
	if !d.is(at+1, "(") {
		return all
	}
	for n := range d.split(at+2, d.close(at+1), ",") {
		var next []string
		for _, call := range all {
			for _, v := range names {
				if n == 0 {
					next = append(next, call+"("+v)
				} else {
					next = append(next, call+", "+v)
				}
			}
		}
		all = next
	}
	for i := range all {
		all[i] += ")"
	}
	return all
}
