package tfsm

// A pairSet is a set of pairs, as numbers below a bound, that is emptied often: an array of stamps, or where that
// would be large, as pairs of states of a machine with thousands of them are, a map.
type pairSet struct {
	dense  []uint32 // of the number: the stamp under which it was added
	stamp  uint32
	sparse map[int]bool
}

// maxDense bounds the arrays, in numbers: 16 MB each.
const maxDense = 1 << 22

func newPairSet(bound int) *pairSet {
	if bound > maxDense {
		return &pairSet{sparse: map[int]bool{}}
	}
	return &pairSet{dense: make([]uint32, bound), stamp: 1}
}

// clear empties the set.
func (m *pairSet) clear() {
	m.stamp++
	clear(m.sparse)
}

// add puts a number into the set and tells whether it was not there.
func (m *pairSet) add(n int) bool {
	if m.dense != nil {
		if m.dense[n] == m.stamp {
			return false
		}
		m.dense[n] = m.stamp
		return true
	}
	if m.sparse[n] {
		return false
	}
	m.sparse[n] = true
	return true
}
