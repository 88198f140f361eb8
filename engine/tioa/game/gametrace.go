package game

import (
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// A counterexample out of the backward game: the spoiler plays its strategy, and the other side
// gives the first answer it has. With other answers the play would go on otherwise, but every play
// ends in a fault.

// play walks from the start along the strategy.
func (t *tracer) play(b *backward) error {
	v := make([]model.Rat, t.dim)
	for i := range v {
		v[i] = model.Int(0)
	}
	p, time := b.pairs[0], model.Int(0)
	for {
		q, d, ok := b.choose(p, v)
		if !ok {
			return ErrTrace
		}
		v, time = Delayed(v, d), time.Add(d)
		here := joint{impl: p.impl, spec: p.spec}
		step, answer, ended := b.answer(p, q, v)
		if ended {
			s := t.last(v, here, &Failure{Fault: q.fault, Step: q.step, Act: actOf(q.step)})
			s.Delay, s.Time = d, time
			t.out.Steps = append(t.out.Steps, s)
			t.out.Fault = q.fault
			return nil
		}
		next := joint{impl: b.after(p, step, answer), spec: b.afterSpec(p, step, answer), act: step.Act, output: step.Output}
		next.byImpl, next.bySpec = step, answer
		if !step.Output {
			next.byImpl, next.bySpec = answer, step
		}
		s := t.step(&v, next)
		s.Delay, s.Time = d, time
		t.out.Steps = append(t.out.Steps, s)
		p = b.pairs[b.index[[2]int{next.impl, next.spec}]]
	}
}

func actOf(e *Step) int {
	if e == nil {
		return 0
	}
	return e.Act
}

// choose finds the piece of least rank that a delay reaches, and the shortest such delay.
func (b *backward) choose(p *pairState, v []model.Rat) (piece, model.Rat, bool) {
	r := b.r
	impl, spec := r.impl.At(p.impl), r.spec.at(p.spec)
	avoid := impl.Inv.Zones(r.dim, r.slab).Complement(r.dim, r.slab)
	for _, q := range p.pieces {
		goal, positive := q.where, false
		if q.step == nil && spec.Urgent && !impl.Urgent {
			goal, positive = impl.Inv.Zones(r.dim, r.slab), true
		}
		d, ok := firstDelay(v, goal, avoid, positive)
		if ok && (!impl.Urgent || d.Sign() == 0) {
			return q, d, true
		}
	}
	return piece{}, model.Int(0), false
}

// answer gives the first answer to a piece's step that is enabled; without one the play has ended.
func (b *backward) answer(p *pairState, q piece, v []model.Rat) (step, answer *Step, ended bool) {
	if q.step == nil {
		return nil, nil, true
	}
	ended = true
	b.challenges(p, b.r.impl.At(p.impl), b.r.spec.at(p.spec), func(e *Step, answers []*Step, ignored bool, _ trace.Fault) {
		if e != q.step || !ended {
			return
		}
		if ignored {
			ended = false
		}
		for _, a := range answers {
			if ended && Holds(a.Guard, v) {
				answer, ended = a, false
			}
		}
	})
	return q.step, answer, ended
}

// gameTrace makes the trace of a failure that the backward game found.
func gameTrace(impl, spec *System, f *Failure) (*trace.Trace, error) {
	t := &tracer{impl: impl, spec: behind(spec, len(impl.Clocks)), dim: impl.Dim() + len(spec.Clocks)}
	t.slab = pairSlab(impl, spec)
	b, holds, err := solveBackward(impl, t.spec, f.rules, t.slab)
	if err != nil || holds {
		return nil, ErrTrace
	}
	t.out = newTrace(impl, spec, f)
	if err := t.play(b); err != nil {
		return nil, err
	}
	t.out.Conclude()
	if t.out.Choice {
		t.out.Conclusion += trace.OnePlay
	}
	return t.out, nil
}

// Holds evaluates a condition at a valuation.
func Holds(c Cond, v []model.Rat) bool {
	for _, x := range c {
		all := true
		for _, b := range x {
			cmp := v[b.I].Sub(v[b.J]).Cmp(model.Int(b.B.Value()))
			all = all && (!b.B.Finite() || cmp < 0 || cmp == 0 && !b.B.Strict())
		}
		if all {
			return true
		}
	}
	return false
}
