package wire

import (
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

func TestDigestNoticesEachPart(t *testing.T) {
	base := []report.Mutant{
		{ID: "a@1:1#1", Verdict: report.Killed, Reason: "post-state", Length: report.Int(3)},
		{ID: "a@2:1#1", Verdict: report.Unkillable, Reason: "equivalent"},
	}
	seen := map[string]string{Digest(base): "the original"}
	for name, change := range map[string]func(m []report.Mutant){
		"id":        func(m []report.Mutant) { m[0].ID = "b@1:1#1" },
		"verdict":   func(m []report.Mutant) { m[1].Verdict = report.Unknown },
		"reason":    func(m []report.Mutant) { m[1].Reason = report.Refines },
		"length":    func(m []report.Mutant) { m[0].Length = report.Int(4) },
		"no length": func(m []report.Mutant) { m[0].Length = nil },
	} {
		changed := append([]report.Mutant(nil), base...)
		change(changed)
		d := Digest(changed)
		if other, ok := seen[d]; ok {
			t.Errorf("the digest does not tell a change of %s from %s", name, other)
		}
		seen[d] = name
	}
	k, s, u, i, ok := DigestCounts(Digest(base))
	if !ok || k != 1 || s != 1 || u != 0 || i != 0 {
		t.Errorf("DigestCounts: got %d %d %d %d %v", k, s, u, i, ok)
	}
	for _, bad := range []string{"", "1.2.3", "1.2.x.4.ff", "-1.0.0.0.ff"} {
		if _, _, _, _, ok := DigestCounts(bad); ok {
			t.Errorf("DigestCounts(%q) accepts it", bad)
		}
	}
}
