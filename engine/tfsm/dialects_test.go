package tfsm

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/internal/testkit"
)

// readArrows lists the transitions of a text read as DOT.
func readArrows(t *testing.T, text string) []string {
	t.Helper()
	m := parseText(t, "m.dot", text)
	var list []string
	for _, tr := range m.Transitions {
		if !tr.IsTimeout() {
			list = append(list, m.States[tr.From]+" "+m.Inputs[tr.Input]+" / "+m.Outputs[tr.Output]+" "+m.States[tr.To])
		}
	}
	slices.Sort(list)
	return list
}

func TestDialectsOfDOT(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"several inputs with one output that has a slash": {
			`digraph g { __start0 -> a; a -> b [label=<hello | bye<br />one / two>]; b -> b [label=<hello<br/>x>]; b -> a [label=<bye<br>y|z>]; }`,
			[]string{"a bye / one / two b", "a hello / one / two b", "b bye / y|z a", "b hello / x b"},
		},
		"the first slash cuts": {
			`digraph g { a -> a [label="in / x / y"]; }`,
			[]string{"a in / x / y a"},
		},
		"parentheses and commas": {
			`digraph g { a -> a [label="SYN(V,V,0)/RST(0,0,0)"]; }`,
			[]string{"a SYN(V,V,0) / RST(0,0,0) a"},
		},
		"Moore, outputs on nodes": {
			`digraph g { a [label="off"]; b [label="on"]; a -> b [label="press"]; b -> a [label="press"]; __start0 [label="" shape=none]; __start0 -> a [label=""]; }`,
			[]string{"a press / on b", "b press / off a"},
		},
		"Moore, records": {
			`digraph g { s0 [label="s0|0", shape=record]; s1 [label="s1|1", shape=record]; s0 -> s1 [label="a"]; s1 -> s0 [label="a"]; __start0 -> s0; }`,
			[]string{"s0 a / 1 s1", "s1 a / 0 s0"},
		},
		"accepting states": {
			`digraph g { p [label=p]; q [label=q shape=doublecircle]; p -> q [label="a"]; q -> p [label="a"]; __start0 -> p; }`,
			[]string{"p a / accepting q", "q a / rejecting p"},
		},
	} {
		if got := readArrows(t, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestMooreSaysWhatIsLost and TestNoMooreByMistake hold what people are told.
func TestMooreSaysWhatIsLost(t *testing.T) {
	f := source.NewFile("m.dot", `digraph g { a [label="off"]; a -> a [label="x"]; __start0 -> a; }`)
	_, d := model.Parse(f)
	if text := d.Text(f); !strings.Contains(text, "'off' at the start is lost") {
		t.Errorf("got %q", text)
	}
}

func TestNoMooreByMistake(t *testing.T) {
	f := source.NewFile("m.dot", `digraph g { a [label="a"]; a -> a [label="x"]; }`)
	m, d := model.Parse(f)
	if m != nil || !strings.Contains(d.Text(f), "want 'input / output'") {
		t.Errorf("got %v, %v", m, d)
	}
}

// TestLearntMachines reads the machines of the suite beside the project: as many states, inputs and
// outputs as its list says, by an independent reader.
func TestLearntMachines(t *testing.T) {
	dir := testkit.Suite(t, "mealy")
	expected := learnt(t, dir)
	for name, want := range expected {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if want.Partial {
			continue
		}
		m := parseText(t, name, string(text))
		f, err := flatten(m, -1)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Inputs) != want.Inputs || f.m.States != want.States || len(m.States) != want.StatesInFile {
			t.Errorf("%s: got %d states, %d minimal, %d inputs, want %+v", name, len(m.States), f.m.States, len(m.Inputs), want)
		}
	}
}
