// Package referee checks verdicts on mutants of action systems by the simplest means. It imports the
// language alone and no search, so that a fault of the search cannot hide in it. "The paper" is
// the one that package model is after.
//
//	referee.go   what a report says of a mutant, verdict by verdict
//	plain.go     reachable states, and what two models do in them, by plain evaluation
//	claims.go    why the SAT engine says that there is no wrong step: invariants, inductions
//	circuits.go  steps as circuits, for states that are too many to enumerate
//	trial.go     single tests
//
// All it needs is the texts of model and mutant and the evidence of the report. Each claim is asked
// again: that a trace exists and no shorter one does, that the reachable states are those listed, that
// an unkillable mutant is wrong in none of them, and that its reason holds. Where there is a proof
// about states too many to enumerate, the proof is checked, by circuits that are made here from the
// text; where the states are few they are looked at one by one as well.
package referee

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Referee checks verdicts on the mutants of one model, and remembers what it found out about that.
type Referee struct {
	m      *model.Model
	mu     sync.Mutex        // one verdict is checked at a time
	budget budget            // where there is no way but plain evaluation
	stored int               // states that the budget of the run holds
	steps  int               // no claim speaks of more
	reach  *reach            // set when first asked for
	other  *reach            // of the mutant that others were last called duplicates of
	proofs map[string]*proof // by the invariant as evidence spells it
}

// New prepares the check of verdicts from a run with these settings. The budgets of the run allow more than
// those of a referee have to.
func New(m *model.Model, s report.Settings) *Referee {
	stored := max(s.Budget.States, 0)
	states := max(many.states, stored)
	return &Referee{
		m:      m,
		budget: budget{states, states * (many.tried / many.states), many.compared},
		stored: cmp.Or(stored, many.states),
		steps:  max(maxSteps, s.Depth, s.Budget.Depth),
		proofs: map[string]*proof{},
	}
}

// Verify checks one judged mutant of a report; evidence is what the report's mutants share. The error
// says what does not hold. Of an unknown verdict it checks what is claimed to be known: whether a
// budget runs out only a search can tell.
func (r *Referee) Verify(ctx context.Context, mutant report.Mutant, evidence []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	impl, err := r.read(mutant)
	if mutant.Verdict == report.Invalid {
		return verifyInvalid(mutant, impl)
	}
	if err != nil {
		return err
	}
	if mutant.Original == mutant.Replacement && len(mutant.Edits) == 0 && mutant.Operator != handWritten {
		return errors.New("the edit changes nothing")
	}
	v, err := model.NewVariant(r.m, impl)
	if err != nil {
		return err
	}
	if err := wellShaped(mutant); err != nil {
		return err
	}
	if (mutant.Verdict != report.Unknown || mutant.K > 0) && !(v.Spec.Evaluable() && v.Impl.Evaluable()) {
		return fmt.Errorf("the verdict cannot be confirmed: %w", model.ErrTooMany)
	}
	c, err := r.readClaims(mutant.Evidence, evidence)
	if err != nil {
		return err
	}
	switch {
	case mutant.Verdict == report.Killed:
		return r.killed(ctx, v, mutant, c.symbolic)
	case mutant.Verdict == report.Unknown:
		return r.unknown(ctx, v, mutant, c)
	case c.noWrong != "":
		return r.proved(ctx, v, mutant, c)
	}
	return r.unkillable(v, mutant, evidence)
}

// handWritten is the operator of a mutant that a person wrote, who may change nothing but the layout.
const handWritten = "hand-written"

// read reads a mutant from its text, as somebody would who has the report alone.
func (r *Referee) read(mutant report.Mutant) (*model.Model, error) {
	f := r.m.File
	impl, diags := model.Parse(source.NewFile(f.Name, f.Mutated(mutant)))
	if impl == nil {
		return nil, fmt.Errorf("the mutant's text is no model: %s", diags[0].Message)
	}
	return impl, nil
}

func verifyInvalid(r report.Mutant, impl *model.Model) error {
	if impl != nil {
		return errors.New("the mutant is called invalid, and is a model")
	}
	if r.Reason != report.Overflow || len(r.Counterexample) > 0 {
		return fmt.Errorf("an invalid mutant has the reason %q", r.Reason)
	}
	return nil
}

// reasons are those of each verdict.
var reasons = map[string][]string{
	report.Killed:     {"", report.Init},
	report.Unkillable: {report.Equivalent, report.Refines},
	report.Unknown: {report.BudgetStates, report.BudgetSteps, report.BudgetDepth, report.BudgetSATCalls,
		report.BudgetChoices, report.BudgetArguments},
}

// wellShaped checks that a verdict comes with its own evidence, and no other.
func wellShaped(r report.Mutant) error {
	killed, unknown := r.Verdict == report.Killed, r.Verdict == report.Unknown
	switch {
	case reasons[r.Verdict] == nil:
		return fmt.Errorf("there is no verdict %q", r.Verdict)
	case killed != (len(r.Counterexample) > 0) || killed != (r.Length != nil):
		return fmt.Errorf("counterexample and length do not go with the verdict %s", r.Verdict)
	case r.Verdict != report.Unkillable && len(r.Detail(model.DetailFault)) > 0:
		return fmt.Errorf("an unreachable fault does not go with the verdict %s", r.Verdict)
	case (r.Strength == report.Bounded) != (r.K > 0) || (r.Strength == report.None) != (unknown && r.K == 0):
		return fmt.Errorf("the strength %q does not go with the verdict %s and k = %d", r.Strength, r.Verdict, r.K)
	case unknown != (r.Strength != report.Proved):
		return fmt.Errorf("the strength %q does not go with the verdict %s", r.Strength, r.Verdict)
	case !slices.Contains(reasons[r.Verdict], r.Reason):
		return fmt.Errorf("the verdict %s has no reason %q", r.Verdict, r.Reason)
	case !unknown && (r.Reason == report.Refines) != showsLost(r.Evidence):
		return errors.New("lost behaviour is shown exactly where the mutant refines the original")
	}
	return nil
}

func showsLost(evidence []byte) bool {
	var shown struct {
		Lost json.RawMessage `json:"lost"`
	}
	return json.Unmarshal(evidence, &shown) == nil && len(shown.Lost) > 0
}

var errInit = errors.New("the initial states differ")

// killed checks a counterexample, and that there is no shorter one.
func (r *Referee) killed(ctx context.Context, v *model.Variant, mutant report.Mutant, symbolic bool) error {
	x, err := r.m.ReadWitness(mutant.Counterexample)
	if err != nil {
		return err
	}
	steps := *mutant.Length
	if mutant.Reason == report.Init {
		return killedAtOnce(v, x, steps)
	}
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return errors.New("the initial states differ, which is not the reason given")
	}
	if !model.HasState(statesAfter(v.Spec, x.Trace)[steps], x.State) {
		return fmt.Errorf("the original cannot reach the state shown by the trace in %d steps", steps)
	}
	if err := replay(x, v.Impl, v.Spec); err != nil {
		return err
	}
	return r.shortest(ctx, v, steps, symbolic)
}

func killedAtOnce(v *model.Variant, x model.Shown, steps int) error {
	switch {
	case slices.Equal(v.Spec.Init, v.Impl.Init):
		return errors.New("the initial states do not differ")
	case !slices.Equal(x.State, v.Spec.Init) || !slices.Equal(x.Post, v.Impl.Init):
		return errors.New("the states shown are not the initial states")
	case len(x.Events) > 0 || len(x.Trace) > 0 || steps != 0:
		return errors.New("a changed initial state shows before the first event")
	}
	return nil
}

// shortest checks that no state that is reached in fewer steps is unsafe: one by one, or by the solver
// where a run left it to one and the states are not few.
func (r *Referee) shortest(ctx context.Context, v *model.Variant, steps int, symbolic bool) error {
	if steps == 0 {
		return nil
	}
	b := r.budget
	if symbolic && steps <= maxSteps {
		b = few
	}
	err := r.safe(v, steps-1, b)
	if errors.Is(err, model.ErrTooMany) && b == few {
		err = r.refuted(ctx, wrongSteps(v), claim{unrolled, steps - 1}, nil)
	}
	if errors.Is(err, model.ErrTooMany) || errors.Is(err, errNoAnswer) {
		return fmt.Errorf("that no trace is shorter cannot be confirmed: %w", err)
	}
	return err
}

// unkillable checks a mutant of which enumeration found no wrong step.
func (r *Referee) unkillable(v *model.Variant, mutant report.Mutant, evidence []byte) error {
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return errInit
	}
	if v.Same() {
		if mutant.Reason != report.Equivalent || len(mutant.Detail(model.DetailFault)) > 0 {
			return errors.New("the two models are the same, and equivalent without more")
		}
		return nil
	}
	if err := r.reachable(evidence); err != nil {
		return err
	}
	loses, err := r.decide(v, r.budget)
	if err != nil {
		return err
	}
	if err := r.loses(v, mutant, loses); err != nil {
		return err
	}
	return r.fault(v, mutant)
}

// loses checks the reason of an unkillable mutant, and the behaviour that it lost.
func (r *Referee) loses(v *model.Variant, mutant report.Mutant, loses bool) error {
	if loses != (mutant.Reason == report.Refines) {
		return fmt.Errorf("the reason is not %s", mutant.Reason)
	}
	if loses {
		return r.lost(v, mutant.Evidence)
	}
	return nil
}

// listed is from how many states on a report only counts them.
const listed = 10_000

// reachable checks that the states which the report lists, or counts, are those that can be reached.
func (r *Referee) reachable(evidence []byte) error {
	var shown struct {
		Depth     int       `json:"depth"`
		Reachable [][]int64 `json:"reachable"`
		States    *int      `json:"states"`
		Variables []string  `json:"variables"`
	}
	if err := json.Unmarshal(evidence, &shown); err != nil {
		return fmt.Errorf("the report's evidence cannot be read: %v", err)
	}
	if !slices.Equal(shown.Variables, r.m.VarNames()) {
		return errors.New("the report's evidence is for other variables")
	}
	states, err := r.within(toTheEnd, r.budget)
	if err != nil {
		return fmt.Errorf("the reachable states cannot be confirmed: %w", err)
	}
	switch n, deepest := len(states), r.reach.depth[len(states)-1]; {
	case shown.Depth != deepest:
		return fmt.Errorf("the deepest reachable state needs %d steps, not %d", deepest, shown.Depth)
	case shown.States != nil && *shown.States != n:
		return fmt.Errorf("%d states can be reached, not %d", n, *shown.States)
	case shown.Reachable == nil && n > listed:
		return nil
	}
	return sameStates(shown.Reachable, states)
}

func sameStates(shown, want [][]int64) error {
	left := map[string]bool{}
	for _, s := range want {
		left[key(s)] = true
	}
	for _, s := range shown {
		if !left[key(s)] {
			return fmt.Errorf("the state %d of the evidence cannot be reached, or is listed twice", s)
		}
		delete(left, key(s))
	}
	if len(left) > 0 {
		return fmt.Errorf("%d reachable states are missing from the evidence", len(left))
	}
	return nil
}

// lost checks the step that the original makes and the mutant does not.
func (r *Referee) lost(v *model.Variant, evidence []byte) error {
	x, err := r.m.ReadLost(evidence)
	if err != nil {
		return err
	}
	for _, states := range statesAfter(v.Spec, x.Trace) {
		if model.HasState(states, x.State) {
			return replay(x, v.Spec, v.Impl)
		}
	}
	return errors.New("the trace does not lead the original to the state where behaviour is lost")
}

// fault checks the unreachable fault, and that there is none where none is shown.
func (r *Referee) fault(v *model.Variant, mutant report.Mutant) error {
	if len(mutant.Detail(model.DetailFault)) == 0 {
		return r.noFault(v)
	}
	state, err := r.shownFault(v, mutant)
	if err == nil && r.reach.seen[key(state)] {
		err = errors.New("the state of the unreachable fault can be reached")
	}
	return err
}

// shownFault checks that the mutant makes a wrong step in the state shown, and gives it.
func (r *Referee) shownFault(v *model.Variant, mutant report.Mutant) ([]int64, error) {
	x, err := r.m.ReadWitness(mutant.Detail(model.DetailFault))
	if err != nil {
		return nil, err
	}
	if !r.m.InTypes(x.State) {
		return nil, errors.New("the state of the unreachable fault is outside the types")
	}
	return x.State, replay(x, v.Impl, v.Spec)
}

// maxFaultStates bounds the states among which an unreachable fault is looked for. It is information
// beside the verdict.
const maxFaultStates = 20_000

func (r *Referee) noFault(v *model.Variant) error {
	more, err := wrong(v)
	if err != nil {
		return err
	}
	var values [][]int64
	count := 1
	for _, x := range r.m.Vars {
		width := uint64(x.Hi) - uint64(x.Lo)
		if width >= maxFaultStates || count*int(width+1) > maxFaultStates {
			return nil
		}
		count *= int(width + 1)
		values = append(values, model.Values(x.Range))
	}
	model.Tuples(values, func(state []int64) bool {
		if ev := more.beyond(state); ev != nil {
			err = fmt.Errorf("there is an unreachable fault, by %v, and none is shown", ev)
		}
		return err == nil
	})
	return err
}

// unknown checks what is known of a mutant whose verdict is not: that no step is wrong up to some
// depth, and what behaviour is lost.
func (r *Referee) unknown(ctx context.Context, v *model.Variant, mutant report.Mutant, c claims) error {
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return errInit
	}
	if showsLost(mutant.Evidence) {
		if err := r.lost(v, mutant.Evidence); err != nil {
			return err
		}
	}
	if c.noWrong != "" {
		return r.open(ctx, v, mutant.K, c)
	}
	if mutant.K == 0 {
		return nil
	}
	err := r.safe(v, mutant.K, r.budget)
	if errors.Is(err, model.ErrTooMany) {
		return fmt.Errorf("that no step is wrong up to %d steps cannot be confirmed: %w", mutant.K, err)
	}
	if err != nil {
		return fmt.Errorf("not unknown up to %d steps: %w", mutant.K, err)
	}
	return nil
}

// KnewLess tells that an earlier version may have left a mutant open which is decided now: it claims nothing of
// it, and there are more states than the budget holds, by which the verdict is unknown.
func (r *Referee) KnewLess(mutant report.Mutant) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if mutant.Reason != report.BudgetStates || mutant.K > 0 {
		return false
	}
	states, err := r.within(toTheEnd, budget{states: r.stored, tried: r.budget.tried})
	return err != nil || len(states) > r.stored
}

// VerifyDuplicate checks that a mutant behaves as another does, of which it is called a duplicate: in each state
// that the original or the other reaches both make the same steps. Where these states are not few it is
// left to the comparison that every verification repeats.
func (r *Referee) VerifyDuplicate(mutant report.Mutant, all []report.Mutant) error {
	if mutant.DuplicateOf == "" {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	at := slices.IndexFunc(all, func(m report.Mutant) bool { return m.ID == mutant.DuplicateOf })
	if at < 0 {
		return fmt.Errorf("there is no %s, of which it is called a duplicate", mutant.DuplicateOf)
	}
	one, err := r.read(all[at])
	if err != nil {
		return fmt.Errorf("%s, of which it is called a duplicate: %w", mutant.DuplicateOf, err)
	}
	two, err := r.read(mutant)
	if err != nil {
		return err
	}
	v, err := model.NewVariant(one, two)
	if err != nil {
		return err
	}
	if ev := r.difference(v); ev != "" {
		return fmt.Errorf("%s tells it apart from %s, of which it is called a duplicate", ev, mutant.DuplicateOf)
	}
	return nil
}

// difference names what only one of two mutants does, or nothing.
func (r *Referee) difference(v *model.Variant) string {
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return "the initial state"
	}
	if v.Same() {
		return ""
	}
	if r.other == nil || r.other.m.File.Text != v.Spec.File.Text {
		r.other = newReach(v.Spec)
	}
	more, err1 := wrong(v)
	less, err2 := lost(v)
	states, err3 := r.within(toTheEnd, few)
	beyond, err4 := r.other.within(toTheEnd, few)
	states = slices.Concat(states, beyond)
	if errors.Join(err1, err2, err3, err4) != nil || len(states)*(more.cost+less.cost) > few.compared {
		return ""
	}
	for _, s := range states {
		for _, c := range []*comparison{more, less} {
			if ev := c.beyond(s); ev != nil {
				return fmt.Sprint(ev)
			}
		}
	}
	return ""
}
