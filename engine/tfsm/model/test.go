package model

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Step is one input of a test.
type Step struct {
	Wait  int64 // whole part of the time since the input before it, or since the start
	Input int
}

// A Test is a timed input sequence (Definition 5): inputs with the instants, counted from the
// start, at which they are applied. Instants do not decrease.
type Test struct {
	Steps []Step
	At    []*big.Rat // by step, as they were given; nil for tests of our own, see Times
}

// maxInstant bounds the instants that a test may name.
var maxInstant = big.NewRat(1_000_000_000_000_000, 1)

// Times gives the instants of a test: as given, or made from the whole waits. Half adds half a
// unit to each wait, which changes no output (floor lemma) and keeps clear of the instants at which
// timeouts fire, where a real implementation may race.
func (t Test) Times(half bool) []*big.Rat {
	if t.At != nil {
		return t.At
	}
	times := make([]*big.Rat, len(t.Steps))
	now := new(big.Rat)
	for k, s := range t.Steps {
		now = new(big.Rat).Add(now, big.NewRat(s.Wait, 1))
		if half {
			now.Add(now, big.NewRat(1, 2))
		}
		times[k] = now
	}
	return times
}

// ShowTime writes an instant exactly: "7", "1/2".
func ShowTime(t *big.Rat) string { return t.RatString() }

// Decimal writes an instant for people: as a decimal where that is exact and short, else as a fraction.
func Decimal(t *big.Rat) string { return report.Time(t.RatString()) }

// Pairs writes a test as the JSON of test suites does: [input, instant] by step.
func (m *Model) Pairs(t Test, half bool) [][2]string {
	pairs := make([][2]string, len(t.Steps))
	for k, at := range t.Times(half) {
		pairs[k] = [2]string{m.Inputs[t.Steps[k].Input], ShowTime(at)}
	}
	return pairs
}

// Show writes a test as the paper does: (b, 0.5)(a, 1).
func (m *Model) Show(t Test, half bool) string {
	var b strings.Builder
	for k, at := range t.Times(half) {
		b.WriteString("(" + quoteInput(m.Inputs[t.Steps[k].Input]) + ", " + Decimal(at) + ")")
	}
	return b.String()
}

// OutputNames gives the names of outputs.
func (m *Model) OutputNames(outputs []int) []string {
	names := make([]string, len(outputs))
	for i, o := range outputs {
		if names[i] = "?"; o >= 0 {
			names[i] = m.Outputs[o]
		}
	}
	return names
}

// A stepError is a mistake in one step of a test.
type stepError struct {
	step int // from 0
	err  error
}

func (e *stepError) Error() string { return fmt.Sprintf("step %d: %v", e.step+1, e.err) }
func (e *stepError) Unwrap() error { return e.err }

// ReadTest reads inputs and instants.
func (m *Model) ReadTest(pairs [][2]string) (Test, error) {
	t := Test{At: []*big.Rat{}}
	before := new(big.Rat)
	for k, p := range pairs {
		input := index(m.Inputs, p[0])
		if input < 0 {
			hint := source.DidYouMean(p[0], m.Inputs)
			if hint != "" {
				hint = " (" + hint + ")"
			}
			return Test{}, &stepError{k, fmt.Errorf("the machine has no input '%s'%s", p[0], hint)}
		}
		at, err := ReadTime(p[1])
		if err != nil {
			return Test{}, &stepError{k, err}
		}
		if at.Cmp(before) < 0 {
			return Test{}, &stepError{k, fmt.Errorf("got the time %s after %s, want times that do not decrease",
				p[1], ShowTime(before))}
		}
		wait := new(big.Rat).Sub(at, before)
		floor := new(big.Int).Quo(wait.Num(), wait.Denom())
		t.Steps = append(t.Steps, Step{Wait: floor.Int64(), Input: input})
		t.At = append(t.At, at)
		before = at
	}
	return t, nil
}

// ReadTime reads an instant: a whole number, a decimal, or a fraction.
func ReadTime(text string) (*big.Rat, error) {
	whole, rest, fraction := strings.Cut(text, "/")
	if !fraction {
		whole, rest, _ = strings.Cut(text, ".")
	}
	if len(text) > 40 || strings.Trim(whole+rest, "0123456789") != "" || whole == "" ||
		fraction && strings.Trim(rest, "0") == "" {
		return nil, fmt.Errorf("got the time '%s', want a number such as 7, 6.7 or 1/2", text)
	}
	t, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, fmt.Errorf("got the time '%s', want a number such as 7, 6.7 or 1/2", text)
	}
	if t.Cmp(maxInstant) > 0 {
		return nil, fmt.Errorf("got the time '%s', want at most %s", text, ShowTime(maxInstant))
	}
	return t, nil
}

func index(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}
