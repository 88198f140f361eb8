package model

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

func parse(t *testing.T, text string) *Model {
	t.Helper()
	f := source.NewFile("", text)
	m, diags := Parse(f)
	if m == nil {
		t.Fatalf("%s\n%s", diags.Text(f), text)
	}
	return m
}

// A relation is Figure 3 once more, as predicates on two states that are tried on all of them: it
// shares nothing with the evaluation of statements but the tree.
type relation struct {
	m      *Model
	states [][]int64
}

func newRelation(m *Model) *relation {
	r := &relation{m, [][]int64{nil}}
	for _, v := range m.Vars {
		var longer [][]int64
		for _, s := range r.states {
			for x := v.Lo; x <= v.Hi; x++ {
				longer = append(longer, append(slices.Clone(s), x))
			}
		}
		r.states = longer
	}
	return r
}

func value(e *expr.Expr, env []int64) int64 {
	is := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	var a, b int64
	if len(e.Args) > 0 {
		a = value(e.Args[0], env)
	}
	if len(e.Args) > 1 {
		b = value(e.Args[1], env)
	}
	switch e.Op {
	case expr.Const:
		return e.Value
	case expr.Name:
		return env[e.Ref]
	case expr.Neg:
		return -a
	case expr.Not:
		return is(a == 0)
	case expr.And:
		return is(a == 1 && b == 1)
	case expr.Or:
		return is(a == 1 || b == 1)
	case expr.Add:
		return a + b
	case expr.Sub:
		return a - b
	case expr.Mul:
		return a * b
	case expr.Eq:
		return is(a == b)
	case expr.Ne:
		return is(a != b)
	case expr.Lt:
		return is(a < b)
	case expr.Le:
		return is(a <= b)
	case expr.Gt:
		return is(a > b)
	case expr.Ge:
		return is(a >= b)
	}
	panic(fmt.Sprint("no operation ", e.Op))
}

// holds tells whether a statement relates two states.
func (r *relation) holds(b *Body, s, t, params []int64) bool {
	env := append(slices.Clone(s), params...)
	switch b.Op {
	case Assign:
		want := slices.Clone(s)
		want[b.Ref] = value(b.Expr, env)
		return slices.Equal(want, t) // and t is a state, so the value is one of its type
	case Guarded:
		return value(b.Expr, env) == 1 && r.holds(b.Parts[0], s, t, params)
	case Choice:
		return slices.ContainsFunc(b.Parts, func(p *Body) bool { return r.holds(p, s, t, params) })
	case Seq:
		return r.chain(b.Parts, s, t, params)
	}
	return slices.Equal(s, t)
}

func (r *relation) chain(parts []*Body, s, t, params []int64) bool {
	if len(parts) == 1 {
		return r.holds(parts[0], s, t, params)
	}
	return slices.ContainsFunc(r.states, func(v []int64) bool {
		return r.holds(parts[0], s, v, params) && r.chain(parts[1:], v, t, params)
	})
}

// A seenStep is the events of a step, spelt, and the state after it.
type seenStep struct {
	events string
	post   string
}

// steps gives what a node of the do-od block allows in a state.
func (r *relation) steps(d *Do, s []int64) map[seenStep][]int64 {
	all := map[seenStep][]int64{}
	switch d.Op {
	case Call:
		r.calls(d, s, nil, all)
	case DoChoice:
		for _, p := range d.Parts {
			for k, v := range r.steps(p, s) {
				all[k] = v
			}
		}
	case DoPrio:
		for _, p := range d.Parts {
			if all = r.steps(p, s); len(all) > 0 {
				break
			}
		}
	case DoSeq:
		all[seenStep{}] = s
		for _, p := range d.Parts {
			longer := map[seenStep][]int64{}
			for one, mid := range all {
				for two, post := range r.steps(p, mid) {
					longer[seenStep{one.events + two.events, two.post}] = post
				}
			}
			all = longer
		}
	}
	return all
}

func (r *relation) calls(d *Do, s, args []int64, all map[seenStep][]int64) {
	if len(args) < len(d.Params) {
		for v := d.Params[len(args)].Lo; v <= d.Params[len(args)].Hi; v++ {
			r.calls(d, s, append(slices.Clone(args), v), all)
		}
		return
	}
	for _, a := range r.m.Actions {
		for _, t := range r.states {
			if a.Name.Name == d.Action.Name && r.holds(a.Run, s, t, args) {
				all[seenStep{fmt.Sprint(d.Action.Name, args), fmt.Sprint(t)}] = t
			}
		}
	}
}

// randomText writes a small model.
func randomText(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	var cond, term, body func(names []string, depth int) string
	term = func(names []string, depth int) string {
		if depth == 0 || r.IntN(2) == 0 {
			return pick(append(names, "0", "1", "2")...)
		}
		if r.IntN(6) == 0 {
			return "(-" + term(names, 0) + ")"
		}
		return "(" + term(names, depth-1) + pick(" + ", " - ", " * ") + term(names, depth-1) + ")"
	}
	cond = func(names []string, depth int) string {
		switch k := r.IntN(7); {
		case k == 0:
			return "true"
		case depth > 0 && k < 3:
			return "(" + cond(names, depth-1) + pick(` #/\ `, ` #\/ `) + cond(names, depth-1) + ")"
		case depth > 0 && k == 3:
			return `#\ (` + cond(names, depth-1) + ")"
		}
		return term(names, 1) + " " + pick("#=", `#\=`, "#<", "#>", "#=<", "#>=") + " " + term(names, 1)
	}
	body = func(names []string, depth int) string {
		switch k := r.IntN(5); {
		case depth > 0 && k == 0:
			return "((" + body(names, depth-1) + ") [] (" + body(names, depth-1) + "))"
		case depth > 0 && k == 1:
			return "((" + body(names, depth-1) + "); (" + body(names, depth-1) + "))"
		case depth > 0 && k == 2:
			return "((" + cond(names, 1) + ") => (" + body(names, depth-1) + "))"
		case k == 3:
			return "skip"
		}
		return pick("x", "y") + " := " + term(names, 1)
	}
	var do func(depth int) string
	do = func(depth int) string {
		if depth > 0 && r.IntN(3) > 0 {
			return "(" + do(depth-1) + ") " + pick("[]", "//", ";") + " (" + do(depth-1) + ")"
		}
		return pick("'a'", "[P:p]:'b'(P)", "[P:p]:'b'(P)", "[P: 0..1]:'b'(P)", "[P:p, Q: -1..0]:'c'(P, Q)",
			"[Q: 1..2, P: 0..1]:'c'(P, Q)")
	}
	names := []string{"x", "y", "P", "Q"}
	var b strings.Builder
	b.WriteString("type(s, X) :- X in 0..2.\ntype(n, X) :- X in -1..1.\ntype(p, X) :- X in -1..2.\n")
	b.WriteString("var([x], s).\nvar([y], n).\nstate_def([x, y]).\n")
	fmt.Fprintf(&b, "init([%d, %d]).\nas :- actions (\n", r.IntN(3), r.IntN(3)-1)
	for i, head := range []string{"'a'", "'b'(P)", "'c'(P, Q)"} {
		fmt.Fprintf(&b, "  %s::(%s) => (%s)%s\n", head, cond(names[:2+i], 2), body(names[:2+i], 3), []string{",", ",", ""}[i])
	}
	fmt.Fprintf(&b, "), dood (\n  %s\n).\n", do(2))
	return b.String()
}

func TestStepsAreThoseOfTheRelation(t *testing.T) {
	models, found, sequences, blocked := 0, 0, 0, 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 7))
		m := parse(t, randomText(r))
		tuples := 0
		for _, e := range m.Entries {
			tuples += CountTuples(values(e))
		}
		if tuples > 300 {
			continue
		}
		models++
		rel := newRelation(m)
		for _, s := range rel.states {
			want := rel.steps(m.Do, s)
			got := map[seenStep][]int64{}
			for _, e := range m.Entries {
				for _, args := range tuplesOf(values(e)) {
					posts := m.Posts(e, s, args)
					for _, post := range posts {
						mv := Move{e, args, post}
						got[seenStep{eventsText(mv.Events()), fmt.Sprint(post)}] = post
					}
					if n := len(Merge(nil, posts)); n != len(posts) {
						t.Fatalf("seed %d: repetitions in %v", seed, posts)
					}
				}
				checkRepresentatives(t, m, e, s)
				if len(e.Calls()) > 1 {
					sequences++
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d, in %v: got %v, want %v\n%s", seed, s, got, want, m.Format())
			}
			if found += len(got); len(got) == 0 {
				blocked++
			}
			checkAllows(t, rel, m, s, want)
		}
	}
	if models < 50 || found < 2000 || sequences < 100 || blocked < 50 {
		t.Errorf("%d models, %d steps, %d sequences, %d states without a step are few", models, found, sequences, blocked)
	}
}

func values(e *Entry) [][]int64 {
	var lists [][]int64
	for _, r := range e.Ranges() {
		lists = append(lists, Values(r))
	}
	return lists
}

func tuplesOf(lists [][]int64) [][]int64 {
	all := [][]int64{nil}
	for _, l := range lists {
		var longer [][]int64
		for _, tuple := range all {
			for _, v := range l {
				longer = append(longer, append(slices.Clone(tuple), v))
			}
		}
		all = longer
	}
	return all
}

func eventsText(events []Event) string {
	text := ""
	for _, ev := range events {
		text += fmt.Sprint(ev.Name, ev.Args)
	}
	return text
}

// checkRepresentatives compares the states that some arguments lead to with those that the chosen
// arguments lead to, and the visits of EachPosts with the tuples in their order.
func checkRepresentatives(t *testing.T, m *Model, e *Entry, s []int64) {
	t.Helper()
	var all, some [][]int64
	var visited, want string
	for _, args := range tuplesOf(values(e)) {
		all = Merge(all, m.Posts(e, s, args))
	}
	lists := Representatives(e, m)
	for _, args := range tuplesOf(lists) {
		if posts := m.Posts(e, s, args); len(posts) > 0 {
			some = Merge(some, posts)
			want += fmt.Sprint(args, posts)
		}
	}
	done := m.EachPosts(e, s, lists, func(args []int64, posts [][]int64) bool {
		if len(posts) > 0 {
			visited += fmt.Sprint(args, posts)
		}
		return true
	})
	if len(all) != len(some) || visited != want || !done {
		t.Fatalf("in %v: %v are reached, with the chosen arguments %v; visited %s, want %s\n%s",
			s, all, some, visited, want, m.Format())
	}
}

func checkAllows(t *testing.T, rel *relation, m *Model, s []int64, want map[seenStep][]int64) {
	t.Helper()
	for _, e := range m.Entries {
		for _, args := range tuplesOf(values(e)) {
			events := Move{Entry: e, Args: args}.Events()
			for _, post := range rel.states {
				_, ok := want[seenStep{eventsText(events), fmt.Sprint(post)}]
				if m.Allows(s, events, post) != ok {
					t.Fatalf("from %v by %v to %v: allowed should be %v\n%s", s, events, post, ok, m.Format())
				}
			}
		}
	}
}

const small = "type(s, X) :- X in 0..9.\nvar([x, y], s).\nstate_def([x, y]).\ninit([0, 0]).\nas :- actions (\n"

// Steps come in the order in which alternatives are written, each once; arguments beyond their
// ranges make none.
func TestOrderOfSteps(t *testing.T) {
	m := parse(t, small+"'a'(P)::(true) => ((x := P; y := 1) [] x := 3 [] (x := P; y := 1) [] (x := 2 [] x := 1); "+
		"y := x)\n), dood ([P: 0..3]:'a'(P)).\n")
	for arg, want := range map[int64]string{
		0: "[[0 1] [3 0] [2 2] [1 1]]", 1: "[[1 1] [3 0] [2 2]]", 3: "[[3 1] [3 0] [2 2] [1 1]]", 4: "[]", -1: "[]",
	} {
		if got := fmt.Sprint(m.Posts(m.Entries[0], []int64{0, 0}, []int64{arg})); got != want {
			t.Errorf("a(%d): got %s, want %s", arg, got, want)
		}
	}
	if s := []int64{9, 9}; m.InTypes([]int64{0, 10}) || m.InTypes([]int64{-1, 0}) || !m.InTypes(s) {
		t.Error("states hold 0 to 9")
	}
}

func TestVisitsEnd(t *testing.T) {
	m := parse(t, small+"'a'(P)::(P #> x) => (x := P)\n), dood ([P: 0..3]:'a'(P)).\n")
	e, seen := m.Entries[0], ""
	visit := func(args []int64, posts [][]int64) bool {
		seen += fmt.Sprint(args, posts)
		return len(posts) == 0
	}
	if m.EachPosts(e, []int64{1, 0}, values(e), visit) || seen != "[0] [][1] [][2] [[2 0]]" {
		t.Errorf("visited %s", seen)
	}
	behind := parse(t, small+"'a'::(x #< 2) => (skip),\n'b'(P)::(true) => (x := P)\n), dood ('a' // [P: 0..3]:'b'(P)).\n")
	for x, want := range map[int64]string{1: "", 2: "[0] [[0 0]][1] [[1 0]]"} {
		seen = ""
		note := func(args []int64, posts [][]int64) bool {
			seen += fmt.Sprint(args, posts)
			return true
		}
		done := behind.EachPosts(behind.Entries[1], []int64{x, 0}, [][]int64{{0, 1}}, note)
		if seen != want || !done {
			t.Errorf("x = %d: visited %s, want %s", x, seen, want)
		}
	}
	for _, c := range []struct {
		lists [][]int64
		last  int64
		want  string
	}{
		{[][]int64{{1, 2}, {5, 6}}, -1, "[1 5][1 6][2 5][2 6] true"}, {[][]int64{{1, 2}, {5, 6}}, 6, "[1 5][1 6] false"},
		{[][]int64{{1, 2, 3}, {4}}, -1, "[1 4][2 4][3 4] true"}, {[][]int64{{1}, {}}, -1, " true"},
		{nil, -1, "[] true"}, {[][]int64{{7}}, 7, "[7] false"},
	} {
		got := ""
		ok := Tuples(c.lists, func(args []int64) bool {
			got += fmt.Sprint(args)
			return len(args) == 0 || args[len(args)-1] != c.last
		})
		if got += fmt.Sprint(" ", ok); got != c.want {
			t.Errorf("%v: got %s, want %s", c.lists, got, c.want)
		}
	}
}

func TestCountTuples(t *testing.T) {
	million := make([]int64, 1<<20)
	for _, c := range []struct {
		lists [][]int64
		want  int
	}{
		{nil, 1}, {[][]int64{{1, 2}, {1, 2, 3}}, 6}, {[][]int64{{1, 2}, {}}, 0}, {[][]int64{million}, 1 << 20},
		{[][]int64{million, {1, 2}}, 1<<20 + 1}, {[][]int64{million, {1, 2}, {}}, 1<<20 + 1},
	} {
		if got := CountTuples(c.lists); got != c.want {
			t.Errorf("got %d, want %d", got, c.want)
		}
	}
	if got := Values(Range{Lo: -2, Hi: 1}); !slices.Equal(got, []int64{-2, -1, 0, 1}) {
		t.Errorf("got %v", got)
	}
	if got := len(Values(Range{Lo: 1, Hi: 1 << 40})); got != 1<<20+1 {
		t.Errorf("%d values of a long range", got)
	}
	if got := len(Values(Range{Lo: 1, Hi: 1 << 20})); got != 1<<20 {
		t.Errorf("%d values of 2^20", got)
	}
}

// Values between which no comparison with a constant changes, and no range of the same event ends,
// have one representative; an argument that is used otherwise keeps all its values.
func TestRepresentativeValues(t *testing.T) {
	for _, c := range []struct{ action, do, want string }{
		{"'a'(P)::(P #< 3) => (x := 1)", "[P: 0..9]:'a'(P)", "[[0 3 4]]"},
		{"'a'(P)::(7 #= P) => (x := 1)", "[P: 0..9]:'a'(P)", "[[0 7 8]]"},
		{"'a'(P)::(7 #= P) => (x := 1)", "[P: 0..7]:'a'(P)", "[[0 7]]"},
		{"'a'(P)::(-5 #= P) => (x := 1)", "[P: 0..7]:'a'(P)", "[[0]]"},
		{"'a'(P)::(true) => (x := 1)", "[P: 3..9]:'a'(P)", "[[3]]"},
		{"'a'(P)::(P #> 6) => (P #= 2 => x := 1)", "[P: 1..9]:'a'(P)", "[[1 2 3 6 7]]"},
		{"'a'(P)::(P #> x) => (x := 1)", "[P: 1..3]:'a'(P)", "[[1 2 3]]"},
		{"'a'(P)::(x #> P) => (x := 1)", "[P: 1..3]:'a'(P)", "[[1 2 3]]"},
		{"'a'(P)::(true) => (x := P)", "[P: 1..3]:'a'(P)", "[[1 2 3]]"},
		{"'a'(P)::(P + 1 #> 4) => (x := 1)", "[P: 1..3]:'a'(P)", "[[1 2 3]]"},
		{"'a'(P)::(x #> 4) => (x := 1)", "[P: 1..9]:'a'(P)", "[[1]]"},
		{"'a'(P, Q)::(P #> 4) => (x := Q)", "[P: 1..9, Q: 2..4]:'a'(P, Q)", "[[1 4 5] [2 3 4]]"},
		{"'a'(P, Q)::(Q #> 4 #/\\ true) => (x := P)", "[P: 0..1, Q: 2..9]:'a'(P, Q)", "[[0 1] [2 4 5]]"},
		{"'a'(P)::(P #< 3) => (x := 1)", "[P: 0..9]:'a'(P) [] [P: 5..6]:'a'(P)", "[[0 3 4 5 7]]"},
		{"'a'(P)::(P #< 3) => (x := 1),\n'b'(P)::(P #= 8) => (x := 1)", "[P: 0..9]:'a'(P) [] [P: 5..6]:'b'(P)", "[[0 3 4]]"},
		{"'a'(P)::(P #< 3) => (x := 1),\n'b'(P)::(P #= 8) => (x := 1)", "[P: 0..9]:'a'(P); [P: 5..8]:'b'(P)",
			"[[0 3 4] [5 8]]"},
	} {
		m := parse(t, small+c.action+"\n), dood ("+c.do+").\n")
		if got := fmt.Sprint(Representatives(m.Entries[0], m)); got != c.want {
			t.Errorf("%s, %s: got %s, want %s", c.action, c.do, got, c.want)
		}
	}
	// Those of two models have the regions of both; a model without the action says nothing of it.
	one := parse(t, small+"'a'(P)::(P #< 3) => (x := 1)\n), dood ([P: 0..9]:'a'(P)).\n")
	two := parse(t, small+"'a'(P)::(P #> 6) => (x := 1)\n), dood ([P: 0..9]:'a'(P)).\n")
	other := parse(t, small+"'b'(P)::(P #> x) => (x := 1)\n), dood ([P: 0..9]:'b'(P)).\n")
	all := parse(t, small+"'a'(P)::(P #> x) => (x := 1)\n), dood ([P: 0..3]:'a'(P)).\n")
	for _, c := range []struct {
		models []*Model
		want   string
	}{
		{[]*Model{one, two}, "[[0 3 4 6 7]]"}, {[]*Model{one, other}, "[[0 3 4]]"},
		{[]*Model{one, all}, "[[0 1 2 3 4 5 6 7 8 9]]"}, {[]*Model{all, one}, "[[0 1 2 3 4 5 6 7 8 9]]"},
	} {
		if got := fmt.Sprint(Representatives(one.Entries[0], c.models...)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestEventsInWords(t *testing.T) {
	for want, ev := range map[string]Event{
		"stop": {Name: "stop"}, "after(20)": {"after", []int64{20}}, "set(-1, 0, 3)": {"set", []int64{-1, 0, 3}},
	} {
		if got := ev.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := (Move{Post: []int64{1}}).Events(); got != nil {
		t.Errorf("the change of a first state shows %v", got)
	}
	m := parse(t, small+"'a'(P)::(true) => (x := P),\n'b'::(true) => (x := 1)\n), "+
		"dood (([P: 0..3]:'a'(P); 'b') [] 'b' // 'b').\n")
	pair := []Event{{"a", []int64{2}}, {Name: "b"}}
	for _, c := range []struct {
		entry  int
		events []Event
		want   bool
	}{
		{0, pair, true}, {0, pair[:1], false}, {0, nil, false}, {0, append(slices.Clone(pair), Event{Name: "b"}), false},
		{0, []Event{{Name: "a"}, {Name: "b"}}, false}, {0, []Event{{"b", []int64{2}}, {Name: "b"}}, false},
		{1, pair[1:], true}, {1, pair, false}, {2, pair[1:], true}, {2, nil, false},
	} {
		if got := SameEvents(m.Entries[c.entry], c.events); got != c.want {
			t.Errorf("entry %d, %v: got %v", c.entry, c.events, got)
		}
	}
	names := map[string]bool{}
	for _, e := range m.Entries {
		names[EventsName(e)] = true
	}
	if len(m.Entries) != 3 || len(names) != 2 || EventsName(m.Entries[1]) != EventsName(m.Entries[2]) {
		t.Errorf("%d entries have the names %v", len(m.Entries), names)
	}
}

// What is asked before // is counted by hand: one tuple of a, ten of b, and those that b asks first where it
// stands behind a // of its own.
func TestProbes(t *testing.T) {
	const actions = small + "'a'::(true) => (skip),\n'b'(P)::(P #> x) => (skip),\n'c'::(true) => (skip)\n), dood ("
	for do, want := range map[string]string{
		"'a' [] 'c'": "0 0", "'a' // 'c'": "0 1", "'a' // [P: 0..9]:'b'(P) // 'c'": "0 1 11",
		"('a' // [P: 0..9]:'b'(P)) // 'c'": "0 1 12", "[P: 0..9]:'b'(P) // ('c'; 'a')": "0 10",
		"([P: 0..9]:'b'(P) // 'c'); ('a' // 'c')": "0 1 10 11",
	} {
		m := parse(t, actions+do+").\n")
		var got []string
		for _, e := range m.Entries {
			got = append(got, fmt.Sprint(m.Probes(e)))
		}
		if got := strings.Join(got, " "); got != want || !m.Evaluable() {
			t.Errorf("%s: got %s, want %s", do, got, want)
		}
	}
	for last, want := range map[int]bool{1 << 20: true, 1<<20 + 1: false} {
		m := parse(t, actions+fmt.Sprintf("[P: 1..%d]:'b'(P) // 'c').\n", last))
		if m.Evaluable() != want {
			t.Errorf("%d values are tried: %v", last, !want)
		}
	}
}

// Other names, another order or another number of arguments are other events.
func TestEventsName(t *testing.T) {
	call := func(name string, params int) Item {
		return Item{Call: &Do{Action: Ident{Name: name}, Params: make([]Param, params)}}
	}
	seen := map[string]int{}
	for i, items := range [][]Item{
		{call("a", 0)}, {call("a", 1)}, {call("a", 2)}, {call("b", 0)}, {call("a", 0), call("b", 0)},
		{call("b", 0), call("a", 0)}, {call("ab", 0)}, {call("x", '0'), call("y", 0)}, {call("x0y", 0)},
	} {
		name := EventsName(&Entry{Items: items})
		if j, again := seen[name]; again {
			t.Errorf("events %d and %d have the name %q", i, j, name)
		}
		seen[name] = i
		if EventsName(&Entry{Items: append([]Item{{Unless: []*Entry{{}}}}, items...)}) != name {
			t.Errorf("the name %q is lost behind //", name)
		}
	}
}

// The bounds of an operation are met by values of its operands, and no value is beyond.
func TestCombine(t *testing.T) {
	ops := map[expr.Op]func(a, b int64) int64{
		expr.Add: func(a, b int64) int64 { return a + b }, expr.Sub: func(a, b int64) int64 { return a - b },
		expr.Mul: func(a, b int64) int64 { return a * b },
		expr.Eq:  func(a, b int64) int64 { return Truth(a == b) }, expr.Ne: func(a, b int64) int64 { return Truth(a != b) },
		expr.Lt: func(a, b int64) int64 { return Truth(a < b) }, expr.Gt: func(a, b int64) int64 { return Truth(a > b) },
		expr.Le: func(a, b int64) int64 { return Truth(a <= b) }, expr.Ge: func(a, b int64) int64 { return Truth(a >= b) },
	}
	if Truth(true) != 1 || Truth(false) != 0 {
		t.Error("truth values are 1 and 0")
	}
	bounds := tuplesOf([][]int64{{-2, -1, 0, 1, 2}, {-2, -1, 0, 1, 2}, {-2, -1, 0, 1, 2}, {-2, -1, 0, 1, 2}})
	for op, f := range ops {
		for _, k := range bounds {
			if k[0] > k[1] || k[2] > k[3] {
				continue
			}
			least, most := int64(100), int64(-100)
			for a := k[0]; a <= k[1]; a++ {
				for b := k[2]; b <= k[3]; b++ {
					least, most = min(least, f(a, b)), max(most, f(a, b))
				}
			}
			if lo, hi := Combine(op, k[0], k[1], k[2], k[3]); lo != least || hi != most {
				t.Errorf("%v of %v: got %d to %d, want %d to %d", op, k, lo, hi, least, most)
			}
		}
	}
}
