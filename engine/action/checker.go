package action

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Checker judges the mutants of one model. It explored the original once; several goroutines may
// use it at the same time.
type Checker struct {
	model    *model.Model
	settings report.Settings
	referee  Referee
	space    *space // with the SAT engine only so much of it as a walk may need
	engine   engine
	symbolic *symbolic // set where unkillable mutants need the SAT engine: then its invariant is the shared evidence
	writer   *writer
}

// A Referee checks by other means what the SAT engine claims of a mutant beside its original, before it leaves
// the engine: own is the mutant's evidence, shared the invariant of all. Package referee has one; no
// file here knows it, as no file there knows the search.
type Referee interface {
	Confirm(ctx context.Context, v *model.Variant, own, shared []byte) error
}

const (
	walkStates  = 2_000  // explored beside the SAT engine
	trialStates = 30_000 // explored by auto before it takes the SAT engine, where states are wide
	wideBits    = 40
)

// NewChecker explores the model. An error is the context's, or names an engine that there is not.
func NewChecker(ctx context.Context, m *model.Model, s report.Settings, r Referee) (*Checker, error) {
	return newChecker(ctx, m, s, r, newLayout(varRanges(m)))
}

func newChecker(ctx context.Context, m *model.Model, s report.Settings, r Referee, l *layout) (*Checker, error) {
	switch s.Engine {
	case "", "auto", "explicit", "sat":
	default:
		return nil, fmt.Errorf("unknown engine %q, want auto, explicit or sat", s.Engine)
	}
	c := &Checker{model: m, settings: s, referee: r, writer: newWriter(m)}
	lim := exploreLimits(m, s)
	sp, err := explore(ctx, compile(m, l), lim)
	if err != nil {
		return nil, err
	}
	c.space = sp
	enumerating := &explicit{sp, lim}
	switch {
	case s.Engine == "explicit" || s.Engine != "sat" && beyondSAT(m) != "":
		c.engine = enumerating
	case s.Engine == "sat":
		c.symbolic = newSymbolic(m, l, s.Budget, s.Depth)
		c.engine = c.symbolic
	default:
		solving := newSymbolic(m, l, s.Budget, s.Depth)
		c.engine = relay{enumerating, solving}
		if sp.budget != "" {
			c.symbolic = solving
		}
	}
	return c, nil
}

// exploreLimits are what the exploration of a model may cost before the solver is asked.
func exploreLimits(m *model.Model, s report.Settings) limits {
	switch {
	case s.Engine == "sat":
		return newLimits(walkStates, s.Depth)
	case s.Engine != "explicit" && s.Budget.States == 0 && stateBits(m) > wideBits && beyondSAT(m) == "":
		return newLimits(trialStates, s.Depth)
	}
	return newLimits(s.Budget.States, s.Depth)
}

// A relay is the engine that auto takes: enumeration, and where its budget runs out the solver. What
// enumeration found before it gave up holds: a wrong step is one, and the shortest trace is first.
type relay struct {
	first  *explicit
	second *symbolic
}

func (e relay) judge(ctx context.Context, v *model.Variant) (*Outcome, error) {
	out, err := e.first.judge(ctx, v)
	if err != nil || out.decided() || out.Reason == budgetDepth {
		return out, err
	}
	other, err := e.second.judge(ctx, v)
	if err != nil {
		return nil, err
	}
	other.Effort.States, other.Effort.Steps = out.Effort.States, out.Effort.Steps
	if !other.decided() && other.K < out.K {
		out.Effort = other.Effort
		return out, nil
	}
	return other, nil
}

// Check judges a mutant. The verdict stays empty when the context ended.
func (c *Checker) Check(ctx context.Context, mu *Mutant) report.Mutant {
	r, _ := c.check(ctx, mu, mu.Build())
	return r
}

// check judges a mutant beside its original; the outcome is what the verdict says, nil without one.
func (c *Checker) check(ctx context.Context, mu *Mutant, v *model.Variant) (report.Mutant, *Outcome) {
	r := mu.Describe()
	if v == nil {
		r.Verdict, r.Reason, r.Strength = report.Invalid, ReasonOverflow, report.None
		return r, nil
	}
	out := c.judge(ctx, v, &r)
	return r, out
}

// ReasonOverflow tells a mutant that is no model.
const ReasonOverflow = report.Overflow

func (c *Checker) judge(ctx context.Context, v *model.Variant, r *report.Mutant) *Outcome {
	out, err := c.engine.judge(ctx, v)
	if err != nil {
		return nil
	}
	if err = confirm(v, out); err == nil {
		err = c.confirmClaims(ctx, v, out)
	}
	if ctx.Err() != nil {
		return nil
	}
	if err != nil && !(v.Spec.Evaluable() && v.Impl.Evaluable()) {
		r.Verdict, r.Reason, r.Strength = report.Unknown, budgetArguments, report.None
		return nil
	}
	if err != nil {
		// Only a fault of this program leads here. Nothing is claimed then.
		r.Verdict, r.Reason, r.Strength = report.Unknown, report.Replay, report.None
		r.Notes = append(r.Notes, "the evidence was refused: please report this as a defect of Mutarium ("+err.Error()+")")
		return nil
	}
	c.fill(r, out)
	return out
}

// confirmClaims has the referee check why the SAT engine says that no step is wrong or lost, be it up to some
// depth only. That no trace of a killed mutant is shorter is left to verification, as is all that
// enumeration claims beyond its witnesses.
func (c *Checker) confirmClaims(ctx context.Context, v *model.Variant, out *Outcome) error {
	if out.NoWrong == "" && out.NoLost == "" {
		return nil
	}
	own := c.ownInvariant(out)
	var shared []byte
	if own == nil && out.needsInvariant() {
		shared = c.Evidence()
	}
	return c.referee.Confirm(ctx, v, c.writer.unkilled(out, own), shared)
}

// confirm checks what an outcome claims, by plain evaluation.
func confirm(v *model.Variant, out *Outcome) error {
	if x := out.Witness; x != nil && out.Reason != ReasonInit {
		if err := replay(v.Spec, x, v.Impl, v.Spec); err != nil {
			return err
		}
	}
	if x := out.Lost; x != nil {
		if err := replay(v.Spec, x, v.Spec, v.Impl); err != nil {
			return err
		}
	}
	if x := out.Fault; x != nil {
		return replayStep(x, v.Impl, v.Spec)
	}
	return nil
}

// fill writes an outcome into a report's line.
func (c *Checker) fill(r *report.Mutant, out *Outcome) {
	r.Verdict, r.Reason, r.Strength, r.K = out.Verdict, out.Reason, out.Strength, out.K
	effort := out.Effort
	r.Effort = &effort
	if x := out.Witness; x != nil {
		r.Length = report.Int(len(x.Path))
		r.Counterexample = c.writer.witness(x, "unsafeState", true)
	}
	r.Evidence = c.writer.unkilled(out, c.ownInvariant(out))
	if x := out.Fault; x != nil {
		r.SetDetail(model.DetailFault, c.writer.witness(x, "unsafeState", false))
	}
	switch {
	case out.Refines:
		r.Notes = append(r.Notes, refinesOnly)
	case out.Verdict != report.Unkillable:
	case out.NoFault:
		r.Notes = append(r.Notes, noFault)
	case out.Fault == nil:
		r.Notes = append(r.Notes, faultOpen)
	}
}

// Notes on an unkillable mutant.
const (
	noFault   = "no state is unsafe, reachable or not"
	faultOpen = "too many states to look for an unsafe one that cannot be reached"

	refinesOnly = "no test can kill it: it refines the original; whether it is equivalent is open"
)

// ownInvariant is the invariant of a single outcome, where the report has other evidence to share:
// that of a mutant which enumeration left to the solver.
func (c *Checker) ownInvariant(out *Outcome) invariant {
	g, solved := out.by.(*symbolic)
	if !solved || c.symbolic != nil {
		return nil
	}
	if out.needsInvariant() {
		return g.shown()
	}
	return nil
}

// needsInvariant tells that a claim of the outcome rests on the invariant.
func (o *Outcome) needsInvariant() bool {
	return slices.ContainsFunc([]string{o.NoWrong, o.NoLost}, func(claim string) bool {
		return claim == byInvariant || strings.HasPrefix(claim, byInduction)
	})
}

// maxListed is how many reachable states a report lists. Verification enumerates them by itself; the
// list says where two enumerations differ, and beyond so many states nobody reads it.
const maxListed = 10_000

// Evidence is what the unkillable mutants of a report share: the reachable states in breadth-first order, or
// how many there are; or the SAT engine's invariant.
func (c *Checker) Evidence() []byte {
	if c.symbolic != nil {
		return c.symbolic.evidence()
	}
	sp := c.space
	if sp.budget != "" || sp.cut {
		return nil
	}
	b := fmt.Appendf(nil, `{"depth":%d,`, sp.maxDepth())
	if sp.expanded <= maxListed {
		b = append(sp.list(append(b, `"reachable":`...)), ',')
	}
	b = fmt.Appendf(b, `"states":%d,"variables":`, sp.expanded)
	b = append(b, report.Raw(c.model.VarNames())...)
	return append(b, '}')
}

// list spells the states.
func (sp *space) list(b []byte) []byte {
	b = append(b, '[')
	vals := make([]int64, len(sp.sys.layout.ranges))
	for i := range sp.expanded {
		if i > 0 {
			b = append(b, ',')
		}
		sp.sys.layout.unpack(vals, sp.state(i))
		b = appendInts(b, vals)
	}
	return append(b, ']')
}

func appendInts(b []byte, vals []int64) []byte {
	b = append(b, '[')
	for i, v := range vals {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, v, 10)
	}
	return append(b, ']')
}

// Compare judges a hand-written model against another. The verdict does not say what was changed.
func Compare(ctx context.Context, spec, impl *model.Model, s report.Settings, referee Referee) (report.Mutant, error) {
	v, err := model.NewVariant(spec, impl)
	if err != nil {
		return report.Mutant{}, err
	}
	ranges := varRanges(spec)
	for i, r := range varRanges(impl) {
		ranges[i].Lo, ranges[i].Hi = min(ranges[i].Lo, r.Lo), max(ranges[i].Hi, r.Hi)
		if uint64(ranges[i].Hi)-uint64(ranges[i].Lo) > 1<<62 {
			return report.Mutant{}, errors.New("the types of the two models lie too far apart")
		}
	}
	c, err := newChecker(ctx, spec, s, referee, newLayout(ranges))
	if err != nil {
		return report.Mutant{}, err
	}
	var r report.Mutant
	c.judge(ctx, v, &r)
	return r, nil
}

// Repeat judges a mutant once more that a report calls unknown: an answer within the budget is not. Its error
// says what comes out otherwise.
func (c *Checker) Repeat(ctx context.Context, r report.Mutant) error {
	impl, diags := c.mutantOf(r)
	if impl == nil {
		return fmt.Errorf("the mutant's text is no model: %s", diags[0].Message)
	}
	v, err := model.NewVariant(c.model, impl)
	if err != nil {
		return err
	}
	var again report.Mutant
	if !slices.Equal(varRanges(impl), varRanges(c.model)) {
		again, err = Compare(ctx, c.model, impl, c.settings, c.referee)
	} else {
		c.judge(ctx, v, &again)
	}
	if err := errors.Join(ctx.Err(), err); err != nil {
		return err
	}
	if got, want := spellVerdict(r), spellVerdict(again); got != want {
		return fmt.Errorf("the verdict is %s, repeating the run finds %s", got, want)
	}
	return nil
}

// spellVerdict spells what two runs have to agree on: unknown, by the budget "depth", up to 7 steps.
func spellVerdict(r report.Mutant) string {
	text := r.Verdict
	if r.Verdict == report.Unknown {
		text += fmt.Sprintf(", by the budget %q", r.Reason)
	}
	if r.Strength == report.Bounded {
		text += fmt.Sprintf(", up to %d steps", r.K)
	}
	return text
}

// mutantOf reads the model that a line of a report describes, by making its edits.
func (c *Checker) mutantOf(r report.Mutant) (*model.Model, source.Diagnostics) {
	f := c.model.File
	return model.Parse(source.NewFile(f.Name, f.Mutated(r)))
}
