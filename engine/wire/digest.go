package wire

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// Digest sums up verdicts so that who opens a link can tell whether they were reproduced, and by
// how much they were not: the counts of killed, survived, unknown and invalid, then a hash over
// id, verdict, reason and length of each mutant in the report's order. The hash is FNV-1a: it guards
// against change, not against forgery, and a cryptographic one would cost the page 0.1 MB.
func Digest(mutants []report.Mutant) string {
	h := fnv.New64a()
	for i := range mutants {
		m := &mutants[i]
		length := "-"
		if m.Length != nil {
			length = strconv.Itoa(*m.Length)
		}
		h.Write([]byte(m.ID + "\x00" + m.Verdict + "\x00" + m.Reason + "\x00" + length + "\n"))
	}
	s := report.Summarise(mutants)
	return fmt.Sprintf("%d.%d.%d.%d.%016x", s.Killed, s.Survived, s.Unknown, s.Invalid, h.Sum64())
}

// DigestCounts reads the counts of a digest; ok is false when it is none.
func DigestCounts(digest string) (killed, survived, unknown, invalid int, ok bool) {
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
