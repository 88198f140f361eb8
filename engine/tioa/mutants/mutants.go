package mutants

import (
	"strings"
	"sync"

	"github.com/mutarium/mutarium/engine/mutation"
)

// A Mutant is one or two mutations of a subject. The second one is applied to what the first one
// made, so order counts and the pair is ordered.
type Mutant struct {
	Origin  Subject
	First   Mutation
	Second  *Mutation // nil: first order
	Middle  Subject   // with a second mutation: what the first one made
	Result  Subject
	Foreign bool // written by hand: no mutation made it
}

// ByHand takes another automaton as a mutant.
func ByHand(origin, mutant Subject) Mutant {
	return Mutant{Origin: origin, Result: mutant, Foreign: true}
}

// A Family is the set of mutants that operators make of a subject, in a stable order: those of an
// operator together, pairs ordered by their first step. Only the first steps are kept; mutants are
// made when they are asked for, since second order has too many to hold.
type Family struct {
	Origin Subject
	Ops    []*Operator
	Order  int
	firsts []Mutation
	starts []int // second order: index of the first pair of each first step; one more at the end
	picked []int // the indices that a sample or a choice left, nil: all
	lock   sync.Mutex
	cache  middle // under lock
}

// middle is the first step that was asked for last, with its mutations.
type middle struct {
	first   int
	subject Subject
	seconds []Mutation
	id      string // of the step
}

// NewFamily enumerates. With order 2 it counts the pairs, which takes applying each first step. A
// sample above 0 draws so many with the seed.
func NewFamily(s Subject, ops []*Operator, order, sample int, seed uint64) *Family {
	f := &Family{Origin: s, Ops: ops, Order: order, cache: middle{first: -1}}
	f.firsts = s.all(ops)
	n := len(f.firsts)
	if order == 2 {
		f.starts = make([]int, 1, n+1)
		for _, m := range f.firsts {
			f.starts = append(f.starts, f.starts[len(f.starts)-1]+s.Apply(m).count(ops))
		}
		n = f.starts[len(f.firsts)]
	}
	if sample > 0 && sample < n {
		f.picked = mutation.Sample(n, sample, seed)
	}
	return f
}

// Draw leaves at most so many mutants, drawn with a seed; 0 leaves all.
func (f *Family) Draw(sample int, seed uint64) {
	if n := len(f.picked); sample > 0 && sample < n {
		kept := make([]int, 0, sample)
		for _, i := range mutation.Sample(n, sample, seed) {
			kept = append(kept, f.picked[i])
		}
		f.picked = kept
	}
}

// LeaveOut drops the mutants that break guidelines in every step. Of pairs whose first step breaks
// none nothing is made to see that.
func (f *Family) LeaveOut() {
	if f.Order != 2 {
		f.Keep(func(m *Mutant) bool { return m.Broken(true) == nil })
		return
	}
	picked := []int{}
	for first, m := range f.firsts {
		broken := f.Origin.Broken(m, true) != nil
		for i := f.starts[first]; i < f.starts[first+1]; i++ {
			if broken {
				if _, second := f.pair(i); f.cache.subject.Broken(*second, true) != nil {
					continue
				}
			}
			picked = append(picked, i)
		}
	}
	f.picked = picked
}

// all lists the mutations of several operators.
func (s Subject) all(ops []*Operator) []Mutation {
	var all []Mutation
	for _, op := range ops {
		s.each(op, func(m Mutation) { all = append(all, m) })
	}
	return all
}

// count is the length of all.
func (s Subject) count(ops []*Operator) int {
	n := 0
	for _, op := range ops {
		s.each(op, func(Mutation) { n++ })
	}
	return n
}

// Len is the number of mutants.
func (f *Family) Len() int {
	switch {
	case f.picked != nil:
		return len(f.picked)
	case f.Order == 2:
		return f.starts[len(f.firsts)]
	}
	return len(f.firsts)
}

// Keep leaves only the mutants that keep says.
func (f *Family) Keep(keep func(m *Mutant) bool) {
	picked := []int{}
	for i := range f.Len() {
		m := f.At(i)
		if keep(&m) {
			if f.picked != nil {
				i = f.picked[i]
			}
			picked = append(picked, i)
		}
	}
	f.picked = picked
}

// At makes the mutant of an index. Asking in order is fast: pairs with the same first step share
// it. Any goroutine may ask.
func (f *Family) At(i int) Mutant {
	if f.picked != nil {
		i = f.picked[i]
	}
	if f.Order != 2 {
		m := f.firsts[i]
		return Mutant{Origin: f.Origin, First: m, Result: f.Origin.Apply(m)}
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	first, second := f.pair(i)
	return Mutant{
		Origin: f.Origin, First: f.firsts[first], Second: second,
		Middle: f.cache.subject, Result: f.cache.subject.Apply(*second),
	}
}

// pair gives the first step, by its number, and the second of a pair, and makes what is between them.
// The lock is held.
func (f *Family) pair(i int) (first int, second *Mutation) {
	first = f.firstOf(i)
	if f.cache.first != first {
		s := f.Origin.Apply(f.firsts[first])
		f.cache = middle{first, s, s.all(f.Ops), f.Origin.ID(f.firsts[first])}
	}
	return first, &f.cache.seconds[i-f.starts[first]]
}

// ID is the id of the mutant of an index, which is not made for it.
func (f *Family) ID(i int) string {
	if f.picked != nil {
		i = f.picked[i]
	}
	if f.Order != 2 {
		return f.Origin.ID(f.firsts[i])
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	_, second := f.pair(i)
	return mutation.PairID(f.cache.id, f.cache.subject.ID(*second))
}

// firstOf finds the first step of the pair with an index.
func (f *Family) firstOf(i int) int {
	if c := f.cache.first; c >= 0 && f.starts[c] <= i && i < f.starts[c+1] {
		return c
	}
	low, high := 0, len(f.firsts)
	for low+1 < high {
		mid := (low + high) / 2
		if f.starts[mid] <= i {
			low = mid
		} else {
			high = mid
		}
	}
	for f.starts[low+1] <= i {
		low++ // first steps without a second one
	}
	return low
}

// FindMutant makes the mutant of the ids of its steps.
func FindMutant(s Subject, parts []string) (Mutant, bool) {
	if len(parts) == 0 || len(parts) > 2 {
		return Mutant{}, false
	}
	first, ok := s.find(parts[0])
	if !ok {
		return Mutant{}, false
	}
	m := Mutant{Origin: s, First: first, Result: s.Apply(first)}
	if len(parts) == 1 {
		return m, true
	}
	m.Middle = m.Result
	second, ok := m.Middle.find(parts[1])
	if !ok {
		return Mutant{}, false
	}
	m.Second, m.Result = &second, m.Middle.Apply(second)
	return m, true
}

// find gives the mutation of an id.
func (s Subject) find(id string) (Mutation, bool) {
	name, _, _ := strings.Cut(id, "@")
	op := OperatorNamed(name)
	if op == nil {
		return Mutation{}, false
	}
	for _, m := range s.Mutations(op) {
		if s.ID(m) == id {
			return m, true
		}
	}
	return Mutation{Op: op, Edge: -1, Location: -1}, false
}

// Parts are the ids of the mutant's steps.
func (m *Mutant) Parts() []string {
	parts := []string{m.Origin.ID(m.First)}
	if m.Second != nil {
		parts = append(parts, m.Middle.ID(*m.Second))
	}
	return parts
}

// ID names the mutant.
func (m *Mutant) ID() string {
	id := m.Origin.ID(m.First)
	if m.Second == nil {
		return id
	}
	return mutation.PairID(id, m.Middle.ID(*m.Second))
}

// Operator names the operator, or both of a pair.
func (m *Mutant) Operator() string {
	if m.Second == nil {
		return m.First.Op.Name
	}
	return m.First.Op.Name + "+" + m.Second.Op.Name
}

// Broken gives the rules that the mutant's steps break, if all of them break one: then the mutant
// refines the original.
func (m *Mutant) Broken(extended bool) []*Rule {
	if m.Foreign {
		return nil
	}
	first := m.Origin.Broken(m.First, extended)
	if first == nil {
		return nil
	}
	if m.Second == nil {
		return []*Rule{first}
	}
	second := m.Middle.Broken(*m.Second, extended)
	if second == nil {
		return nil
	}
	return []*Rule{first, second}
}
