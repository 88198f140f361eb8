package tfsm

import (
	"slices"

	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The mutants of a domain as a formula, and the tests that they must survive.
//
// A group of input transitions is coded as one output and one target out of those it has, with
// the pairs that it lacks forbidden; a group of timeouts as order literals [delay ≥ d], which make "has
// not fired after w" one literal, and one target. That is linear where one variable for each
// transition, as in the paper's Section 3.3, needs a quadratic at-most-one or a ladder of the same size.
//
// Tests are coded as a graph (the paper's combs are its paths), see dag.go.

// An encoder holds a solver and what its literals mean.
type encoder struct {
	d      *Domain
	solver *sat.Solver
	groups []groupCode
	avoids map[avoidKey]sat.Lit

	written int // clauses
}

// A groupCode gives literals for the parts of a group's choices.
type groupCode struct {
	outputs oneHot        // input groups
	delays  []model.Delay // ascending. Timeout groups
	least   []sat.Lit     // by delays: [delay ≥ it]; the first is true
	targets oneHot        // states
}

// A oneHot is a value out of those that occur, ascending, with the literal of each.
type oneHot struct {
	values []int
	lits   []sat.Lit
}

// of gives the literal of a value, zero where it does not occur.
func (h *oneHot) of(v int) sat.Lit {
	if i, ok := slices.BinarySearch(h.values, v); ok {
		return h.lits[i]
	}
	return 0
}

type avoidKey struct {
	g   int
	set string
}

func newEncoder(d *Domain) *encoder { return encoderOn(d, sat.NewCounted()) }

func encoderOn(d *Domain, solver *sat.Solver) *encoder {
	e := &encoder{d: d, solver: solver, groups: make([]groupCode, len(d.Groups)), avoids: map[avoidKey]sat.Lit{}}
	for g := range d.Groups {
		if d.Groups[g].Input < 0 {
			e.codeTimeouts(g)
		} else {
			e.codeInput(g)
		}
	}
	e.breakSymmetry(d.symmetry())
	return e
}

// clause adds a clause without the literals that are always false, or not at all when one is
// always true.
func (e *encoder) clause(lits ...sat.Lit) {
	kept := lits[:0]
	for _, l := range lits {
		if l == e.solver.True() {
			return
		}
		if l != e.solver.False() {
			kept = append(kept, l)
		}
	}
	e.written++
	e.solver.AddClause(kept...)
}

// implies demands a literal when all of the others hold.
func (e *encoder) implies(then sat.Lit, when ...sat.Lit) {
	clause := make([]sat.Lit, 0, len(when)+1)
	for _, l := range when {
		clause = append(clause, l.Not())
	}
	e.clause(append(clause, then)...)
}

// oneOf makes literals for the values, given in any order and repeatedly, exactly one of which holds.
func (e *encoder) oneOf(values []int) oneHot {
	slices.Sort(values)
	values = slices.Compact(values)
	if len(values) == 1 {
		return oneHot{values, []sat.Lit{e.solver.True()}}
	}
	lits := e.solver.NewLits(len(values))
	if len(lits) > 0 {
		e.solver.ExactlyOne(lits...)
	}
	return oneHot{values, lits}
}

func (e *encoder) codeInput(g int) {
	group, code := &e.d.Groups[g], &e.groups[g]
	outputs, targets := make([]int, len(group.Choices)), make([]int, len(group.Choices))
	for i, c := range group.Choices {
		outputs[i], targets[i] = c.Output, c.To
	}
	code.outputs, code.targets = e.oneOf(outputs), e.oneOf(targets)
	for i, o := range code.outputs.values {
		e.targetsOf(code, []sat.Lit{code.outputs.lits[i].Not()}, func(c Choice) bool { return c.Output == o }, group)
	}
}

func (e *encoder) codeTimeouts(g int) {
	group, code := &e.d.Groups[g], &e.groups[g]
	var targets []int
	for _, c := range group.Choices {
		if c.Delay != model.Inf {
			targets = append(targets, c.To)
		}
		code.delays = insertDelay(code.delays, c.Delay)
	}
	code.targets = e.oneOf(targets)
	for j := range code.delays {
		if j == 0 {
			code.least = append(code.least, e.solver.True())
			continue
		}
		l := e.solver.NewLit()
		code.least = append(code.least, l)
		e.clause(l.Not(), code.least[j-1])
	}
	for j, d := range code.delays {
		if d != model.Inf {
			e.targetsOf(code, e.notDelay(code, j), func(c Choice) bool { return c.Delay == d }, group)
		}
	}
}

// insertDelay keeps delays ascending and different.
func insertDelay(ds []model.Delay, d model.Delay) []model.Delay {
	i := 0
	for i < len(ds) && ds[i] < d {
		i++
	}
	if i < len(ds) && ds[i] == d {
		return ds
	}
	ds = append(ds, 0)
	copy(ds[i+1:], ds[i:])
	ds[i] = d
	return ds
}

// targetsOf demands, unless one of the literals holds, a target of the choices that match.
func (e *encoder) targetsOf(code *groupCode, unless []sat.Lit, match func(Choice) bool, group *Group) {
	targets := &code.targets
	has := make([]bool, len(targets.values))
	for _, c := range group.Choices {
		if i, ok := slices.BinarySearch(targets.values, c.To); ok {
			has[i] = has[i] || match(c)
		}
	}
	clause := append([]sat.Lit(nil), unless...)
	missing := false
	for i, lit := range targets.lits {
		if has[i] {
			clause = append(clause, lit)
		}
		missing = missing || !has[i]
	}
	if missing {
		e.clause(clause...)
	}
}

// notDelay gives literals one of which holds unless the group's delay is its j-th.
func (e *encoder) notDelay(code *groupCode, j int) []sat.Lit {
	not := []sat.Lit{code.least[j].Not()}
	if j+1 < len(code.least) {
		not = append(not, code.least[j+1])
	}
	return not
}

// longer is the literal [delay > w].
func (e *encoder) longer(code *groupCode, w int64) sat.Lit {
	for j, d := range code.delays {
		if int64(d) > w {
			return code.least[j]
		}
	}
	return e.solver.False()
}

// not gives literals one of which holds unless the group takes the choice.
func (e *encoder) not(g, choice int) []sat.Lit {
	code, c := &e.groups[g], &e.d.Groups[g].Choices[choice]
	if e.d.Groups[g].Input >= 0 {
		return []sat.Lit{code.outputs.of(c.Output).Not(), code.targets.of(c.To).Not()}
	}
	for j, d := range code.delays {
		if d == c.Delay {
			not := e.notDelay(code, j)
			if d != model.Inf {
				not = append(not, code.targets.of(c.To).Not())
			}
			return not
		}
	}
	return nil
}

// avoid gives a literal that, when it holds, keeps the group out of a set of choices.
func (e *encoder) avoid(g int, set []bool) sat.Lit {
	name := make([]byte, len(set))
	for c, in := range set {
		if in {
			name[c] = 1
		}
	}
	key := avoidKey{g, string(name)}
	if l, ok := e.avoids[key]; ok {
		return l
	}
	l := e.solver.NewLit()
	e.avoids[key] = l
	for c, in := range set {
		if in {
			e.clause(append(e.not(g, c), l.Not())...)
		}
	}
	return l
}

// block excludes a cube for good.
func (e *encoder) block(c Cube) {
	var clause []sat.Lit
	for g, set := range c {
		if set == nil {
			continue
		}
		in, last := 0, 0
		for k, has := range set {
			if has {
				in, last = in+1, k
			}
		}
		switch in {
		case len(set):
		case 1:
			clause = append(clause, e.not(g, last)...)
		default:
			clause = append(clause, e.avoid(g, set))
		}
	}
	e.clause(clause...)
}

// selection reads the mutant that the last model is.
func (e *encoder) selection() Selection {
	sel := make(Selection, len(e.groups))
	for g := range sel {
		sel[g] = e.chosen(g)
	}
	return sel
}

func (e *encoder) chosen(g int) int {
	code := &e.groups[g]
	target := e.holding(&code.targets)
	output, delay := -1, model.Delay(0)
	if e.d.Groups[g].Input >= 0 {
		output = e.holding(&code.outputs)
	} else {
		for j, l := range code.least {
			if e.solver.Value(l) {
				delay = code.delays[j]
			}
		}
	}
	for c, choice := range e.d.Groups[g].Choices {
		if choice.Output == output && choice.Delay == delay && (choice.To == target || delay == model.Inf) {
			return c
		}
	}
	panic("tfsm: a model without a choice")
}

// holding gives the value that a model takes, -1 if there is none.
func (e *encoder) holding(h *oneHot) int {
	for i, l := range h.lits {
		if e.solver.Value(l) {
			return h.values[i]
		}
	}
	return -1
}
