package efsm

import (
	"math/bits"

	"github.com/mutarium/mutarium/engine/efsm/model"
)

// A layout packs states into words: the location first, then each variable as its distance from
// the lower bound of its range, in the fewest bits that hold the range. No field crosses a word.
type layout struct {
	words  int
	fields []field // fields[0] is the location, fields[v+1] variable v
}

type field struct {
	word  int
	shift uint
	mask  uint64
	low   int64
}

func newLayout(locations int, vars []model.Variable) *layout {
	l := &layout{words: 1}
	used := uint(0)
	add := func(low, high int64) {
		width := uint(max(bits.Len64(uint64(high-low)), 1))
		if used+width > 64 {
			l.words++
			used = 0
		}
		mask := ^uint64(0)
		if width < 64 {
			mask = 1<<width - 1
		}
		l.fields = append(l.fields, field{l.words - 1, used, mask, low})
		used += width
	}
	add(0, int64(locations)) // one more than the locations: the dead state
	for _, v := range vars {
		add(v.Min, v.Max)
	}
	return l
}

func (l *layout) pack(dst []uint64, s *state) {
	for i := range dst {
		dst[i] = 0
	}
	dst[0] = uint64(s.loc)
	for v, x := range s.vals {
		f := &l.fields[v+1]
		dst[f.word] |= uint64(x-f.low) << f.shift
	}
}

func (l *layout) unpack(src []uint64, s *state) {
	s.loc = int(src[0] & l.fields[0].mask)
	for v := range s.vals {
		f := &l.fields[v+1]
		s.vals[v] = int64(src[f.word]>>f.shift&f.mask) + f.low
	}
}

// A stateTable numbers packed states in the order in which they were first seen. It is an open
// hash table over one array of words: no pointer and no allocation for a state.
type stateTable struct {
	lay   *layout
	words []uint64
	slots []int32 // number + 1; 0: free
	key   []uint64
	n     int
}

func newStateTable(l *layout) *stateTable {
	return &stateTable{lay: l, slots: make([]int32, 64), key: make([]uint64, l.words)}
}

func hashWords(key []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range key {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// id numbers a state; added tells whether it is new.
func (t *stateTable) id(s *state) (id int32, added bool) {
	t.lay.pack(t.key, s)
	if 2*(t.n+1) > len(t.slots) {
		t.grow()
	}
	w := t.lay.words
	mask := uint64(len(t.slots) - 1)
	for at := hashWords(t.key) & mask; ; at = (at + 1) & mask {
		slot := t.slots[at]
		if slot == 0 {
			t.slots[at] = int32(t.n + 1)
			t.words = append(t.words, t.key...)
			t.n++
			return int32(t.n - 1), true
		}
		if equalWords(t.words[int(slot-1)*w:int(slot)*w], t.key) {
			return slot - 1, false
		}
	}
}

func equalWords(a, b []uint64) bool {
	for i := range b {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (t *stateTable) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	t.refill()
}

func (t *stateTable) refill() {
	mask := uint64(len(t.slots) - 1)
	w := t.lay.words
	for n := range t.n {
		at := hashWords(t.words[n*w:(n+1)*w]) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = int32(n + 1)
	}
}

// get writes state number id into s.
func (t *stateTable) get(id int32, s *state) {
	w := t.lay.words
	t.lay.unpack(t.words[int(id)*w:(int(id)+1)*w], s)
}

// truncate forgets the states from number n on. Those before keep their numbers.
func (t *stateTable) truncate(n int) {
	if n == t.n {
		return
	}
	t.n = n
	t.words = t.words[:n*t.lay.words]
	clear(t.slots)
	t.refill()
}
