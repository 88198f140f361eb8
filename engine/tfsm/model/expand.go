package model

import (
	"sort"
	"strconv"

	"github.com/mutarium/mutarium/engine/source"
)

// From statements to transitions. An arrow stands for the product of its sets. Arrows without a
// star come first, whatever the order of the text, because an arrow with a star stands for what
// the others leave over:
//
//	* -a/x->          each state that no other solid arrow leaves by a: a self-loop with x
//	s1 ~b/*~> *       from s1 by b: every output and target that is not there yet, mutated

// MaxTransitions bounds what a text may stand for.
const MaxTransitions = 200_000

// A vocabulary is the list of names of one kind: closed when a header declares them, else it
// grows with the arrows.
type vocabulary struct {
	what   string // "state", …
	names  []string
	index  map[string]int
	closed bool
}

func newVocabulary(what string) *vocabulary {
	return &vocabulary{what: what, index: map[string]int{}}
}

// add gives a name's index, new or not.
func (v *vocabulary) add(name string) int {
	if i, ok := v.index[name]; ok {
		return i
	}
	v.index[name] = len(v.names)
	v.names = append(v.names, name)
	return len(v.names) - 1
}

// An expander turns statements into a model.
type expander struct {
	m                       *Model
	diags                   *problems
	states, inputs, outputs *vocabulary
	extra                   map[string]bool // declared so
	initial                 *item
	solid                   map[[2]int]bool    // state and input (-1: timeout) that a solid arrow defines
	seen                    map[Transition]int // bare → index in m.Transitions
	ids                     map[int][]token    // by statement
	full                    bool               // maxTransitions was met and reported
}

// expand builds the model that the statements stand for, dashed arrows left out where only solid
// ones are wanted.
func expand(f *source.File, stmts []statement, diags *problems, solidOnly bool) *Model {
	e := &expander{
		m: &Model{File: f, stmts: stmts}, diags: diags, extra: map[string]bool{},
		states: newVocabulary("state"), inputs: newVocabulary("input"), outputs: newVocabulary("output"),
		solid: map[[2]int]bool{}, seen: map[Transition]int{}, ids: map[int][]token{},
	}
	for _, st := range stmts {
		if st.kind == stmtHeader {
			e.header(st)
		}
	}
	for _, st := range stmts {
		if st.kind == stmtArrow {
			e.mention(st)
		}
	}
	e.m.States, e.m.Inputs, e.m.Outputs = e.states.names, e.inputs.names, e.outputs.names
	e.settle()
	for _, st := range stmts {
		if st.kind == stmtHeader && st.head.text == "test" {
			e.tests(st)
		}
	}
	e.arrows(solidOnly)
	return e.m
}

// header records declared names.
func (e *expander) header(st statement) {
	var into *vocabulary
	switch st.head.text {
	case "machine":
		e.one(st)
		if len(st.names) > 0 {
			e.m.Title = st.names[0].lo
		}
		return
	case "initial":
		if e.one(st); len(st.names) > 0 {
			e.initial = &st.names[0]
		}
		return
	case "test":
		if len(st.names) == 0 {
			e.diags.emptyHeader(st)
		}
		return
	case "inputs":
		into = e.inputs
	case "outputs":
		into = e.outputs
	default:
		into = e.states
	}
	if len(st.names) == 0 {
		e.diags.emptyHeader(st)
	}
	if st.head.text != "extra" && len(st.names) > 0 {
		into.closed = true
	}
	for _, it := range st.names {
		for _, name := range e.spell(it) {
			if _, twice := into.index[name]; twice {
				e.diags.declaredTwice(it.span, into.what, name)
			}
			into.add(name)
			if st.head.text == "extra" {
				e.extra[name] = true
			}
		}
	}
}

// tests reads the tests that the text holds: test "(b, 0.5)(a, 1)".
func (e *expander) tests(st statement) {
	for _, it := range st.names {
		pairs, _, err := readPairs(it.lo)
		if err == nil {
			var t Test
			if t, err = e.m.ReadTest(pairs); err == nil {
				e.m.Tests = append(e.m.Tests, t)
			}
		}
		if err != nil {
			e.diags.badTest(it.span, err)
		}
	}
}

// one asks a header for exactly one name.
func (e *expander) one(st statement) {
	if len(st.names) != 1 || st.names[0].hi != "" {
		e.diags.oneName(st)
	}
}

// mention lets open vocabularies grow by an arrow's names, and reports names unknown to closed ones.
func (e *expander) mention(st statement) {
	e.know(e.states, st.from)
	for _, l := range st.label {
		if l.delays == nil {
			e.know(e.inputs, l.input)
			e.know(e.outputs, l.output)
		}
	}
	if st.to != nil {
		e.know(e.states, *st.to)
	}
}

func (e *expander) know(v *vocabulary, s set) {
	for _, it := range s.items {
		for _, name := range e.spell(it) {
			if _, known := v.index[name]; !known && v.closed {
				e.diags.unknownName(it.span, v.what, name, v.names)
				continue
			}
			v.add(name)
		}
	}
}

// spell lists the names that an item stands for.
func (e *expander) spell(it item) []string {
	if it.hi == "" {
		return []string{it.lo}
	}
	stem, lo, ok1 := splitNumber(it.lo)
	end, hi, ok2 := splitNumber(it.hi)
	if !ok1 || !ok2 || stem != end || hi < lo || hi-lo >= MaxTransitions {
		e.diags.badRange(it.span, it.lo+".."+it.hi)
		return nil
	}
	var names []string
	for n := lo; n <= hi; n++ {
		names = append(names, stem+strconv.Itoa(n))
	}
	return names
}

// splitNumber cuts ACK12 into ACK and 12.
func splitNumber(name string) (stem string, n int, ok bool) {
	i := len(name)
	for i > 0 && name[i-1] >= '0' && name[i-1] <= '9' {
		i--
	}
	n, err := strconv.Atoi(name[i:])
	return name[:i], n, err == nil
}

// settle decides the initial state and which states are extra: those that a header says, or, where
// no header speaks of states, those that no solid arrow leaves or enters.
func (e *expander) settle() {
	m := e.m
	if e.initial != nil {
		i, known := e.states.index[e.initial.lo]
		if !known {
			e.diags.unknownName(e.initial.span, "state", e.initial.lo, e.states.names)
		}
		m.Initial = i
	}
	m.Extra = make([]bool, len(m.States))
	declared := e.states.closed || len(e.extra) > 0
	touched := map[int]bool{m.Initial: true}
	for _, st := range m.stmts {
		if st.kind == stmtArrow && !st.dash {
			e.touch(touched, st)
		}
	}
	for i, name := range m.States {
		m.Extra[i] = e.extra[name] || !declared && !touched[i]
	}
}

func (e *expander) touch(touched map[int]bool, st statement) {
	sets := []set{st.from}
	if st.to != nil {
		sets = append(sets, *st.to)
	}
	for _, s := range sets {
		for _, i := range e.pick(e.states, s) {
			touched[i] = true
		}
	}
}

// pick gives the indices that a set without a star stands for.
func (e *expander) pick(v *vocabulary, s set) []int {
	var picked []int
	for _, it := range s.items {
		if it.hi == "" {
			if i, ok := v.index[it.lo]; ok {
				picked = append(picked, i)
			}
			continue
		}
		for _, name := range e.spell(it) {
			if i, ok := v.index[name]; ok {
				picked = append(picked, i)
			}
		}
	}
	return picked
}

// all gives every index of a vocabulary for a star, else what the set names.
func (e *expander) all(v *vocabulary, s set) []int {
	if !s.star {
		return e.pick(v, s)
	}
	every := make([]int, len(v.names))
	for i := range every {
		every[i] = i
	}
	return every
}

// hasStar tells whether an arrow stands for what others leave over.
func (st statement) hasStar() bool {
	star := st.from.star || st.to != nil && st.to.star
	for _, l := range st.label {
		star = star || l.input.star || l.output.star
	}
	return star
}

// arrows expands all arrows: solid before dashed, without a star before with one.
func (e *expander) arrows(solidOnly bool) {
	for _, pass := range []struct{ dash, star bool }{{false, false}, {false, true}, {true, false}, {true, true}} {
		if pass.dash && solidOnly {
			break
		}
		for i, st := range e.m.stmts {
			if st.kind == stmtArrow && st.dash == pass.dash && st.hasStar() == pass.star {
				e.arrow(i, st)
			}
		}
	}
	e.impliedTimeouts()
	sort.SliceStable(e.m.Transitions, func(i, j int) bool {
		a, b := e.m.Transitions[i].Stmt, e.m.Transitions[j].Stmt
		return uint(a) < uint(b) // -1, implied, comes last
	})
	e.nameAll()
}

// arrow expands one statement.
func (e *expander) arrow(stmt int, st statement) {
	if st.ids != nil {
		e.ids[stmt] = st.ids
	}
	if !st.dash && st.to != nil && st.to.star {
		e.diags.solidStar(st.to.span, "target")
		return
	}
	for _, from := range e.all(e.states, st.from) {
		if st.from.star && !st.dash && e.m.Extra[from] {
			continue
		}
		for _, to := range e.targets(st, from) {
			for _, l := range st.label {
				e.label(stmt, st, l, from, to)
			}
		}
	}
}

func (e *expander) targets(st statement, from int) []int {
	if st.to == nil {
		return []int{from}
	}
	return e.all(e.states, *st.to)
}

// label adds the transitions of one label between two states.
func (e *expander) label(stmt int, st statement, l label, from, to int) {
	t := Transition{From: from, To: to, Input: -1, Output: -1, Mutated: st.dash, Span: st.span, Stmt: stmt}
	star := st.hasStar()
	for _, r := range l.delays {
		for d := r.lo; ; d++ {
			t.Delay = d
			if e.put(t, star); d == r.hi || e.full {
				break
			}
		}
	}
	if l.delays != nil {
		return
	}
	if !st.dash && l.output.star {
		e.diags.solidStar(l.output.span, "output")
		return
	}
	for _, t.Input = range e.all(e.inputs, l.input) {
		for _, t.Output = range e.all(e.outputs, l.output) {
			e.put(t, star)
		}
	}
}

// put adds a transition unless it is there; where an arrow has a star that is no error.
func (e *expander) put(t Transition, star bool) {
	if e.full {
		return
	}
	key := [2]int{t.From, t.Input}
	if star && !t.Mutated && e.solid[key] {
		return
	}
	if first, twice := e.seen[t.Bare()]; twice {
		if !star {
			e.diags.duplicate(e.m, t, e.m.Transitions[first])
		}
		return
	}
	if len(e.m.Transitions) >= MaxTransitions {
		e.diags.tooMany(t.Span)
		e.full = true
		return
	}
	e.seen[t.Bare()] = len(e.m.Transitions)
	e.m.Transitions = append(e.m.Transitions, t)
	if !t.Mutated {
		e.solid[key] = true
	}
}

// impliedTimeouts lets each state without a timeout of its own wait for ever.
func (e *expander) impliedTimeouts() { e.m.addImplied() }

// addImplied adds s -inf-> s where s has no timeout: no solid one in a state of the specification,
// none at all in an extra state.
func (m *Model) addImplied() {
	has := make([]bool, len(m.States))
	loop := map[int]int{} // by state: the last transition s -inf-> s
	for i, t := range m.Transitions {
		if t.IsTimeout() && (!t.Mutated || m.Extra[t.From]) {
			has[t.From] = true
		}
		if t.IsTimeout() && t.Delay == Inf && t.To == t.From {
			loop[t.From] = i
		}
	}
	for s := range m.States {
		if has[s] {
			continue
		}
		implied := Transition{From: s, To: s, Input: -1, Output: -1, Delay: Inf, Mutated: m.Extra[s], Stmt: -1}
		if at, ok := loop[s]; ok { // a mutated s -inf-> s is no mutation where the specification waits for ever
			m.Transitions[at].Mutated = m.Extra[s]
			continue
		}
		m.Transitions = append(m.Transitions, implied)
	}
}

// nameAll gives each transition its name: the one in brackets, else the next of t1, t2, ….
func (e *expander) nameAll() {
	ts := e.m.Transitions
	count := map[int]int{}
	for _, t := range ts {
		count[t.Stmt]++
	}
	taken := map[string]source.Span{}
	place := map[int]int{}
	for i := range ts {
		ids := e.ids[ts[i].Stmt]
		n := place[ts[i].Stmt]
		place[ts[i].Stmt]++
		if ids == nil {
			continue
		}
		if len(ids) != count[ts[i].Stmt] {
			if n == 0 {
				e.diags.idCount(ids, count[ts[i].Stmt])
			}
			continue
		}
		if first, twice := taken[ids[n].text]; twice {
			e.diags.idTwice(ids[n], first)
		}
		taken[ids[n].text] = ids[n].span
		ts[i].ID, ts[i].Named = ids[n].text, true
	}
	NameRest(ts)
}

// NameRest names the transitions that have no name yet.
func NameRest(ts []Transition) {
	names := newNamer(ts)
	for i := range ts {
		if ts[i].ID == "" {
			ts[i].ID = names.next()
		}
	}
}

// A namer gives the names t1, t2, … that are free.
type namer struct {
	taken map[string]bool
	n     int
}

func newNamer(ts []Transition) *namer {
	n := &namer{taken: map[string]bool{}}
	for _, t := range ts {
		n.taken[t.ID] = true
	}
	return n
}

func (n *namer) next() string {
	for {
		n.n++
		if id := "t" + strconv.Itoa(n.n); !n.taken[id] {
			return id
		}
	}
}
