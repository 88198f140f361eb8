package tfsm

import (
	"context"
	"encoding/binary"

	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

// Mutants that behave exactly alike. Two machines are alike when the product of the two meets no difference
// (conform.go), which is exact. To compare few of them, each gets a fingerprint: its minimal form as far as waits up
// to a horizon show it, a necessary condition.
//
// Idea: after an input the clock is 0, so what a machine does next is a function of the state alone: over the time
// that passes, which outputs its inputs show and which state they lead to. States whose functions agree, targets up
// to classes, are one class (Moore's refinement); the classes numbered in the order in which a search from the initial
// one meets them, with their functions, are a form that does not depend on how a machine is written.

// maxHorizon bounds the waits that fingerprints look at.
const maxHorizon = 2000

// horizon is the wait up to which fingerprints of a domain's mutants look.
func (d *Domain) horizon() model.Delay {
	top := model.Delay(0)
	for _, t := range d.Model.Transitions {
		if t.IsTimeout() && t.Delay != model.Inf {
			top = max(top, t.Delay)
		}
	}
	return min(2*top+1, maxHorizon)
}

// Fingerprint is equal for mutants that behave alike.
func (c *Checker) Fingerprint(m *Mutant) string {
	if c.horizon == 0 {
		c.horizon = m.domain.horizon()
	}
	return minimalForm(m.domain.Automaton(m.domain.Select(m.Transitions)), c.horizon)
}

// Same decides whether two mutants behave alike: by their product, and by a walk tick by tick where that says so.
func (c *Checker) Same(ctx context.Context, a, b *Mutant) (same, decided bool) {
	if ctx.Err() != nil {
		return false, false
	}
	d := a.domain
	one, other := d.Automaton(d.Select(a.Transitions)), d.Automaton(d.Select(b.Transitions))
	v := judgePair(d.Model, one, other)
	switch {
	case v.Test != nil:
		return false, other.Detects(v.Test, one.Run(v.Test)) >= 0
	case v.Unknown:
		return false, false
	}
	same = referee.Confirm(one, other, v.Pairs)
	return same, same
}

// A stay is a state in which a wait finds a machine, from an instant on.
type stay struct {
	from  model.Delay
	state int32
}

// A refiner computes a minimal form.
type refiner struct {
	a     *model.Automaton
	met   []int          // states that inputs lead to, and the initial one, in the order of a search
	stays [][]stay       // by such a state
	class []int          // by state; -1: not one of them
	rows  map[string]int // what a state shows and where it leads: numbered as they are met
}

// minimalForm is equal for machines that show the same for waits up to a horizon.
func minimalForm(a *model.Automaton, horizon model.Delay) string {
	r := &refiner{a: a, stays: make([][]stay, len(a.Delay)), class: make([]int, len(a.Delay))}
	for s := range r.class {
		r.class[s] = -1
	}
	r.search(horizon)
	for classes := 1; ; {
		if n := r.refine(); n == classes {
			return r.form()
		} else {
			classes = n
		}
	}
}

// search finds the states after inputs, all of one class at first.
func (r *refiner) search(horizon model.Delay) {
	r.met, r.class[r.a.Initial] = []int{r.a.Initial}, 0
	for at := 0; at < len(r.met); at++ {
		s := r.met[at]
		r.stays[s] = staysOf(r.a, s, horizon)
		for _, y := range r.stays[s] {
			for i := range r.a.Inputs {
				if _, to := r.a.Step(int(y.state), i); r.class[to] < 0 {
					r.class[to] = 0
					r.met = append(r.met, to)
				}
			}
		}
	}
}

// staysOf lists where a wait finds a machine.
func staysOf(a *model.Automaton, s int, horizon model.Delay) []stay {
	list := []stay{{0, int32(s)}}
	for t := model.Delay(0); a.Delay[s] != model.Inf && t+a.Delay[s] <= horizon; {
		t += a.Delay[s]
		s = int(a.After[s])
		list = append(list, stay{t, int32(s)})
	}
	return list
}

// refine splits the classes by what their states show, and tells how many there are then.
func (r *refiner) refine() int {
	r.rows = map[string]int{}
	row := make([]int, len(r.class))
	for s := range row {
		row[s] = -1
	}
	next, known := make([]int, len(r.class)), map[string]int{}
	for s := range next {
		next[s] = -1
	}
	var key []byte
	for _, s := range r.met {
		key = binary.AppendUvarint(key[:0], uint64(r.class[s]))
		key = r.function(key, s, row)
		n, ok := known[string(key)]
		if !ok {
			n = len(known)
			known[string(key)] = n
		}
		next[s] = n
	}
	r.class = next
	return len(known)
}

// function appends what a state does over time: the instants at which its row changes, and the rows.
func (r *refiner) function(key []byte, s int, row []int) []byte {
	last := -1
	for _, y := range r.stays[s] {
		if row[y.state] < 0 {
			row[y.state] = r.rowOf(int(y.state))
		}
		if row[y.state] != last {
			last = row[y.state]
			key = binary.AppendUvarint(key, uint64(y.from))
			key = binary.AppendUvarint(key, uint64(last))
		}
	}
	return key
}

// rowOf numbers what the inputs of a state show and the classes that they lead to.
func (r *refiner) rowOf(s int) int {
	var key []byte
	for i := range r.a.Inputs {
		output, to := r.a.Step(s, i)
		key = binary.AppendVarint(key, int64(output))
		key = binary.AppendUvarint(key, uint64(r.class[to]))
	}
	n, ok := r.rows[string(key)]
	if !ok {
		n = len(r.rows)
		r.rows[string(key)] = n
	}
	return n
}

// form writes the classes in the order in which a search from the initial one meets them.
func (r *refiner) form() string {
	number := map[int]int{r.class[r.a.Initial]: 0} // by class
	queue := []int{r.a.Initial}                    // one state of each
	var form []byte
	for ; len(queue) > 0; queue = queue[1:] {
		last := ""
		for _, y := range r.stays[queue[0]] {
			var row []byte
			for i := range r.a.Inputs {
				output, to := r.a.Step(int(y.state), i)
				n, met := number[r.class[to]]
				if !met {
					n = len(number)
					number[r.class[to]] = n
					queue = append(queue, to)
				}
				row = binary.AppendVarint(row, int64(output))
				row = binary.AppendUvarint(row, uint64(n))
			}
			if string(row) != last {
				last = string(row)
				form = binary.AppendUvarint(form, uint64(y.from)+1)
				form = append(form, row...)
			}
		}
		form = append(form, 0)
	}
	return string(form)
}
