package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// Texts with something to say of each of many states take time in proportion to their size, and say as much as
// diagnostics hold.
func TestHugeTextsAreLinear(t *testing.T) {
	const states = 60_000
	var incomplete, unreachable, nondeterministic strings.Builder
	for s := range states {
		fmt.Fprintf(&incomplete, "s%d -a/x-> s%d\n", s, (s+1)%states)
		fmt.Fprintf(&unreachable, "s%d -a/x-> s%d\n", s, s)
		fmt.Fprintf(&nondeterministic, "s0 -a/x-> s%d\n", s)
	}
	incomplete.WriteString("s0 -b/x-> s0\n")
	for code, text := range map[string]string{
		"incomplete": incomplete.String(), "unreachable": unreachable.String(), "nondeterministic": nondeterministic.String(),
	} {
		_, diags := Parse(source.NewFile("huge", text))
		found := false
		for _, d := range diags {
			found = found || d.Code == code
		}
		if !found || len(diags) > 2000 {
			t.Errorf("%s: %d diagnostics", code, len(diags))
		}
	}
}
