package suite

import (
	"context"
	"encoding/json"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// A selection kills what the whole suite kills; the greedy one is no smaller than the optimal one,
// which is as small as trying all selections finds.
func TestSelections(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := range 200 {
		x := make(Matrix, 1+r.IntN(7))
		for i := range x {
			x[i] = make([]bool, 1+n%9)
			for j := range x[i] {
				x[i][j] = r.IntN(3) == 0
			}
		}
		greedy := x.Greedy()
		optimal, proved := x.Optimal(context.Background(), 1000)
		if !proved || len(optimal) != fewest(x) || len(greedy) < len(optimal) {
			t.Errorf("%v: greedy %v, optimal %v (proved %v), want %d tests", x, greedy, optimal, proved, fewest(x))
		}
		for _, order := range [][]int{greedy, optimal} {
			if x.Of(order).Killed() != x.Killed() {
				t.Errorf("%v: %v kills fewer than all tests", x, order)
			}
		}
	}
}

// fewest tries all selections.
func fewest(x Matrix) int {
	best := len(x)
	for set := range uint(1) << len(x) {
		var order []int
		for i := range x {
			if set>>i&1 == 1 {
				order = append(order, i)
			}
		}
		if x.Of(order).Killed() == x.Killed() {
			best = min(best, bits.OnesCount(set))
		}
	}
	return best
}

// A map holds what its matrix does; whatever a test kills is killable, whatever was said of it.
func TestMap(t *testing.T) {
	rows := Matrix{{true, false, false, false}, {true, false, true, false}}
	l := Labels{Test: func(i int) string { return "ab"[i : i+1] }, Mutant: func(j int) string { return "wxyz"[j : j+1] }}
	m := rows.Map(4, l, func(j int) byte { return "?uuk"[j] })
	if m.States != "kukk" || strings.Join(m.Mutants, "") != "wxyz" || len(m.Rows) != 2 {
		t.Errorf("got %+v", m)
	}
	for i := range rows {
		for j, want := range rows[i] {
			if m.Rows[i].Has(j) != want || m.Rows[i].Test != l.Test(i) {
				t.Errorf("row %d, column %d: not %v, or test %q", i, j, want, m.Rows[i].Test)
			}
		}
	}
	if none := (Matrix{}).Map(2, l, func(int) byte { return 'u' }); len(none.Rows) != 0 || none.States != "uu" {
		t.Errorf("without tests: %+v", none)
	}
}

func TestOrder(t *testing.T) {
	// 0 subsumes 1 subsumes 2; 3 stands alone.
	below := [][]bool{{false, true, true, false}, {false, false, true, false}, make([]bool, 4), make([]bool, 4)}
	got := make([]Class, 4)
	Order(got, below)
	want := []Class{{Minimal: true, Subsumes: []int{1}}, {Subsumes: []int{2}}, {}, {Minimal: true}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestReadTests(t *testing.T) {
	want := [][][]any{{{"coin", 1.0, true}, {"tea"}}, {{"stop"}}}
	for _, text := range []string{"coin(1, true) tea\n# a remark\nstop", `[[["coin",1,true],["tea"]],[["stop"]]]`, `{"tests":[[["coin",1,true],["tea"]],[["stop"]]]}`} {
		if got, err := ReadTests(text, ""); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"": "as in a(1)", "a(": "line 1: the brackets", "a(b)": `got "b"`, "a(inf)": `got "inf"`, "a(-inf)": `got "-inf"`, "a(nan)": `got "nan"`, "a\xff": "not a text in UTF-8", "[1": "is not a list of tests"} {
		if _, err := ReadTests(text, "a(1)"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Blanks around a text, a line and a remark mean nothing; an event without a name is left to the model.
func TestReadTestsWithBlanks(t *testing.T) {
	for text, want := range map[string][][][]any{
		" \n[[[\"a\"]]]\n":        {{{"a"}}},
		"a \n  # remark\n\t b ,c": {{{"a"}}, {{"b"}, {"c"}}},
		"(1)":                     {{{"", 1.0}}},
	} {
		if got, err := ReadTests(text, ""); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestWriteTests(t *testing.T) {
	for want, tests := range map[string][]json.RawMessage{
		"[\n]\n": nil, "[\n  [1]\n]\n": {json.RawMessage("[1]")},
		"[\n  [1],\n  [2]\n]\n": {json.RawMessage("[1]"), json.RawMessage("[2]")},
	} {
		if got := WriteTests(tests); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for want, c := range map[string][2]int{"–": {0, 0}, "100.0 %": {1, 1}, "66.7 %": {2, 3}, "0.0 %": {0, 5}, "12.5 %": {1, 8}} {
		if got := Percent(c[0], c[1]); got != want {
			t.Errorf("%d of %d: got %s, want %s", c[0], c[1], got, want)
		}
	}
}
