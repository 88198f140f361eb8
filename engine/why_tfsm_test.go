package engine

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

var (
	saysAlike = regexp.MustCompile(`no input ever tells (\S+) from ([^.;\s]+)`)
	saysState = regexp.MustCompile(`No run gets to (\S+)\.`)
)

// recheckTFSM runs random tests from the states of a cause: comparing its texts is left to the referee.
func recheckTFSM(t *testing.T, x subject, mutant report.Mutant, w *report.Why) {
	m := x.model.(*tfsmModel).m
	other, err := referee.Read(m, mutant)
	if err != nil {
		t.Fatal(err)
	}
	joint, impl, missing := m.Align(other)
	if missing != nil {
		t.Fatal(missing)
	}
	spec := joint.Specification()
	draw := rand.New(rand.NewPCG(1, 2))
	tests := func(run func(test []model.Step)) {
		for range 200 {
			test := make([]model.Step, 10)
			for i := range test {
				test[i] = model.Step{Wait: draw.Int64N(int64(2*m.MaxTimeout() + 3)), Input: draw.IntN(len(joint.Inputs))}
			}
			run(test)
		}
	}
	for _, f := range saysAlike.FindAllStringSubmatch(w.Text, -1) {
		a, b := *spec, *impl
		a.Initial, b.Initial = slices.Index(joint.States, f[1]), slices.Index(joint.States, f[2])
		if b.Out[b.Initial*b.Inputs] < 0 || a.Out[a.Initial*a.Inputs] < 0 {
			t.Fatalf("%s or %s is no state", f[1], f[2])
		}
		tests(func(test []model.Step) {
			if at := b.Detects(test, a.Run(test)); at >= 0 {
				t.Errorf("%v tells %s from %s at %d", test, f[1], f[2], at)
			}
		})
	}
	for _, f := range saysState.FindAllStringSubmatch(w.Text, -1) {
		state := slices.Index(joint.States, f[1])
		tests(func(test []model.Step) {
			for _, a := range []*model.Automaton{spec, impl} {
				s := a.Initial
				for _, step := range test {
					if s, _ = a.Wait(s, step.Wait); s == state {
						t.Errorf("%v gets to %s", test, f[1])
					}
					_, s = a.Step(s, step.Input)
				}
			}
		})
	}
	if w.Code == report.WhyIdle && mutant.Verdict == report.Unkillable && saysAlike.MatchString(w.Text) {
		t.Errorf("%s is no cause of this kind", w.Text)
	}
}
