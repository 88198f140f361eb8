package tioa

import (
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/query"
)

// Every query of the engines' tests gets the verdict that was published for it.
func TestKnownQueries(t *testing.T) {
	onQueries(t, func(t *testing.T, queries []corpusQuery) {
		for _, q := range queries {
			for _, r := range []query.Reading{{AsWritten: q.asWritten}, {}} {
				if q.asWritten && !r.AsWritten && !q.want {
					continue // may hold once inputs that are not mentioned are ignored
				}
				if a := ask(t, q.of.m, r, q.text); a.Holds != q.want || a.Unknown {
					t.Errorf("%s %s (%s), as written %v: got %v, want %v; %v", q.of.path, q.text, q.whence, r.AsWritten, a.Holds, q.want, a.Reasons)
				}
			}
		}
	})
}
