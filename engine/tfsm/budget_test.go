package tfsm

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// Where the limit of conflicts is met, the suite found by then is kept, says so, and is the same in every run. Each
// phase has the limit: in the second domain the search ends, and the question which tests are needed does not.
func TestConflictsEndAtOnePlace(t *testing.T) {
	for _, x := range []struct {
		model     string
		operators []string
		conflicts int
		complete  bool
		text      string
	}{
		{"rand-n8-e18", OperatorNames(), 2000, false, "Not finished: the limit of 2000 conflicts was reached."},
		{"s1-m1", []string{"chaos"}, 4000, true, "not all left out: the limit of 4000 conflicts, 800 for one test, was reached."},
	} {
		m := load(t, "gallery/"+x.model+".tfsm")
		q := SuiteRequest{Request: Request{Operators: x.operators, Budget: Budget{Conflicts: x.conflicts}}, MaxLength: DefaultLength}
		q.Unchecked = true
		var first []byte
		for range 2 {
			run, err := generate(context.Background(), m, q)
			if err != nil {
				t.Fatal(err)
			}
			s := run.report(q)
			if s.Complete != x.complete || s.Reason != Conflicts || len(s.Tests) < 10 {
				t.Errorf("%v: complete %v, reason %q, %d tests", x.operators, s.Complete, s.Reason, len(s.Tests))
			}
			if text := run.verdict().Text; !strings.Contains(text, x.text) {
				t.Errorf("%v: got %q, want %q in it", x.operators, text, x.text)
			}
			text, err := report.EncodeSuite(s)
			if err != nil {
				t.Fatal(err)
			}
			if first != nil && !bytes.Equal(first, text) {
				t.Errorf("%v: a second run found another suite", x.operators)
			}
			first = text
		}
	}
}

// A second check that meets the limit is no proof, and says so.
func TestConflictsBoundTheSecondCheck(t *testing.T) {
	d, err := DomainOf(load(t, "gallery/s1-m1.tfsm"), Request{Operators: []string{"chaos"}})
	if err != nil {
		t.Fatal(err)
	}
	s := Generate(context.Background(), d, GenerateOptions{MaxLength: DefaultLength, NoReduce: true})
	if r := d.Verify(context.Background(), s.Steps(), Budget{Conflicts: 100}); r.Method != Sampling || r.endedBy() != Conflicts {
		t.Errorf("got %s, ended by %q", r.Method, r.endedBy())
	}
	score := d.Score(context.Background(), s.Steps(), Budget{Conflicts: 100})
	if score.Status != "unknown" || score.Reason != Conflicts {
		t.Errorf("the score is %s, reason %q", score.Status, score.Reason)
	}
}
