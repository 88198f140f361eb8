package expr

import "strconv"

// Print spells an expression in a dialect with as few brackets as its priorities allow. Parsing
// the result gives an equal expression.
func (d *Dialect) Print(e *Expr) string { return string(d.append(nil, e, 0)) }

// append adds e, in brackets when it binds looser than level from.
func (d *Dialect) append(b []byte, e *Expr, from int) []byte {
	level, text := d.place(e.Op)
	switch {
	case e.Op == Const && e.Type == Bool:
		if e.Value == 1 {
			return append(b, d.True...)
		}
		return append(b, d.False...)
	case e.Op == Const:
		return strconv.AppendInt(b, e.Value, 10)
	case e.Op == Name:
		return append(b, e.Name...)
	}
	if level < from {
		b = append(b, '(')
		b = d.operation(b, e, level, text)
		return append(b, ')')
	}
	return d.operation(b, e, level, text)
}

// operation adds the operator of e between or before its operands.
func (d *Dialect) operation(b []byte, e *Expr, level int, text string) []byte {
	l := &d.Levels[level]
	if l.Prefix {
		b = append(b, text...)
		// A word, or a minus before a number, would run into the operand.
		if d.isWord(text) || needsSpace(e) {
			b = append(b, ' ')
		}
		return d.append(b, e.Args[0], level)
	}
	left, right := level, level+1
	switch l.Assoc {
	case Right:
		left, right = level+1, level
	case NonAssoc:
		left = level + 1
	}
	b = d.append(b, e.Args[0], left)
	b = append(b, ' ')
	b = append(b, text...)
	b = append(b, ' ')
	return d.append(b, e.Args[1], right)
}

// needsSpace keeps -(3) apart from the constant -3, and - -x from a longer sign.
func needsSpace(e *Expr) bool {
	a := e.Args[0]
	return e.Op == Not || (e.Op == Neg && (a.Op == Const || a.Op == Neg))
}

// Level tells how tight an operator binds: the tighter the greater.
func (d *Dialect) Level(op Op) int {
	level, _ := d.place(op)
	return level
}

// Sign spells an operator, or gives "" when the dialect does not have it.
func (d *Dialect) Sign(op Op) string {
	_, text := d.place(op)
	return text
}

func (d *Dialect) isWord(text string) bool {
	_, ok := d.words[text]
	return ok
}

// place finds the level and the printed sign of an operator.
func (d *Dialect) place(op Op) (int, string) {
	for i, l := range d.Levels {
		for _, s := range l.Ops {
			if s.Op == op {
				return i, s.Texts[0]
			}
		}
	}
	return len(d.Levels), ""
}

// Rebinds tells whether a text would be read differently if the sign of the binary operation e
// were replaced by that of op, or could not be read at all. The operation above it is nil at the root;
// brackets are as written.
func (d *Dialect) Rebinds(e, above *Expr, op Op) bool {
	was, _ := d.place(e.Op)
	level, _ := d.place(op)
	if was == level {
		return false
	}
	for i, a := range e.Args {
		if len(a.Args) == 0 || a.Outer != a.Span {
			continue
		}
		inner, _ := d.place(a.Op)
		if assoc := d.Levels[level].Assoc; inner < level ||
			inner == level && (assoc == NonAssoc || (i == 0) == (assoc == Right)) {
			return true
		}
	}
	if above == nil || e.Outer != e.Span {
		return false
	}
	outer, _ := d.place(above.Op)
	last := above.Args[len(above.Args)-1] == e
	assoc := d.Levels[outer].Assoc
	return level < outer || level == outer && (d.Levels[outer].Prefix || assoc == NonAssoc || last != (assoc == Right))
}
