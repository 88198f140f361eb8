package efsm

// The optimistic answer beside the exact one, and why they differ.

// Reasons for which the optimistic answer is wrong.
const (
	Masking      = "masking"
	PredicateUse = "predicate use"
	Timing       = "timing channel"
)

// Explain classifies a wrong optimistic answer: a false alarm is a masked value; a missed kill runs
// through a decision when counting predicate uses finds it, and otherwise through the number of
// steps that a branch takes.
func Explain(counted, uses bool) string {
	switch {
	case counted:
		return Masking
	case uses:
		return PredicateUse
	}
	return Timing
}

// Discrepancy explains a wrong optimistic answer in a sentence.
func Discrepancy(counted, uses bool) string {
	switch Explain(counted, uses) {
	case Masking:
		return "data flow counts this as killed, wrongly: a chain leads from the fault to an output, but the values " +
			"shown there never differ (masking)"
	case PredicateUse:
		return "data flow misses this kill: the fault reaches an output only through a decision (predicate use)"
	}
	return "data flow misses this kill: no value carries the fault, a branch of another length shifts what later " +
		"inputs meet (timing channel)"
}

// A Confusion counts optimistic against exact answers.
type Confusion struct{ TruePositive, FalsePositive, FalseNegative, TrueNegative int }

// Add counts one mutant.
func (c *Confusion) Add(counted, killed bool) {
	switch {
	case counted && killed:
		c.TruePositive++
	case counted:
		c.FalsePositive++
	case killed:
		c.FalseNegative++
	default:
		c.TrueNegative++
	}
}
