package efsm

import (
	"fmt"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/efsm/referee"
)

// The plain product finds the same words and lengths.
func TestPlainProductAgrees(t *testing.T) {
	eachSmall(t, func(t *testing.T, m *model.Machine) {
		agree(t, m, Changes(m))
	})
}

func agree(t *testing.T, m *model.Machine, changes []Change) {
	t.Helper()
	c, err := NewChecker(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := referee.New(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range changes {
		v, p := c.Check(ch), r.Judge(Mutant(m, ch), Faults(m, []Change{ch}))
		got := fmt.Sprint(c.Word(v.Weak), v.Weak == nil, v.StateLength, c.Word(v.Strong), v.Strong == nil)
		want := fmt.Sprint(p.Weak, p.Weak == nil, p.StateLength, p.Strong, p.Strong == nil)
		if got != want {
			t.Errorf("%s: the shared product finds %s, the plain one %s", ch.ID(m), got, want)
		}
	}
}
