package mutants

import (
	"strconv"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// An Operator is a mutation operator on timed games. To add one is to add an entry to Operators.
type Operator struct {
	report.Operator // Paper: one of the six of the paper

	sites  func(s Subject, emit func(Mutation))
	apply  func(s Subject, m Mutation) *model.Automaton
	detail func(s Subject, m Mutation) string // completes the id; nil: nothing to add
}

const (
	basile   = "Basile et al., Empirical Software Engineering 27 (2022), section 3.3"
	ecdarGUI = "Larsen, Lorber, Nielsen and Nyman, mutation-based test-case generation with Ecdar (ICSTW 2017), as in " +
		"Ecdar-GUI"
	timeFor  = "Aichernig, Lorber and Nickovic, Time for mutants (TAP 2013)"
	aboutrab = "Aboutrab, Brockway, Counsell and Hierons, Testing real-time embedded systems using timed automata based " +
		"approaches (JSS 86, 2013)"
)

// Operators lists all of them; reports, the page and the command line follow its order.
var Operators = []*Operator{
	{
		Operator: report.Operator{
			Name: "TMI", Title: "Transition missing", Paper: true, Source: basile, Summary: "removes an edge",
			Before: "a -> b { sync go!; }, b -> a { sync back!; }", After: "a -> b { sync go!; }",
		},
		sites: eachEdge, apply: removeEdge,
	},
	{
		Operator: report.Operator{
			Name: "TAD", Title: "Transition add", Paper: true, Source: basile,
			Summary: "adds, between any two locations, a copy of the first edge with an action of its own, once as an input " +
				"and once as an output",
			Before: "a -> b { guard x > 1; sync go!; }",
			After:  "a -> b { guard x > 1; sync go!; }, b -u-> a { guard x > 1; sync dummy!; }",
		},
		sites: newEdges, apply: addEdge, detail: newEdgeDetail,
	},
	{
		Operator: report.Operator{
			Name: "SMI", Title: "State missing", Paper: true, Source: basile,
			Summary: "removes a location other than the initial one, and all its edges",
			Before:  "state a, b; init a; trans a -> b { sync go!; };", After: "state a; init a;",
		},
		sites: otherLocations, apply: removeLocation,
	},
	{
		Operator: report.Operator{
			Name: "CXL", Title: "Constant exchange larger", Paper: true, Source: basile,
			Summary: "adds one to the constant of a guard or an invariant that is one constraint on one clock",
			Before:  "guard x <= 5;", After: "guard x <= 6;",
		},
		sites: constants(+1), apply: exchangeConstant,
	},
	{
		Operator: report.Operator{
			Name: "CXS", Title: "Constant exchange smaller", Paper: true, Source: basile,
			Summary: "takes one from the constant of such a guard or invariant, where that is at least two",
			Before:  "guard x <= 5;", After: "guard x <= 4;",
		},
		sites: constants(-1), apply: exchangeConstant,
	},
	{
		Operator: report.Operator{
			Name: "CCN", Title: "Clock constraint negation", Paper: true, Source: basile,
			Summary: "negates a guard that is one constraint on one clock, equations excepted",
			Before:  "guard x <= 5;", After: "guard x > 5;",
		},
		sites: negatable, apply: negateConstraint,
	},
	{
		Operator: report.Operator{
			Name: "CSR", Title: "Change source", Source: ecdarGUI,
			Summary: "makes an edge leave another location", Before: "a -> b { sync go!; }",
			After: "c -> b { sync go!; }",
		},
		sites: otherEnds(func(e *model.Edge) int { return e.Source }), apply: changeSource, detail: targetDetail,
	},
	{
		Operator: report.Operator{
			Name: "CTG", Title: "Change target", Source: ecdarGUI,
			Summary: "makes an edge enter another location", Before: "a -> b { sync go!; }",
			After: "a -> c { sync go!; }",
		},
		sites: otherEnds(func(e *model.Edge) int { return e.Target }), apply: changeTarget, detail: targetDetail,
	},
	{
		Operator: report.Operator{
			Name: "CAC", Title: "Change action", Source: ecdarGUI,
			Summary: "replaces the input of an input edge with another, the output of an output edge with another",
			Before:  "sync go!;", After: "sync stop!;",
		},
		sites: otherActions, apply: changeAction, detail: nameDetail,
	},
	{
		Operator: report.Operator{
			Name: "CGC", Title: "Change guard constant", Source: ecdarGUI,
			Summary: "adds one to or takes one from a constant of a clock constraint anywhere in a guard",
			Before:  "guard n == 0 && x <= 5;", After: "guard n == 0 && x <= 6;",
		},
		sites: guardConstants, apply: changeGuardAtom, detail: atomDetail,
	},
	{
		Operator: report.Operator{
			Name: "CGO", Title: "Change guard operator", Source: ecdarGUI,
			Summary: "makes a comparison in a guard another one: of a clock <= or >, of a variable any of the six",
			Before:  "guard x < 5;", After: "guard x <= 5;",
		},
		sites: guardOperators, apply: changeGuardAtom, detail: atomDetail,
	},
	{
		Operator: report.Operator{
			Name: "CIV", Title: "Change invariant", Source: ecdarGUI,
			Summary: "adds one to the constant of a clock constraint anywhere in an invariant",
			Before:  "state a { x <= 5 && y <= 3 };", After: "state a { x <= 6 && y <= 3 };",
		},
		sites: invariantConstants, apply: changeInvariantAtom, detail: atomDetail,
	},
	{
		Operator: report.Operator{
			Name: "CVU", Title: "Change variable update", Source: ecdarGUI,
			Summary: "assigns another value of its range to a variable", Before: "assign on = 1;",
			After: "assign on = 0;",
		},
		sites: otherValues, apply: changeValue, detail: valueDetail,
	},
	{
		Operator: report.Operator{
			Name: "SNK", Title: "Sink location", Source: ecdarGUI,
			Summary: "leads an edge to a new location that ignores every input and never makes an output",
			Before:  "a -> b { sync go!; }", After: "a -> sink { sync go!; }",
		},
		sites: eachEdge, apply: toSink,
	},
	{
		Operator: report.Operator{
			Name: "IRS", Title: "Invert reset", Source: ecdarGUI,
			Summary: "drops the reset of a clock from an edge, or adds it", Before: "assign x = 0;",
			After: "assign x = 0, y = 0;",
		},
		sites: eachReset, apply: invertReset, detail: nameDetail,
	},
	{
		Operator: report.Operator{
			Name: "NGD", Title: "Negate guard", Source: timeFor,
			Summary: "negates the whole guard of an edge, whatever it is made of",
			Before:  "guard n == 0 && x <= 5;", After: "guard n != 0 || x > 5;",
		},
		sites: guarded, apply: negateGuard,
	},
	{
		Operator: report.Operator{
			Name: "XCK", Title: "Exchange clock", Source: aboutrab,
			Summary: "compares another clock in a constraint of a guard", Before: "guard x <= 5;",
			After: "guard y <= 5;",
		},
		sites: otherClocks, apply: exchangeClock, detail: clockDetail,
	},
	{
		Operator: report.Operator{
			Name: "STC", Title: "Shift timing constraint", Source: aboutrab,
			Summary: "moves the window of a guard that bounds a clock from both sides one unit later or earlier",
			Before:  "guard x >= 2 && x <= 5;", After: "guard x >= 3 && x <= 6;",
		},
		sites: windows, apply: shiftWindow, detail: shiftDetail,
	},
}

// OperatorNamed finds an operator, or gives nil.
func OperatorNamed(name string) *Operator {
	for _, op := range Operators {
		if op.Name == name {
			return op
		}
	}
	return nil
}

// onInvariant tells whether a mutation changes an invariant.
func (op *Operator) onInvariant(m Mutation) bool {
	return m.Edge < 0 && (op.Name == "CXL" || op.Name == "CXS" || op.Name == "CIV")
}

// The six operators of the paper. Where each applies is fixed by the numbers of mutants that the
// paper reports; docs/timed.md counts them.

func eachEdge(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, _ *model.Edge) { emit(Mutation{Edge: i, Location: -1}) })
}

func removeEdge(s Subject, m Mutation) *model.Automaton {
	return s.Automaton.WithoutEdges(func(i int, _ *model.Edge) bool { return i == m.Edge })
}

// newEdges is every ordered pair of locations, loops included, once with an input and once with an
// output.
func newEdges(s Subject, emit func(Mutation)) {
	for _, output := range []bool{false, true} {
		s.Automaton.Present(func(from int, l *model.Location) {
			if l.Kind != model.Normal {
				return
			}
			s.Automaton.Present(func(to int, _ *model.Location) {
				emit(Mutation{Edge: -1, Location: from, Target: to, Output: output})
			})
		})
	}
}

// addEdge clones the first edge of the text: guard and updates stay, source, target and action are
// new (section 5.2). The action occurs nowhere else, which keeps the mutant deterministic; inputs and
// outputs have different ones, so that both fit into one family.
func addEdge(s Subject, m Mutation) *model.Automaton {
	var e model.Edge
	if len(s.Automaton.Edges) > 0 {
		first := s.Automaton.Edges[0]
		e = model.Edge{Guard: first.Guard, Updates: first.Updates}
	}
	name := s.Automaton.Fresh(dummyName(m.Output))
	e.ID, e.Action, e.Source, e.Target, e.Output = name, name, m.Location, m.Target, m.Output
	return s.Automaton.WithNewEdge(&e)
}

func dummyName(output bool) string {
	if output {
		return "dummy"
	}
	return "dummy_in"
}

func newEdgeDetail(s Subject, m Mutation) string {
	kind := "?"
	if m.Output {
		kind = "!"
	}
	return "->" + s.Automaton.Locations[m.Target].ID + kind
}

func otherLocations(s Subject, emit func(Mutation)) {
	s.Automaton.Present(func(i int, _ *model.Location) {
		if i != s.Automaton.Initial {
			emit(Mutation{Edge: -1, Location: i})
		}
	})
}

func removeLocation(s Subject, m Mutation) *model.Automaton {
	l := *s.Automaton.Locations[m.Location]
	l.Removed = true
	return s.Automaton.WithLocation(m.Location, &l).WithoutEdges(func(_ int, e *model.Edge) bool {
		return e.Source == m.Location || e.Target == m.Location
	})
}

// constants is every simple guard and every simple invariant; a constant below two is not made
// smaller.
func constants(by int64) func(s Subject, emit func(Mutation)) {
	return func(s Subject, emit func(Mutation)) {
		fits := func(c model.Constraint, ok bool) bool { return ok && (by > 0 || c.Bound >= 2) }
		s.Automaton.Mutable(func(i int, _ *model.Edge) {
			if c, ok := s.SimpleGuard(i); fits(c, ok) {
				emit(Mutation{Edge: i, Location: -1, Value: c.Bound + by})
			}
		})
		s.Automaton.Present(func(i int, _ *model.Location) {
			if c, ok := s.SimpleInvariant(i); fits(c, ok) {
				emit(Mutation{Edge: -1, Location: i, Value: c.Bound + by})
			}
		})
	}
}

func exchangeConstant(s Subject, m Mutation) *model.Automaton {
	if m.Edge >= 0 {
		e := s.Automaton.Edges[m.Edge]
		c, _ := s.SimpleGuard(m.Edge)
		return s.Automaton.WithGuard(m.Edge, expr.Replace(e.Guard, c.Const, number(c.Const, m.Value)))
	}
	l := s.Automaton.Locations[m.Location]
	c, _ := s.SimpleInvariant(m.Location)
	return s.Automaton.WithInvariant(m.Location, expr.Replace(l.Invariant, c.Const, number(c.Const, m.Value)))
}

// number is a constant that stands where another expression stood.
func number(at *expr.Expr, v int64) *expr.Expr {
	n := expr.Num(v)
	n.Span, n.Outer = at.Span, at.Outer
	return n
}

func negatable(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, _ *model.Edge) {
		if c, ok := s.SimpleGuard(i); ok && c.Op != expr.Eq {
			emit(Mutation{Edge: i, Location: -1})
		}
	})
}

func negateConstraint(s Subject, m Mutation) *model.Automaton {
	g := *s.Automaton.Edges[m.Edge].Guard
	g.Op = opposite(g.Op)
	return s.Automaton.WithGuard(m.Edge, &g)
}

// opposite is the comparison that holds where op does not.
func opposite(op expr.Op) expr.Op {
	switch op {
	case expr.Lt:
		return expr.Ge
	case expr.Ge:
		return expr.Lt
	case expr.Gt:
		return expr.Le
	case expr.Le:
		return expr.Gt
	case expr.Eq:
		return expr.Ne
	}
	return expr.Eq
}

// Details of ids.

func targetDetail(s Subject, m Mutation) string {
	return ":" + s.Automaton.Locations[m.Target].ID
}

func nameDetail(_ Subject, m Mutation) string { return ":" + m.Name }

func valueDetail(_ Subject, m Mutation) string {
	return ":" + m.Name + "=" + strconv.FormatInt(m.Value, 10)
}

func clockDetail(_ Subject, m Mutation) string {
	return "#" + strconv.Itoa(m.Atom+1) + ":" + m.Name
}

func atomDetail(_ Subject, m Mutation) string {
	id := "#" + strconv.Itoa(m.Atom+1)
	if m.Op.Name == "CGO" {
		return id + spelling(m.Cmp)
	}
	return id + "=" + strconv.FormatInt(m.Value, 10)
}

func shiftDetail(_ Subject, m Mutation) string {
	if m.Value > 0 {
		return ":later"
	}
	return ":earlier"
}

// spelling of a comparison.
func spelling(op expr.Op) string {
	switch op {
	case expr.Lt:
		return "<"
	case expr.Le:
		return "<="
	case expr.Gt:
		return ">"
	case expr.Ge:
		return ">="
	case expr.Eq:
		return "=="
	}
	return "!="
}
