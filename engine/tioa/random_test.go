package tioa

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/referee"
	"github.com/mutarium/mutarium/engine/tioa/replay"
)

// Random automata against the laws of refinement and against plain machines, which know nothing of
// zones. A failing seed is printed with its model.

func randomProcess(r *rand.Rand, name string) string {
	var b strings.Builder
	clocks := []string{"x", "y"}[:1+r.Intn(2)]
	n := 2 + r.Intn(3)
	fmt.Fprintf(&b, "process %s {\n  clock %s;\n  state ", name, strings.Join(clocks, ", "))
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "L%d", i)
		if r.Intn(2) == 0 {
			fmt.Fprintf(&b, " { %s }", randomInvariant(r, clocks))
		}
	}
	b.WriteString(";\n")
	if r.Intn(5) == 0 {
		fmt.Fprintf(&b, "  urgent L%d;\n", r.Intn(n))
	}
	b.WriteString("  init L0;\n  trans ")
	for i := range 3 + r.Intn(5) {
		if i > 0 {
			b.WriteString(",\n    ")
		}
		fmt.Fprintf(&b, "L%d -> L%d { ", r.Intn(n), r.Intn(n))
		if r.Intn(3) > 0 {
			fmt.Fprintf(&b, "guard %s; ", randomGuard(r, clocks))
		}
		fmt.Fprintf(&b, "sync %s; ", []string{"a?", "b?", "p!", "q!"}[r.Intn(4)])
		if r.Intn(2) == 0 {
			fmt.Fprintf(&b, "assign %s = %d; ", clocks[r.Intn(len(clocks))], r.Intn(2))
		}
		b.WriteString("}")
	}
	b.WriteString(";\n}\n")
	return b.String()
}

func randomInvariant(r *rand.Rand, clocks []string) string {
	x := clocks[r.Intn(len(clocks))]
	switch r.Intn(8) {
	case 0:
		return fmt.Sprintf("%s < 2 || %s > 4", x, x)
	case 1:
		return fmt.Sprintf("%s < %d", x, 1+r.Intn(4))
	}
	return fmt.Sprintf("%s <= %d", x, r.Intn(5))
}

func randomGuard(r *rand.Rand, clocks []string) string {
	x, y := clocks[r.Intn(len(clocks))], clocks[r.Intn(len(clocks))]
	op := []string{"<", "<=", "==", ">=", ">"}
	switch r.Intn(8) {
	case 0:
		return fmt.Sprintf("%s %s %d && %s %s %d", x, op[3+r.Intn(2)], r.Intn(3), y, op[r.Intn(2)], 1+r.Intn(4))
	case 1:
		return fmt.Sprintf("%s %s %d || %s %s %d", x, op[r.Intn(2)], r.Intn(3), y, op[3+r.Intn(2)], 2+r.Intn(3))
	case 2:
		if x != y {
			return fmt.Sprintf("%s - %s %s %d", x, y, op[r.Intn(5)], r.Intn(5)-2)
		}
	}
	return fmt.Sprintf("%s %s %d", x, op[r.Intn(5)], r.Intn(5))
}

func TestRandomRefinements(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 200
	}
	held, refuted, games := 0, 0, 0
	for seed := range int64(rounds) {
		r := rand.New(rand.NewSource(seed))
		spec := randomProcess(r, "R")
		impl := randomProcess(r, "L")
		if seed%2 == 0 { // near misses refine more often
			impl = strings.Replace(spec, "process R", "process L", 1)
			impl = strings.Replace(impl, " "+fmt.Sprint(1+r.Intn(4)), " "+fmt.Sprint(1+r.Intn(4)), 1)
		}
		m := parse(t, impl+spec)
		for _, complete := range []bool{false, true} {
			ok, game := randomPair(t, seed, m, complete)
			if ok {
				held++
			} else {
				refuted++
			}
			if game {
				games++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, m.PrintXTA())
		}
	}
	t.Logf("%d held, %d refuted, %d by the backward game", held, refuted, games)
	if held < 50 || refuted < 50 {
		t.Errorf("one-sided: %d held, %d refuted", held, refuted)
	}
}

// randomPair checks one pair of automata every way.
func randomPair(t *testing.T, seed int64, m *model.Model, complete bool) (holds, byGame bool) {
	syms := game.NewSymbols()
	o := game.Options{Complete: complete, EdgesOnly: true}
	impl, err1 := game.Compile(m, m.Automaton("L"), syms, o)
	spec, err2 := game.Compile(m, m.Automaton("R"), syms, o)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	g := game.Game{SpecIgnores: seed%3 == 0, ImplIgnores: seed%4 == 0}
	g.Limit = 2000
	res, err := game.RefineExact(impl, spec, g)
	var open *game.Unfinished
	if errors.As(err, &open) {
		return false, false
	} else if err != nil {
		t.Fatal(err)
	}
	backward, err := game.RefineBackward(impl, spec, g)
	if errors.As(err, &open) {
		return res.Holds, false
	} else if err != nil {
		t.Fatal(err)
	}
	if res.Holds != backward {
		t.Errorf("forward says %v, backward %v (complete %v)", res.Holds, backward, complete)
		return
	}
	if res.Holds {
		if clash, _ := impl.Clash(0); clash == nil {
			if clash, _ = spec.Clash(0); clash == nil {
				walkTogether(t, rand.New(rand.NewSource(seed)), impl, spec, g)
			}
		}
		return true, res.Game
	}
	trace, err := replay.TraceOf(impl, spec, res.Failure, g)
	if err != nil {
		t.Errorf("%v: %v", trace, err)
	}
	return false, res.Game
}

// walkTogether lets plain machines of deterministic systems run at random: what refines must match
// every step. Delays are quarters.
func walkTogether(t *testing.T, r *rand.Rand, impl, spec *game.System, g game.Game) {
	for range 10 {
		i, s := replay.Machine(impl), replay.Machine(spec)
		log := ""
		for range 8 {
			d := model.Frac(int64(r.Intn(13)), 4)
			i2, ok := i.Delay(d)
			if !ok {
				continue
			}
			s2, ok := s.Delay(d)
			if !ok {
				t.Errorf("%s, then the implementation can wait %s and the specification cannot", log, d)
				return
			}
			i, s = i2, s2
			act, output := []string{"a", "b", "p", "q"}[r.Intn(4)], false
			output = act >= "p"
			byImpl, bySpec := i.Do(act, output), s.Do(act, output)
			if output && g.SpecIgnores && !s.Knows(act, true) {
				bySpec = []referee.Machine{s}
			}
			if !output && g.ImplIgnores && !i.Knows(act, false) {
				byImpl = []referee.Machine{i}
			}
			must, may := byImpl, bySpec
			if !output {
				must, may = bySpec, byImpl
			}
			if len(must) == 0 {
				continue
			}
			if len(may) == 0 {
				t.Errorf("%s, then wait %s and '%s' has no answer", log, d, act)
				return
			}
			i, s = byImpl[0], bySpec[0]
			log += fmt.Sprintf(" wait %s, %s", d, act)
		}
	}
}

// What pruning keeps: the pruned system equals itself pruned again, and every component equals its
// pruned form when both sides are pruned first.
func TestRandomPruning(t *testing.T) {
	consistent := 0
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		m := parse(t, randomProcess(r, "L"))
		sys, err := game.Compile(m, m.Automata[0], game.NewSymbols(), game.Options{EdgesOnly: true, Complete: true})
		if err != nil {
			t.Fatal(err)
		}
		good, err := sys.Good(0)
		if err != nil {
			t.Fatal(err)
		}
		if !good.Start() {
			continue
		}
		consistent++
		pruned := good.Prune()
		again, err := pruned.Good(0)
		if err != nil {
			t.Fatal(err)
		}
		if !again.Whole() {
			t.Errorf("seed %d: pruning twice cuts more\n%s", seed, m.PrintXTA())
		}
		if stuck, err := good.Stuck(0); err != nil || pruned == sys && stuck != nil {
			t.Errorf("seed %d: %v %v", seed, stuck, err)
		}
		res, err := game.RefineExact(pruned, pruned, game.Game{})
		if err != nil || !res.Holds {
			t.Errorf("seed %d: a pruned system does not refine itself: %v\n%s", seed, err, m.PrintXTA())
		}
	}
	t.Logf("%d of 400 are consistent", consistent)
}
