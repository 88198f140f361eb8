package action

import (
	"strconv"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// An Operator makes mutants of a model. The list Operators is the one place where they are named.
type Operator struct {
	Name          string
	Title         string
	Summary       string
	Source        string
	Before, After string // an example: a statement, and one of its mutants
	Paper         bool
	find          func(*enumeration)
}

const thePaper = "Aichernig and Jöbstl, MBT 2012, Section 5"

// Operators are the mutation operators in the order of reports, those of the paper first.
var Operators = []Operator{
	{
		Name: "guard_true", Title: "guard true", Paper: true, Source: thePaper,
		Summary: "replaces a guard that is not already true by true",
		Before:  "x #= 0 => y := 1", After: "true => y := 1",
		find: (*enumeration).guardTrue,
	},
	{
		Name: "eq_to_neq", Title: "= to ≠", Paper: true, Source: thePaper,
		Summary: "inverts an equality",
		Before:  "x #= 0 => y := 1", After: `x #\= 0 => y := 1`,
		find: func(e *enumeration) { e.invert(expr.Eq, expr.Ne) },
	},
	{
		Name: "neq_to_eq", Title: "≠ to =", Paper: true, Source: thePaper,
		Summary: "inverts an inequality",
		Before:  `x #\= 0 => y := 1`, After: "x #= 0 => y := 1",
		find: func(e *enumeration) { e.invert(expr.Ne, expr.Eq) },
	},
	{
		Name: "inc_const", Title: "increment constant", Paper: true, Source: thePaper,
		Summary: "adds one to a constant; at the top of its type it becomes the lowest value",
		Before:  "x #= 0 => y := 1", After: "x #= 1 => y := 1",
		find: (*enumeration).incConst,
	},
}

// exprs calls visit for each node of each expression of the actions, in the order of the text, with
// the node above it (nil at the root) and the statement that holds the expression.
func (e *enumeration) exprs(visit func(action int, n, above *expr.Expr, in *Body)) {
	e.bodies(func(action int, b *Body) {
		if b.Expr == nil {
			return
		}
		var walk func(n, above *expr.Expr)
		walk = func(n, above *expr.Expr) {
			visit(action, n, above, b)
			for _, a := range n.Args {
				walk(a, n)
			}
		}
		walk(b.Expr, nil)
	})
}

// bodies calls visit for each statement, in the order of the text.
func (e *enumeration) bodies(visit func(action int, b *Body)) {
	for i, a := range e.m.Actions {
		WalkBody(a.Run, func(b *Body) bool {
			visit(i, b)
			return true
		})
	}
}

func (e *enumeration) guardTrue() {
	e.bodies(func(action int, b *Body) {
		if b.Op != Guarded || b.Expr.IsTrue() {
			return
		}
		g := b.Expr
		e.replaceExpr(action, g, always(expr.Truth(true)), g.Outer, bracketed(g, "true"))
	})
}

func always(by *expr.Expr) func(*expr.Expr) *expr.Expr {
	return func(*expr.Expr) *expr.Expr { return by }
}

// bracketed keeps the brackets around what is replaced.
func bracketed(old *expr.Expr, text string) string {
	if old.Outer != old.Span {
		return "(" + text + ")"
	}
	return text
}

// invert replaces one comparison sign by another.
func (e *enumeration) invert(from, to expr.Op) {
	e.exprs(func(action int, n, _ *expr.Expr, _ *Body) {
		if n.Op == from {
			e.replaceExpr(action, n, withOp(to), n.Sign, expr.Prolog.Sign(to))
		}
	})
}

func withOp(op expr.Op) func(*expr.Expr) *expr.Expr {
	return func(n *expr.Expr) *expr.Expr {
		copied := *n
		copied.Op = op
		return &copied
	}
}

// incConst counts guards and assignments alike, and no bounds of types nor initial values.
func (e *enumeration) incConst() {
	e.exprs(func(action int, n, above *expr.Expr, in *Body) {
		if n.Op == expr.Const && n.Type == expr.Int {
			e.constant(action, n, next(n.Value, e.domains(action, n, above, in)))
		}
	})
}

func (e *enumeration) constant(action int, n *expr.Expr, value int64) {
	e.replaceExpr(action, n, always(expr.Num(value)), n.Span, strconv.FormatInt(value, 10))
}

// next is the incremented constant. A constant that is compared with a variable or parameter, or
// assigned, has that one's type; at the top of it follows the lowest value "in order to avoid
// domain violations". Parts of larger expressions have no domain. Of several types, where a
// parameter has more than one, the first that has the constant at its top decides, unless another
// one has the incremented value.
func next(v int64, domains []Range) int64 {
	wrapped, wraps := v, false
	for _, d := range domains {
		if d.Has(v) && v < d.Hi {
			return v + 1
		}
		if v == d.Hi && !wraps {
			wrapped, wraps = d.Lo, true
		}
	}
	if wraps {
		return wrapped
	}
	return v + 1
}

// domains lists the types that a constant has.
func (e *enumeration) domains(action int, n, above *expr.Expr, in *Body) []Range {
	switch {
	case above == nil && in.Op == Assign:
		return []Range{e.m.Vars[in.Ref].Range}
	case above == nil || !above.Op.Relational():
		return nil
	}
	other := above.Args[0]
	if other == n {
		other = above.Args[1]
	}
	switch {
	case other.Op != expr.Name:
		return nil
	case other.Ref < len(e.m.Vars):
		return []Range{e.m.Vars[other.Ref].Range}
	}
	var domains []Range
	WalkDo(e.m.Do, func(d *Do) {
		if d.Op == Call && d.Index == action {
			domains = append(domains, d.Params[other.Ref-len(e.m.Vars)].Range)
		}
	})
	return domains
}

var _ = source.Span{}
