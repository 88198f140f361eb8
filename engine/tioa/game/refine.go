package game

import (
	"slices"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// Refinement as a forward game. An implementation refines a specification when, from the start and
// in every pair of states that they reach together,
//
//	1. the specification allows every delay that the implementation may do,
//	2. it allows every output of the implementation,
//	3. the implementation accepts every input of the specification,
//
// and after each such step they are again such a pair (David et al., HSCC 2010, Definition 6). Pairs
// of locations with zones over the clocks of both are searched breadth first, so that the first
// failure is a shortest one. All answers to a step are followed. That is exact where the answer is
// unique; where it is not, and the search fails behind such a step, the backward game of game.go
// decides.

// A Game says which rules hold for actions that one side does not know.
type Game struct {
	// SpecIgnores: outputs that the specification does not declare leave it where it is. As the
	// engines have it, and the alphabet convention of UPPAAL TIGA.
	SpecIgnores bool
	// ImplIgnores: inputs that the implementation does not declare leave it where it is.
	ImplIgnores bool
	Limit       int // zones to store; 0: DefaultZones
}

// A Failure is a pair of states with a fault, reached along a path of pairs.
type Failure struct {
	Fault  trace.Fault
	Act    int            // with ExtraOutput and LostInput
	Step   *Step          // the step that has no answer
	Where  dbm.Federation // valuations in which it shows, after the path and a delay
	path   []joint        // the first is the start
	Choice bool           // some step on the path had several answers
	game   bool           // the backward game decided, so the path proves nothing alone
	rules  Game
}

// A joint is one pair of locations on a path, with the steps that led to it.
type joint struct {
	impl, spec     int
	byImpl, bySpec *Step // nil: that side stayed, and both at the start
	act            int
	output         bool
	zone           dbm.Zone
}

// A Result is the answer of a refinement check.
type Result struct {
	Holds   bool
	Failure *Failure
	Zones   int // stored
	Game    bool
}

// refiner is the search for one pair of systems. The specification's clocks are behind the
// implementation's.
type refiner struct {
	impl    *System
	spec    *shifted
	game    Game
	slab    *dbm.Slab
	dim     int
	shift   int
	nodes   []pairNode
	passed  [][]int32
	index   map[[2]int32]int32 // numbers of pairs of locations; see cell
	dense   []int32            // the same for small systems that are made as a whole: number + 1
	used    []int32            // what is set in dense
	room    [3]dbm.Federation  // for moves, answers and delays, which never live longer than a step
	quiet   bool               // verdicts alone: no paths
	max     []int64
	notInv  map[int]dbm.Federation
	failure *Failure // no answer would have helped: the search is over
	doubt   *Failure // the first one behind a step with several answers: another might have helped
	diags   map[[2]int32][]dbm.Constraint
	extra   func(dbm.Zone)
	collect bool // go on behind faults: all pairs of states are wanted
}

type pairNode struct {
	impl, spec     int32
	parent         int32
	cell           int32
	covered        bool
	choice         bool
	zone           dbm.Zone
	byImpl, bySpec *Step
}

// Refine plays the forward game.
func Refine(impl, spec *System, g Game) (*Result, error) {
	return newRefiner(impl, behind(spec, len(impl.Clocks)), g, pairSlab(impl, spec)).run()
}

// RefineExact plays the forward game and, where that fails behind a step with several answers, the
// backward game.
func RefineExact(impl, spec *System, g Game) (*Result, error) {
	return newRefiner(impl, behind(spec, len(impl.Clocks)), g, pairSlab(impl, spec)).exact()
}

func newRefiner(impl *System, spec *shifted, g Game, slab *dbm.Slab) *refiner {
	g.Limit = ZonesOr(g.Limit)
	r := &refiner{impl: impl, spec: spec, game: g, slab: slab}
	r.shift = len(impl.Clocks)
	r.dim = impl.Dim() + len(spec.Clocks)
	r.index = map[[2]int32]int32{}
	r.grid()
	r.max = make([]int64, r.dim)
	r.extra = func(z dbm.Zone) { z.ExtraMPlus(r.max) }
	return r
}

func (r *refiner) run() (*Result, error) {
	if err := r.impl.within(r.game.Limit, r.search); err != nil {
		return nil, err
	}
	if r.failure == nil {
		r.failure = r.doubt
	}
	return &Result{Holds: r.failure == nil, Failure: r.failure, Zones: len(r.nodes)}, nil
}

func (r *refiner) search() error {
	r.start()
	for i := 0; i < len(r.nodes) && r.failure == nil; i++ {
		if len(r.nodes) > r.game.Limit {
			return tooManyZones(r.game.Limit)
		}
		if !r.nodes[i].covered {
			r.visit(i)
		}
	}
	return nil
}

// start enters the pair of initial states.
func (r *refiner) start() {
	zero := r.slab.Get()
	zero.SetZero()
	impl, spec := r.impl.At(r.impl.Init), r.spec.at(r.spec.Init)
	if !impl.Inv.and(spec.Inv).Meets(zero, r.slab) {
		start := joint{impl: r.impl.Init, spec: r.spec.Init, zone: zero}
		r.failure = &Failure{Fault: trace.EmptyStart, Where: dbm.Federation{zero}, path: []joint{start}}
		return
	}
	r.enter(pairNode{impl: int32(r.impl.Init), spec: int32(r.spec.Init), parent: -1}, zero)
}

// enter takes a pair that was just reached with its clock values, lets time pass, checks rule 1 and
// stores what is new. It consumes z.
func (r *refiner) enter(n pairNode, z dbm.Zone) {
	impl, spec := r.impl.At(int(n.impl)), r.spec.at(int(n.spec))
	if spec.Kind == model.Universal {
		r.slab.Put(z) // everything is allowed from here on
		return
	}
	for _, d := range r.delay(int(n.impl), impl, z) {
		if r.failure == nil && !r.collect && !r.allowed(n, impl, spec, d) {
			return
		}
		n.cell = r.cell(n.impl, n.spec)
		r.extrapolate(n, impl, spec, d)
	}
}

// delay is what the implementation reaches by waiting. It consumes z.
func (r *refiner) delay(loc int, l *Loc, z dbm.Zone) dbm.Federation {
	switch {
	case l.Urgent:
		r.room[2] = append(r.room[2][:0], z)
		return r.room[2]
	case len(l.Inv) == 1:
		z.Up()
		l.Inv[0].Apply(z)
		r.room[2] = append(r.room[2][:0], z)
		return r.room[2]
	}
	notInv, ok := r.notInv[loc]
	if !ok {
		notInv = l.Inv.Zones(r.dim, r.slab).Complement(r.dim, r.slab)
		if r.notInv == nil {
			r.notInv = map[int]dbm.Federation{}
		}
		r.notInv[loc] = notInv
	}
	return dbm.Postt(dbm.Federation{z}, notInv, r.slab)
}

// allowed checks rule 1 on a zone closed under the implementation's delays.
func (r *refiner) allowed(n pairNode, impl, spec *Loc, z dbm.Zone) bool {
	if spec.Urgent && !impl.Urgent {
		if late := impl.canDelay().Within(z, r.slab); len(late) > 0 {
			r.fail(n, trace.LateDelay, 0, nil, late)
			return false
		}
	}
	if len(spec.Inv) == 1 {
		if spec.Inv[0].implied(z) {
			return true
		}
	}
	late := dbm.Federation{z}.Subtract(spec.Inv.Zones(r.dim, r.slab), r.slab)
	if len(late) == 0 {
		return true
	}
	r.fail(n, trace.LateDelay, 0, nil, late)
	return false
}

// fail notes a failure. One behind a step with several answers does not end the search: a later one
// without such a step is a proof, and needs no other game.
func (r *refiner) fail(n pairNode, f trace.Fault, act int, step *Step, where dbm.Federation) {
	if r.collect || n.choice && r.doubt != nil {
		return
	}
	found := &Failure{Fault: f, Act: act, Step: step, Where: where, Choice: n.choice}
	if !r.quiet {
		found.path = r.path(n)
	}
	if n.choice {
		r.doubt = found
		found.keep()
		return
	}
	r.failure = found
}

// path lists the pairs from the start to n.
func (r *refiner) path(n pairNode) []joint {
	var path []joint
	for {
		j := joint{impl: int(n.impl), spec: int(n.spec), byImpl: n.byImpl, bySpec: n.bySpec, zone: n.zone}
		if e := n.byImpl; e != nil {
			j.act, j.output = e.Act, e.Output
		} else if f := n.bySpec; f != nil {
			j.act, j.output = f.Act, f.Output
		}
		path = append(path, j)
		if n.parent < 0 {
			break
		}
		n = r.nodes[n.parent]
	}
	for a, b := 0, len(path)-1; a < b; a, b = a+1, b-1 {
		path[a], path[b] = path[b], path[a]
	}
	return path
}

// denseCells bounds the pairs of locations that are numbered in a table.
const denseCells = 1 << 14

// visit checks rules 2 and 3 and follows every step with every answer.
func (r *refiner) visit(i int) {
	n := r.nodes[i]
	impl, spec := r.impl.At(int(n.impl)), r.spec.at(int(n.spec))
	for _, e := range impl.Edges {
		if e.Output && r.failure == nil {
			r.challenge(i, e, spec.Edges, r.spec.Out, r.game.SpecIgnores, trace.ExtraOutput)
		}
	}
	for _, f := range spec.Edges {
		if !f.Output && r.failure == nil {
			r.challenge(i, f, impl.Edges, r.impl.In, r.game.ImplIgnores, trace.LostInput)
		}
	}
}

// challenge checks that a step of one side is answered in all of the node's zone, and follows it.
// For an output the implementation moves and the specification answers, for an input the other way
// round.
func (r *refiner) challenge(i int, e *Step, answers []*Step, known ActionSet, ignores bool, f trace.Fault) {
	n := &r.nodes[i]
	if e.Guard.isTrue() { // all of the node's zone moves, which stays the node's
		r.room[0] = append(r.room[0][:0], n.zone)
		r.answered(i, e, r.room[0], answers, known, ignores, f)
		return
	}
	r.room[0] = e.Guard.appendWithin(r.room[0][:0], n.zone, r.slab)
	if len(r.room[0]) > 0 {
		r.answered(i, e, r.room[0], answers, known, ignores, f)
		r.slab.PutAll(r.room[0])
	}
}

// answered checks that a step has an answer in all of moves, and follows it.
func (r *refiner) answered(
	i int, e *Step, moves dbm.Federation, answers []*Step, known ActionSet, ignores bool, f trace.Fault,
) {
	n := &r.nodes[i]
	if !known.Has(e.Act) && ignores {
		r.follow(i, e, nil, moves, n.choice)
		return
	}
	var fits [8]*Step
	list := fits[:0]
	for _, a := range answers {
		if a.Act == e.Act && a.Output == e.Output {
			list = append(list, a)
		}
	}
	if left := r.unanswered(moves, list); len(left) > 0 {
		r.fail(*n, f, e.Act, e, left)
	}
	choice := n.choice || len(list) > 1 && r.ambiguous(moves, list)
	for _, a := range list {
		if r.failure == nil {
			r.follow(i, e, a, moves, choice)
		}
	}
}

// unanswered is where none of the answers is enabled.
func (r *refiner) unanswered(moves dbm.Federation, answers []*Step) dbm.Federation {
	if len(answers) == 1 && len(answers[0].Guard) == 1 {
		all := true
		for _, z := range moves {
			all = all && answers[0].Guard[0].implied(z)
		}
		if all {
			return nil
		}
	}
	left := moves.Clone(r.slab)
	for _, a := range answers {
		if a.Guard.isTrue() {
			r.slab.PutAll(left)
			return nil
		}
		g := a.Guard.Zones(r.dim, r.slab)
		next := left.Subtract(g, r.slab)
		r.slab.PutAll(left)
		r.slab.PutAll(g)
		if left = next; len(left) == 0 {
			return nil
		}
	}
	return left
}

// ambiguous tells whether two different answers are enabled together.
func (r *refiner) ambiguous(moves dbm.Federation, answers []*Step) bool {
	for i, a := range answers {
		for _, b := range answers[i+1:] {
			if a.Target == b.Target && sameResets(a.Resets, b.Resets) {
				continue
			}
			both := a.Guard.and(b.Guard)
			for _, z := range moves {
				if both.Meets(z, r.slab) {
					return true
				}
			}
		}
	}
	return false
}

// sameResets compares resets in any order.
func sameResets(a, b []reset) bool {
	if len(a) != len(b) {
		return false
	}
	for _, r := range a {
		if !slices.Contains(b, r) {
			return false
		}
	}
	return true
}

// follow enters the pairs behind a step and one answer, nil when that side stays.
func (r *refiner) follow(i int, e, answer *Step, moves dbm.Federation, choice bool) {
	n := r.nodes[i]
	next := pairNode{impl: n.impl, spec: n.spec, parent: int32(i), choice: choice}
	byImpl, bySpec := e, answer
	if !e.Output {
		byImpl, bySpec = answer, e
	}
	if byImpl != nil {
		next.impl, next.byImpl = int32(byImpl.Target), byImpl
	}
	if bySpec != nil {
		next.spec, next.bySpec = int32(bySpec.Target), bySpec
	}
	for _, z := range moves {
		if answer == nil {
			r.land(next, e, nil, r.slab.Copy(z))
			continue
		}
		r.room[1] = answer.Guard.appendWithin(r.room[1][:0], z, r.slab)
		for _, y := range r.room[1] {
			r.land(next, e, answer, y)
		}
	}
}

func (r *refiner) land(n pairNode, e, answer *Step, z dbm.Zone) {
	for _, x := range e.Resets {
		z.Reset(x.Clock, x.Value)
	}
	if answer != nil {
		for _, x := range answer.Resets {
			z.Reset(x.Clock, x.Value)
		}
	}
	r.enter(n, z)
}

// exact runs the forward game, and the backward one where needed.
func (r *refiner) exact() (*Result, error) {
	res, err := r.run()
	if err != nil || res.Holds {
		return res, err
	}
	if res.Failure.Choice {
		slab := pairSlab(r.impl, r.spec.System)
		_, holds, err := solveBackward(r.impl, r.spec, r.game, slab)
		if err != nil {
			return nil, err
		}
		if res.Game = true; holds {
			res.Holds, res.Failure = true, nil
			return res, nil
		}
		res.Failure.game, res.Failure.rules = true, r.game
	}
	res.Failure.keep()
	return res, nil
}

// keep copies the zones of a failure, so that it outlives its search.
func (f *Failure) keep() {
	f.Where = f.Where.Clone(nil)
	for i := range f.path {
		if f.path[i].zone.Valid() {
			f.path[i].zone = f.path[i].zone.Clone()
		}
	}
}
