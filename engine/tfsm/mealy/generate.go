package mealy

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
)

// Options say which suite is wanted.
type Options struct {
	Extra   int // states that an implementation may have beyond the minimal specification's
	Longest int // inputs of a test at most, as far as possible; 0: twice the longest of the H method
	Aim     Aim // what is to be small
	Budget  int // nodes and comparisons, for everything; 0: DefaultBudget
	// Pause, if not nil, is called now and then; true stops, and the best suite so far is kept.
	Pause func() bool
}

// An Aim is what a suite should have few of.
type Aim uint8

const (
	Balanced    Aim = iota // steps, where a new test costs as much as two
	FewestTests            // then steps
	FewestSteps            // then tests
)

// DefaultBudget takes about half a second natively for a machine with up to 60 states, and a few seconds
// for one with 200. It lets the generator finish once, where there are no extra states.
func DefaultBudget(m *Machine) int {
	return max(40_000_000, min(8*m.States*m.States*m.States*m.Inputs, 1_000_000_000))
}

// The tree of one suite has at most maxNodes nodes, each with a place for every input, of which there
// are at most maxPlaces: machines of many inputs would fill the memory otherwise.
const (
	maxNodes  = 4_000_000
	maxPlaces = 1 << 26
)

// nodes bounds the nodes of the tree of a machine's suite.
func nodes(m *Machine) int { return min(maxNodes, maxPlaces/max(1, m.Inputs)) }

// A Suite is complete for all machines with at most as many states as the minimal specification has
// and Extra more.
type Suite struct {
	Tests       []Word
	Extra       int
	Method      string       // "H" or "fold"
	Shrunk      bool         // under the certificate
	Certificate *Certificate // never nil
}

// Reasons why there is no suite.
var (
	ErrInseparable = errors.New("two states cannot be told apart by inputs that both define")
	ErrBudget      = errors.New("the budget of nodes ran out before there was a complete suite")
)

// Generate makes a suite for a minimal machine: by the H method, by the fold generator with a few
// choices and orders of inputs, and shrinks the best ones, as far as the budget goes. Same machine and
// options, same suite.
func Generate(m *Machine, o Options) (*Suite, error) {
	p := &portfolio{m: m, sep: Separate(m), o: o, left: o.Budget}
	if !p.sep.All() {
		return nil, ErrInseparable
	}
	if p.left == 0 {
		p.left = DefaultBudget(m)
	}
	p.byH()
	p.byFold()
	if len(p.found) == 0 {
		return nil, ErrBudget
	}
	p.shrink()
	p.renew()
	return p.found[0], nil
}

type portfolio struct {
	m     *Machine
	sep   *Separations
	o     Options
	left  int
	found []*Suite   // the best first
	words []splitter // for the generator
}

// attempts is how often the generator runs at most; with the H method as many suites are shrunk.
const attempts = 48

// renewals is how often the best suite is partly made again.
const renewals = 400

// add keeps a suite if it is certified and among the best.
func (p *portfolio) add(tests []Word, method string, shrunk bool) {
	proof := newCertifier(p.m, p.o.Extra)
	c := proof.certify(TreeOf(p.m, tests))
	p.left -= proof.work
	if c == nil {
		return
	}
	p.found = append(p.found, &Suite{tests, p.o.Extra, method, shrunk, c})
	slices.SortStableFunc(p.found, func(a, b *Suite) int { return p.compare(a.Tests, b.Tests) })
}

// compare orders suites by the aim.
func (p *portfolio) compare(a, b []Word) int {
	tests, steps := len(a)-len(b), Steps(a)-Steps(b)
	switch p.o.Aim {
	case FewestTests:
		return cmp.Or(tests, steps)
	case FewestSteps:
		return cmp.Or(steps, tests)
	}
	return cmp.Or(2*tests+steps, tests)
}

func (p *portfolio) stopped() bool { return p.o.Pause != nil && p.o.Pause() }

// byH runs the H method, which is instant, and learns from it how long tests have to be.
func (p *portfolio) byH() {
	t, ok := H(p.m, p.sep, p.o.Extra, nodes(p.m))
	if !ok {
		return
	}
	tests := t.Suite()
	p.left -= t.Nodes()
	if p.o.Longest == 0 {
		p.o.Longest = Longest(tests) * 2
	}
	if Longest(tests) <= p.o.Longest || len(p.found) == 0 {
		p.add(tests, "H", false)
	}
}

// byFold runs the generator with different choices, as long as a sixth of the budget lasts.
func (p *portfolio) byFold() {
	if p.o.Longest == 0 {
		p.o.Longest = 2*p.m.States + p.o.Extra
	}
	p.words = splitters(p.m, 4000)
	stop := p.left - p.left/6
	for i := 0; i < attempts && p.left > stop && !p.stopped(); i++ {
		if tests, ok := p.fold(i, nil); ok {
			p.add(tests, "fold", false)
		}
	}
}

// fold runs the generator once, with the choices and the order of inputs of a number.
func (p *portfolio) fold(i int, tests []Word) ([]Word, bool) {
	order := make([]int32, p.m.Inputs)
	for x := range order {
		order[x] = int32(x)
	}
	if i > 0 {
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		rng.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	}
	how := Tuning{Longest: p.o.Longest, Words: []int{1000, 100}[i%2], Reset: []int{1, 3, 0}[i%3], Order: order}
	t, left, ok := foldSuite(p.m, p.sep, p.o.Extra, how, p.words, tests, p.left)
	p.left = min(left, p.left-1)
	return t.Suite(), ok
}

// shrink shrinks the suites, the best first, while a third of the budget lasts.
func (p *portfolio) shrink() {
	stop := p.left - p.left/3
	for _, s := range slices.Clone(p.found) {
		if p.left <= stop || p.stopped() {
			return
		}
		p.shrunk(s.Tests, s.Method, max(len(s.Tests)/8, 1))
	}
}

// shrunk keeps what shrinking makes of a suite, beginning with blocks of a size.
func (p *portfolio) shrunk(tests []Word, method string, size int) {
	less, left := shrink(p.m, tests, p.o.Extra, size, p.left)
	p.left = left
	if p.compare(less, tests) < 0 {
		p.add(less, method, true)
	}
}

// renew takes tests out of the best suite, lets the generator complete the rest, and shrinks that, as
// long as the budget lasts (large neighbourhood search).
func (p *portfolio) renew() {
	rng := rand.New(rand.NewPCG(3, uint64(p.m.States)))
	for i := 1; i <= renewals && p.left > 0 && !p.stopped(); i++ {
		best := p.found[0]
		rest := p.without(best.Tests, rng)
		before := p.left
		tests, ok := p.fold(i, rest)
		if ok {
			p.shrunk(tests, "fold", 2)
		}
		if used := before - p.left; used > p.left { // another one would not be finished
			return
		}
		p.found = p.found[:1]
	}
}

// without leaves out a sixteenth of the tests, neighbours that mostly begin alike, and some of the others,
// and keeps some of the neighbours.
func (p *portfolio) without(tests []Word, rng *rand.Rand) []Word {
	var rest []Word
	out := len(tests)/16 + 1
	at := rng.IntN(len(tests))
	for i, w := range tests {
		near := (i-at+len(tests))%len(tests) < out
		if rng.IntN(8) == 0 != near {
			continue
		}
		rest = append(rest, w)
	}
	return rest
}
