package tfsm

import (
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Every first-order mutant of a model, written as edits of its text, parses to the machine that
// the selection is; so does the last one of them with every other of another group.
func TestEditsGiveTheMutant(t *testing.T) {
	sources := map[string]string{
		"figure 1":       textOf(t, "gallery/s1-m1.tfsm"),
		"grouped":        textOf(t, "gallery/tftp3.tfsm"),
		"declared":       "states s1 s2\nextra e\ninputs a\noutputs x y\ns1 -a/x, 3-> s2\ns2 -a/y-> s1\ns1 ~a/x~> e\ne ~a/x|y~> s1\ne ~a/x~> s2\ne ~2~> s1",
		"inferred":       "s1 -a/x, 3-> s2\ns2 -a/y-> s1\ns1 ~a/x~> e; e ~a/x|y~> s1 // c\ne ~2|inf~> s1",
		"star":           "s1 -a/x-> s2\n* -a|b/y->\n* -2-> s1\ns1 ~a/*~> *\n",
		"json":           "{\"spec\":{\"states\":[\"s\",\"t\"],\"initial\":\"s\",\"inputs\":[\"a\"],\"outputs\":[\"x\",\"y\"],\"transitions\":[{\"from\":\"s\",\"input\":\"a\",\"output\":\"x\",\"to\":\"t\"},{\"from\":\"t\",\"input\":\"a\",\"output\":\"y\",\"to\":\"s\"}]},\"mutation\":{\"states\":[\"s\",\"t\",\"e\"],\"initial\":\"s\",\"inputs\":[\"a\"],\"outputs\":[\"x\",\"y\"],\"transitions\":[{\"from\":\"s\",\"input\":\"a\",\"output\":\"x\",\"to\":\"t\"},{\"from\":\"t\",\"input\":\"a\",\"output\":\"y\",\"to\":\"s\"},{\"from\":\"t\",\"input\":\"a\",\"output\":\"y\",\"to\":\"e\"},{\"from\":\"e\",\"input\":\"a\",\"output\":\"y\",\"to\":\"e\"}],\"timeouts\":[{\"from\":\"t\",\"delay\":2,\"to\":\"s\"}]}}",
		"dot":            "digraph g {\n s0 -> s1 [label=\"a / x\"];\n s1 -> s0 [label=\"a / y\"]; s1 -> s0 [label=\"3\"];\n s1 -> s1 [label=\"a / y\" style=dashed];\n __start0 -> s0;\n}\n",
		"lines":          "digraph g {\n s0 -> s1 [label=\"a / x\\nb / y\"];\n s1 -> s0 [label=<a / y>]; s1 -> s1 [label=\"b / y\\n3\"];\n __start0 -> s0;\n}\n",
		"overlap":        ".i 2\n.o 1\n.r s\n-0 s t 0\n1- * t 0\n11 s t 0\n01 s s 1\n0- t s 0\n.e\n",
		"aut":            "des (0, 4, 3)\n(0, \"a / x\", 1)\n(1, \"a / y\", 0)\n(0, b/y, 0)\n(1, \"b / x\", 1)\n",
		"aut, completed": "des (0, 2, 2)\n(0, \"a / x\", 1)\n(1, b/y, 0)\n.timeout 0 2 1\n.complete y\n",
		"timers":         "digraph {\n lit [timers=\"t=2,u=3\"]; dark -> lit [label=\"press / on\"]; lit -> dark [label=\"to[u] / off\"]; lit -> lit [label=\"to[t] / blink\"];\n wait -> dark [label=\"to[v] / off\"]; wait [timers=\"v=1\"]; lit -> wait [label=\"hold / ok\"]; __start0 -> dark }\n",
		"silent timers":  "digraph {\n lit [timers=\"t=3\"]; dark -> lit [label=\"press / on\"]; lit -> dark [label=\"to[t] / void\"]; lit -> blue [label=\"press / ok\"];\n blue [timers=\"v=2\"]; blue -> dark [label=\"to[v] / void\"]; __start0 -> dark }\n",
		"kiss":           ".i 2\n.o 1\n.r st0\n-- st0 st1 0\n0- st1 st0 1\n1- st1 st1 0\n.e\n",
	}
	for name, text := range sources {
		m := parse(t, text)
		for _, ops := range [][]string{{"marked"}, {"output", "transfer", "timeout-dec", "timeout-inc", "timeout-inf", "timeout-transfer"}, {"marked", "extra-states"}} {
			d, err := DomainOf(m, Request{Operators: ops})
			if err != nil {
				t.Fatal(err)
			}
			list := d.FirstOrder()
			for k, one := range list {
				checkEdits(t, name, text, d, one.Transitions)
				if last := list[len(list)-1]; k%7 == 0 && d.Different(one, last) {
					checkEdits(t, name, text, d, []int{one.Transitions[0], last.Transitions[0]})
				}
			}
		}
	}
}

func checkEdits(t *testing.T, name, text string, d *Domain, transitions []int) {
	t.Helper()
	edits := d.Edits(d.Whole(transitions))
	made := source.Apply(text, edits)
	f := source.NewFile(name, made)
	mutant, diags := model.Parse(f)
	label := d.Model.Named(d.Model.Transitions[transitions[0]])
	if mutant == nil {
		t.Fatalf("%s, %s: the mutant's text does not parse:\n%s\n%s", name, label, made, diags.Text(f))
	}
	want := d.Automaton(d.Select(transitions))
	_, got, missing := d.Model.Align(mutant)
	if missing != nil {
		t.Fatalf("%s, %s: inputs %v", name, label, missing)
	}
	for s := range d.Model.States {
		if !d.reached(d.Select(transitions))[s] {
			continue
		}
		if got.Delay[s] != want.Delay[s] || want.Delay[s] != model.Inf && got.After[s] != want.After[s] {
			t.Fatalf("%s, %s: state %s has another timeout:\n%s", name, label, d.Model.States[s], made)
		}
		for i := range d.Model.Inputs {
			o, to := got.Step(s, i)
			wo, wto := want.Step(s, i)
			if o != wo || to != wto {
				t.Fatalf("%s, %s: state %s differs on %s:\n%s", name, label, d.Model.States[s], d.Model.Inputs[i], made)
			}
		}
	}
}
