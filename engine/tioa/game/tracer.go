package game

import (
	"errors"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// Timed counterexamples. The search gives a path of steps; its zones are widened, so the path is
// walked back once with exact sets: where the fault shows, from where a delay comes there, what the
// step before brings there. Then it is walked forward from the start with exact rational delays,
// each as short as its set allows. What comes out is replayed by the plain machines of machine.go
// before anybody sees it.

// ErrTrace says that no run follows a path, which must not be.
var ErrTrace = errors.New("the path of the search has no run")

// tracer computes a trace for one failure.
type tracer struct {
	impl *System
	spec *shifted
	dim  int
	slab *dbm.Slab
	path []joint
	// For each pair of the path: from where it is entered rightly, and the valuations at which it
	// is left, or shows its fault.
	enter, leave []dbm.Federation
	avoid        []dbm.Federation
	goal         dbm.Federation // without a fault: what to come to
	start        dbm.Zone       // not valid: all clocks zero
	out          *trace.Trace
}

// TraceOf makes the trace of a failure found by a forward game. It does not check it, see Replay.
func TraceOf(impl, spec *System, f *Failure) (*trace.Trace, error) {
	if f.game {
		return gameTrace(impl, spec, f)
	}
	t := &tracer{impl: impl, spec: behind(spec, len(impl.Clocks)), dim: impl.Dim() + len(spec.Clocks), path: f.path}
	t.slab = pairSlab(impl, spec)
	t.out = newTrace(impl, spec, f)
	if f.Fault == trace.EmptyStart {
		t.out.Conclusion = emptyStart(impl, spec)
		return t.out, nil
	}
	t.back(f)
	if err := t.forward(f); err != nil {
		return nil, err
	}
	t.out.Conclude()
	return t.out, nil
}

func newTrace(impl, spec *System, f *Failure) *trace.Trace {
	return &trace.Trace{Impl: impl.Name, Spec: spec.Name, Fault: f.Fault, Choice: f.Choice,
		ImplClocks: impl.Clocks, SpecClocks: spec.Clocks,
		ImplStart: impl.Locs[impl.Init].Title, SpecStart: spec.Locs[spec.Init].Title}
}

func emptyStart(impl, spec *System) string {
	for _, s := range []*System{impl, spec} {
		zero := dbm.Zero(s.Dim())
		if !s.Locs[s.Init].Inv.Meets(zero, s.Slab()) {
			return trace.NoStart(s.Name, s.Locs[s.Init].Title)
		}
	}
	return "there is no initial state"
}

// back computes the exact sets from the fault to the start.
func (t *tracer) back(f *Failure) {
	n := len(t.path)
	t.enter, t.leave, t.avoid = make([]dbm.Federation, n), make([]dbm.Federation, n), make([]dbm.Federation, n)
	for i := n - 1; i >= 0; i-- {
		impl, spec := t.impl.At(t.path[i].impl), t.spec.at(t.path[i].spec)
		inv := impl.Inv.Zones(t.dim, t.slab)
		if i < n-1 || f.Fault != trace.LateDelay {
			inv = impl.Inv.and(spec.Inv).Zones(t.dim, t.slab)
		}
		t.avoid[i] = inv.Complement(t.dim, t.slab)
		if i == n-1 {
			t.leave[i] = t.fault(f, impl, spec, inv)
		} else {
			t.leave[i] = t.before(t.path[i+1], t.enter[i+1]).Intersect(inv, t.slab)
		}
		t.enter[i] = t.leave[i]
		if !impl.Urgent {
			t.enter[i] = dbm.Predt(t.leave[i], t.avoid[i], t.slab)
		}
	}
}

// fault is where the last pair shows its fault, without any widening.
func (t *tracer) fault(f *Failure, impl, spec *Loc, inv dbm.Federation) dbm.Federation {
	if f.Fault == trace.NoFault {
		return t.goal.Intersect(inv, t.slab)
	}
	if f.Fault == trace.LateDelay {
		late := inv.Subtract(spec.Inv.Zones(t.dim, t.slab), t.slab)
		if spec.Urgent && !impl.Urgent {
			late = late.Union(t.beyondUrgent(impl), t.slab)
		}
		return late
	}
	where := f.Step.Guard.Zones(t.dim, t.slab).Intersect(inv, t.slab)
	answers := spec.Edges
	if f.Fault == trace.LostInput {
		answers = impl.Edges
	}
	for _, a := range answers {
		if a.Act == f.Step.Act && a.Output == f.Step.Output {
			where = where.Subtract(a.Guard.Zones(t.dim, t.slab), t.slab)
		}
	}
	return where
}

// beyondUrgent is where the implementation can be a moment after a state in which the specification
// must not wait: all of its invariant that some delay reaches. The delay is chosen positive.
func (t *tracer) beyondUrgent(impl *Loc) dbm.Federation {
	return impl.Inv.Zones(t.dim, t.slab)
}

// before is what the step into a joint brings into a set.
func (t *tracer) before(j joint, into dbm.Federation) dbm.Federation {
	guard := always
	var rs []reset
	for _, e := range []*Step{j.byImpl, j.bySpec} {
		if e != nil {
			guard = guard.and(e.Guard)
			rs = append(rs, e.Resets...)
		}
	}
	var out dbm.Federation
	for _, z := range into {
		y := t.slab.Copy(z)
		if undo(y, rs) {
			out = guard.appendWithin(out, y, t.slab)
		}
	}
	return out
}

// forward walks from the start with the shortest delays.
func (t *tracer) forward(f *Failure) error {
	v, ok := t.origin()
	if !ok {
		return ErrTrace
	}
	time := model.Int(0)
	for i := range t.path {
		urgentFault := i == len(t.path)-1 && f.Fault == trace.LateDelay && t.spec.at(t.path[i].spec).Urgent
		d, ok := firstDelay(v, t.leave[i], t.avoid[i], urgentFault)
		if !ok {
			return ErrTrace
		}
		v = Delayed(v, d)
		time = time.Add(d)
		var step trace.Step
		if i < len(t.path)-1 {
			step = t.step(&v, t.path[i+1])
		} else {
			step = t.last(v, t.path[i], f)
		}
		step.Delay, step.Time = d, time
		t.out.Steps = append(t.out.Steps, step)
	}
	return nil
}

// origin is where the run begins.
func (t *tracer) origin() ([]model.Rat, bool) {
	v := make([]model.Rat, t.dim)
	for i := range v {
		v[i] = model.Int(0)
	}
	if !t.start.Valid() {
		return v, true
	}
	for _, z := range t.enter[0].Within(t.start, t.slab) {
		if p, ok := z.Sample(); ok {
			for i := range v {
				v[i] = model.Frac(p.Num[i], p.Den)
			}
			return v, true
		}
	}
	return v, false
}

// step makes the joint's step at the valuation.
func (t *tracer) step(v *[]model.Rat, j joint) trace.Step {
	s := trace.Step{Action: t.impl.Syms.Name(j.act), Output: j.output, ImplStays: j.byImpl == nil,
		SpecStays: j.bySpec == nil}
	next := append([]model.Rat(nil), *v...)
	for _, e := range []*Step{j.byImpl, j.bySpec} {
		if e == nil {
			continue
		}
		s.Where = append(s.Where, e.Origin...)
		for _, r := range e.Resets {
			next[r.Clock] = model.Int(r.Value)
		}
	}
	*v = next
	s.Impl, s.Spec = t.states(next, j)
	return s
}

// last describes the step without an answer; both sides are shown before it.
func (t *tracer) last(v []model.Rat, j joint, f *Failure) trace.Step {
	s := trace.Step{Wait: f.Fault == trace.LateDelay || f.Fault == trace.NoFault}
	if !s.Wait {
		s.Action, s.Output = t.impl.Syms.Name(f.Act), f.Step.Output
		s.ImplStays, s.SpecStays = !s.Output, s.Output
		s.Where = f.Step.Origin
	}
	s.Impl, s.Spec = t.states(v, j)
	return s
}

func (t *tracer) states(v []model.Rat, j joint) (impl, spec trace.State) {
	n := len(t.impl.Clocks)
	impl = trace.State{Location: t.impl.Locs[j.impl].Title, Clocks: v[1 : n+1]}
	spec = trace.State{Location: t.spec.Locs[j.spec].Title, Clocks: v[n+1:]}
	if j.zone.Valid() && !j.zone.Empty() {
		impl.Zone, spec.Zone = sideZones(j.zone, t.impl, t.spec.System)
	}
	return impl, spec
}

// sideZones prints the two projections of a zone over the clocks of both.
func sideZones(z dbm.Zone, impl, spec *System) (string, string) {
	names := append(impl.Names(), spec.Clocks...)
	n := len(impl.Clocks)
	left, right := z.Clone(), z.Clone()
	for x := 1; x < z.Dim(); x++ {
		if x > n {
			left.Free(x)
		} else {
			right.Free(x)
		}
	}
	return left.Text(names), right.Text(names)
}

// Delayed adds a delay to all clocks; clock 0 stays.
func Delayed(v []model.Rat, d model.Rat) []model.Rat {
	out := make([]model.Rat, len(v))
	out[0] = v[0]
	for i := 1; i < len(v); i++ {
		out[i] = v[i].Add(d)
	}
	return out
}

// An interval of delays, from lo to hi; hi is not a number without an upper end.
type interval struct {
	lo, hi         model.Rat
	loOpen, hiOpen bool
	unbounded      bool
}

// delaysInto is the interval of delays that bring a valuation into a zone.
func delaysInto(v []model.Rat, z dbm.Zone) (interval, bool) {
	in := interval{lo: model.Int(0), unbounded: true}
	for i := range z.Dim() {
		for j := range z.Dim() {
			b := z.At(i, j)
			if i == j || !b.Finite() {
				continue
			}
			if !in.bound(v, i, j, model.Int(b.Value()), b.Strict()) {
				return in, false
			}
		}
	}
	return in, in.nonempty()
}

// bound takes in v_i − v_j < c or ≤ c.
func (in *interval) bound(v []model.Rat, i, j int, c model.Rat, strict bool) bool {
	room := c.Sub(v[i].Sub(v[j]))
	switch {
	case i != 0 && j != 0:
		return room.Sign() > 0 || room.Sign() == 0 && !strict
	case j == 0: // v_i + d ≤ c
		if cmp := 0; in.unbounded {
			in.hi, in.hiOpen, in.unbounded = room, strict, false
		} else if cmp = room.Cmp(in.hi); cmp < 0 || cmp == 0 && strict {
			in.hi, in.hiOpen = room, strict
		}
	default: // −(v_j + d) ≤ c
		lo := model.Int(0).Sub(room)
		if cmp := lo.Cmp(in.lo); cmp > 0 || cmp == 0 && strict {
			in.lo, in.loOpen = lo, strict
		}
	}
	return true
}

func (in *interval) nonempty() bool {
	if in.unbounded {
		return true
	}
	cmp := in.lo.Cmp(in.hi)
	return cmp < 0 || cmp == 0 && !in.loOpen && !in.hiOpen
}

// first is the smallest delay of the interval, or a small one where there is no smallest: half a
// unit more, or the middle of a shorter interval.
func (in *interval) first() model.Rat {
	if !in.loOpen {
		return in.lo
	}
	half := in.lo.Add(model.Frac(1, 2))
	if in.unbounded {
		return half
	}
	if cmp := half.Cmp(in.hi); cmp < 0 || cmp == 0 && !in.hiOpen {
		return half
	}
	if !in.hiOpen && model.Between(in.lo, in.hi).Den > 4 {
		return in.hi
	}
	return model.Between(in.lo, in.hi)
}

// firstDelay is the smallest delay into the goal on whose way nothing is to be avoided; with
// positive set it is more than nothing.
func firstDelay(v []model.Rat, goal, avoid dbm.Federation, positive bool) (model.Rat, bool) {
	best, found := model.Int(0), false
	for _, z := range goal {
		in, ok := delaysInto(v, z)
		if !ok {
			continue
		}
		if positive && in.lo.Sign() == 0 {
			in.loOpen = true
			if !in.nonempty() {
				continue
			}
		}
		d := in.first()
		if (!found || d.Cmp(best) < 0) && unhindered(v, d, avoid) {
			best, found = d, true
		}
	}
	return best, found
}

// unhindered tells whether no delay up to d brings the valuation into what is to be avoided.
func unhindered(v []model.Rat, d model.Rat, avoid dbm.Federation) bool {
	for _, z := range avoid {
		in, ok := delaysInto(v, z)
		if !ok {
			continue
		}
		if cmp := in.lo.Cmp(d); cmp < 0 || cmp == 0 && !in.loOpen {
			return false
		}
	}
	return true
}
