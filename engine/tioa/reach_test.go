package tioa

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

func ask(t testing.TB, m *model.Model, r query.Reading, asked string) *query.Answer {
	answers, d := query.NewSession(m, r).Ask(context.Background(), source.NewFile("query", asked))
	if d.HasErrors() {
		t.Fatalf("%s: %v", asked, d)
	}
	return answers[0]
}

func TestReachability(t *testing.T) {
	m := open(t, "testdata/ecdar/ecdaruniversity.xta")
	for _, c := range []struct {
		query string
		want  bool
		trace string
	}{
		{"reachability: Machine -> Machine.L5 && Machine.y>6", true, "wait 6.5"},
		{"reachability: Machine || Researcher -> Researcher.L6", true, ""},
		{"reachability: Machine @ Machine.L4 -> Machine.L4 && Machine.y > 6", false, ""},
		{"reachability: Machine || Researcher @ Machine.L5 && Researcher.L6 && Researcher.x == 3 -> Researcher.U0", true, ""},
	} {
		a := ask(t, m, query.Reading{}, c.query)
		if a.Unknown {
			t.Errorf("%s: %v", c.query, a.Reasons)
			continue
		}
		if a.Holds != c.want {
			t.Errorf("%s: got %v, want %v: %v", c.query, a.Holds, c.want, a.Reasons)
		}
		if c.trace != "" && a.Trace != nil && a.Trace.String() != c.trace {
			t.Errorf("%s: got %s, want %s", c.query, a.Trace, c.trace)
		}
	}
}

// Questions in the spellings of the engines' tests, on components whose actions have no name or a
// number for a name. A start that is given leaves clocks open, so that b is reached from a at once.
func TestReachabilitySpellings(t *testing.T) {
	m := parse(t, `
process P { clock x, y; state a, b, c; init a;
  trans a -> b { guard x > 5; }, b -> c { guard x < 4; }, c -> a { guard y > 2; sync 1?; assign x = 0; }; }
process Q { clock z; state d, e { z <= 1 }; init d; trans d -u-> e { guard z > 3; sync 1!; assign z = 0; }; }
IO Q { 1! }`)
	for asked, want := range map[string]bool{
		"reachability: P -> P.b":                            true,
		"reachability: P -> P.c":                            false,
		"reachability: P @ P.b -> P.c":                      true,
		"reachability: P @ P.b && P.x>4 -> P.c":             false,
		"reachability: P -> [b](x<5)":                       false,
		"reachability: P -> [b](x<4); [c]()":                true,
		"reachability: P.b":                                 true,
		"E<> P.b && Q.e":                                    true,
		"E<> P.b && Q.e && Q.z > 1":                         false,
		"reachability: P[1] && P[2] @ init -> P[2].b":       true,
		"reachability: P[1] && P[2] -> P[1].b && P[2].a":    false,
		"reachability: P || Q @ P.c && Q.d -> P.a && Q.e":   true,
		"reachability: P || Q @ P.c && Q.d && P.y<1 -> P.a": true,
		"reachability: Q @ Q.e && Q.z==1 -> Q.e && Q.z>1":   false,
		"reachability: P -> (P.b && (P.x > 7))":             true,
		"reachability: Q @ init -> true":                    true,
		"reachability: P || Q -> [_, e](z<=0)":              true,
	} {
		if a := ask(t, m, query.Reading{}, asked); a.Unknown || a.Holds != want {
			t.Errorf("%s: got %v, want %v: %v", asked, a.Holds, want, a.Reasons)
		}
	}
}

// A state that is not there is an error at its place, not an answer.
func TestUnknownStates(t *testing.T) {
	m := parse(t, `process P { clock x; state here, there; init here; trans here -> there { sync i?; }; }`)
	for asked, want := range map[string]string{
		"reachability: P -> P.ther":            "1:20 error undefined-name: 'ther' is not a location of P",
		"reachability: P @ P.x -> P.there":     "1:19 error undefined-name: 'x' is not a location of P",
		"reachability: P -> P.here || P.there": "1:27 error unsupported: disjunctions are not supported in states",
		"reachability: P -> !(P.here)":         "1:20 error unsupported: negations are not supported in states",
		"reachability: P -> P.x - P.x > 3":     "1:24 error unsupported: differences of clocks are not supported in states",
		"control: A<> P.there":                 "1:1 error unsupported: temporal properties are not supported",
		"syntax: P":                            "1:1 error unsupported: queries 'syntax' are not supported",
		"reachability: P -> P.z > 3":           "1:20 error undefined-name: 'z' is not a clock of P",
		"reachability: P -> Q.there":           "1:20 error undefined-component: component 'Q' is not in the system",
		"reachability: P[1] -> P[2].there":     "1:23 error undefined-component: component 'P[2]' is not in the system",
		"reachability: P -> [here, there]()":   "1:27 error undefined-component: the system has no component at place 2",
		"reachability: P -> [here](here > 1)":  "1:27 error undefined-name: 'here' is not a clock of P",
	} {
		f := source.NewFile("query", asked)
		_, d := query.NewSession(m, query.Reading{}).Ask(context.Background(), f)
		if got := strings.Join(messages(f, d), "\n"); got != want {
			t.Errorf("%s: got %q, want %q", asked, got, want)
		}
	}
}

// A component of a project goes by the name of its file, too.
func TestComponentByFile(t *testing.T) {
	f := source.NewFile("Components/File.json", `{"name": "Inside", "declarations": "", "locations": [{"id": "L0", "type": "INITIAL"}],
		"edges": [{"id": "E0", "sourceLocation": "L0", "targetLocation": "L0", "status": "INPUT", "sync": "1"}, {"id": "E0", "sourceLocation": "L0", "targetLocation": "L0", "status": "OUTPUT", "sync": "2"}]}`)
	m, diags := model.ParseProject([]*source.File{f})
	if m == nil {
		t.Fatal(diags)
	}
	for _, name := range []string{"Inside", "File"} {
		if a := ask(t, m, query.Reading{}, "refinement: Inside <= "+name); !a.Holds {
			t.Errorf("%s: %v", name, a.Reasons)
		}
	}
	if m.Automaton("Fil") != nil {
		t.Error("got a component for 'Fil'")
	}
}

// messages prints diagnostics as "line:column severity code: message".
func messages(f *source.File, d source.Diagnostics) []string {
	var out []string
	for _, x := range d {
		at := f.Place(x.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d %s %s: %s", at.Line, at.Column, x.Severity, x.Code, x.Message))
	}
	return out
}
