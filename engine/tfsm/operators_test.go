package tfsm

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// An arrow is a transition as the definitions of the operators speak of it; delay is 0 for a reaction to
// an input, and never for a timeout that does not fire.
type arrow struct {
	from, input, output string
	delay               int
	to                  string
}

const never = -1

func arrowOf(m *model.Model, t model.Transition) arrow {
	a := arrow{from: m.States[t.From], to: m.States[t.To]}
	switch {
	case t.Input >= 0:
		a.input, a.output = m.Inputs[t.Input], m.Outputs[t.Output]
	case t.Delay == model.Inf:
		a.delay = never
	default:
		a.delay = int(t.Delay)
	}
	return a
}

// beyondLongest is two more than the largest delay of the specification: the longest that operators try.
const beyondLongest = 7

// place is where an arrow is chosen.
func place(a arrow) arrow { return arrow{from: a.from, input: a.input} }

// faults says which arrows are which fault of an arrow of the specification.
var faults = map[string]func(was, now arrow) bool{
	"output": func(was, now arrow) bool { return now.input != "" && now.output != was.output && now.to == was.to },
	"transfer": func(was, now arrow) bool {
		return now.input != "" && now.output == was.output && now.to != was.to && now.to != "extra1"
	},
	"any": func(was, now arrow) bool { return now.input != "" && now != was && now.to != "extra1" },
	"timeout-dec": func(was, now arrow) bool {
		return finite(was) && finite(now) && now.delay < was.delay && now.to == was.to ||
			was.delay == never && now.delay == beyondLongest && now.to != was.from && now.to != "extra1"
	},
	"timeout-inc": func(was, now arrow) bool {
		return finite(was) && now.delay > was.delay && now.to == was.to
	},
	"timeout-inf": func(was, now arrow) bool { return finite(was) && now.delay == never && now.to == was.to },
	"timeout-transfer": func(was, now arrow) bool {
		return finite(was) && now.delay == was.delay && now.to != was.to && now.to != "extra1"
	},
	"extra-states": func(was, now arrow) bool {
		return was.delay != never && now == arrow{was.from, was.input, was.output, was.delay, "extra1"}
	},
	"chaos": func(was, now arrow) bool {
		return now != was && now.to != "extra1" && (now.delay != never || now.to == now.from)
	},
}

func finite(a arrow) bool { return a.delay > 0 }

// allArrows lists all arrows of s1-m1 with one more state.
func allArrows() (all []arrow) {
	states := []string{"s1", "s2", "s3", "s4", "extra1"}
	for _, from := range states {
		for _, to := range states {
			for _, in := range []string{"a", "b"} {
				all = append(all, arrow{from, in, "x", 0, to}, arrow{from, in, "y", 0, to})
			}
			for d := range beyondLongest {
				all = append(all, arrow{from, "", "", d + 1, to})
			}
			all = append(all, arrow{from, "", "", never, to})
		}
	}
	return all
}

// arrowsOf lists what an operator has to add to a specification.
func arrowsOf(operator string, spec map[arrow]arrow) map[arrow]bool {
	want := map[arrow]bool{}
	if operator == "marked" {
		for _, a := range []arrow{{"s1", "", "", 3, "s4"}, {"s3", "a", "y", 0, "s1"}, {"s3", "b", "x", 0, "s3"},
			{"s3", "", "", 8, "s1"}, {"s4", "a", "y", 0, "s2"}} { // Figure 1
			want[a] = true
		}
	}
	fault, extra := faults[operator], operator == "extra-states"
	for _, now := range allArrows() {
		was, there := spec[place(now)]
		if there && fault != nil && fault(was, now) || extra && !there && (now.delay != never || now.to == now.from) {
			want[now] = true
		}
	}
	return want
}

// What each operator adds to the specification of Figure 1 is, by its definition, a choice among all
// arrows: those whose relation to the specification's arrow for the same state and input, or to the
// timeout of the same state, is the fault that it is named after. The mutants are all ways to choose one
// arrow at each place, without the specification itself.
func TestOperators(t *testing.T) {
	m := load(t, "gallery/s1-m1.tfsm")
	spec := map[arrow]arrow{}
	for _, x := range m.Transitions {
		if !x.Mutated {
			spec[place(arrowOf(m, x))] = arrowOf(m, x)
		}
	}
	for _, op := range Operators {
		full, added, err := Mutate(m, []string{op.Name}, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[arrow]bool{}
		for _, x := range added[0].Transitions {
			got[arrowOf(full, x)] = true
		}
		if len(got) != len(added[0].Transitions) {
			t.Errorf("%s adds an arrow twice", op.Name)
		}
		want := arrowsOf(op.Name, spec)
		for a := range want {
			if !got[a] {
				t.Errorf("%s does not add %v", op.Name, a)
			}
		}
		choices := map[arrow]int64{}
		for p := range spec {
			choices[p] = 1
		}
		for a := range got {
			choices[place(a)]++
			if !want[a] {
				t.Errorf("%s adds %v", op.Name, a)
			}
		}
		mutants := int64(1)
		for _, n := range choices {
			mutants *= n
		}
		if op.Name != "extra-states" {
			mutants-- // the specification itself
		}
		if n := NewDomain(full).Mutants().String(); n != strconv.FormatInt(mutants, 10) {
			t.Errorf("%s makes %s mutants, want %d", op.Name, n, mutants)
		}
	}
}

// Operators can be restricted to states, inputs, delays; what the text marks too is not added twice.
func TestOperatorLimits(t *testing.T) {
	m := load(t, "gallery/s1-m1.tfsm")
	for _, x := range []struct {
		operators string
		limits    Limits
		want      string
	}{
		{"output", Limits{States: []string{"s3"}}, "s3 ~a/y~> s3, s3 ~b/y~> s4"},
		{"output", Limits{Inputs: []string{"b"}, States: []string{"s4"}}, "s4 ~b/y~> s4"},
		{"timeout-dec", Limits{Near: true, States: []string{"s1", "s3"}}, "s1 ~3~> s4, s3 ~4~> s2"},
		{"timeout-inc", Limits{MaxDelay: 6}, "s1 ~5~> s4, s1 ~6~> s4, s3 ~6~> s2"},
		{"timeout-inf", Limits{Inputs: []string{"a"}}, ""},
		{"timeout-inf", Limits{Inputs: []string{"a"}, Timeouts: true}, "s1 ~inf~> s4, s3 ~inf~> s2"},
		{"marked timeout-dec", Limits{Near: true, States: []string{"s1"}}, "s1 ~3~> s4, s3 ~a/y~> s1, s3 ~b/x~> s3, s3 ~8~> s1, s4 ~a/y~> s2"},
	} {
		full, _, err := Mutate(m, strings.Fields(x.operators), x.limits)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tr := range full.MutatedTransitions() {
			got = append(got, full.ArrowOf(tr))
		}
		if strings.Join(got, ", ") != x.want {
			t.Errorf("%s %+v: got %s, want %s", x.operators, x.limits, strings.Join(got, ", "), x.want)
		}
	}
	for want, l := range map[string]Limits{"no state 's9'": {States: []string{"s9"}}, "no input 'c'": {Inputs: []string{"c"}}, "extra states": {Extra: 99}} {
		if _, _, err := Mutate(m, []string{"output"}, l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Large delays are not multiplied: the next ones and the last.
func TestOperatorsOnLargeDelays(t *testing.T) {
	m := parse(t, "s1 -a/x, 1000-> s2; s2 -a/y, 5-> s1")
	full, _, err := Mutate(m, []string{"timeout-dec", "timeout-inc", "chaos"}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if n := full.Mutated(); n > 60 {
		t.Errorf("%d mutated transitions", n)
	}
}

func TestSplitNames(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " , ": "", "s1, s2 s3": "s1|s2|s3", `"Not defined" x`: "Not defined|x", "a-b c": "a-b|c",
	} {
		if got := strings.Join(model.SplitNames(text), "|"); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// The operator any makes all machines with so many states; output and transfer together make far fewer, because they
// change the output or the target of a transition, not both.
func TestAnyIsTheFullDomain(t *testing.T) {
	m := load(t, "gallery/s1-m1.tfsm") // 4 states, 2 inputs, 2 outputs
	for operators, want := range map[string]string{
		"any":             "16777215", // (2·4)^(4·2) - 1
		"output transfer": "390624",   // (1 + 1 + 3)^(4·2) - 1
	} {
		d, err := DomainOf(m, Request{Operators: strings.Fields(operators)})
		if err != nil || d.Mutants().String() != want {
			t.Errorf("%s: %v, %s mutants, want %s", operators, err, d.Mutants(), want)
		}
	}
}

// TestChangesInWords holds what lists say of mutants, whatever the format of the text.
func TestChangesInWords(t *testing.T) {
	const dot = `digraph g { s0 -> s1 [label=<in | other<br />out>]; s1 -> s0 [label="in / out2\nother / out"]; __start0 -> s0; }`
	for _, c := range []struct {
		text, operator string
		order          int
		want           []string
	}{
		{dot, "output", 1, []string{"s0 on in: out → out2", "s0 on other: out → out2", "s1 on in: out2 → out", "s1 on other: out → out2"}},
		{dot, "transfer", 1, []string{"s0 on in: to s1 → to s0", "s0 on other: to s1 → to s0", "s1 on in: to s0 → to s1", "s1 on other: to s0 → to s1"}},
		{".i 1\n0 s t 1\n1 s s 1\n- t s 0\n.timeout s 2 t\n", "timeout-dec", 1, []string{"s: timeout 2 → 1", "t: timeout never → 4 to s"}},
		{"s -a/x, 4-> t\nt -a/y-> s\ns ~3~> s\ns ~inf~> s\ns ~inf~> t\nt ~a/x~> t", "marked", 1,
			[]string{"s: timeout 4 to t → 3 to s", "s: timeout 4 to t → never to s", "s: timeout 4 → never", "t on a: y to s → x to t"}},
		{"s -a/x, 4-> t\nt -a/y-> s\ns ~3~> t\nt ~a/x~> s", "marked", 2, []string{"s: timeout 4 → 3; t on a: y → x"}},
	} {
		d, err := DomainOf(parse(t, c.text), Request{Operators: []string{c.operator}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range d.List(Choosing{Order: c.order}).All() {
			got = append(got, strings.Join(m.Describe().Words, "; "))
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.operator, got, c.want)
		}
	}
}
