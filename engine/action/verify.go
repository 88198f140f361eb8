package action

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
)

// Verification of a report, verdict by verdict, from the texts of model and mutant alone. It uses
// the plain semantics only, enumerates the states of the original by itself, and asks each claim
// of a verdict again: that the trace exists and no shorter one does, that the reachable states are
// those that the report lists, that an unkillable mutant is wrong in none of them, and that its reason holds.

// A plainSpace is what plain evaluation can reach, in breadth-first order.
type plainSpace struct {
	states [][]int64
	depth  []int
	err    error // it is not complete
}

// maxPlainSteps bounds the steps that verification tries in a whole exploration.
const maxPlainSteps = 20_000_000

// explorePlain enumerates the states that a model reaches; at most so many.
func explorePlain(m *model.Model, maxStates int) *plainSpace {
	p := &plainSpace{states: [][]int64{m.Init}, depth: []int{0}}
	seen := map[string]bool{stateKey(m.Init): true}
	tried := 0
	lists, err := allRepresentatives(m)
	if err != nil {
		p.err = err
		return p
	}
	for at := 0; at < len(p.states); at++ {
		for i, e := range m.Entries {
			m.EachPosts(e, p.states[at], lists[i], func(_ []int64, posts [][]int64) bool {
				tried++
				for _, post := range posts {
					if k := stateKey(post); !seen[k] {
						seen[k] = true
						p.states, p.depth = append(p.states, post), append(p.depth, p.depth[at]+1)
					}
				}
				return true
			})
		}
		if len(p.states) > maxStates || tried > maxPlainSteps {
			p.err = model.ErrTooMany
			return p
		}
	}
	return p
}

func allRepresentatives(m *model.Model, others ...*model.Model) ([][][]int64, error) {
	lists := make([][][]int64, len(m.Entries))
	for i, e := range m.Entries {
		lists[i] = model.Representatives(e, append(others, m)...)
		if model.CountTuples(lists[i]) > model.MaxTuples {
			return nil, model.ErrTooMany
		}
	}
	return lists, nil
}

func stateKey(s []int64) string { return string(appendInts(nil, s)) }

// reachable explores the original once for all verdicts.
func (c *Checker) reachable() *plainSpace {
	c.once.Do(func() { c.plain = explorePlain(c.model, c.lim.states) })
	return c.plain
}

// Verify re-checks one judged mutant of a report. The error says what does not hold.
func (c *Checker) Verify(r report.Mutant, evidence []byte) error {
	impl, diags := c.mutantOf(r)
	if r.Verdict == report.Invalid {
		return verifyInvalid(r, impl)
	}
	if impl == nil {
		return fmt.Errorf("the mutant's text is no model: %s", diags[0].Message)
	}
	if r.Original == r.Replacement && len(r.Edits) == 0 && r.Operator != HandWritten {
		return errors.New("the edit changes nothing")
	}
	v, err := model.NewVariant(c.model, impl)
	if err != nil {
		return err
	}
	if err := wellShaped(v, r); err != nil {
		return err
	}
	a, err := c.auditor(r, evidence)
	if err != nil {
		return err
	}
	switch r.Verdict {
	case report.Killed:
		return c.verifyKilled(v, r, a.shortest)
	case report.Unkillable:
		if a.claims() {
			return c.auditUnkillable(a, v, r)
		}
		return c.verifyUnkillable(v, r, evidence)
	case report.Unknown:
		return c.verifyUnknown(a, v, r)
	}
	return fmt.Errorf("there is no verdict %q", r.Verdict)
}

func verifyInvalid(r report.Mutant, impl *model.Model) error {
	if impl != nil {
		return errors.New("the mutant is called invalid, and is a model")
	}
	if r.Reason != ReasonOverflow || len(r.Counterexample) > 0 {
		return fmt.Errorf("an invalid mutant has the reason %q", r.Reason)
	}
	return nil
}

// wellShaped checks that a verdict comes with its own evidence, and no other.
func wellShaped(v *model.Variant, r report.Mutant) error {
	reasons := map[string][]string{
		report.Killed:     {"", ReasonInit},
		report.Unkillable: {ReasonEquivalent, ReasonRefines},
	}
	killed := r.Verdict == report.Killed
	switch {
	case killed != (len(r.Counterexample) > 0) || killed != (r.Length != nil):
		return fmt.Errorf("counterexample and length do not go with the verdict %s", r.Verdict)
	case r.Verdict != report.Unkillable && len(r.Detail(detailFault)) > 0:
		return fmt.Errorf("an unreachable fault does not go with the verdict %s", r.Verdict)
	case (r.Strength == report.Bounded) != (r.K > 0) || (r.Strength == report.None) != (r.Verdict == report.Unknown && r.K == 0):
		return fmt.Errorf("the strength %q does not go with the verdict %s and k = %d", r.Strength, r.Verdict, r.K)
	case (r.Verdict == report.Unknown) != (r.Strength != report.Proved):
		return fmt.Errorf("the strength %q does not go with the verdict %s", r.Strength, r.Verdict)
	case r.Verdict == report.Unknown:
		return nil
	case (r.Reason == ReasonRefines) != showsLost(r.Evidence):
		return errors.New("lost behaviour is shown exactly where the mutant refines the original")
	case !slices.Contains(reasons[r.Verdict], r.Reason):
		return fmt.Errorf("the verdict %s has no reason %q", r.Verdict, r.Reason)
	}
	return nil
}

func showsLost(evidence []byte) bool {
	var shown struct {
		Lost json.RawMessage `json:"lost"`
	}
	return json.Unmarshal(evidence, &shown) == nil && len(shown.Lost) > 0
}

// verifyKilled checks a counterexample, and by a function that there is no shorter one.
func (c *Checker) verifyKilled(v *model.Variant, r report.Mutant, shortest func(*model.Variant, int) error) error {
	x, err := decodeWitness(c.model, r.Counterexample, "unsafeState")
	if err != nil {
		return err
	}
	if r.Reason == ReasonInit {
		return verifyInit(v, x, *r.Length)
	}
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return errors.New("the initial states differ, which is not the reason given")
	}
	if !model.HasState(statesAfter(v.Spec, x.trace)[*r.Length], x.state) {
		return fmt.Errorf("the original cannot reach the state shown by the trace in %d steps", *r.Length)
	}
	if err := x.verifyStep(v.Impl, v.Spec); err != nil {
		return err
	}
	return shortest(v, *r.Length)
}

func verifyInit(v *model.Variant, x shownWitness, length int) error {
	switch {
	case slices.Equal(v.Spec.Init, v.Impl.Init):
		return errors.New("the initial states do not differ")
	case !slices.Equal(x.state, v.Spec.Init) || !slices.Equal(x.post, v.Impl.Init):
		return errors.New("the states shown are not the initial states")
	case len(x.events) > 0 || len(x.trace) > 0 || length != 0:
		return errors.New("a changed initial state shows before the first event")
	}
	return nil
}

// statesAfter gives the states in which a model can be when it has shown just these events, by the number
// of steps that it took: a step may show several.
func statesAfter(m *model.Model, events []model.Event) map[int][][]int64 {
	at := make([]map[int][][]int64, len(events)+1) // by events shown
	for i := range at {
		at[i] = map[int][][]int64{}
	}
	at[0][0] = [][]int64{m.Init}
	for shown := range events {
		for _, e := range m.Entries {
			n := len(e.Calls())
			if shown+n > len(events) || !model.SameEvents(e, events[shown:shown+n]) {
				continue
			}
			for steps, states := range at[shown] {
				for _, s := range states {
					posts := m.Posts(e, s, model.AllArgs(events[shown:shown+n]))
					at[shown+n][steps+1] = model.Merge(at[shown+n][steps+1], posts)
				}
			}
		}
	}
	return at[len(events)]
}

// verifyStep checks that one model makes the step and the other does not.
func (x shownWitness) verifyStep(makes, refuses *model.Model) error {
	if len(x.events) == 0 {
		return errors.New("the step has no event")
	}
	if !makes.Allows(x.state, x.events, x.post) {
		return fmt.Errorf("the step %v from the state shown does not exist", x.events)
	}
	if refuses.InTypes(x.state) && refuses.Allows(x.state, x.events, x.post) {
		return fmt.Errorf("the step %v from the state shown is in both models", x.events)
	}
	return nil
}

// verifyShortest checks that no state that is reached in fewer steps is unsafe.
func (c *Checker) verifyShortest(v *model.Variant, length int) error {
	if length == 0 {
		return nil
	}
	p := c.reachable()
	if p.err != nil && p.depth[len(p.depth)-1] < length {
		return fmt.Errorf("that no trace is shorter cannot be confirmed: %w", p.err)
	}
	cmp, err := newComparison(v.Impl, v.Spec, v.Changed)
	if err != nil {
		return err
	}
	for i, s := range p.states {
		if p.depth[i] >= length {
			break
		}
		if ev := cmp.beyond(s); ev != nil {
			return fmt.Errorf("a state that is reached in %d steps is unsafe already, by %v", p.depth[i], ev)
		}
	}
	return nil
}

// A comparison asks in which states one model makes steps that another does not make.
type comparison struct {
	one, other *model.Model
	entries    []*model.Entry // of one
	lists      [][][]int64
}

func newComparison(one, other *model.Model, entries []int) (*comparison, error) {
	c := &comparison{one: one, other: other}
	for _, i := range entries {
		e := one.Entries[i]
		l := model.Representatives(e, one, other)
		if model.CountTuples(l) > model.MaxTuples {
			return nil, model.ErrTooMany
		}
		c.entries, c.lists = append(c.entries, e), append(c.lists, l)
	}
	return c, nil
}

// beyond gives the events of a step that only the first model makes from a state, or nil.
func (c *comparison) beyond(state []int64) (wrong []model.Event) {
	for i, e := range c.entries {
		c.one.EachPosts(e, state, c.lists[i], func(args []int64, posts [][]int64) bool {
			for _, post := range posts {
				events := model.Move{Entry: e, Args: args}.Events()
				if !c.other.Allows(state, events, post) {
					for k := range events {
						events[k].Args = slices.Clone(events[k].Args)
					}
					wrong = events
					return false
				}
			}
			return true
		})
		if wrong != nil {
			return wrong
		}
	}
	return nil
}

func (c *Checker) verifyUnkillable(v *model.Variant, r report.Mutant, evidence []byte) error {
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return errors.New("the initial states differ")
	}
	if v.Same() {
		if r.Reason != ReasonEquivalent || r.Strength != report.Proved || len(r.Detail(detailFault)) > 0 {
			return errors.New("the two models are the same, and equivalent without more")
		}
		return nil
	}
	states, err := c.verifyReachable(evidence)
	if err != nil {
		return err
	}
	more, err := newComparison(v.Impl, v.Spec, v.Changed)
	if err != nil {
		return err
	}
	less, err := newComparison(v.Spec, v.Impl, v.Gone)
	if err != nil {
		return err
	}
	loses := false
	for _, s := range states {
		if ev := more.beyond(s); ev != nil {
			return fmt.Errorf("a reachable state is unsafe, by %v", ev)
		}
		loses = loses || less.beyond(s) != nil
	}
	if loses != (r.Reason == ReasonRefines) {
		return fmt.Errorf("the reason is not %s", r.Reason)
	}
	if loses {
		if err := c.verifyLost(v, r.Evidence); err != nil {
			return err
		}
	}
	return c.verifyFault(v, r, more)
}

// verifyReachable checks that the states which the report lists, or counts, are those that can be
// reached, and gives them.
func (c *Checker) verifyReachable(evidence []byte) ([][]int64, error) {
	var shown struct {
		Depth     int       `json:"depth"`
		Reachable [][]int64 `json:"reachable"`
		States    *int      `json:"states"`
		Variables []string  `json:"variables"`
	}
	if err := json.Unmarshal(evidence, &shown); err != nil {
		return nil, fmt.Errorf("the report's evidence cannot be read: %v", err)
	}
	if !slices.Equal(shown.Variables, c.model.VarNames()) {
		return nil, errors.New("the report's evidence is for other variables")
	}
	p := c.reachable()
	if p.err != nil {
		return nil, fmt.Errorf("the reachable states cannot be confirmed: %w", p.err)
	}
	switch n, deepest := len(p.states), p.depth[len(p.depth)-1]; {
	case shown.Depth != deepest:
		return nil, fmt.Errorf("the deepest reachable state needs %d steps, not %d", deepest, shown.Depth)
	case shown.States != nil && *shown.States != n:
		return nil, fmt.Errorf("%d states can be reached, not %d", n, *shown.States)
	case shown.Reachable == nil && n > maxListed:
		return p.states, nil
	}
	return p.states, sameStates(shown.Reachable, p.states)
}

func sameStates(shown, want [][]int64) error {
	left := map[string]bool{}
	for _, s := range want {
		left[stateKey(s)] = true
	}
	for _, s := range shown {
		k := stateKey(s)
		if !left[k] {
			return fmt.Errorf("the state %s of the evidence cannot be reached, or is listed twice", k)
		}
		delete(left, k)
	}
	if len(left) > 0 {
		return fmt.Errorf("%d reachable states are missing from the evidence", len(left))
	}
	return nil
}

func (c *Checker) verifyLost(v *model.Variant, evidence []byte) error {
	x, err := decodeLost(c.model, evidence)
	if err != nil {
		return err
	}
	for _, states := range statesAfter(v.Spec, x.trace) {
		if model.HasState(states, x.state) {
			return x.verifyStep(v.Spec, v.Impl)
		}
	}
	return errors.New("the trace does not lead the original to the state where behaviour is lost")
}

// maxFaultStates bounds the states among which verification looks for an unreachable fault.
const maxFaultStates = 20_000

// verifyFault checks the unreachable fault, and that there is none where none is shown.
func (c *Checker) verifyFault(v *model.Variant, r report.Mutant, more *comparison) error {
	if len(r.Detail(detailFault)) == 0 {
		return c.verifyNoFault(more)
	}
	state, err := c.verifyShownFault(v, r)
	if err == nil && model.HasState(c.reachable().states, state) {
		err = errors.New("the state of the unreachable fault can be reached")
	}
	return err
}

// verifyShownFault checks that the mutant makes a wrong step in the state shown, and gives it.
func (c *Checker) verifyShownFault(v *model.Variant, r report.Mutant) ([]int64, error) {
	x, err := decodeWitness(c.model, r.Detail(detailFault), "unsafeState")
	if err != nil {
		return nil, err
	}
	if !c.model.InTypes(x.state) {
		return nil, errors.New("the state of the unreachable fault is outside the types")
	}
	return x.state, x.verifyStep(v.Impl, v.Spec)
}

func (c *Checker) verifyNoFault(more *comparison) error {
	ranges := varRanges(c.model)
	vals := make([]int64, len(ranges))
	all := make([]bool, len(ranges))
	count := 1
	for i, rg := range ranges {
		vals[i], all[i] = rg.Lo, true
		if width := uint64(rg.Hi) - uint64(rg.Lo); width < maxFaultStates {
			count *= int(width + 1)
		} else {
			count = maxFaultStates + 1
		}
		if count > maxFaultStates {
			return nil // it is information beside the verdict, and too many states to try here
		}
	}
	for ok := true; ok; ok = nextState(vals, ranges, all) {
		if ev := more.beyond(vals); ev != nil {
			return fmt.Errorf("there is an unreachable fault, by %v, and none is shown", ev)
		}
	}
	return nil
}

// budgets are the reasons of unknown verdicts.
var budgets = []string{budgetStates, budgetSteps, budgetDepth, budgetCalls, budgetChoices, budgetArguments}

// verifyUnknown checks what an unknown verdict claims, that no step is wrong up to some depth, and
// refuses one that claims less than the budget named allows.
func (c *Checker) verifyUnknown(a *audit, v *model.Variant, r report.Mutant) error {
	if !slices.Contains(budgets, r.Reason) {
		return fmt.Errorf("an unknown verdict has the reason %q", r.Reason)
	}
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return errors.New("the initial states differ")
	}
	if err := c.verifyBudget(a, v, r); err != nil {
		return err
	}
	if showsLost(r.Evidence) {
		if err := c.verifyLost(v, r.Evidence); err != nil {
			return err
		}
	}
	switch {
	case a.claims():
		return c.auditOpen(a, v, r)
	case r.K > 0:
		return c.verifyWithin(v, r.K)
	}
	return nil
}

// verifyBudget checks that the budget named can have run out where the report says.
func (c *Checker) verifyBudget(a *audit, v *model.Variant, r report.Mutant) error {
	switch r.Reason {
	case budgetStates:
		p := c.reachable()
		if p.err == nil {
			return fmt.Errorf("the budget of states is said to have run out, and there are only %d", len(p.states))
		}
		if at, found := slices.BinarySearch(p.depth, r.K+3); found && at <= exploreLimits(c.model, c.settings).states {
			return fmt.Errorf("the budget of states holds all up to %d steps", r.K+2)
		}
	case budgetDepth:
		if c.settings.Depth <= 0 || r.K != c.settings.Depth {
			return c.auditBudget(a, r)
		}
	case budgetChoices, budgetArguments:
		if beyondSAT(v.Spec) != r.Reason && beyondSAT(v.Impl) != r.Reason {
			return fmt.Errorf("the reason is not %q", r.Reason)
		}
	case budgetCalls:
		return c.auditBudget(a, r)
	}
	return nil
}

// verifyWithin checks that no state reached in at most k steps is unsafe.
func (c *Checker) verifyWithin(v *model.Variant, k int) error {
	p := c.reachable()
	if p.err != nil && p.depth[len(p.depth)-1] <= k {
		return fmt.Errorf("that no step is wrong up to %d steps cannot be confirmed: %w", k, p.err)
	}
	if c.settings.Depth > 0 && p.err == nil && p.depth[len(p.depth)-1] <= k {
		return errors.New("the depth leaves no state out: the verdict is proved")
	}
	err := c.verifyShortest(v, k+1)
	if err != nil {
		return fmt.Errorf("not unknown up to %d steps: %w", k, err)
	}
	return nil
}
