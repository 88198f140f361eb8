package tfsm

import (
	"math/rand/v2"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// TestHorizonIsLongEnough: whatever pair of states waiting leads two machines to, they meet it within the horizon,
// and for some machines not much sooner.
func TestHorizonIsLongEnough(t *testing.T) {
	m := parseText(t, "three.tfsm", "inputs a\noutputs x\ns0 -a/x-> s1\ns1 -a/x-> s2\ns2 -a/x-> s0\n")
	random := rand.New(rand.NewPCG(4, 1))
	draw := func(top int) *model.Automaton {
		a := model.NewAutomaton(m)
		for s := range a.Delay {
			a.Next[s] = int32(random.IntN(3))
			a.After[s] = int32(random.IntN(3))
			if a.Delay[s] = model.Delay(1 + random.IntN(top)); random.IntN(6) == 0 {
				a.Delay[s] = model.Inf
			}
		}
		return a
	}
	tight := 0
	for range 3000 {
		top := 1 + random.IntN(5)
		spec, impl := draw(4), draw(top)
		longest, ok := horizon(spec, 3, int64(top))
		if !ok {
			t.Fatal("there is no horizon")
		}
		x := newProduct(m, spec)
		x.impl = impl
		last := int64(0)
		for s := range int32(3) {
			for p := range int32(3) {
				x.stays(pair{s, p}, func(lo int64, _ pair) bool {
					last = max(last, lo)
					return true
				})
			}
		}
		if last > longest {
			t.Fatalf("a pair is met after %d, the horizon is %d: %v %v", last, longest, spec, impl)
		}
		if last*3 > longest {
			tight++
		}
	}
	if tight == 0 {
		t.Error("the horizon is always more than three times too long")
	}
	if _, ok := horizon(draw(4), 3, 1e9); ok {
		t.Error("a timeout of 10^9 has a horizon that can be looked at")
	}
}

// TestSuiteForTimeoutsUpTo compares by brute force, for a chain and a cycle of timeouts: every machine with two
// states and timeouts up to 2, or none, that passes the suite conforms.
func TestSuiteForTimeoutsUpTo(t *testing.T) {
	for _, timeouts := range []string{"s1 -2-> s0", "s0 -1-> s1; s1 -2-> s0"} {
		m := parseText(t, "lamp.tfsm", "inputs a\noutputs x y\ns0 -a/x-> s1\ns1 -a/y-> s1\n"+timeouts+"\n")
		s, err := MakeExtraSuite(m, ExtraRequest{Waits: -1, Delays: 2, Budget: 2_000_000})
		if err != nil || !s.Certified || s.TimeoutsUpTo != 2 {
			t.Fatalf("%s: %v, %+v", timeouts, err, s)
		}
		tests, err := m.ReadSuite(string(report.Raw(s)))
		if err != nil {
			t.Fatal(err)
		}
		spec := m.Specification()
		machines, conform := 0, 0
		for code := range 2 * 2 * 3 * 2 * 2 * 2 * 3 * 2 {
			n := decode(m, code)
			machines++
			if detects(n, spec, tests) {
				continue
			}
			v := judgePair(m, spec, n)
			if !v.Conforms {
				t.Fatalf("%s: machine %d passes, but %s kills it", timeouts, code, m.Show(model.Test{Steps: v.Test}, true))
			}
			conform++
		}
		if conform == 0 || conform == machines {
			t.Errorf("%s: %d of %d machines pass", timeouts, conform, machines)
		}
		score, err := ScoreExtra(m, ExtraRequest{Waits: -1, Delays: 2, Suite: string(report.Raw(s))})
		if err != nil || !score.Certified {
			t.Errorf("%s: the suite's own score is %+v, %v", timeouts, score, err)
		}
	}
	m := parseText(t, "lamp.tfsm", "inputs a\noutputs x y\ns0 -a/x-> s1\ns1 -a/y-> s1\n")
	for _, q := range []ExtraRequest{{Waits: 3, Delays: 2}, {Waits: -1, Delays: -1}, {Waits: -1, Delays: 1 << 40}} {
		if _, err := MakeExtraSuite(m, q); err == nil {
			t.Errorf("%+v is taken", q)
		}
	}
	if s, err := MakeExtraSuite(m, ExtraRequest{Waits: -1, Delays: 2, Budget: 2_000_000}); err != nil || !s.Certified || *s.WaitsUpTo != 3 {
		t.Errorf("a machine without timeouts, whose faults have some: %v, %+v", err, s)
	}
}
