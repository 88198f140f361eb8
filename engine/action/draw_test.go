package action

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// TestPicturesAgainstEnumeration compares all views of small systems with what plain evaluation finds, state by state
// and argument by argument.
func TestPicturesAgainstEnumeration(t *testing.T) {
	drawn := 0
	for _, ex := range Gallery {
		m, diags := model.Parse(source.NewFile(ex.Name, ex.Text))
		if m == nil {
			t.Fatal(diags)
		}
		e := spaceByHand(m)
		if e == nil {
			continue // too many to enumerate
		}
		t.Run(ex.Name, func(t *testing.T) {
			for _, v := range Views(m) {
				d, err := Picture(context.Background(), m, v.Name)
				if err != nil {
					t.Fatal(err)
				}
				if d.View != v.Name {
					t.Fatalf("%s is drawn as %s", v.Name, d.View)
				}
				got, want := told(d.Graph), e.view(v.Name)
				if !slices.Equal(got, want) {
					t.Errorf("%s:\ngot  %s\nwant %s", v.Name, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
				}
				drawn++
			}
		})
	}
	if drawn < 8 {
		t.Errorf("only %d views were compared", drawn)
	}
}

// told lists nodes and edges.
func told(g *report.Graph) []string {
	var all []string
	for _, n := range g.Nodes {
		all = append(all, fmt.Sprint(n.ID, " ", n.Initial))
	}
	for _, e := range g.Edges {
		name, _, _ := strings.Cut(e.Label, "(")
		all = append(all, fmt.Sprint(e.From, " -", name, "-> ", e.To, " ", e.Dashed))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A plainSpace is a system's states and steps by plain evaluation.
type plainSpace struct {
	m      *model.Model
	states [][]int64
	steps  []plainStep
}

type plainStep struct {
	from, to int
	name     string
}

func spaceByHand(m *model.Model) *plainSpace {
	const mostStates, mostArgs = 300, 400
	p := &plainSpace{m: m, states: [][]int64{m.Init}}
	index := map[string]int{fmt.Sprint(m.Init): 0}
	for i := 0; i < len(p.states); i++ {
		for _, e := range m.Entries {
			lists := make([][]int64, 0, 2)
			for _, r := range e.Ranges() {
				var all []int64
				for v := r.Lo; v <= r.Hi && len(all) <= mostArgs; v++ {
					all = append(all, v)
				}
				if lists = append(lists, all); len(all) > mostArgs {
					return nil
				}
			}
			seen := map[int]bool{}
			model.Tuples(lists, func(args []int64) bool {
				for _, post := range m.Posts(e, p.states[i], args) {
					to, known := index[fmt.Sprint(post)]
					if !known {
						to = len(p.states)
						index[fmt.Sprint(post)] = to
						p.states = append(p.states, slices.Clone(post))
					}
					if !seen[to] {
						seen[to] = true
						p.steps = append(p.steps, plainStep{i, to, eventsOf(e)})
					}
				}
				return true
			})
			if len(p.states) > mostStates {
				return nil
			}
		}
	}
	return p
}

// view lists what a view must have, as told does.
func (p *plainSpace) view(name string) []string {
	if name == viewEvents {
		return p.following()
	}
	node := func(i int) string { return stateID(p.m, p.states[i]) }
	if v := variable(p.m, strings.TrimPrefix(name, viewBy)); v >= 0 {
		node = func(i int) string { return fmt.Sprintf("%s=%d", p.m.Vars[v].Name, p.states[i][v]) }
	}
	size, has := map[string]int{}, map[string]map[int]bool{}
	var all []string
	for i := range p.states {
		size[node(i)]++
		if size[node(i)] == 1 {
			all = append(all, fmt.Sprint(node(i), " ", i == 0))
		}
	}
	for _, s := range p.steps {
		arrow := fmt.Sprint(node(s.from), " -", s.name, "-> ", node(s.to))
		if has[arrow] == nil {
			has[arrow] = map[int]bool{}
		}
		has[arrow][s.from] = true
	}
	for arrow, from := range has {
		first, _, _ := strings.Cut(arrow, " -")
		all = append(all, fmt.Sprint(arrow, " ", len(from) < size[first]))
	}
	slices.Sort(all)
	return all
}

// following lists the events and which can follow which.
func (p *plainSpace) following() []string {
	all := []string{atStart + " true"}
	after := map[string]map[int]bool{atStart: {0: true}}
	can := map[int]map[string]bool{}
	for _, e := range p.m.Entries {
		all = append(all, eventID(eventsOf(e))+" false")
	}
	for _, s := range p.steps {
		if after[eventID(s.name)] == nil {
			after[eventID(s.name)] = map[int]bool{}
		}
		after[eventID(s.name)][s.to] = true
		if can[s.from] == nil {
			can[s.from] = map[string]bool{}
		}
		can[s.from][eventID(s.name)] = true
	}
	for a, states := range after {
		n := map[string]int{}
		for i := range states {
			for b := range can[i] {
				n[b]++
			}
		}
		for b, k := range n {
			all = append(all, fmt.Sprint(a, " --> ", b, " ", k < len(states)))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
