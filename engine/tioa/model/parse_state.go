package model

import "strings"

// States in queries: where a run begins and where it is to lead.

// states reads "@ start -> goal"; the start may be left out.
func (p *queryParser) states(q *Query) bool {
	ok := true
	if p.accept("@") {
		q.Begins = p.tok.text != "init"
		if q.Start, ok = p.state(); !ok {
			return false
		}
	}
	if !p.expect("->") {
		return false
	}
	if p.tok.text == "[" {
		return p.tuples(q)
	}
	q.Goal, ok = p.state()
	return ok
}

// tuples reads "[L5, L6](y < 6); [L4, _]()": the start and the goal, or the goal alone.
func (p *queryParser) tuples(q *Query) bool {
	first, ok := p.tuple()
	if !ok {
		return false
	}
	if p.tok.text != ";" || !p.tupleFollows() {
		q.Goal = first
		return true
	}
	p.next()
	q.Start, q.Begins = first, true
	q.Goal, ok = p.tuple()
	return ok
}

// tupleFollows looks behind the ';' at hand.
func (p *queryParser) tupleFollows() bool {
	rest := strings.TrimLeft(p.file.Text[p.at:], " \t\r\n")
	return strings.HasPrefix(rest, "[")
}

func (p *queryParser) tuple() (atoms []StateAtom, ok bool) {
	if !p.expect("[") {
		return nil, false
	}
	for place := 0; ; place++ {
		if !p.tok.word {
			p.fail("got %s, want a location or '_'", p.tok.describe())
			return nil, false
		}
		if p.tok.text != "_" {
			atoms = append(atoms, StateAtom{Item: p.tok.text, Place: place, Span: p.tok.span})
		}
		p.next()
		if !p.accept(",") {
			break
		}
	}
	if !p.expect("]") || !p.expect("(") {
		return nil, false
	}
	for p.tok.word {
		a := StateAtom{Item: p.tok.text, Place: -1, Span: p.tok.span}
		p.next()
		if !p.bound(&a) {
			return nil, false
		}
		if atoms = append(atoms, a); !p.accept(",") && !p.accept("&&") {
			break
		}
	}
	return atoms, p.expect(")")
}

func (p *queryParser) state() (atoms []StateAtom, ok bool) {
	if p.accept("true") || p.accept("init") {
		return nil, true
	}
	for {
		part, ok := p.conjunct()
		if !ok {
			return nil, false
		}
		atoms = append(atoms, part...)
		if p.tok.text == "||" || p.tok.text == "-" {
			p.refuseState()
			return nil, false
		}
		if !p.accept("&&") {
			return atoms, true
		}
	}
}

// conjunct reads an atom, or a state in brackets.
func (p *queryParser) conjunct() ([]StateAtom, bool) {
	if p.tok.text == "!" || p.tok.text == "not" {
		p.refuseState()
		return nil, false
	}
	if p.tok.text != "(" {
		a, ok := p.atom()
		return []StateAtom{a}, ok
	}
	if p.depth++; p.depth > maxNesting {
		p.fail("brackets are nested deeper than the limit of %d", maxNesting)
		return nil, false
	}
	defer func() { p.depth-- }()
	p.next()
	atoms, ok := p.state()
	return atoms, ok && p.expect(")")
}

// refuseState refuses what engines know in states beside conjunctions.
func (p *queryParser) refuseState() {
	what := map[string]string{"||": "disjunctions", "-": "differences of clocks"}[p.tok.text]
	if what == "" {
		what = "negations"
	}
	p.diags.Add(p.tok.span, "unsupported", "%s are not supported in states",
		what).Hint = "join locations and comparisons of one clock by '&&', and separate several queries with ';'"
}

func (p *queryParser) atom() (StateAtom, bool) {
	t := p.tok
	if !t.word {
		p.fail("got %s, want 'Component.Location' or 'Component.clock < constant'", t.describe())
		return StateAtom{}, false
	}
	p.next()
	a := StateAtom{Component: t.text, Span: t.span}
	var ok bool
	if a.Instance, ok = p.instance(); !ok || !p.expect(".") {
		return a, false
	}
	if !p.tok.word {
		p.fail("got %s, want a location or a clock", p.tok.describe())
		return a, false
	}
	a.Item = p.tok.text
	p.next()
	if comparesBy(p.tok.text) && !p.bound(&a) {
		return a, false
	}
	a.Span = t.span.Join(p.last.span)
	return a, true
}

func comparesBy(sign string) bool { return Contains([]string{"<", "<=", ">", ">=", "==", "="}, sign) }

// bound reads the comparison of a clock with a constant.
func (p *queryParser) bound(a *StateAtom) bool {
	if !comparesBy(p.tok.text) {
		p.fail("got %s, want a comparison", p.tok.describe())
		return false
	}
	a.Op = p.tok.text
	p.next()
	v, ok := parseInt(p.tok.text)
	if !ok || v > MaxConstant {
		p.fail("got %s, want a constant of at most %d", p.tok.describe(), MaxConstant)
		return false
	}
	a.Value = v
	p.next()
	return true
}

func parseInt(s string) (int64, bool) {
	r, ok := ParseRat(s)
	return r.Num, ok && r.Den == 1
}
