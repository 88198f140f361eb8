package tfsm

import (
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Mutation operators for a timed FSM add mutated transitions to a specification; what they add
// together is the mutation machine. Each is one entry of Operators. Faults are those that Section 2.2 of the
// paper names: output, transfer, timeouts, extra states.

// An Operator adds transitions.
type Operator struct {
	report.Operator // its example is a fragment of a specification, and what it adds or a mutant of it

	states func(c *Frame) []string // extra states that it needs; nil: none
	add    func(c *Frame) []model.Transition
}

const section22 = "the paper, Section 2.2"

// Operators in the order in which they are listed and applied.
var Operators = []Operator{
	{
		Operator: report.Operator{
			Name: "marked", Title: "Marked in the model", Paper: true,
			Summary: "the transitions that the model itself marks as mutated, with ~ for -",
			Source:  "the paper, Definition 3", Before: "s1 -4-> s4\ns1 ~3~> s4", After: "s1 -3-> s4",
		},
	},
	{
		Operator: report.Operator{
			Name: "output", Title: "Output fault", Summary: "a transition shows another output",
			Source: section22, Before: "s3 -a/x-> s3", After: "s3 -a/y-> s3",
		},
		add: outputFaults,
	},
	{
		Operator: report.Operator{
			Name: "transfer", Title: "Transfer fault", Summary: "a transition leads to another state",
			Source: section22, Before: "s3 -b/x-> s4", After: "s3 -b/x-> s3",
		},
		add: transferFaults,
	},
	{
		Operator: report.Operator{
			Name: "timeout-dec", Title: "Timeout decreased",
			Summary: "a timeout fires earlier; one that never fired leads to each other state after the largest delay",
			Source:  section22, Before: "s1 -4-> s4", After: "s1 -3-> s4",
		},
		add: decreased,
	},
	{
		Operator: report.Operator{
			Name: "timeout-inc", Title: "Timeout increased", Summary: "a timeout fires later",
			Source: section22, Before: "s3 -5-> s2", After: "s3 -6-> s2",
		},
		add: increased,
	},
	{
		Operator: report.Operator{
			Name: "timeout-inf", Title: "Timeout made infinite", Summary: "a timeout never fires",
			Source: "the paper, Section 5.1", Before: "s1 -4-> s4", After: "s1 -inf-> s4",
		},
		add: madeInfinite,
	},
	{
		Operator: report.Operator{
			Name: "timeout-transfer", Title: "Timeout transfer", Summary: "a timeout leads to another state",
			Source: section22, Before: "s3 -5-> s2", After: "s3 -5-> s1",
		},
		add: timeoutTransfers,
	},
	{
		Operator: report.Operator{
			Name: "extra-states", Title: "Extra states",
			Summary: "transitions may lead to further states, in which everything is allowed",
			Source:  section22, Before: "s1 -b/x-> s2", After: "s1 -b/x-> extra1\nextra1 ~*/*~> *",
		},
		states: extraStates, add: intoExtraStates,
	},
	{
		Operator: report.Operator{
			Name: "chaos", Title: "Chaos",
			Summary: "every transition and every timeout up to the largest delay is allowed",
			Source:  "the paper, Section 5.1", Before: "s1 -a/x-> s1", After: "* ~*/*~> *\n* ~1..5|inf~> *",
		},
		add: chaos,
	},
	{
		Operator: report.Operator{
			Name: "any", Title: "Any output and any state",
			Summary: "a transition shows any output and leads to any state: all machines with at most so many states, " +
				"their timeouts as specified",
			Source: section22, Before: "s1 -a/x-> s1", After: "s1 -a/y-> s4",
		},
		add: anything,
	},
}

// Limits restrict what operators touch and say what they may choose.
type Limits struct {
	States   []string    // only transitions that leave these; nil: all
	Inputs   []string    // only transitions by these; nil: all; timeouts are none of them
	Timeouts bool        // with Inputs: timeouts too
	MaxDelay model.Delay // largest delay that is made; 0: two more than the specification's largest
	Near     bool        // only the next delays down and up, not all of them
	Extra    int         // extra states; 0: one
}

// manyDelays is the number of delays above which an operator makes only the next and the last.
const manyDelays = 16

// A Frame is the specification that operators look at.
type Frame struct {
	m      *model.Model
	limits Limits
	spec   []model.Transition // those that may be touched
	extra  []int              // states that extra-states added
}

// Added says what one operator added.
type Added struct {
	Operator    string
	Transitions []model.Transition
}

// Mutate builds the mutation machine that operators make of a model's specification. Without
// "marked" the model's own mutated transitions are left out. What an earlier operator has added is
// not added again.
func Mutate(m *model.Model, names []string, l Limits) (*model.Model, []Added, error) {
	if err := l.check(m); err != nil {
		return nil, nil, err
	}
	out := m
	if !slices.Contains(names, "marked") {
		out = m.SpecificationOnly()
	}
	var log []Added
	for _, op := range Operators {
		if !slices.Contains(names, op.Name) {
			continue
		}
		before := len(out.Transitions)
		if op.Name == "marked" {
			log = append(log, Added{op.Name, out.MutatedTransitions()})
			continue
		}
		c := &Frame{m: out, limits: l}
		if op.states != nil {
			fresh := op.states(c)
			for i := range fresh {
				c.extra = append(c.extra, len(out.States)+i)
			}
			c.m = out.With(fresh, nil)
		}
		c.spec = touched(c.m, l)
		out = c.m.With(nil, op.add(c))
		log = append(log, Added{op.Name, out.Transitions[before:]})
		if len(out.Transitions) > model.MaxTransitions {
			return nil, nil, fmt.Errorf(
				"operator %s makes more than %d transitions: restrict it to some states or inputs",
				op.Name,
				model.MaxTransitions,
			)
		}
	}
	return out.MarkProtected(), log, nil
}

func (l Limits) check(m *model.Model) error {
	for _, list := range []struct {
		what         string
		names, known []string
	}{{"state", l.States, m.States}, {"input", l.Inputs, m.Inputs}} {
		for _, n := range list.names {
			if !slices.Contains(list.known, n) {
				hint := source.DidYouMean(n, list.known)
				if hint != "" {
					hint = " (" + hint + ")"
				}
				return fmt.Errorf("the machine has no %s '%s'%s", list.what, n, hint)
			}
		}
	}
	if l.Extra < 0 || l.Extra > 8 {
		return fmt.Errorf("got %d extra states, want 1 to 8", l.Extra)
	}
	return nil
}

// touched lists the specification's transitions within the limits.
func touched(m *model.Model, l Limits) []model.Transition {
	var list []model.Transition
	for _, t := range m.Transitions {
		if t.Mutated || l.States != nil && !slices.Contains(l.States, m.States[t.From]) {
			continue
		}
		if l.Inputs != nil &&
			(t.IsTimeout() && !l.Timeouts || !t.IsTimeout() && !slices.Contains(l.Inputs, m.Inputs[t.Input])) {
			continue
		}
		list = append(list, t)
	}
	return list
}

// top is the largest delay that operators make.
func (c *Frame) top() model.Delay {
	if c.limits.MaxDelay > 0 {
		return c.limits.MaxDelay
	}
	return c.m.MaxTimeout() + 2
}

func outputFaults(c *Frame) (list []model.Transition) {
	for _, t := range c.spec {
		if t.IsTimeout() {
			continue
		}
		for o := range c.m.Outputs {
			list = append(list, model.Transition{From: t.From, Input: t.Input, Output: o, To: t.To})
		}
	}
	return list
}

func transferFaults(c *Frame) (list []model.Transition) {
	for _, t := range c.spec {
		if !t.IsTimeout() {
			list = append(list, c.elsewhere(t)...)
		}
	}
	return list
}

// elsewhere leads a transition to each state of the specification.
func (c *Frame) elsewhere(t model.Transition) (list []model.Transition) {
	for s := range c.m.States {
		if !c.m.Extra[s] {
			list = append(list, model.Transition{From: t.From, Input: t.Input, Output: t.Output, Delay: t.Delay, To: s})
		}
	}
	return list
}

// timeoutsWithin gives the finite timeouts that may be touched.
func (c *Frame) timeoutsWithin() (list []model.Transition) {
	for _, t := range c.spec {
		if t.IsTimeout() && t.Delay != model.Inf {
			list = append(list, t)
		}
	}
	return list
}

func decreased(c *Frame) (list []model.Transition) {
	for _, t := range c.timeoutsWithin() {
		for _, d := range c.between(1, t.Delay-1, t.Delay-1, 1) {
			list = append(list, timeoutOf(t, d, t.To))
		}
	}
	for _, t := range c.spec {
		if !t.IsTimeout() || t.Delay != model.Inf {
			continue
		}
		for s := range c.m.States {
			if s != t.From && !c.m.Extra[s] {
				list = append(list, timeoutOf(t, c.top(), s))
			}
		}
	}
	return list
}

func increased(c *Frame) (list []model.Transition) {
	for _, t := range c.timeoutsWithin() {
		for _, d := range c.between(t.Delay+1, c.top(), t.Delay+1, c.top()) {
			list = append(list, timeoutOf(t, d, t.To))
		}
	}
	return list
}

// between lists the delays from lo to hi; where only near ones are wanted or there are many, the next
// and the last.
func (c *Frame) between(lo, hi, next, last model.Delay) (list []model.Delay) {
	if hi < lo {
		return nil
	}
	if c.limits.Near {
		return []model.Delay{next}
	}
	if hi-lo >= manyDelays {
		return []model.Delay{next, last}
	}
	for d := lo; d <= hi; d++ {
		list = append(list, d)
	}
	return list
}

func timeoutOf(t model.Transition, d model.Delay, to int) model.Transition {
	return model.Transition{From: t.From, Input: -1, Output: -1, Delay: d, To: to}
}

func madeInfinite(c *Frame) (list []model.Transition) {
	for _, t := range c.timeoutsWithin() {
		list = append(list, timeoutOf(t, model.Inf, t.To))
	}
	return list
}

func timeoutTransfers(c *Frame) (list []model.Transition) {
	for _, t := range c.timeoutsWithin() {
		list = append(list, c.elsewhere(t)...)
	}
	return list
}

// extraStates names states that the model has not.
func extraStates(c *Frame) (names []string) {
	for k := 1; len(names) < max(c.limits.Extra, 1); k++ {
		if name := c.m.FreshState(k); !slices.Contains(c.m.States, name) {
			names = append(names, name)
		}
	}
	return names
}

// intoExtraStates leads the transitions that may be touched to the extra states, where everything goes.
func intoExtraStates(c *Frame) (list []model.Transition) {
	for _, t := range c.spec {
		for _, x := range c.extra {
			if t.Delay != model.Inf {
				list = append(list, model.Transition{From: t.From, Input: t.Input, Output: t.Output, Delay: t.Delay, To: x})
			}
		}
	}
	for _, x := range c.extra {
		list = append(list, c.everything(x, true, func(int) bool { return true })...)
	}
	return list
}

func chaos(c *Frame) []model.Transition {
	return c.fromEach(c.limits.Inputs == nil || c.limits.Timeouts)
}

func anything(c *Frame) []model.Transition { return c.fromEach(false) }

// fromEach lists all transitions that can leave the states that may be touched.
func (c *Frame) fromEach(timeouts bool) (list []model.Transition) {
	seen := map[int]bool{}
	for _, t := range c.spec {
		if seen[t.From] {
			continue
		}
		seen[t.From] = true
		list = append(list, c.everything(t.From, timeouts, func(i int) bool {
			return c.limits.Inputs == nil || slices.Contains(c.limits.Inputs, c.m.Inputs[i])
		})...)
	}
	return list
}

// everything lists all transitions that can leave a state. Infinite timeouts are one, whatever their
// target.
func (c *Frame) everything(from int, timeouts bool, input func(i int) bool) (list []model.Transition) {
	for i := range c.m.Inputs {
		if !input(i) {
			continue
		}
		for o := range c.m.Outputs {
			for to := range c.m.States {
				list = append(list, model.Transition{From: from, Input: i, Output: o, To: to})
			}
		}
	}
	if !timeouts {
		return list
	}
	base := model.Transition{From: from}
	for _, d := range c.between(1, c.top(), 1, c.top()) {
		for to := range c.m.States {
			list = append(list, timeoutOf(base, d, to))
		}
	}
	if !c.m.HasInfinite(from) {
		list = append(list, timeoutOf(base, model.Inf, from))
	}
	return list
}

// OperatorNames lists all operators.
func OperatorNames() []string {
	names := make([]string, len(Operators))
	for i, op := range Operators {
		names[i] = op.Name
	}
	return names
}
