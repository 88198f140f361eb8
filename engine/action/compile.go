package action

import (
	"math/bits"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// Entries of the do-od block, compiled for speed.
//
// Idea: statements become a graph of instructions in which what follows a choice is shared by its
// branches, so that the graph is as long as the text however deep choices nest.
//
// Source: the relational semantics of the paper, Figure 3.
//
// Deviation: the paper asks for a normal form, choices outermost (Section 4.2), so that it can negate
// statements. Here steps are enumerated forwards, and nothing is ever negated.

// A system is the compiled form of a model.
type system struct {
	model  *model.Model
	layout *layout
	ways   []*way         // one for each entry
	events map[string]int // what is observed of a step but arguments and states, by name
}

// A way is a compiled entry: one way to make a step.
type way struct {
	entry  *model.Entry
	index  int           // place in system.ways; in a mutant the place of the way that it replaces, or -1
	events int           // which sequence of events it shows; -1: one that the original has nowhere
	ranges []model.Range // of the arguments
	start  *instr
	reads  []bool // by variable: read or written
}

type instrOp uint8

const (
	opDone instrOp = iota
	opAssume
	opAssign
	opFork
	opUnless
	opJoin // several paths meet: what was run from the same state and box is not run again
)

// An instr is an instruction; which fields matter follows from op.
type instr struct {
	op     instrOp
	e      *node
	slot   int   // opAssign: the variable; opJoin: its number
	lo, hi int64 // opAssign: its range
	next   *instr
	forks  []*instr
	unless []*way
}

// A node is an expression with its names resolved to slots.
type node struct {
	op     expr.Op
	slot   int // Name: index of the variable, or of the argument of the step
	k      int64
	l, r   *node
	arg    bool // Name: it is an argument
	params bool // arguments occur in it
	bools  bool // a comparison of Booleans
}

// compile translates a model whose states are packed as in a layout.
func compile(m *model.Model, l *layout) *system {
	s := &system{model: m, layout: l, events: map[string]int{}}
	for i, e := range m.Entries {
		name := model.EventsName(e)
		if _, known := s.events[name]; !known {
			s.events[name] = len(s.events)
		}
		s.ways = append(s.ways, s.way(m, e, i))
	}
	return s
}

// way compiles an entry of m, the system's model or a mutant of it.
func (s *system) way(m *model.Model, e *model.Entry, index int) *way {
	w := &way{entry: e, index: index, ranges: e.Ranges(), reads: make([]bool, len(m.Vars))}
	var ok bool
	if w.events, ok = s.events[model.EventsName(e)]; !ok {
		w.events = -1
	}
	c := &compiler{s: s, m: m, w: w}
	w.start = c.items(e.Items, 0)
	return w
}

type compiler struct {
	s *system
	m *model.Model
	w *way

	joins  bool   // paths are many: mark where they meet
	joined int    // such places so far
	nodes  []node // allocated, not yet used
	instrs []instr
}

// node and instr allocate many at a time: each mutant compiles its action.
func (c *compiler) node(n node) *node {
	if len(c.nodes) == 0 {
		c.nodes = make([]node, 32)
	}
	at := &c.nodes[0]
	c.nodes = c.nodes[1:]
	*at = n
	return at
}

func (c *compiler) instr(n instr) *instr {
	if len(c.instrs) == 0 {
		c.instrs = make([]instr, 16)
	}
	at := &c.instrs[0]
	c.instrs = c.instrs[1:]
	*at = n
	return at
}

// items compiles a sequence of items; the arguments of the first start at a slot.
func (c *compiler) items(items []model.Item, args int) *instr {
	if len(items) == 0 {
		return c.instr(instr{op: opDone})
	}
	it := items[0]
	if it.Call == nil {
		n := c.instr(instr{op: opUnless, next: c.items(items[1:], args)})
		for _, e := range it.Unless {
			u := c.s.way(c.m, e, -1)
			for v, reads := range u.reads {
				c.w.reads[v] = c.w.reads[v] || reads
			}
			n.unless = append(n.unless, u)
		}
		return n
	}
	rest := c.items(items[1:], args+len(it.Call.Params))
	c.joins = paths(c.m.Actions[it.Call.Index].Run) > manyPaths
	return c.body(c.m.Actions[it.Call.Index].Run, args, rest)
}

// body compiles a statement that goes on with next.
func (c *compiler) body(b *model.Body, args int, next *instr) *instr {
	switch b.Op {
	case model.Assign:
		v := c.m.Vars[b.Ref]
		c.w.reads[b.Ref] = true
		return c.instr(instr{op: opAssign, slot: b.Ref, lo: v.Lo, hi: v.Hi, e: c.expr(b.Expr, args), next: next})
	case model.Guarded:
		return c.instr(instr{op: opAssume, e: c.expr(b.Expr, args), next: c.body(b.Parts[0], args, next)})
	case model.Seq:
		for i := len(b.Parts) - 1; i >= 0; i-- {
			next = c.body(b.Parts[i], args, next)
		}
	case model.Choice:
		if c.joins && next.op != opDone && next.op != opJoin {
			c.joined++
			next = c.instr(instr{op: opJoin, slot: c.joined, next: next})
		}
		n := c.instr(instr{op: opFork})
		for _, p := range b.Parts {
			n.forks = append(n.forks, c.body(p, args, next))
		}
		return n
	}
	return next
}

// manyPaths is from where it pays to note which states were met where paths join.
const manyPaths = 64

// paths counts the ways through a statement, at most manyPaths+1.
func paths(b *model.Body) int {
	n := 1
	switch b.Op {
	case model.Choice:
		n = 0
		for _, p := range b.Parts {
			n = min(n+paths(p), manyPaths+1)
		}
	case model.Seq, model.Guarded:
		for _, p := range b.Parts {
			n = min(n*paths(p), manyPaths+1)
		}
	}
	return n
}

func (c *compiler) expr(e *expr.Expr, args int) *node {
	n := c.node(node{op: e.Op, k: e.Value})
	if e.Op == expr.Name {
		n.slot = e.Ref
		if n.arg = e.Ref >= len(c.m.Vars); n.arg {
			n.slot, n.params = e.Ref-len(c.m.Vars)+args, true
		} else {
			c.w.reads[e.Ref] = true
		}
		return n
	}
	if len(e.Args) > 0 {
		n.l = c.expr(e.Args[0], args)
		n.params = n.l.params
		n.bools = e.Args[0].Type == expr.Bool
	}
	if len(e.Args) > 1 {
		n.r = c.expr(e.Args[1], args)
		n.params = n.params || n.r.params
	}
	return n
}

// A layout packs states into words: each variable has so many bits as its range needs, in
// order, none across two words.
type layout struct {
	ranges []model.Range
	word   []int  // by variable
	shift  []uint // by variable
	words  int    // of a state, at least 1
}

// newLayout packs values of these ranges.
func newLayout(ranges []model.Range) *layout {
	l := &layout{ranges: ranges, words: 1}
	var used uint
	for _, r := range ranges {
		width := uint(bits.Len64(uint64(r.Hi) - uint64(r.Lo)))
		if used+width > 64 {
			l.words++
			used = 0
		}
		l.word = append(l.word, l.words-1)
		l.shift = append(l.shift, used)
		used += width
	}
	return l
}

func varRanges(m *model.Model) []model.Range {
	rs := make([]model.Range, len(m.Vars))
	for i, v := range m.Vars {
		rs[i] = v.Range
	}
	return rs
}

// pack appends the words of a state whose values are in their ranges.
func (l *layout) pack(to []uint64, vals []int64) []uint64 {
	at := len(to)
	for range l.words {
		to = append(to, 0)
	}
	for i, v := range vals {
		to[at+l.word[i]] |= (uint64(v) - uint64(l.ranges[i].Lo)) << l.shift[i]
	}
	return to
}

// unpack sets vals to the state of these words.
func (l *layout) unpack(vals []int64, words []uint64) {
	for i, r := range l.ranges {
		width := uint(bits.Len64(uint64(r.Hi) - uint64(r.Lo)))
		mask := uint64(1)<<width - 1
		vals[i] = int64(words[l.word[i]]>>l.shift[i]&mask + uint64(r.Lo))
	}
}
