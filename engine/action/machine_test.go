package action

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
)

func parseModel(t *testing.T, text string) *model.Model {
	t.Helper()
	f := newFile(text)
	m, diags := model.Parse(f)
	if m == nil {
		t.Fatalf("%s\n%s", diags.Text(f), text)
	}
	return m
}

// tuples lists all points of a box.
func tuples(box []int64) [][]int64 {
	d := len(box) / 2
	lists := make([][]int64, d)
	for i := range d {
		lists[i] = model.Values(model.Range{Lo: box[i], Hi: box[d+i]})
	}
	var all [][]int64
	model.Tuples(lists, func(args []int64) bool {
		all = append(all, slices.Clone(args))
		return true
	})
	return all
}

func inBox(box, point []int64) bool {
	for i, p := range point {
		if p < box[i] || p > box[len(box)/2+i] {
			return false
		}
	}
	return true
}

// A plainMachine pairs the machine with the plain evaluation of the same model.
type plainMachine struct {
	m   *model.Model
	sys *system
	x   *machine
}

func newPlainMachine(m *model.Model, limit int) *plainMachine {
	sys := compile(m, newLayout(varRanges(m)))
	return &plainMachine{m, sys, newMachine(sys.layout, limit)}
}

// from runs a way from a state.
func (p *plainMachine) from(w *way, state []int64) bool {
	p.x.clear()
	p.x.at(p.sys.layout.pack(nil, state))
	return p.x.runWay(w)
}

// posts gives the states after the steps with these arguments, in order of production.
func (p *plainMachine) posts(args []int64) [][]int64 {
	var found []step
	for _, s := range p.x.steps {
		if inBox(p.x.box(s), args) {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b step) int { return int(a.nth - b.nth) })
	var posts [][]int64
	for _, s := range found {
		post := make([]int64, len(p.m.Vars))
		p.sys.layout.unpack(post, p.x.words(s))
		posts = model.Merge(posts, [][]int64{post})
	}
	return posts
}

// compare runs all ways from a state and compares with plain evaluation on the tuples that a test
// chooses; it gives the number of steps.
func (p *plainMachine) compare(t *testing.T, state []int64, choose func(e *model.Entry) [][]int64) (steps int) {
	t.Helper()
	for _, w := range p.sys.ways {
		if !p.from(w, state) {
			t.Fatalf("from %v: the limit was met", state)
		}
		some := false
		for _, args := range choose(w.entry) {
			got, want := p.posts(args), p.m.Posts(w.entry, state, args)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("from %v with %v: got %v, want %v\n%s", state, args, got, want, p.m.Format())
			}
			steps += len(want)
			some = some || len(want) > 0
		}
		if p.x.hasStep(w) != (len(p.x.steps) > 0) || some && len(p.x.steps) == 0 {
			t.Fatalf("from %v: a step is there: %v, and found: %v", state, p.x.hasStep(w), len(p.x.steps))
		}
		p.checkOrder(t, w)
	}
	return steps
}

// checkOrder wants steps by their least tuples, then as they were produced, none of them twice.
func (p *plainMachine) checkOrder(t *testing.T, w *way) {
	t.Helper()
	seen := map[string]bool{}
	for i, s := range p.x.steps {
		if int(s.way) != w.index || int(s.event) != w.events || int(s.args) != len(w.ranges) {
			t.Fatalf("a step is marked %d, %d, %d, want %d, %d, %d", s.way, s.event, s.args, w.index, w.events, len(w.ranges))
		}
		key := fmt.Sprint(p.x.box(s), p.x.words(s))
		if seen[key] {
			t.Fatalf("twice: %s\n%s", key, p.m.Format())
		}
		seen[key] = true
		if i == 0 {
			continue
		}
		before := p.x.steps[i-1]
		if c := slices.Compare(p.x.least(before), p.x.least(s)); c > 0 || c == 0 && before.nth >= s.nth {
			t.Fatalf("out of order: %v, number %d, before %v, number %d\n%s",
				p.x.box(before), before.nth, p.x.box(s), s.nth, p.m.Format())
		}
	}
}

// The steps of the machine are those of the plain evaluation of the tree, for each state of the types
// and each tuple of arguments.
func TestMachineAgreesWithPlainEvaluation(t *testing.T) {
	texts := rapid.Custom(genModel)
	models, steps := 0, 0
	for seed := range 400 {
		m := parseModel(t, texts.Example(seed))
		size := 0
		for _, e := range m.Entries {
			n := 1
			for _, r := range e.Ranges() {
				n *= int(r.Hi - r.Lo + 1)
			}
			size += n
		}
		if size > 400 {
			continue
		}
		models++
		p := newPlainMachine(m, 1<<20)
		for _, state := range tuples([]int64{0, -2, 2, 1}) {
			steps += p.compare(t, state, func(e *model.Entry) [][]int64 {
				var box []int64
				for _, r := range e.Ranges() {
					box = append(box, r.Lo)
				}
				for _, r := range e.Ranges() {
					box = append(box, r.Hi)
				}
				return tuples(box)
			})
		}
	}
	if models < 150 || steps < 20_000 {
		t.Errorf("%d models and %d steps are few", models, steps)
	}
}

const wide = "type(s, X) :- X in 0..9.\ntype(w, X) :- X in -1000000..1000000.\nvar([x], s).\nvar([y], w).\n" +
	"state_def([x, y]).\ninit([0, 0]).\nas :- actions (\n"

// Where a condition is linear in an argument the parts of the box end where it changes, and the work
// does not grow with the ranges. The expected boxes are made by hand.
func TestMachineCutsWhereATruthChanges(t *testing.T) {
	for _, c := range []struct {
		guard string
		boxes string
	}{
		{"true", "-1000000..1000000"},
		{"P #> 7", "8..1000000"}, {"P #>= 7", "7..1000000"}, {"P #< 7", "-1000000..6"}, {"P #=< 7", "-1000000..7"},
		{"P #= 7", "7..7"}, {`P #\= 7`, "-1000000..6 8..1000000"},
		{"7 #> P", "-1000000..6"}, {"7 #>= P", "-1000000..7"}, {"7 #< P", "8..1000000"}, {"7 #=< P", "7..1000000"},
		{"3 * P #> 7", "3..1000000"}, {"3 * P #>= 9", "3..1000000"}, {"3 * P #> 9", "4..1000000"},
		{"3 * P #< 9", "-1000000..2"},
		{"3 * P #=< 10", "-1000000..3"}, {"P * 3 #= 9", "3..3"}, {"3 * P #= 10", ""},
		{`3 * P #\= 10`, "-1000000..3 4..1000000"},
		{"-3 * P #> 7", "-1000000..-3"}, {"-3 * P #>= 9", "-1000000..-3"}, {"-3 * P #> 9", "-1000000..-4"},
		{"-3 * P #< 9", "-2..1000000"}, {"-3 * P #=< 10", "-3..1000000"}, {"-(P) #= 9", "-9..-9"},
		{"2 * P - 5 #> x", "4..1000000"}, {"x - 2 * (P - y) #>= 4", "-1000000..-6"}, {"x * P #>= x * 4", "4..1000000"},
		{"P - y #< 0", "-1000000..-6"}, {"P #> 1000000", ""}, {"P #>= 1000000", "1000000..1000000"},
		{"P #> -1000000", "-999999..1000000"},
		{`P #> 3 #/\ P #< 6`, "4..5"}, {`P #< 3 #\/ P #> 6`, "-1000000..2 7..1000000"}, {`#\ (P #> 3)`, "-1000000..3"},
		{"(P #> 3) #= (x #> 1)", "4..1000000"}, {`(x #> 1) #\= (P #> 3)`, "-1000000..3"}, {"true #= (P #> 3)", "4..1000000"},
		{`-(y) #= x + 3 #/\ P #> 7`, "8..1000000"}, {"P + y * y #> 3", "-21..1000000"},
		{`x #= 2 #/\ P #> 3`, "4..1000000"}, {`x #= 3 #/\ P #> 3`, ""}, {`x #= 2 #\/ P #> 3`, "-1000000..1000000"},
		{`P #> 3 #/\ x #= 2`, "4..1000000"}, {`P #> 3 #/\ x #= 3`, ""}, {`P #> 3 #\/ x #= 2`, "-1000000..1000000"},
	} {
		m := parseModel(t, wide+"'a'(P)::("+c.guard+") => (skip)\n), dood ([P: -1000000..1000000]:'a'(P)).\n")
		p := newPlainMachine(m, 1<<20)
		if !p.from(p.sys.ways[0], []int64{2, -5}) {
			t.Fatalf("%s: the limit was met", c.guard)
		}
		var boxes []string
		for _, s := range p.x.steps {
			box := p.x.box(s)
			boxes = append(boxes, fmt.Sprintf("%d..%d", box[0], box[1]))
		}
		if got := strings.Join(boxes, " "); got != c.boxes || p.x.work > 30 {
			t.Errorf("%s: got %s by %d instructions, want %s", c.guard, got, p.x.work, c.boxes)
		}
	}
}

// An assignment cuts off what is beyond the type first; then each value is a step of its own.
func TestMachineCutsWhatATypeDoesNotHold(t *testing.T) {
	for value, want := range map[string]string{
		"P": "0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9", "P + 500000": "-500000:0 -499999:1 -499998:2 -499997:3 " +
			"-499996:4 -499995:5 -499994:6 -499993:7 -499992:8 -499991:9",
		"4 * P": "0:0 1:4 2:8", "-4 * P": "-2:8 -1:4 0:0", "7 - 3 * P": "0:7 1:4 2:1",
		"P * P":       "-3:9 -2:4 -1:1 0:0 1:1 2:4 3:9",
		"P + 3000000": "", "P - 3000000": "", "P - 999999": "999999:0 1000000:1",
		"P + 999999": "-999999:0 -999998:1 -999997:2 -999996:3 -999995:4 -999994:5 -999993:6 -999992:7 -999991:8 -999990:9",
	} {
		m := parseModel(t, wide+"'a'(P)::(true) => (x := "+value+")\n), dood ([P: -1000000..1000000]:'a'(P)).\n")
		p := newPlainMachine(m, 1<<20)
		p.from(p.sys.ways[0], []int64{2, -5})
		var got []string
		for _, s := range p.x.steps {
			box, post := p.x.box(s), []int64{0, 0}
			p.sys.layout.unpack(post, p.x.words(s))
			if got = append(got, fmt.Sprintf("%d:%d", box[0], post[0])); box[0] != box[1] || post[1] != -5 {
				t.Errorf("%s: %v leads to %v", value, box, post)
			}
		}
		if text := strings.Join(got, " "); text != want || value != "P * P" && p.x.work > 60 {
			t.Errorf("%s: got %s by %d instructions, want %s", value, text, p.x.work, want)
		}
	}
}

// Conditions of two arguments, linear in each or not, on ranges that are too wide to try all.
func TestMachineOfTwoWideArguments(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 3))
		pick := func(of ...string) string { return of[r.IntN(len(of))] }
		term := func() string {
			one := pick("P", "Q", "P", "Q", "x", fmt.Sprint(r.IntN(41)-20))
			return pick(one, one, fmt.Sprint(r.IntN(5)-2)+" * "+one, one+pick(" + ", " - ")+pick("P", "Q", "x", "3"))
		}
		cond := func() string { return term() + pick(" #= ", ` #\= `, " #< ", " #> ", " #=< ", " #>= ") + term() }
		guard := "(" + cond() + pick(` #/\ `, ` #\/ `) + pick("", `#\ `) + "(" + cond() + "))"
		m := parseModel(t, wide+"'a'(P, Q)::("+guard+") => ((x := "+term()+") [] skip)\n), "+
			"dood ([P: -30..40, Q: -20..30]:'a'(P, Q)).\n")
		p := newPlainMachine(m, 1<<20)
		state := []int64{int64(r.IntN(10)), 0}
		p.compare(t, state, func(*model.Entry) [][]int64 {
			some := [][]int64{{-30, -20}, {-30, 30}, {40, -20}, {40, 30}}
			for range 150 {
				some = append(some, []int64{int64(r.IntN(71) - 30), int64(r.IntN(51) - 20)})
			}
			for _, s := range p.x.steps { // around the corners of boxes
				b := p.x.box(s)
				for _, q := range [][]int64{
					{b[0], b[1]}, {b[2], b[3]}, {b[0] - 1, b[1]}, {b[0], b[1] - 1}, {b[2] + 1, b[3]}, {b[2], b[3] + 1},
				} {
					if len(some) < 400 && inBox([]int64{-30, -20, 40, 30}, q) {
						some = append(some, q)
					}
				}
			}
			return some
		})
	}
}

const upTo30 = "type(s, X) :- X in 0..30.\nvar([x], s).\nstate_def([x]).\ninit([0]).\nas :- actions (\n"

// Where many paths join, a state and box that was met is not run again: twenty choices make a million
// paths and twenty-one states.
func TestMachineRunsEachStateOfAJoinOnce(t *testing.T) {
	const choices = 20
	m := parseModel(t, upTo30+"'a'(P)::(true) => ("+
		strings.Repeat("(x := x + 1 [] skip); ", choices)+"x := x + P)\n), dood ([P: 0..1]:'a'(P)).\n")
	p := newPlainMachine(m, 1<<20)
	for range 2 { // what was met in the first run is forgotten in the second
		p.x.work = 0
		if !p.from(p.sys.ways[0], []int64{0}) || p.x.work > 3000 {
			t.Fatalf("%d instructions", p.x.work)
		}
		posts := map[int64]bool{}
		for arg := range int64(2) {
			for _, post := range p.posts([]int64{arg}) {
				if posts[post[0]] = true; post[0] < arg || post[0] > choices+arg {
					t.Errorf("a(%d) leads to %d", arg, post[0])
				}
			}
			if n := len(p.posts([]int64{arg})); n != choices+1 {
				t.Errorf("a(%d) has %d states after it, want %d", arg, n, choices+1)
			}
		}
	}
	// What a join met in one box says nothing of another.
	m = parseModel(t, upTo30+"'a'(P)::(true) => ("+
		"(P #> 2 => skip [] P #=< 2 => skip); "+strings.Repeat("(x := x + 1 [] skip); ", 7)+"x := x + P)\n), "+
		"dood ([P: 0..5]:'a'(P)).\n")
	newPlainMachine(m, 1<<20).compare(t, []int64{1}, func(*model.Entry) [][]int64 { return tuples([]int64{0, 5}) })
}

// States of more than 64 bits.
func TestMachineOfWideStates(t *testing.T) {
	m := parseModel(t, "type(w, X) :- X in -1000000..1000000.\nvar([a, b, c, d], w).\nstate_def([a, b, c, d]).\n"+
		"init([0, 0, 0, 0]).\nas :- actions (\n'a'(P)::(true) => ((d := P; a := c) [] (c := P; b := d))\n), "+
		"dood ([P: -1000..-998]:'a'(P)).\n")
	p := newPlainMachine(m, 1<<20)
	if p.sys.layout.words != 2 {
		t.Fatalf("a state has %d words", p.sys.layout.words)
	}
	p.compare(t, []int64{1, -2, 999_999, -1_000_000}, func(*model.Entry) [][]int64 { return tuples([]int64{-1000, -998}) })
}

// A way of three instructions: the guard, the assignment and the end.
func TestMachineStopsAtTheLimit(t *testing.T) {
	m := parseModel(t, wide+"'a'::(true) => (x := 1),\n'b'::(x #= 0) => (x := 2)\n), dood ('b' // 'a').\n")
	for limit, want := range map[int]bool{3: true, 2: false} {
		p := newPlainMachine(m, limit)
		if got := p.from(p.sys.ways[0], []int64{0, 0}); got != want || p.x.over == want || (len(p.x.steps) == 1) != want {
			t.Errorf("limit %d: %v, with %d steps", limit, got, len(p.x.steps))
		}
	}
	// The probe behind // counts too: its guard, its assignment and its end, and the question itself;
	// where the guard does not hold, its guard, the question, and the three of the way.
	for _, c := range []struct {
		x     int64
		limit int
		want  bool
	}{{0, 4, true}, {0, 3, false}, {1, 5, true}, {1, 4, false}} {
		p := newPlainMachine(m, c.limit)
		if got := p.from(p.sys.ways[1], []int64{c.x, 0}); got != c.want {
			t.Errorf("x = %d, limit %d: got %v", c.x, c.limit, got)
		}
		if want := map[int64]int{0: 0, 1: 1}[c.x]; c.want && len(p.x.steps) != want {
			t.Errorf("x = %d: %d steps, want %d", c.x, len(p.x.steps), want)
		}
	}
	// Steps of one way after another are kept until clear.
	p := newPlainMachine(m, 100)
	p.from(p.sys.ways[0], []int64{0, 0})
	p.x.runWay(p.sys.ways[0])
	if len(p.x.steps) != 2 || p.x.steps[1].nth != 0 || !slices.Equal(p.x.words(p.x.steps[0]), p.x.words(p.x.steps[1])) {
		t.Errorf("two runs find %v", p.x.steps)
	}
	if p.x.clear(); len(p.x.steps)+len(p.x.boxes)+len(p.x.posts) != 0 {
		t.Error("something is left")
	}
}

// A linear form of one argument is cut between the two values where its sign changes.
func TestBoxCutOfALinearForm(t *testing.T) {
	x := &machine{lo: []int64{5, -7}, hi: []int64{5, 6}}
	for a := int64(-4); a <= 4; a++ {
		for k := int64(-40); k <= 40; k++ {
			f := linear{coeff: []int64{0, a}, k: k}
			for name, c := range map[string]struct {
				cut   func(*machine) (cut, bool)
				holds func(v int64) bool
			}{
				"below": {f.below, func(v int64) bool { return v < 0 }}, "above": {f.above, func(v int64) bool { return v <= 0 }},
			} {
				want := "nowhere"
				for v := x.lo[1]; v < x.hi[1]; v++ {
					if c.holds(a*v+k) != c.holds(a*(v+1)+k) {
						want = fmt.Sprint("at ", v)
					}
				}
				got := "nowhere"
				if at, ok := c.cut(x); ok {
					if got = fmt.Sprint("at ", at.at); at.arg != 1 {
						t.Errorf("argument %d is cut", at.arg)
					}
				}
				if got != want {
					t.Errorf("%s of %d*v + %d: got %s, want %s", name, a, k, got, want)
				}
			}
		}
	}
	for _, f := range []linear{
		{[]int64{1, 1}, 0}, {[]int64{0, 0}, 1}, {[]int64{0, 1}, math.MinInt64}, {[]int64{0, -1}, math.MinInt64},
	} {
		if at, ok := f.below(x); ok {
			t.Errorf("%v is cut at %v", f, at)
		}
	}
	if f := (linear{[]int64{0, 3}, 5}).minus(7); f.k != -2 || f.coeff[1] != 3 {
		t.Errorf("minus 7: got %v", f)
	}
	if f := (linear{[]int64{0, 3}, math.MinInt64 + 2}).minus(7); f.k != 0 || !slices.Equal(f.coeff, []int64{0, 0}) {
		t.Errorf("beyond 64 bits: got %v", f)
	}
	for a := int64(-9); a <= 9; a++ {
		for b := int64(-4); b <= 4; b++ {
			if b == 0 {
				continue
			}
			q, exact := floorDiv(a, b)
			if want := int64(math.Floor(float64(a) / float64(b))); q != want || exact != (a%b == 0) {
				t.Errorf("%d / %d: got %d, %v, want %d", a, b, q, exact, want)
			}
		}
	}
}

// What is not linear is cut in the middle of its widest argument; sums and products beyond 64 bits make
// no linear form.
func TestBoxHalves(t *testing.T) {
	arg := func(i int) *node { return &node{op: expr.Name, slot: i, arg: true, params: true} }
	x := &machine{lo: []int64{-3, 0, math.MinInt64, 2}, hi: []int64{40, 31, math.MaxInt64, 2}}
	for _, c := range []struct {
		n    *node
		want cut
	}{
		{arg(1), cut{1, 15}}, {&node{op: expr.Mul, l: arg(0), r: arg(1), params: true}, cut{0, 18}},
		{&node{op: expr.Mul, l: arg(1), r: &node{op: expr.Neg, l: arg(0), params: true}, params: true}, cut{0, 18}},
		{&node{op: expr.Mul, l: &node{op: expr.Name}, r: arg(1), params: true}, cut{1, 15}},
		{&node{op: expr.Mul, l: arg(3), r: arg(1), params: true}, cut{1, 15}}, {arg(2), cut{2, -1}},
	} {
		if got := x.halve(c.n); got != c.want {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
	for _, c := range []struct {
		sum, a, b int64
		want      int64
		ok        bool
	}{
		{3, 4, 5, 23, true}, {3, -4, 5, -17, true}, {0, math.MaxInt64, 2, 0, false}, {math.MaxInt64, 1, 1, 0, false},
		{math.MaxInt64 - 1, 1, 1, math.MaxInt64, true},
	} {
		sum := c.sum
		if ok := addProduct(&sum, c.a, c.b); ok != c.ok || ok && sum != c.want {
			t.Errorf("%d + %d*%d: got %d, %v", c.sum, c.a, c.b, sum, ok)
		}
	}
}

// Sets of points decide what boxes hold, in up to three dimensions.
func TestBoxesAsSets(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 4000 {
		d := r.IntN(4)
		draw := func() []int64 {
			box := make([]int64, 2*d)
			for i := range d {
				box[i] = int64(r.IntN(4))
				box[d+i] = box[i] + int64(r.IntN(4))
			}
			return box
		}
		a, b := draw(), draw()
		both, all, whole := 0, true, slices.Clone(a)
		var outside [][]int64
		for _, p := range tuples(a) {
			if inBox(b, p) {
				both++
			} else {
				outside = append(outside, p)
			}
		}
		for _, p := range tuples(b) {
			all = all && inBox(a, p)
		}
		if contains(a, b) != all || disjoint(a, b) != (both == 0) {
			t.Fatalf("%v and %v: contains %v, disjoint %v", a, b, contains(a, b), disjoint(a, b))
		}
		if both > 0 {
			var rest [][]int64
			for _, part := range subtract(a, b) {
				rest = append(rest, tuples(part)...)
			}
			slices.SortFunc(rest, slices.Compare)
			if fmt.Sprint(rest) != fmt.Sprint(outside) || !slices.Equal(a, whole) {
				t.Fatalf("%v without %v: got %v, want %v; then there is %v", whole, b, rest, outside, a)
			}
		}
		var others [][]int64
		for range r.IntN(6) {
			others = append(others, draw())
		}
		var want []int64
		for _, p := range tuples(a) {
			if want == nil && !slices.ContainsFunc(others, func(o []int64) bool { return inBox(o, p) }) {
				want = append([]int64{}, p...)
			}
		}
		if got := uncovered(a, others); !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Fatalf("%v without %v: got %v, want %v", a, others, got, want)
		}
	}
}
