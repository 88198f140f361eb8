package mealy

// A Machine is a deterministic Mealy machine over states 0 to States-1 and inputs 0 to Inputs-1. State
// 0 is initial. It may be partial: an input that a state does not define is never applied there.
type Machine struct {
	States, Inputs int
	Next           []int32 // [state*Inputs + input]: the target; -1: undefined
	Out            []int32 // [state*Inputs + input]: the output, at least 0; -1: undefined
}

// A Word is a sequence of inputs.
type Word []int32

// New returns a machine without transitions.
func New(states, inputs int) *Machine {
	m := &Machine{States: states, Inputs: inputs, Next: make([]int32, states*inputs), Out: make([]int32, states*inputs)}
	for i := range m.Next {
		m.Next[i], m.Out[i] = -1, -1
	}
	return m
}

// Set adds the transition from s on x.
func (m *Machine) Set(s, x, out, to int) {
	m.Next[s*m.Inputs+x], m.Out[s*m.Inputs+x] = int32(to), int32(out)
}

// To is the target of s on x, -1 where x is undefined.
func (m *Machine) To(s, x int32) int32 { return m.Next[int(s)*m.Inputs+int(x)] }

// Shows is the output of s on x, -1 where x is undefined.
func (m *Machine) Shows(s, x int32) int32 { return m.Out[int(s)*m.Inputs+int(x)] }

// Clone returns a copy.
func (m *Machine) Clone() *Machine {
	c := *m
	c.Next = append([]int32(nil), m.Next...)
	c.Out = append([]int32(nil), m.Out...)
	return &c
}

// Differs returns the number of inputs after which the two machines first show different outputs on
// a word, and whether they do. Inputs that m does not define end the comparison.
func (m *Machine) Differs(other *Machine, w Word) (int, bool) {
	s, t := int32(0), int32(0)
	for i, x := range w {
		if m.To(s, x) < 0 {
			return 0, false
		}
		if m.Shows(s, x) != other.Shows(t, x) {
			return i + 1, true
		}
		s, t = m.To(s, x), other.To(t, x)
	}
	return 0, false
}

// Minimal returns the reachable part of the machine with equivalent states merged, its states
// numbered by breadth-first search, and the new number of every state, -1 for unreachable ones.
//
// Idea: Moore's refinement, states are told apart by their outputs and then by the classes of their
// targets. States of a partial machine are merged only where they define the same inputs, so each
// keeps all of its behaviour; see Separations for what can be told apart.
func (m *Machine) Minimal() (*Machine, []int32) {
	class, classes := m.moore()
	first := make([]int32, classes) // a state of each class
	for s := m.States - 1; s >= 0; s-- {
		first[class[s]] = int32(s)
	}
	number := make([]int32, classes)
	for i := range number {
		number[i] = -1
	}
	order := []int32{class[0]}
	number[class[0]] = 0
	for i := 0; i < len(order); i++ {
		for x := range int32(m.Inputs) {
			t := m.To(first[order[i]], x)
			if t >= 0 && number[class[t]] < 0 {
				number[class[t]] = int32(len(order))
				order = append(order, class[t])
			}
		}
	}
	min := New(len(order), m.Inputs)
	for i, c := range order {
		for x := range int32(m.Inputs) {
			if t := m.To(first[c], x); t >= 0 {
				min.Set(i, int(x), int(m.Shows(first[c], x)), int(number[class[t]]))
			}
		}
	}
	of := make([]int32, m.States)
	for s := range of {
		of[s] = number[class[s]]
	}
	return min, of
}

// moore returns the coarsest partition into classes that agree on outputs and targets.
func (m *Machine) moore() (class []int32, classes int) {
	class = make([]int32, m.States)
	classes = 1
	for {
		index := map[string]int32{}
		next := make([]int32, m.States)
		key := make([]byte, 0, 8*m.Inputs+4)
		for s := range m.States {
			key = word32(key[:0], class[s])
			for x := range int32(m.Inputs) {
				key = word32(key, m.Shows(int32(s), x))
				if t := m.To(int32(s), x); t >= 0 {
					key = word32(key, class[t])
				}
			}
			c, ok := index[string(key)]
			if !ok {
				c = int32(len(index))
				index[string(key)] = c
			}
			next[s] = c
		}
		if len(index) == classes {
			return next, classes
		}
		class, classes = next, len(index)
	}
}

func word32(b []byte, v int32) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

// Cover returns a shortest word to each state, by breadth-first search: prefix-closed.
func (m *Machine) Cover() []Word {
	words := make([]Word, m.States)
	seen := make([]bool, m.States)
	seen[0] = true
	queue := []int32{0}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		for x := range int32(m.Inputs) {
			t := m.To(s, x)
			if t < 0 || seen[t] {
				continue
			}
			seen[t] = true
			words[t] = append(append(Word(nil), words[s]...), x)
			queue = append(queue, t)
		}
	}
	return words
}
