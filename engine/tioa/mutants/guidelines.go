package mutants

import (
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// The guidelines of the paper (section 4.4): a static analysis that tells mutants which refine the
// model they are made from, and so cannot be killed, without a refinement check. Each rule is a
// lemma of section 4.1. The relation symbols, which the published text lost, are restored from its
// tables; strict and non-strict bounds behave alike. Of a pair both steps must break a rule, the
// second one judged on the first step's mutant: refinement is transitive.

// A Rule is a guideline, or a part of one.
type Rule struct {
	Number    string // of the guideline
	Lemma     string
	Because   string // why the mutant refines the model
	Extension bool   // not in the paper, see rule9
}

// The rules, in order. Lemma 4 makes two guidelines; which part belongs to which follows from what
// section 5.4 says of WFAS.
var (
	rule1 = &Rule{Number: "1", Lemma: "Lemma 1",
		Because: "the removed edge is an output: the mutant has fewer outputs"}
	rule2 = &Rule{Number: "2", Lemma: "Lemma 2", Because: "the added edge is an input: the mutant has more inputs"}
	rule3 = &Rule{Number: "3", Lemma: "Lemma 3",
		Because: "only outputs enter the removed location: only outputs vanish"}
	rule4 = &Rule{Number: "4", Lemma: "Lemma 4(i)",
		Because: "the upper bound on an input grows: the mutant accepts it for longer"}
	rule5dead = &Rule{Number: "5", Lemma: "Lemma 4(ii)",
		Because: "the invariant of the source keeps the clock from the new value: the output is never given"}
	rule5low = &Rule{Number: "5", Lemma: "Lemma 4(iii)",
		Because: "the lower bound on an output grows: the mutant gives it for less time"}
	rule6 = &Rule{Number: "6", Lemma: "Lemma 5",
		Because: "the lower bound of the invariant grows, and only outputs enter: there are fewer of them"}
	rule7 = &Rule{Number: "7", Lemma: "Lemma 6(i)",
		Because: "the upper bound on an output shrinks: the mutant gives it for less time"}
	rule8 = &Rule{Number: "8", Lemma: "Lemma 6(ii)",
		Because: "the lower bound on an input shrinks: the mutant accepts it for longer"}
	rule9 = &Rule{Number: "9", Lemma: "Lemma 7(i)",
		Because: "the upper bound of the invariant shrinks, and only outputs enter: there are fewer of them, and less delay"}
	rule10 = &Rule{Number: "10", Lemma: "Lemma 7(ii)",
		Because: "the lower bound of the invariant shrinks, and only inputs enter: there are more of them"}
	rule9reset = &Rule{Number: "9+", Lemma: "Lemma 7(i), extended", Extension: true,
		Because: "the upper bound of the invariant shrinks, and every input that enters sets the clock below the new " +
			"bound: no input is lost, and there is less delay"}
)

// Rules lists all of them.
var Rules = []*Rule{rule1, rule2, rule3, rule4, rule5dead, rule5low, rule6, rule7, rule8, rule9, rule10, rule9reset}

// Broken gives the rule that a mutation breaks, or nil. Rules of this project's own are left out
// unless extended is set.
func (s Subject) Broken(m Mutation, extended bool) *Rule {
	var r *Rule
	switch m.Op.Name {
	case "TMI":
		r = when(s.Automaton.Edges[m.Edge].Output, rule1)
	case "TAD":
		r = when(!m.Output, rule2)
	case "SMI":
		r = when(!s.Entered(m.Location, false), rule3)
	case "CXL":
		r = s.larger(m)
	case "CXS":
		r = s.smaller(m)
	}
	if r != nil && r.Extension && !extended {
		return nil
	}
	return r
}

func when(holds bool, r *Rule) *Rule {
	if holds {
		return r
	}
	return nil
}

// Entered tells whether an edge into a location, loops included, is an output, or an input.
func (s Subject) Entered(l int, output bool) bool {
	for _, e := range s.Automaton.Edges {
		if e.Target == l && e.Output == output {
			return true
		}
	}
	return false
}

// larger judges CXL: Lemmas 4 and 5.
func (s Subject) larger(m Mutation) *Rule {
	if m.Edge < 0 {
		c, _ := s.SimpleInvariant(m.Location)
		return when(lowerBound(c.Op) && !s.Entered(m.Location, false), rule6)
	}
	c, _ := s.SimpleGuard(m.Edge)
	e := s.Automaton.Edges[m.Edge]
	switch {
	case !e.Output:
		return when(Upper(c.Op), rule4)
	case c.Op == expr.Eq:
		inv, ok := s.SimpleInvariant(e.Source)
		return when(ok && Upper(inv.Op) && inv.X == c.X && inv.Bound == c.Bound, rule5dead)
	}
	return when(lowerBound(c.Op), rule5low)
}

// smaller judges CXS: Lemmas 6 and 7.
func (s Subject) smaller(m Mutation) *Rule {
	if m.Edge >= 0 {
		c, _ := s.SimpleGuard(m.Edge)
		if s.Automaton.Edges[m.Edge].Output {
			return when(Upper(c.Op), rule7)
		}
		return when(lowerBound(c.Op), rule8)
	}
	c, _ := s.SimpleInvariant(m.Location)
	switch {
	case lowerBound(c.Op):
		return when(!s.Entered(m.Location, true), rule10)
	case !Upper(c.Op):
		return nil
	case !s.Entered(m.Location, false):
		return rule9
	}
	return when(s.entersBelow(m.Location, c), rule9reset)
}

// entersBelow tells whether every input into a location sets the clock of its upper bound below
// the bound that is one smaller, or demands it.
func (s Subject) entersBelow(l int, c model.Constraint) bool {
	for i, e := range s.Automaton.Edges {
		if e.Target != l || e.Output {
			continue
		}
		value, set := s.assigned(e, c.X)
		if set {
			if value > c.Bound-1 || value == c.Bound-1 && c.Op == expr.Lt {
				return false
			}
			continue
		}
		g, ok := s.SimpleGuard(i)
		if !ok || g.X != c.X || !Upper(g.Op) || g.Bound > c.Bound-1 || g.Bound == c.Bound-1 && c.Op == expr.Lt &&
			g.Op == expr.Le {
			return false
		}
	}
	return true
}

// assigned gives the constant that an edge sets a clock to.
func (s Subject) assigned(e *model.Edge, clock string) (int64, bool) {
	for k := len(e.Updates) - 1; k >= 0; k-- {
		if e.Updates[k].Name == clock {
			return s.Model.Fold(s.Automaton, e.Updates[k].Value)
		}
	}
	return 0, false
}
