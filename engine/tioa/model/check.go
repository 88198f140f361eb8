package model

import (
	"slices"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// What must hold of a model beyond its grammar: names are declared, clocks are compared with
// constants alone, constants are small enough for zones, assignments stay in range.

// MaxConstant is the largest constant that a clock may be compared with or set to.
const MaxConstant = 1 << 30

type checker struct {
	m     *Model
	a     *Automaton
	diags *source.Diagnostics
}

// check checks all automata.
func (m *Model) check(d *source.Diagnostics) {
	for _, a := range m.Automata {
		m.CheckAutomaton(a, d)
	}
}

// CheckAutomaton reports what is wrong with one automaton.
func (m *Model) CheckAutomaton(a *Automaton, d *source.Diagnostics) {
	c := &checker{m, a, d}
	for _, l := range a.Locations {
		if !l.Removed && l.Invariant != nil {
			c.condition(l.Invariant)
		}
	}
	for _, e := range a.Edges {
		if e.Guard != nil {
			c.condition(e.Guard)
		}
		for _, u := range e.Updates {
			c.update(u)
		}
		if e.Action == "*" {
			c.diags.Add(e.ActionSpan, "unsupported",
				"'*' is supported on the loops of universal and inconsistent locations alone")
		}
	}
	c.directions()
	if !c.diags.HasErrors() {
		c.start()
	}
}

// condition checks an expression that must be true or false: connectives over comparisons.
func (c *checker) condition(e *expr.Expr) {
	switch {
	case e.Op.Logical() || e.Op == expr.Not:
		for _, x := range e.Args {
			c.condition(x)
		}
	case e.Op.Relational():
		c.comparison(e)
	case e.Op == expr.Const && e.Type == expr.Bool:
	case e.Op == expr.Name && c.a.Clock(e.Name) >= 0:
		c.diags.Add(e.Span, "type", "got clock '%s', want a condition", e.Name)
	case e.Op == expr.Name:
		c.value(e)
	default:
		c.diags.Add(e.Span, "type", "got '%s', want a condition", expr.Uppaal.Print(e))
	}
}

func (c *checker) comparison(e *expr.Expr) {
	if e.Args[0].Op.Logical() || e.Args[0].Op.Relational() || e.Args[1].Op.Logical() || e.Args[1].Op.Relational() {
		if !c.clockIn(e.Args[0]) && !c.clockIn(e.Args[1]) {
			c.condition(e.Args[0])
			c.condition(e.Args[1])
			return
		}
		c.diags.Add(e.Span, "type", "a condition on clocks cannot be compared")
		return
	}
	if !c.clockIn(e) {
		c.value(e.Args[0])
		c.value(e.Args[1])
		return
	}
	if e.Op == expr.Ne {
		c.diags.Add(e.Span, "unsupported", "'!=' is not supported on clocks").Hint = "write 'x < c || x > c'"
		return
	}
	k, ok := c.m.Bound(c.a, e)
	if !ok {
		c.clockMisuse(e)
		return
	}
	c.constant(k.Bound, e.Span)
}

// constant reports one that zones cannot hold.
func (c *checker) constant(v int64, at source.Span) {
	if v > MaxConstant || v < -MaxConstant {
		c.diags.Add(at, "overflow", "constant %d is beyond the limit of %d for clocks", v, MaxConstant)
	}
}

// clockMisuse says what a comparison with a clock in it has too much.
func (c *checker) clockMisuse(e *expr.Expr) {
	before := len(*c.diags)
	variable := ""
	expr.Walk(e, func(n *expr.Expr) bool {
		if n.Op == expr.Name && c.a.Clock(n.Name) < 0 {
			if _, isConst := c.m.Constant(c.a, n.Name); !isConst {
				c.value(n)
				variable = n.Name
			}
		}
		return true
	})
	switch {
	case len(*c.diags) > before:
	case variable != "":
		c.diags.Add(e.Span, "clock-variable", "a clock is compared with the variable '%s': clocks are compared with "+
			"constants alone", variable)
	default:
		c.diags.Add(e.Span, "clock-expression", "got '%s', want a clock or the difference of two clocks compared with a "+
			"constant", expr.Uppaal.Print(e))
	}
}

// clockIn tells whether a clock occurs.
func (c *checker) clockIn(e *expr.Expr) bool {
	found := false
	expr.Walk(e, func(n *expr.Expr) bool {
		found = found || n.Op == expr.Name && c.a.Clock(n.Name) >= 0
		return !found
	})
	return found
}

// value checks an expression over variables and constants.
func (c *checker) value(e *expr.Expr) {
	expr.Walk(e, func(n *expr.Expr) bool {
		switch {
		case n.Op == expr.Const && (n.Value > MaxValue || n.Value < -MaxValue):
			c.diags.Add(n.Span, "overflow", "constant %d is beyond the limit of %d", n.Value, int64(MaxValue))
		case n.Op == expr.Name:
			c.name(n)
		}
		return true
	})
}

func (c *checker) name(n *expr.Expr) {
	if c.a.Variable(n.Name) >= 0 {
		return
	}
	if _, ok := c.m.Constant(c.a, n.Name); ok {
		return
	}
	if c.a.Clock(n.Name) >= 0 {
		c.diags.Add(n.Span, "clock-expression", "clock '%s' cannot be used in a value", n.Name)
		return
	}
	c.diags.Add(n.Span, "undefined-name", "'%s' is not declared", n.Name).Hint = source.DidYouMean(n.Name, c.known())
}

func (c *checker) known() []string {
	var names []string
	for _, x := range c.a.Clocks {
		names = append(names, x.Name)
	}
	for _, v := range c.a.Vars {
		names = append(names, v.Name)
	}
	for _, k := range append(append([]*Const(nil), c.a.Consts...), c.m.Consts...) {
		names = append(names, k.Name)
	}
	return names
}

func (c *checker) update(u Update) {
	if c.a.Clock(u.Name) < 0 {
		if c.a.Variable(u.Name) < 0 {
			c.diags.Add(u.Span, "undefined-name", "'%s' is not a clock or a variable", u.Name).Hint = source.DidYouMean(u.Name,
				c.known())
			return
		}
		c.value(u.Value)
		return
	}
	v, ok := c.m.Fold(c.a, u.Value)
	switch {
	case !ok && c.clockIn(u.Value):
		c.diags.Add(u.Span, "unsupported", "copying clocks is not supported: clock '%s' can be set to a constant alone",
			u.Name)
	case !ok:
		before := len(*c.diags)
		c.value(u.Value)
		if len(*c.diags) == before {
			c.diags.Add(u.Span, "clock-variable", "clock '%s' is set to a variable: clocks are set to constants alone", u.Name)
		}
	case v < 0:
		c.diags.Add(u.Span, "range", "clock '%s' is set to %d: clocks are not negative", u.Name, v)
	default:
		c.constant(v, u.Span)
	}
}

// directions reports an action that is both an input and an output of the automaton, and an
// alphabet that disagrees with the edges.
func (c *checker) directions() {
	inputs, outputs := c.a.EdgeActions()
	for _, e := range c.a.Edges {
		if e.Output && has(inputs, e.Action) {
			c.diags.Add(e.ActionSpan, "direction", "'%s' is both an input and an output of %s", e.Action, c.a.Name)
			return
		}
	}
	if c.a.IO == nil {
		return
	}
	c.listed(inputs, c.a.IO.Inputs, c.a.IO.Outputs, "input")
	c.listed(outputs, c.a.IO.Outputs, c.a.IO.Inputs, "output")
}

func (c *checker) listed(used, declared, other []string, kind string) {
	for _, act := range used {
		if has(other, act) {
			c.diags.Add(c.a.IO.Span, "direction", "'%s' is an %s on an edge of %s and the opposite in its IO list", act, kind,
				c.a.Name)
		} else if act != "" && !has(declared, act) {
			c.diags.Warn(c.a.IO.Span, "alphabet", "the %s '%s' of %s is missing in its IO list", kind, act, c.a.Name)
		}
	}
	for _, act := range declared {
		if !has(used, act) {
			d := c.diags.Warn(c.a.IO.Span, "alphabet", "the %s '%s' of %s is declared, but no edge has it", kind, act, c.a.Name)
			d.Severity = source.Info
			d.Hint = "it belongs to the alphabet unless 'alphabet from edges' is on"
		}
	}
}

// Contains tells whether a list holds a string.
func Contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// EdgeActions lists the inputs and the outputs on edges, sorted.
func (a *Automaton) EdgeActions() (inputs, outputs []string) {
	for _, e := range a.Edges {
		switch {
		case e.Action == "*":
		case e.Output:
			outputs = append(outputs, e.Action)
		default:
			inputs = append(inputs, e.Action)
		}
	}
	return sorted(inputs), sorted(outputs)
}

// has looks in a sorted list.
func has(list []string, s string) bool {
	_, found := slices.BinarySearch(list, s)
	return found
}

// sorted sorts a list and drops repetitions.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// Insert adds a string to a sorted list without repetition.
func Insert(list []string, s string) []string {
	for i, x := range list {
		if x == s {
			return list
		}
		if x > s {
			list = append(list, "")
			copy(list[i+1:], list[i:])
			list[i] = s
			return list
		}
	}
	return append(list, s)
}

// start warns when no valuation is left at the start: the initial invariant forbids that all
// clocks are zero.
func (c *checker) start() {
	l := c.a.Locations[c.a.Initial]
	if l.Invariant == nil {
		return
	}
	if holds, err := c.m.ZeroState(c.a).Truth(l.Invariant); err == nil && !holds {
		c.diags.Warn(l.InvSpan, "empty-start", "the invariant of the initial location %s does not hold at the start: %s "+
			"has no initial state", l.Title(), c.a.Name)
	}
}
