package repair

import (
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/source"
)

// Changes of expressions, the inverses of the operators among them: a constant becomes a variable again, an operand
// or a "not" is dropped, a condition is put in.

// signs are those of a formalism's expressions.
type signs struct {
	and, or, not string
	open         string // of a condition that is put in
	close        string
	comparisons  []string
	sums         []string
	assign       string
	truths       []string
}

var (
	plainSigns = signs{and: "and", or: "or", not: "not", assign: ":=",
		comparisons: []string{"=", "!=", "<", "<=", ">", ">="}, sums: []string{"+", "-", "*", "/", "mod", "exp"},
		truths: []string{"true", "false"}}
	prologSigns = signs{and: `#/\`, or: `#\/`, not: `#\`, assign: ":=", open: "(", close: ")",
		comparisons: []string{"#=", `#\=`, "#<", "#=<", "#>", "#>="}, sums: []string{"+", "-", "*"},
		truths: []string{"true", "false"}}
	uppaalSigns = signs{and: "&&", or: "||", not: "!", assign: "=",
		comparisons: []string{"==", "!=", "<", "<=", ">", ">="}, sums: []string{"+", "-"},
		truths: []string{"true", "false"}}
)

// tell sets the kind and tier of the candidates that follow, and tells whether they are wanted now.
func (d *draft) tell(k kind, tier int) bool {
	d.kind, d.tier = k, tier
	return tier == d.want
}

// expression changes one thing in the expression of tokens [from, to), in which names may stand.
func (d *draft) expression(from, to int, names []string) {
	for i := from; i < to; i++ {
		t := d.tokens[i].text
		switch {
		case slices.Contains(d.signs.comparisons, t):
			d.comparison(i)
		case t == d.signs.not:
			d.tell(aNegation, near1)
			d.replace(i, i+1, "")
		case t == d.signs.and:
			d.tell(aConnective, near1)
			d.replace(i, i+1, d.signs.or)
		case t == d.signs.or:
			d.tell(aConnective, near1)
			d.replace(i, i+1, d.signs.and)
		case slices.Contains(d.signs.sums, t):
			d.tell(anOperation, near1)
			d.other(i, d.signs.sums)
		case isNumber(t):
			d.number(i)
			d.constant(i, names)
		case slices.Contains(d.signs.truths, t):
			d.tell(aVariable, near2)
			d.other(i, names)
			d.other(i, d.signs.truths)
		case slices.Contains(names, t):
			d.variable(i, names)
		}
	}
	d.operands(from, to)
}

func (d *draft) comparison(i int) {
	old := slices.Index(d.signs.comparisons, d.tokens[i].text)
	d.tell(aComparison, near1)
	for k, sign := range d.signs.comparisons {
		d.put(d.tokens[i].Span, sign, compared(old, k))
	}
}

// compared says what is wrong with a comparison that should be another one, by their indices.
func compared(old, now int) direction {
	const equal, unequal, less, atMost, more, atLeast = 0, 1, 2, 3, 4, 5
	wider := map[int][]int{equal: {atMost, atLeast}, less: {atMost, unequal}, more: {atLeast, unequal}}
	switch {
	case slices.Contains(wider[old], now):
		return tooStrict
	case slices.Contains(wider[now], old):
		return tooWeak
	}
	return unsaid
}

// number changes one by a little, or to another one of the text.
func (d *draft) number(i int) {
	n, err := strconv.Atoi(d.tokens[i].text)
	if err != nil {
		return
	}
	d.tell(aNumber, near1)
	d.put(d.tokens[i].Span, strconv.Itoa(n+1), tooSmall)
	d.put(d.tokens[i].Span, strconv.Itoa(n-1), tooLarge)
	d.tell(aNumber, near2)
	for _, text := range d.numbers {
		k, err := strconv.Atoi(text)
		switch {
		case err != nil || k == n || k == n+1 || k == n-1:
		case k > n:
			d.put(d.tokens[i].Span, text, tooSmall)
		default:
			d.put(d.tokens[i].Span, text, tooLarge)
		}
	}
}

// constant makes a number a variable: the inverse of "stuck at 0".
func (d *draft) constant(i int, names []string) {
	d.tell(aVariable, near2)
	if d.tokens[i].text == "0" && d.name == "efsm" {
		d.tier = near1
	}
	d.other(i, names)
}

func (d *draft) variable(i int, names []string) {
	d.tell(aVariable, near2)
	if d.name == "timed" { // whose operators exchange clocks
		d.tier = near1
	}
	d.other(i, names)
	d.tell(aNumber, near2)
	d.after(i, " + 1")
	d.after(i, " - 1")
	d.other(i, d.numbers)
	if slices.Contains(d.signs.truths, "true") {
		d.other(i, d.signs.truths)
	}
}

// operands drops one of two, with the sign between them.
func (d *draft) operands(from, to int) {
	d.tell(anOperation, near1)
	for i := from + 1; i+1 < to; i++ {
		if !slices.Contains(d.signs.sums, d.tokens[i].text) || !d.operand(i-1) || !d.operand(i+1) {
			continue
		}
		d.replace(i, i+2, "")
		d.replace(i-1, i+1, "")
	}
}

func (d *draft) operand(i int) bool { return isNumber(d.tokens[i].text) || isName(d.tokens[i].text) }

// condition changes a guard or an invariant: the expression itself, and what is joined to it.
func (d *draft) condition(from, to int, names []string) {
	d.expression(from, to, names)
	d.brackets(from, to)
	parts := d.conditions(from, to)
	for _, p := range parts {
		own := d.text(p[0], p[1])
		d.tell(aCondition, near2)
		for _, other := range d.atoms {
			if other != own {
				d.put(d.span(p[0], p[1]), other, unsaid)
			}
		}
	}
	if d.tell(aConditionMissing, near2) {
		for _, other := range d.atoms {
			d.join(from, to, parts, other)
		}
	}
	if d.is(from, "true") && to == from+1 {
		if d.tell(aGuardMissing, near1) {
			d.hot = true
			for _, g := range slices.Concat(d.atoms, d.guards) {
				d.replace(from, to, g)
			}
			d.hot = false
		}
		d.twoConditions(from, to)
		return
	}
	if d.tell(aConditionMissing, far) {
		for _, other := range d.possible(names) {
			if !slices.Contains(d.atoms, other) {
				d.join(from, to, parts, other)
			}
		}
	}
	d.dropped(from, to, parts)
}

// join puts a condition behind each condition there is.
func (d *draft) join(from, to int, parts [][2]int, other string) {
	mixed := d.connectives(from, to) > 0
	if mixed && d.is(from, "(") || mixed && d.signs.or != "" && d.find(from, to, d.signs.or) < to {
		start := source.Span{Start: d.tokens[from].Start, End: d.tokens[from].Start}
		d.both(start, d.behind(to-1), "(", ") "+d.signs.and+" "+other)
	}
	for k, p := range parts {
		if k > 0 && !mixed {
			break
		}
		end := d.behind(p[1] - 1)
		d.put(end, " "+d.signs.and+" "+other, tooWeak)
		if d.signs.or == "" {
			continue
		}
		text := "(" + d.text(p[0], p[1]) + " " + d.signs.or + " " + other + ")"
		if !mixed {
			d.put(end, " "+d.signs.or+" "+other, tooStrict)
		} else {
			d.put(d.span(p[0], p[1]), text, tooStrict)
		}
	}
}

// twoConditions puts two conditions of the text in the place of some tokens.
func (d *draft) twoConditions(from, to int) {
	if !d.tell(aGuardMissing, far) {
		return
	}
	for i, a := range d.atoms {
		for _, b := range d.atoms[i+1:] {
			d.replace(from, to, a+" "+d.signs.and+" "+b)
		}
	}
}

// dropped takes one condition away.
func (d *draft) dropped(from, to int, parts [][2]int) {
	d.tell(aConditionMore, near1)
	for i := from + 1; i+1 < to; i++ {
		if !d.is(i, d.signs.and, d.signs.or) {
			continue
		}
		which := tooStrict
		if d.is(i, d.signs.or) {
			which = tooWeak
		}
		for _, p := range parts {
			if p[1] == i {
				d.put(source.Span{Start: d.tokens[p[0]].Start, End: d.tokens[i+1].Start}, "", which)
			}
			if p[0] == i+1 {
				d.put(source.Span{Start: d.tokens[i-1].End, End: d.tokens[p[1]-1].End}, "", which)
			}
		}
	}
}

func (d *draft) connectives(from, to int) int {
	n := 0
	for i := from; i < to; i++ {
		if d.is(i, d.signs.and, d.signs.or) {
			n++
		}
	}
	return n
}

// conditions cuts an expression into what stands between connectives and brackets.
func (d *draft) conditions(from, to int) [][2]int {
	var parts [][2]int
	start := from
	flush := func(end int) {
		for start < end && (d.is(start, "(", d.signs.not) || d.is(start, ")")) {
			start++
		}
		stop := end
		for stop > start && d.unmatched(start, stop) {
			stop--
		}
		if stop > start {
			parts = append(parts, [2]int{start, stop})
		}
		start = end + 1
	}
	for i := from; i < to; i++ {
		if d.is(i, d.signs.and, d.signs.or) {
			flush(i)
		}
	}
	flush(to)
	return parts
}

// unmatched tells whether the last of some tokens closes a bracket that none of them opens.
func (d *draft) unmatched(from, to int) bool {
	if !d.is(to-1, ")") {
		return false
	}
	depth := 0
	for i := from; i < to; i++ {
		depth += nesting(d.tokens[i].text)
	}
	return depth < 0
}

// brackets puts a pair around two neighbours of a chain.
func (d *draft) brackets(from, to int) {
	parts := d.conditions(from, to)
	d.tell(someBrackets, near2)
	for k := 0; k+1 < len(parts); k++ {
		if parts[k+1][0] == parts[k][1]+1 && len(parts) > 2 {
			d.put(d.span(parts[k][0], parts[k+1][1]), "("+d.text(parts[k][0], parts[k+1][1])+")", unsaid)
		}
	}
}

// possible lists conditions that compare a variable with a variable or a number of the text.
func (d *draft) possible(names []string) []string {
	var all []string
	for k, n := range names {
		for _, sign := range d.signs.comparisons {
			for _, other := range names[k+1:] {
				all = append(all, n+" "+sign+" "+other)
			}
			for _, other := range d.numbers {
				all = append(all, n+" "+sign+" "+other)
			}
		}
	}
	return all
}

// harvest collects the conditions of an expression.
func (d *draft) harvest(from, to int) {
	if text := d.text(from, to); text != "true" {
		d.guards = add(d.guards, text)
	}
	for _, p := range d.conditions(from, to) {
		if text := d.text(p[0], p[1]); text != "true" && text != "false" {
			d.atoms = add(d.atoms, text)
		}
	}
}

// assigned lists what may be assigned to a variable: what is assigned to it elsewhere, a number, another variable,
// one more or less.
func (d *draft) assigned(v string, names []string) (likely, others []string) {
	for i := range d.tokens {
		if !d.is(i, d.signs.assign) || !d.is(i-1, v) {
			continue
		}
		end := i + 1
		for depth := 0; end < len(d.tokens); end++ {
			t := d.tokens[end].text
			if depth == 0 && (nesting(t) < 0 || t == ";" || t == "," || t == "[]" ||
				d.tokens[end].Start > d.tokens[end-1].End && d.line(end) != d.line(end-1) && !d.is(end-1, d.signs.sums...) &&
					!d.is(end, d.signs.sums...)) {
				break
			}
			depth += nesting(t)
		}
		likely = add(likely, d.text(i+1, end))
	}
	for _, n := range names {
		if n != v {
			likely = add(likely, n)
		}
	}
	for _, n := range d.numbers {
		others = add(others, n)
	}
	others = add(others, v+" + 1")
	others = add(others, v+" - 1")
	if slices.ContainsFunc(d.tokens, func(t token) bool { return t.text == "bool" }) {
		others = append(others, d.signs.truths...)
	}
	if slices.ContainsFunc(d.tokens, func(t token) bool { return t.text == "mod" }) {
		for _, n := range d.values {
			if !slices.Contains(d.targets, n) { // a constant
				others = add(others, "("+v+" + 1) mod "+n)
			}
		}
	}
	return likely, others
}

func (d *draft) line(i int) int { return d.file.Place(d.tokens[i].Start).Line }
