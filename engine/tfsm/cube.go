package tfsm

import (
	"math/big"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Conforming mutants come in crowds: what a mutant does where it never goes does not matter, and often
// several choices are as good as one. A Cube is a set of mutants given by a set of choices for each
// group, all of which conform. Blocking cubes instead of single mutants is what lets Algorithms 1 and 2
// finish; their exact union is how many mutants conform.

// A Cube holds the allowed choices by group; nil allows all.
type Cube [][]bool

func (c Cube) allows(g, choice int) bool { return c[g] == nil || c[g][choice] }

// A widener enlarges conforming selections to cubes.
type widener struct {
	d      *Domain
	cube   Cube
	seen   map[crowd]bool
	queue  []crowd
	paired *pairSet // pairs met while waiting
	joined *pairSet // pairs met after an input
	full   bool     // the limit was met
}

// A crowd is a configuration of the specification with all mutants of a cube that have taken one
// choice of timeout in their present state.
type crowd struct {
	s, p, choice int32
	xs, xp       model.Delay
}

// maxCrowds bounds one check; beyond it a choice is not added, which is safe.
const maxCrowds = 20_000

func newWidener(d *Domain) *widener {
	n := len(d.Model.States)
	return &widener{d: d, seen: map[crowd]bool{}, paired: newPairSet(n * n), joined: newPairSet(n * n)}
}

// widen gives a cube around a conforming selection, of which used marks the states that it
// reaches together with the specification. It begins with the choices of the used groups and adds,
// group by group, each choice with which all combinations still conform.
func (w *widener) widen(sel Selection, used []bool) Cube {
	w.cube = make(Cube, len(sel))
	for g := range sel {
		if used[w.d.Groups[g].State] {
			w.cube[g] = make([]bool, len(w.d.Groups[g].Choices))
			w.cube[g][sel[g]] = true
		}
	}
	for g := range sel {
		if w.cube[g] != nil {
			w.enlarge(g, sel[g])
		}
	}
	return w.cube
}

func (w *widener) enlarge(g, chosen int) {
	group := &w.d.Groups[g]
	for c := range group.Choices {
		if c == chosen || group.Input >= 0 && group.Choices[c].Output != group.Choices[chosen].Output {
			continue
		}
		w.cube[g][c] = true
		if !w.conforms() {
			w.cube[g][c] = false
		}
	}
}

// conforms explores the specification together with everything that the cube allows, as if each
// choice could be made again at each visit, and tells whether no difference can show.
func (w *widener) conforms() bool {
	w.paired.clear()
	w.joined.clear()
	clear(w.seen)
	w.queue = w.queue[:0]
	w.full = false
	initial := int32(w.d.Model.Initial)
	w.join(int32(w.d.Spec.Initial), initial)
	for at := 0; at < len(w.queue); at++ {
		if !w.read(w.queue[at]) || w.full {
			return false
		}
		w.wait(w.queue[at])
	}
	return !w.full
}

// join enters a pair after an input.
func (w *widener) join(s, p int32) {
	if w.joined.add(int(s)*len(w.d.Model.States) + int(p)) {
		w.enter(s, 0, p)
	}
}

// enter lets the mutants arrive in p and take a timeout each.
func (w *widener) enter(s int32, xs model.Delay, p int32) {
	g := w.d.timeouts(int(p))
	for c := range w.d.Groups[g].Choices {
		if !w.cube.allows(g, c) {
			continue
		}
		w.meet(crowd{s: s, p: p, choice: int32(c), xs: xs})
	}
}

func (w *widener) meet(now crowd) {
	if w.seen[now] {
		return
	}
	if len(w.seen) == maxCrowds {
		w.full = true
		return
	}
	w.seen[now] = true
	w.queue = append(w.queue, now)
}

// read follows all inputs of a pair; false when an output differs.
func (w *widener) read(now crowd) bool {
	if !w.paired.add(int(now.s)*len(w.d.Model.States) + int(now.p)) {
		return true
	}
	for i := 0; i < w.d.Spec.Inputs; i++ {
		want, s := w.d.Spec.Step(int(now.s), i)
		g := int(now.p)*w.d.stride + i
		for c := range w.d.Groups[g].Choices {
			if !w.cube.allows(g, c) {
				continue
			}
			choice := &w.d.Groups[g].Choices[c]
			if choice.Output != want {
				return false
			}
			w.join(int32(s), int32(choice.To))
		}
	}
	return true
}

// wait lets the next timeout fire, the specification's or the mutants'.
func (w *widener) wait(now crowd) {
	choice := &w.d.Groups[w.d.timeouts(int(now.p))].Choices[now.choice]
	ds := w.d.Spec.Delay[now.s]
	rs, rp := remaining(ds, now.xs), remaining(choice.Delay, now.xp)
	d := min(rs, rp)
	if d == model.Inf {
		return
	}
	s, xs := now.s, now.xs+d
	if rs == d {
		s, xs = w.d.Spec.After[now.s], 0
	} else if ds == model.Inf {
		xs = 0
	}
	if rp == d {
		w.enter(s, xs, int32(choice.To))
		return
	}
	next := crowd{s: s, p: now.p, choice: now.choice, xs: xs, xp: now.xp + d}
	if choice.Delay == model.Inf {
		next.xp = 0
	}
	w.meet(next)
}

// maxPieces bounds the disjoint pieces into which a union of cubes is cut.
const maxPieces = 100_000

// count gives the exact number of selections that conform, where the cubes hold all of those that the solver was
// left with: each cube is cut into pieces outside all cubes before it. False when that takes too many pieces.
func (d *Domain) count(cubes []Cube) (*big.Int, bool) {
	var all []Cube
	work := 0
	for i, c := range cubes {
		pieces := []Cube{c}
		for _, before := range cubes[:i] {
			var rest []Cube
			for _, p := range pieces {
				rest = d.without(p, before, rest)
			}
			pieces = rest
			if work += len(pieces); work > maxPieces {
				return nil, false
			}
		}
		all = append(all, pieces...)
	}
	if y := d.symmetry(); y != nil {
		return d.countRenamed(y, all), true
	}
	total := new(big.Int)
	for _, p := range all {
		total.Add(total, d.volume(p))
	}
	return total, true
}

// without appends disjoint cubes whose union is what c holds and b does not.
func (d *Domain) without(c, b Cube, into []Cube) []Cube {
	if d.disjoint(c, b) {
		return append(into, c)
	}
	rest := append(Cube(nil), c...)
	for g := range c {
		if b[g] == nil {
			continue
		}
		in, out, leaves := d.split(rest, b, g)
		if leaves {
			piece := append(Cube(nil), rest...)
			piece[g] = out
			into = append(into, piece)
		}
		rest[g] = in
	}
	return into
}

// split divides the choices of a cube in a group into those that b has and those that it has not.
func (d *Domain) split(c, b Cube, g int) (in, out []bool, leaves bool) {
	n := len(d.Groups[g].Choices)
	in, out = make([]bool, n), make([]bool, n)
	for k := 0; k < n; k++ {
		if !c.allows(g, k) {
			continue
		}
		if b[g][k] {
			in[k] = true
		} else {
			out[k], leaves = true, true
		}
	}
	return in, out, leaves
}

func (d *Domain) disjoint(a, b Cube) bool {
	for g := range a {
		common := a[g] == nil || b[g] == nil
		for c := 0; c < len(a[g]) && !common; c++ {
			common = a[g][c] && b[g][c]
		}
		if !common {
			return true
		}
	}
	return false
}

// volume is the number of selections in a cube.
func (d *Domain) volume(c Cube) *big.Int {
	n := big.NewInt(1)
	for g := range c {
		sum := int64(0)
		for k := range d.Groups[g].Choices {
			if c.allows(g, k) {
				sum += int64(d.Groups[g].Choices[k].Weight())
			}
		}
		n.Mul(n, big.NewInt(sum))
	}
	return n
}

// Holds tells whether a cube contains a selection.
func (c Cube) Holds(sel Selection) bool {
	for g, k := range sel {
		if !c.allows(g, k) {
			return false
		}
	}
	return true
}
