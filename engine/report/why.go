package report

import (
	"slices"
	"strings"
)

// A Why is the cause of a verdict in one sentence. It is only made where a check of it has come out true.
type Why struct {
	Check Check  `json:"check"`
	Code  string `json:"code"`            // one of the codes below
	Facts []Fact `json:"facts,omitempty"` // what the sentence rests on
	Raise string `json:"raise,omitempty"` // the setting that bounds what ran out
	Spans []Span `json:"spans,omitempty"` // places in the model that it speaks of
	Text  string `json:"text"`            // a sentence, or two
}

// A Check is what was done to see that a cause is true. Where it is a comparison of two texts that
// differ from model and mutant in one thing, both are here, so that everybody can repeat it.
type Check struct {
	Impl    string `json:"impl,omitempty"` // the text that is judged
	Spec    string `json:"spec,omitempty"` // what it is judged against; "": the model itself
	Text    string `json:"text"`           // a sentence: what was done, and what was found
	Verdict string `json:"verdict,omitempty"`
}

// Codes of causes. Those of mutants that cannot be killed are tried about in this order.
const (
	WhyNeverRuns   = "never-runs"   // no run gets to the changed place
	WhyRange       = "range"        // all values of the declared types agree
	WhyInvariant   = "invariant"    // what always holds at the changed place makes it agree
	WhyNoEffect    = "no-effect"    // all values that reach the changed place agree
	WhyMasked      = "masked"       // something earlier takes every case in which it would differ
	WhySameAs      = "same-as"      // another part of the model does the same
	WhyBlocked     = "blocked"      // what the change would allow leaves a type's range
	WhyOverwritten = "overwritten"  // what differs is set again before anything shows it
	WhyUnobserved  = "unobserved"   // what differs is never shown
	WhyOnlyLess    = "only-less"    // the mutant does less, and nothing else
	WhyNarrower    = "narrower"     // an output has less time
	WhyWider       = "wider"        // an input has more time
	WhyIdle        = "idle-timeout" // a timeout that changes nothing
	WhyConvention  = "convention"   // another reading of the model kills the mutant
	WhyProved      = "proved"       // proved, and no shorter cause was found
	WhyKilled      = "killed"       // reached, infected, propagated
	WhyBudget      = "budget"       // unknown: a budget ran out
)

// And adds another cause to one, which may be nil: a mutant with several changes has one for each. The texts of
// single checks are left out, as none is a check of all.
func (w *Why) And(x *Why) *Why {
	if w == nil {
		return x
	}
	return &Why{
		Check: Check{Text: w.Check.Text + " " + x.Check.Text}, Code: w.Code, Facts: slices.Concat(w.Facts, x.Facts),
		Spans: slices.Concat(w.Spans, x.Spans), Text: w.Text + " " + x.Text,
	}
}

// Listing spells a list as people do: "a", "a or b", "a, b or c".
func Listing(parts []string, last string) string {
	n := len(parts)
	if n < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:n-1], ", ") + " " + last + " " + parts[n-1]
}

// Values spells the values that something takes: "always 4", "2 or 3", "between 1 and 9".
func Values(values []int64, show func(int64) string) string {
	values = slices.Clone(values)
	slices.Sort(values)
	values = slices.Compact(values)
	n := len(values)
	switch {
	case n == 1:
		return "always " + show(values[0])
	case n > 3 && values[n-1]-values[0] == int64(n-1):
		return "between " + show(values[0]) + " and " + show(values[n-1])
	case n > 6:
		return "one of " + show(values[0]) + ", " + show(values[1]) + ", …, " + show(values[n-1])
	}
	texts := make([]string, n)
	for i, v := range values {
		texts[i] = show(v)
	}
	return Listing(texts, "or")
}
