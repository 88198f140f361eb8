package model

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

func bigRat(r Rat) *big.Rat { return big.NewRat(r.Num, r.Den) }

// Exact rationals against those of the standard library.
func TestRationals(t *testing.T) {
	var all []Rat
	for n := int64(-7); n <= 7; n++ {
		for d := int64(-6); d <= 6; d++ {
			if d == 0 {
				continue
			}
			r := Frac(n, d)
			if want := big.NewRat(n, d); r.Num != want.Num().Int64() || r.Den != want.Denom().Int64() {
				t.Errorf("%d/%d: got %d/%d, want %s", n, d, r.Num, r.Den, want)
			}
			if r.String() != big.NewRat(n, d).RatString() || r.Sign() != big.NewRat(n, d).Sign() {
				t.Errorf("%d/%d is written %s and has the sign %d", n, d, r, r.Sign())
			}
			if back, ok := ParseRat(r.String()); !ok || back != r {
				t.Errorf("%s is read as %v", r, back)
			}
			if !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
		if Int(n) != Frac(n, 1) {
			t.Errorf("%d: got %v", n, Int(n))
		}
	}
	for _, a := range all {
		for _, b := range all {
			x, y := bigRat(a), bigRat(b)
			if s := a.Add(b); bigRat(s).Cmp(new(big.Rat).Add(x, y)) != 0 {
				t.Errorf("%s + %s: got %s", a, b, s)
			}
			if s := a.Sub(b); bigRat(s).Cmp(new(big.Rat).Sub(x, y)) != 0 {
				t.Errorf("%s - %s: got %s", a, b, s)
			}
			if a.Cmp(b) != x.Cmp(y) {
				t.Errorf("%s and %s compare as %d", a, b, a.Cmp(b))
			}
			if x.Cmp(y) < 0 {
				if got, want := Between(a, b), between(x, y); bigRat(got).Cmp(want) != 0 {
					t.Errorf("between %s and %s: got %s, want %s", a, b, got, want.RatString())
				}
			}
		}
	}
	for a := int64(-12); a <= 12; a++ {
		for b := int64(-12); b <= 12; b++ {
			if a == 0 || b == 0 {
				continue
			}
			want := new(big.Int).GCD(nil, nil, big.NewInt(max(a, -a)), big.NewInt(max(b, -b))).Int64()
			if got := Gcd(a, max(b, -b)); got != want {
				t.Errorf("%d and %d: got %d, want %d", a, b, got, want)
			}
		}
	}
	if Gcd(0, 0) != 1 || Gcd(0, 5) != 5 || Gcd(-5, 0) != 5 {
		t.Error("divisors of 0")
	}
}

// between tries multiples of 1, 1/2, 1/4 and so on upwards.
func between(a, b *big.Rat) *big.Rat {
	for den := int64(1); ; den *= 2 {
		for n := -8 * den; n <= 8*den; n++ {
			if r := big.NewRat(n, den); r.Cmp(a) > 0 {
				if r.Cmp(b) < 0 {
					return r
				}
				break
			}
		}
	}
}

func TestReadRationals(t *testing.T) {
	for text, want := range map[string]string{
		"5": "5", "-5": "-5", "10": "10", "4/2": "2", "-10/4": "-5/2", "10/11": "10/11", "0/3": "0",
		"2305843009213693951": "2305843009213693951", "1/2305843009213693951": "1/2305843009213693951",
		"2305843009213693952": "", "1/2305843009213693952": "", // sums of these would leave 64 bits
		"": "", "x": "", "1/": "", "/2": "", "1/0": "", "1/-2": "", "1/2/3": "", "0.5": "",
	} {
		r, ok := ParseRat(text)
		if ok != (want != "") || ok && r.String() != want {
			t.Errorf("%q: got %v, %v, want %s", text, r, ok, want)
		}
	}
}

const states = `const int K = 7; const int SAME = 1;
process P {
  clock x, y, z; int[-20, 20] v = 4, w; bool b; const int SAME = 2;
  state a, c; init a;
  trans a -u-> c { sync o!; };
}
system P;`

func parsed(t *testing.T, text string) *expr.Expr {
	t.Helper()
	f := source.NewFile("", text)
	var d source.Diagnostics
	e := expr.NewParser(expr.Uppaal, f, &d).Expr()
	if d.HasErrors() {
		t.Fatal(d.Text(f))
	}
	return e
}

func stateOf(t *testing.T, x, y, z Rat, v, w, b int64) *State {
	t.Helper()
	m, _ := read(t, states)
	s := m.ZeroState(m.Automata[0])
	s.Clocks, s.Vars = []Rat{x, y, z}, []int64{v, w, b}
	return s
}

func TestFirstState(t *testing.T) {
	m, _ := read(t, states)
	s := m.ZeroState(m.Automata[0])
	if !slices.Equal(s.Clocks, []Rat{{0, 1}, {0, 1}, {0, 1}}) || !slices.Equal(s.Vars, []int64{4, 0, 0}) || s.Loc != 0 {
		t.Errorf("starts in %v", s)
	}
}

// The values of expressions, x = 1/2, y = 3, z = 0, v = -7, w = 2, b true; "none" has no value.
func TestValues(t *testing.T) {
	s := stateOf(t, Frac(1, 2), Int(3), Int(0), -7, 2, 1)
	for text, want := range map[string]string{
		"5": "5", "x": "1/2", "v": "-7", "K": "7", "SAME": "2", "b": "1", "-x": "-1/2", "!b": "0", "!(x > 1)": "1",
		"x + y": "7/2", "x - y": "-5/2", "x + v": "-13/2", "v * w": "-14", "v / w": "-3", "v % w": "-1", "y * w": "6",
		"x * w": "none", "w * x": "none", "x / w": "none", "w / x": "none", "v / (w - 2)": "none", "v % z": "none",
		"2147483647 * 1": "2147483647", "1073741824 * 2": "none", "unknown": "none",
		"unknown + 1": "none", "1 + unknown": "none",
		"x < 1": "1", "x < y": "1", "y < x": "0", "x <= y - 5 / 2": "1", "y >= 3": "1", "y > 3": "0", "y == w + 1": "1",
		"y != w + 1": "0", "y <= 3": "1", "y < 3": "0", "2 * w >= K": "0",
		"b && x < 1": "1", "b && x > 1": "0", "x > 1 && unknown == 1": "0", "x < 1 || unknown == 1": "1",
		"x > 1 imply unknown == 1": "1", "x < 1 imply b": "1", "x < 1 imply x > 1": "0", "x > 1 || x < 1": "1",
		"x > 1 || x > 2": "0", "x < 1 && unknown == 1": "none", "x > 1 || unknown == 1": "none", "unknown == 1 || b": "none",
		"x < 1 imply unknown == 1": "none", "-unknown": "none", "!(unknown == 1)": "none",
	} {
		v, err := s.Eval(parsed(t, text))
		got := v.String()
		if err != nil {
			got = "none"
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
		if holds, err := s.Truth(parsed(t, text)); (err == nil) != (want != "none") || err == nil && holds != (want != "0") {
			t.Errorf("%s holds: %v, %v", text, holds, err)
		}
	}
	if ok, err := s.Truth(nil); !ok || err != nil {
		t.Error("no condition does not hold")
	}
	for op, want := range map[expr.Op]string{
		expr.Lt: "100", expr.Le: "110", expr.Eq: "010", expr.Ne: "101", expr.Ge: "011", expr.Gt: "001",
	} {
		got := ""
		for c := -1; c <= 1; c++ {
			got += truthRat(Related(op, c)).String()
		}
		if got != want {
			t.Errorf("%v of less, equal, greater: got %s, want %s", op, got, want)
		}
	}
}

// A delay moves all clocks alike, and nothing else.
func TestDelay(t *testing.T) {
	s := stateOf(t, Frac(1, 2), Int(3), Int(0), 1, 2, 1)
	later := s.After(Frac(3, 4))
	if got := fmt.Sprint(later.Clocks, later.Vars, later.Loc); got != "[5/4 15/4 3/4] [1 2 1] 0" {
		t.Errorf("later: %s", got)
	}
	if got := fmt.Sprint(s.Clocks); got != "[1/2 3 0]" {
		t.Errorf("before: %s", got)
	}
}

// Assignments are made in their order, each reading what those before it left; a value beyond its
// range, or none, makes no step.
func TestTake(t *testing.T) {
	for _, c := range []struct {
		assign string
		want   string
	}{
		{"", "1 [1/2 3 1] [4 0 1]"}, {"x = 0", "1 [0 3 1] [4 0 1]"}, {"x = 0, z = 2, x = 5", "1 [5 3 2] [4 0 1]"},
		{"v = v + 1, w = v * 2, v = 0", "1 [1/2 3 1] [0 10 1]"}, {"w = v, b = false", "1 [1/2 3 1] [4 4 0]"},
		{"v = v + 16", "1 [1/2 3 1] [20 0 1]"}, {"v = v + 17", "none"}, {"v = v - 24", "1 [1/2 3 1] [-20 0 1]"},
		{"v = v - 25", "none"}, {"v = 21, v = 0", "none"}, {"w = 4 / w", "none"}, {"x = 3, w = 100", "none"},
	} {
		m, _ := read(t, states)
		a := m.Automata[0]
		s := &State{m, a, 0, []Rat{Frac(1, 2), Int(3), Int(1)}, []int64{4, 0, 1}}
		e := *a.Edges[0]
		if c.assign != "" {
			text := fmt.Sprintf("process P { clock x, y, z; int[-20, 20] v = 4, w; bool b; state a, c; init a; "+
				"trans a -u-> c { sync o!; assign %s; }; } system P;", c.assign)
			f := source.NewFile("", text)
			other, d := Parse(f)
			if other == nil {
				t.Fatal(d.Text(f))
			}
			e = *other.Automata[0].Edges[0]
		}
		got := "none"
		if next, ok := s.Take(&e); ok {
			got = fmt.Sprint(next.Loc, next.Clocks, next.Vars)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.assign, got, c.want)
		}
		if s := fmt.Sprint(s.Loc, s.Clocks, s.Vars); s != "0 [1/2 3 1] [4 0 1]" {
			t.Errorf("%s changed the state before it to %s", c.assign, s)
		}
	}
}

// What is read as a clock constraint: clocks, comparison, constant.
func TestClockConstraints(t *testing.T) {
	m, _ := read(t, states)
	a := m.Automata[0]
	symbol := map[expr.Op]string{expr.Lt: "<", expr.Le: "<=", expr.Gt: ">", expr.Ge: ">=", expr.Eq: "=="}
	for text, want := range map[string]struct{ simple, bound string }{
		"x < 3":                           {"x- < 3", ""},
		"3 < x":                           {"x- > 3", ""},
		"3 > x":                           {"x- < 3", ""},
		"3 <= x":                          {"x- >= 3", ""},
		"3 >= x":                          {"x- <= 3", ""},
		"3 == x":                          {"x- == 3", ""},
		"x >= 2 * K":                      {"x- >= 14", ""},
		"x > -SAME":                       {"x- > -2", ""},
		"x - y <= 4":                      {"x-y <= 4", ""},
		"4 <= x - y":                      {"x-y >= 4", ""},
		"x > y":                           {"x-y > 0", ""},
		"y < x":                           {"y-x < 0", ""},
		"x < y - z":                       {"none", "none"},
		"x != 3":                          {"none", "none"},
		"x < v":                           {"none", "none"},
		"v < 3":                           {"none", "none"},
		"v < x":                           {"none", "none"},
		"x < true":                        {"none", "none"},
		"v - x < 3":                       {"none", "none"},
		"x - v < 3":                       {"none", "none"},
		"x + y < 3":                       {"none", "none"},
		"x - y < z":                       {"none", "none"},
		"-x < 3":                          {"none", "x- > -3"},
		"-(-x) < 3":                       {"none", "x- < 3"},
		"-x < -y":                         {"none", "y-x < 0"},
		"x - 2 > 5":                       {"none", "x- > 7"},
		"x + 2 > 5":                       {"none", "x- > 3"},
		"5 < x + 2":                       {"none", "x- > 3"},
		"2 - x < 5":                       {"none", "x- > -3"},
		"x + 1 < y":                       {"none", "x-y < -1"},
		"1 - y < 2 - x":                   {"none", "x-y < 1"},
		"x - (y - 2) <= K":                {"none", "x-y <= 5"},
		"x - x < 1":                       {"x-x < 1", ""},
		"1 < 2":                           {"none", "none"},
		"x * 2 < 4":                       {"none", "none"},
		"x + 2147483647 < 2147483647 + y": {"none", "x-y < 0"},
		"x - 2147483647 < 1":              {"none", "none"},
		"x - 2147483646 < 1":              {"none", "x- < 2147483647"},
		"x + 2147483647 < -1":             {"none", "none"},
		"x + 2147483646 < -1":             {"none", "x- < -2147483647"},
		"x":                               {"none", "none"},
	} {
		e := parsed(t, text)
		spell := func(c Constraint, ok bool) string {
			if !ok {
				return "none"
			}
			return fmt.Sprintf("%s-%s %s %d", c.X, c.Y, symbol[c.Op], c.Bound)
		}
		if want.bound == "" {
			want.bound = want.simple
		}
		c, ok := m.Simple(a, e)
		if got := spell(c, ok); got != want.simple {
			t.Errorf("simple %s: got %s, want %s", text, got, want.simple)
		}
		if ok && (c.Node != e || c.Swapped != (c.Const == e.Args[0]) || c.Const != nil && !slices.Contains(e.Args, c.Const)) {
			t.Errorf("%s: the constant is not found", text)
		}
		if ok && (c.Const == nil) != (text == "x > y" || text == "y < x") {
			t.Errorf("%s: the constant is %v", text, c.Const)
		}
		if got := spell(m.Bound(a, e)); got != want.bound {
			t.Errorf("bound %s: got %s, want %s", text, got, want.bound)
		}
	}
	if _, ok := m.Simple(a, nil); ok {
		t.Error("no condition is no constraint")
	}
}

// Constants are folded as values of integers are; what names a clock or a variable is none.
func TestFold(t *testing.T) {
	m, _ := read(t, states)
	a := m.Automata[0]
	for text, want := range map[string]string{
		"5": "5", "K": "7", "SAME": "2", "-K": "-7", "K + SAME * 2": "11", "K / 2": "3", "K % 2": "1", "K - 8": "-1",
		"x": "none", "v": "none", "x + 1": "none", "1 + x": "none", "-x": "none", "true": "none", "1 / 0": "none",
		"2147483647 + 1": "none", "1 < 2": "none", "unknown": "none", "!true": "none",
	} {
		got := "none"
		if v, ok := m.Fold(a, parsed(t, text)); ok {
			got = fmt.Sprint(v)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	if v, ok := m.Constant(nil, "SAME"); !ok || v != 1 {
		t.Errorf("the model's own constant is %d", v)
	}
	if v, ok := m.Constant(nil, "unknown"); ok || v != 0 {
		t.Errorf("an unknown constant is %d", v)
	}
}

// On random comparisons a bound says what the expression is worth, for clocks on quarters; a
// comparison of clocks alone that is none holds three clocks, or two on one side.
func TestBoundsHoldWhereTheirExpressionsDo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	var term func(depth int) string
	term = func(depth int) string {
		if depth == 0 || r.IntN(3) == 0 {
			return pick("x", "y", "x", "y", "2", "K", "0", "-3")
		}
		if r.IntN(5) == 0 {
			return "-(" + term(depth-1) + ")"
		}
		return "(" + term(depth-1) + pick(" + ", " - ") + term(depth-1) + ")"
	}
	bounds := 0
	for range 3000 {
		text := term(2) + pick(" < ", " <= ", " > ", " >= ", " == ") + term(2)
		s := stateOf(t, Frac(int64(r.IntN(40)), 4), Frac(int64(r.IntN(40)), 4), Int(0), 0, 0, 0)
		e := parsed(t, text)
		c, ok := s.Model.Bound(s.Automaton, e)
		if !ok {
			continue
		}
		bounds++
		left := s.Clocks[s.Automaton.Clock(c.X)]
		if c.Y != "" {
			left = left.Sub(s.Clocks[s.Automaton.Clock(c.Y)])
		}
		want, err := s.Truth(e)
		if got := Related(c.Op, left.Cmp(Int(c.Bound))); err != nil || got != want {
			t.Fatalf("%s with %v: the bound says %v, the expression %v, %v", text, s.Clocks, got, want, err)
		}
	}
	if bounds < 1000 {
		t.Errorf("%d bounds are few", bounds)
	}
}
