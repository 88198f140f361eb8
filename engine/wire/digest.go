package wire

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// Digest sums up verdicts so that who opens a link can tell whether they were reproduced, and by
// how much they were not: the counts of killed, unkillable, unknown and invalid, then a hash over
// id, verdict, reason and length of each mutant in the report's order. The hash is FNV-1a: it guards
// against change, not against forgery, and a cryptographic one would cost the page 0.1 MB.
func Digest(mutants []report.Mutant) string {
	return digest(mutants, func(m *report.Mutant) (string, string) { return m.Verdict, m.Reason })
}

// DigestOf is the digest of verdicts in the words of the link's version.
func (l *Link) DigestOf(mutants []report.Mutant) string {
	if l.Version == 1 {
		return digest(mutants, func(m *report.Mutant) (string, string) { return report.Format1(m, l.Formalism) })
	}
	return Digest(mutants)
}

func digest(mutants []report.Mutant, words func(*report.Mutant) (verdict, reason string)) string {
	h := fnv.New64a()
	var killed, unkillable, unknown, invalid int
	for i := range mutants {
		m := &mutants[i]
		length := "-"
		if m.Length != nil {
			length = strconv.Itoa(*m.Length)
		}
		verdict, reason := words(m)
		h.Write([]byte(m.ID + "\x00" + verdict + "\x00" + reason + "\x00" + length + "\n"))
		switch verdict {
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
