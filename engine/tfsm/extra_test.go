package tfsm

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// A door with a code lock: two right digits in a row open it, an alarm follows the second mistake.
const lock = `digraph lock {
	__start0 -> closed
	closed -> half [label="one / click"]
	closed -> warned [label="two / beep"]
	closed -> closed [label="push / stuck"]
	half -> open [label="two / clack"]
	half -> warned [label="one / beep"]
	half -> half [label="push / stuck"]
	warned -> half [label="one / click"]
	warned -> alarm [label="two / siren"]
	warned -> warned [label="push / stuck"]
	alarm -> alarm [label="one / siren"]
	alarm -> alarm [label="two / siren"]
	alarm -> alarm [label="push / siren"]
	open -> open [label="one / silence"]
	open -> open [label="two / silence"]
	open -> closed [label="push / opens"]
}`

func parseText(t testing.TB, name, text string) *model.Model {
	t.Helper()
	m, d := model.Parse(source.NewFile(name, text))
	if m == nil {
		t.Fatal(d)
	}
	return m
}

// TestExtraSuiteRoundTrip makes a suite, reads it again as JSON and as lines, and has it scored: complete
// and certified; with its longest test cut, decided otherwise or certified again.
func TestExtraSuiteRoundTrip(t *testing.T) {
	m := parseText(t, "lock.dot", lock)
	for extra := range 3 {
		s, err := MakeExtraSuite(m, ExtraRequest{Extra: extra, Waits: -1, Budget: 2_000_000})
		if err != nil || !s.Certified || s.States != 5 {
			t.Fatalf("k = %d: %v, %+v", extra, err, s)
		}
		data, err := report.EncodeExtraSuite(s)
		if err != nil {
			t.Fatal(err)
		}
		var tests [][]string
		if err := json.Unmarshal(s.Tests, &tests); err != nil {
			t.Fatalf("tests are no lists of inputs: %v", err)
		}
		var lines strings.Builder
		for _, w := range tests {
			lines.WriteString(strings.Join(w, " ") + "\n")
		}
		for _, text := range []string{string(data), lines.String(), string(s.Tests)} {
			r, err := ScoreExtra(m, ExtraRequest{Extra: extra, Waits: -1, Suite: text})
			if err != nil || !r.Complete || !r.Certified || r.Tests != len(tests) || r.Steps != s.Steps {
				t.Errorf("k = %d: the suite's score is %+v, %v", extra, r, err)
			}
		}
		less, err := ScoreExtra(m, ExtraRequest{Extra: extra, Waits: -1, Suite: strings.Join(strings.Split(lines.String(), "\n")[1:], "\n")})
		if err != nil {
			t.Fatal(err)
		}
		if !less.Certified && less.Survivor == nil {
			t.Errorf("k = %d: without a test the score is undecided: %s", extra, less.Reason)
		}
	}
}

// TestCompleteWithoutCertificate scores a suite that is complete, as trying all machines with three states shows, though
// the certificate's rules do not see it.
func TestCompleteWithoutCertificate(t *testing.T) {
	m := parseText(t, "m.tfsm", "s0 -a/1-> s1\ns0 -b/0-> s0\ns1 -a/0-> s1\ns1 -b/1-> s2\ns2 -a/1-> s0\ns2 -b/0-> s1\n")
	for suite, complete := range map[string]bool{"a b b\nb a a b b b a b a": true, "a b b\nb a a b b b a b": false} {
		r, err := ScoreExtra(m, ExtraRequest{Waits: -1, Suite: suite})
		if err != nil || !r.Decided || r.Certified || r.Complete != complete || (r.Survivor == nil) != complete {
			t.Errorf("%q: got %+v, %v", suite, r, err)
		}
		if text := scoreSection(r).Blocks[0].Text; strings.Contains(text, "without a certificate") != complete {
			t.Errorf("%q: got %q", suite, text)
		}
	}
}

// TestExtraSuiteOfTimedMachine compares by brute force: the machine below has two states, and every
// timed machine with two states, the same outputs and timeouts up to 2 (or none) that passes the suite
// agrees with it on all tests with waits up to 3.
func TestExtraSuiteOfTimedMachine(t *testing.T) {
	m := parseText(t, "lamp.tfsm", "inputs a\noutputs x y\ns0 -a/x-> s1\ns1 -a/y-> s1\ns1 -2-> s0\n")
	s, err := MakeExtraSuite(m, ExtraRequest{Waits: 3, Budget: 2_000_000})
	if err != nil || !s.Certified {
		t.Fatalf("%v, %+v", err, s)
	}
	tests, err := m.ReadSuite(string(report.Raw(s)))
	if err != nil {
		t.Fatal(err)
	}
	spec := m.Specification()
	machines, passed := 0, 0
	for code := range 2 * 2 * 3 * 2 * 2 * 2 * 3 * 2 {
		n := decode(m, code)
		machines++
		if detects(n, spec, tests) {
			continue
		}
		passed++
		if w := differ(n, spec, 3, 6); w != nil {
			t.Fatalf("machine %d passes, but %s kills it", code, m.Show(model.Test{Steps: w}, true))
		}
	}
	if passed == 0 || passed == machines {
		t.Errorf("%d of %d machines pass", passed, machines)
	}
}

// decode makes the machine of a number: per state output, target, delay (1, 2, none) and its target.
func decode(m *model.Model, code int) *model.Automaton {
	a := model.NewAutomaton(m)
	take := func(n int) int {
		d := code % n
		code /= n
		return d
	}
	for s := range 2 {
		a.Out[s], a.Next[s] = int32(take(2)), int32(take(2))
		a.Delay[s] = []model.Delay{1, 2, model.Inf}[take(3)]
		a.After[s] = int32(take(2))
	}
	return a
}

func detects(n, spec *model.Automaton, tests []model.Test) bool {
	for _, t := range tests {
		if n.Detects(t.Steps, spec.Run(t.Steps)) >= 0 {
			return true
		}
	}
	return false
}

// differ looks for a test with waits up to a bound by plain search over pairs of states.
func differ(n, spec *model.Automaton, waits int64, length int) []model.Step {
	type pair struct{ s, r int }
	words := map[pair][]model.Step{{spec.Initial, n.Initial}: {}}
	for range length {
		next := map[pair][]model.Step{}
		for p, w := range words {
			for wait := int64(0); wait <= waits; wait++ {
				s, _ := spec.Wait(p.s, wait)
				r, _ := n.Wait(p.r, wait)
				o, s := spec.Step(s, 0)
				q, r := n.Step(r, 0)
				longer := append(append([]model.Step{}, w...), model.Step{Wait: wait})
				if o != q {
					return longer
				}
				next[pair{s, r}] = longer
			}
		}
		words = next
	}
	return nil
}

// TestExtraSuiteIsForTheFullDomain: no machine made by random changes of outputs and targets together
// passes, unless it is equivalent.
func TestExtraSuiteIsForTheFullDomain(t *testing.T) {
	m := parseText(t, "lock.dot", lock)
	s, err := MakeExtraSuite(m, ExtraRequest{Waits: -1, Budget: 2_000_000})
	if err != nil {
		t.Fatal(err)
	}
	tests, err := m.ReadSuite(string(s.Tests))
	if err != nil {
		t.Fatal(err)
	}
	spec := m.Specification()
	rng := rand.New(rand.NewPCG(1, 4))
	for range 5000 {
		n := m.Specification()
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(n.Out))
			n.Out[at], n.Next[at] = int32(rng.IntN(len(m.Outputs))), int32(rng.IntN(len(m.States)))
		}
		if detects(n, spec, tests) {
			continue
		}
		if w := NewDomain(m).equivalent(n); !w {
			t.Fatal("a machine passes that is not equivalent")
		}
	}
}

// equivalent compares a machine without timeouts with the specification, by search over pairs.
func (d *Domain) equivalent(n *model.Automaton) bool {
	seen := map[[2]int]bool{}
	queue := [][2]int{{d.Spec.Initial, n.Initial}}
	for i := 0; i < len(queue); i++ {
		for x := range d.Model.Inputs {
			o, s := d.Spec.Step(queue[i][0], x)
			q, r := n.Step(queue[i][1], x)
			if o != q {
				return false
			}
			if p := [2]int{s, r}; !seen[p] {
				seen[p] = true
				queue = append(queue, p)
			}
		}
	}
	return true
}

// TestExtraRequests are refused where they make no sense.
func TestExtraRequests(t *testing.T) {
	m := parseText(t, "lock.dot", lock)
	for want, q := range map[string]ExtraRequest{
		"want 0 to 4":                   {Extra: 5, Waits: -1},
		"no timeouts":                   {Waits: 3},
		"want balanced, tests or steps": {Waits: -1, Aim: "quick"},
	} {
		if _, err := MakeExtraSuite(m, q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v, want %q", q, err, want)
		}
	}
	if _, err := ScoreExtra(m, ExtraRequest{Waits: -1, Suite: "one two\none tow push"}); err == nil ||
		!strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "tow") {
		t.Errorf("got %v, want line 2 and the unknown input", err)
	}
}
