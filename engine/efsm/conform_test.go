package efsm

import (
	"fmt"
	"testing"
)

// wordText spells a word as the expected lists do.
func (x *exploration) wordText(w []int32) string {
	s := ""
	for _, i := range w {
		l := &x.letters[i]
		s += " " + x.m.Inputs[l.event].Name
		for p, v := range l.params {
			s += ":" + x.m.Inputs[l.event].Params[p].show(v)
		}
	}
	return s
}

func expectedWord(w *[][]any) string {
	if w == nil {
		return "none"
	}
	s := ""
	for _, l := range *w {
		s += " " + l[0].(string)
		for _, v := range l[1:] {
			s += ":" + fmt.Sprint(v)
		}
	}
	return s
}

// Verdicts, lengths and words are those of the expected lists.
func TestExactVerdicts(t *testing.T) {
	eachListed(t, func(t *testing.T, m *Machine, want []expectedMutant) {
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, ch := range paperChanges(m) {
			v, w := c.Check(ch), &want[i]
			weak, strong, state := "none", "none", -1
			if v.WeakKilled {
				weak = c.x.wordText(v.Weak)
			}
			if v.Killed {
				strong = c.x.wordText(v.Strong)
			}
			if w.StateLength != nil {
				state = *w.StateLength
			}
			if weak != expectedWord(w.Weak) || strong != expectedWord(w.Strong) || v.StateLength != state {
				t.Errorf("%s: got weak%s state %d strong%s, want weak%s state %d strong%s", w.ID,
					weak, v.StateLength, strong, expectedWord(w.Weak), state, expectedWord(w.Strong))
			}
		}
	})
}

// The plain product finds the same words and lengths.
func TestPlainProductAgrees(t *testing.T) {
	eachSmall(t, func(t *testing.T, m *Machine) {
		agree(t, m, m.Changes())
	})
}

func agree(t *testing.T, m *Machine, changes []Change) {
	t.Helper()
	c, err := NewChecker(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReferee(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range changes {
		v, p := c.Check(ch), r.Judge(m.Mutant(ch), []Change{ch})
		got := fmt.Sprint(c.Word(v.Weak), v.Weak == nil, v.StateLength, c.Word(v.Strong), v.Strong == nil)
		want := fmt.Sprint(p.Weak, p.Weak == nil, p.StateLength, p.Strong, p.Strong == nil)
		if got != want {
			t.Errorf("%s: the shared product finds %s, the plain one %s", ch.ID(m), got, want)
		}
	}
}
