package model

import (
	"math"
	"strconv"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Delay is the time after which a timeout fires, in whole units: 1 to MaxDelay, or Inf.
type Delay int64

// Inf is the delay of a timeout that never fires. Its target means nothing.
const Inf Delay = math.MaxInt64

// Shown writes a delay or a clock as the paper does.
func (d Delay) Shown() string {
	if d == Inf || d < 0 {
		return "∞"
	}
	return strconv.FormatInt(int64(d), 10)
}

// MaxDelay keeps sums of delays and waits far from overflow.
const MaxDelay Delay = 1_000_000_000_000

// A Transition is an input/output transition or a timeout transition of the mutation machine. The
// indices are those of the Model's lists.
type Transition struct {
	ID        string // "t1"; unique in the model
	Named     bool   // the text gives the name
	From      int
	Input     int   // -1: a timeout
	Output    int   // -1: a timeout
	Delay     Delay // 0: an input/output transition
	To        int
	Mutated   bool // not a transition of the specification
	Protected bool // mutated, in a protected part: no mutant takes it
	Span      source.Span
	Stmt      int  // place in the text's list of statements; -1: implied, made by an operator
	Derived   bool // implied by what stands at Span, which says more than this
}

// IsTimeout tells the two kinds apart.
func (t Transition) IsTimeout() bool { return t.Input < 0 }

// A Model is a specification and its mutation machine (Definition 3) in one: the transitions that
// are not marked Mutated are the specification's. It never changes once it was checked.
type Model struct {
	States      []string // of the mutation machine, in order of first mention
	Extra       []bool   // by state: it is no state of the specification
	Inputs      []string
	Outputs     []string
	Initial     int
	Transitions []Transition // in the order of the text

	Title     string // from "machine", may be empty
	Tests     []Test // that came with the model (JSON)
	File      *source.File
	Form      format
	stmts     []statement            // of the language's own text; nil for imports
	spans     map[string]source.Span // JSON: of the lists of transitions and of states, by path
	left      map[string]Transition  // by arrow: mutated transitions of the text that were left out
	protected source.Protected       // parts of the text that are not mutated
	head      autHead                // Aldebaran: the first line
	Again     []repeat               // KISS2: lines that say what an earlier one says
}

// A repeat is a statement that stands for a transition of an earlier one too.
type repeat struct {
	Stmt       int
	Transition int
	span       source.Span
}

// A format is how a model's text is written.
type format int

const (
	FormText format = iota // the language of this package
	formJSON               // specification and mutation machine as JSON
	formKISS               // KISS2
	formDOT                // Mealy machine in DOT
	formAUT                // Aldebaran
)

func (f format) String() string { return [...]string{"text", "JSON", "KISS2", "DOT", "Aldebaran"}[f] }

// WrittenIn names the format that the text was read in.
func (m *Model) WrittenIn() string { return m.Form.String() }

// Mutated counts the transitions that are not the specification's, without protected ones.
func (m *Model) Mutated() int {
	n := 0
	for _, t := range m.Transitions {
		if t.Mutated && !t.Protected {
			n++
		}
	}
	return n
}

// ExtraStates counts the states that are not the specification's.
func (m *Model) ExtraStates() int {
	n := 0
	for _, x := range m.Extra {
		if x {
			n++
		}
	}
	return n
}

// MaxTimeout is the largest finite delay of the specification, 0 if there is none.
func (m *Model) MaxTimeout() Delay {
	top := Delay(0)
	for _, t := range m.Transitions {
		if t.IsTimeout() && !t.Mutated && t.Delay != Inf {
			top = max(top, t.Delay)
		}
	}
	return top
}

// With gives the model with further mutated transitions, those that it has left out, and further
// extra states.
func (m *Model) With(states []string, more []Transition) *Model {
	n := *m
	n.States = append(m.States[:len(m.States):len(m.States)], states...)
	n.Extra = m.Extra[:len(m.Extra):len(m.Extra)]
	for range states {
		n.Extra = append(n.Extra, true)
	}
	n.Transitions = m.Transitions[:len(m.Transitions):len(m.Transitions)]
	seen := map[Transition]bool{}
	for _, t := range m.Transitions {
		seen[t.Bare()] = true
	}
	ids := newNamer(n.Transitions)
	for _, t := range m.left {
		ids.taken[t.ID] = true
	}
	for _, t := range more {
		if t.Mutated, t.Stmt = true, -1; seen[t.Bare()] {
			continue
		}
		seen[t.Bare()] = true
		if own, ok := m.left[n.ArrowOf(t)]; ok { // the text marks it too
			t.ID, t.Named, t.Stmt, t.Span = own.ID, own.Named, own.Stmt, own.Span
		} else {
			t.ID = ids.next()
		}
		n.Transitions = append(n.Transitions, t)
	}
	return &n
}

// Bare keeps what makes two transitions the same.
func (t Transition) Bare() Transition {
	return Transition{From: t.From, Input: t.Input, Output: t.Output, Delay: t.Delay, To: t.To}
}

// Shown converts a span of the model's text to places as people count.
func (m *Model) Shown(s source.Span) report.Span { return m.File.Shown(s) }

// MutatedTransitions lists the transitions that are not the specification's, protected ones among them.
func (m *Model) MutatedTransitions() []Transition {
	var list []Transition
	for _, t := range m.Transitions {
		if t.Mutated {
			list = append(list, t)
		}
	}
	return list
}

// SpecificationOnly drops mutated transitions and extra states.
func (m *Model) SpecificationOnly() *Model {
	n := *m
	n.States, n.Extra, n.Transitions = nil, nil, nil
	place := make([]int, len(m.States))
	for s, name := range m.States {
		if !m.Extra[s] {
			place[s] = len(n.States)
			n.States, n.Extra = append(n.States, name), append(n.Extra, false)
		}
	}
	n.Initial = place[m.Initial]
	n.left = map[string]Transition{}
	for _, t := range m.Transitions {
		if t.Mutated {
			n.left[m.ArrowOf(t)] = t
			continue
		}
		t.From, t.To = place[t.From], place[t.To]
		n.Transitions = append(n.Transitions, t)
	}
	return &n
}

// HasInfinite tells whether a state has a timeout that never fires.
func (m *Model) HasInfinite(state int) bool {
	for _, t := range m.Transitions {
		if t.From == state && t.Delay == Inf {
			return true
		}
	}
	return false
}
