package action

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/sat"
)

// Verification of what the SAT engine claims, in another encoding: where the engine makes one
// functional step with choices as literals, steps here are a relation between two free states, all
// runs enumerated. Each claim is asked of solvers of its own that saw nothing else.

// An auditor checks claims about variants of one model.
type auditor struct {
	m   *model.Model
	inv invariant

	mu        sync.Mutex
	checked   bool // whether the invariant is one, which inductive tells
	inductive error
}

var errNoCheck = errors.New("the solver gave no answer")

// An audit is the check of one line of a report: what the SAT engine claims there.
type audit struct {
	*auditor
	c               *Checker
	noWrong, noLost string
	wide            bool // the states of the model were too many to enumerate
}

// auditor gives the checker of the claims of a mutant.
func (c *Checker) auditor(r report.Mutant, evidence []byte) (*audit, error) {
	a := &audit{c: c}
	inv, wide, err := decodeInvariant(c.model, evidence)
	if err != nil {
		return nil, err
	}
	if len(r.Evidence) > 0 {
		var shown struct{ NoLost, NoWrong string }
		if err := json.Unmarshal(r.Evidence, &shown); err != nil {
			return nil, fmt.Errorf("the evidence cannot be read: %v", err)
		}
		a.noWrong, a.noLost = shown.NoWrong, shown.NoLost
		own, there, err := decodeInvariant(c.model, r.Evidence)
		if err != nil {
			return nil, err
		}
		if there {
			inv = own
		}
	}
	a.wide = wide
	c.auditing.Lock()
	defer c.auditing.Unlock()
	if c.audits == nil || !slices.EqualFunc(c.audits.inv, inv, slices.Equal[clause]) {
		c.audits = &auditor{m: c.model, inv: inv}
	}
	a.auditor = c.audits
	return a, nil
}

// claims tells that the line is from the SAT engine, which says why nothing is wrong.
func (a *audit) claims() bool { return a.noWrong != "" }

// shortest checks that no trace is shorter: by the solver where the states are too many, unless the
// trace is longer than anybody would unroll.
func (a *audit) shortest(v *model.Variant, length int) error {
	if !a.wide || length > maxHorizon || beyondSAT(v.Spec)+beyondSAT(v.Impl) != "" {
		return a.c.verifyShortest(v, length)
	}
	if length == 0 {
		return nil
	}
	if err := a.confirm(context.Background(), wrongSteps(v), claim{byUnrolling, length - 1}); err != nil {
		return fmt.Errorf("that no trace is shorter: %w", err)
	}
	return nil
}

// satLimits are the budgets that the settings set the SAT engine.
func (c *Checker) satLimits() satLimits {
	c.auditing.Lock()
	defer c.auditing.Unlock()
	if c.audited.horizon == 0 {
		c.audited = newSATLimits(c.model, c.settings.Budget, c.settings.Depth)
	}
	return c.audited
}

// auditBudget checks that the solver's budget can have run out: steps are unrolled as far as the
// settings say, and each step takes one question, beside a few for proofs.
func (c *Checker) auditBudget(a *audit, r report.Mutant) error {
	lim := c.satLimits()
	noWrong, err := decodeClaim(a.noWrong)
	if err != nil && a.claims() {
		return err
	}
	if r.Reason == budgetDepth {
		if r.K != lim.horizon || lim.bounded {
			return fmt.Errorf("%d steps are unrolled, not %d", lim.horizon, r.K)
		}
		return nil
	}
	most := questions(r.K)
	if a.claims() && noWrong.proved() {
		most += questions(lim.horizon)
	}
	if lim.calls > most {
		return fmt.Errorf("the budget of calls is %d, and up to %d steps take at most %d", lim.calls, r.K, most)
	}
	return nil
}

// questions bounds the calls for one direction that ended after so many steps without an answer to
// the next: one a step, and those for proofs.
func questions(steps int) int { return steps + 2 + 4 }

// auditOpen checks what is claimed of a mutant about which the solver could not decide.
func (c *Checker) auditOpen(a *audit, v *model.Variant, r report.Mutant) error {
	if beyondSAT(v.Spec)+beyondSAT(v.Impl) != "" {
		return errors.New("the models are none for the SAT engine")
	}
	noWrong, err := decodeClaim(a.noWrong)
	if err != nil {
		return fmt.Errorf("that no step is wrong: %w", err)
	}
	k := noWrong.steps
	if noWrong.proved() {
		if a.noLost == "" {
			return errors.New("no step is wrong, and nothing is said of those that are lost")
		}
		noLost, err := decodeClaim(a.noLost)
		if err != nil {
			return fmt.Errorf("that no step is lost: %w", err)
		}
		if noLost.proved() {
			return errors.New("no step is wrong or lost: the verdict is not unknown")
		}
		k = noLost.steps
	}
	if k != r.K {
		return fmt.Errorf("the evidence speaks of %d steps, not %d", k, r.K)
	}
	return a.both(v)
}

// both checks the claims about the two directions, as far as they are made.
func (a *audit) both(v *model.Variant) error {
	most := max(a.c.satLimits().horizon, longestInduction)
	for _, text := range []string{a.noWrong, a.noLost} {
		if c, _ := decodeClaim(text); c.steps > most {
			return fmt.Errorf("the evidence claims %q, and no more than %d steps are looked at", text, most)
		}
	}
	if err := a.confirmText(context.Background(), wrongSteps(v), a.noWrong); err != nil {
		return fmt.Errorf("that no step is wrong: %w", err)
	}
	if err := a.confirmText(context.Background(), lostSteps(v), a.noLost); err != nil {
		return fmt.Errorf("that no step is lost: %w", err)
	}
	return nil
}

// auditUnkillable checks that an unkillable mutant makes no wrong step, and loses none or the one shown. What
// only holds up to some depth is no proof.
func (c *Checker) auditUnkillable(a *audit, v *model.Variant, r report.Mutant) error {
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return errors.New("the initial states differ")
	}
	if beyondSAT(v.Spec)+beyondSAT(v.Impl) != "" {
		return errors.New("the models are none for the SAT engine")
	}
	noWrong, err := decodeClaim(a.noWrong)
	if err != nil {
		return fmt.Errorf("that no step is wrong: %w", err)
	}
	loses := r.Reason == ReasonRefines
	noLost, err := decodeClaim(a.noLost)
	switch {
	case loses != (a.noLost == ""):
		return errors.New("the evidence speaks of what is lost in two ways")
	case !loses && err != nil:
		return fmt.Errorf("that no step is lost: %w", err)
	case !noWrong.proved() || !loses && !noLost.proved():
		return errors.New("the evidence holds up to some depth, which proves nothing")
	}
	if err := a.both(v); err != nil {
		return err
	}
	if loses {
		if err := c.verifyLost(v, r.Evidence); err != nil {
			return err
		}
	}
	return c.auditFault(v, r, noWrong)
}

// auditFault checks the unreachable fault, which there is unless no state has one.
func (c *Checker) auditFault(v *model.Variant, r report.Mutant, noWrong claim) error {
	if len(r.Detail(detailFault)) == 0 {
		if noWrong.how != nowhere {
			return errors.New("there is an unreachable fault, and none is shown")
		}
		return nil
	}
	_, err := c.verifyShownFault(v, r)
	return err
}

// confirm checks a claim that a direction has no deviation.
func (a *auditor) confirm(ctx context.Context, d *direction, c claim) error {
	switch c.how {
	case nowhere:
		return a.atEnd(d, a.free(ctx, 0), nil)
	case byInvariant:
		return errors.Join(a.checkInvariant(ctx), a.atEnd(d, a.free(ctx, 0), a.inv))
	case byInduction:
		return errors.Join(a.checkInvariant(ctx), a.atEnd(d, a.free(ctx, c.steps), a.inv), a.unroll(ctx, d, c.steps-1))
	}
	return a.unroll(ctx, d, c.steps)
}

// A trail is a sequence of free states in a solver, each related to the next by a step.
type trail struct {
	ctx    context.Context
	enc    encoder
	states [][]sat.Vec
}

// free gives a trail of n steps that begins anywhere.
func (a *auditor) free(ctx context.Context, n int) *trail {
	e := encoder{sat.New(), a.m}
	t := &trail{ctx, e, [][]sat.Vec{e.anywhere()}}
	for range n {
		t.extend()
	}
	return t
}

func (t *trail) extend() {
	next := t.enc.anywhere()
	t.enc.s.AddClause(t.enc.related(t.states[len(t.states)-1], next))
	t.states = append(t.states, next)
}

// related holds when some run of some entry leads from one state to the other.
func (e encoder) related(pre, post []sat.Vec) sat.Lit {
	some := e.s.False()
	for _, x := range e.m.Entries {
		e.eachEntry(x.Items, e.freshArgs(x), run{e.s.True(), pre}, func(r run) {
			some = e.s.Or(some, e.s.And(r.ok, e.s.EqAll(r.state, post)))
		})
	}
	return some
}

// deviates holds when some run of some entry leads from the state to where the other model leads
// by none with the same events.
func (t *trail) deviates(d *direction, pre []sat.Vec) sat.Lit {
	has, lacks := encoder{t.enc.s, d.has}, encoder{t.enc.s, d.lacks}
	some := t.enc.s.False()
	for _, i := range d.entries {
		x := d.has.Entries[i]
		args := has.freshArgs(x)
		has.eachEntry(x.Items, args, run{has.s.True(), pre}, func(r run) {
			allowed := lacks.allows(model.EventsName(x), args, pre, r.state)
			some = has.s.Or(some, has.s.And(r.ok, allowed.Not()))
		})
	}
	return some
}

// refuted tells that literals cannot hold.
func (t *trail) refuted(what string, lits ...sat.Lit) error {
	switch t.enc.s.Solve(t.ctx, lits...) {
	case sat.Unsat:
		return nil
	case sat.Sat:
		return errors.New(what)
	}
	return errNoCheck
}

// atEnd checks that no trail through pairwise different states inside an invariant ends in a
// deviation.
func (a *auditor) atEnd(d *direction, t *trail, inv invariant) error {
	s := t.enc.s
	for i, state := range t.states {
		s.AddClause(inv.holds(t.enc, state))
		for _, before := range t.states[:i] {
			s.AddClause(s.EqAll(before, state).Not())
		}
	}
	return t.refuted("the proof does not hold", t.deviates(d, t.states[len(t.states)-1]))
}

// unroll checks that no state up to k steps from the start has a deviation.
func (a *auditor) unroll(ctx context.Context, d *direction, k int) error {
	e := encoder{sat.New(), a.m}
	t := &trail{ctx, e, [][]sat.Vec{e.initial()}}
	for i := 0; i <= k; i++ {
		if i > 0 {
			t.extend()
		}
		if err := t.refuted(fmt.Sprintf("after %d steps there is one", i), t.deviates(d, t.states[i])); err != nil {
			return err
		}
	}
	return nil
}

// checkInvariant checks once that the invariant holds initially and that no step breaks it.
func (a *auditor) checkInvariant(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.checked {
		a.inductive = a.induct(ctx)
		a.checked = ctx.Err() == nil
	}
	return a.inductive
}

func (a *auditor) induct(ctx context.Context) error {
	t := a.free(ctx, 1)
	t.enc.s.AddClause(a.inv.holds(t.enc, t.states[0]))
	for _, c := range a.inv {
		if !c.in(a.m.Init) {
			return errors.New("the invariant does not hold initially")
		}
		if err := t.refuted("a step breaks the invariant", t.enc.clause(c, t.states[1]).Not()); err != nil {
			return err
		}
	}
	return nil
}

// confirm checks the claims about a mutant that is not killed before they leave the engine, those for some depth only
// among them. That no trace of a killed mutant is shorter is left to verification.
func (g *symbolic) confirm(ctx context.Context, v *model.Variant, out *Outcome) error {
	g.mu.Lock()
	if g.audit == nil && g.found {
		g.audit = &auditor{m: g.m, inv: g.inv}
	}
	a := g.audit
	g.mu.Unlock()
	if a == nil {
		a = &auditor{m: g.m}
	}
	return errors.Join(a.confirmText(ctx, wrongSteps(v), out.NoWrong), a.confirmText(ctx, lostSteps(v), out.NoLost))
}

// confirmText checks a claim as evidence spells it; "" claims nothing.
func (a *auditor) confirmText(ctx context.Context, d *direction, text string) error {
	if text == "" {
		return nil
	}
	c, err := decodeClaim(text)
	if err != nil {
		return err
	}
	return a.confirm(ctx, d, c)
}
