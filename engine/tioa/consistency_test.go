package tioa

import (
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/query"
)

// Inputs cut states off a location without an upper bound; when the target of an output shrinks after
// that, the location has to be looked at again. By hand: b leads to G, where time stops and c is
// possible up to y = 2 only, so F is good up to there at most. To stay within, d must come again and
// again, at least a unit apart, and y is never reset: no state of F is good.
const cutByInputs = `
broadcast chan b, c, d;
process A { clock x, y; state F, G, H; urgent G; init F;
  trans F -> G { sync b?; }, F -u-> F { guard x >= 1; sync d!; assign x = 0; }, G -u-> H { guard y <= 2; sync c!; }; }
system A;`

func TestConsistencyAfterInputsCut(t *testing.T) {
	a := ask(t, parse(t, cutByInputs), query.Reading{}, "consistency: A")
	if a.Holds || a.Unknown {
		t.Errorf("got %v, %v, want inconsistent", a.Holds, a.Reasons)
	}
}
