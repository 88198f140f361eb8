package efsm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// guards notes what a step tries.
type guards struct {
	all   []string
	taken int
}

func (g *guards) tried(r *runner, t int32, taken bool) {
	m := r.m
	env := r.env[:len(m.Vars)+len(m.Params(&m.Transitions[t]))]
	g.all = append(g.all, fmt.Sprint(t, env, taken))
	if taken {
		g.taken++
	}
}

// shownBy reads what the runner showed as the plain evaluator writes it.
func shownBy(r *runner) string {
	var all []string
	for at := 0; at < len(r.out); {
		o := r.out[at]
		at++
		if o < 0 {
			all = append(all, map[int64]string{showError: "!error", showDiverge: "!diverge", showReject: "!reject"}[o])
			continue
		}
		var args []string
		for _, t := range r.m.Outputs[o].Types {
			args = append(args, model.Type{Bool: t == expr.Bool}.Show(r.out[at]))
			at++
		}
		all = append(all, r.m.Outputs[o].Name+model.Brackets(args))
	}
	return strings.Join(all, " ")
}

func runnerKey(r *runner) string {
	s := r.state()
	if r.dead() {
		return "dead"
	}
	return fmt.Sprint(s.loc, s.vals)
}

func configKey(c model.Config) string {
	if c.Location < 0 {
		return "dead"
	}
	return c.Key()
}

// The runner of the search goes from each reachable state as the plain evaluator does, which shares
// no code with it but the evaluation of expressions: the state after, what is shown, and the guards
// that are tried.
func TestRunnerAgreesWithThePlainEvaluator(t *testing.T) {
	steps, deaths, settled := 0, 0, 0
	for seed := uint64(1); seed <= 3000; seed++ {
		m := parse(t, randomModel(seed))
		r, letters := newRunner(m), m.Letters(100)
		var plain []string
		see := func(i int, env []int64, taken bool) { plain = append(plain, fmt.Sprint(i, env, taken)) }
		check := func(after string, c model.Config, shown []string) bool {
			got := fmt.Sprint(runnerKey(r), ": ", shownBy(r), "; ", r.watch.(*guards).all)
			want := fmt.Sprint(configKey(c), ": ", strings.Join(shown, " "), "; ", plain)
			if got != want {
				t.Errorf("seed %d, %s: got %s, want %s", seed, after, got, want)
			}
			settled += max(r.watch.(*guards).taken-1, 0)
			return got == want
		}
		r.watch = &guards{}
		c, shown := m.Start(see)
		r.start()
		if !check("start", c, shown) {
			continue
		}
		seen, todo := map[string]bool{configKey(c): true}, []state{copyOf(r.state())}
		for len(todo) > 0 {
			from := todo[0]
			todo = todo[1:]
			for _, l := range letters {
				at := model.Config{Location: from.loc, Values: from.vals}
				if from.loc == len(m.Locations) {
					at.Location = -1
				}
				plain, r.watch = nil, &guards{}
				r.load(&from)
				r.step(&l)
				c, shown := m.Step(at, l, see)
				if !check(configKey(at)+" "+m.LetterText(l), c, shown) {
					return
				}
				steps++
				if r.dead() {
					deaths++
				}
				if key := configKey(c); !seen[key] {
					seen[key] = true
					todo = append(todo, copyOf(r.state()))
				}
			}
		}
	}
	if steps < 10_000 || deaths < 2000 || settled < 200 {
		t.Errorf("%d steps, %d deaths and %d internal transitions are few", steps, deaths, settled)
	}
}

// More locations than events.
func TestRunnerOfAChain(t *testing.T) {
	m := parse(t, "input go\noutput o(v)\nlocation A, B, C, D, E, F\na: A -> B on go / !o(1)\nb: B -> C on go / !o(2)\n"+
		"c: C -> D on go / !o(3)\nd: D -> E on go / !o(4)\ne: E -> F on go / !o(5)\nf: F -> A on go / !o(6)")
	r := newRunner(m)
	r.start()
	for i := range 13 {
		r.step(&model.Letter{})
		if want := fmt.Sprintf("o(%d)", i%6+1); shownBy(r) != want {
			t.Errorf("step %d shows %s, want %s", i, shownBy(r), want)
		}
	}
}

func copyOf(s *state) state { return state{s.loc, append([]int64(nil), s.vals...)} }

// A dead machine has one state, whatever its variables held.
func TestRunnerDiesInOneState(t *testing.T) {
	m := parse(t, "var x : 1..3 = 2\nvar y : 0..2 = 2\ninput set(n : 0..9)\nlocation A\nt1: A -> A on set / y := 0; x := n")
	r := newRunner(m)
	for _, n := range []int64{0, 4, 9} {
		r.start()
		r.step(&model.Letter{Params: []int64{2}})
		r.step(&model.Letter{Params: []int64{n}})
		if s := r.state(); s.loc != 1 || fmt.Sprint(s.vals) != "[1 0]" {
			t.Errorf("set(%d): in %d with %v", n, s.loc, s.vals)
		}
	}
}

// What an update sees of those before it: their values, sequentially, and that they fail, in any case.
func TestRunnerBefore(t *testing.T) {
	const text = "var x, y : 0..3 = 1\ninput set(n : 0..9)\nlocation A\nt1: A -> A on set / x := n; y := x + 1; x := 0"
	for head, wants := range map[string]map[int64]string{
		"":                                 {3: "[1 1] true", 4: "[1 1] false"},
		"semantics updates = sequential\n": {2: "[2 3] true", 3: "[3 1] false", 4: "[1 1] false"},
		"semantics overflow = saturate\n":  {4: "[1 1] true"},
		"semantics updates = sequential, overflow = saturate\n": {9: "[3 3] true"},
	} {
		m := parse(t, head+text)
		for n, want := range wants {
			r := newRunner(m)
			r.start()
			r.env[2] = n
			ok := r.before(m.Transitions[0].Updates[:2])
			if got := fmt.Sprint(r.env[:2], ok); got != want {
				t.Errorf("%sset(%d): got %s, want %s", head, n, got, want)
			}
		}
	}
}
