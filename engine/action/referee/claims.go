package referee

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/sat"
)

// Claims of the SAT engine: why no reachable state has a wrong step, or one that loses a step.
//
// Idea: an invariant is a set of states that holds the initial one and that no step leaves; where no
// state in it has a wrong step the mutant makes none. Induction over n steps asks for less: no state
// that is reached in less than n steps has one, nor has any at the end of n steps between different
// states inside the invariant.
//
// Source: M. Sheeran, S. Singh and G. Stålmarck, "Checking safety properties using induction and a
// SAT-solver", FMCAD 2000.
//
// Deviation: nothing is looked for here. The proof is given; each of its parts is one question to a solver
// that has seen nothing else, or one for each clause of the invariant. Steps are a relation between two
// free states, not a function of choices.

// A claim says why no reachable state has a deviation.
type claim struct {
	how   string
	steps int // of an induction or an unrolling
}

const (
	nowhere   = "nowhere"   // no state of the types has one
	invariant = "invariant" // no state inside the invariant has one
	induction = "induction" // induction over so many steps
	unrolled  = "unrolled"  // none up to so many steps from the start has one: no proof
)

const (
	maxSteps     = 128 // of an unrolling, unless the settings ask for more
	maxInduction = 16
)

var errNoAnswer = errors.New("the solver gave no answer")

// claims are what the evidence of a mutant says.
type claims struct {
	noWrong, noLost string // "": nothing is claimed
	symbolic        bool   // the report shares an invariant, not a list of states
	proof           *proof // of the invariant that they use
}

// readClaims reads the claims of a mutant, and the invariant that they use: its own, or the one that the
// report's mutants share.
func (r *Referee) readClaims(own, shared []byte) (c claims, err error) {
	raw, symbolic, err := r.readInvariant(shared)
	if err != nil {
		return c, err
	}
	c.symbolic = symbolic
	if len(own) > 0 {
		var shown struct{ NoLost, NoWrong string }
		if err := json.Unmarshal(own, &shown); err != nil {
			return c, fmt.Errorf("the evidence cannot be read: %v", err)
		}
		c.noWrong, c.noLost = shown.NoWrong, shown.NoLost
		mine, there, err := r.readInvariant(own)
		if err != nil {
			return c, err
		}
		if there {
			raw = mine
		}
	}
	if c.proof = r.proofs[raw]; c.proof == nil {
		c.proof, err = readProof(r.m, raw)
		r.proofs[raw] = c.proof
	}
	return c, err
}

// readInvariant finds the invariant in evidence; it is not there where states were enumerated.
func (r *Referee) readInvariant(evidence []byte) (raw string, there bool, err error) {
	var shown struct {
		Invariant json.RawMessage `json:"invariant"`
		Variables []string        `json:"variables"`
	}
	if json.Unmarshal(evidence, &shown) != nil || len(shown.Invariant) == 0 {
		return "", false, nil
	}
	if shown.Variables != nil && !slices.Equal(shown.Variables, r.m.VarNames()) {
		return "", true, errors.New("the report's evidence is for other variables")
	}
	return string(shown.Invariant), true, nil
}

// readClaim reads why there is no deviation: invariant, induction 8.
func (r *Referee) readClaim(text string) (c claim, err error) {
	how, count, counted := strings.Cut(text, " ")
	c.how = how
	if counted {
		c.steps, err = strconv.Atoi(count)
	}
	most, known := map[string]int{nowhere: 0, invariant: 0, induction: maxInduction, unrolled: r.steps}[how]
	switch {
	case !known || counted != (most > 0) || err != nil || c.steps < 0:
		return c, fmt.Errorf("the evidence claims %q", text)
	case c.steps > most:
		return c, fmt.Errorf("the evidence claims %q, and no more than %d steps are looked at", text, most)
	}
	return c, nil
}

// proves tells a claim about all reachable states.
func (c claim) proves() bool { return c.how != unrolled }

// proved checks that an unkillable mutant makes no wrong step, and loses none or the one shown. What
// only holds up to some depth is no proof.
func (r *Referee) proved(ctx context.Context, v *model.Variant, mutant report.Mutant, c claims) error {
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return errInit
	}
	noWrong, err := r.readClaim(c.noWrong)
	if err != nil {
		return fmt.Errorf("that no step is wrong: %w", err)
	}
	refines := mutant.Reason == report.Refines
	noLost, err := r.readClaim(c.noLost)
	switch {
	case refines != (c.noLost == ""):
		return errors.New("the evidence speaks of what is lost in two ways")
	case !refines && err != nil:
		return fmt.Errorf("that no step is lost: %w", err)
	case !noWrong.proves() || !refines && !noLost.proves():
		return errors.New("the evidence holds up to some depth, which proves nothing")
	}
	if err := r.confirm(ctx, v, c); err != nil {
		return err
	}
	if refines {
		if err := r.lost(v, mutant.Evidence); err != nil {
			return err
		}
	}
	if loses, err := r.decide(v, few); err != nil && !errors.Is(err, model.ErrTooMany) {
		return err
	} else if err == nil && loses != refines {
		return fmt.Errorf("the reason is not %s", mutant.Reason)
	}
	if len(mutant.Detail(model.DetailFault)) > 0 {
		_, err := r.shownFault(v, mutant)
		return err
	}
	if noWrong.how != nowhere {
		return errors.New("there is an unreachable fault, and none is shown")
	}
	return nil
}

// open checks what is claimed of a mutant about which the solver could not decide.
func (r *Referee) open(ctx context.Context, v *model.Variant, k int, c claims) error {
	first, err := r.readClaim(c.noWrong)
	if err != nil {
		return fmt.Errorf("that no step is wrong: %w", err)
	}
	if first.proves() {
		if c.noLost == "" {
			return errors.New("no step is wrong, and nothing is said of those that are lost")
		}
		if first, err = r.readClaim(c.noLost); err != nil {
			return fmt.Errorf("that no step is lost: %w", err)
		}
		if first.proves() {
			return errors.New("no step is wrong or lost: the verdict is not unknown")
		}
	}
	if first.steps != k {
		return fmt.Errorf("the evidence speaks of %d steps, not %d", first.steps, k)
	}
	return r.confirm(ctx, v, c)
}

// Confirm checks what the SAT engine claims of a mutant beside its original, before it leaves the engine.
func (r *Referee) Confirm(ctx context.Context, v *model.Variant, own, shared []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.readClaims(own, shared)
	if err != nil {
		return err
	}
	return r.confirm(ctx, v, c)
}

// confirm checks the claims about the two directions, as far as they are made.
func (r *Referee) confirm(ctx context.Context, v *model.Variant, c claims) error {
	for _, d := range []struct {
		what, text string
		in         direction
	}{{"wrong", c.noWrong, wrongSteps(v)}, {"lost", c.noLost, lostSteps(v)}} {
		if d.text == "" {
			continue
		}
		why, err := r.readClaim(d.text)
		if err == nil {
			err = r.refuted(ctx, d.in, why, c.proof)
		}
		if err != nil {
			return fmt.Errorf("that no step is %s: %w", d.what, err)
		}
	}
	return nil
}

// A direction says which model deviates from which, and by which entries: the mutant from the original by
// wrong steps, the original from the mutant by those that are lost.
type direction struct {
	has, lacks *model.Model
	entries    []int // of has: the others are in both
}

func wrongSteps(v *model.Variant) direction { return direction{v.Impl, v.Spec, v.Changed} }
func lostSteps(v *model.Variant) direction  { return direction{v.Spec, v.Impl, v.Gone} }

// refuted checks a claim: that there is no deviation.
func (r *Referee) refuted(ctx context.Context, d direction, c claim, p *proof) error {
	if c.how == invariant || c.how == induction {
		if err := p.check(ctx, r.m); err != nil {
			return err
		}
	}
	switch c.how {
	case nowhere:
		return r.atEnd(ctx, d, 0, nil)
	case invariant:
		return r.atEnd(ctx, d, 0, p.clauses)
	case induction:
		if err := r.atEnd(ctx, d, c.steps, p.clauses); err != nil {
			return err
		}
		return r.fromStart(ctx, d, c.steps-1)
	}
	return r.fromStart(ctx, d, c.steps)
}

// atEnd checks that no run of so many steps through pairwise different states inside the invariant ends
// in a state with a deviation.
func (r *Referee) atEnd(ctx context.Context, d direction, steps int, inside []clause) error {
	c := newCircuits(r.m)
	run := [][]sat.Vec{c.anyState()}
	for range steps {
		run = append(run, c.extend(run[len(run)-1]))
	}
	for i, state := range run {
		for _, cl := range inside {
			c.s.AddClause(cl.circuit(c.s, state))
		}
		for _, before := range run[:i] {
			c.s.AddClause(c.s.EqAll(before, state).Not())
		}
	}
	return c.refute(ctx, "the proof does not hold", c.deviates(d, run[steps]))
}

// fromStart checks that no state up to so many steps from the initial one has a deviation.
func (r *Referee) fromStart(ctx context.Context, d direction, steps int) error {
	c := newCircuits(r.m)
	state := c.numbers(r.m.Init)
	for k := 0; k <= steps; k++ {
		if k > 0 {
			state = c.extend(state)
		}
		if err := c.refute(ctx, fmt.Sprintf("after %d steps there is one", k), c.deviates(d, state)); err != nil {
			return err
		}
	}
	return nil
}

// A proof is an invariant of the original, checked once when it is first used.
type proof struct {
	clauses []clause
	checked bool
	err     error
}

// readProof reads an invariant, a list of clauses, each a list of atoms of which one holds:
//
//	[[["x","<=",5]],[["x","!=",1],["y","<=","x",2]]]
//
// says that x <= 5, and that x != 1 or y <= x + 2. Without a text it says nothing.
func readProof(m *model.Model, raw string) (*proof, error) {
	p := &proof{}
	var shown [][][]json.RawMessage
	if raw != "" && json.Unmarshal([]byte(raw), &shown) != nil {
		return nil, errors.New("the invariant is no list of clauses")
	}
	for _, atoms := range shown {
		c := clause{}
		for _, parts := range atoms {
			a, err := readAtom(m, parts)
			if err != nil {
				return nil, err
			}
			c = append(c, a)
		}
		p.clauses = append(p.clauses, c)
	}
	return p, nil
}

// check asks for each clause whether it holds initially and whether a step from a state where all hold
// breaks it.
func (p *proof) check(ctx context.Context, m *model.Model) error {
	if p.checked {
		return p.err
	}
	p.err = p.inductive(ctx, m)
	p.checked = ctx.Err() == nil
	return p.err
}

func (p *proof) inductive(ctx context.Context, m *model.Model) error {
	c := newCircuits(m)
	pre := c.anyState()
	for _, cl := range p.clauses {
		c.s.AddClause(cl.circuit(c.s, pre))
	}
	post := c.extend(pre)
	for _, cl := range p.clauses {
		if !cl.holds(m.Init) {
			return errors.New("the invariant does not hold initially")
		}
		if err := c.refute(ctx, "a step breaks the invariant", cl.circuit(c.s, post).Not()); err != nil {
			return err
		}
	}
	return nil
}

// A clause is a disjunction of atoms.
type clause []atom

// An atom compares a variable with a constant, or with another variable plus a constant.
type atom struct {
	v, w  int // w is negative where there is none
	op    expr.Op
	added int64
}

var signs = map[string]expr.Op{"=": expr.Eq, "!=": expr.Ne, "<=": expr.Le, ">=": expr.Ge}

func readAtom(m *model.Model, parts []json.RawMessage) (a atom, err error) {
	a.w = -1
	if len(parts) != 3 && len(parts) != 4 {
		return a, fmt.Errorf("an atom of the invariant has %d parts, want 3 or 4", len(parts))
	}
	if a.v, err = readVar(m, parts[0]); err != nil {
		return a, err
	}
	if len(parts) == 4 {
		if a.w, err = readVar(m, parts[2]); err != nil {
			return a, err
		}
	}
	var sign string
	known := false
	if json.Unmarshal(parts[1], &sign) == nil {
		a.op, known = signs[sign]
	}
	if !known {
		return a, fmt.Errorf("an atom of the invariant compares by %s", parts[1])
	}
	if a.added, err = strconv.ParseInt(string(parts[len(parts)-1]), 10, 64); err != nil {
		return a, fmt.Errorf("the constant %s of the invariant is no integer", parts[len(parts)-1])
	}
	return a, nil
}

func readVar(m *model.Model, raw json.RawMessage) (int, error) {
	var name string
	if err := json.Unmarshal(raw, &name); err != nil {
		return 0, fmt.Errorf("the invariant has the variable %s", raw)
	}
	v := slices.Index(m.VarNames(), name)
	if v < 0 {
		return 0, fmt.Errorf("the invariant has the variable %q, which the model does not have", name)
	}
	return v, nil
}

// expr spells an atom in the language of models, over the variables by their place.
func (a atom) expr() *expr.Expr {
	name := func(v int) *expr.Expr { return &expr.Expr{Op: expr.Name, Type: expr.Int, Ref: v} }
	right := &expr.Expr{Op: expr.Const, Type: expr.Int, Value: a.added}
	if a.w >= 0 {
		right = &expr.Expr{Op: expr.Add, Type: expr.Int, Args: []*expr.Expr{name(a.w), right}}
	}
	return &expr.Expr{Op: a.op, Type: expr.Bool, Args: []*expr.Expr{name(a.v), right}}
}

// circuit is a clause over a state; a sum beyond 64 bits makes an atom false.
func (c clause) circuit(s *sat.Solver, state []sat.Vec) sat.Lit {
	some := s.False()
	for _, a := range c {
		v, fault := s.Compile(a.expr(), state, expr.Wide)
		some = s.Or(some, s.And(v.Truth(), fault.Not()))
	}
	return some
}

// holds evaluates a clause in a state.
func (c clause) holds(state []int64) bool {
	return slices.ContainsFunc(c, func(a atom) bool {
		v, fault := expr.Eval(a.expr(), state, expr.Wide)
		return fault == expr.NoFault && v == 1
	})
}
