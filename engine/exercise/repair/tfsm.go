package repair

import (
	"slices"
	"strconv"
)

func (d *draft) readTimeouts() {
	d.units = slices.DeleteFunc(picture(d.ctx, d.model, d.file, d.q.Settings), func(u unit) bool { return u.node != "" })
	for i := range d.tokens {
		if i > 0 && !d.is(i-1, "\n", ";") {
			continue
		}
		switch d.tokens[i].text {
		case "inputs":
			d.inputs = d.line1(i + 1)
		case "outputs":
			d.outputs = d.line1(i + 1)
		}
	}
	for i := range d.units {
		u := &d.units[i]
		u.from, u.to = d.within(u.span)
		if a := d.arrowParts(u); a.ok {
			d.places = add(d.places, d.tokens[a.source].text)
			if a.target > 0 {
				d.places = add(d.places, d.tokens[a.target].text)
			}
		}
	}
}

// line1 lists the names up to the end of the line.
func (d *draft) line1(i int) (names []string) {
	for ; i < len(d.tokens) && !d.is(i, "\n", ";"); i++ {
		if isName(d.tokens[i].text) {
			names = append(names, d.tokens[i].text)
		}
	}
	return names
}

// An arrowLine is SOURCE -input/output-> TARGET or SOURCE -delay-> TARGET, by its tokens; 0: it has none.
type arrowLine struct {
	source, target       int
	input, output, delay int
	ok                   bool
}

// arrowParts reads an arrow with one label; one with several is left to the operators.
func (d *draft) arrowParts(u *unit) (a arrowLine) {
	i := u.from
	if u.to-i < 4 || !isName(d.tokens[i].text) || !d.is(i+1, "-") {
		return a
	}
	a.source = i
	i += 2
	switch {
	case d.is(i+1, "/") && d.is(i+3, "->"):
		a.input, a.output = i, i+2
		i += 4
	case d.is(i+1, "->"):
		a.delay = i
		i += 2
	default:
		return a
	}
	if i < u.to && isName(d.tokens[i].text) {
		a.target = i
	}
	a.ok = true
	return a
}

// arrow makes the candidates of one arrow.
func (d *draft) arrow() {
	u := d.at
	a := d.arrowParts(u)
	if !a.ok {
		return
	}
	if a.target > 0 {
		d.tell(aTarget, near1)
		d.other(a.target, d.places)
	}
	d.tell(aSource, near2)
	d.other(a.source, d.places)
	if a.input > 0 {
		d.tell(anOutput, near1)
		d.other(a.output, d.outputs)
		d.tell(anEvent, near2)
		d.other(a.input, d.inputs)
		d.both(a.output, a.target, d.outputs, outputAndTarget)
		return
	}
	d.delay(a)
}

// delay changes one: to its neighbours, to the others of the text and theirs, to none.
func (d *draft) delay(a arrowLine) {
	d.tell(aDelay, near1)
	n, err := strconv.Atoi(d.tokens[a.delay].text)
	put := func(k int) {
		switch {
		case k < 1 || k == n:
		case err == nil && k < n:
			d.put(d.tokens[a.delay].Span, strconv.Itoa(k), tooLarge)
		case err == nil:
			d.put(d.tokens[a.delay].Span, strconv.Itoa(k), tooSmall)
		default:
			d.put(d.tokens[a.delay].Span, strconv.Itoa(k), unsaid)
		}
	}
	if err == nil {
		put(n - 1)
		put(n + 1)
	}
	d.replace(a.delay, a.delay+1, "inf")
	var delays []string
	for _, text := range d.numbers {
		if k, err := strconv.Atoi(text); err == nil {
			put(k)
			delays = append(delays, text)
		}
	}
	d.tell(aDelay, near2)
	for k := 1; k <= 12; k++ {
		put(k)
		delays = add(delays, strconv.Itoa(k))
	}
	if a.target > 0 {
		d.both(a.delay, a.target, delays, delayAndTarget)
	}
	d.tell(aDelay, far)
	for step := 2; err == nil && step < 4*n; step++ {
		put(n + step)
		put(n - step)
	}
}

// both changes a token and the target.
func (d *draft) both(i, target int, texts []string, k kind) {
	if target == 0 {
		return
	}
	d.tell(k, near2)
	for _, text := range texts {
		for _, p := range d.places {
			if text == d.tokens[i].text || p == d.tokens[target].text {
				continue
			}
			d.put(d.tokens[i].Span, text, unsaid)
			c := &d.all[len(d.all)-1]
			c.edits = append(c.edits, edit(d.tokens[target].Span, p))
			c.size += 2
		}
	}
}
