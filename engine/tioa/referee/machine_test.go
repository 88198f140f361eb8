package referee

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

func leafOf(t *testing.T, text string) *Leaf {
	t.Helper()
	f := source.NewFile("", text)
	m, d := model.Parse(f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	return &Leaf{Subject: model.Subject{Model: m, Automaton: m.Automata[0]}}
}

// in is the machine in a location, by its number, with these clocks.
func in(l *Leaf, loc int, clocks ...model.Rat) Machine {
	s := l.Model.ZeroState(l.Automaton)
	s.Loc, s.Clocks = loc, clocks
	return leafMachine{l, s}
}

func tell(m Machine) string {
	if m == nil {
		return "nil"
	}
	return m.Location() + " " + fmt.Sprint(m.Clocks())
}

func tellAll(list []Machine) string {
	var all []string
	for _, m := range list {
		all = append(all, tell(m))
	}
	return strings.Join(all, "; ")
}

// A delay is allowed if the invariant holds on each eighth of it: constants are whole, and clocks start
// on quarters.
func TestPlainDelayChecksEveryInstant(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	allowed := 0
	for range 400 {
		atom := func() string {
			clock := pick("x", "y", "x - y", "x + 1")
			return clock + pick(" < ", " <= ", " > ", " >= ", " == ") + fmt.Sprint(r.IntN(5))
		}
		inv := atom()
		for range r.IntN(3) {
			inv = pick("", "!") + "(" + inv + pick(" && ", " || ", " || ") + atom() + ")"
		}
		l := leafOf(t, "process P { clock x, y; state a { "+inv+" }; init a; } system P;")
		for range 8 {
			x, y := model.Frac(int64(r.IntN(12)), 4), model.Frac(int64(r.IntN(12)), 4)
			m, eighths := in(l, 0, x, y), int64(r.IntN(24))
			want := true
			for k := int64(0); k <= eighths; k++ {
				s := m.(leafMachine).at.After(model.Frac(k, 8))
				ok, _ := s.Truth(l.Automaton.Locations[0].Invariant)
				want = want && ok
			}
			next, ok := m.Delay(model.Frac(eighths, 8))
			if ok != want {
				t.Fatalf("%s with x = %s, y = %s: a delay of %d/8 is allowed: %v, want %v", inv, x, y, eighths, ok, want)
			}
			if ok {
				allowed++
				d := model.Frac(eighths, 8)
				if got, want := tell(next), fmt.Sprint("a ", []model.Rat{x.Add(d), y.Add(d)}); got != want {
					t.Fatalf("got %s, want %s", got, want)
				}
			}
			if start := tell(m); start != fmt.Sprint("a ", []model.Rat{x, y}) {
				t.Fatalf("the state before it is %s now", start)
			}
		}
	}
	if allowed < 500 {
		t.Errorf("%d delays were allowed", allowed)
	}
}

func TestPlainUrgency(t *testing.T) {
	l := leafOf(t, "process P { clock x; state a, b, c, d; commit b; urgent c; init a; } system P;")
	l.Automaton.Locations[3].Kind = model.Inconsistent
	for loc, waits := range []bool{true, false, false, false} {
		m := in(l, loc, model.Int(0))
		if _, ok := m.Delay(model.Frac(1, 8)); ok != waits {
			t.Errorf("location %d waits: %v", loc, ok)
		}
		if _, ok := m.Delay(model.Int(0)); !ok {
			t.Errorf("location %d does not stay", loc)
		}
	}
	l.Automaton.Locations[3].Kind = model.Universal
	if _, ok := in(l, 3, model.Int(0)).Delay(model.Int(5)); !ok {
		t.Error("a universal location does not wait")
	}
}

const shop = `process P {
  clock x, y; int[0, 3] n = 1; bool b = true;
  state a { x <= 5 }, c { y <= 2 }, u;
  init a;
  trans
    a -> c { guard x >= 2; sync in?; assign x = 0; },
    a -> a { guard x >= 3; sync in?; assign n = n + 2; },
    a -u-> c { guard n == 1 && x < 4; sync out!; },
    a -> u { guard 1 / (n - 1) == 1; sync odd?; },
    c -u-> c { sync other!; };
}
system P;`

// Steps go by the edges whose guards hold, in their order, if the assignments stay in range and the
// invariant of the target holds afterwards.
func TestPlainSteps(t *testing.T) {
	l := leafOf(t, shop)
	if tell(l.Start()) != "a n=1 b=true [0 0]" || l.StartTitle() != "a n=1 b=true" {
		t.Errorf("starts in %s, called %s", tell(l.Start()), l.StartTitle())
	}
	for _, c := range []struct {
		loc    int
		x, y   int64
		act    string
		output bool
		want   string
		// and where inputs are ignored
		complete string
	}{
		{0, 1, 0, "in", false, "", "a n=1 b=true [1 0]"},
		{0, 2, 0, "in", false, "c n=1 b=true [0 0]", ""},
		{0, 3, 2, "in", false, "c n=1 b=true [0 2]; a n=3 b=true [3 2]", ""},
		{0, 3, 3, "in", false, "a n=3 b=true [3 3]", ""},
		{0, 6, 3, "in", false, "", "a n=1 b=true [6 3]"},
		{0, 2, 0, "in", true, "", ""}, {0, 2, 0, "out", false, "", ""},
		{0, 2, 0, "out", true, "c n=1 b=true [2 0]", ""}, {0, 4, 0, "out", true, "", ""}, {0, 2, 3, "out", true, "", ""},
		{0, 0, 0, "odd", false, "", "a n=1 b=true [0 0]"},
		{0, 0, 0, "other", true, "", ""}, {1, 0, 0, "other", true, "c n=1 b=true [0 0]", ""},
		{1, 0, 0, "in", false, "", "c n=1 b=true [0 0]"}, {0, 0, 0, "unknown", false, "", ""},
	} {
		for _, l.Complete = range []bool{false, true} {
			want := c.want
			if l.Complete && c.complete != "" {
				want = c.complete
			}
			if got := tellAll(in(l, c.loc, model.Int(c.x), model.Int(c.y)).Do(c.act, c.output)); got != want {
				t.Errorf("location %d, x = %d, y = %d, %s, output %v, ignored %v: got %s, want %s",
					c.loc, c.x, c.y, c.act, c.output, l.Complete, got, want)
			}
		}
	}
	// A universal location takes everything and stays, an inconsistent one inputs alone, whatever edges say.
	for kind, want := range map[model.LocationKind]string{model.Universal: "true true", model.Inconsistent: "true false"} {
		l := leafOf(t, shop)
		l.Automaton.Locations[1].Kind = kind
		m := in(l, 1, model.Int(1), model.Int(9))
		stays := func(list []Machine) bool { return len(list) == 1 && tell(list[0]) == tell(m) }
		if got := fmt.Sprint(stays(m.Do("in", false)), " ", stays(m.Do("other", true))); got != want {
			t.Errorf("kind %v: got %s, want %s", kind, got, want)
		}
		if kind == model.Inconsistent && len(m.Do("other", true)) > 0 {
			t.Error("an inconsistent location has an output")
		}
	}
	none := leafOf(t, "process P { clock x; state a { x > 0 }; init a; } system P;")
	if none.Start() != nil || none.StartTitle() != "a" {
		t.Error("starts outside its invariant")
	}
}

func TestPlainAlphabet(t *testing.T) {
	l := leafOf(t, shop)
	l.Automaton.Edges[4].Action = "*" // every action, of which there is no list
	l.Automaton.IO = &model.IO{Inputs: []string{"listed"}, Outputs: []string{"shown"}}
	for _, lists := range []bool{false, true} {
		l.Lists = lists
		m := l.Start()
		for act, want := range map[string]string{
			"in": "true false", "odd": "true false", "out": "false true", "other": "false false", "*": "false false",
			"listed": fmt.Sprint(lists, " ", false), "shown": fmt.Sprint(false, " ", lists), "nothing": "false false",
		} {
			if got := fmt.Sprint(m.Knows(act, false), " ", m.Knows(act, true)); got != want {
				t.Errorf("lists %v: %s is an input, an output: %s, want %s", lists, act, got, want)
			}
		}
	}
	l.Automaton.IO = nil
	if l.Start().Knows("listed", false) {
		t.Error("without lists there are edges alone")
	}
}

// Two components that share s: an output of the first and an input of the second. In a composition it
// is an output of both together; in a conjunction both must know it, in the same direction.
func TestPlainProducts(t *testing.T) {
	first := leafOf(t, "process P { clock x; state a { x <= 3 }, b; init a; trans "+
		"a -u-> b { guard x >= 1; sync s!; assign x = 0; }, a -> b { sync mine?; }, a -> a { sync both?; }; } system P;")
	second := leafOf(t, "process Q { clock y; state c { y <= 5 }, d; init c; trans "+
		"c -> d { sync s?; }, c -> c { sync s?; }, c -> c { sync other?; }, "+
		"c -> d { guard y > 2; sync both?; }, c -u-> d { sync yours!; }; } system Q;")
	one := model.Int(1)
	at := func(join func(a, b Machine) Machine, d model.Rat) Machine {
		m, ok := join(first.Start(), second.Start()).Delay(d)
		if !ok {
			t.Fatalf("no delay of %s", d)
		}
		return m
	}
	m := at(Compose, one)
	if tell(m) != "a | c [1 1]" {
		t.Errorf("later it is in %s", tell(m))
	}
	for name, want := range map[string]string{
		"s": "false true | b | d [0 1]; b | c [0 1]", "mine": "true false | b | c [1 1]", "yours": "false true | a | d [1 1]",
		"both": "true false | ", "other": "true false | a | c [1 1]", "nothing": "false false | ",
	} {
		got := fmt.Sprint(m.Knows(name, false), " ", m.Knows(name, true), " | ")
		if got += tellAll(append(m.Do(name, false), m.Do(name, true)...)); got != want {
			t.Errorf("composition, %s: got %s, want %s", name, got, want)
		}
	}
	if got := tellAll(at(Compose, model.Frac(5, 2)).Do("both", false)); got != "a | d [5/2 5/2]" {
		t.Errorf("both: got %s", got)
	}
	for _, c := range []struct {
		d  model.Rat
		ok bool
	}{{model.Int(3), true}, {model.Int(4), false}} {
		if _, ok := Compose(first.Start(), second.Start()).Delay(c.d); ok != c.ok {
			t.Errorf("a delay of %s: %v", c.d, ok)
		}
		if _, ok := Compose(second.Start(), first.Start()).Delay(c.d); ok != c.ok {
			t.Errorf("the other way round a delay of %s: %v", c.d, ok)
		}
	}
	third := leafOf(t, "process R { clock z; state e, f; init e; trans "+
		"e -u-> f { guard z >= 2; sync s!; }, e -> f { sync both?; }; } system R;")
	joined, _ := Conjoin(first.Start(), third.Start()).Delay(model.Int(2))
	for name, want := range map[string]string{
		"s": "false true | b | f [0 2]", "mine": "false false | ", "both": "true false | a | f [2 2]",
	} {
		got := fmt.Sprint(joined.Knows(name, false), " ", joined.Knows(name, true), " | ")
		if got += tellAll(append(joined.Do(name, false), joined.Do(name, true)...)); got != want {
			t.Errorf("conjunction, %s: got %s, want %s", name, got, want)
		}
	}
	if m := Conjoin(first.Start(), second.Start()); m.Knows("s", true) || m.Knows("s", false) || m.Do("s", true) != nil {
		t.Error("what is an output here and an input there is in no conjunction")
	}
	if Compose(nil, m) != nil || Compose(m, nil) != nil || Conjoin(nil, m) != nil {
		t.Error("a product without one of its parts")
	}
}

// The points at which a delay is looked at, by hand.
func TestInstants(t *testing.T) {
	rats := func(text string) []model.Rat {
		var list []model.Rat
		for _, s := range strings.Fields(text) {
			r, _ := model.ParseRat(s)
			list = append(list, r)
		}
		return list
	}
	for _, c := range []struct{ turns, d, want string }{
		{"", "0", "0"}, {"", "3", "0 1 3"}, {"2", "0", "0"}, {"2 1 2", "3", "0 1/2 1 3/2 2 5/2 3"},
		{"-1 0 3 4", "3", "0 1 3"}, {"1/2 1/4", "1", "0 1/8 1/4 3/8 1/2 3/4 1"}, {"5 9 7", "8", "0 1 5 6 7 15/2 8"},
	} {
		d, _ := model.ParseRat(c.d)
		if got := Instants(rats(c.turns), d); !slices.Equal(got, rats(c.want)) {
			t.Errorf("%s up to %s: got %v, want %s", c.turns, c.d, got, c.want)
		}
	}
}
