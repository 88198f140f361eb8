package referee

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
)

// Plain evaluation: which states a model reaches, and in which of them another model makes other
// steps.
//
// Idea: breadth-first search over lists of values, each statement run as it is defined.
//
// Source: the paper, Figure 3 and Definition 4.1.
//
// Deviation: of an argument that is only compared with constants the least value between any two of them
// stands for all.

// A budget is what may be counted of plain evaluation.
type budget struct {
	states   int // stored
	tried    int // arguments with which entries were run to find them, in all states together
	compared int // the same, to compare one mutant
}

var (
	// few are so many that plain evaluation takes no time: more are left to the solver.
	few = budget{2_000, 100_000, 100_000}
	// many are as many as plain evaluation may take where there is no other way.
	many = budget{200_000, 40_000_000, math.MaxInt}
)

// A reach is what a model can reach, in breadth-first order, as far as somebody asked.
type reach struct {
	m      *model.Model
	states [][]int64
	depth  []int // by state: the steps of a shortest trace
	done   int   // so many states were expanded
	tried  int
	seen   map[string]bool // by key
	lists  [][][]int64     // by entry and argument: the values to try
	cost   int             // arguments to try in a state
}

func newReach(m *model.Model) *reach {
	p := &reach{m: m, states: [][]int64{m.Init}, depth: []int{0}, seen: map[string]bool{key(m.Init): true}}
	for _, e := range m.Entries {
		lists := model.Representatives(e, m)
		p.lists = append(p.lists, lists)
		p.cost += model.CountTuples(lists) + m.Probes(e)
	}
	return p
}

func key(state []int64) string {
	var b []byte
	for _, v := range state {
		b = binary.AppendVarint(b, v)
	}
	return string(b)
}

// toTheEnd is a depth that no state has.
const toTheEnd = math.MaxInt

// within gives the states that need at most so many steps. Its error is ErrTooMany, beyond the budget.
func (p *reach) within(depth int, b budget) ([][]int64, error) {
	for p.done < len(p.states) && p.depth[p.done] < depth {
		if len(p.states) > b.states || p.tried > b.tried || p.cost > min(b.tried, model.MaxTuples) {
			return nil, model.ErrTooMany
		}
		p.expand()
	}
	n := len(p.states)
	for n > 0 && p.depth[n-1] > depth {
		n--
	}
	return p.states[:n], nil
}

// within gives the states that the original reaches in so many steps.
func (r *Referee) within(steps int, b budget) ([][]int64, error) {
	if r.reach == nil {
		r.reach = newReach(r.m)
	}
	return r.reach.within(steps, b)
}

// expand finds the states after the steps of the next one.
func (p *reach) expand() {
	at := p.done
	p.done++
	p.tried += p.cost
	for i, e := range p.m.Entries {
		p.m.EachPosts(e, p.states[at], p.lists[i], func(_ []int64, posts [][]int64) bool {
			for _, post := range posts {
				if k := key(post); !p.seen[k] {
					p.seen[k] = true
					p.states, p.depth = append(p.states, post), append(p.depth, p.depth[at]+1)
				}
			}
			return true
		})
	}
}

// A comparison asks in which states one model makes steps that another does not make.
type comparison struct {
	one, other *model.Model
	entries    []*model.Entry // of one: the others are in both
	lists      [][][]int64
	cost       int // arguments to try in a state
}

func newComparison(one, other *model.Model, entries []int) (*comparison, error) {
	c := &comparison{one: one, other: other}
	for _, i := range entries {
		e := one.Entries[i]
		lists := model.Representatives(e, one, other)
		c.entries, c.lists = append(c.entries, e), append(c.lists, lists)
		c.cost += model.CountTuples(lists) + one.Probes(e)
	}
	if c.cost > model.MaxTuples {
		return nil, model.ErrTooMany
	}
	return c, nil
}

// wrong compares by the steps that the mutant makes beyond the original.
func wrong(v *model.Variant) (*comparison, error) { return newComparison(v.Impl, v.Spec, v.Changed) }

// lost compares by the steps of the original that the mutant does not make.
func lost(v *model.Variant) (*comparison, error) { return newComparison(v.Spec, v.Impl, v.Gone) }

// beyond gives the events of a step that only the first model makes from a state, or nil.
func (c *comparison) beyond(state []int64) (found []model.Event) {
	for i, e := range c.entries {
		c.one.EachPosts(e, state, c.lists[i], func(args []int64, posts [][]int64) bool {
			for _, post := range posts {
				events := model.Move{Entry: e, Args: slices.Clone(args)}.Events()
				if !c.other.Allows(state, events, post) {
					found = events
					return false
				}
			}
			return true
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// safe checks that no state that the original reaches in so many steps is unsafe.
func (r *Referee) safe(v *model.Variant, steps int, b budget) error {
	c, err := wrong(v)
	if err != nil {
		return err
	}
	states, err := r.within(steps, b)
	if err != nil {
		return err
	}
	if len(states)*c.cost > b.compared {
		return model.ErrTooMany
	}
	for i, s := range states {
		if ev := c.beyond(s); ev != nil {
			return fmt.Errorf("a state that is reached in %d steps is unsafe already, by %v", r.reach.depth[i], ev)
		}
	}
	return nil
}

// decide says by plain evaluation in all states whether a mutant loses steps. Its error is ErrTooMany,
// or tells a wrong step.
func (r *Referee) decide(v *model.Variant, b budget) (loses bool, err error) {
	less, err := lost(v)
	if err != nil {
		return false, err
	}
	if err := r.safe(v, toTheEnd, b); err != nil {
		return false, err
	}
	if len(r.reach.states)*less.cost > b.compared {
		return false, model.ErrTooMany
	}
	return slices.ContainsFunc(r.reach.states, func(s []int64) bool { return less.beyond(s) != nil }), nil
}

// statesAfter gives the states in which a model can be when it has shown just these events, by the number
// of steps that it took: a step may show several.
func statesAfter(m *model.Model, events []model.Event) map[int][][]int64 {
	at := make([]map[int][][]int64, len(events)+1) // by events shown
	for i := range at {
		at[i] = map[int][][]int64{}
	}
	at[0][0] = [][]int64{m.Init}
	for shown := range events {
		for _, e := range m.Entries {
			n := len(e.Calls())
			if shown+n > len(events) || !model.SameEvents(e, events[shown:shown+n]) {
				continue
			}
			for steps, states := range at[shown] {
				for _, s := range states {
					posts := m.Posts(e, s, model.AllArgs(events[shown:shown+n]))
					at[shown+n][steps+1] = model.Merge(at[shown+n][steps+1], posts)
				}
			}
		}
	}
	return at[len(events)]
}

// replay checks that one model makes the step and the other does not.
func replay(x model.Shown, makes, refuses *model.Model) error {
	if len(x.Events) == 0 {
		return errors.New("the step has no event")
	}
	if !makes.Allows(x.State, x.Events, x.Post) {
		return fmt.Errorf("the step %v from the state shown does not exist", x.Events)
	}
	if refuses.InTypes(x.State) && refuses.Allows(x.State, x.Events, x.Post) {
		return fmt.Errorf("the step %v from the state shown is in both models", x.Events)
	}
	return nil
}
