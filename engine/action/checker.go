package action

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Checker judges the mutants of one model. It explored the original once; several goroutines may
// use it at the same time.
type Checker struct {
	model    *Model
	settings report.Settings
	lim      limits
	space    *space // with the SAT engine only so much of it as a walk may need
	engine   engine
	symbolic *symbolic // the engine, when it is the SAT engine
	writer   *writer

	once  sync.Once // of plain
	plain *plainSpace

	auditing sync.Mutex // of audits
	audits   *auditor
}

const (
	walkStates  = 2_000  // explored beside the SAT engine
	trialStates = 30_000 // explored by auto before it takes the SAT engine, where states are wide
	wideBits    = 40
)

// NewChecker explores the model. An error is the context's, or names an engine that there is not.
func NewChecker(ctx context.Context, m *Model, s report.Settings) (*Checker, error) {
	return newChecker(ctx, m, s, newLayout(varRanges(m)))
}

func newChecker(ctx context.Context, m *Model, s report.Settings, l *layout) (*Checker, error) {
	c := &Checker{model: m, settings: s, lim: newLimits(s.Budget.States, s.Depth), writer: newWriter(m)}
	lim := c.lim
	switch s.Engine {
	case "", "auto":
		if s.Budget.States == 0 && stateBits(m) > wideBits && beyondSAT(m) == "" {
			lim = newLimits(trialStates, s.Depth)
		}
	case "explicit":
	case "sat":
		lim = newLimits(walkStates, s.Depth)
	default:
		return nil, fmt.Errorf("unknown engine %q, want auto, explicit or sat", s.Engine)
	}
	sp, err := explore(ctx, compile(m, l), lim)
	if err != nil {
		return nil, err
	}
	c.space, c.engine = sp, &explicit{sp, c.lim}
	if s.Engine != "sat" && tooWide(sp, s) {
		// What was explored in vain is given back; the start is kept, for walks.
		if sp, err = explore(ctx, sp.sys, newLimits(walkStates, s.Depth)); err != nil {
			return nil, err
		}
		c.space = sp
	}
	if s.Engine == "sat" || tooWide(sp, s) {
		c.symbolic = newSymbolic(m, l, s.Budget, s.Depth)
		c.engine = c.symbolic
	}
	return c, nil
}

// tooWide tells that enumeration gave up where nothing else was asked for, and the solver can help.
func tooWide(sp *space, s report.Settings) bool {
	return (s.Engine == "" || s.Engine == "auto") && s.Budget.States == 0 && sp.budget != "" && beyondSAT(sp.sys.model) == ""
}

// Check judges a mutant. The verdict stays empty when the context ended.
func (c *Checker) Check(ctx context.Context, mu *Mutant) report.Mutant {
	r, _ := c.check(ctx, mu, mu.Build())
	return r
}

// check judges a mutant beside its original; the outcome is what the verdict says, nil without one.
func (c *Checker) check(ctx context.Context, mu *Mutant, v *Variant) (report.Mutant, *Outcome) {
	r := mu.Describe()
	if v == nil {
		r.Verdict, r.Reason, r.Strength = report.Invalid, ReasonOverflow, report.None
		return r, nil
	}
	out := c.judge(ctx, v, &r)
	return r, out
}

// ReasonOverflow tells a mutant that is no model.
const ReasonOverflow = "overflow"

func (c *Checker) judge(ctx context.Context, v *Variant, r *report.Mutant) *Outcome {
	out, err := c.engine.judge(ctx, v)
	if err != nil {
		return nil
	}
	err = confirm(v, out)
	if err == nil && c.symbolic != nil {
		err = c.symbolic.confirm(ctx, v, out)
	}
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		// Only a fault of this program leads here. Nothing is claimed then.
		r.Verdict, r.Reason, r.Strength = report.Unknown, "evidence refused: "+err.Error(), report.None
		return nil
	}
	c.fill(r, out)
	return out
}

// confirm checks what an outcome claims, by plain evaluation.
func confirm(v *Variant, out *Outcome) error {
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
	r.Evidence = c.writer.survivor(out)
	if x := out.Fault; x != nil {
		r.UnreachableFault = c.writer.witness(x, "unsafeState", false)
	}
	if out.Verdict != report.Survived {
		return
	}
	switch {
	case out.NoFault:
		r.Notes = append(r.Notes, noFault)
	case out.Fault == nil:
		r.Notes = append(r.Notes, faultOpen)
	}
}

// Sentences beside a survivor.
const (
	noFault   = "no state is unsafe, reachable or not"
	faultOpen = "too many states to look for an unsafe one that cannot be reached"
)

// Evidence is what the survivors of a report share: the reachable states in breadth-first order, or
// the SAT engine's invariant.
func (c *Checker) Evidence() []byte {
	if c.symbolic != nil {
		return c.symbolic.evidence()
	}
	if c.space.budget != "" {
		return nil
	}
	b := append([]byte(nil), `{"depth":`...)
	b = fmt.Appendf(b, "%d", c.space.maxDepth())
	b = append(b, `,"reachable":[`...)
	vals := make([]int64, len(c.model.Vars))
	for i := range c.space.expanded {
		if i > 0 {
			b = append(b, ',')
		}
		c.space.sys.layout.unpack(vals, c.space.state(i))
		b = appendInts(b, vals)
	}
	b = append(b, `],"variables":`...)
	b = append(b, report.Raw(c.model.VarNames())...)
	return append(b, '}')
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

// Compare judges a hand-written model against another, as a single mutant.
func Compare(ctx context.Context, spec, impl *Model, s report.Settings) (report.Mutant, error) {
	v, err := NewVariant(spec, impl)
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
	c, err := newChecker(ctx, spec, s, newLayout(ranges))
	if err != nil {
		return report.Mutant{}, err
	}
	r := describeText(spec.File, impl.File.Text)
	c.judge(ctx, v, &r)
	return r, nil
}

// HandWritten is the operator, and the id, of a mutant that was written by hand.
const HandWritten = "hand-written"

// describeText gives a text as one edit of another, whole lines.
func describeText(f *source.File, text string) report.Mutant {
	from, end := commonLines(f.Text, text)
	span := source.Span{Start: source.Pos(from), End: source.Pos(len(f.Text) - end)}
	return report.Mutant{ID: HandWritten, Operator: HandWritten, Span: f.Shown(span),
		Original: f.Slice(span), Replacement: text[from : len(text)-end]}
}

// commonLines measures the lines that two texts begin and end with.
func commonLines(a, b string) (start, end int) {
	n := min(len(a), len(b))
	for start < n && a[start] == b[start] {
		start++
	}
	start = strings.LastIndexByte(a[:start], '\n') + 1
	for end < n-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	tail := a[len(a)-end:]
	if end < len(a) && a[len(a)-end-1] != '\n' || end < len(b) && b[len(b)-end-1] != '\n' {
		if nl := strings.IndexByte(tail, '\n'); nl >= 0 {
			end -= nl + 1
		} else {
			end = 0
		}
	}
	return start, end
}

// mutantOf reads the model that a line of a report describes, by making its edits.
func (c *Checker) mutantOf(r report.Mutant) (*Model, source.Diagnostics) {
	f := c.model.File
	return Parse(source.NewFile(f.Name, f.Mutated(r)))
}
