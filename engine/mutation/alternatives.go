package mutation

import "github.com/mutarium/mutarium/engine/expr"

// What may stand in the place of a node: the part of the operators on expressions that does not
// depend on how mutants are written down. Formalisms whose mutants are edits of the text take the
// rewrites of expressions.go, which are made of it; those whose mutants are trees (EFSMs) take it as
// it is. The order of alternatives is part of a mutant's id, so each formalism states its own.

// Orders of alternatives.
var (
	ByPlace  = []expr.Op{expr.Eq, expr.Ne, expr.Lt, expr.Le, expr.Gt, expr.Ge} // = ≠ < <= > >=
	ByStrict = []expr.Op{expr.Eq, expr.Ne, expr.Lt, expr.Gt, expr.Le, expr.Ge} // = ≠ < > <= >=
	Sums     = []expr.Op{expr.Add, expr.Sub, expr.Mul, expr.Div, expr.Mod}
	SumsExp  = []expr.Op{expr.Add, expr.Sub, expr.Mul, expr.Div, expr.Mod, expr.Exp}
)

// Comparisons lists the other comparisons of two integers, of Booleans only = and ≠.
func Comparisons(n *expr.Expr, order []expr.Op) []expr.Op {
	if !n.Op.Relational() {
		return nil
	}
	if n.Args[0].Type != expr.Bool {
		return others(n, order)
	}
	var equal []expr.Op
	for _, op := range order {
		if op == expr.Eq || op == expr.Ne {
			equal = append(equal, op)
		}
	}
	return others(n, equal)
}

// Operations lists the other operations on two integers. One that is not among those listed, a power
// where powers are left alone, has none.
func Operations(n *expr.Expr, order []expr.Op) []expr.Op {
	for _, op := range order {
		if op == n.Op {
			return others(n, order)
		}
	}
	return nil
}

// Connectives exchanges and with or.
func Connectives(n *expr.Expr) []expr.Op {
	switch n.Op {
	case expr.And:
		return []expr.Op{expr.Or}
	case expr.Or:
		return []expr.Op{expr.And}
	}
	return nil
}

func others(n *expr.Expr, order []expr.Op) (ops []expr.Op) {
	for _, op := range order {
		if op != n.Op {
			ops = append(ops, op)
		}
	}
	return ops
}

// Neighbours lists the successor and the predecessor of an integer constant, unless they are beyond
// 64 bits.
func Neighbours(n *expr.Expr) (values []int64) {
	if n.Op != expr.Const || n.Type != expr.Int {
		return nil
	}
	for _, by := range []int64{1, -1} {
		if v, fault := expr.Apply(expr.Add, n.Value, by, expr.Wide); fault == expr.NoFault {
			values = append(values, v)
		}
	}
	return values
}
