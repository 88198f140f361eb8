package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
)

// plainStates lists the reachable states of an action system by plain evaluation.
func plainStates(m *model.Model) [][]int64 {
	states, known := [][]int64{m.Init}, map[string]bool{fmt.Sprint(m.Init): true}
	for at := 0; at < len(states); at++ {
		for _, e := range m.Entries {
			m.EachPosts(e, states[at], model.Representatives(e, m), func(_ []int64, posts [][]int64) bool {
				for _, p := range posts {
					if k := fmt.Sprint(p); !known[k] {
						known[k] = true
						states = append(states, p)
					}
				}
				return true
			})
		}
	}
	return states
}

var (
	saysThose  = regexp.MustCompile(`such as those with (.*)\.$`)
	saysValue  = regexp.MustCompile(`(\w+) = (-?\d+)`)
	saysTried  = regexp.MustCompile("try `([^`]+)` with ((?:-?\\d+| |,|or|to)+)")
	saysNumber = regexp.MustCompile(`-?\d+`)
	saysLost   = regexp.MustCompile("it has lost `([^`]+)`")
	known      = map[*model.Model][][]int64{}
)

func recheckAction(t *testing.T, x subject, mutant report.Mutant, w *report.Why) {
	m := x.model.(actionModel).m
	states := known[m]
	if states == nil {
		states = plainStates(m)
		known[m] = states
	}
	for _, f := range saysThose.FindAllStringSubmatch(w.Text, -1) {
		met := slices.ContainsFunc(states, func(s []int64) bool {
			for _, part := range saysValue.FindAllStringSubmatch(f[1], -1) {
				v, _ := strconv.ParseInt(part[2], 10, 64)
				if s[slices.Index(m.VarNames(), part[1])] != v {
					return false
				}
			}
			return true
		})
		if met || !saysValue.MatchString(f[1]) {
			t.Errorf("a run gets to %s", f[1])
		}
	}
	for _, f := range saysBound.FindAllStringSubmatch(w.Text, -1) {
		v := m.Vars[slices.Index(m.VarNames(), f[1])]
		if f[3] != fmt.Sprint(map[string]int64{"below": v.Lo, "above": v.Hi}[f[2]]) {
			t.Errorf("the declared types do not say %q", f[0])
		}
	}
	if mutant.Verdict != report.Unkillable {
		return
	}
	impl := x.read(t, MutantText(x.Text, mutant)).(actionModel).m
	for _, f := range saysTried.FindAllStringSubmatch(w.Text, -1) {
		for _, number := range saysNumber.FindAllString(f[2], -1) {
			v, _ := strconv.ParseInt(number, 10, 64)
			for _, of := range []*model.Model{m, impl} {
				for _, e := range of.Entries {
					if e.Names() == f[1] && slices.ContainsFunc(states, func(s []int64) bool {
						return len(of.Posts(e, s,
							slices.Repeat([]int64{v}, e.Arity()))) > 0
					}) {
						t.Errorf("a state allows %s with %d", f[1], v)
					}
				}
			}
		}
	}
	if f := saysLost.FindStringSubmatch(w.Text); f != nil {
		lost := 0
		for _, e := range m.Entries {
			if name, _, _ := strings.Cut(e.Names(), ";"); !strings.HasPrefix(f[1], name) {
				continue
			}
			for _, s := range states {
				m.EachPosts(e, s, model.Representatives(e, m, impl), func(args []int64, posts [][]int64) bool {
					for _, p := range posts {
						if move := (model.Move{Entry: e, Args: args}); !impl.Allows(s, move.Events(), p) {
							lost++
						}
					}
					return true
				})
			}
		}
		if lost == 0 {
			t.Errorf("the mutant has lost no %s", f[1])
		}
	}
}
