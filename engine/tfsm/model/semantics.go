package model

// The semantics of one deterministic machine (Section 2.1 of the paper). There is one clock, which
// every step resets, self-loops too. A timeout (d, t) of the present state fires when the clock reaches
// d; an input at that very instant is read behind it, in t with clock 0.
//
// Floor lemma: as delays are whole and the clock is 0 after each input, the state in which an input is
// read depends only on the whole part of the wait before it. So an Automaton works on whole
// waits; exact time is for simulate.go, and a property test holds the two together.

// An Automaton is a deterministic complete machine over a model's states and inputs: the
// specification, or one mutant.
type Automaton struct {
	Initial int
	Inputs  int
	Out     []int32 // by state·inputs+input; -1 where a state is not the machine's
	Next    []int32
	Delay   []Delay // by state
	After   []int32
}

func NewAutomaton(m *Model) *Automaton {
	n, k := len(m.States), len(m.Inputs)
	a := &Automaton{Initial: m.Initial, Inputs: k, Out: make([]int32, n*k), Next: make([]int32, n*k),
		Delay: make([]Delay, n), After: make([]int32, n)}
	for i := range a.Out {
		a.Out[i] = -1
	}
	for s := range a.Delay {
		a.Delay[s], a.After[s] = Inf, int32(s)
	}
	return a
}

// take lets the machine have a transition.
func (a *Automaton) take(t Transition) {
	if t.IsTimeout() {
		a.Delay[t.From], a.After[t.From] = t.Delay, int32(t.To)
		return
	}
	at := t.From*a.Inputs + t.Input
	a.Out[at], a.Next[at] = int32(t.Output), int32(t.To)
}

// Specification gives the machine of the transitions that are not mutated.
func (m *Model) Specification() *Automaton {
	a := NewAutomaton(m)
	for _, t := range m.Transitions {
		if !t.Mutated {
			a.take(t)
		}
	}
	return a
}

// Step reads an input.
func (a *Automaton) Step(s, input int) (output, to int) {
	at := s*a.Inputs + input
	return int(a.Out[at]), int(a.Next[at])
}

// Wait lets a time pass from clock 0 and gives state and clock then. It goes from timeout to
// timeout, and when it has met more of them than there are states, it is in a cycle of timeouts and
// takes whole rounds at once: a wait of 10^12 costs no more than one of the number of states.
func (a *Automaton) Wait(s int, wait int64) (state int, clock int64) {
	for met := 0; int64(a.Delay[s]) <= wait; met++ {
		if met == len(a.Delay) {
			if wait %= a.round(s); int64(a.Delay[s]) > wait {
				break
			}
		}
		wait -= int64(a.Delay[s])
		s = int(a.After[s])
	}
	return s, wait
}

// round is the time that a cycle of timeouts takes.
func (a *Automaton) round(start int) int64 {
	total := int64(0)
	for s := start; ; {
		total += int64(a.Delay[s])
		if s = int(a.After[s]); s == start {
			return total
		}
	}
}

// Run gives the outputs for a test.
func (a *Automaton) Run(test []Step) []int {
	outputs := make([]int, len(test))
	s := a.Initial
	for k, step := range test {
		s, _ = a.Wait(s, step.Wait)
		outputs[k], s = a.Step(s, step.Input)
	}
	return outputs
}

// Detects gives the place of the first output that differs from the expected ones, -1 if none does.
func (a *Automaton) Detects(test []Step, expected []int) int {
	s := a.Initial
	for k, step := range test {
		s, _ = a.Wait(s, step.Wait)
		output, to := a.Step(s, step.Input)
		if output != expected[k] {
			return k
		}
		s = to
	}
	return -1
}

// Tick lets one unit of time pass.
func (a *Automaton) Tick(s int, clock Delay) (int, Delay) {
	switch {
	case a.Delay[s] == Inf:
		return s, 0
	case clock+1 == a.Delay[s]:
		return int(a.After[s]), 0
	}
	return s, clock + 1
}
