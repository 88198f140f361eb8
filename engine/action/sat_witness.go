package action

import (
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/sat"
)

// Canonical witnesses.
//
// Idea: breadth-first search meets states in the lexicographic order of their first paths, a path being
// the sequence of its entries, arguments and, where several states follow, their order of production.
// So the explicit engine's witness is the least path to a state with a deviation; here that path is fixed
// choice by choice. What the solver found before has no say.
//
// Source: J. Marques-Silva et al., "Boolean lexicographic optimization", as sat.Witness does it.
//
// Deviation: where few steps lead on from a state they are made by plain evaluation and tried in order,
// which takes fewer questions than their bits.

// witness gives the canonical trace of k steps to a deviation, and the deviation.
func (q *query) witness(d *direction, k int) *Witness {
	var watch []sat.Vec
	moves := q.start.chain.moves[:k]
	for _, mv := range moves {
		watch = append(append(watch, mv.which), mv.args...)
	}
	made := d.in(q.start)
	n, r := q.start.s.Witness(q.ctx, made.watch(watch), q.start.after(k), made.some)
	if r != sat.Sat {
		return nil
	}
	out := &Witness{State: q.m.Init}
	at := 0
	for i, mv := range moves {
		step := q.step(n, i, at, out.State)
		at += 1 + len(mv.args)
		out.Path, out.State = append(out.Path, step), step.Post
	}
	out.Step = q.deviation(n, d, made, at, out.State)
	return out
}

// fault gives the least state with a deviation, reachable or not.
func (q *query) fault(d *direction) *Witness {
	made, probe := d.in(q.hall), q.hall.probe
	n, r := q.hall.s.Witness(q.ctx, made.watch(slices.Clone(probe)), made.some)
	if r != sat.Sat {
		return nil
	}
	out := &Witness{}
	for i := range probe {
		out.State = append(out.State, n.Least(i))
	}
	out.Step = q.deviation(n, d, made, len(probe), out.State)
	return out
}

// watch adds the arguments of all deviations to the vectors that are watched.
func (d deviating) watch(vecs []sat.Vec) []sat.Vec {
	for _, x := range d.all {
		vecs = append(vecs, x.args...)
	}
	return vecs
}

// step fixes the i-th step of a trace; at is the place of its circuits among the watched ones. Only
// entries that have a step from the state before are asked about.
func (q *query) step(n *sat.Witness, i, at int, pre []int64) model.Move {
	mv := q.start.chain.moves[i]
	x := newMachine(q.sys.layout, maxConcrete*workPerState)
	copy(x.vals, pre)
	for _, w := range q.sys.ways {
		x.clear()
		all := x.runWay(w)
		this := q.start.s.Eq(mv.which, q.start.s.Num(int64(w.index)))
		if len(x.steps) == 0 && all || !n.Prefer(this) {
			continue
		}
		if all && len(x.steps) <= maxConcrete {
			return q.first(n, i, at, w, x)
		}
		return q.least(n, i, at, pre, w)
	}
	return model.Move{}
}

// maxConcrete is up to how many steps of an entry are tried one by one.
const maxConcrete = 64

// first fixes the first of an entry's steps, which come in order, that leads on.
func (q *query) first(n *sat.Witness, i, at int, w *way, x *machine) model.Move {
	s := q.start.s
	for j, st := range x.steps {
		post := make([]int64, len(q.m.Vars))
		q.sys.layout.unpack(post, x.words(st))
		leads := s.EqAll(q.start.chain.run.State(i+1), q.start.spec.concrete(post))
		if j < len(x.steps)-1 && !n.Prefer(leads) {
			continue
		}
		args := slices.Clone(x.least(st))
		for k, a := range args {
			leads = s.And(leads, s.Eq(q.start.chain.moves[i].args[k], s.Num(a)))
		}
		n.Prefer(leads)
		return model.Move{Entry: w.entry, Args: args, Post: post}
	}
	return model.Move{}
}

// least fixes the arguments of an entry bit by bit, then the state after it.
func (q *query) least(n *sat.Witness, i, at int, pre []int64, w *way) model.Move {
	mv := model.Move{Entry: w.entry}
	for j := range w.ranges {
		mv.Args = append(mv.Args, n.Least(at+1+j))
	}
	posts := q.posts(q.m, mv, pre)
	for j, post := range posts {
		leads := q.start.s.EqAll(q.start.chain.run.State(i+1), q.start.spec.concrete(post))
		if mv.Post = post; j == len(posts)-1 || n.Prefer(leads) {
			break
		}
	}
	return mv
}

// deviation fixes the deviation in a state; at is the place of the arguments of all of them.
func (q *query) deviation(n *sat.Witness, d *direction, made deviating, at int, pre []int64) (mv model.Move) {
	for i, x := range made.all {
		if i < len(made.all)-1 && !n.Prefer(x.holds) {
			at += len(x.args)
			continue
		}
		mv.Entry = d.has.Entries[x.entry]
		for j := range x.args {
			mv.Args = append(mv.Args, n.Least(at+j))
		}
		break
	}
	mv.Post = q.beyond(d, mv, pre)
	return mv
}

// beyond gives the first state after a move that the other model does not allow.
func (q *query) beyond(d *direction, mv model.Move, pre []int64) []int64 {
	var allowed [][]int64
	for _, x := range d.lacks.Entries {
		if model.EventsName(x) == model.EventsName(mv.Entry) {
			allowed = append(allowed, q.posts(d.lacks, model.Move{Entry: x, Args: mv.Args}, pre)...)
		}
	}
	for _, post := range q.posts(d.has, mv, pre) {
		if !slices.ContainsFunc(allowed, func(a []int64) bool { return slices.Equal(a, post) }) {
			return post
		}
	}
	return nil
}

// posts lists the states after a move, which gives entry and arguments, in order of production.
func (q *query) posts(m *model.Model, mv model.Move, pre []int64) (posts [][]int64) {
	w := q.sys.way(m, mv.Entry, 0)
	for i, a := range mv.Args {
		if !w.ranges[i].Has(a) {
			return nil
		}
		w.ranges[i] = model.Range{Lo: a, Hi: a}
	}
	x := newMachine(q.sys.layout, 1<<30)
	copy(x.vals, pre)
	x.runWay(w)
	for _, s := range x.steps {
		vals := make([]int64, len(pre))
		q.sys.layout.unpack(vals, x.words(s))
		posts = append(posts, vals)
	}
	return posts
}
