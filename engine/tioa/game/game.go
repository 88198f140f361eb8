package game

import (
	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// The backward game. The spoiler wants to show that the implementation does not refine: it chooses
// delays and outputs of the implementation and inputs of the specification; the other side chooses
// the answers. Bad is the least set of pairs of states from which the spoiler wins:
//
//	Bad = predt(Now, outside the implementation's invariant), where Now holds
//	  what the specification's invariant does not allow,
//	  each output of the implementation minus the answers of the specification that avoid Bad,
//	  each input of the specification minus the answers of the implementation that avoid Bad.
//
// This is a safety game on zones, solved backward (F. Cassez, A. David, E. Fleury, K. G. Larsen and
// D. Lime, "Efficient on-the-fly algorithms for the analysis of timed games", CONCUR 2005),
// for the refinement of David et al., HSCC 2010, Definition 6. Deviation: pairs of states that the
// forward game does not reach are left out from the start.
//
// It asks for some answer, so it is exact for automata that are not deterministic, where the forward
// game, which follows every answer, is too strict. The pieces in the order in which they were found
// are the spoiler's strategy: from a piece every answer leads to earlier ones.

// A piece is a part of Now: here the spoiler acts.
type piece struct {
	where dbm.Federation
	fault trace.Fault // what is wrong, or to become wrong, with the step
	step  *Step       // nil for a delay
	rank  int         // pieces that it leads to have smaller ones
}

// A pairState is what the game knows of one pair of locations.
type pairState struct {
	impl, spec int
	reach      dbm.Federation // what the two reach together, closed under the implementation's delays
	outside    dbm.Federation // what the implementation's invariant forbids
	bad        dbm.Federation
	now        dbm.Federation
	pieces     []piece
	preds      []int
	dirty      bool
}

type backward struct {
	r     *refiner
	pairs []*pairState
	index map[[2]int]int
	rank  int
}

// solveBackward computes Bad inside what the two systems reach together, and tells whether the start
// is outside it.
func solveBackward(impl *System, spec *shifted, g Game, slab *dbm.Slab) (*backward, bool, error) {
	b := &backward{r: newRefiner(impl, spec, g, slab), index: map[[2]int]int{}}
	holds := false
	err := impl.within(g.Limit, func() (err error) {
		holds, err = b.solve()
		return err
	})
	return b, holds, err
}

// RefineBackward plays the backward game alone and tells whether the implementation refines.
func RefineBackward(impl, spec *System, g Game) (bool, error) {
	_, holds, err := solveBackward(impl, behind(spec, len(impl.Clocks)), g, pairSlab(impl, spec))
	return holds, err
}

// solve plays the game and tells whether the implementation refines.
func (b *backward) solve() (bool, error) {
	impl, spec, slab := b.r.impl, b.r.spec, b.r.slab
	b.r.collect = true
	if res, err := b.r.run(); err != nil {
		return false, err
	} else if !res.Holds {
		return false, nil // there is no start
	}
	b.pair(impl.Init, spec.Init, -1)
	for i := range b.r.nodes {
		if n := &b.r.nodes[i]; !n.covered {
			p := b.pairs[b.pair(int(n.impl), int(n.spec), -1)]
			p.reach = append(p.reach, n.zone)
		}
	}
	for i := 0; i < len(b.pairs); i++ {
		p := b.pairs[i]
		p.reach = p.reach.Clone(slab).Merge(slab)
		p.outside = impl.At(p.impl).Inv.Zones(b.r.dim, slab).Complement(b.r.dim, slab)
		b.connect(i)
	}
	b.run()
	zero := dbm.Zero(b.r.dim)
	return !b.pairs[0].bad.Covers(zero, slab), nil
}

// pair gives the number of a pair and notes that another leads to it.
func (b *backward) pair(impl, spec, from int) int {
	key := [2]int{impl, spec}
	i, ok := b.index[key]
	if !ok {
		i = len(b.pairs)
		b.index[key] = i
		b.pairs = append(b.pairs, &pairState{impl: impl, spec: spec, dirty: true})
	}
	if from >= 0 {
		p := b.pairs[i]
		if n := len(p.preds); n == 0 || p.preds[n-1] != from {
			p.preds = append(p.preds, from)
		}
	}
	return i
}

// connect makes the pairs that one leads to.
func (b *backward) connect(i int) {
	p := b.pairs[i]
	impl, spec := b.r.impl.At(p.impl), b.r.spec.at(p.spec)
	if spec.Kind == model.Universal {
		p.dirty = false
		return
	}
	b.challenges(p, impl, spec, func(e *Step, answers []*Step, ignored bool, _ trace.Fault) {
		if ignored {
			b.pair(b.after(p, e, nil), b.afterSpec(p, e, nil), i)
		}
		for _, a := range answers {
			b.pair(b.after(p, e, a), b.afterSpec(p, e, a), i)
		}
	})
}

// challenges lists the steps that need an answer, with the possible answers.
func (b *backward) challenges(
	p *pairState, impl, spec *Loc, visit func(e *Step, answers []*Step, ignored bool, f trace.Fault),
) {
	pick := func(e *Step, edges []*Step) (list []*Step) {
		for _, a := range edges {
			if a.Act == e.Act && a.Output == e.Output {
				list = append(list, a)
			}
		}
		return list
	}
	for _, e := range impl.Edges {
		if e.Output {
			visit(e, pick(e, spec.Edges), b.r.game.SpecIgnores && !b.r.spec.Out.Has(e.Act), trace.ExtraOutput)
		}
	}
	for _, f := range spec.Edges {
		if !f.Output {
			visit(f, pick(f, impl.Edges), b.r.game.ImplIgnores && !b.r.impl.In.Has(f.Act), trace.LostInput)
		}
	}
}

// after is the implementation's location behind a step and its answer, nil when that side stays.
func (b *backward) after(p *pairState, e, answer *Step) int {
	byImpl := e
	if !e.Output {
		byImpl = answer
	}
	if byImpl == nil {
		return p.impl
	}
	return byImpl.Target
}

func (b *backward) afterSpec(p *pairState, e, answer *Step) int {
	bySpec := answer
	if !e.Output {
		bySpec = e
	}
	if bySpec == nil {
		return p.spec
	}
	return bySpec.Target
}

func (b *backward) run() {
	for again := true; again; {
		again = false
		for i := len(b.pairs) - 1; i >= 0; i-- {
			p := b.pairs[i]
			if !p.dirty {
				continue
			}
			p.dirty = false
			if b.grow(p) {
				again = true
				for _, q := range p.preds {
					b.pairs[q].dirty = b.r.spec.at(b.pairs[q].spec).Kind != model.Universal
				}
			}
		}
	}
}

// grow recomputes a pair and tells whether Bad grew.
func (b *backward) grow(p *pairState) bool {
	r := b.r
	impl, spec := r.impl.At(p.impl), r.spec.at(p.spec)
	inv := p.reach
	allowed := spec.Inv.Zones(r.dim, r.slab)
	b.add(p, inv.Subtract(allowed, r.slab), trace.LateDelay, nil)
	if spec.Urgent && !impl.Urgent {
		b.add(p, impl.canDelay().Zones(r.dim, r.slab), trace.LateDelay, nil)
	}
	b.challenges(p, impl, spec, func(e *Step, answers []*Step, ignored bool, f trace.Fault) {
		var where dbm.Federation
		for _, z := range inv {
			where = e.Guard.appendWithin(where, z, r.slab)
		}
		if f == trace.LostInput {
			where = where.Intersect(allowed, r.slab)
		}
		if ignored {
			where = where.Subtract(b.safe(p, e, nil), r.slab)
		}
		for _, a := range answers {
			where = where.Subtract(b.safe(p, e, a), r.slab)
		}
		b.add(p, where, f, e)
	})
	next := p.now.Intersect(inv, r.slab)
	if !impl.Urgent {
		next = dbm.Predt(next, p.outside, r.slab)
		next = next.Intersect(p.reach, r.slab)
	}
	if p.bad.Includes(next, r.slab) {
		return false
	}
	p.bad = next.Merge(r.slab)
	return true
}

// add notes a part of Now that was not known before.
func (b *backward) add(p *pairState, where dbm.Federation, f trace.Fault, e *Step) {
	fresh := where.Subtract(p.now, b.r.slab)
	if len(fresh) == 0 {
		return
	}
	b.rank++
	p.pieces = append(p.pieces, piece{where: fresh.Clone(b.r.slab), fault: f, step: e, rank: b.rank})
	for _, z := range fresh {
		p.now = p.now.Add(z, b.r.slab)
	}
}

// safe is where an answer is enabled and avoids Bad; all there is, when the side stays and Bad is
// avoided.
func (b *backward) safe(p *pairState, e, answer *Step) dbm.Federation {
	r := b.r
	to := b.pairs[b.index[[2]int{b.after(p, e, answer), b.afterSpec(p, e, answer)}]]
	guard := always
	var rs []reset
	rs = append(rs, e.Resets...)
	if answer != nil {
		guard = answer.Guard
		rs = append(rs, answer.Resets...)
	}
	ok := guard.Zones(r.dim, r.slab)
	if len(to.bad) == 0 {
		return ok
	}
	var lose dbm.Federation
	for _, z := range to.bad {
		y := r.slab.Copy(z)
		if undo(y, rs) {
			lose = lose.Add(y, r.slab)
		}
	}
	return ok.Subtract(lose, b.r.slab)
}
