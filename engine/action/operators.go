package action

import (
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// An Operator makes mutants of a model. The list Operators is the one place where they are named.
type Operator struct {
	report.Operator      // its example is a statement, and one of its mutants
	inDo            bool // the example is a do-od block
	find            func(*enumeration)
}

const (
	thePaper      = "Aichernig and Jöbstl, MBT 2012, Section 5"
	specOperators = "Black, Okun and Yesha, Mutation operators for specifications, ASE 2000"
	mothra        = "King and Offutt, A Fortran language system for mutation-based software testing, 1991"
)

// Operators are the mutation operators in the order of reports, those of the paper first.
var Operators = []Operator{
	{
		Operator: report.Operator{
			Name: "guard_true", Title: "guard true", Paper: true, Source: thePaper,
			Summary: "replaces a guard with true", Before: "x #= 0 => y := 1",
			After: "true => y := 1",
		},
		find: (*enumeration).guardTrue,
	},
	{
		Operator: report.Operator{
			Name: "eq_to_neq", Title: "= to ≠", Paper: true, Source: thePaper,
			Summary: "inverts an equality", Before: "x #= 0 => y := 1", After: `x #\= 0 => y := 1`,
		},
		find: func(e *enumeration) { e.invert(expr.Eq, expr.Ne) },
	},
	{
		Operator: report.Operator{
			Name: "neq_to_eq", Title: "≠ to =", Paper: true, Source: thePaper,
			Summary: "inverts an inequality", Before: `x #\= 0 => y := 1`, After: "x #= 0 => y := 1",
		},
		find: func(e *enumeration) { e.invert(expr.Ne, expr.Eq) },
	},
	{
		Operator: report.Operator{
			Name: "inc_const", Title: "increment constant", Paper: true, Source: thePaper,
			Summary: "adds one to a constant; at the top of its type it becomes the lowest value",
			Before:  "x #= 0 => y := 1", After: "x #= 1 => y := 1",
		},
		find: (*enumeration).incConst,
	},
	{
		Operator: report.Operator{
			Name: "relational", Title: "other comparison",
			Source:  specOperators + ": relational operator replacement",
			Summary: "replaces a comparison by each of the five others", Before: "x #< 2 => y := 1",
			After: "x #=< 2 => y := 1",
		},
		find: func(e *enumeration) { e.rewrites(mutation.Relational) },
	},
	{
		Operator: report.Operator{
			Name: "arithmetic", Title: "other arithmetic",
			Source:  mothra + ": arithmetic operator replacement",
			Summary: "replaces + - * by each other, drops a minus sign", Before: "true => y := x + 1",
			After: "true => y := x - 1",
		},
		find: func(e *enumeration) { e.rewrites(mutation.Arithmetic) },
	},
	{
		Operator: report.Operator{
			Name: "logical", Title: "other connective",
			Source:  specOperators + ": logical operator replacement, simple negation",
			Summary: `exchanges #/\ and #\/, drops a #\`, Before: `x #= 0 #/\ y #= 0 => y := 1`,
			After: `x #= 0 #\/ y #= 0 => y := 1`,
		},
		find: func(e *enumeration) { e.rewrites(mutation.Logical) },
	},
	{
		Operator: report.Operator{
			Name: "off_by_one", Title: "off by one", Source: mothra + ": constant replacement",
			Summary: "adds one to a constant, and takes one away, whatever its type",
			Before:  "x #= 1 => y := 1", After: "x #= 0 => y := 1",
		},
		find: func(e *enumeration) { e.rewrites(mutation.OffByOne) },
	},
	{
		Operator: report.Operator{
			Name: "negate_guard", Title: "negated guard", Source: specOperators + ": expression negation",
			Summary: "negates a guard", Before: "x #= 0 => y := 1", After: `#\ (x #= 0) => y := 1`,
		},
		find: func(e *enumeration) { e.rewrites(mutation.Negation) },
	},
	{
		Operator: report.Operator{
			Name: "drop_conjunct", Title: "dropped conjunct", Source: specOperators + ": missing condition",
			Summary: `leaves one side of a #/\`, Before: `x #= 0 #/\ y #= 0 => y := 1`,
			After: "y #= 0 => y := 1",
		},
		find: func(e *enumeration) { e.rewrites(mutation.DropConjunct) },
	},
	{
		Operator: report.Operator{
			Name: "delete_assignment", Title: "deleted assignment", Source: mothra + ": statement deletion",
			Summary: "replaces an assignment by skip", Before: "x #= 0 => (x := 1; y := 1)",
			After: "x #= 0 => (x := 1; skip)",
		},
		find: (*enumeration).deleteAssignment,
	},
	{
		Operator: report.Operator{
			Name: "swap_assignments", Title: "swapped assignments",
			Source:  "this tool: a wrong order of statements",
			Summary: "swaps two assignments in a row where one uses the other's variable",
			Before:  "true => (x := 1; y := x)", After: "true => (y := x; x := 1)",
		},
		find: (*enumeration).swapAssignments,
	},
	{
		Operator: report.Operator{
			Name: "drop_branch", Title: "dropped branch", Source: mothra + ": statement deletion",
			Summary: "removes one alternative of a choice", Before: "true => (x := 1 [] y := 1)",
			After: "true => (x := 1)",
		},
		find: (*enumeration).dropBranch,
	},
	{
		Operator: report.Operator{
			Name: "remove_action", Title: "removed action", Source: "this tool: a forgotten action",
			Summary: "removes an action from the do-od block", Before: "'a' [] 'b' [] [P:t]:'c'(P)",
			After: "'b' [] [P:t]:'c'(P)",
		},
		inDo: true, find: (*enumeration).removeAction,
	},
	{
		Operator: report.Operator{
			Name: "param_range", Title: "parameter range",
			Source:  "this tool: a bound of an argument off by one",
			Summary: "moves a bound of a parameter's range by one, out and in", Before: "'a' [] [P:t]:'c'(P)",
			After: "'a' [] [P:0..2]:'c'(P)",
		},
		inDo: true, find: (*enumeration).paramRange,
	},
}

// exprs calls visit for each node of each expression of the actions, in the order of the text, with
// the node above it (nil at the root) and the statement that holds the expression.
func (e *enumeration) exprs(visit func(action int, n, above *expr.Expr, in *model.Body)) {
	e.bodies(func(action int, b *model.Body) {
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
func (e *enumeration) bodies(visit func(action int, b *model.Body)) {
	for i, a := range e.m.Actions {
		model.WalkBody(a.Run, func(b *model.Body) bool {
			visit(i, b)
			return true
		})
	}
}

func (e *enumeration) guardTrue() {
	e.bodies(func(action int, b *model.Body) {
		if b.Op != model.Guarded || b.Expr.IsTrue() {
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
	e.exprs(func(action int, n, above *expr.Expr, _ *model.Body) {
		if n.Op == from {
			e.rewrite(action, mutation.Operator(expr.Prolog, e.m.File, n, above, to))
		}
	})
}

// rewrites makes what an operator on expressions makes of each expression.
func (e *enumeration) rewrites(op mutation.ExprOperator) {
	e.bodies(func(action int, b *model.Body) {
		if b.Expr == nil {
			return
		}
		for _, r := range op(expr.Prolog, e.m.File, b.Expr) {
			e.rewrite(action, r)
		}
	})
}

func (e *enumeration) rewrite(action int, r mutation.Rewrite) {
	e.add(change{action: action, expr: r.Node, toExpr: r.To}, r.Edit)
}

func (e *enumeration) deleteAssignment() {
	e.bodies(func(action int, b *model.Body) {
		if b.Op == model.Assign {
			e.add(change{action: action, body: b, toBody: func(*model.Body) *model.Body { return &model.Body{Op: model.Skip} }},
				source.Edit{Span: b.Span, Text: "skip"})
		}
	})
}

func (e *enumeration) swapAssignments() {
	e.bodies(func(action int, b *model.Body) {
		if b.Op != model.Seq {
			return
		}
		for i := 1; i < len(b.Parts); i++ {
			first, second := b.Parts[i-1], b.Parts[i]
			if first.Op != model.Assign || second.Op != model.Assign || !(uses(first, second) || uses(second, first)) {
				continue
			}
			swap := func(b *model.Body) *model.Body {
				copied := *b
				copied.Parts = slices.Clone(b.Parts)
				copied.Parts[i-1], copied.Parts[i] = b.Parts[i], b.Parts[i-1]
				return &copied
			}
			if model.EqualBody(first, second) {
				continue
			}
			e.add(change{action: action, body: b, toBody: swap},
				source.Edit{Span: first.Outer, Text: e.m.File.Slice(second.Outer)},
				source.Edit{Span: second.Outer, Text: e.m.File.Slice(first.Outer)})
		}
	})
}

// uses tells whether an assignment reads or writes the variable of another.
func uses(a, b *model.Body) bool {
	found := a.Ref == b.Ref
	expr.Refs(a.Expr, func(ref int) { found = found || ref == b.Ref })
	return found
}

func (e *enumeration) dropBranch() {
	e.bodies(func(action int, b *model.Body) {
		if b.Op != model.Choice {
			return
		}
		var spans []source.Span
		for _, p := range b.Parts {
			spans = append(spans, p.Outer)
		}
		for i := range b.Parts {
			drop := func(b *model.Body) *model.Body { return without(b, i) }
			e.add(change{action: action, body: b, toBody: drop}, source.Edit{Span: partSpan(i, spans)})
		}
	})
}

// without removes a part of a choice.
func without(b *model.Body, i int) *model.Body {
	copied := *b
	copied.Parts = slices.Delete(slices.Clone(b.Parts), i, i+1)
	if len(copied.Parts) == 1 {
		return copied.Parts[0]
	}
	return &copied
}

// partSpan is the text of a part together with the sign that joins it to the one before it, or for
// the first part to the one behind.
func partSpan(i int, parts []source.Span) source.Span {
	if i == 0 {
		return source.Span{Start: parts[0].Start, End: parts[1].Start}
	}
	return source.Span{Start: parts[i-1].End, End: parts[i].End}
}

func (e *enumeration) removeAction() {
	model.WalkDo(e.m.Do, func(d *model.Do) {
		var spans []source.Span
		for _, p := range d.Parts {
			spans = append(spans, p.Outer)
		}
		for i, p := range d.Parts {
			if p.Op == model.Call {
				e.add(change{do: p, toDo: func(*model.Do) *model.Do { return nil }}, source.Edit{Span: partSpan(i, spans)})
			}
		}
	})
}

func (e *enumeration) paramRange() {
	model.WalkDo(e.m.Do, func(d *model.Do) {
		for i, x := range d.Params {
			for _, by := range [][2]int64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				lo, fault := expr.Apply(expr.Add, x.Lo, by[0], expr.Wide)
				hi, fault2 := expr.Apply(expr.Add, x.Hi, by[1], expr.Wide)
				if lo > hi || fault != expr.NoFault || fault2 != expr.NoFault {
					continue
				}
				r := model.Range{Lo: lo, Hi: hi, Span: x.Range.Span}
				e.add(change{do: d, toDo: withRange(i, r)}, source.Edit{Span: x.Range.Span, Text: model.SpellParamRange(r)})
			}
		}
	})
}

func withRange(param int, r model.Range) func(*model.Do) *model.Do {
	return func(d *model.Do) *model.Do {
		copied := *d
		copied.Params = slices.Clone(d.Params)
		copied.Params[param].Range, copied.Params[param].Type = r, model.Ident{}
		return &copied
	}
}

// incConst counts guards and assignments alike, and no bounds of types nor initial values.
func (e *enumeration) incConst() {
	e.exprs(func(action int, n, above *expr.Expr, in *model.Body) {
		if n.Op != expr.Const || n.Type != expr.Int || n.Value == expr.Wide {
			return
		}
		r := mutation.Constant(e.m.File, n, next(n.Value, e.domains(action, n, above, in)))
		if r.To(n).Value == n.Value { // the type has one value: nothing is changed, however it is spelled
			r.Edit.Text = e.m.File.Slice(r.Edit.Span)
		}
		e.rewrite(action, r)
	})
}

// next is the incremented constant. A constant that is compared with a variable or parameter, or
// assigned, has that one's type; at the top of it follows the lowest value "in order to avoid
// domain violations". Parts of larger expressions have no domain. Of several types, where a
// parameter has more than one, the first that has the constant at its top decides, unless another
// one has the incremented value.
func next(v int64, domains []model.Range) int64 {
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
func (e *enumeration) domains(action int, n, above *expr.Expr, in *model.Body) []model.Range {
	switch {
	case above == nil && in.Op == model.Assign:
		return []model.Range{e.m.Vars[in.Ref].Range}
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
		return []model.Range{e.m.Vars[other.Ref].Range}
	}
	var domains []model.Range
	model.WalkDo(e.m.Do, func(d *model.Do) {
		if d.Op == model.Call && d.Index == action {
			domains = append(domains, d.Params[other.Ref-len(e.m.Vars)].Range)
		}
	})
	return domains
}
