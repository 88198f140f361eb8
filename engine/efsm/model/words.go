package model

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Words of inputs as people, reports and suites write them.

// LetterText shows a letter as coin(2).
func (m *Machine) LetterText(l Letter) string {
	var args []string
	for i, p := range m.Inputs[l.Input].Params {
		args = append(args, p.Show(l.Params[i]))
	}
	return m.Inputs[l.Input].Name + Brackets(args)
}

// WordText shows a word.
func (m *Machine) WordText(w []Letter) string {
	var all []string
	for _, l := range w {
		all = append(all, m.LetterText(l))
	}
	return strings.Join(all, " ")
}

// WordJSON gives a word as reports hold it: lists of an event and its arguments.
func (m *Machine) WordJSON(w []Letter) [][]any {
	out := [][]any{}
	for _, l := range w {
		letter := []any{m.Inputs[l.Input].Name}
		for i, p := range m.Inputs[l.Input].Params {
			if p.Bool {
				letter = append(letter, l.Params[i] != 0)
			} else {
				letter = append(letter, l.Params[i])
			}
		}
		out = append(out, letter)
	}
	return out
}

// ReadWord is the inverse of WordJSON, on decoded JSON.
func (m *Machine) ReadWord(w [][]any) ([]Letter, error) {
	out := []Letter{}
	for n, x := range w {
		l, err := m.ReadLetter(x)
		if err != nil {
			return nil, fmt.Errorf("letter %d: %w", n+1, err)
		}
		out = append(out, l)
	}
	return out, nil
}

// ReadLetter reads one input and its arguments.
func (m *Machine) ReadLetter(x []any) (Letter, error) {
	if len(x) == 0 {
		return Letter{}, fmt.Errorf("got an empty list, want an input and its arguments")
	}
	name, _ := x[0].(string)
	var known []string
	for i, in := range m.Inputs {
		known = append(known, in.Name)
		if in.Name != name {
			continue
		}
		if len(x)-1 != len(in.Params) {
			return Letter{}, fmt.Errorf("got %d arguments for '%s', want %d", len(x)-1, name, len(in.Params))
		}
		l := Letter{Input: i}
		for p, v := range x[1:] {
			value, err := in.Params[p].read(v)
			if err != nil {
				return l, fmt.Errorf("'%s' of '%s': %w", in.Params[p].Name, name, err)
			}
			l.Params = append(l.Params, value)
		}
		return l, nil
	}
	hint := source.DidYouMean(name, known)
	if hint != "" {
		hint = " (" + hint + ")"
	}
	return Letter{}, fmt.Errorf("the input %q is not declared%s", name, hint)
}

func (t Type) read(v any) (int64, error) {
	switch x := v.(type) {
	case bool:
		if t.Bool && x {
			return 1, nil
		}
		if t.Bool {
			return 0, nil
		}
	case float64:
		if n := int64(x); !t.Bool && float64(n) == x {
			if n < t.Min || n > t.Max {
				return 0, fmt.Errorf("got %d, want a value in %d..%d", n, t.Min, t.Max)
			}
			return n, nil
		}
	}
	return 0, fmt.Errorf("got %v, want a value of %s", v, t.text())
}
