package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
)

// plainMoments explores a machine with the plain evaluator and tells of each guard that is evaluated.
func plainMoments(m *model.Machine, see func(c model.Config, t int, env []int64, taken bool)) {
	letters := m.Letters(model.MaxLetters)
	var at model.Config
	observe := func(t int, env []int64, taken bool) { see(at, t, env, taken) }
	first, _ := m.Start(observe)
	known, queue := map[string]bool{first.Key(): true}, []model.Config{first}
	for ; len(queue) > 0; queue = queue[1:] {
		at = queue[0]
		for _, l := range letters {
			next, _ := m.Step(at, l, observe)
			if !known[next.Key()] {
				known[next.Key()] = true
				queue = append(queue, next)
			}
		}
	}
}

func recheckEFSM(t *testing.T, x subject, mutant report.Mutant, w *report.Why) {
	if mutant.Verdict != report.Unkillable {
		return
	}
	m := x.model.(*efsmModel).m
	impl := x.read(t, MutantText(x.Text, mutant)).(*efsmModel).m
	index := func(id string) int {
		for i := range m.Transitions {
			if m.Transitions[i].ID == id {
				return i
			}
		}
		t.Fatalf("there is no transition %q", id)
		return -1
	}
	// what is said of the values of a name when a transition is tried or runs
	values := func(name, id, said string, tried bool) {
		var got []int64
		ref, show := refOf(m, index(id), name)
		plainMoments(m, func(_ model.Config, t int, env []int64, taken bool) {
			if t == index(id) && (tried || taken) {
				got = append(got, env[ref])
			}
		})
		if text := report.Values(got, show); strings.TrimPrefix(text, "always ") != strings.TrimPrefix(said, "always ") {
			t.Errorf("%s is %s when %s is tried, the cause says %s", name, text, id, said)
		}
	}
	if w.Code != report.WhySameAs {
		for _, f := range saysValues.FindAllStringSubmatch(w.Text, -1) {
			if argument(x, mutant) { // read after the updates
				continue
			}
			values(f[1], f[3], f[2], f[4] == "is tried")
		}
	}
	for _, f := range saysOnly.FindAllStringSubmatch(w.Text, -1) {
		values(f[3], f[1], f[4], f[2] == "tried")
	}
	for _, f := range saysBound.FindAllStringSubmatch(w.Text, -1) {
		ok := false
		for _, v := range m.Vars {
			ok = ok || v.Name == f[1] && f[3] == fmt.Sprint(map[string]int64{"below": v.Min, "above": v.Max}[f[2]])
		}
		for _, in := range m.Inputs {
			for _, p := range in.Params {
				ok = ok || p.Name == f[1] && f[3] == fmt.Sprint(map[string]int64{"below": p.Min, "above": p.Max}[f[2]])
			}
		}
		if !ok {
			t.Errorf("the declared types do not say %q", f[0])
		}
	}
	switch w.Code {
	case report.WhyRange, report.WhyInvariant, report.WhyNoEffect, report.WhyMasked:
		agreeEverywhere(t, m, impl)
	case report.WhyNeverRuns:
		ran := map[int]bool{}
		plainMoments(m, func(_ model.Config, t int, _ []int64, taken bool) { ran[t] = ran[t] || taken })
		silent := 0
		for i := range m.Transitions {
			if !ran[i] && strings.Contains(w.Text, m.Transitions[i].ID) {
				silent++
			}
		}
		if silent == 0 {
			t.Error("each transition of the cause runs")
		}
	}
}

// argument tells whether a mutant changes arguments of outputs.
func argument(x subject, mutant report.Mutant) bool {
	for _, e := range mutant.Changes() {
		line := strings.Split(x.Text, "\n")[e.Span.Line-1]
		if at := strings.LastIndex(line[:min(len(line), e.Span.Column-1)], "!"); at >= 0 && line[at+1] != '=' {
			return true
		}
	}
	return false
}

// refOf finds a name of a transition's expressions.
func refOf(m *model.Machine, transition int, name string) (ref int, show func(int64) string) {
	for i, v := range m.Vars {
		if v.Name == name {
			return i, v.Show
		}
	}
	for i, p := range m.Params(&m.Transitions[transition]) {
		if p.Name == name {
			return len(m.Vars) + i, p.Show
		}
	}
	return 0, func(int64) string { return "no such name" }
}

// agreeEverywhere runs each transition, where it is tried, in original and mutant alone.
func agreeEverywhere(t *testing.T, m, impl *model.Machine) {
	t.Helper()
	plainMoments(m, func(_ model.Config, i int, env []int64, taken bool) {
		a, b := &m.Transitions[i], &impl.Transitions[i]
		c := model.Config{Location: a.From, Values: env[:len(m.Vars)]}
		params := env[len(m.Vars):]
		alone := func(x *model.Machine, tr *model.Transition) string {
			one := *x
			one.Transitions = []model.Transition{*tr}
			found, failed := one.Enabled(c, tr.Event, params, nil)
			if found == nil || failed {
				return fmt.Sprint("not taken ", failed)
			}
			next, shown, ok := one.Fired(c, found, params)
			return fmt.Sprint(next.Key(), shown, ok)
		}
		if x, y := alone(m, a), alone(impl, b); x != y {
			t.Errorf("%s in %v: %s in the original, %s in the mutant", a.ID, env, x, y)
		}
	})
}
