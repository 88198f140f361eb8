package repair

import (
	"slices"
	"strings"
)

func (d *draft) readActions() {
	for i := range d.tokens {
		switch {
		case d.is(i, "state_def") && d.is(i+2, "["):
			names, _ := d.listed(i + 3)
			d.values, d.targets = names, names
		case d.is(i, "::"):
			d.readAction(i)
		}
	}
	for i := range d.units {
		u := &d.units[i]
		u.from, u.to = d.within(u.span)
		for k := u.from; k < u.to; k++ {
			if d.is(k, "=>") {
				from := d.opening(k)
				d.harvest(from, k)
			}
		}
	}
	d.units = append(d.units, d.loop()...)
}

// readAction finds the extent of the action whose sign "::" is token i.
func (d *draft) readAction(i int) {
	from := i - 1
	if d.is(from, ")") {
		for from > 0 && !d.is(from, "(") {
			from--
		}
		from--
	}
	if from < 0 {
		return
	}
	to := d.find(i+1, len(d.tokens), ",")
	for k := i + 1; k < to; k++ { // the last action ends with the bracket of "actions ("
		if d.is(k, ")") && d.depth(i+1, k+1) < 0 {
			to = k
		}
	}
	if to <= i+1 {
		return
	}
	name := strings.Trim(d.tokens[from].text, "'‘’")
	d.units = append(d.units, unit{span: d.span(from, to), id: name})
}

// depth counts the brackets that tokens [from, to) open and do not close.
func (d *draft) depth(from, to int) int {
	depth := 0
	for i := from; i < to; i++ {
		depth += nesting(d.tokens[i].text)
	}
	return depth
}

// opening finds where the condition in front of the sign "=>", token i, begins.
func (d *draft) opening(i int) int {
	if !d.is(i-1, ")") {
		for i > 0 && !d.is(i-1, "::", "(", "[]", ";") {
			i--
		}
		return i
	}
	depth := 0
	for k := i - 1; k >= 0; k-- {
		if depth += nesting(d.tokens[k].text); depth == 0 {
			return k
		}
	}
	return i
}

// loop gives the entries of the do-od block, which call the actions.
func (d *draft) loop() (all []unit) {
	start := slices.IndexFunc(d.tokens, func(t token) bool { return t.text == "dood" })
	if start < 0 || !d.is(start+1, "(") {
		return nil
	}
	from, end := start+2, d.close(start+1)
	for from < end {
		to := d.find(from, end, "[]", "//")
		if to == from {
			break
		}
		u := unit{span: d.span(from, to)}
		for k := from; k < to; k++ {
			if t := d.tokens[k].text; t[0] == '\'' || strings.HasPrefix(t, "‘") {
				u.id = strings.Trim(t, "'‘’")
			}
		}
		all = append(all, u)
		from = to + 1
	}
	return all
}

// action makes the candidates of one action, or of one entry of the loop.
func (d *draft) action() {
	u := d.at
	body := d.find(u.from, u.to, "::")
	if body == u.to {
		d.expression(u.from, u.to, nil)
		return
	}
	names := slices.Clone(d.values)
	for i := u.from + 1; i < body; i++ {
		if isName(d.tokens[i].text) {
			names = append(names, d.tokens[i].text)
		}
	}
	for i := body + 1; i < u.to; i++ {
		switch {
		case d.is(i, "=>"):
			from := d.opening(i)
			to := i
			for from+1 < to && d.is(from, "(") && d.close(from) == to-1 {
				from, to = from+1, to-1
			}
			d.condition(from, to, names)
		case d.is(i, "skip"):
			d.skipped(i, names)
		case d.is(i, ":="):
			d.assignment(i, names)
		}
	}
}

// skipped puts an assignment in the place of "skip", token i.
func (d *draft) skipped(i int, names []string) {
	if d.want == far {
		return
	}
	for _, v := range d.targets {
		likely, others := d.assigned(v, names)
		d.hot = d.tell(anAssignmentMissing, near1)
		for _, e := range likely {
			d.replace(i, i+1, v+" := "+e)
		}
		d.hot = false
		d.tell(anAssignmentMissing, near2)
		for _, e := range others {
			d.replace(i, i+1, v+" := "+e)
		}
	}
}

// assignment changes the one whose sign is token i.
func (d *draft) assignment(i int, names []string) {
	d.tell(aVariable, near2)
	d.other(i-1, d.targets)
	to := i + 1
	for depth := 0; to < d.at.to; to++ {
		t := d.tokens[to].text
		if depth == 0 && (nesting(t) < 0 || t == ";" || t == "[]") {
			break
		}
		depth += nesting(t)
	}
	d.expression(i+1, to, names)
	if !d.tell(anAssignmentMissing, far) {
		return
	}
	for _, v := range d.targets {
		if d.is(i-1, v) {
			continue
		}
		likely, others := d.assigned(v, names)
		for _, e := range slices.Concat(likely, others) {
			d.put(d.behind(to-1), "; "+v+" := "+e, unsaid)
		}
	}
}
