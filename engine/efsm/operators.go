package efsm

import (
	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// The fault types of KPW section 2 as eleven operators, and three further ones. For each
// transition the places are visited in the order guard, right-hand sides, output arguments; at
// each place the operators go in the order below; within an operator nodes in pre-order and
// replacements in the listed order. The id of a mutant is transition#k, k counting all of them.
// Nothing is dropped as a repetition: only what is written the same as the original is.
//
//	AOR  a + b        a - b, a * b, a / b, a mod b, a exp b   5 for each operation
//	ROR  a < b        a = b, a != b, a > b, a <= b, a >= b    5 for each comparison; Booleans: 1
//	SZ0  a + b        0 + b, a + 0                            1 for each name
//	OBO  a + 2        a + 1 + 2, a - 1 + 2, a + 3, a + 1      2 for each integer
//	MAS  x := e       (removed)                               1 for each assignment
//	ORF  a and b      a or b                                  1 for each connective
//	ENF  a and b      not (a and b)                           1 for each connective
//	VNF  a and not b  not a and not b, a and b                1 for each atom
//	ASF  a and (b or c)   a and b or c                        1 for each pair of brackets
//	MVF  a or b       b, a                                    1 for each literal operand
//	VRF  a and b      b and b, a and a                        distinct atoms - 1 for each atom
//
// An atom is a Boolean name or a comparison; comparisons are not entered by the operators on
// connectives. A literal is an atom or a negated one.

// An Operator is one mutation operator.
type Operator struct {
	report.Operator
	apply func(g *generator)
}

// Operators lists them in order.
var Operators = []Operator{
	{
		Operator: report.Operator{
			Name: "AOR", Title: "Arithmetic operator", Source: paperFaults, Paper: true,
			Summary: "Replaces an arithmetic operator by each other one", Before: "x + 1", After: "x - 1",
		},
		apply: (*generator).arithmetic,
	},
	{
		Operator: report.Operator{
			Name: "ROR", Title: "Relational operator", Source: paperFaults, Paper: true,
			Summary: "Replaces a comparison by each other one", Before: "x < 3", After: "x <= 3",
		},
		apply: (*generator).relational,
	},
	{
		Operator: report.Operator{
			Name: "SZ0", Title: "Stuck at 0", Source: paperFaults, Paper: true,
			Summary: "Replaces one occurrence of a variable or parameter by 0 or false", Before: "x + 1",
			After: "0 + 1",
		},
		apply: (*generator).stuckAtZero,
	},
	{
		Operator: report.Operator{
			Name: "OBO", Title: "Off by one", Source: paperFaults, Paper: true,
			Summary: "Makes one integer greater or less by 1", Before: "x < 3", After: "x < 4",
		},
		apply: (*generator).offByOne,
	},
	{
		Operator: report.Operator{
			Name: "MAS", Title: "Missing assignment", Source: paperFaults, Paper: true,
			Summary: "Drops one assignment", Before: "x := 0", After: "",
		},
		apply: (*generator).missingAssignment,
	},
	{
		Operator: report.Operator{
			Name: "ORF", Title: "Operator reference fault", Source: paperFaults, Paper: true,
			Summary: "Replaces 'and' by 'or', or 'or' by 'and'", Before: "a and b", After: "a or b",
		},
		apply: (*generator).operatorReference,
	},
	{
		Operator: report.Operator{
			Name: "ENF", Title: "Expression negation fault", Source: paperFaults, Paper: true,
			Summary: "Negates one 'and' or 'or'", Before: "a and (b or c)", After: "a and not (b or c)",
		},
		apply: (*generator).expressionNegation,
	},
	{
		Operator: report.Operator{
			Name: "VNF", Title: "Variable negation fault", Source: paperFaults, Paper: true,
			Summary: "Negates one condition, or drops its negation", Before: "a or b", After: "not a or b",
		},
		apply: (*generator).variableNegation,
	},
	{
		Operator: report.Operator{
			Name: "ASF", Title: "Associative shift fault", Source: paperFaults, Paper: true,
			Summary: "Drops one pair of brackets", Before: "a and (b or c)", After: "a and b or c",
		},
		apply: (*generator).associativeShift,
	},
	{
		Operator: report.Operator{
			Name: "MVF", Title: "Missing variable fault", Source: paperFaults, Paper: true,
			Summary: "Drops one condition", Before: "a or b", After: "b",
		},
		apply: (*generator).missingVariable,
	},
	{
		Operator: report.Operator{
			Name: "VRF", Title: "Variable reference fault", Source: paperFaults, Paper: true,
			Summary: "Replaces one condition by another one of the same formula",
			Before:  "a and b or not a and c", After: "a and b or not b and c",
		},
		apply: (*generator).variableReference,
	},
	{
		Operator: report.Operator{
			Name: "MGF", Title: "Missing guard", Source: fieldFaults, Summary: "Makes a guard true",
			Before: "[x < 3]", After: "[true]",
		},
		apply: (*generator).missingGuard,
	},
	{
		Operator: report.Operator{
			Name: "MOF", Title: "Missing output", Source: fieldFaults, Summary: "Drops one output",
			Before: "!ack(n)", After: "",
		},
		apply: (*generator).missingOutput,
	},
	{
		Operator: report.Operator{
			Name: "TRF", Title: "Other target", Source: fieldFaults,
			Summary: "Leads a transition to each other location", Before: "-> IDLE", After: "-> BUSY",
		},
		apply: (*generator).otherTarget,
	},
}

const (
	paperFaults = "Kolchin, Potiyenko, Weigert 2020, section 2"
	fieldFaults = "transfer and output faults of conformance testing (Bochmann, Petrenko 1994)"
)

// A Change is one fault: another expression at a site, a dropped action, another target.
type Change struct {
	Transition int
	Operator   int // index in Operators
	Number     int // the k of the id
	site       model.Site
	kind       model.ChangeKind
	old, new   *expr.Expr // changeExpr: the node replaced, by identity
	target     int        // changeTarget
}

// Changes lists the first-order mutants of all operators, in order of ids.
func Changes(m *model.Machine) []Change {
	var all []Change
	for i := range m.Transitions {
		g := &generator{m: m, t: &m.Transitions[i], index: i}
		for _, s := range g.t.Sites() {
			g.site, g.root = s, g.t.At(s)
			for g.op = range Operators {
				if Operators[g.op].Paper {
					Operators[g.op].apply(g)
				}
			}
		}
		for g.op = range Operators {
			if !Operators[g.op].Paper {
				Operators[g.op].apply(g)
			}
		}
		all = append(all, g.found...)
	}
	return all
}

// A generator collects the changes of one transition. Operators of the paper are called for each
// site, the others once.
type generator struct {
	m     *model.Machine
	t     *model.Transition
	index int
	op    int
	site  model.Site
	root  *expr.Expr
	found []Change
}

func (g *generator) add(c Change) {
	c.Transition, c.Operator, c.Number = g.index, g.op, len(g.found)
	g.found = append(g.found, c)
}

func (g *generator) replace(old, by *expr.Expr) {
	g.add(Change{site: g.site, old: old, new: by})
}

func (g *generator) each(visit func(n *expr.Expr)) {
	expr.Walk(g.root, func(n *expr.Expr) bool {
		visit(n)
		return true
	})
}

// The operators on expressions that other formalisms have too are those of engine/mutation, here in
// the order of the paper's lists.

func (g *generator) arithmetic() {
	g.exchange(g.each, func(n *expr.Expr) []expr.Op { return mutation.Operations(n, mutation.SumsExp) })
}

func (g *generator) relational() {
	g.exchange(g.each, func(n *expr.Expr) []expr.Op { return mutation.Comparisons(n, mutation.ByStrict) })
}

func (g *generator) operatorReference() { g.exchange(g.formula, mutation.Connectives) }

// exchange replaces the operator of each node visited by its alternatives.
func (g *generator) exchange(nodes func(visit func(*expr.Expr)), alternatives func(*expr.Expr) []expr.Op) {
	nodes(func(n *expr.Expr) {
		for _, op := range alternatives(n) {
			g.replace(n, expr.Make(op, n.Args...))
		}
	})
}

func (g *generator) stuckAtZero() {
	g.each(func(n *expr.Expr) {
		if n.Op != expr.Name || n.Ref < 0 {
			return
		}
		if n.Type == expr.Bool {
			g.replace(n, expr.Truth(false))
		} else {
			g.replace(n, expr.Num(0))
		}
	})
}

func (g *generator) offByOne() {
	g.each(func(n *expr.Expr) {
		switch {
		case n.Type != expr.Int:
		case n.Op == expr.Name:
			g.replace(n, expr.Make(expr.Add, n, expr.Num(1)))
			g.replace(n, expr.Make(expr.Sub, n, expr.Num(1)))
		case n.Op == expr.Const:
			g.replace(n, expr.Num(n.Value+1))
			g.replace(n, expr.Num(n.Value-1))
		}
	})
}

func (g *generator) missingAssignment() {
	if g.site.Kind == model.UpdateSite {
		g.add(Change{site: g.site, kind: model.DropUpdate})
	}
}

// formula visits the nodes of a Boolean site down to its atoms.
func (g *generator) formula(visit func(n *expr.Expr)) {
	if g.root.Type != expr.Bool {
		return
	}
	expr.Walk(g.root, func(n *expr.Expr) bool {
		visit(n)
		return n.Op == expr.Not || n.Op.Logical()
	})
}

func isAtom(n *expr.Expr) bool {
	return n.Type == expr.Bool && (n.Op == expr.Name || n.Op.Relational())
}

func isLiteral(n *expr.Expr) bool {
	return isAtom(n) || n.Op == expr.Not && isAtom(n.Args[0])
}

func isAndOr(n *expr.Expr) bool { return n.Op == expr.And || n.Op == expr.Or }

func (g *generator) expressionNegation() {
	g.formula(func(n *expr.Expr) {
		if isAndOr(n) {
			g.replace(n, expr.Make(expr.Not, n))
		}
	})
}

// variableNegation meets an atom below a 'not' through the 'not', which it drops.
func (g *generator) variableNegation() {
	negated := map[*expr.Expr]bool{}
	g.formula(func(n *expr.Expr) {
		switch {
		case n.Op == expr.Not && isAtom(n.Args[0]):
			negated[n.Args[0]] = true
			g.replace(n, n.Args[0])
		case isAtom(n) && !negated[n]:
			g.replace(n, expr.Make(expr.Not, n))
		}
	})
}

func (g *generator) missingVariable() {
	g.formula(func(n *expr.Expr) {
		if !isAndOr(n) {
			return
		}
		for i, a := range n.Args {
			if isLiteral(a) {
				g.replace(n, n.Args[1-i])
			}
		}
	})
}

// variableReference puts a copy of the other condition: a change is made by the identity of a node,
// so none may occur twice in a mutant that another change is made of.
func (g *generator) variableReference() {
	var distinct []*expr.Expr
	g.formula(func(n *expr.Expr) {
		if !isAtom(n) {
			return
		}
		for _, d := range distinct {
			if expr.Equal(d, n) {
				return
			}
		}
		distinct = append(distinct, n)
	})
	g.formula(func(n *expr.Expr) {
		if !isAtom(n) {
			return
		}
		for _, d := range distinct {
			if !expr.Equal(d, n) {
				g.replace(n, copied(d))
			}
		}
	})
}

// copied gives an expression made of nodes of its own.
func copied(e *expr.Expr) *expr.Expr {
	c := *e
	c.Args = nil
	for _, a := range e.Args {
		c.Args = append(c.Args, copied(a))
	}
	return &c
}

// associativeShift prints the formula with as few brackets as "not before and before or" allows,
// drops one pair and reads the whole text again: dropping may regroup what stands around it.
func (g *generator) associativeShift() {
	if g.root.Type != expr.Bool {
		return
	}
	text, pairs := printFormula(g.root)
	for _, p := range pairs {
		cut := text[:p[0]] + text[p[0]+1:p[1]] + text[p[1]+1:]
		if e := reread(g.m, g.t, cut); e != nil && !expr.Equal(e, g.root) {
			g.replace(g.root, e)
		}
	}
}

// reread parses and checks an expression of a transition; nil when it has no sense.
func reread(m *model.Machine, t *model.Transition, text string) *expr.Expr {
	var diags source.Diagnostics
	p := expr.NewParser(expr.Plain, source.NewFile("", text), &diags)
	var e *expr.Expr
	ok := p.Try(func() { e = p.Expr() })
	if !ok || p.Tok.Kind != expr.EOF || diags.HasErrors() {
		return nil
	}
	if !expr.Check(e, m.Scope(t, m.Constants()), expr.Unchecked, &diags) {
		return nil
	}
	return e
}

// printFormula prints a formula with minimal brackets around connectives and gives the places of
// the pairs, in the order of their opening brackets. A chain of one connective needs none.
func printFormula(e *expr.Expr) (string, [][2]int) {
	p := &formulaPrinter{}
	p.print(e, 0)
	return string(p.text), p.pairs
}

type formulaPrinter struct {
	text  []byte
	pairs [][2]int
}

// strength orders the connectives; anything else binds tighter.
func strength(op expr.Op) int {
	switch op {
	case expr.Imply:
		return 1
	case expr.Or:
		return 2
	case expr.And:
		return 3
	case expr.Not:
		return 4
	}
	return 5
}

var connectiveNames = map[expr.Op]string{expr.Imply: " => ", expr.Or: " or ", expr.And: " and "}

func (p *formulaPrinter) print(e *expr.Expr, outer int) {
	s := strength(e.Op)
	open := -1
	if s < outer {
		open = len(p.pairs)
		p.pairs = append(p.pairs, [2]int{len(p.text), 0})
		p.text = append(p.text, '(')
	}
	switch {
	case e.Op == expr.Not:
		p.text = append(p.text, "not "...)
		p.print(e.Args[0], s)
	case e.Op.Logical():
		left, right := s, s
		if e.Op == expr.Imply {
			left = s + 1
		}
		p.print(e.Args[0], left)
		p.text = append(p.text, connectiveNames[e.Op]...)
		p.print(e.Args[1], right)
	default:
		p.text = append(p.text, expr.Plain.Print(e)...)
	}
	if open >= 0 {
		p.pairs[open][1] = len(p.text)
		p.text = append(p.text, ')')
	}
}

func (g *generator) missingGuard() {
	if t := g.t; t.Guard != nil && !t.Guard.IsTrue() {
		g.site = model.Site{Kind: model.GuardSite}
		g.replace(t.Guard, expr.Truth(true))
	}
}

func (g *generator) missingOutput() {
	for i := range g.t.Emits {
		g.add(Change{site: model.Site{Kind: model.ArgSite, Index: i}, kind: model.DropEmit})
	}
}

func (g *generator) otherTarget() {
	for l := range g.m.Locations {
		if l != g.t.To {
			g.add(Change{kind: model.ChangeTarget, target: l})
		}
	}
}
