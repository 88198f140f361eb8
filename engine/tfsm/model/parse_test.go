package model

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// testdata/bad.txt: each text gives its codes, places inside the text, and no panic; so does every
// beginning of it.
func TestBadTexts(t *testing.T) {
	seen := map[string]bool{}
	for n, block := range strings.Split(textOf(t, "testdata/bad.txt"), "\n---\n") {
		for strings.HasPrefix(block, "#") {
			_, block, _ = strings.Cut(block, "\n")
		}
		want, text, _ := strings.Cut(block, "\n")
		f := source.NewFile("bad", text)
		m, diags := Parse(f)
		var got []string
		for _, d := range diags {
			if d.Severity == source.Error {
				got = append(got, d.Code)
				seen[d.Code] = true
			}
			if d.Span.Start < 0 || int(d.Span.End) > len(text) || d.Span.Start > d.Span.End {
				t.Errorf("block %d: a place outside the text: %+v", n+1, d)
			}
		}
		if m != nil || strings.Join(got, " ") != want {
			t.Errorf("block %d: got %v, want %s\n%s\n%s", n+1, got, want, text, diags.Text(f))
		}
		for cut := range len(text) {
			Parse(source.NewFile("cut", text[:cut]))
		}
	}
	for _, code := range []string{"syntax", "delay", "range", "declared-twice", "unknown-input", "unknown-output", "unknown-state",
		"nondeterministic", "incomplete", "duplicate", "names", "test", "no-transitions", "too-many", "not-submachine", "import"} {
		if !seen[code] {
			t.Errorf("no text triggers %s", code)
		}
	}
}

// Several problems are reported in one pass.
func TestSeveralProblems(t *testing.T) {
	f := source.NewFile("m", "inputs a\noutputs x\ns1 -b/x-> s1\ns1 -0-> s1\ns1 -a/z-> s1\n")
	_, diags := Parse(f)
	if got := diags.Text(f); strings.Count(got, "error") < 3 {
		t.Errorf("got only\n%s", got)
	}
}

// A text of Aldebaran's is answered line by line, and its counts are checked.
func TestBadAldebaran(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"labels, states and counts": {
			"des (0, 5, 2)\n(0, \"a / x\", 1)\n(1, tau, 0)\n(1, \"a / x\", 2)\n(1, \"b/y, 0)\n",
			[]string{
				"1:1: error: Aldebaran: got 4 transitions, want 5 as the first line says",
				"3:5: error: Aldebaran: got the label 'tau', an internal step, want 'input / output'",
				"4:14: error: Aldebaran: got the state 2, want one below 2 as the first line says",
				"5:5: error: Aldebaran: got the label \"b/y, whose quote is not closed",
			},
		},
		"many labels": {
			"des (0, 8, 1)\n" + strings.Repeat("(0, open, 0)\n", 8),
			[]string{
				"2:5: error: Aldebaran: got the label 'open', want 'input / output'", "3:5: ", "4:5: ", "5:5: ", "6:5: ",
				"9:5: error: Aldebaran: 3 more labels are no 'input / output', of which this is the last",
			},
		},
		"the first line": {
			"des (0, 1)\n(0, a/x, 0)\n",
			[]string{"1:1: error: Aldebaran: got the first line 'des (0, 1)', want des (initial, transitions, states)"},
		},
		"the initial state": {
			"des (2, 1, 2)\n(0, a/x, 0)\n",
			[]string{"1:1: error: Aldebaran: got the initial state 2, want one below 2, the number of states"},
		},
		"no transition": {
			"des (0, 1, 1)\n0 a/x 0\n",
			[]string{"2:1: error: Aldebaran: got '0 a/x 0', want (from, label, to)"},
		},
	} {
		f := source.NewFile("m", c.text)
		_, diags := Parse(f)
		got := diags.Text(f)
		for _, want := range c.want {
			if !strings.Contains(got, "m:"+want) {
				t.Errorf("%s: no %s in\n%s", name, want, got)
			}
		}
		if n := strings.Count(got, ": error: Aldebaran"); n != len(c.want) {
			t.Errorf("%s: got %d errors, want %d\n%s", name, n, len(c.want), got)
		}
	}
}

// A partial machine is refused with what it lacks, or completed as it says: by self-loops, or by an error state.
func TestPartialMachines(t *testing.T) {
	const complete = "s -a/x-> t\ns -b/error-> sink\ns -inf-> s\nsink -a/error-> sink\nsink -b/error-> sink\nsink -inf-> sink\n" +
		"t -a/error-> sink\nt -b/y-> s\nt -inf-> t"
	for name, text := range map[string]string{
		"DOT":       `digraph { complete = "error"; completeTo = "sink"; s -> t [label="a/x"]; t -> s [label="b/y"]; }`,
		"KISS2":     ".i 1\n.complete error sink\na s t x\nb t s y\n",
		"JSON":      `{"complete": "error", "completeTo": "sink", "transitions":[{"from":"s","input":"a","output":"x","to":"t"},{"from":"t","input":"b","output":"y","to":"s"}]}`,
		"text":      "s -a/x-> t\nt -b/y-> s\n* -*/error-> sink",
		"Aldebaran": "des (0, 2, 3)\n(0, a/x, 1)\n(1, b/y, 0)\n.complete error 2\n",
	} {
		want := complete
		if name == "Aldebaran" {
			want = strings.NewReplacer("> sink", "> 2", "sink", "2", "s ", "0 ", "t ", "1 ", "> s", "> 0", "> t", "> 1").Replace(complete)
		}
		sorted := strings.Split(want, "\n")
		slices.Sort(sorted)
		if got := arrows(parse(t, text)); got != strings.Join(sorted, "\n") {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
	var many strings.Builder
	for s := range 11 {
		fmt.Fprintf(&many, "a s%d s%d x\n%s s%d s0 x\n", s, (s+1)%11, strings.Repeat("b", s+1), s)
	}
	f := source.NewFile("m.kiss", ".start_kiss\n"+many.String())
	_, diags := Parse(f)
	got := diags.Text(f)
	for _, want := range []string{
		"m.kiss:2:1: error: state 's0' has no transition on 'bb', 'bbb', 'bbbb', 'bbbbb', 'bbbbbb' and 5 more inputs in the specification",
		"error: 3 more states have no transition on some input",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "error: state"); n != 8 {
		t.Errorf("got %d states, want 8", n)
	}
}

// Two choices are shown with state, input, both transitions and their lines.
func TestNondeterministicMachines(t *testing.T) {
	for text, want := range map[string]string{
		"digraph {\n s -> t [label=\"a/x\"];\n t -> s [label=\"a/x\"];\n s -> s [label=\"a/y\"];\n}": "m:4:2: error: state 's' has two transitions on input 'a' in the " +
			"specification, lines 2 and 4: s -a/x-> t and s -a/y-> s (keep one of them, or mark the one that is a fault as mutated, with style=dashed)",
		"des (0, 2, 1)\n(0, a/x, 0)\n(0, a/y, 0)\n": "m:3:1: error: state '0' has two transitions on input 'a' in the specification, lines 2 and 3: " +
			"0 -a/x-> 0 and 0 -a/y-> 0 (a nondeterministic machine has no test suite of this kind: keep one of them)",
		"s -a/x, 3-> s; s -4-> s": "m:1:16: error: state 's' has two timeouts in the specification, line 1: s -3-> s and s -4-> s",
	} {
		f := source.NewFile("m", text)
		if _, diags := Parse(f); !strings.Contains(diags.Text(f), want) {
			t.Errorf("no %s in\n%s", want, diags.Text(f))
		}
	}
}

// Warnings and information do not keep a model from being used.
func TestWarnings(t *testing.T) {
	for code, text := range map[string]string{
		"unreachable":      "s1 -a/x-> s1; s2 -a/x-> s1; s2 ~a/y~> s1",
		"implied-timeout":  "s1 -a/x-> s1; s1 ~3~> s1",
		"infinite-targets": "s1 -a/x-> s2; s2 -a/x-> s1; s1 -inf-> s1; s1 ~inf~> s2",
		"no-mutation":      "s1 -a/x-> s1",
		"import":           ".i 1\n.latch\n- s s 1",
	} {
		m, diags := Parse(source.NewFile("m", text))
		found := false
		for _, d := range diags {
			found = found || d.Code == code && d.Severity != source.Error
		}
		if m == nil || !found {
			t.Errorf("%s: got model %v, %v", code, m != nil, diags)
		}
	}
}

func TestSyntax(t *testing.T) {
	figure := "s1 ~3~> s4\ns4 -a/y-> s1\ns1 -a/x-> s1\ns1 -4-> s4"
	for name, x := range map[string]struct{ text, want string }{
		"typographic arrows": {"s1 −a/x→ s1\ns1 –∞→ s1", "s1 -a/x-> s1\ns1 -inf-> s1"},
		"one line":           {"s1 -a/x-> s1; s1 -2-> s1 // comment; s1 -a/y-> s1", "s1 -2-> s1\ns1 -a/x-> s1"},
		"comments":           {"# one\n% two\n// three\n" + figure, "s1 -4-> s4\ns1 -a/x-> s1\ns1 ~3~> s4\ns4 -a/y-> s1\ns4 -inf-> s4"},
		"alternatives":       {"s1|s2 -a|b/x, 2-> s1", "s1 -2-> s1\ns1 -a/x-> s1\ns1 -b/x-> s1\ns2 -2-> s1\ns2 -a/x-> s1\ns2 -b/x-> s1"},
		"ranges":             {"q1..q2 -i8..i10/x-> q1", "q1 -i10/x-> q1\nq1 -i8/x-> q1\nq1 -i9/x-> q1\nq1 -inf-> q1\nq2 -i10/x-> q1\nq2 -i8/x-> q1\nq2 -i9/x-> q1\nq2 -inf-> q2"},
		"what is left":       {"s1 -a/x-> s2\n* -*/y->\ns2 -b/x-> s1", "s1 -a/x-> s2\ns1 -b/y-> s1\ns1 -inf-> s1\ns2 -a/y-> s2\ns2 -b/x-> s1\ns2 -inf-> s2"},
		"star, dashed":       {"s1 -a/x-> s1\ns1 ~a/*~> *\noutputs x y", "s1 -a/x-> s1\ns1 -inf-> s1\ns1 ~a/y~> s1"},
		"quoted":             {`"a state" -"in/put"/"//"-> "a state"`, "\"a state\" -\"in/put\"/\"//\"-> \"a state\"\n\"a state\" -inf-> \"a state\""},
		"extra state":        {"s1 -a/x-> s1\ns1 ~a/x~> e\ne ~a/y~> s1", "e ~a/y~> s1\ne ~inf~> e\ns1 -a/x-> s1\ns1 -inf-> s1\ns1 ~a/x~> e"},
		"KISS2":              {".i 2\n.o 1\n.r B\n-0 A B 1 # c\n-1 A A 0\n-- B A 1\n.timeout A 3 B\n.e", "A -\"00\"/\"1\"-> B"},
		"KISS2, completed":   {".i 1\n.complete 0\n1 A B 1\n0 B A 1", "A -0/0-> A\nA -1/1-> B\nA -inf-> A\nB -0/1-> A\nB -1/0-> B\nB -inf-> B"},
		"DOT":                {"digraph g {\n__start0 [label=\"\"];\n s0 -> s0 [label=\"a / x\"]; s0 -> s1 [label=\"b/y\", style=bold];\n s1 -> s0 [label=\"a / x\"]; s1->s1[label=\"b / y\"];\n __start0 -> s1;\n}", "s0 -a/x-> s0\ns0 -b/y-> s1\ns0 -inf-> s0\ns1 -a/x-> s0\ns1 -b/y-> s1\ns1 -inf-> s1"},
		"KISS2, in BLIF":     {".model m\n.inputs a\n.start_kiss\n.i\t1\n.o 1\n.ilb a\n.r A\n0 * A 0\n1 A B 1\n1 B B 0\n.end_kiss\n.latch_order q\n.code A 0\n.end\n", "A -0/0-> A\nA -1/1-> B\nA -inf-> A\nB -0/0-> A\nB -1/0-> B\nB -inf-> B"},
		"KISS2, overlapping": {".i 2\n.o 1\n-0 s s 0\n1- s s 0\n01 s s 1\n11 s s 0\n", "s -00/0-> s\ns -01/1-> s\ns -10/0-> s\ns -11/0-> s\ns -inf-> s"},
		"DOT, lines":         {"digraph g {\n rankdir=LR; node [shape=circle];\n i [shape=point];\n i -> \"s one\";\n \"s one\" -> t [label=\"a / x\\nb/y\\l\"];\n t -> \"s one\" [label=<<table><tr><td>c</td><td>/</td><td>&lt;x&gt;</td></tr></table>>];\n complete=y }", "\"s one\" -a/x-> t\n\"s one\" -b/y-> t\n\"s one\" -c/y-> \"s one\"\n\"s one\" -inf-> \"s one\"\nt -a/y-> t\nt -b/y-> t\nt -c/\"<x>\"-> \"s one\"\nt -inf-> t"},
		"DOT, subgraph":      {"strict digraph {\n subgraph cluster_main { graph [pad=\".75\"]; __start0 -> t [penwidth=2]; }\n s:n -> t:s:w [label=\"a / x\"]\n t -> s [color=red, label=\"a / y\"]\n}\n", "s -a/x-> t\ns -inf-> s\nt -a/y-> s\nt -inf-> t"},
		"DOT, completed":     {"strict digraph { complete = \"null\"; s -> t [label=\"a/x\"]; t -> s [label=4]; }", "s -a/x-> t\ns -inf-> s\nt -4-> s\nt -a/null-> t"},
		"Aldebaran":          {"des (1, 4, 2)\n(0, \"a / x\", 1)\n(0, b/y, 0)\n(1, \"a/x / y\", 1)\n(1,\"b / y, z\",0)\n.timeout 0 4 1\n.complete none", "0 -\"a/x\"/none-> 0\n0 -4-> 1\n0 -a/x-> 1\n0 -b/y-> 0\n1 -\"a/x\"/y-> 1\n1 -a/none-> 1\n1 -b/\"y, z\"-> 0\n1 -inf-> 1"},
		"Aldebaran, partial": {"des (0, 2, 2)\n(0, a/x, 1)\n(1, b/y, 0)\n.complete none\n", "0 -a/x-> 1\n0 -b/none-> 0\n0 -inf-> 0\n1 -a/none-> 1\n1 -b/y-> 0\n1 -inf-> 1"},
		"JSON, one machine":  {`{"states":["s"],"initial":"s","inputs":["a"],"outputs":["x"],"transitions":[{"from":"s","input":"a","output":"x","to":"s"}],"timeouts":[{"from":"s","delay":"inf","to":"s"}]}`, "s -a/x-> s\ns -inf-> s"},
	} {
		m := parse(t, x.text)
		want := x.want
		if name == "KISS2" {
			want = "A -00/1-> B\nA -01/0-> A\nA -10/1-> B\nA -11/0-> A\nA -3-> B\nB -00/1-> A\nB -01/1-> A\nB -10/1-> A\nB -11/1-> A\nB -inf-> B"
			if m.States[m.Initial] != "B" {
				t.Errorf("KISS2: starts in %s", m.States[m.Initial])
			}
		}
		if got := arrows(m); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// The offer to complete a partial machine is written as its format wants it, and works.
func TestOfferToComplete(t *testing.T) {
	for offer, text := range map[string]string{
		"* -*/x->":            "s -a/x-> t\nt -b/x-> s\n",
		".complete x ":        "des (0, 2, 2)\n(0, a/x, 1)\n(1, b/x, 0)\n",
		".complete x":         ".i 1\na s t x\nb t s x\n",
		"complete = \"x\";":   "digraph { s -> t [label=\"a/x\"]; t -> s [label=\"b/x\"]; }",
		"\"complete\": \"x\"": `{"transitions":[{"from":"s","input":"a","output":"x","to":"t"},{"from":"t","input":"b","output":"x","to":"s"}]}`,
	} {
		_, diags := Parse(source.NewFile("m", text))
		if len(diags) == 0 || !strings.Contains(diags[0].Hint, offer) {
			t.Errorf("%s is not offered: %v", offer, diags)
		}
		mended := text + offer
		switch {
		case strings.HasPrefix(text, "digraph"):
			mended = strings.Replace(text, "{", "{ "+offer, 1)
		case text[0] == '{':
			mended = strings.Replace(text, "{", "{"+offer+",", 1)
		}
		m := parse(t, mended)
		numbered := strings.NewReplacer("0 ", "s ", "1 ", "t ", "> 0", "> s", "> 1", "> t")
		if got := numbered.Replace(arrows(m)); !strings.Contains(got, "s -b/x-> s") || !strings.Contains(got, "t -a/x-> t") {
			t.Errorf("%s does not complete:\n%s", offer, got)
		}
	}
}

func TestRecognises(t *testing.T) {
	files, err := filepath.Glob("../gallery/*")
	if err != nil || len(files) < 6 {
		t.Fatalf("%v: %d files in the gallery", err, len(files))
	}
	for _, path := range files {
		if !Recognises(textOf(t, path)) {
			t.Errorf("%s is not recognised", path)
		}
	}
	for _, other := range []string{"", "hello", "{\"a\": 1}", "types([t(0..1)]).", "clock x;\nprocess P() {}", "machine m {\n location a\n}", "graph LR\n A --> B"} {
		if Recognises(other) {
			t.Errorf("%q is taken for a timed FSM", other)
		}
	}
}

// Times are exact: 6.7 − 1.0 is 5.7, and its whole part 5.
func TestExactTimes(t *testing.T) {
	m := parse(t, "s1 -a|b/x-> s1")
	test := readTest(t, m, "(b, 0.5)(a, 1)(b, 6.7)(a, 7.2)")
	var waits []int64
	for _, s := range test.Steps {
		waits = append(waits, s.Wait)
	}
	if len(waits) != 4 || waits[0] != 0 || waits[1] != 0 || waits[2] != 5 || waits[3] != 0 {
		t.Errorf("got waits %v", waits)
	}
	for _, bad := range []string{"", "-1", "1e3", "0x10", "1/0", "1//2", "half", "99999999999999999999", "1.2.3"} {
		if _, err := ReadTime(bad); err == nil {
			t.Errorf("%q is read as a time", bad)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"states s1 s2\nextra e\ns1 -a|b/x, 4-> s2 [t1, t2, t3]; s1 ~3|inf~> s2 // c\n* -*/x->\ne ~*/*~> *\ntest \"(a, 1)\"",
		"digraph { s -> t [label=\"a/x\"]; t -> s [label=\"4\", style=dashed]; }",
		".i 1\n- s t 1\n.timeout s 3 t\n- t s 0\n.complete 0",
		`{"spec":{"states":["s"],"initial":"s","inputs":["a"],"outputs":["x"],"transitions":[{"from":"s","input":"a","output":"x","to":"s"}]}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, _ := Parse(source.NewFile("fuzz", text)); m != nil {
			if again, diags := Parse(source.NewFile("again", m.Print())); again == nil {
				t.Fatalf("printed, it is not parsed: %v\n%s", diags, m.Print())
			}
		}
	})
}
