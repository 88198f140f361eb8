package tfsm

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// A countdown is a context that is cancelled when it has been asked so many times, so that a test can stop
// work at each of its places without a clock.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// withSuperfluous is the five tests of Example 7 and one that they make superfluous.
const withSuperfluous = "(b, 0.5)(a, 1)(b, 6.7)(a, 7.2)\n(a, 3)\n(a, 4)(a, 8)\n(b, 0)(a, 0)(b, 0)(a, 0)\n(b, 0)(a, 0)(a, 0)\n(a, 3.5)"

// Stopped at whatever place, a score says so, and what it says of tests and of the suite is what an undisturbed
// one says of them.
func TestStoppedScoreClaimsOnlyWhatWasDecided(t *testing.T) {
	for name, suite := range map[string]string{"s1-m1": withSuperfluous, "tftp3": ""} {
		m := load(t, "gallery/"+name+".tfsm")
		q := SuiteRequest{Request: Request{Operators: []string{"marked"}}, Suite: suite}
		if suite == "" {
			s := Generate(context.Background(), NewDomain(m), GenerateOptions{})
			var lines []string
			for _, one := range s.Tests {
				lines = append(lines, m.Show(one.Test, true))
			}
			q.Suite = strings.Join(append(lines, lines[0]), "\n") // twice the same: one of them can go
		}
		whole := scoreOf(t, context.Background(), m, q)
		if whole.Reason != "" || !whole.Complete || !superfluousIn(whole) {
			t.Fatalf("%s: undisturbed: %+v", name, whole)
		}
		stops, step := 0, 1
		for n := 0; ; n += step {
			got := scoreOf(t, &countdown{context.Background(), n}, m, q)
			if got.Reason == "" {
				break
			}
			stops++
			if step = 1; n > 60 {
				step = 97
			}
			if got.Reason != Cancelled {
				t.Fatalf("%s, stopped at %d: reason %q", name, n, got.Reason)
			}
			for i, one := range got.Tests {
				if one.Needed != "" && one.Needed != whole.Tests[i].Needed {
					t.Fatalf("%s, stopped at %d: test %d is needed: %q, want %q", name, n, i+1, one.Needed, whole.Tests[i].Needed)
				}
				if one.Kills != "" && got.Kills.How == BruteForce && one.Kills != whole.Tests[i].Kills {
					t.Fatalf("%s, stopped at %d: test %d kills %s, want %s", name, n, i+1, one.Kills, whole.Tests[i].Kills)
				}
			}
			if f := factsOf(t, got.Domain); f.Checked != notFinished && f.Checked != factsOf(t, whole.Domain).Checked {
				t.Fatalf("%s, stopped at %d: checked %s", name, n, f.Checked)
			}
		}
		if stops < 3 {
			t.Errorf("%s: stopped at only %d places", name, stops)
		}
	}
}

func scoreOf(t *testing.T, ctx context.Context, m *model.Model, q SuiteRequest) *report.Score {
	t.Helper()
	s, err := ScoreSuite(ctx, m, q)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func factsOf(t *testing.T, raw json.RawMessage) (f Facts) {
	t.Helper()
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func superfluousIn(s *report.Score) bool {
	for _, one := range s.Tests {
		if one.Needed == "no" {
			return true
		}
	}
	return false
}

// A suite that is stopped while it is reduced or checked a second time is complete, says that it was
// stopped, and keeps its tests.
func TestStoppedSuiteSaysSo(t *testing.T) {
	m := load(t, "gallery/tftp3.tfsm")
	for _, phase := range []string{"looking for", "leaving out", "a second way"} {
		ctx, stop := context.WithCancel(context.Background())
		found := 0
		q := SuiteRequest{Request: Request{Operators: []string{"marked"}, Progress: func(tests, _ int, what string) {
			if strings.Contains(what, phase) && tests > 3 {
				found = tests
				stop()
			}
		}}}
		s, err := MakeSuite(ctx, m, q)
		stop()
		if err != nil {
			t.Fatal(err)
		}
		f := factsOf(t, s.Domain)
		if s.Reason != Cancelled || f.Checked != notFinished || s.Complete != (phase != "looking for") || len(s.Tests) == 0 || phase == "leaving out" && len(s.Tests) < found {
			t.Errorf("stopped %s: reason %q, checked %s, complete %v, %d of %d tests", phase, s.Reason, f.Checked, s.Complete, len(s.Tests), found)
		}
	}
}

// The budget of solver calls bounds search, reduction and second check together, and the search, the questions which
// tests are needed and the second check of a score.
func TestBudgetBoundsEveryPhase(t *testing.T) {
	m := load(t, "gallery/tftp3.tfsm")
	request := func(calls int) SuiteRequest {
		return SuiteRequest{Request: Request{Operators: []string{"marked"}, Budget: Budget{Calls: calls}}}
	}
	chaos := load(t, "gallery/tftp3-chaos.tfsm")
	most := Generate(context.Background(), NewDomain(chaos), GenerateOptions{}).Calls
	reduced := 0
	for calls := 1; calls <= most; calls++ {
		s := Generate(context.Background(), NewDomain(chaos), GenerateOptions{Budget: Budget{Calls: calls}})
		if s.Calls > calls {
			t.Fatalf("%d calls of %d", s.Calls, calls)
		}
		if (s.Reason == "") != (s.Finished && s.Reduced) || s.Reason != "" && s.Reason != SATCalls {
			t.Fatalf("%d calls: finished %v, reduced %v, reason %q", calls, s.Finished, s.Reduced, s.Reason)
		}
		if s.Finished {
			if r := s.Domain.Verify(context.Background(), s.Steps(), Budget{}); !r.Holds {
				t.Fatalf("%d calls: the suite is not complete", calls)
			}
		}
		if s.Finished && !s.Reduced {
			reduced++
		}
	}
	if reduced == 0 {
		t.Errorf("the budget never ran out during reduction")
	}
	whole := Generate(context.Background(), NewDomain(m), GenerateOptions{})
	made, err := MakeSuite(context.Background(), m, request(whole.Calls))
	if err != nil || !made.Complete || made.Reason != SATCalls || factsOf(t, made.Domain).Checked != Sampling {
		t.Errorf("the second check is not bounded: %v, %+v", err, made)
	}
	q := request(1)
	for _, one := range whole.Tests {
		q.Suite += m.Show(one.Test, true) + "\n"
	}
	q.Suite += "(RRQ, 0.5)(ACK1, 3.7)\n(RRQ, 9)(ACK1, 9)"
	s := scoreOf(t, context.Background(), m, q)
	if last := s.Tests[len(s.Tests)-1]; !s.Complete || s.Reason != SATCalls || last.Needed != "" {
		t.Errorf("with one call: complete %v, reason %q, the last test is needed: %q", s.Complete, s.Reason, last.Needed)
	}
}

// The suite for a domain in which every mutant conforms is empty, and can be scored.
func TestEmptySuiteIsScored(t *testing.T) {
	m := parse(t, "s -a/x-> s; s ~2~> s")
	q := SuiteRequest{Request: Request{Operators: []string{"marked"}}}
	made, err := MakeSuite(context.Background(), m, q)
	if err != nil || !made.Complete || len(made.Tests) != 0 {
		t.Fatalf("got %v, %+v", err, made)
	}
	text, err := report.EncodeSuite(made)
	if err != nil {
		t.Fatal(err)
	}
	q.Suite = string(text)
	if s := scoreOf(t, context.Background(), m, q); !s.Complete || s.Kills.Conforming != "1" {
		t.Errorf("got %+v", s)
	}
}
