package mealy_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/mealy"
	"github.com/mutarium/mutarium/engine/tfsm/mealy/referee"
)

// randomMachine returns a minimal, complete machine whose states can be told apart.
func randomMachine(rng *rand.Rand, states, inputs, outputs int) *mealy.Machine {
	for {
		m := mealy.New(states, inputs)
		for s := range states {
			for x := range inputs {
				m.Set(s, x, rng.IntN(outputs), rng.IntN(states))
			}
		}
		if min, _ := m.Minimal(); min.States == states {
			return min
		}
	}
}

// quietMachine is like the protocol machines that people learn: most inputs are ignored.
func quietMachine(rng *rand.Rand, states, inputs int) *mealy.Machine {
	for {
		m := mealy.New(states, inputs)
		for s := range states {
			for x := range inputs {
				m.Set(s, x, 0, s)
				if rng.IntN(10) < 3 {
					m.Set(s, x, 1+rng.IntN(3), rng.IntN(states))
				}
			}
		}
		if min, _ := m.Minimal(); min.States == states {
			return min
		}
	}
}

// check asks the referee about a certificate.
func check(m *mealy.Machine, tests []mealy.Word, c *mealy.Certificate) error {
	plain := func(words []mealy.Word) [][]int32 {
		list := make([][]int32, len(words))
		for i, w := range words {
			list[i] = w
		}
		return list
	}
	return referee.Check(&referee.Claim{States: m.States, Inputs: m.Inputs, Next: m.Next, Out: m.Out,
		Tests: plain(tests), Extra: c.K, Basis: plain(c.Basis), Merge: plain(c.Merge)})
}

// survivors counts by brute force the machines of the fault domain that pass the tests and are not
// equivalent: machines with exactly so many states stand for those with fewer, as states may be
// unreachable. It stops at the first.
func survivors(m *mealy.Machine, tests []mealy.Word, states, outputs int) int {
	n := mealy.New(states, m.Inputs)
	for i := range n.Next {
		n.Next[i], n.Out[i] = 0, 0
	}
	for {
		passes := true
		for _, w := range tests {
			if _, differs := m.Differs(n, w); differs {
				passes = false
				break
			}
		}
		if passes && mealy.Distinguish(m, n) != nil {
			return 1
		}
		if !nextMachine(n, states, outputs) {
			return 0
		}
	}
}

// nextMachine counts through all tables.
func nextMachine(n *mealy.Machine, states, outputs int) bool {
	for i := range n.Next {
		if n.Next[i]++; int(n.Next[i]) < states {
			return true
		}
		n.Next[i] = 0
		if n.Out[i]++; int(n.Out[i]) < outputs {
			return true
		}
		n.Out[i] = 0
	}
	return false
}

// suites makes suites of every kind for a machine, some of them damaged.
func suites(t *testing.T, rng *rand.Rand, m *mealy.Machine, k int) map[string][]mealy.Word {
	t.Helper()
	sep := mealy.Separate(m)
	h, _ := mealy.H(m, sep, k, 1<<20)
	f, ok := mealy.Fold(m, sep, k, mealy.Tuning{Longest: 3*m.States + k, Words: 100, Reset: 1}, 1<<24)
	if !ok {
		t.Fatal("the fold generator ran out of its budget")
	}
	g, err := mealy.Generate(m, mealy.Options{Extra: k, Budget: 300_000})
	if err != nil {
		t.Fatal(err)
	}
	list := map[string][]mealy.Word{"H": h.Suite(), "fold": f.Suite(), "generated": g.Tests}
	for _, kind := range []string{"H", "fold", "generated"} {
		tests := list[kind]
		at := rng.IntN(len(tests))
		list[kind+" without one"] = append(append([]mealy.Word(nil), tests[:at]...), tests[at+1:]...)
		cut := append([]mealy.Word(nil), tests...)
		cut[at] = cut[at][:len(cut[at])-1]
		list[kind+" cut"] = cut
	}
	return list
}

// tiny are sizes of machines of whose fault domain all machines can be tried.
var tiny = []struct{ states, inputs, k int }{{2, 2, 0}, {3, 2, 0}, {2, 2, 1}, {3, 1, 1}, {2, 1, 2}, {4, 1, 0}, {4, 1, 1}, {3, 1, 2}}

// TestCertifiedSuitesAreComplete compares certificates with brute force over all machines of the fault
// domain: no certified suite lets a faulty machine pass, the referee accepts each certificate, and
// Score decides every suite: it is incomplete where a machine passes, which it shows, and complete else.
func TestCertifiedSuitesAreComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	certified, refused, complete := 0, 0, 0
	for round := range 100 {
		shape := tiny[round%len(tiny)]
		m := randomMachine(rng, shape.states, shape.inputs, 2)
		for kind, tests := range suites(t, rng, m, shape.k) {
			c := mealy.Certify(m, tests, shape.k)
			found := survivors(m, tests, shape.states+shape.k, 2)
			switch {
			case c != nil && found > 0:
				t.Fatalf("round %d, %s, k = %d: certified, but a faulty machine passes", round, kind, shape.k)
			case c != nil:
				certified++
				if err := check(m, tests, c); err != nil {
					t.Fatalf("round %d, %s: the referee refuses: %v", round, kind, err)
				}
			case found > 0:
				refused++
			default:
				complete++
			}
			v := mealy.Score(m, tests, shape.k, 2000)
			switch {
			case v.Survivor != nil && found == 0:
				t.Fatalf("round %d, %s: called incomplete, but no machine passes", round, kind)
			case v.Survivor != nil:
				confirmSurvivor(t, m, tests, v, shape.states+shape.k)
			case found > 0:
				t.Fatalf("round %d, %s: a machine passes that Score does not find", round, kind)
			case (v.Certificate != nil) != (c != nil) || v.Enumerated != (c == nil):
				t.Fatalf("round %d, %s: Score and Certify disagree, or it is not decided", round, kind)
			}
		}
	}
	t.Logf("%d suites certified, %d incomplete, %d complete without a certificate", certified, refused, complete)
	if certified < 150 || refused < 50 {
		t.Errorf("got %d certified and %d incomplete suites, want both kinds", certified, refused)
	}
}

// confirmSurvivor checks that a machine belongs to the domain, passes, and differs on the word given.
func confirmSurvivor(t *testing.T, m *mealy.Machine, tests []mealy.Word, v *mealy.Verdict, states int) {
	t.Helper()
	if v.Survivor.States > states {
		t.Fatalf("the survivor has %d states, the domain %d", v.Survivor.States, states)
	}
	for _, w := range tests {
		if _, differs := m.Differs(v.Survivor, w); differs {
			t.Fatalf("the survivor fails %v", w)
		}
	}
	if at, differs := m.Differs(v.Survivor, v.Kill); !differs || at != len(v.Kill) {
		t.Fatalf("%v does not kill the survivor at its end", v.Kill)
	}
}

// TestNoMutantPasses falsifies suites for larger machines: random machines of the domain, most of them
// with few faults, none of which passes.
func TestNoMutantPasses(t *testing.T) { noMutantPasses(t, 3000) }

func noMutantPasses(t *testing.T, mutants int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 11))
	for _, shape := range []struct{ states, inputs, k int }{{8, 4, 0}, {12, 5, 0}, {7, 3, 1}, {5, 2, 2}} {
		m := quietMachine(rng, shape.states, shape.inputs)
		g, err := mealy.Generate(m, mealy.Options{Extra: shape.k, Budget: 2_000_000})
		if err != nil {
			t.Fatal(err)
		}
		if err := check(m, g.Tests, g.Certificate); err != nil {
			t.Fatalf("%v: %v", shape, err)
		}
		for i := range mutants {
			n := faulty(rng, m, shape.k)
			passes := true
			for _, w := range g.Tests {
				if _, differs := m.Differs(n, w); differs {
					passes = false
					break
				}
			}
			if w := mealy.Distinguish(m, n); passes && w != nil {
				t.Fatalf("%v, mutant %d passes, but %v kills it", shape, i, w)
			}
		}
	}
}

// faulty makes a machine with a few wrong transitions, in copies of states too.
func faulty(rng *rand.Rand, m *mealy.Machine, k int) *mealy.Machine {
	n := mealy.New(m.States+k, m.Inputs)
	for s := range n.States {
		from := s
		if s >= m.States {
			from = rng.IntN(m.States)
		}
		for x := range m.Inputs {
			to := int(m.Next[from*m.Inputs+x])
			n.Set(s, x, int(m.Out[from*m.Inputs+x]), to)
		}
	}
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(n.Next))
		n.Next[at] = int32(rng.IntN(n.States))
		if rng.IntN(4) == 0 {
			n.Out[at] = int32(rng.IntN(4))
		}
	}
	return n
}

// TestRefereeRefuses damages claims: the referee has to notice.
func TestRefereeRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 13))
	refused := 0
	for range 40 {
		m := quietMachine(rng, 5, 3)
		f, _ := mealy.Fold(m, mealy.Separate(m), 0, mealy.Tuning{Longest: 12, Words: 100, Reset: 1}, 1<<20)
		tests := f.Suite()
		c := mealy.Certify(m, tests, 0)
		if err := check(m, tests, c); err != nil {
			t.Fatal(err)
		}
		for what, claim := range map[string]func(*mealy.Certificate) ([]mealy.Word, *mealy.Machine){
			"another machine": func(*mealy.Certificate) ([]mealy.Word, *mealy.Machine) {
				n := m.Clone()
				at := rng.IntN(len(n.Next))
				n.Next[at] = (n.Next[at] + 1) % int32(n.States)
				return tests, n
			},
			"no merges": func(d *mealy.Certificate) ([]mealy.Word, *mealy.Machine) {
				d.Merge = nil
				return tests, m
			},
			"one test": func(*mealy.Certificate) ([]mealy.Word, *mealy.Machine) { return tests[:1], m },
			"a basis twice": func(d *mealy.Certificate) ([]mealy.Word, *mealy.Machine) {
				d.Basis = append([]mealy.Word{d.Basis[1]}, d.Basis[1:]...)
				return tests, m
			},
			"more states": func(d *mealy.Certificate) ([]mealy.Word, *mealy.Machine) {
				d.K = 1
				return tests, m
			},
		} {
			damaged := *c
			changed, n := claim(&damaged)
			if check(n, changed, &damaged) != nil {
				refused++
			} else if what != "another machine" {
				t.Errorf("%s: the referee accepts", what)
			}
		}
	}
	if refused < 190 {
		t.Errorf("only %d of 200 damaged claims were refused", refused)
	}
}

// TestGenerateIsDeterministic runs twice.
func TestGenerateIsDeterministic(t *testing.T) {
	m := quietMachine(rand.New(rand.NewPCG(3, 5)), 9, 5)
	a, _ := mealy.Generate(m, mealy.Options{Budget: 1_000_000})
	b, _ := mealy.Generate(m, mealy.Options{Budget: 1_000_000})
	if !reflect.DeepEqual(a, b) {
		t.Error("two runs differ")
	}
}

// TestFoldNeedsFewerTestsThanH states what the generator is for, on machines of growing size.
func TestFoldNeedsFewerTestsThanH(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 17))
	for _, states := range []int{10, 20, 40} {
		m := quietMachine(rng, states, 8)
		h, _ := mealy.H(m, mealy.Separate(m), 0, 1<<22)
		g, err := mealy.Generate(m, mealy.Options{Budget: 10_000_000})
		if err != nil {
			t.Fatal(err)
		}
		tests, steps := len(h.Suite()), mealy.Steps(h.Suite())
		t.Logf("%d states: H %d/%d, generated %d/%d", states, tests, steps, len(g.Tests), mealy.Steps(g.Tests))
		if 10*len(g.Tests) > 7*tests || 100*mealy.Steps(g.Tests) > 85*steps {
			t.Errorf("%d states: got %d tests and %d steps, want at most 0.7 and 0.85 of %d and %d",
				states, len(g.Tests), mealy.Steps(g.Tests), tests, steps)
		}
	}
}

// TestMinimal merges what behaves alike and drops what is never reached.
func TestMinimal(t *testing.T) {
	m := mealy.New(5, 1)
	m.Set(0, 0, 1, 1)
	m.Set(1, 0, 0, 2)
	m.Set(2, 0, 1, 3)
	m.Set(3, 0, 0, 0)
	m.Set(4, 0, 2, 0)
	min, of := m.Minimal()
	if want := []int32{0, 1, 0, 1, -1}; !reflect.DeepEqual(of, want) || min.States != 2 {
		t.Errorf("got %d states, classes %v, want 2 and %v", min.States, of, want)
	}
	if w := mealy.Distinguish(m, min); w != nil {
		t.Errorf("the minimal machine answers %v otherwise", w)
	}
}

// TestInseparable refuses a partial machine in which no common word tells two states apart.
func TestInseparable(t *testing.T) {
	m := mealy.New(2, 2)
	m.Set(0, 0, 0, 1)
	m.Set(1, 1, 0, 0)
	if _, err := mealy.Generate(m, mealy.Options{}); err != mealy.ErrInseparable {
		t.Errorf("got %v, want %v", err, mealy.ErrInseparable)
	}
}

func ExampleGenerate() {
	// A turnstile: input 0 is a coin, 1 a push; outputs: 0 nothing, 1 unlocks, 2 turns.
	m := mealy.New(2, 2)
	m.Set(0, 0, 1, 1)
	m.Set(0, 1, 0, 0)
	m.Set(1, 0, 0, 1)
	m.Set(1, 1, 2, 0)
	s, _ := mealy.Generate(m, mealy.Options{})
	fmt.Println(len(s.Tests), "tests,", mealy.Steps(s.Tests), "inputs, certified:", s.Certificate != nil)
	// Output: 2 tests, 7 inputs, certified: true
}
