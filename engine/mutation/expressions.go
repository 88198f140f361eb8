package mutation

import (
	"sort"
	"strconv"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// A Rewrite changes one node of an expression, and its text in the same way. To is given the node
// as it is after other changes below it, so that rewrites at different places can be combined.
type Rewrite struct {
	Node *expr.Expr
	To   func(*expr.Expr) *expr.Expr
	Edit source.Edit
}

// An ExprOperator makes the rewrites of an expression, in the order of the text.
type ExprOperator func(d *expr.Dialect, f *source.File, root *expr.Expr) []Rewrite

// Relational replaces a comparison of integers by each of the five others.
//
//	x < y    x > y, x <= y, x >= y, x = y, x ≠ y
func Relational(d *expr.Dialect, f *source.File, root *expr.Expr) []Rewrite {
	return exchange(d, f, root, func(n *expr.Expr) []expr.Op {
		if n.Op.Relational() && n.Args[0].Type == expr.Bool {
			return nil
		}
		return Comparisons(n, ByPlace)
	})
}

// Arithmetic replaces an operation by each other one of the dialect, and drops a minus sign.
// Powers are left alone.
//
//	x + y    x - y, x * y, …
//	-x       x
func Arithmetic(d *expr.Dialect, f *source.File, root *expr.Expr) []Rewrite {
	made := exchange(d, f, root, func(n *expr.Expr) []expr.Op { return Operations(n, Sums) })
	return inOrder(append(made, dropPrefix(d, f, root, expr.Neg)...))
}

// Logical exchanges and with or, and drops a negation.
//
//	a and b    a or b
//	not a      a
func Logical(d *expr.Dialect, f *source.File, root *expr.Expr) []Rewrite {
	made := exchange(d, f, root, Connectives)
	return inOrder(append(made, dropPrefix(d, f, root, expr.Not)...))
}

// OffByOne replaces an integer constant by its successor and by its predecessor.
//
//	x < 5    x < 6, x < 4
func OffByOne(d *expr.Dialect, f *source.File, root *expr.Expr) []Rewrite {
	var made []Rewrite
	walk(root, func(n, _ *expr.Expr) {
		for _, v := range Neighbours(n) {
			made = append(made, Constant(f, n, v))
		}
	})
	return made
}

// Constant replaces a constant.
func Constant(f *source.File, n *expr.Expr, value int64) Rewrite {
	text := strconv.FormatInt(value, 10)
	if at := n.Span.Start; value < 0 && at > 0 && joinsMinus(f.Text[at-1]) {
		text = " " + text
	}
	return Rewrite{n, func(*expr.Expr) *expr.Expr { return expr.Num(value) }, source.Edit{Span: n.Span, Text: text}}
}

// joinsMinus tells the characters that a minus behind them could be read together with.
func joinsMinus(c byte) bool {
	return c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '(' && c != ','
}

// Negation replaces a whole condition, unless it is a constant, by its negation.
//
//	x < 5    not (x < 5)
func Negation(d *expr.Dialect, f *source.File, root *expr.Expr) []Rewrite {
	if root.Op == expr.Const || root.Type != expr.Bool {
		return nil
	}
	text := d.Sign(expr.Not) + " (" + f.Slice(root.Span) + ")"
	to := func(n *expr.Expr) *expr.Expr { return expr.Make(expr.Not, n) }
	return []Rewrite{{root, to, source.Edit{Span: root.Span, Text: text}}}
}

// DropConjunct leaves one of the two sides of a conjunction.
//
//	a and b    a, b
func DropConjunct(d *expr.Dialect, f *source.File, root *expr.Expr) []Rewrite {
	var made []Rewrite
	walk(root, func(n, _ *expr.Expr) {
		if n.Op != expr.And {
			return
		}
		for i := range 2 {
			to := func(n *expr.Expr) *expr.Expr { return n.Args[i] }
			made = append(made, Rewrite{n, to, source.Edit{Span: n.Span, Text: f.Slice(n.Args[i].Outer)}})
		}
	})
	return made
}

// exchange replaces the operator of each node that has alternatives by each of them.
func exchange(d *expr.Dialect, f *source.File, root *expr.Expr, alternatives func(*expr.Expr) []expr.Op) []Rewrite {
	var made []Rewrite
	walk(root, func(n, above *expr.Expr) {
		for _, op := range alternatives(n) {
			if op != n.Op && d.Sign(op) != "" {
				made = append(made, Operator(d, f, n, above, op))
			}
		}
	})
	return inOrder(made)
}

// Operator replaces the operator of a node; above is the node that it is an operand of, or nil. The
// edit is that of the sign alone, unless the new one binds so that the text would be read
// differently; then brackets are put where they are needed.
func Operator(d *expr.Dialect, f *source.File, n, above *expr.Expr, op expr.Op) Rewrite {
	to := func(n *expr.Expr) *expr.Expr {
		copied := *n
		copied.Op = op
		return &copied
	}
	if !d.Rebinds(n, above, op) {
		return Rewrite{n, to, source.Edit{Span: n.Sign, Text: apart(d, f, n.Sign, d.Sign(op))}}
	}
	text := operand(d, f, n.Args[0], op) + " " + d.Sign(op) + " " + operand(d, f, n.Args[1], op)
	if n.Outer == n.Span && above != nil {
		text = "(" + text + ")"
	}
	return Rewrite{n, to, source.Edit{Span: n.Span, Text: text}}
}

// apart keeps a sign that is a word from running into its neighbours.
func apart(d *expr.Dialect, f *source.File, at source.Span, sign string) string {
	if !d.IsWordOperator(sign) {
		return sign
	}
	if at.Start > 0 && f.Text[at.Start-1] != ' ' {
		sign = " " + sign
	}
	if int(at.End) < len(f.Text) && f.Text[at.End] != ' ' {
		sign += " "
	}
	return sign
}

// operand gives the text of an operand of op, in brackets unless it is read as one without.
func operand(d *expr.Dialect, f *source.File, e *expr.Expr, op expr.Op) string {
	prefix := len(e.Args) == 1 && d.Level(e.Op) >= d.Level(op)
	if len(e.Args) > 0 && e.Outer == e.Span && !prefix {
		return "(" + f.Slice(e.Span) + ")"
	}
	return f.Slice(e.Outer)
}

// dropPrefix leaves the operand of a prefix operator.
func dropPrefix(d *expr.Dialect, f *source.File, root *expr.Expr, op expr.Op) []Rewrite {
	var made []Rewrite
	walk(root, func(n, _ *expr.Expr) {
		if n.Op == op {
			to := func(n *expr.Expr) *expr.Expr { return n.Args[0] }
			made = append(made, Rewrite{n, to, source.Edit{Span: n.Span, Text: operand(d, f, n.Args[0], op)}})
		}
	})
	return made
}

// walk visits the nodes of an expression with the node above each.
func walk(root *expr.Expr, visit func(n, above *expr.Expr)) {
	var enter func(n, above *expr.Expr)
	enter = func(n, above *expr.Expr) {
		visit(n, above)
		for _, a := range n.Args {
			enter(a, n)
		}
	}
	enter(root, nil)
}

// inOrder sorts by place; several rewrites at one place stay as they are.
func inOrder(made []Rewrite) []Rewrite {
	sort.SliceStable(made, func(i, j int) bool { return made[i].Edit.Span.Start < made[j].Edit.Span.Start })
	return made
}
