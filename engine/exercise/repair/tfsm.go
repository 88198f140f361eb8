package repair

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

func (d *draft) readTimeouts() {
	if t := strings.TrimSpace(d.file.Text); strings.HasPrefix(t, "digraph") || strings.Contains(t, "\ndigraph") {
		d.readDOT()
		return
	}
	d.units = slices.DeleteFunc(picture(d.ctx, d.model, d.file, d.q.Settings), func(u unit) bool { return u.node != "" })
	drawn := map[source.Pos]bool{}
	for _, u := range d.units {
		drawn[u.span.Start] = true
	}
	for i := range d.tokens {
		if i > 0 && !d.is(i-1, "\n", ";") {
			continue
		}
		if d.is(i+1, "-") && !drawn[d.tokens[i].Start] { // a state that waits for ever is drawn without an arrow
			end := i
			for end < len(d.tokens) && !d.is(end, "\n", ";") {
				end++
			}
			d.units = append(d.units, unit{span: d.span(i, end), source: strings.Trim(d.tokens[i].text, `"`)})
		}
		switch d.tokens[i].text {
		case "inputs":
			d.inputs = d.lineOf(i + 1)
		case "outputs":
			d.outputs = d.lineOf(i + 1)
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

// readDOT finds the arrows of a drawing: "a" -> "b" [label="input / output"].
func (d *draft) readDOT() {
	d.tokens = dotTokens(d.file.Text)
	d.units = slices.DeleteFunc(picture(d.ctx, d.model, d.file, d.q.Settings), func(u unit) bool { return u.node != "" })
	for i := range d.units {
		u := &d.units[i]
		u.from, u.to = d.within(u.span)
		if at := d.label(u); at > 0 {
			d.places = add(add(d.places, d.tokens[u.from].text), d.tokens[u.from+2].text)
			d.shows(d.tokens[at].text)
		}
	}
	if d.secret.file != nil { // a drawing declares no outputs: those that the reference shows are known to all
		tokens := dotTokens(d.secret.file.Text)
		for i := range tokens {
			if i > 1 && tokens[i-2].text == "label" {
				d.shows(tokens[i].text)
			}
		}
	}
}

// shows notes the output of an arrow's label.
func (d *draft) shows(label string) {
	if _, out, ok := strings.Cut(strings.Trim(label, `"`), "/"); ok {
		d.outputs = add(d.outputs, strings.TrimSpace(out))
	}
}

// lean blanks the arrows of the fault domain, which the specification has no part in: with many of them a text takes
// long to read.
func lean(text string, tokens []token) string {
	b := []byte(text)
	start, tilde := 0, false
	for i := 0; i <= len(tokens); i++ {
		if i < len(tokens) && tokens[i].text != "\n" && tokens[i].text != ";" {
			tilde = tilde || tokens[i].text == "~>"
			continue
		}
		for k := start; tilde && k < i; k++ {
			for at := tokens[k].Start; at < tokens[k].End; at++ {
				b[at] = ' '
			}
		}
		start, tilde = i+1, false
	}
	return string(b)
}

// dotTokens cuts a drawing into names, quoted texts and signs.
func dotTokens(text string) (all []token) {
	for i := 0; i < len(text); {
		end := i + 1
		switch c := text[i]; {
		case c == '"':
			for end < len(text) && text[end] != '"' {
				end++
			}
			end = min(end+1, len(text))
		case isName(text[i:]) || isNumber(text[i:]):
			for end < len(text) && (isName(text[end:]) && text[end] != '"' && text[end] != '\'' || isNumber(text[end:])) {
				end++
			}
		case strings.HasPrefix(text[i:], "->"):
			end = i + 2
		case strings.TrimSpace(text[i:end]) == "":
			i = end
			continue
		}
		all = append(all, token{source.Span{Start: source.Pos(i), End: source.Pos(end)}, text[i:end]})
		i = end
	}
	return all
}

// label finds the text of an arrow's label in a drawing; 0: it has none.
func (d *draft) label(u *unit) int {
	for i := u.from; i+2 < u.to; i++ {
		if d.is(i, "label") && d.is(i+1, "=") && d.is(u.from+1, "->") {
			return i + 2
		}
	}
	return 0
}

// drawn makes the candidates of one arrow of a drawing.
func (d *draft) drawn(label int) {
	u := d.at
	d.tell(aTarget, near1)
	d.other(u.from+2, d.places)
	in, _, ok := strings.Cut(strings.Trim(d.tokens[label].text, `"`), "/")
	if !ok {
		return
	}
	var labels []string
	for _, out := range d.outputs {
		labels = append(labels, `"`+strings.TrimSpace(in)+" / "+out+`"`)
	}
	d.tell(anOutput, near1)
	d.other(label, labels)
	d.withTarget(label, u.from+2, labels, outputAndTarget, near2)
}

// lineOf lists the names up to the end of the line; A1..A3 are three.
func (d *draft) lineOf(i int) (names []string) {
	for ; i < len(d.tokens) && !d.is(i, "\n", ";"); i++ {
		switch name := d.tokens[i].text; {
		case d.is(i-1, ".."):
			stem := strings.TrimRight(name, "0123456789")
			to, _ := strconv.Atoi(name[len(stem):])
			from, _ := strconv.Atoi(strings.TrimPrefix(d.tokens[i-2].text, stem))
			for k := from + 1; k <= min(to, from+100); k++ {
				names = add(names, stem+strconv.Itoa(k))
			}
		case isName(name):
			names = add(names, name)
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
	if at := d.label(u); at > 0 {
		d.drawn(at)
		return
	}
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
		d.withTarget(a.output, a.target, d.outputs, outputAndTarget, near2)
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
		d.withTarget(a.delay, a.target, delays, delayAndTarget, near2)
	}
	if a.target > 0 && d.want == far {
		for k := 13; k <= 60; k++ {
			delays = add(delays, strconv.Itoa(k))
		}
		d.withTarget(a.delay, a.target, delays, delayAndTarget, far)
	}
	d.tell(aDelay, far)
	for step := 2; err == nil && step < 4*n; step++ {
		put(n + step)
		put(n - step)
	}
}

// withTarget changes a token and the target.
func (d *draft) withTarget(i, target int, texts []string, k kind, tier int) {
	if target == 0 || !d.tell(k, tier) {
		return
	}
	for _, text := range texts {
		for _, p := range d.places {
			if text != d.tokens[i].text && p != d.tokens[target].text {
				d.both(d.tokens[i].Span, d.tokens[target].Span, text, p)
			}
		}
	}
}
