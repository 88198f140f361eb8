package tfsm

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/internal/testkit"
)

// testdata/operators.txt shows what each operator adds to the specification of Figure 1, one transition a
// line; `make golden` rewrites it.
func TestOperators(t *testing.T) {
	m := load(t, "gallery/s1-m1.tfsm")
	var b strings.Builder
	for _, op := range Operators {
		full, added, err := Mutate(m, []string{op.Name}, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("== " + op.Name + ": " + NewDomain(full).Mutants().String() + " mutants\n")
		for _, x := range added[0].Transitions {
			b.WriteString(full.ArrowOf(x) + "\n")
		}
	}
	testkit.Golden(t, "testdata/operators.txt", b.String())
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
