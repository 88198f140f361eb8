package mealy

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Verdicts on a suite, for all machines with at most States + k states.
//
// Idea: what is cheap and decides most comes first. (1) Single faults: a transition that leads elsewhere,
// or shows something else because no test has it. One that passes makes the suite incomplete. (2) The
// certificate of fold.go makes it complete. (3) Where the fold stops, the transitions that it could not
// confirm are led to the states that were not told apart, alone and in pairs, also over copies of
// states. (4) What the fold leaves open is enumerated, which decides where the budget allows. (5) Random
// machines with a few faults.

// A Verdict says what a suite is worth. Exactly one of Certificate, Survivor and Enumerated is set where it is
// decided.
type Verdict struct {
	Certificate *Certificate // complete
	Survivor    *Machine     // incomplete: a machine of the domain that passes
	Kill        Word         // a shortest word that tells the survivor from the specification
	Enumerated  bool         // complete, without a certificate: every machine that passes was tried
	Open        []Confirm    // undecided: the transitions that could not be confirmed
}

// A Confirm is a transition of the specification with the states its target was not told from.
type Confirm struct {
	State, Input int32
	Not          []int32
}

// Score judges a suite for a minimal machine. Tests must be words that it defines. The budget counts
// machines tried in steps (3) and (5); step (4) may take a hundred times as many steps.
func Score(m *Machine, tests []Word, k, budget int) *Verdict {
	j := &judge{m: m, tests: tests, k: k, left: budget, through: make([][]int32, len(m.Next))}
	j.index()
	if v := j.singleFaults(); v != nil {
		return v
	}
	t := TreeOf(m, tests)
	if c := CertifyTree(t, k); c != nil {
		return &Verdict{Certificate: c}
	}
	f, based := foldOf(t, k)
	var open []Confirm
	if based {
		open = unconfirmed(t, f)
	}
	if v := j.suspects(open); v != nil {
		return v
	}
	if v, all := j.enumerate(f, 0, 100*budget); v != nil || all {
		return cmp.Or(v, &Verdict{Enumerated: true})
	}
	if v := j.random(); v != nil {
		return v
	}
	return &Verdict{Open: open}
}

type judge struct {
	m       *Machine
	tests   []Word
	k       int
	left    int
	through [][]int32 // tests, by transition of the specification
}

func (j *judge) index() {
	for i, w := range j.tests {
		s := int32(0)
		for _, x := range w {
			cell := int(s)*j.m.Inputs + int(x)
			if l := j.through[cell]; len(l) == 0 || l[len(l)-1] != int32(i) {
				j.through[cell] = append(l, int32(i))
			}
			s = j.m.To(s, x)
		}
	}
}

// passes tells whether a machine passes tests.
func (j *judge) passes(n *Machine, tests []int32) bool {
	for _, i := range tests {
		if _, differs := j.m.Differs(n, j.tests[i]); differs {
			return false
		}
	}
	return true
}

// survivor is the verdict for a machine that passes all tests, nil if it is equivalent or does not pass.
func (j *judge) survivor(n *Machine) *Verdict {
	for i := range j.tests {
		if _, differs := j.m.Differs(n, j.tests[i]); differs {
			return nil
		}
	}
	if w := Distinguish(j.m, n); w != nil {
		return &Verdict{Survivor: n, Kill: w}
	}
	return nil
}

// singleFaults tries every other target of every transition, and another output where no test looks.
func (j *judge) singleFaults() *Verdict {
	n := j.m.Clone()
	for cell, to := range j.m.Next {
		if to < 0 {
			continue
		}
		if len(j.through[cell]) == 0 {
			n.Out[cell] = otherOutput(j.m, n.Out[cell])
			return j.survivor(n)
		}
		for t := range int32(j.m.States) {
			if t == to {
				continue
			}
			n.Next[cell] = t
			if j.passes(n, j.through[cell]) {
				if v := j.survivor(n); v != nil {
					return v
				}
			}
		}
		n.Next[cell] = to
	}
	return nil
}

// otherOutput is an output that differs: one that is known if there are two, else a new one.
func otherOutput(m *Machine, out int32) int32 {
	if out != 0 {
		return 0
	}
	return max(slices.Max(m.Out), 1)
}

// unconfirmed lists what the fold of a suite does not confirm.
func unconfirmed(t *Tree, f *fold) []Confirm {
	var open []Confirm
	for s := range int32(t.m.States) {
		q := f.find(f.basis[s])
		for x := range f.p {
			to := t.m.To(s, x)
			if to < 0 {
				continue
			}
			d := f.at(q, x)
			if d >= 0 && f.base[d] == to {
				continue
			}
			c := Confirm{State: s, Input: x}
			for r := range int32(t.m.States) {
				if r != to && (d < 0 || !f.apart(d, f.find(f.basis[r]))) {
					c.Not = append(c.Not, r)
				}
			}
			open = append(open, c)
		}
	}
	return open
}

// suspects leads what is open elsewhere: one transition, two, and with extra states one that leads to a
// copy of a state which differs in another open transition.
func (j *judge) suspects(open []Confirm) *Verdict {
	for i, a := range open {
		for _, to := range a.Not {
			n := j.m.Clone()
			n.Next[int(a.State)*n.Inputs+int(a.Input)] = to
			if v := j.try(n); v != nil {
				return v
			}
			for _, b := range open[i+1:] {
				for _, second := range b.Not {
					c := n.Clone()
					c.Next[int(b.State)*c.Inputs+int(b.Input)] = second
					if v := j.try(c); v != nil {
						return v
					}
					if j.left <= 0 {
						return nil
					}
				}
			}
		}
	}
	if j.k > 0 {
		return j.copies()
	}
	return nil
}

// copies leads a transition to a copy of its target in which one transition is wrong; with more extra
// states a chain of copies leads there.
func (j *judge) copies() *Verdict {
	for cell := range j.m.Next {
		if j.m.Next[cell] < 0 {
			continue
		}
		if v := j.chain(j.m, cell, j.k); v != nil || j.left <= 0 {
			return v
		}
	}
	return nil
}

// chain makes the target of a cell a copy of it, and then a transition of the copy wrong or the cell of
// a further copy.
func (j *judge) chain(m *Machine, cell, copies int) *Verdict {
	n := New(m.States+1, m.Inputs)
	copy(n.Next, m.Next)
	copy(n.Out, m.Out)
	old := int(m.Next[cell])
	copy(n.Next[m.States*m.Inputs:], m.Next[old*m.Inputs:(old+1)*m.Inputs])
	copy(n.Out[m.States*m.Inputs:], m.Out[old*m.Inputs:(old+1)*m.Inputs])
	n.Next[cell] = int32(m.States)
	for x := range m.Inputs {
		at := m.States*m.Inputs + x
		right := n.Next[at]
		if right < 0 {
			continue
		}
		for t := range int32(j.m.States) {
			n.Next[at] = t
			if t != right {
				if v := j.try(n.Clone()); v != nil || j.left <= 0 {
					return v
				}
			}
		}
		n.Next[at] = right
		out := n.Out[at]
		n.Out[at] = otherOutput(j.m, out)
		if v := j.try(n.Clone()); v != nil || j.left <= 0 {
			return v
		}
		n.Out[at] = out
		if copies > 1 {
			if v := j.chain(n, at, copies-1); v != nil || j.left <= 0 {
				return v
			}
		}
	}
	return nil
}

func (j *judge) try(n *Machine) *Verdict {
	if j.left <= 0 {
		return nil
	}
	j.left--
	return j.survivor(n)
}

// random tries machines with one to three wrong targets, some over copies of states.
func (j *judge) random() *Verdict {
	rng := rand.New(rand.NewPCG(2, uint64(j.m.States)))
	for j.left > 0 {
		n := j.m.Clone()
		for range rng.IntN(j.k + 1) {
			n = j.copyOf(n, rng.IntN(n.States))
		}
		for range 1 + rng.IntN(3+j.k) {
			if cell := rng.IntN(len(n.Next)); n.Next[cell] >= 0 {
				n.Next[cell] = int32(rng.IntN(n.States))
			}
		}
		if v := j.try(n); v != nil {
			return v
		}
	}
	return nil
}

func (j *judge) copyOf(m *Machine, s int) *Machine {
	n := New(m.States+1, m.Inputs)
	copy(n.Next, m.Next)
	copy(n.Out, m.Out)
	copy(n.Next[m.States*m.Inputs:], m.Next[s*m.Inputs:(s+1)*m.Inputs])
	copy(n.Out[m.States*m.Inputs:], m.Out[s*m.Inputs:(s+1)*m.Inputs])
	return n
}

// Distinguish is a shortest word that the specification defines and on which a machine answers
// otherwise; nil if there is none. The machine must define what the specification does.
func Distinguish(spec, n *Machine) Word {
	type pair struct{ s, t, parent, input int32 }
	queue := []pair{{0, 0, -1, -1}}
	seen := map[[2]int32]bool{{0, 0}: true}
	for i := 0; i < len(queue); i++ {
		p := queue[i]
		for x := range int32(spec.Inputs) {
			s, t := spec.To(p.s, x), n.To(p.t, x)
			if s < 0 {
				continue
			}
			if spec.Shows(p.s, x) != n.Shows(p.t, x) {
				w := Word{x}
				for at := int32(i); at > 0; at = queue[at].parent {
					w = append(w, queue[at].input)
				}
				slices.Reverse(w)
				return w
			}
			if key := [2]int32{s, t}; !seen[key] {
				seen[key] = true
				queue = append(queue, pair{s, t, int32(i), x})
			}
		}
	}
	return nil
}
