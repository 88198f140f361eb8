package wire

import (
	"fmt"
	"hash/fnv"
	"iter"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// Digest sums up verdicts so that who opens a link can tell whether they were reproduced, and by
// how much they were not: the counts of killed, unkillable, unknown and invalid, then a hash over
// id, verdict, reason and length of each mutant in the report's order. The hash is FNV-1a: it guards
// against change, not against forgery, and a cryptographic one would cost the page 0.1 MB.
func Digest(mutants []report.Mutant) string {
	l := Link{Version: LinkVersion}
	return l.DigestOf(mutants)
}

// DigestOf is the digest of verdicts in the words of the link's version.
func (l *Link) DigestOf(mutants []report.Mutant) string {
	return DigestOf(func(yield func(Outcome) bool) {
		for i := range mutants {
			if !yield(l.Outcome(&mutants[i])) {
				return
			}
		}
	})
}

// An Outcome is what a digest takes of a mutant.
type Outcome struct {
	ID, Verdict, Reason string
	Length              int // -1: none
}

// Outcome gives a mutant's outcome in the words of the link's version.
func (l *Link) Outcome(m *report.Mutant) Outcome {
	o := Outcome{ID: m.ID, Verdict: m.Verdict, Reason: m.Reason, Length: -1}
	if l.Version == 1 {
		o.Verdict, o.Reason = report.Format1(m, l.Formalism)
	}
	if m.Length != nil {
		o.Length = *m.Length
	}
	return o
}

// DigestOf is the digest of outcomes in the report's order.
func DigestOf(outcomes iter.Seq[Outcome]) string {
	h := fnv.New64a()
	var killed, unkillable, unknown, invalid int
	for o := range outcomes {
		length := "-"
		if o.Length >= 0 {
			length = strconv.Itoa(o.Length)
		}
		h.Write([]byte(o.ID + "\x00" + o.Verdict + "\x00" + o.Reason + "\x00" + length + "\n"))
		switch o.Verdict {
		case report.Killed:
			killed++
		case report.Unknown:
			unknown++
		case report.Invalid:
			invalid++
		case "": // not judged
		default:
			unkillable++
		}
	}
	return fmt.Sprintf("%d.%d.%d.%d.%016x", killed, unkillable, unknown, invalid, h.Sum64())
}

// DigestCounts reads the counts of a digest; ok is false when it is none.
func DigestCounts(digest string) (killed, unkillable, unknown, invalid int, ok bool) {
	parts := strings.Split(digest, ".")
	if len(parts) != 5 {
		return 0, 0, 0, 0, false
	}
	var n [4]int
	for i := range n {
		var err error
		if n[i], err = strconv.Atoi(parts[i]); err != nil || n[i] < 0 {
			return 0, 0, 0, 0, false
		}
	}
	return n[0], n[1], n[2], n[3], true
}
