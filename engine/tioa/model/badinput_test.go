package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// messages prints diagnostics as "line:column severity code: message".
func messages(f *source.File, d source.Diagnostics) []string {
	var out []string
	for _, x := range d {
		at := f.Place(x.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d %s %s: %s", at.Line, at.Column, x.Severity, x.Code, x.Message))
	}
	return out
}

// in puts a line into a small process: declarations, an invariant, a guard or an assignment.
func in(what, text string) string {
	parts := map[string]string{"decl": "", "inv": "true", "guard": "true", "assign": "x = 0", "global": "", "special": ""}
	parts[what] = text
	return fmt.Sprintf("%s\nprocess P { clock x, y; int[0,3] n; bool b; %s\nstate A { %s }, B;\n%s init A;\ntrans A -> B { guard %s; sync a?; assign %s; };\n}\nsystem P;",
		parts["global"], parts["decl"], parts["inv"], parts["special"], parts["guard"], parts["assign"])
}

// Everything outside the supported part of UPPAAL is refused by name, where it stands.
func TestUnsupportedIsRefused(t *testing.T) {
	for _, c := range []struct{ where, text, want string }{
		{"decl", "int v[3];", "2:50 error unsupported: arrays are not supported"},
		{"decl", "clock z[2];", "2:52 error unsupported: arrays are not supported"},
		{"decl", "double d;", "2:45 error unsupported: floating-point variables are not supported"},
		{"decl", "hybrid clock h;", "2:45 error unsupported: hybrid clocks are not supported"},
		{"decl", "struct { int a; } s;", "2:45 error unsupported: records are not supported"},
		{"decl", "meta int m;", "2:45 error unsupported: meta variables are not supported"},
		{"decl", "void f() { }", "2:45 error unsupported: functions are not supported"},
		{"decl", "typedef scalar[3] s;", "2:53 error unsupported: scalar sets are not supported"},
		{"global", "urgent chan u;", "1:1 error unsupported: urgent channels are not supported"},
		{"global", "chan c[2];", "1:7 error unsupported: arrays are not supported"},
		{"global", "chan priority a < b;", "1:6 error unsupported: priorities are not supported"},
		{"global", "before_update { n = 1 }", "1:1 error unsupported: update hooks are not supported"},
		{"global", "process Q(int i) { state A; init A; }", "1:11 error unsupported: parameters of templates are not supported"},
		{"inv", "x <= 3 ; 1", "3:20 error unsupported: exponential rates are not supported"},
		{"inv", "x' == 0", "3:12 error unsupported: clock rates are not supported"},
		{"guard", "forall (i : int[0,1]) i > 0", "error unsupported: quantifiers are not supported"},
		{"guard", "f(n) > 1", "error unsupported: function calls are not supported"},
		{"guard", "n > 1 ? b : true", "error unsupported: conditional expressions are not supported"},
		{"guard", "v[1] > 1", "error unsupported: arrays are not supported"},
		{"guard", "x < 2.5", "error unsupported: fractions are not supported"},
		{"guard", "n & 1 == 1", "error unsupported: bitwise operators are not supported"},
		{"guard", "r.a > 1", "error unsupported: records are not supported"},
		{"guard", "x != 3", "error unsupported: '!=' is not supported on clocks"},
		{"guard", "x < n", "error clock-variable: a clock is compared with the variable 'n'"},
		{"guard", "x + y < 3", "error clock-expression: got 'x + y < 3', want a clock or the difference of two clocks"},
		{"guard", "x < 3000000000", "error overflow: constant 3000000000 is beyond the limit of 1073741824 for clocks"},
		{"guard", "n < 99999999999999999999", "error"},
		{"guard", "z < 3", "error undefined-name: 'z' is not declared"},
		{"guard", "x", "error type: got clock 'x', want a condition"},
		{"assign", "n++", "error unsupported: compound assignments are not supported"},
		{"assign", "x = y", "error unsupported: copying clocks is not supported"},
		{"assign", "x = n", "error clock-variable: clock 'x' is set to a variable"},
		{"assign", "x = -1", "error range: clock 'x' is set to -1: clocks are not negative"},
		{"assign", "m = 1", "error undefined-name: 'm' is not a clock or a variable"},
		{"assign", "f(), x = 0", "error unsupported: function calls are not supported"},
		{"special", "branchpoint Q;", "4:1 error unsupported: branch points are not supported"},
		{"special", "urgent C;", "4:8 error undefined-location: 'C' is not a location of P"},
		{"decl", "int[3,1] w;", "2:48 error range: got an empty range from 3 to 1"},
		{"decl", "int[0,1] w = 5;", "error range: the initial value 5 of 'w' is outside its range from 0 to 1"},
		{"decl", "clock x;", "2:51 error duplicate: 'x' is declared twice"},
		{"inv", "x >= 1", "warning empty-start: the invariant of the initial location A does not hold at the start"},
	} {
		f := source.NewFile("bad.xta", in(c.where, c.text))
		_, d := Parse(f)
		got := messages(f, d)
		if !strings.Contains(strings.Join(got, "\n"), c.want) {
			t.Errorf("%s %q:\n got %s\nwant %s", c.where, c.text, strings.Join(got, "\n     "), c.want)
		}
		if len(got) > 3 {
			t.Errorf("%s %q: %d messages for one mistake:\n%s", c.where, c.text, len(got), strings.Join(got, "\n"))
		}
	}
}

// The engines do without the last ';' of declarations, and so do their projects.
func TestLastSemicolon(t *testing.T) {
	text := "clock x;\nprocess P { state A { x <= 3 }; init A; trans A -u-> A { sync o!; assign x = 0; }; }\nsystem P"
	f := source.NewFile("m.xta", text)
	m, d := Parse(f)
	if m == nil || len(m.System) != 1 {
		t.Fatal(d.Text(f))
	}
	if got := strings.Join(messages(f, d), "\n"); got != "3:8 warning semicolon: the ';' behind 'P' is missing" {
		t.Errorf("got %s", got)
	}
	files := []*source.File{
		source.NewFile("Components/A.json", `{"name": "A", "declarations": "clock x, y", "locations": [{"id": "L0", "type": "INITIAL", "invariant": "x<=3"}], "edges": []}`),
		source.NewFile("SystemDeclarations.json", `{"name": "System Declarations", "declarations": "system A"}`),
	}
	if m, diags := ParseProject(files); m == nil || len(m.Automata[0].Clocks) != 2 || len(m.System) != 1 {
		t.Errorf("got %v, %v", m, diags)
	}
}

// XML that says a thing twice is refused; an element that means nothing is passed over with a warning.
func TestOtherXML(t *testing.T) {
	for part, want := range map[string]string{
		"<init ref='a'/>": "error duplicate: got a second <init> in <template>",
		"<transition controllable='no'><source ref='a'/><target ref='a'/></transition>":                                                   `error xml: got controllable="no", want "true" or "false"`,
		"<transition><source ref='a'/><target ref='a'/><label kind='guard'>x&lt;1</label><label kind='guard'>x&gt;2</label></transition>": "error duplicate: got a second label of kind 'guard'",
		"<transitions/>": "warning xml: <transitions> has no meaning in <template>: it is passed over",
		"</template><imports>a</imports><template><name>Q</name><location id='b'/><init ref='b'/>": "error unsupported: imports are not supported",
	} {
		f := source.NewFile("m.xml", "<nta><template><name>P</name><declaration>clock x;</declaration><location id='a'/><init ref='a'/>"+part+"</template><system>system P;</system></nta>")
		_, d := Parse(f)
		if got := strings.Join(messages(f, d), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", part, got, want)
		}
	}
}

// JSON that is no Ecdar component is refused, and says what it would have to be.
func TestOtherJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "A", "clocks": ["x"], "locations": [{"id": "a"}], "edges": []}`:                                  `1:25 error json: got a list of clocks, want an Ecdar component, which declares them in "declarations"`,
		`[{"query": "consistency: A"}]`:                                                                            `1:1 error json: got no field "locations", want an Ecdar component`,
		`{"name": "A", "locations": [{"id": "a", "type": "INITIAL", "invariant": [["x", "<=", 3]]}], "edges": []}`: `1:73 error json: got no text in "invariant", want a string`,
	} {
		f := source.NewFile("A.json", text)
		m, d := Parse(f)
		if got := messages(f, d); m != nil || len(got) == 0 || got[0] != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// Several mistakes are reported in one pass.
func TestSeveralMistakes(t *testing.T) {
	f := source.NewFile("bad.xta", `process P {
  clock x, x;
  state A { x <= 3 }, B { y < 2 };
  init C;
  trans A -> B { guard x ! 3; sync a?; },
        A -> D { sync b!; },
        B -> A { guard x < n; sink c?; };
}
process P { state A; init A; }
system P, Q;`)
	_, d := Parse(f)
	got := strings.Join(messages(f, d), "\n")
	for _, want := range []string{"2:12 error duplicate", "4:8 error undefined-location", "5:26 error syntax", "6:14 error undefined-location", "7:31 error syntax", "9:9 error duplicate", "10:11 warning undefined-process"} {
		if !strings.Contains(got, want) {
			t.Errorf("want %s in\n%s", want, got)
		}
	}
}

// Places are right behind entities and escapes.
func TestPlacesBehindEscapes(t *testing.T) {
	xml := `<nta><template><name>A</name><declaration>clock x;</declaration>
<location id="a"><label kind="invariant">x&lt;=3 &amp;&amp; zz&lt;4</label></location><init ref="a"/></template></nta>`
	f := source.NewFile("a.xml", xml)
	_, d := Parse(f)
	if got := messages(f, d); len(got) != 1 || got[0] != "2:61 error undefined-name: 'zz' is not declared" {
		t.Errorf("got %q", got)
	}
	if s := d[0].Span; f.Slice(s) != "zz" {
		t.Errorf("got the place of %q", f.Slice(s))
	}
	json := `{"name":"A","declarations":"clock x;\nclock y;","locations":[{"id":"L","type":"INITIAL","invariant":"x\u003c\u003d3 \u0026\u0026 zz \u003e 1"}],"edges":[]}`
	f = source.NewFile("a.json", json)
	_, d = Parse(f)
	if len(d) != 1 || f.Slice(d[0].Span) != "zz" {
		t.Errorf("got %q", messages(f, d))
	}
	m, d := Parse(source.NewFile("a.json", strings.Replace(json, "zz", "y", 1)))
	if m == nil || !strings.Contains(m.PrintXTA(), "L { x <= 3 && y > 1 }") {
		t.Errorf("got %v", d)
	}
}

func TestBrokenTexts(t *testing.T) {
	for text, want := range map[string]string{
		"<nta><template>":                     "1:16 error xml: this is not XML: unexpected EOF",
		"<html></html>":                       "1:1 error xml: got <html>, want <nta>",
		`{"name": "A", `:                      "error json: this is not JSON: got the end of the text: is it complete?",
		`{"name": "A"}`:                       "1:1 error json: got no field \"locations\"",
		"process":                             "1:8 error syntax: got the end of the text, want the name of a process",
		"system A;":                           "error no-process: the model declares no process",
		strings.Repeat("<a>", 300):            "error too-deep",
		strings.Repeat("[", 200):              "error",
		"process P { state A; init A; } junk": "error syntax: got 'junk', want a declaration",
		"process P { state A; trans A -> A { sync a?; }, A -> A { sync a!; }; init A; }":                              "error direction: 'a' is both an input and an output of P",
		"clock g;\nprocess P { state A { g < 1 }; init A; }\nprocess Q { state A { g < 2 }; init A; }":                "1:7 error unsupported: clock 'g' is shared by P and Q",
		`<nta><template><name>A</name><parameter>int i</parameter><location id="a"/><init ref="a"/></template></nta>`: "1:41 error unsupported: parameters of templates are not supported",
		`<nta><template><name>A</name><location id="a"/><init ref="b"/></template></nta>`:                             "error undefined-location: 'b' is not a location of A",
	} {
		f := source.NewFile("bad", text)
		m, d := Parse(f)
		got := strings.Join(messages(f, d), "\n")
		if m != nil || !strings.Contains(got, want) {
			t.Errorf("%.60s:\n got %s\nwant %s", text, got, want)
		}
	}
}
