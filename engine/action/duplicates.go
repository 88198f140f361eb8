package action

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/sat"
)

// Duplicates: mutants that behave exactly as another one does.
//
// Idea: two mutants behave alike when they start in the same state and make the same steps, events with
// arguments and states after, in every state that the original can reach (there tests look at them)
// and in every state that they reach themselves (beyond a wrong step too). Then whoever kills one
// kills the other, and their verdicts, traces and reachable transition relations are the same.
//
// A fingerprint says how a mutant differs from the original in the first states of the original. It
// must not depend on how the mutant is written: of the arguments with which events lead to a state,
// which come as boxes cut here or there, it takes the least and the greatest of each.
//
// Source: M. Papadakis, Y. Jia, M. Harman and Y. Le Traon, "Trivial compiler equivalence", ICSE 2015, count
// duplicates among the mutants of programs.
//
// Deviation: they compare object code and miss some; here behaviour is compared, and where states are too
// many the question stays open.

const (
	printedStates  = 500    // of the original, that a fingerprint looks at
	matchedStates  = 50_000 // compared one by one for two mutants
	duplicatesWork = 20_000_000
)

// Fingerprint is equal for mutants that behave alike. It is not ok when a limit of work was met.
func (c *Checker) Fingerprint(mu *Mutant) (string, bool) {
	v := mu.Build()
	if v == nil {
		return "", false
	}
	sys := c.space.sys
	p := &imprint{sp: c.space, x: newMachine(sys.layout, duplicatesWork),
		gone: make([]bool, len(sys.ways)), events: map[int32]bool{}}
	for _, i := range v.Changed {
		w := sys.way(v.Impl, v.Impl.Entries[i], i)
		p.ways = append(p.ways, w)
		p.events[int32(w.events)] = true
	}
	for _, i := range v.Gone {
		p.gone[i] = true
		p.events[int32(sys.ways[i].events)] = true
	}
	h := fnv.New128a()
	h.Write(appendInts(nil, v.Impl.Init))
	for i := range min(c.space.expanded, printedStates) {
		if !p.state(i) {
			return "", false
		}
		for _, line := range p.lines {
			h.Write(line)
		}
	}
	return strconv.FormatUint(binary.BigEndian.Uint64(h.Sum(nil)), 16), true
}

// An imprint makes a fingerprint.
type imprint struct {
	sp     *space
	x      *machine
	ways   []*way // changed entries of the mutant
	gone   []bool // by way of the original: not in the mutant
	events map[int32]bool
	lines  [][]byte // how the steps of the state at hand differ from those of the original
}

// A bundle is what leads by some event to some state: the bounds of all arguments.
type bundle struct {
	event  int32
	name   string // of an event that the original has nowhere
	words  string
	lo, hi []int64
}

// state compares the steps of one state; it tells false when a limit of work was met.
func (p *imprint) state(i int) bool {
	p.x.clear()
	p.x.at(p.sp.state(i))
	for _, w := range p.ways {
		if !p.x.runWay(w) {
			return false
		}
	}
	was, is := map[string]*bundle{}, map[string]*bundle{}
	old := &reached{p.sp, i}
	for _, s := range old.steps() {
		if p.events[s.event] {
			p.add(was, old, s, "")
			if !p.gone[s.way] {
				p.add(is, old, s, "")
			}
		}
	}
	for _, s := range p.x.steps {
		name := ""
		if s.event < 0 {
			name = model.EventsName(p.entry(s))
		}
		p.add(is, found{p.x}, s, name)
	}
	p.differences(i, was, is)
	return true
}

// entry is the mutant's entry that a step is of.
func (p *imprint) entry(s step) *model.Entry {
	return p.ways[slices.IndexFunc(p.ways, func(w *way) bool { return int32(w.index) == s.way })].entry
}

func (p *imprint) add(to map[string]*bundle, in stepSet, s step, name string) {
	var words []byte
	for _, w := range in.words(s) {
		words = binary.BigEndian.AppendUint64(words, w)
	}
	box := in.box(s)
	lo, hi := box[:s.args], box[s.args:]
	key := strconv.Itoa(int(s.event)) + " " + name + " " + string(words)
	b := to[key]
	if b == nil {
		to[key] = &bundle{s.event, name, string(words), slices.Clone(lo), slices.Clone(hi)}
		return
	}
	for i := range lo {
		b.lo[i], b.hi[i] = min(b.lo[i], lo[i]), max(b.hi[i], hi[i])
	}
}

// differences lists, sorted, the bundles that are not the same before and after.
func (p *imprint) differences(state int, was, is map[string]*bundle) {
	p.lines = p.lines[:0]
	note := func(key string, b *bundle) {
		line := append(strconv.AppendInt(nil, int64(state), 10), key...)
		if b != nil {
			line = appendInts(appendInts(append(line, '+'), b.lo), b.hi)
		}
		p.lines = append(p.lines, append(line, '\n'))
	}
	for key, b := range is {
		if a := was[key]; a == nil || !slices.Equal(a.lo, b.lo) || !slices.Equal(a.hi, b.hi) {
			note(key, b)
		}
	}
	for key := range was {
		if is[key] == nil {
			note(key, nil)
		}
	}
	slices.SortFunc(p.lines, slices.Compare[[]byte])
}

// Same decides whether two mutants behave alike; it is not decided when a budget ran out.
func (c *Checker) Same(ctx context.Context, a, b *Mutant) (same, decided bool) {
	u, v := a.Build(), b.Build()
	if u == nil || v == nil {
		return false, false
	}
	if !slices.Equal(u.Impl.Init, v.Impl.Init) {
		return false, true
	}
	d, err := model.NewVariant(u.Impl, v.Impl)
	if err != nil {
		return false, false
	}
	if d.Same() {
		return true, true
	}
	m := c.matching(d)
	for i := range min(c.space.expanded, matchedStates) {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return false, false
		}
		if alike, ok := m.alike(c.space.vals(i)); !ok || !alike {
			return false, ok
		}
	}
	if c.space.budget != "" || c.space.cut || c.space.expanded > matchedStates {
		return c.sameAnywhere(ctx, d)
	}
	return m.beyond(ctx, c.space)
}

// sameAnywhere asks the solver, where states are too many, for a difference in any state of the
// types. If there is one it may lie out of reach, which leaves the question open.
func (c *Checker) sameAnywhere(ctx context.Context, d *model.Variant) (same, decided bool) {
	if beyondSAT(d.Spec)+beyondSAT(d.Impl) != "" {
		return false, false
	}
	anywhere := newRoom(c.model, nil)
	some := anywhere.s.Or(wrongSteps(d).in(anywhere).some, lostSteps(d).in(anywhere).some)
	same = anywhere.s.Solve(ctx, some) == sat.Unsat
	return same, same
}

// A matching compares the steps of two mutants, state by state.
type matching struct {
	d            *model.Variant
	sys          *system // of the first mutant
	x, y         *machine
	more, less   []*way // entries that only the second, or only the first, has
	first, other []*way // and those of the first, or the second, with the same events
}

func (c *Checker) matching(d *model.Variant) *matching {
	l := c.space.sys.layout
	m := &matching{d: d, sys: compile(d.Spec, l), x: newMachine(l, hazardWork), y: newMachine(l, hazardWork)}
	second := make([]*way, len(d.Impl.Entries))
	for i, e := range d.Impl.Entries {
		second[i] = m.sys.way(d.Impl, e, i)
	}
	for _, i := range d.Changed {
		m.more = append(m.more, second[i])
	}
	for _, i := range d.Gone {
		m.less = append(m.less, m.sys.ways[i])
	}
	m.first, m.other = counterpartsOf(m.more, m.sys.ways), counterpartsOf(m.less, second)
	return m
}

// counterpartsOf are the ways that may show the events of some others.
func counterpartsOf(of, among []*way) (ways []*way) {
	for _, w := range among {
		if slices.ContainsFunc(of, func(o *way) bool { return o.events == w.events && o.events >= 0 }) {
			ways = append(ways, w)
		}
	}
	return ways
}

// alike tells whether both make the same steps from a state; ok is false at a limit of work.
func (m *matching) alike(state []int64) (alike, ok bool) {
	for _, side := range [][2][]*way{{m.more, m.first}, {m.less, m.other}} {
		m.x.work, m.x.over, m.y.work, m.y.over = 0, false, 0, false
		s, _, ok := stepsBeyond(m.x, m.y, state, side[0], side[1])
		if !ok || s != nil {
			return false, ok
		}
	}
	return true, true
}

// beyond compares the mutants in the states that the first reaches and the original does not.
func (m *matching) beyond(ctx context.Context, original *space) (same, decided bool) {
	own, err := explore(ctx, m.sys, newLimits(matchedStates, 0))
	if err != nil {
		return false, false
	}
	for i := range own.expanded {
		if _, known := original.index.find(own.state(i), original.words); known {
			continue
		}
		if alike, ok := m.alike(own.vals(i)); !ok || !alike {
			return false, ok
		}
	}
	return own.budget == "", own.budget == ""
}
