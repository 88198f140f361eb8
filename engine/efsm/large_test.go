package efsm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
)

// listedOverlaps is how many overlaps are listed one by one.
const listedOverlaps = 50

// Two thousand guards of one location that all overlap make two million pairs: some are listed, the
// rest is counted.
func TestManyOverlaps(t *testing.T) {
	var b strings.Builder
	b.WriteString("var x : 0..9\ninput go\nlocation A\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "t%d: A -> A on go [x < 9]\n", i)
	}
	_, diags := model.Parse(source.NewFile("", b.String()))
	if len(diags) != listedOverlaps+1 {
		t.Fatalf("got %d diagnostics, want %d", len(diags), listedOverlaps+1)
	}
	last := diags[len(diags)-1].Message
	var more, unseen int
	if _, err := fmt.Sscanf(last, "%d more pairs of guards overlap; %d pairs were not compared", &more,
		&unseen); err != nil || more+unseen+listedOverlaps != 1999000 {
		t.Errorf("got %q, %v: the pairs do not add up to 1999000", last, err)
	}
}

// A few more than are listed are counted exactly.
func TestSomeOverlaps(t *testing.T) {
	text := "var x : 0..9\ninput go\nlocation A\n"
	for i := range 12 { // 66 pairs
		text += fmt.Sprintf("t%d: A -> A on go [x < 9]\n", i)
	}
	_, diags := model.Parse(source.NewFile("", text))
	if want := fmt.Sprintf("%d more pairs of guards overlap", 66-listedOverlaps); diags[len(diags)-1].Message != want {
		t.Errorf("got %q, want %q", diags[len(diags)-1].Message, want)
	}
}

// A hundred thousand locations are read, checked, laid out and drawn into regions; each undefined
// name is reported.
func TestManyLocations(t *testing.T) {
	const n = 100_000
	var b strings.Builder
	b.WriteString("input go\nlocation L0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ", L%d", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "\nt%d: L%d -> L%d on go // on", i, i, (i+1)%n)
	}
	m, diags := model.Parse(source.NewFile("", b.String()))
	if m == nil || len(diags) > 0 {
		t.Fatalf("%d diagnostics", len(diags))
	}
	if got := strings.Count(m.Formatted(), "// on"); got != n {
		t.Errorf("%d comments are left of %d", got, n)
	}
	m.Transitions = m.Transitions[:n-1] // now the last location is an end
	for l, join := range joinsOf(m) {
		if want := l + 1; l < n-1 && join != want || l == n-1 && join != -1 {
			t.Fatalf("the join of %d is %d", l, join)
		}
	}
	_, diags = model.Parse(source.NewFile("", strings.ReplaceAll(b.String(), "on go", "on stop")))
	if want := fmt.Sprintf("and %d more", n-len(diags)+1); diags[len(diags)-1].Message != want {
		t.Errorf("the last of %d errors for undefined inputs is %q, want %q", len(diags), diags[len(diags)-1].Message, want)
	}
}
