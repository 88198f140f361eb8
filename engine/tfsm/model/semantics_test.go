package model

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// A tracker is a second simulator, written after the definition: it looks the transitions up in the
// model's list, and its time goes on in steps of half a unit.
type tracker struct {
	m     *Model
	state int
	clock int64 // in halves
	now   int64 // in halves
	met   []Event
}

func (k *tracker) at() *big.Rat { return big.NewRat(k.now, 2) }

func (k *tracker) wait(halves int64) {
	for range halves {
		k.now++
		k.clock++
		for _, t := range k.m.Transitions {
			if !t.Mutated && t.IsTimeout() && t.From == k.state && t.Delay != Inf && 2*int64(t.Delay) == k.clock {
				k.met = append(k.met, Event{At: k.at(), Input: -1, From: t.From, To: t.To})
				k.state, k.clock = t.To, 0
				break
			}
		}
	}
}

func (k *tracker) read(input int) int {
	for _, t := range k.m.Transitions {
		if !t.Mutated && t.Input == input && t.From == k.state {
			k.met = append(k.met, Event{At: k.at(), Input: input, Output: t.Output, From: t.From, To: t.To})
			k.state, k.clock = t.To, 0
			return t.Output
		}
	}
	panic("not complete")
}

// randomModel draws a complete specification, some mutated transitions, and a state that is only
// theirs.
func randomModel(r *rand.Rand) *Model {
	m := &Model{States: []string{"s0", "s1", "s2", "s3", "extra"}, Inputs: []string{"a", "b"}, Initial: r.IntN(4)}
	for s := range 4 {
		for input := range 2 {
			for _, mutated := range []bool{true, false, true} {
				m.Transitions = append(m.Transitions, Transition{From: s, Input: input, Output: r.IntN(3), To: r.IntN(4),
					Mutated: mutated})
			}
		}
		delay := Inf
		if r.IntN(4) > 0 {
			delay = Delay(1 + r.IntN(4))
		}
		m.Transitions = append(m.Transitions,
			Transition{From: s, Input: -1, Output: -1, Delay: Delay(1 + r.IntN(3)), To: 4, Mutated: true},
			Transition{From: s, Input: -1, Output: -1, Delay: delay, To: r.IntN(4)},
			Transition{From: s, Input: -1, Output: -1, Delay: Delay(1 + r.IntN(3)), To: 4, Mutated: true})
	}
	return m
}

func TestOneMachineAgreesWithASecondSimulator(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := randomModel(r)
		a := m.Specification()
		k := &tracker{m: m, state: m.Initial}
		var test Test
		var outputs []int
		for range 1 + r.IntN(5) {
			wait := int64(r.IntN(25))
			before := *k
			k.wait(2 * wait)
			if s, clock := a.Wait(before.state, wait); s != k.state || 2*clock != k.clock {
				t.Fatalf("seed %d: %d from %d: got %d with clock %d, want %d with %d halves",
					seed, wait, before.state, s, clock, k.state, k.clock)
			}
			s, clock := before.state, Delay(0)
			for range wait {
				s, clock = a.Tick(s, clock)
			}
			if idle := a.Delay[s] == Inf; s != k.state || idle && clock != 0 || !idle && 2*int64(clock) != k.clock {
				t.Fatalf("seed %d: %d ticks from %d: got %d with clock %d, want %d with %d halves",
					seed, wait, before.state, s, clock, k.state, k.clock)
			}
			k.wait(1) // the floor lemma: the half changes nothing
			step := Step{wait, r.IntN(2)}
			test.Steps, outputs = append(test.Steps, step), append(outputs, k.read(step.Input))
		}
		if got := a.Run(test.Steps); !slices.Equal(got, outputs) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, outputs)
		}
		if at := a.Detects(test.Steps, outputs); at >= 0 {
			t.Fatalf("seed %d: its own outputs differ at %d", seed, at)
		}
		for at := range outputs {
			other := slices.Clone(outputs)
			other[at]++
			other[len(other)-1] += 5 // a later difference
			if got := a.Detects(test.Steps, other); got != at {
				t.Fatalf("seed %d: the first difference is at %d, got %d", seed, at, got)
			}
		}
		events := a.SimulateTest(test, true)
		if got, want := runText(events), runText(k.met); got != want {
			t.Fatalf("seed %d: got\n%swant\n%s", seed, got, want)
		}
		if got := Outputs(events); !slices.Equal(got, outputs) {
			t.Fatalf("seed %d: the run shows %v, want %v", seed, got, outputs)
		}
	}
}

func runText(events []Event) string {
	text := ""
	for _, e := range events {
		text += fmt.Sprintln(e.At.RatString(), e.Input, e.Output, e.From, e.To, e.Skips)
	}
	return text
}

// Of a long wait the first 48 timeouts are listed, and one event more leads to the last of them. The state
// that no cycle comes back to is left only once.
func TestLongWait(t *testing.T) {
	m := &Model{States: []string{"first", "ping", "pong"}, Inputs: []string{"a"}, Transitions: []Transition{
		{From: 0, Input: -1, Delay: 5, To: 1}, {From: 1, Input: -1, Delay: 2, To: 2}, {From: 2, Input: -1, Delay: 1, To: 1},
		{From: 0, Input: 0, Output: 0, To: 0}, {From: 1, Input: 0, Output: 1, To: 1}, {From: 2, Input: 0, Output: 2, To: 2},
	}}
	a := m.Specification()
	for _, c := range []struct {
		halves int64
		skips  bool
	}{
		{2*5 + 2*3*23 + 2*2, false},     // 1 + 2·23 + 1 timeouts
		{2*5 + 2*3*23 + 2*2 + 1, false}, // and half a unit
		{2*5 + 2*3*24, true}, {2*5 + 2*3*24 + 1, true}, {2*5 + 2*3*24 + 2, true}, {2*5 + 2*3*24 + 3, true}, {1000, true},
	} {
		k := &tracker{m: m}
		k.wait(c.halves)
		last := k.met[len(k.met)-1]
		want := k.met
		if c.skips {
			rest := Event{At: last.At, Input: -1, From: k.met[48].From, To: last.To, Skips: true}
			want = append(slices.Clone(k.met[:48]), rest)
		}
		k.read(0)
		want = append(slices.Clone(want), k.met[len(k.met)-1])
		got := a.Simulate([]int{0}, []*big.Rat{big.NewRat(c.halves, 2)})
		if runText(got) != runText(want) {
			t.Errorf("%d halves: got\n%swant\n%s", c.halves, runText(got), runText(want))
		}
	}
	// 5 units to ping, then rounds of 3; a wait of 10^12 ends at once: 10^12 - 5 leaves 2 when divided by 3.
	for wait, want := range map[int64][2]int64{
		1_000_000_000_000: {2, 0}, 5 + 3_000_000: {1, 0}, 5 + 3_000_001: {1, 1}, 5 + 3_000_002: {2, 0},
	} {
		if s, clock := a.Wait(0, wait); [2]int64{int64(s), clock} != want {
			t.Errorf("%d: got %d with clock %d, want %v", wait, s, clock, want)
		}
	}
}

// The specification has none of the mutated transitions, and nothing of a state that is only theirs.
func TestSpecificationOfAMutationMachine(t *testing.T) {
	m := &Model{States: []string{"s", "extra"}, Inputs: []string{"a", "b"}, Transitions: []Transition{
		{From: 0, Input: 0, Output: 1, To: 0}, {From: 0, Input: 1, Output: 0, To: 0},
		{From: 0, Input: 1, Output: 1, To: 1, Mutated: true}, {From: 1, Input: 0, Output: 1, To: 0, Mutated: true},
		{From: 1, Input: -1, Delay: 2, To: 0, Mutated: true},
	}}
	a := m.Specification()
	if !slices.Equal(a.Out, []int32{1, 0, -1, -1}) || !slices.Equal(a.Next[:2], []int32{0, 0}) {
		t.Errorf("outputs %v, next states %v", a.Out, a.Next)
	}
	if !slices.Equal(a.Delay, []Delay{Inf, Inf}) || !slices.Equal(a.After, []int32{0, 1}) {
		t.Errorf("delays %v, then %v", a.Delay, a.After)
	}
}
