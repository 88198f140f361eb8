package model

import (
	"fmt"
	"math/rand"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// An mmlt is a Mealy machine with local timers as its authors define it: each timer has a value of its own, which
// counts down. The reader knows no such values.
type mmlt struct {
	inputs    []string
	locations []mmltLocation
}

type mmltLocation struct {
	timers []mmltTimer
	edges  map[string]mmltEdge
}

type mmltTimer struct {
	name    string
	initial int
	output  string
	to      int // -1: periodic
}

type mmltEdge struct {
	output string
	to     int
	reset  bool
}

// dot writes the machine as AutomataLib does.
func (m *mmlt) dot() string {
	var b strings.Builder
	b.WriteString("digraph g {\n")
	for n, l := range m.locations {
		var timers, names []string
		for _, t := range l.timers {
			timers = append(timers, fmt.Sprintf("%s=%d", t.name, t.initial))
			names = append(names, t.name)
		}
		fmt.Fprintf(&b, "\ts%d [timers=\"%s\" shape=\"circle\" label=\"%d\"];\n", n, strings.Join(timers, ","), n)
		for _, t := range l.timers {
			switch {
			case t.to < 0:
				fmt.Fprintf(&b, "\ts%d -> s%d [label=\"to[%s] / %s {%s↦%d}\"];\n", n, n, t.name, t.output, t.name, t.initial)
			default:
				fmt.Fprintf(&b, "\ts%d -> s%d [label=\"to[%s] / %s\" resets=\"%s\"];\n", n, t.to, t.name, t.output,
					strings.Join(names, ","))
			}
		}
		for _, input := range m.inputs {
			if e, ok := l.edges[input]; ok {
				resets := ""
				if e.reset {
					resets = fmt.Sprintf(" resets=\"%s\"", strings.Join(names, ","))
				}
				fmt.Fprintf(&b, "\ts%d -> s%d [label=\"%s / %s\"%s];\n", n, e.to, input, e.output, resets)
			}
		}
	}
	b.WriteString("\t__start0 [label=\"\" shape=\"none\"];\n\t__start0 -> s0;\n}\n")
	return b.String()
}

// An mmltRun is where a machine is: a location and what its timers have left.
type mmltRun struct {
	m    *mmlt
	at   int
	left []int
}

func (m *mmlt) start() *mmltRun {
	r := &mmltRun{m: m}
	r.enter(0)
	return r
}

func (r *mmltRun) enter(to int) {
	r.at, r.left = to, nil
	for _, t := range r.m.locations[to].timers {
		r.left = append(r.left, t.initial)
	}
}

func (r *mmltRun) read(input string) string {
	e, ok := r.m.locations[r.at].edges[input]
	switch {
	case !ok:
		return "void"
	case e.to != r.at || e.reset:
		r.enter(e.to)
	}
	return e.output
}

// unit lets one unit of time pass and tells what is seen at its end.
func (r *mmltRun) unit() string {
	var shown []string
	to := -1
	for i, t := range r.m.locations[r.at].timers {
		if r.left[i]--; r.left[i] == 0 {
			if r.left[i] = t.initial; t.to >= 0 {
				to = t.to
			}
			if t.output != "void" {
				shown = append(shown, strings.Split(t.output, "|")...)
			}
		}
	}
	if to >= 0 {
		r.enter(to)
	}
	if sort.Strings(shown); shown == nil {
		return "void"
	}
	return strings.Join(shown, "|")
}

// randomMMLT draws a machine; where it is quiet its timeouts show nothing.
func randomMMLT(rnd *rand.Rand, quiet bool) *mmlt {
	m := &mmlt{inputs: []string{"a", "b"}}
	n := 1 + rnd.Intn(3)
	for range n {
		l := mmltLocation{edges: map[string]mmltEdge{}}
		for k := range rnd.Intn(4) {
			out := []string{"A", "B", "C|A", "C"}[rnd.Intn(4)]
			if quiet {
				out = "void"
			}
			l.timers = append(l.timers, mmltTimer{"t" + strconv.Itoa(k), 1 + rnd.Intn(7), out, -1})
		}
		if k := len(l.timers); k > 0 && rnd.Intn(3) > 0 {
			shot := &l.timers[rnd.Intn(k)]
			if shot.to = rnd.Intn(n); k == 1 {
				shot.to = (len(m.locations) + 1) % n // with a self-loop, one timer is a periodic one
			}
			name, initial := shot.name, shot.initial
			l.timers = slices.DeleteFunc(l.timers, func(t mmltTimer) bool { return t.name != name && initial%t.initial == 0 })
		}
		for _, input := range m.inputs {
			if rnd.Intn(4) > 0 {
				to := rnd.Intn(n)
				reset := to == len(m.locations) && len(l.timers) > 0 && rnd.Intn(2) == 0
				l.edges[input] = mmltEdge{[]string{"x", "y", "void"}[rnd.Intn(3)], to, reset}
			}
		}
		m.locations = append(m.locations, l)
	}
	return m
}

func parseDOT(t *testing.T, text string) *Model {
	t.Helper()
	f := source.NewFile("m.dot", text)
	m, diags := Parse(f)
	if m == nil {
		t.Fatalf("%s\n%s", text, diags.Text(f))
	}
	return m
}

// A machine with local timers is read exactly: it shows what a simulation shows whose timers count down one by one,
// whatever comes in and whenever.
func TestTimersAgreeWithSimulation(t *testing.T) {
	rnd := rand.New(rand.NewSource(12))
	split, whole, waited, steps := 0, 0, 0, 0
	for round := range 1500 {
		own := randomMMLT(rnd, round%2 == 0)
		if !slices.ContainsFunc(own.locations, func(l mmltLocation) bool { return len(l.edges) > 0 }) {
			continue // without inputs it is no machine of ours
		}
		m := parseDOT(t, own.dot())
		spec := m.Specification()
		if wait := index(m.Inputs, waitInput); wait >= 0 {
			waited++
		} else if slices.Contains(m.States, "s0+1") || slices.Contains(m.States, "s1+1") {
			split++
		} else if m.MaxTimeout() > 0 {
			whole++
		}
		for range 10 {
			steps += compareRuns(t, rnd, own, m, spec)
		}
	}
	if split < 50 || whole < 50 || waited < 300 || steps < 100_000 {
		t.Errorf("compared too little: %d machines with timeouts of one unit, %d with whole ones, %d with waits; %d steps", split,
			whole, waited, steps)
	}
}

// compareRuns feeds both machines with inputs and whole waits.
func compareRuns(t *testing.T, rnd *rand.Rand, own *mmlt, m *Model, spec *Automaton) int {
	t.Helper()
	run, at, steps := own.start(), spec.Initial, 0
	wait := index(m.Inputs, waitInput)
	for range 20 {
		input := own.inputs[rnd.Intn(len(own.inputs))]
		i := index(m.Inputs, input)
		if i < 0 {
			continue // the text does not mention it
		}
		units := rnd.Intn(1 + rnd.Intn(25))
		if wait < 0 {
			at, _ = spec.Wait(at, int64(units))
		}
		for range units {
			want, got := run.unit(), 0
			if steps++; wait < 0 {
				continue
			}
			if got, at = spec.Step(at, wait); m.Outputs[got] != want {
				t.Fatalf("a unit of time shows %s, want %s:\n%s", m.Outputs[got], want, own.dot())
			}
		}
		var got int
		want := run.read(input)
		if got, at = spec.Step(at, i); m.Outputs[got] != want {
			t.Fatalf("%s shows %s, want %s:\n%s", input, m.Outputs[got], want, own.dot())
		}
		steps++
	}
	return steps
}

// TestTimersByHand reads a machine of each kind, and the sentence that says how.
func TestTimersByHand(t *testing.T) {
	for name, c := range map[string]struct{ text, want, says string }{
		"one timer that inputs start again": {
			`digraph { lit [timers="t=30"]; dark -> lit [label="press / on"]; lit -> lit [label="press / on" resets="t"];
				lit -> dark [label="to[t] / void"]; }`,
			"dark -inf-> dark\ndark -press/on-> \"lit+0\"\n" +
				"\"lit+0\" -30-> dark\n\"lit+0\" -press/on-> \"lit+0\"", "its timeouts show nothing",
		},
		"one timer that runs on": {
			`digraph { lit [timers="t=2"]; dark -> lit [label="press / on"]; lit -> lit [label="press / on"];
				lit -> dark [label="to[t] / void"]; }`,
			"dark -inf-> dark\ndark -press/on-> \"lit+0\"\n" +
				"\"lit+0\" -1-> \"lit+1\"\n\"lit+0\" -press/on-> \"lit+0\"\n\"lit+1\" -1-> dark\n\"lit+1\" -press/on-> \"lit+1\"",
			"2 locations in 3 states",
		},
		"timeouts that show, and the silence of others": {
			`digraph { complete = "-"; lit [timers="t=2,u=1"]; dark -> lit [label="press / on"]; lit -> dark [label="to[t] / off"]; }`,
			"dark -inf-> dark\ndark -press/on-> \"lit+0\"\ndark -\"wait[1]\"/\"-\"-> dark\n" +
				"\"lit+0\" -inf-> \"lit+0\"\n\"lit+0\" -press/\"-\"-> \"lit+0\"\n\"lit+0\" -\"wait[1]\"/\"-\"-> \"lit+1\"\n" +
				"\"lit+1\" -inf-> \"lit+1\"\n\"lit+1\" -press/\"-\"-> \"lit+1\"\n\"lit+1\" -\"wait[1]\"/off-> dark",
			"'wait[1]' is a unit of time",
		},
		"a state of its own": {
			`digraph { lit [timers="t=2"]; dark -> lit [label="press / on"]; lit -> dark [label="to[t] / off"];
				"lit+1" -> "lit+0" [label="press / on"]; dark -> "lit+1" [label="wait[1] / on"]; }`,
			"dark -inf-> dark\ndark -press/on-> \"lit+0\"\ndark -\"wait[1]\"/on-> \"lit+1\"\n" +
				"\"lit+0\" -inf-> \"lit+0\"\n\"lit+0\" -press/void-> \"lit+0\"\n\"lit+0\" -\"wait[1]\"/void-> \"lit+1\"\n" +
				"\"lit+1\" -inf-> \"lit+1\"\n\"lit+1\" -press/on-> \"lit+0\"\n\"lit+1\" -\"wait[1]\"/off-> dark",
			"",
		},
	} {
		f := source.NewFile("m.dot", c.text)
		m, diags := Parse(f)
		if m == nil {
			t.Fatalf("%s: %s", name, diags.Text(f))
		}
		want := strings.Split(c.want, "\n")
		sort.Strings(want)
		if got := arrows(m); got != strings.Join(want, "\n") {
			t.Errorf("%s: got\n%s", name, got)
		}
		if !strings.Contains(diags.Text(f), c.says) {
			t.Errorf("%s: got %s", name, diags.Text(f))
		}
	}
}

// TestTimersRefused holds what is no such machine, with the place and the name.
func TestTimersRefused(t *testing.T) {
	const edge = ` a -> b [label="x / y"]; b -> a [label="x / z"]; `
	for text, want := range map[string]string{
		`a [timers="t"];`:                               "2:1: error: DOT: got the timer 't' in 'a', want name=units",
		`a [timers="t=0"];`:                             "2:1: error: got the delay '0'",
		`a [timers="t=2,t=3"];`:                         "2:1: error: DOT: got the timer 't' twice in 'a'",
		`a -> b [label="to[t] / o"];`:                   "2:1: error: DOT: got the timeout 'to[t]', but 'a' has no timer 't'",
		`a -> b [label="x / again"]; a [timers="t=1"];`: "2:1: error: DOT: got a second edge from 'a' on 'x'",
		`a [timers="t=1"]; a -> b [label="to[t] / o"]; a -> a [label="to[t] / o"];`:                                                           "2:47: error: DOT: got a second timeout of 't' in 'a'",
		`a [timers="t=4,u=6"]; a -> a [label="to[t] / o" resets="u"]; a -> b [label="to[u] / o"];`:                                            "2:23: error: DOT: got the resets 'u' of the timeout 'to[t]' in 'a'",
		`a [timers="t=4,u=6"]; a -> a [label="k / o" resets="u"]; a -> b [label="to[u] / o"];`:                                                "2:23: error: DOT: got the resets 'u' of the input 'k' in 'a'",
		`a [timers="t=3,u=6"]; a -> a [label="to[t] / o"]; a -> b [label="to[u] / o"];`:                                                       "2:51: error: DOT: got the timers 't' and 'u' of 'a', which run out together after 6 units",
		`a [timers="t=6,u=6"]; a -> b [label="to[t] / o"]; a -> b [label="to[u] / o"];`:                                                       "2:23: error: DOT: got the timers 'u' and 't' of 'a', which run out together after 6 units",
		`a [timers="t=2001"]; a -> b [label="to[t] / o"];`:                                                                                    "2:1: error: the timers make more than 2000 states, counted up to 'a'",
		`a [timers="t=997,u=991"]; a -> a [label="to[t] / o"]; a -> a [label="to[u] / o"];`:                                                   "2:1: error: the timers make more than 2000 states",
		`a [timers="t=999999999989,u=999999999961,v=3"]; a -> a [label="to[t] / o"]; a -> a [label="to[u] / o"]; a -> a [label="to[v] / o"];`: "2:1: error: the timers make more than 2000 states",
		`a [timers="t=3"]; a -> b [label="to[t] / o"]; a -> b [label="wait[1] / o"];`:                                                         "2:47: error: DOT: got an edge from 'a' that is one of a single state, want the state, such as 'a+0'",
		`a [timers="t=3"]; a -> b [label="to[t] / o"]; "a+3" -> b [label="x / o"];`:                                                           "2:47: error: DOT: got the state 'a+3', which no location's timers make",
		`a [timers="t=3"]; a -> b [label="to[t] / o"]; "a+1" -> b [label="x / o"]; "a+1" -> b [label="x / p"];`:                               "2:75: error: DOT: got a second edge from 'a+1' on 'x'",
		`a [timers="t=3"]; "a+1" []; "a+1" -> b [label="x / o"]; a -> b [label="to[t] / o"];`:                                                 "2:19: error: DOT: got the location 'a+1', which is also the name of a state",
		`a [timers="t=3"]; a -> b [label="to[t] / o" style=dashed];`:                                                                          "2:19: error: DOT: got the timeout 'to[t]' dashed or of a single state",
		`a [timers="t=3"]; a -> b [label="k"];`:                                                                                               "2:19: error: DOT: got the label 'k', want 'input / output' or 'to[timer] / output'",
		`a [timers="t=3"]; completeTo = sink;`:                                                                                                "1:1: error: DOT: got the error state 'sink'",
		`a [timers="t=3"]; a -> b;`:                                                                                                           "2:19: error: DOT: got an edge without a label from the state 'a'",
	} {
		f := source.NewFile("m.dot", "digraph {"+edge+"\n"+text+"\n}")
		m, diags := Parse(f)
		if got := diags.Text(f); m != nil || !strings.Contains(got, want) {
			t.Errorf("%s: got %s", text, got)
		}
	}
}
