package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// warned lists the warnings on a text as "code@line: message".
func warned(t *testing.T, formalism, text string) []string {
	t.Helper()
	f, err := Find(formalism)
	if err != nil {
		t.Fatal(err)
	}
	file := source.NewFile("model", text)
	m, d := Open(f, file)
	if m == nil {
		t.Fatal(d.Text(file))
	}
	var all []string
	for _, x := range append(d, Advise(context.Background(), m, d)...) {
		if x.Severity == source.Warning {
			line := file.Place(x.Span.Start).Line
			all = append(all, fmt.Sprintf("%s@%d: %s", x.Code, line, x.Message))
		}
	}
	return all
}

// advised tries a text that deserves one warning.
func advised(t *testing.T, formalism, text, want string) {
	t.Helper()
	if !Holds(formalism) {
		return
	}
	if got := warned(t, formalism, text); len(got) != 1 || got[0] != want {
		t.Errorf("%s: got\n%s\nwant\n%s", formalism, strings.Join(got, "\n"), want)
	}
}

// A place from which nothing leads on is warned of, with a shortest run to it.
func TestStuckIsWarned(t *testing.T) {
	advised(t, "efsm", `machine light
input button, tick
output green, red
location STOP, GO, OFF
t1: STOP -> GO on button / !green
t2: GO -> STOP on tick / !red
t3: STOP -> OFF on tick
t4: OFF -> OFF on button
`, "stuck@4: after tick no input shows anything any more: the machine is in OFF")
	advised(t, "action-system", `type(n, X) :- X in 0..3.
var([x], n).
state_def([x]).
init([0]).
as :-
  actions (
    'up'::(x #< 2) => (x := x + 1),
    'jump'(N)::(x #= 1 #/\ N #> 2) => (x := N)
  ),
  dood (
    'up'
    [] [N:n]:'jump'(N)
  ).
`, "stuck@11: after up, up nothing can run any more")
	advised(t, "tfsm", `machine light
inputs button
outputs on none
dark -button/on-> lit
lit -button/on-> lit
lit -5-> broken
broken -button/none-> broken
`, "stuck@7: nothing leads out of broken, reached by button, a wait of 5: every input stays there, and no timeout leaves it")
	advised(t, "timed", `broadcast chan go, done;
process P { clock x; state a, b, c { x <= 3 }; init a;
  trans a -> b { sync go?; assign x = 0; }, a -u-> c { guard x >= 1; sync done!; assign x = 0; }, b -u-> a { sync done!; }; }
system P;
`, "stuck@2: time stops in c, and no output leaves it")
	advised(t, "timed", `broadcast chan go, done;
process P { clock x; state a, b; init a;
  trans a -> b { guard x >= 1; sync go?; }; }
system P;
`, "stuck@2: no edge leaves b: nothing happens there any more")
}

// An output whose argument reads what the transition has just set shows one value only.
func TestConstantOutputIsWarned(t *testing.T) {
	advised(t, "efsm", `machine till
var paid : 0..3 = 0
input coin, back
output ok(n), returns(n)
location A
t1: A -> A on coin [paid < 3] / paid := paid + 1; !ok(paid)
t2: A -> A on back / !returns(paid); paid := 0
`, "constant-output@7: this output can only ever show 0: outputs read the values after the updates")
}

// What is declared and never used, what never happens, what always holds.
func TestAdvice(t *testing.T) {
	efsm := func(declared, transitions string) string {
		return "machine m\nvar x : 0..3 = 0\n" + declared + "output o(n), p\nlocation A, B\n" +
			"t1: A -> B on go [x < 3] / x := x + 1; !o(x)\nt2: B -> A on go / !p\n" + transitions
	}
	advised(t, "efsm", efsm("var y : 0..3 = 0\ninput go\n", "t3: A -> A on go / y := 2; x := 0; !p\n"),
		"unused-variable@3: nothing reads the variable 'y'")
	advised(t, "efsm", efsm("input go, stop\n", "t3: A -> A on go / x := 0; !p\n"),
		"unread-input@3: no transition takes the input 'stop': it is always ignored")
	advised(t, "efsm", efsm("input go, stop\n", "t3: A -> A on go / x := 0; !p\nt4: B -> B on stop [x = 0] / !p\n"),
		"never-taken@9: no run takes 't4': wherever it is tried its guard is false")
	advised(t, "efsm", efsm("input go, stop\n", "t3: A -> A on go / x := 0; !p\nt4: B -> B on stop [x > 0] / !p\n"),
		"always-true@9: the guard of 't4' is true whenever the machine is in B")
	// What is tried later may be left with what holds anyway: that is an else in words.
	if got := warned(t, "efsm", efsm("input go\n", "t3: A -> A on go [x >= 3] / x := 0; !p\n")); got != nil {
		t.Errorf("an else in words: %s", got)
	}
	action := func(vars, init, more, entry string) string {
		return "type(n, X) :- X in 0..3.\nvar([x" + vars + "], n).\nstate_def([x" + vars + "]).\ninit([0" + init + "]).\nas :-\n  actions (\n" +
			"    'up'::(x #< 3) => (x := x + 1),\n" + more + "    'down'::(x #> 0) => (x := x - 1)\n  ),\n  dood (\n    'up'\n    [] 'down'\n" + entry + "  ).\n"
	}
	advised(t, "action-system", action(", y", ", 0", "    'set'::(x #= 1) => (y := x),\n", "    [] 'set'\n"),
		"unused-variable@2: nothing reads the variable 'y'")
	advised(t, "action-system", action("", "", "    'odd'::(x #= 1 #/\\ x #= 2) => (x := 0),\n", "    [] 'odd'\n"),
		"never-enabled@8: the action 'odd' can never run: no state that is reached allows it")
	advised(t, "tfsm", "machine m\ninputs a b\noutputs x y\ns -a/x-> t\nt -a/y-> s\ns|t -b/x->\n",
		"unread-input@6: the input b changes nothing: every state answers it by x and stays")
	advised(t, "timed", "broadcast chan go, done;\nprocess P { clock x, y; state a, b; init a;\n"+
		"  trans a -> b { guard x >= 1; sync go?; }, b -u-> a { sync done!; assign x = 0; }; }\nsystem P;\n",
		"unused-variable@2: nothing reads the clock 'y'")
	advised(t, "timed", "broadcast chan go, done, no;\nprocess P { clock x; state a, b; init a;\n  trans a -> b { guard x >= 1; sync go?; assign x = 0; }, b -u-> a { sync done!; assign x = 0; },\n"+
		"  b -u-> b { guard x < 0; sync no!; }; }\nsystem P;\n",
		"never-taken@4: no run takes the edge b no! b")
}

// The gallery's models are warned of where their papers, or what they show, would have it so.
func TestAdviceOnTheGallery(t *testing.T) {
	want := map[string]string{
		"cruise": "always-true@31", "fig1a": "stuck@9 never-taken@15 never-taken@18",
		"fig1b": "unused-variable@4 unused-variable@4 stuck@10", "fig1c": "unused-variable@5 stuck@11",
		"fig5": "unused-variable@5 stuck@13", "fig6": "unused-variable@5 unused-variable@5 stuck@12",
		"fig6-step": "unused-variable@4 unused-variable@4 stuck@9", "tftp3-chaos": "infinite-targets@23",
		"accel": "stuck@22", "fig21": "unreached@11 never-taken@15", "hotel": "stuck@10", "wfas": "stuck@13 stuck@14",
	}
	for _, d := range Formalisms() {
		if !Holds(d.Name) {
			continue
		}
		for _, e := range d.Examples {
			var got []string
			for _, w := range warned(t, d.Name, e.Text) {
				place, _, _ := strings.Cut(w, ":")
				got = append(got, place)
			}
			if strings.Join(got, " ") != want[e.Name] {
				t.Errorf("%s %s: %s, want %s", d.Name, e.Name, strings.Join(got, " "), want[e.Name])
			}
		}
	}
}
