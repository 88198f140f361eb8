package tfsm

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// compareTexts runs the tool and gives its verdict and the rows of its table.
func compareTexts(t *testing.T, here, there string) (string, [][]string) {
	t.Helper()
	q := ToolRequest{Tool: "compare", Inputs: map[string]string{"other": there}}
	sections, err := RunTool(context.Background(), parseText(t, "here", here), q)
	if err != nil {
		t.Fatal(err)
	}
	if len(sections) == 1 {
		return sections[0].Blocks[0].Text, nil
	}
	return sections[0].Blocks[0].Text, sections[1].Blocks[0].Table.Rows
}

const turnstile = `locked -coin/unlocks-> open; locked -push/stays-> locked
open -coin/returns-> open; open -push/turns-> locked`

func TestWhatChangedByHand(t *testing.T) {
	for name, c := range map[string]struct {
		here, there, verdict string
		rows                 [][]string
	}{
		"other names": {
			turnstile,
			"digraph { q [shape=point]; q -> 0; 0 -> 1 [label=\"coin/unlocks\"]; 0 -> 2 [label=\"push/stays\"]; " +
				"2 -> 1 [label=\"coin/unlocks\"]; 2 -> 0 [label=\"push/stays\"]; 1 -> 1 [label=\"coin/returns\"]; 1 -> 0 [label=\"push/turns\"] }",
			"Equivalent: both show the same outputs for every sequence of the inputs that both read. 2 pairs of states were compared on 2 inputs.",
			nil,
		},
		"an output and a target": {
			turnstile,
			"a -coin/unlocks-> b; a -push/beeps-> a; b -coin/returns-> a; b -push/turns-> a",
			"Not equivalent. A shortest trace that tells them apart: push. Input 1, push, shows stays here and beeps there.",
			[][]string{
				{"locked", "a", "push", "stays → locked", "beeps → a", "push", "Input 1, push, shows stays here and beeps there"},
				{"open", "b", "coin", "returns → open", "returns → a", "coin coin coin", "Input 3, coin, shows returns here and unlocks there"},
			},
		},
		"a timeout": {
			turnstile + "\nopen -5-> locked",
			"a -coin/unlocks-> b; a -push/stays-> a; b -coin/returns-> b; b -push/turns-> a; b -7-> a",
			"Not equivalent. A shortest trace that tells them apart: (coin, 0.5)(coin, 6). Input 2, coin, shows unlocks here and returns there.",
			[][]string{{"open", "b", "timeout", "5 → locked", "7 → a", "(coin, 0.5)(coin, 6)",
				"Input 2, coin, shows unlocks here and returns there"}},
		},
		"no input in common": {turnstile, "a -x/y-> a", "The two machines read no input in common, so there is nothing to compare.", nil},
		"nothing given": {turnstile, " \n",
			"Give a second machine to compare this one with: another version of the same protocol, say.", nil},
	} {
		verdict, rows := compareTexts(t, c.here, c.there)
		if verdict != c.verdict || !slices.EqualFunc(rows, c.rows, slices.Equal) {
			t.Errorf("%s: got %s\n%q", name, verdict, rows)
		}
	}
}

// What only one machine has is named, and a machine that cannot be read is refused with its places.
func TestWhatOnlyOneMachineHas(t *testing.T) {
	m := parseText(t, "here", turnstile+"\n* -kick/nothing->")
	other := parseText(t, "there", "a -coin/unlocks-> b; b -coin/returns-> c; c -coin/breaks-> c\n* -push/turns->\n* -reset/nothing-> a")
	d, err := DifferencesOf(m, other)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.OnlyHere, []string{"kick"}) || !slices.Equal(d.OnlyThere, []string{"reset"}) ||
		len(d.Unlike[0]) != 0 || !slices.Equal(d.Unlike[1], []string{"c"}) {
		t.Errorf("got %q, %q, %q", d.OnlyHere, d.OnlyThere, d.Unlike)
	}
	_, err = RunTool(context.Background(), m, ToolRequest{Tool: "compare", Inputs: map[string]string{"other": "a -x/y-> b"}})
	if err == nil || !strings.Contains(err.Error(), "the other machine:1:1") {
		t.Errorf("got %v", err)
	}
}

// randomPlain draws a complete machine all of whose states are reached and differ.
func randomPlain(random *rand.Rand, states, inputs, outputs, delays int) *model.Model {
	for {
		m := &model.Model{}
		for s := range states {
			m.States, m.Extra = append(m.States, "s"+strconv.Itoa(s)), append(m.Extra, false)
		}
		for o := range outputs {
			m.Outputs = append(m.Outputs, "o"+strconv.Itoa(o))
		}
		for i := range inputs {
			m.Inputs = append(m.Inputs, "i"+strconv.Itoa(i))
			for s := range states {
				m.Transitions = append(m.Transitions, model.Transition{ID: strconv.Itoa(i) + "." + strconv.Itoa(s), From: s,
					Input: i, Output: random.IntN(outputs), To: random.IntN(states)})
			}
		}
		for s := range states {
			if delays > 0 && random.IntN(2) == 0 {
				m.Transitions = append(m.Transitions, model.Transition{ID: "d" + strconv.Itoa(s), From: s, Input: -1, Output: -1,
					Delay: model.Delay(1 + random.IntN(delays)), To: random.IntN(states)})
			}
		}
		if min, _ := minimise(m); len(min.States) == states {
			return m
		}
	}
}

// renamed gives the machine with its states in another order, under other names.
func renamed(random *rand.Rand, m *model.Model) *model.Model {
	n := *m
	n.States, n.Transitions = make([]string, len(m.States)), nil
	place := random.Perm(len(m.States))
	for s := range m.States {
		n.States[place[s]] = "q" + strconv.Itoa(s)
	}
	n.Initial = place[m.Initial]
	for _, t := range m.Transitions {
		t.From, t.To = place[t.From], place[t.To]
		n.Transitions = append(n.Transitions, t)
	}
	return &n
}

// shortest enumerates tests by length until one tells the machines apart; 0: none up to most inputs does.
func shortest(a, b *model.Automaton, inputs, waits, most int) int {
	var try func(test []model.Step, left int) bool
	try = func(test []model.Step, left int) bool {
		if left == 0 {
			return a.Detects(test, b.Run(test)) >= 0
		}
		for w := range waits + 1 {
			for i := range inputs {
				if try(append(test, model.Step{Wait: int64(w), Input: i}), left-1) {
					return true
				}
			}
		}
		return false
	}
	for n := 1; n <= most; n++ {
		if try(nil, n) {
			return n
		}
	}
	return 0
}

// Against enumeration: the shortest trace is shortest, and all traces show a difference. A machine with one changed
// transition has this one difference, whatever its states are called; an unchanged one has none.
func TestWhatChangedAgreesWithEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 12))
	alone, faults := 0, 0
	for n := range 300 {
		delays := n % 3
		m := randomPlain(random, 4, 2, 2+n%2, delays)
		same := renamed(random, m)
		if d, err := DifferencesOf(m, same); err != nil || d.Test != nil || len(d.List) > 0 || d.Matched != 4 {
			t.Fatalf("%d: renamed it differs: %v %v", n, d.Test, d.List)
		}
		changed := *m
		changed.Transitions = slices.Clone(m.Transitions)
		k := random.IntN(8)
		c := &changed.Transitions[k]
		if random.IntN(2) == 0 {
			c.Output = (c.Output + 1) % len(m.Outputs)
		} else {
			c.To = (c.To + 1 + random.IntN(3)) % 4
		}
		a, b := m.Specification(), changed.Specification()
		d, err := DifferencesOf(m, renamed(random, &changed))
		if err != nil {
			t.Fatal(err)
		}
		want := shortest(a, b, 2, 3*delays, 4)
		if delays == 2 {
			want = shortest(a, b, 2, 6, 3)
		}
		if want > 0 && len(d.Test) != want || want == 0 && d.Test != nil && len(d.Test) < 4 {
			t.Fatalf("%d: a shortest trace has %d inputs, got %v\n%s", n, want, d.Test, m.PrintFlat())
		}
		if (d.Test == nil) != (len(d.List) == 0) {
			t.Errorf("%d: the trace is %v, but the differences are %v", n, d.Test, d.List)
		}
		for _, x := range d.List {
			if d.a.Detects(x.Trace, d.b.Run(x.Trace)) < 0 {
				t.Fatalf("%d: the trace %v shows nothing", n, x.Trace)
			}
		}
		if d.Test == nil {
			continue
		}
		faults++
		x := d.List[0]
		if len(d.List) == 1 && d.Here.States[x.State] == m.States[c.From] && x.Input == c.Input && len(x.Trace) == len(d.Test) {
			alone++
		}
	}
	if faults < 200 || alone*10 < faults*8 {
		t.Errorf("of %d changed machines only %d have the one changed transition for their difference", faults, alone)
	}
}

// The minimal machine behaves like the machine, and no two of its states behave alike.
func TestMinimise(t *testing.T) {
	m := parseText(t, "m", "a -i/x-> b; b -i/y-> c; c -i/x-> d; d -i/y-> a; e -i/x-> a\n a -j/x-> a; b|d|e -j/x->; c -j/y->")
	min, of := minimise(m)
	if got := strings.Join(min.States, " "); got != "a b c d" || !slices.Equal(of, []int{0, 1, 2, 3, -1}) {
		t.Errorf("got %s, %v", got, of)
	}
	m = parseText(t, "m", "a -i/x-> b; b -i/y-> c; c -i/x-> d; d -i/y-> a; e -i/x-> a; a|c -4-> b; b|d -inf-> e")
	min, of = minimise(m)
	if got := strings.Join(min.States, " "); got != "a b" || !slices.Equal(of, []int{0, 1, 0, 1, -1}) {
		t.Errorf("got %s, %v", got, of)
	}
	again := parseText(t, "min", min.PrintFlat())
	if d, err := DifferencesOf(m, again); err != nil || d.Test != nil || d.Unknown || len(again.States) != 2 {
		t.Errorf("the minimal machine is another: %v\n%s", d.Test, min.PrintFlat())
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		m := randomPlain(random, 4, 2, 2, 3)
		twice := *m // each state twice, targets drawn among the copies
		for s, name := range m.States {
			twice.States, twice.Extra = append(twice.States, name+"'"), append(twice.Extra, false)
			for _, t := range m.Transitions {
				if t.From == s {
					t.ID, t.From = t.ID+"'", s+4
					twice.Transitions = append(twice.Transitions, t)
				}
			}
		}
		twice.Transitions = slices.Clone(twice.Transitions)
		for k := range twice.Transitions {
			twice.Transitions[k].To += 4 * random.IntN(2)
		}
		if min, _ := minimise(&twice); len(min.States) != 4 {
			t.Errorf("got %d states, want 4", len(min.States))
		}
	}
}
