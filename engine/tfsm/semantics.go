package tfsm

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
	inputs  int
	out     []int32 // by state·inputs+input; -1 where a state is not the machine's
	next    []int32
	delay   []Delay // by state
	after   []int32
}

func newAutomaton(m *Model) *Automaton {
	n, k := len(m.States), len(m.Inputs)
	a := &Automaton{Initial: m.Initial, inputs: k, out: make([]int32, n*k), next: make([]int32, n*k),
		delay: make([]Delay, n), after: make([]int32, n)}
	for i := range a.out {
		a.out[i] = -1
	}
	for s := range a.delay {
		a.delay[s], a.after[s] = Inf, int32(s)
	}
	return a
}

// take lets the machine have a transition.
func (a *Automaton) take(t Transition) {
	if t.IsTimeout() {
		a.delay[t.From], a.after[t.From] = t.Delay, int32(t.To)
		return
	}
	at := t.From*a.inputs + t.Input
	a.out[at], a.next[at] = int32(t.Output), int32(t.To)
}

// Specification gives the machine of the transitions that are not mutated.
func (m *Model) Specification() *Automaton {
	a := newAutomaton(m)
	for _, t := range m.Transitions {
		if !t.Mutated {
			a.take(t)
		}
	}
	return a
}

// Step reads an input.
func (a *Automaton) Step(s, input int) (output, to int) {
	at := s*a.inputs + input
	return int(a.out[at]), int(a.next[at])
}

// Wait lets a time pass from clock 0 and gives state and clock then. It goes from timeout to
// timeout, and when it has met more of them than there are states, it is in a cycle of timeouts and
// takes whole rounds at once: a wait of 10^12 costs no more than one of the number of states.
func (a *Automaton) Wait(s int, wait int64) (state int, clock int64) {
	for met := 0; int64(a.delay[s]) <= wait; met++ {
		if met == len(a.delay) {
			if wait %= a.round(s); int64(a.delay[s]) > wait {
				break
			}
		}
		wait -= int64(a.delay[s])
		s = int(a.after[s])
	}
	return s, wait
}

// round is the time that a cycle of timeouts takes.
func (a *Automaton) round(start int) int64 {
	total := int64(0)
	for s := start; ; {
		total += int64(a.delay[s])
		if s = int(a.after[s]); s == start {
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

// tick lets one unit of time pass.
func (a *Automaton) tick(s int, clock Delay) (int, Delay) {
	switch {
	case a.delay[s] == Inf:
		return s, 0
	case clock+1 == a.delay[s]:
		return int(a.after[s]), 0
	}
	return s, clock + 1
}
