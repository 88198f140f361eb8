package game

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// What a single step means, compiled and plain: the conditions of cond.go as sets of points, and the
// edges of compile.go beside the text, which model.State evaluates.

// inCond tells whether a point is in a condition, by the bounds alone.
func inCond(c Cond, p dbm.Point) bool {
	return slices.ContainsFunc(c, func(x Conj) bool { return inConj(x, p) })
}

func inConj(x Conj, p dbm.Point) bool {
	for _, b := range x {
		d, most := p.Num[b.I]-p.Num[b.J], b.B.Value()*p.Den
		if b.B.Finite() && (d > most || d == most && b.B.Strict()) {
			return false
		}
	}
	return true
}

// halves visits the points of two clocks with 0, 1/2, 1 and so on up to 3.
func halves(visit func(p dbm.Point)) {
	for x := range int64(7) {
		for y := range int64(7) {
			visit(dbm.Point{Num: []int64{0, x, y}, Den: 2})
		}
	}
}

func randomConj(r *rand.Rand) Conj {
	var x Conj
	for range r.Intn(4) {
		i, j := r.Intn(3), r.Intn(3)
		if i == j {
			continue
		}
		b := []dbm.Bound{dbm.LE(int64(r.Intn(7) - 3)), dbm.LT(int64(r.Intn(7) - 3))}[r.Intn(2)]
		if r.Intn(12) == 0 {
			b = dbm.Infinity
		}
		x = append(x, dbm.Constraint{I: i, J: j, B: b})
	}
	return x
}

func randomCond(r *rand.Rand) Cond {
	var c Cond
	for range r.Intn(4) {
		c = append(c, randomConj(r))
	}
	return c
}

func TestCondOperationsAreThoseOfSets(t *testing.T) {
	slab := dbm.NewSlab(3)
	for seed := range int64(3000) {
		r := rand.New(rand.NewSource(seed))
		c, d, x := randomCond(r), randomCond(r), randomConj(r)
		before := fmt.Sprint(c, d, x)
		var rs []reset
		set := map[int]int64{}
		for _, clock := range r.Perm(2)[:r.Intn(3)] {
			v := int64(r.Intn(3))
			rs, set[clock+1] = append(rs, reset{clock + 1, v}), v
		}
		and, or, pre := c.and(d), c.Or(d), c.before(rs)
		whole := asCond(c.Zones(3, slab))
		z := dbm.Universe(3)
		low, high := int64(r.Intn(3)), int64(r.Intn(4))
		z.Constrain(0, 1, dbm.LE(-low))
		empty := !z.Constrain(2, 0, dbm.LE(high))
		within, applied, implied := c.Within(z, slab), z.Clone(), true
		appended := c.appendWithin(dbm.Federation{z}, z, slab)
		left := x.Apply(applied)
		some, inside := false, false
		halves(func(p dbm.Point) {
			inC, inD, inZ := inCond(c, p), inCond(d, p), p.Num[1] >= 2*low && p.Num[2] <= 2*high
			after := dbm.Point{Num: slices.Clone(p.Num), Den: 2}
			for clock, v := range set {
				after.Num[clock] = 2 * v
			}
			for name, c := range map[string][2]bool{
				"and": {inCond(and, p), inC && inD}, "or": {inCond(or, p), inC || inD},
				"before": {inCond(pre, p), inCond(c, after)},
				"zones":  {inCond(whole, p), inC}, "within": {within.Contains(p), inC && inZ},
				"apply": {left && applied.Contains(p), inZ && inConj(x, p)}, "append": {appended.Contains(p), inZ},
			} {
				if c[0] != c[1] {
					t.Fatalf("seed %d, %s at %v/2: got %v, want %v", seed, name, p.Num, c[0], c[1])
				}
			}
			some, inside = some || inC && inZ, inside || inZ && inConj(x, p)
			implied = implied && (!inZ || inConj(x, p))
		})
		if fmt.Sprint(c, d, x) != before {
			t.Fatalf("seed %d: operands were changed", seed)
		}
		if some && !c.Meets(z, slab) || inside && !left || len(within) > 0 != c.Meets(z, slab) {
			t.Fatalf("seed %d: %v meets it: %v, with a point %v", seed, c, c.Meets(z, slab), some)
		}
		if !empty && x.implied(z) && !implied || len(appended) != 1+len(within) {
			t.Fatalf("seed %d: %v is implied, but not at each point", seed, x)
		}
		for _, y := range and {
			tidy(t, y, len(c) > 0 && len(d) > 0 && !c.isTrue() && !d.isTrue())
		}
	}
}

// tidy wants at most one bound on each difference, and none that contradict each other, of what a
// conjunction has made.
func tidy(t *testing.T, x Conj, made bool) {
	t.Helper()
	for i, a := range x {
		for _, b := range x[i+1:] {
			if made && a.I == b.J && a.J == b.I && a.B.Finite() && b.B.Finite() && b.B <= a.B.Not() {
				t.Fatalf("%v contradicts itself", x)
			}
		}
	}
}

func TestCondsByHand(t *testing.T) {
	x3, x2 := dbm.Constraint{I: 1, B: dbm.LE(3)}, dbm.Constraint{I: 1, B: dbm.LT(2)}
	y1 := dbm.Constraint{J: 2, B: dbm.LE(-1)}
	for _, c := range []struct{ name, got, want string }{
		{"the tighter bound stays", fmt.Sprint(Cond{{x3, y1}}.and(Cond{{x2}})), fmt.Sprint(Cond{{x2, y1}})},
		{"both bounds stay", fmt.Sprint(Cond{{x3}}.and(Cond{{y1}})), fmt.Sprint(Cond{{x3, y1}})},
		{"a contradiction goes", fmt.Sprint(len(Cond{{x2}}.and(Cond{{negated(x2)}}))), "0"},
		{"touching bounds do not contradict", fmt.Sprint(len(Cond{{x3}}.and(Cond{{{J: 1, B: dbm.LE(-3)}}}))), "1"},
		{"false on its own", fmt.Sprint(len(Cond{{x3}}.and(Cond{{{B: dbm.LT(0)}}}))), "0"},
		{"true on its own", fmt.Sprint(len(Cond{{x3}}.and(Cond{{{B: dbm.LE(0)}}}))), "1"},
		{"true and", fmt.Sprint(always.and(Cond{{x3}, {y1}})), fmt.Sprint(Cond{{x3}, {y1}})},
		{"and true", fmt.Sprint(Cond{{x3}, {y1}}.and(always)), fmt.Sprint(Cond{{x3}, {y1}})},
		{"or true", fmt.Sprint(Cond{{x3}}.Or(always)), fmt.Sprint(always)},
		{"or", fmt.Sprint(Cond{{x3}}.Or(Cond{{y1}, {x2}})), fmt.Sprint(Cond{{x3}, {y1}, {x2}})},
		{"before nothing", fmt.Sprint(Cond{{x3}}.before(nil)), fmt.Sprint(Cond{{x3}})},
		{"a reset into the bound", fmt.Sprint(Cond{{x2}, {y1}}.before([]reset{{1, 1}})), fmt.Sprint(always)},
		{"a reset out of the bound", fmt.Sprint(len(Cond{{x2}}.before([]reset{{1, 2}}))), "0"},
		{"a bound that clocks keep by themselves", fmt.Sprint(Cond{{{J: 2, B: dbm.LE(0)}, x3}}.before([]reset{{1, 1}})),
			fmt.Sprint(always)},
		{"what is left of a difference", fmt.Sprint(Cond{{{I: 1, J: 2, B: dbm.LT(-1)}}}.before([]reset{{1, 2}})),
			fmt.Sprint(Cond{{{J: 2, B: dbm.LT(-3)}}})},
		{"shifted", fmt.Sprint(Cond{{x3, y1}, {{I: 1, J: 2, B: 5}}}.shifted(2)), fmt.Sprint(Cond{{{I: 3, B: dbm.LE(3)},
			{J: 4, B: dbm.LE(-1)}}, {{I: 3, J: 4, B: 5}}})},
		{"shifted by one", fmt.Sprint(Cond{{{I: 2, J: 1, B: 5}, {I: 1, J: 2, B: 6}}}.shifted(1)),
			fmt.Sprint(Cond{{{I: 3, J: 2, B: 5}, {I: 2, J: 3, B: 6}}})},
		{"not shifted", fmt.Sprint(Cond{{x3}}.shifted(0)), fmt.Sprint(Cond{{x3}})},
		{"false, shifted", fmt.Sprint(Cond(nil).shifted(3) == nil, always.shifted(3).isTrue()), "true true"},
		{"negated", fmt.Sprint(negated(x3), negated(x2)), fmt.Sprint(dbm.Constraint{J: 1, B: dbm.LT(-3)}, dbm.Constraint{J: 1,
			B: dbm.LE(-2)})},
		{"true", fmt.Sprint(always.isTrue(), Cond{nil, nil}.isTrue(), Cond{{x3}}.isTrue(), Cond(nil).isTrue()),
			"true false false false"},
		{"in words", Cond{{x3, y1}, {x2}}.Text([]string{"", "x", "y"}) + "; " + always.Text([]string{"", "x"}) + "; " +
			Cond(nil).Text([]string{"", "x"}), "x<=3 && y>=1 || x<2; true; false"},
		{"a contradiction in words", Cond{{x2, negated(x2)}}.Text([]string{"", "x"}), "false"},
		{"implied", fmt.Sprint(Conj{x3}.implied(dbm.Zero(2)), Conj{{J: 1, B: dbm.LT(0)}}.implied(dbm.Zero(2)),
			Conj(nil).implied(dbm.Zero(2)), Conj{{I: 1, B: dbm.LE(0)}}.implied(dbm.Zero(2))), "true false true true"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
}

// What is not used goes back to the slab: the only zone that was free before is free again.
func TestCondGivesZonesBack(t *testing.T) {
	none := Cond{{{I: 1, B: dbm.LT(0)}}}
	for name, run := range map[string]func(s *dbm.Slab){
		"within": func(s *dbm.Slab) { none.Within(dbm.Universe(2), s) },
		"meets":  func(s *dbm.Slab) { none.Meets(dbm.Universe(2), s) },
		"zones":  func(s *dbm.Slab) { none.Zones(2, s) },
	} {
		s := dbm.NewSlab(2)
		a := s.Get()
		s.Put(a)
		run(s)
		a.SetUniverse()
		for range 3 {
			z := s.Get()
			z.SetZero()
		}
		if !a.Equal(dbm.Zero(2)) {
			t.Errorf("%s keeps a zone", name)
		}
	}
}

// randomText writes an automaton with two clocks, a number and a truth value.
func randomText(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.Intn(len(of))] }
	var guard func(depth int) string
	guard = func(depth int) string {
		if depth > 0 {
			switch r.Intn(5) {
			case 0:
				return "!(" + guard(depth-1) + ")"
			case 1, 2, 3:
				return "(" + guard(depth-1) + pick(" && ", " || ", " imply ") + guard(depth-1) + ")"
			}
		}
		op := pick(" < ", " <= ", " > ", " >= ", " == ")
		return pick("x", "y", "x", "x - y", "x + 1") + op + pick("0", "1", "2", "K") + pick("", "", " && b",
			" && n"+pick(" < ", " == ", " != ")+"1",
			" && 2 / n > 0", " || !b")
	}
	var b strings.Builder
	b.WriteString("const int K = 3;\nprocess P { clock x, y; int[0, 2] n; bool b = true;\n  state ")
	for i := range 3 {
		b.WriteString(fmt.Sprint([]string{"", ", "}[min(i, 1)], "L", i))
		if r.Intn(2) == 0 {
			b.WriteString(" { " + pick("x <= 2", "y < 3", "x < 1 || x > 2", "x <= 2 && (b || y < 1)", "x - y <= 1") + " }")
		}
	}
	b.WriteString("; init L" + fmt.Sprint(r.Intn(3)) + ";\n  trans ")
	for i := range 2 + r.Intn(5) {
		b.WriteString([]string{"", ",\n    "}[min(i, 1)])
		fmt.Fprintf(&b, "L%d %s L%d { guard %s; sync ", r.Intn(3), "%s", r.Intn(3), guard(2))
		out := r.Intn(2) == 0
		text := strings.Replace(b.String(), "%s", map[bool]string{false: "->", true: "-u->"}[out], 1)
		b.Reset()
		b.WriteString(text + map[bool]string{false: pick("a?", "c?"), true: pick("p!", "q!")}[out] + ";")
		var updates []string
		for range r.Intn(4) {
			updates = append(updates, pick("x = 0", "y = 0", "x = 2", "y = 1 + 1", "n = n + 1", "n = n - 1", "n = 2 / n",
				"b = !b", "b = n == 1", "n = 0"))
		}
		if updates != nil {
			b.WriteString(" assign " + strings.Join(updates, ", ") + ";")
		}
		b.WriteString(" }")
	}
	b.WriteString(";\n}\nsystem P;")
	return b.String()
}

// The compiled edges lead from each point of each location where the text says; ignored inputs are
// those that no edge takes.
func TestStepsAreThoseOfTheText(t *testing.T) {
	steps, ignored, locations := 0, 0, 0
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		m := parse(t, randomText(r))
		complete := seed%2 == 0
		sys, err := Compile(m, m.Automata[0], NewSymbols(), Options{Complete: complete})
		if err != nil {
			t.Fatal(err)
		}
		first := m.ZeroState(m.Automata[0])
		if got, want := sys.Locs[sys.Init].Title, titleOf(first); got != want {
			t.Fatalf("seed %d: starts in %s, want %s", seed, got, want)
		}
		locations += len(sys.Locs)
		for _, l := range sys.Locs {
			halves(func(p dbm.Point) {
				n, k := checkSteps(t, m, sys, l, p, complete)
				steps, ignored = steps+n, ignored+k
			})
			if t.Failed() {
				t.Fatalf("seed %d:\n%s", seed, m.PrintXTA())
			}
		}
	}
	if steps < 5000 || ignored < 5000 || locations < 700 {
		t.Errorf("%d steps, %d ignored inputs and %d locations are few", steps, ignored, locations)
	}
}

func titleOf(s *model.State) string {
	return fmt.Sprintf("%s n=%d b=%v", s.Automaton.Locations[s.Loc].ID, s.Vars[0], s.Vars[1] == 1)
}

func checkSteps(t *testing.T, m *model.Model, sys *System, l *Loc, p dbm.Point, complete bool) (steps, ignored int) {
	a := m.Automata[0]
	s := m.ZeroState(a)
	s.Loc, s.Vars = l.Parts[0], l.Vars
	s.Clocks = []model.Rat{model.Frac(p.Num[1], 2), model.Frac(p.Num[2], 2)}
	inside := func(s *model.State) bool {
		ok, err := s.Truth(a.Locations[s.Loc].Invariant)
		return ok && err == nil
	}
	if l.Title != titleOf(s) || inCond(l.Inv, p) != inside(s) {
		t.Errorf("%s at %v: the invariant holds: %v", l.Title, s.Clocks, inCond(l.Inv, p))
	}
	if !inside(s) {
		return 0, 0
	}
	var want, got []string
	taken := map[string]bool{}
	for i, e := range a.Edges {
		if ok, err := s.Truth(e.Guard); e.Source != s.Loc || !ok || err != nil {
			continue
		}
		if to, ok := s.Take(e); ok && inside(to) {
			want = append(want, fmt.Sprint(i, e.Action, e.Output, titleOf(to), to.Clocks))
			taken[e.Action] = true
		}
	}
	loops := map[string]int{}
	for _, e := range l.Edges {
		if !inCond(e.Guard, p) {
			continue
		}
		act := sys.Syms.Names[e.Act]
		if e.Ignored {
			loops[act]++
			ignored++
			if sys.Locs[e.Target] != l || len(e.Resets) > 0 || e.Output {
				t.Errorf("%s at %v: an ignored input leads to %s", l.Title, s.Clocks, sys.Locs[e.Target].Title)
			}
			continue
		}
		clocks := slices.Clone(s.Clocks)
		for _, r := range e.Resets {
			clocks[r.Clock-1] = model.Int(r.Value)
		}
		got = append(got, fmt.Sprint(slices.Index(a.Edges, e.Origin[0]), act, e.Output, sys.Locs[e.Target].Title, clocks))
	}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("%s at %v: got %v, want %v", l.Title, s.Clocks, got, want)
	}
	for _, act := range []string{"a", "c"} {
		n, known := sys.Syms.Index[act]
		if want := complete && known && sys.In.Has(n) && !taken[act]; loops[act] > 0 != want {
			t.Errorf("%s at %v: '%s' is ignored: %v, want %v", l.Title, s.Clocks, act, loops[act] > 0, want)
		}
	}
	return len(got), ignored
}

// A comparison without a value leaves the whole condition without one where it is asked, as operands
// are from left to right; it does not count as false.
func TestStepsAskOnlyForValuesTheyNeed(t *testing.T) {
	for guard, want := range map[string]string{
		"2 / n > 0": "false", "2 / n > 0 || x < 2": "false", "x < 2 || 2 / n > 0": "x<2", "!(2 / n > 0)": "false",
		"!(2 / n > 0 && x < 2)": "false", "!(x < 2 && 2 / n > 0)": "x>=2", "2 / n > 0 imply x < 2": "false",
		"x < 2 imply 2 / n > 0": "x>=2", "x < 2 || (2 / n > 0 || x > 3)": "x<2", "x < 2 && (n == 0 || 2 / n > 0)": "x<2",
		"!(n == 0 && x < 2)": "x>=2", "n > 0 && 2 / n > 0 || x > 3": "x>3", "(x < 1 || 2 / n > 0) || x > 3": "x<1",
		"(x < 1 && 2 / n > 0) || x > 3": "x>3", "1 / 0 == 1 || x < 2": "false",
		"x < 2 || y > 1": "x<2 || y>1", "!(x < 2 && y > 1)": "x>=2 || y<=1", // no part for both
	} {
		m := parse(t, "process P { clock x, y; int[0, 2] n; state a; init a; "+
			"trans a -u-> a { guard "+guard+"; sync o!; }; } system P;")
		s, err := Compile(m, m.Automata[0], NewSymbols(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := "false"
		if edges := s.Locs[0].Edges; len(edges) > 0 {
			got = edges[0].Guard.Text(s.Names())
		}
		if got != want {
			t.Errorf("%s with n = 0: got %s, want %s", guard, got, want)
		}
	}
}

const kinds = `process P {
  clock x; state a, b, c, d { x < 0 }; commit b; urgent c; init a;
  trans a -> b { sync go?; }, a -u-> c { guard x < 1; sync out!; }, a -u-> c { guard 1 > 2; sync never!; },
    b -u-> c { sync out!; }, c -> b { guard x >= 1 && x < 1; sync go?; }, a -> d { sync go?; assign x = 0; };
}
system P;`

func edgesText(s *System, l *Loc) string {
	var all []string
	for _, e := range l.Edges {
		all = append(all, fmt.Sprint(s.Syms.Names[e.Act], map[bool]string{false: "?", true: "!"}[e.Output],
			s.Locs[e.Target].Title, map[bool]string{true: " ignored"}[e.Ignored]))
	}
	return strings.Join(all, ", ")
}

// Without variables locations keep their numbers, also those that nothing leads to; edges that can
// never be taken are none.
func TestStepsOfSpecialLocations(t *testing.T) {
	m := parse(t, kinds)
	a := m.Automata[0]
	for _, c := range []struct {
		kind model.LocationKind
		want []string
	}{
		{model.Normal, []string{"go?b, out!c", "out!c", "", ""}},
		{model.Universal, []string{"go?b, out!c", "go?b ignored, out!b, never!b", "", ""}},
		{model.Inconsistent, []string{"go?b, out!c", "go?b ignored", "", ""}},
	} {
		l := *a.Locations[1]
		l.Kind, l.Urgency = c.kind, model.NotUrgent
		b := a.WithLocation(1, &l)
		s, err := Compile(m.With(a, b), b, NewSymbols(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, l := range s.Locs {
			urgent := i == 2 || i == 1 && c.kind == model.Inconsistent
			if got = append(got, edgesText(s, l)); l.Parts[0] != i || l.Urgent != urgent {
				t.Errorf("location %d is number %d, urgent %v", l.Parts[0], i, l.Urgent)
			}
		}
		if !slices.Equal(got, c.want) || s.Init != 0 {
			t.Errorf("kind %v: got %q, want %q", c.kind, got, c.want)
		}
	}
	s, _ := Compile(m, a, NewSymbols(), Options{})
	if !s.Locs[1].Urgent || s.Locs[0].Urgent {
		t.Error("committed is urgent, too")
	}
	removed := *a.Locations[2]
	removed.Removed = true
	b := a.WithLocation(2, &removed)
	if s, _ := Compile(m.With(a, b), b, NewSymbols(), Options{}); edgesText(s, s.Locs[0]) != "go?b" {
		t.Errorf("to a removed location: %s", edgesText(s, s.Locs[0]))
	}
	late := parse(t, "process P { clock x; state a, b, c; init c; trans c -u-> a { sync o!; }; } system P;")
	if s, _ := Compile(late, late.Automata[0], NewSymbols(), Options{}); s.Init != 2 || len(s.Locs) != 3 {
		t.Errorf("starts in %d of %d", s.Init, len(s.Locs))
	}
}

func TestStepsHaveAnAlphabet(t *testing.T) {
	m := parse(t, kinds)
	a := *m.Automata[0]
	a.IO = &model.IO{Inputs: []string{"go", "listed"}, Outputs: []string{"shown"}}
	for edgesOnly, want := range map[bool]string{true: "[go] [out never]", false: "[go listed] [out never shown]"} {
		s, err := Compile(m, &a, NewSymbols(), Options{EdgesOnly: edgesOnly})
		if err != nil {
			t.Fatal(err)
		}
		names := func(set ActionSet) (list []string) {
			for _, n := range set.List() {
				list = append(list, s.Syms.Name(n))
			}
			return list
		}
		if got := fmt.Sprint(names(s.In), " ", names(s.Out)); got != want || s.WithIO == edgesOnly {
			t.Errorf("edges only %v: got %s, want %s", edgesOnly, got, want)
		}
	}
	syms := NewSymbols()
	if syms.Of("p") != 0 || syms.Of("") != 1 || syms.Of("p") != 0 || syms.Of("q") != 2 {
		t.Errorf("numbers are %v", syms.Index)
	}
	if syms.Name(0) != "p" || syms.Name(1) != "(no name)" {
		t.Errorf("names are %q, %q", syms.Name(0), syms.Name(1))
	}
	var set ActionSet
	set.add(2)
	set.add(0)
	if set.Has(1) || !set.Has(2) || set.Has(3) || !set.Has(0) || !slices.Equal(set.List(), []int{0, 2}) || len(set) != 3 {
		t.Errorf("the set is %v", set)
	}
	s, _ := Compile(m, m.Automata[0], syms, Options{})
	if s.Dim() != 2 || !slices.Equal(s.Names(), []string{"", "x"}) {
		t.Errorf("%d: %q", s.Dim(), s.Names())
	}
}

func TestStepsKeepToLimits(t *testing.T) {
	count := parse(t, "process P { clock x; int[0, 9] n; state a; init a; "+
		"trans a -u-> a { sync o!; assign n = n + 1; }; } system P;")
	for most, want := range map[int]int{10: 10, 9: 0, 0: 10, 11: 10} {
		s, err := Compile(count, count.Automata[0], NewSymbols(), Options{MaxLocs: most})
		var limit *model.LimitError
		if want == 0 && !errors.As(err, &limit) || want > 0 && (err != nil || len(s.Locs) != want) {
			t.Errorf("at most %d: %v", most, err)
		}
	}
	values := func(clock string, n int) string {
		var all []string
		for k := range n {
			all = append(all, fmt.Sprintf("%s == %d", clock, k))
		}
		return "(" + strings.Join(all, " || ") + ")"
	}
	for ys, ok := range map[int]bool{32: true, 33: false} { // 1024 and 1056 alternatives
		m := parse(t, "process P { clock x, y; state a; init a; trans a -u-> a { guard "+values("x", 32)+" && "+
			values("y", ys)+"; sync o!; }; } system P;")
		s, err := Compile(m, m.Automata[0], NewSymbols(), Options{})
		var limit *model.LimitError
		if ok && (err != nil || len(s.Locs[0].Edges[0].Guard) != 1024) || !ok && !errors.As(err, &limit) {
			t.Errorf("32 and %d values: %v", ys, err)
		}
	}
	for given, want := range map[int]int{0: 200_000, -1: 200_000, 1: 1, 5: 5} {
		if got := (Options{MaxLocs: given}).maxLocs(); got != want {
			t.Errorf("%d locations: got %d, want %d", given, got, want)
		}
	}
	family := parse(t, "/*@ features box, lid */\nprocess P { clock x; state a; init a; "+
		"trans a -u-> a { sync o!; }; }\nsystem P;")
	if _, err := Compile(family, family.Automata[0], NewSymbols(), Options{}); err == nil {
		t.Error("a family was compiled as if it were a product")
	}
}

// Locations are as many as the valuations that edges lead to: 1, 12 is not 11, 2, and an edge whose guard is
// false leads nowhere.
func TestStepsLeadToValuations(t *testing.T) {
	m := parse(t, "process P { clock x; int[0, 12] n = 1, w = 12; state a; init a; trans "+
		"a -u-> a { guard n == 1; sync o!; assign n = 11, w = 2; }, "+
		"a -u-> a { guard n == 5; sync o!; assign n = 7; }; } system P;")
	meter := &dbm.Meter{}
	s, err := Compile(m, m.Automata[0], NewSymbols(), Options{Meter: meter})
	if err != nil || len(s.Locs) != 2 || s.meter != meter {
		t.Errorf("%d locations, %v", len(s.Locs), err)
	}
	m = parse(t, "process P { clock x; state a; init a; trans a -u-> a { guard x >= 3; sync o!; }; } system P;")
	s, _ = Compile(m, m.Automata[0], NewSymbols(), Options{})
	if s.meter == nil || !slices.Equal(s.Locs[0].Max[1:], []int64{3}) {
		t.Errorf("x is compared with %v", s.Locs[0].Max)
	}
}

// Edges are made when they are first asked for, once; what a budget ends is made again.
func TestStepsAreMadeWhenNeeded(t *testing.T) {
	made := []int{}
	s := &System{Locs: []*Loc{{}, {}, {}}}
	fail := false
	s.expand = func(l *Loc, i int) {
		made = append(made, i)
		l.Edges = append(l.Edges, &Step{})
		if fail {
			panic("the budget ran out")
		}
	}
	if s.At(1) != s.Locs[1] || len(s.At(1).Edges) != 1 || !slices.Equal(made, []int{1}) {
		t.Errorf("made %v", made)
	}
	func() {
		fail = true
		defer func() { fail = recover() == nil }()
		s.At(2)
	}()
	if len(s.Locs[2].Edges) != 0 || len(s.At(2).Edges) != 1 || !slices.Equal(made, []int{1, 2, 2}) {
		t.Errorf("made %v", made)
	}
	if _, err := s.Whole(2); err == nil {
		t.Error("three locations are more than two")
	}
	if w, err := s.Whole(3); err != nil || w != s || len(s.Locs[0].Edges) != 1 || !slices.Equal(made, []int{1, 2, 2, 0}) {
		t.Errorf("%v, made %v", err, made)
	}
	if _, err := (&System{Locs: []*Loc{{}, {}, {}}}).Whole(1); err != nil {
		t.Errorf("a system whose edges are all made: %v", err)
	}
}

func parse(t testing.TB, text string) *model.Model {
	t.Helper()
	f := source.NewFile("test", text)
	m, d := model.Parse(f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	return m
}
