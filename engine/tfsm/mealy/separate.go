package mealy

// Separations hold, for every pair of states, a shortest input word on which their outputs differ.
//
// Idea: backward breadth-first search over pairs. A pair is at distance 1 where an input shows two
// outputs, at distance d+1 where an input leads to a pair at distance d.
type Separations struct {
	m     *Machine
	dist  []int32 // [s*States + t]: length of the word; 0: there is none
	first []int32 // its first input
}

// Separate computes the words.
func Separate(m *Machine) *Separations {
	n := m.States
	sep := &Separations{m: m, dist: make([]int32, n*n), first: make([]int32, n*n)}
	for d, again := int32(1), true; again; d++ {
		again = false
		for s := range int32(n) {
			for t := s + 1; t < int32(n); t++ {
				if sep.dist[s*int32(n)+t] == 0 && sep.step(s, t, d) {
					again = true
				}
			}
		}
	}
	return sep
}

// step looks for an input that starts a word of length d for the pair.
func (sep *Separations) step(s, t, d int32) bool {
	m, n := sep.m, int32(sep.m.States)
	for x := range int32(m.Inputs) {
		a, b := m.To(s, x), m.To(t, x)
		if a < 0 || b < 0 {
			continue
		}
		differ := m.Shows(s, x) != m.Shows(t, x)
		if d == 1 && differ || d > 1 && a != b && sep.dist[a*n+b] == d-1 {
			sep.dist[s*n+t], sep.first[s*n+t] = d, x
			sep.dist[t*n+s], sep.first[t*n+s] = d, x
			return true
		}
	}
	return false
}

// Word is a shortest word that tells s from t; nil where no common word does.
func (sep *Separations) Word(s, t int32) Word {
	var w Word
	for n := int32(sep.m.States); sep.dist[s*n+t] > 0; {
		x := sep.first[s*n+t]
		w = append(w, x)
		if sep.dist[s*n+t] == 1 {
			break
		}
		s, t = sep.m.To(s, x), sep.m.To(t, x)
	}
	return w
}

// All tells whether every two states have a separating word.
func (sep *Separations) All() bool {
	n := sep.m.States
	for s := range n {
		for t := range n {
			if s != t && sep.dist[s*n+t] == 0 {
				return false
			}
		}
	}
	return true
}
