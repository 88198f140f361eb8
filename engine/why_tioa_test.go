package engine

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

var saysReading = regexp.MustCompile(`with the semantics (\w+) it is killed`)

// recheckTimed compares what a cause says with the readings of the report, and with the counterexample that the
// exchanged comparison finds: it was made again by plain machines.
func recheckTimed(t *testing.T, x subject, mutant report.Mutant, w *report.Why) {
	switch w.Code {
	case report.WhyConvention:
		var readings map[string]string
		f := saysReading.FindStringSubmatch(w.Text)
		if json.Unmarshal(mutant.Detail(referee.DetailReadings), &readings) != nil || f == nil || readings[f[1]] != "killed" {
			t.Errorf("the readings are %v", readings)
		}
	case report.WhyOnlyLess, report.WhyNarrower, report.WhyWider:
		if w.Check.Verdict == "" {
			return
		}
		v, err := x.read(t, w.Check.Spec).Compare(t.Context(), x.read(t, w.Check.Impl), report.Settings{Order: 1})
		var kill struct{ Fault string }
		if err != nil || json.Unmarshal(v.Counterexample, &kill) != nil {
			t.Fatal(err)
		}
		if kill.Fault == "" || (kill.Fault == "input") != (w.Code == report.WhyWider) {
			t.Errorf("exchanged, the fault is %q", kill.Fault)
		}
	}
}
