package game

import (
	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// Counterexamples as parts of reports, as tests, and as walks for the page.

// commonSteps bounds the run that is shown of a mutant without a counterexample.
const commonSteps = 12

// CommonRun is a run that both sides have: along a longest of the shortest paths to pairs of states.
func CommonRun(impl, spec *System, g Game) (*trace.Trace, error) {
	r := newRefiner(impl, behind(spec, len(impl.Clocks)), g, pairSlab(impl, spec))
	r.collect = true
	if _, err := r.run(); err != nil {
		return nil, err
	}
	f := &Failure{}
	for i := range r.nodes { // breadth first: depths grow
		if path := r.path(r.nodes[i]); len(path) > len(f.path) && len(path) <= commonSteps+1 {
			f.path = path
		}
	}
	if len(f.path) == 0 {
		return nil, ErrTrace
	}
	t := &tracer{impl: impl, spec: r.spec, dim: r.dim, slab: r.slab, path: f.path, out: newTrace(impl, spec, f)}
	if err := t.common(); err != nil {
		return nil, err
	}
	t.out.Conclusion = "Whatever the mutant does, the model allows it: this is one of their common runs"
	return t.out, nil
}

// common is back and forward for a path that ends in no fault.
func (t *tracer) common() error {
	n := len(t.path)
	enter, leave, avoid := make([]dbm.Federation, n), make([]dbm.Federation, n), make([]dbm.Federation, n)
	for i := n - 1; i >= 0; i-- {
		impl, spec := t.impl.At(t.path[i].impl), t.spec.at(t.path[i].spec)
		inv := impl.Inv.and(spec.Inv).Zones(t.dim, t.slab)
		avoid[i], leave[i] = inv.Complement(t.dim, t.slab), inv
		if i < n-1 {
			leave[i] = t.before(t.path[i+1], enter[i+1]).Intersect(inv, t.slab)
		}
		enter[i] = leave[i]
		if !impl.Urgent {
			enter[i] = dbm.Predt(leave[i], avoid[i], t.slab)
		}
	}
	v := make([]model.Rat, t.dim)
	for i := range v {
		v[i] = model.Int(0)
	}
	time := model.Int(0)
	for i := range n - 1 {
		d, ok := firstDelay(v, leave[i], avoid[i], false)
		if !ok {
			return ErrTrace
		}
		v, time = Delayed(v, d), time.Add(d)
		step := t.step(&v, t.path[i+1])
		step.Delay, step.Time = d, time
		t.out.Steps = append(t.out.Steps, step)
	}
	return nil
}
