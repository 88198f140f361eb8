//go:build site

package browsertest

import (
	"strings"
	"testing"
)

// shifts notes what moves without having been asked to, from the page's beginning on: by how much, and what.
const shifts = `(() => { globalThis.shifts = [];
	const name = ({ node }) => node?.className || node?.nodeName || "";
	new PerformanceObserver((l) => { for (const e of l.getEntries()) {
		if (!e.hadRecentInput) shifts.push([e.value, e.sources.map(name).join(", ")]);
	} }).observe({ type: "layout-shift", buffered: true }); })()`

// While the page starts, hardly anything that is seen moves: what comes later has its room from the beginning. The
// sum is what browsers call the cumulative layout shift, which is good up to 0.1.
func TestLittleMovesAtTheStart(t *testing.T) {
	for _, width := range []int{1350, 412} {
		b := newBench(t)
		b.must(b.Look(width, 900, false))
		b.must(b.Open(site.URL + "/"))
		if !b.is(`PerformanceObserver.supportedEntryTypes.includes("layout-shift")`) {
			t.Skip("this browser does not tell what moves")
		}
		b.must(b.Eval(shifts, nil))
		b.ran()
		b.walked()
		b.drawn()
		var all [][2]any
		b.must(b.Eval(`new Promise((r) => setTimeout(() => r(shifts), 500))`, &all))
		sum, what := 0.0, []string{}
		for _, s := range all {
			sum += s[0].(float64)
			what = append(what, s[1].(string))
		}
		if sum == 0 || sum > 0.1 {
			t.Errorf("at %d the shifts sum up to %.3f, want more than none and at most 0.1: %s", width, sum, strings.Join(what, "; "))
		}
		t.Logf("at %d: %.3f", width, sum)
	}
}
