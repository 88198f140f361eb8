package suite

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// matrix reads rows of '1' and '0'.
func matrix(rows ...string) Matrix {
	x := make(Matrix, len(rows))
	for i, row := range rows {
		for _, k := range row {
			x[i] = append(x[i], k == '1')
		}
	}
	return x
}

func TestKilled(t *testing.T) {
	for want, x := range map[int]Matrix{0: nil, 1: matrix("010"), 2: matrix("010", "011"), 3: matrix("110", "001")} {
		if got := x.Killed(); got != want {
			t.Errorf("%v kills %d, want %d", x, got, want)
		}
	}
	if got := matrix("000", "000").Killed(); got != 0 {
		t.Errorf("nothing is killed, got %d", got)
	}
}

// Mutant 0 dies by tests 0 and 1, mutants 1 and 4 by test 0 alone, 2 by none, 3 by test 2.
func TestColumns(t *testing.T) {
	got := matrix("11001", "10000", "00010").Columns()
	want := []Column{
		{Mutants: []int{0}, tests: []byte{1, 1, 0}},
		{Mutants: []int{1, 4}, tests: []byte{1, 0, 0}, Minimal: true},
		{Mutants: []int{3}, tests: []byte{0, 0, 1}, Minimal: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := (Matrix{}).Columns(); got != nil {
		t.Errorf("no tests: got %v", got)
	}
}

// The greedy choice begins with test 1, which kills three of the four; the optimal one is sorted.
func TestMinimise(t *testing.T) {
	x := matrix("0001", "1110", "0100")
	const proved = "Proved: no smaller selection of these tests kills as many."
	for _, c := range []struct {
		way, remark string
		want        []int
	}{{"none", "", []int{0, 1, 2}}, {"greedy", "", []int{1, 0}}, {"optimal", proved, []int{0, 1}}} {
		if order, remark, err := x.Minimise(context.Background(), c.way); err != nil || remark != c.remark || !slices.Equal(order, c.want) {
			t.Errorf("%s: got %v, %q, %v", c.way, order, remark, err)
		}
	}
	if _, _, err := x.Minimise(context.Background(), "best"); err == nil || err.Error() != `minimise: got "best", want none, greedy, optimal` {
		t.Errorf("got %v", err)
	}
	if order := (Matrix{}).Greedy(); order != nil {
		t.Errorf("of no tests %v are chosen", order)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	order, remark, err := x.Minimise(stopped, "optimal")
	if err != nil || !slices.Equal(order, []int{0, 1}) || remark != "The budget ended before this was known to be the smallest suite." {
		t.Errorf("stopped: got %v, %q, %v", order, remark, err)
	}
}

// Without calls of the solver the greedy answer is not known to be smallest, unless it is empty.
func TestOptimalWithoutCalls(t *testing.T) {
	for _, c := range []struct {
		x      Matrix
		want   []int
		proved bool
	}{
		{matrix("0001", "1110", "0100"), []int{0, 1}, false}, {matrix("11"), []int{0}, false},
		{matrix("00"), nil, true}, {nil, nil, true},
	} {
		if got, proved := c.x.Optimal(context.Background(), 0); proved != c.proved || !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, %v, want %v, %v", c.x, got, proved, c.want, c.proved)
		}
	}
}

func TestCondense(t *testing.T) {
	for _, c := range [][2][]string{
		{nil, nil},
		{{"ab"}, {"ab"}},
		{{"ab", "ab", "ab"}, {"ab"}},
		{{"a", "ab", "b"}, {"ab", "b"}},
		{{"ab", "a", "b", "abc"}, {"b", "abc"}},
		{{"", "ba", "a"}, {"ba", "a"}},
		{{"", ""}, {""}},
		{{"ab", "c", "ab"}, {"ab", "c"}},
		{{"ac", "ab", "ac", "a", "ab"}, {"ac", "ab"}},
	} {
		var tests [][]rune
		for _, test := range c[0] {
			tests = append(tests, []rune(test))
		}
		var got []string
		for _, test := range Condense(tests, func(a, b rune) bool { return a == b }) {
			got = append(got, string(test))
		}
		if !slices.Equal(got, c[1]) {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		}
	}
}

// labels spells test 1 as t1, mutant 1 as m1.
func labels() Labels {
	name := func(letter string) func(int) string {
		return func(i int) string { return letter + string(rune('0'+i)) }
	}
	return Labels{
		Test: name("t"), Mutant: name("m"), Change: name("c"), Kill: name("k"), StepsOf: "inputs",
		Steps: func(i int) int { return 10 + i },
	}
}

func TestTable(t *testing.T) {
	got := matrix("0110", "0111", "0010", "1000").Table(labels())
	want := &report.Table{
		Columns: []string{"test", "inputs", "kills", "new"}, Numeric: []bool{false, true, true, true},
		Rows: [][]string{{"t0", "10", "2", "2"}, {"t1", "11", "3", "1"}, {"t2", "12", "1", "0"}, {"t3", "13", "1", "1"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestShowClasses(t *testing.T) {
	got := ShowClasses([]Class{
		{Mutants: []int{3, 5, 6}, Minimal: true, Subsumes: []int{1, 2}}, {Mutants: []int{4}, Subsumes: []int{2}}, {Mutants: []int{7, 8}},
	}, labels())
	want := report.Section{Title: "Subsumption", Blocks: []report.Block{
		{
			Facts: []report.Fact{{Label: "killable mutants", Value: "6"}, {Label: "classes", Value: "3"}, {Label: "minimal classes", Value: "1"}},
			Text:  "A suite that kills one mutant of each minimal class kills every mutant that can be killed.",
		},
		{Graph: &report.Graph{
			Caption: "An arrow leads from a class to one that it subsumes: tests that kill the first kill the second.",
			Nodes: []report.GraphNode{
				{ID: "0", Label: "m3 +2", Mutant: "m3", Tone: "good", Initial: true},
				{ID: "1", Label: "m4", Mutant: "m4"}, {ID: "2", Label: "m7 +1", Mutant: "m7"},
			},
			Edges: []report.GraphEdge{{From: "0", To: "1"}, {From: "0", To: "2"}, {From: "1", To: "2"}},
		}},
		{Table: &report.Table{
			Columns: []string{"class", "mutants", "minimal", "shortest kill"}, Numeric: []bool{false, true, false, false},
			Rows:  [][]string{{"m3 m5 m6", "3", "yes", "k3"}, {"m4", "1", "", "k4"}, {"m7 m8", "2", "", "k7"}},
			Tones: []string{"good", "", ""},
		}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Twelve members are named, more are not.
func TestMembers(t *testing.T) {
	for n, want := range map[int]string{
		0: "", 2: "m0 m0", 12: "m0 m0 m0 m0 m0 m0 m0 m0 m0 m0 m0 m0", 14: "m0 m0 m0 m0 m0 m0 m0 m0 m0 m0 m0 m0 …",
	} {
		if got := labels().members(make([]int, n)); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestShowScore(t *testing.T) {
	classes := []Class{{Mutants: []int{1, 2}, Minimal: true}, {Mutants: []int{3}, Minimal: true}, {Mutants: []int{2}}}
	columns := []string{"mutant", "change", "test"}
	for _, c := range []struct {
		x       Matrix
		classes []Class
		facts   []string
		missed  [][]string
	}{
		{
			matrix("0110", "0100"), classes,
			[]string{"tests", "2", "score", "2 of 3 mutants that can be killed (66.7 %)", "score on minimal mutants", "1 of 2 (50.0 %)"},
			[][]string{{"m3", "c3", "k3"}},
		},
		{matrix("0111"), nil, []string{"tests", "1", "score", "3 of 3 mutants that can be killed (100.0 %)"}, nil},
		{
			nil, classes,
			[]string{"tests", "0", "score", "0 of 3 mutants that can be killed (0.0 %)", "score on minimal mutants", "0 of 2 (0.0 %)"},
			[][]string{{"m1", "c1", "k1"}, {"m2", "c2", "k2"}, {"m3", "c3", "k3"}},
		},
	} {
		var facts []report.Fact
		for i := 0; i < len(c.facts); i += 2 {
			facts = append(facts, report.Fact{Label: c.facts[i], Value: c.facts[i+1]})
		}
		facts = append(facts, report.Fact{Label: "unkillable or unknown mutants", Value: "9"})
		want := report.Section{Title: "Score", Blocks: []report.Block{
			{Facts: facts},
			{Table: &report.Table{Caption: "Mutants that your tests miss", Columns: columns, Solves: 3, Rows: c.missed}},
		}}
		if got := c.x.ShowScore([]int{1, 2, 3}, 9, c.classes, labels()); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}
