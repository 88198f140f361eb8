package efsm

import (
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
)

// badHead begins the texts that are wrong further down.
const badHead = "var x : 0..3 = 0\nvar b : bool\ninput go, set(n : 0..3)\noutput ok, value(v)\nlocation A, B\n"

// badInput has texts, and a part of what is said of each.
var badInput = []struct{ name, text, want string }{
	{"unknown event", badHead + "t: A -> B on gp", "6:14: error: the input 'gp' is not declared (did you mean 'go'?) " +
		"[undefined-input]"},
	{"unknown location", badHead + "t: A -> C on go", "the location 'C' is not declared"},
	{"unknown output", badHead + "t: A -> B on go / !okay", "the output 'okay' is not declared (did you mean 'ok'?)"},
	{"unknown variable", badHead + "t: A -> B on go / z := 1", "the variable 'z' is not declared"},
	{"unknown name", badHead + "t: A -> B on go [xx > 1]", "'xx' is not declared (did you mean 'x'?)"},
	{"parameter of another event", badHead + "t: A -> B on go [n > 1]", "'n' is not declared"},
	{"guard of the wrong type", badHead + "t: A -> B on go [x + 1]", "got an integer, want a Boolean"},
	{"assignment of the wrong type", badHead + "t: A -> B on go / b := x", "got an integer, want a Boolean"},
	{"number of arguments", badHead + "t: A -> B on go / !value", "got 0 arguments for the output 'value', want 1"},
	{"two types of an argument", "var b : bool = true\ninput go\noutput o(v)\nlocation A\nt: A -> A on go [b] / " +
		"!o(1)\nu: A -> A on go / !o(true)",
		"6:22: error: argument 1 of the output 'o' is a Boolean here and an integer before (give the two outputs " +
			"names of their own) [argument-type]"},
	{"output of a constant", badHead + "t: A -> B on go / !value(x); x := 0", "6:26: warning: this output can only " +
		"ever show 0: outputs read the values after the updates"},
	{"output of a sequence of constants", "semantics updates = sequential\n" + badHead + "t: A -> B on go / x := 1; " +
		"x := x + 1; !value(x * x)", "can only ever show 4"},
	{"output of an old value", badHead + "t: A -> B on set / x := n; !value(x); !value(0)", ""},
	{"overflow of a constant", badHead + "t: A -> B on go / x := 4", "warning: 4 is outside the range 0..3 of 'x'"},
	{"division by zero", badHead + "t: A -> B on go / x := x / 0", "warning: this divides by zero"},
	{"overlapping guards", badHead + "t: A -> B on go [x < 2]\nu: A -> A on go [x > 0]",
		"info: the guards of 't' and 'u' overlap, as for x = 1"},
	{"overlapping guards of wide variables", "input set(v : 0..1000000)\nlocation A\nt: A -> A on set [v > " +
		"300]\nu: A -> A on set [v < 500]", "info: the guards of 't' and 'u' overlap, as for v = 301"},
	{"no overlap of wide variables", "input set(v : 0..1000000)\nlocation A\nt: A -> A on set [v > 300]\nu: A -> " +
		"A on set [v < 301]", "info: 'v' ranges over"},
	{"no overlap of an else", badHead + "t: A -> B on go [x < 2]\nu: A -> A on go", ""},
	{"shadowed", badHead + "t: A -> B on go\nu: A -> A on go [x > 0]", "warning: the transition 'u' is never taken"},
	{"endless internal loop", badHead + "t: A -> B\nu: B -> A", "warning: these internal transitions never come to " +
		"rest: t, u"},
	{"location that is not reached", badHead + "t: A -> A on go", "warning: no transitions lead from the initial " +
		"location to 'B'"},
	{"types defined by themselves", "type T = U\ntype U = V\ntype V = T\nvar y : T\nlocation A\n",
		"the type 'T' is defined by itself: T -> U -> V -> T [recursive-type]"},
	{"unknown type", "var y : Colour\nlocation A\n", "the type 'Colour' is not declared"},
	{"empty range", "var y : 3..1\nlocation A\n", "the range 3..1 is empty"},
	{"too wide a range", "var y : 0..99999999999\nlocation A\n", "beyond the limit of arithmetic"},
	{"wide range", "var y : 0..1000000\nlocation A\n", "info: 'y' ranges over 1000001 values (the explicit engine " +
		"enumerates"},
	{"constant beyond 64 bits", "var y : 0..99999999999999999999\nlocation A\n", "does not fit into 64 bits"},
	{"first value outside", "var y : 0..3 = 7\nlocation A\n", "the first value 7 of 'y' is outside its range 0..3"},
	{"declared twice", badHead + "var x : bool\n", "the variable 'x' is declared twice"},
	{"transition twice", badHead + "t: A -> B on go\nt: B -> A on go", "the transition 't' is declared twice"},
	{"parameter like a variable", "var x : 0..3\ninput set(x : 0..3)\nlocation A", "the parameter 'x' is declared twice"},
	{"assigned twice", badHead + "t: A -> B on go / x := 1; x := 2", "warning: 'x' is assigned twice"},
	{"no name", badHead + "A -> B on go", "this transition has no name"},
	{"switch of the semantics", "semantics overflow = warp\nlocation A", "got 'warp' for overflow, want error, " +
		"wrap, saturate (did you mean 'wrap'?)"},
	{"unknown switch", "semantics overflw = wrap\nlocation A", "got 'overflw' for a switch of the semantics"},
	{"unknown declaration", badHead + "vra y : 0..3", "got 'vra', want a declaration or a transition (did you mean 'var'?)"},
	{"unclosed guard", badHead + "t: A -> B on go [x < 2 / x := 1", "want ']'"},
	{"unclosed comment", badHead + "/* t: A -> B", "this comment is not closed"},
	{"unclosed quote", badHead + "\"t: A -> B", "this quote is not closed"},
	{"chained comparison", badHead + "t: A -> B on go [0 < x < 2]", "comparisons cannot be chained"},
	{"no locations", "var x : 0..3", "the model declares no locations"},
	{"several at once", badHead + "t: A -> C on go\nu: A -> B on gp\nv: A -> B [y]", "'y' is not declared"},
	{"deep brackets", badHead + "t: A -> B [" + strings.Repeat("(", 500) + "b" + strings.Repeat(")", 500) + "]",
		"nested more than"},
	{"JSON cut off", `{"locations": ["A"], "inputs": [`, "is it complete?"},
	{"JSON operator", `{"locations":["A"],"inputs":[],"transitions":[{"id":"t","from":"A","event":null,"guard":["lt",1,2],"to":"A"}]}`, `the operator "lt" is unknown`},
	{"JSON operands", `{"locations":["A"],"inputs":[],"transitions":[{"id":"t","from":"A","event":null,"guard":["<",1],"to":"A"}]}`, `got 1 operands for "<", want 2`},
	{"JSON member", `{"locations":["A"],"inputs":[],"transitions":[{"id":"t","from":"A","event":null,"gaurd":true,"to":"A"}]}`, `the member "gaurd" has no meaning here (did you mean 'guard'?)`},
	{"JSON without members", `{"inputs":[],"transitions":[{}],"locations":["A"]}`, `want a member "id"`},
	{"JSON parameters below 0",
		`{"locations":["A"],"inputs":[],"outputs":[{"name":"o","params":-3}],"transitions":[]}`, "1:64: error: got " +
			"-3 parameters, want a whole number from 0 to 64"},
	{"JSON parameters beyond number",
		`{"locations":["A"],"inputs":[],"outputs":[{"name":"o","params":100000000}],"transitions":[]}`, "got 100000000 parameters, want a whole number from 0 to 64"},
	{"JSON name with a quote", `{"locations":["A\""],"inputs":[],"transitions":[]}`,
		`the location's name "A\"" cannot be written in the language`},
	{"JSON name with a line break", `{"locations":["A"],"inputs":["a\nb"],"transitions":[]}`,
		`the input's name "a\nb" cannot be written`},
	{"JSON variable of two words",
		`{"locations":["A"],"inputs":[],"transitions":[],"variables":[{"name":"my var","min":0,"max":1}]}`, `the variable's name "my var" cannot be written`},
	{"JSON nested too deep", `{"locations":` + strings.Repeat("[", 300) + strings.Repeat("]",
		300) + `,"inputs":0,"transitions":0}`, "nested deeper than the limit of 200"},
}

// What is wrong with a text is said, at its place, with a hint where there is one.
func TestBadInput(t *testing.T) {
	for _, c := range badInput {
		t.Run(c.name, func(t *testing.T) {
			f := source.NewFile("m", c.text)
			m, diags := model.Parse(f)
			got := diags.Sort().Text(f)
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got\n%swant %q", got, c.want)
			}
			if m != nil && diags.HasErrors() {
				t.Error("there are errors and a model")
			}
		})
	}
}

// Damaged texts end in diagnostics or in a model, never in a panic.
func TestDamagedTexts(t *testing.T) {
	texts := []string{readFile(t, "testdata/graphwalker.json"), readFile(t, "testdata/door.scxml")}
	for _, e := range Gallery() {
		m, _ := model.Parse(source.NewFile("", e.Text))
		texts = append(texts, e.Text, m.JSON())
	}
	rng := uint64(7)
	next := func(n int) int {
		rng = rng*6364136223846793005 + 1442695040888963407
		return int(rng>>33) % n
	}
	junk := []string{"", "(", ")", "[", "]", "{", "}", "\"", ":", "->", "!", "9999999999999999999", "\x00", "é", "/*",
		"<", ",", "-", "null", "exp", "on"}
	for _, text := range texts {
		for range 150 {
			from := next(len(text))
			to := min(len(text), from+next(12))
			damaged := text[:from] + junk[next(len(junk))] + text[to:]
			f := source.NewFile("", damaged)
			m, diags := model.Parse(f)
			if m == nil && !diags.HasErrors() {
				t.Fatalf("no model and no error:\n%s", damaged)
			}
			if m != nil {
				Changes(m)
				SurveyOf(m, 200)
			}
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, path := range []string{"testdata/graphwalker.json", "testdata/door.scxml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`<scxml><datamodel><data id="x"> 3 </data></datamodel><state id="a"><transition event="go"/></state></scxml>`)
	f.Add(`{"models": [{"startElementId": "e", "vertices": [{"id": "a"}], "edges": [{"id": "e", "targetVertexId": "a"}]}]}`)
	for _, e := range Gallery() {
		f.Add(e.Text)
		m, _ := model.Parse(source.NewFile("", e.Text))
		f.Add(m.JSON())
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("", text)
		m, diags := model.Parse(file)
		if m == nil {
			if !diags.HasErrors() {
				t.Error("no model and no error")
			}
			return
		}
		printed := source.NewFile("", m.Print())
		again, diags := model.Parse(printed)
		if again == nil {
			t.Fatalf("printed text has errors: %s\n%s", diags.Text(printed), printed.Text)
		}
		if again.Print() != printed.Text {
			t.Errorf("printing again gives\n%s\nfirst\n%s", again.Print(), printed.Text)
		}
	})
}

// After a mistake the parser finds the next statement in one pass: a million operators on one line
// would keep a parser that looks back to the line's beginning at each of them busy for many minutes.
func TestLongChainsAreRefusedInOnePass(t *testing.T) {
	const n = 1_000_000
	head := "input go\noutput o\nvar b : bool = true\nlocation A\nt: A -> A on go ["
	for chain, want := range map[string]string{"not ": "m:5:1622: error: this is nested more than 400",
		"b => ": "m:5:2023: error: this is nested more than 400"} {
		f := source.NewFile("m", head+strings.Repeat(chain, n)+"b] / !o\nu: A -> B on go\n")
		_, diags := model.Parse(f)
		if got := diags.Text(f); !strings.HasPrefix(got, want) || !strings.Contains(got, "m:6:9: error: the location 'B'") {
			t.Errorf("%s: got %s", chain, got)
		}
	}
}
