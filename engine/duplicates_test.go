package engine

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// duplicatesOf lists a report's duplicates as "id = id".
func duplicatesOf(r *report.Report) string {
	var all []string
	for _, m := range r.Mutants {
		if m.DuplicateOf != "" {
			all = append(all, m.ID+" = "+m.DuplicateOf)
		}
	}
	return strings.Join(all, ", ")
}

// By hand: 1+0+5 is 6. The three inc make 7, the three dec make 5; drop makes 5, 6 and 1. The
// mutant with 6 is equivalent; 7 and 1 have one fingerprint, and are compared.
func TestDuplicates(t *testing.T) {
	with(t, sums{})
	const want = "inc@2:1 = inc@1:1, inc@3:1 = inc@1:1, dec@2:1 = dec@1:1, dec@3:1 = dec@1:1, drop@1:1 = dec@1:1"
	j := job(t, "1\n0\n5\n", report.Settings{Operators: []string{"all"}})
	one := ""
	for _, jobs := range []int{1, 2, 5} {
		r, err := RunAll(t.Context(), j, jobs, Observer{})
		if err != nil {
			t.Fatal(err)
		}
		if got := duplicatesOf(r); got != want {
			t.Errorf("%d jobs: got %s, want %s", jobs, got, want)
		}
		if s := r.Summary; s.Duplicates != 5 || s.Operators["drop"].Duplicates != 1 || s.DuplicatesNote != "" || r.Cancelled {
			t.Errorf("%d jobs: %+v", jobs, s)
		}
		text := bytesOf(t, r)
		if one == "" {
			one = text
		}
		if text != one {
			t.Errorf("%d jobs: other bytes than one", jobs)
		}
		if got := verifyText(t, text, false); got != "" {
			t.Errorf("a true report is refused: %s", got)
		}
	}
}

// What cannot be determined is said, and claims nothing.
func TestDuplicatesUndetermined(t *testing.T) {
	with(t, sums{})
	for _, c := range []struct {
		what, text string
		budget     report.Budget
		want, note string
	}{
		{"more mutants than the limit", "1\n0\n5\n", report.Budget{Duplicates: 8}, "", "not determined: there are more than 8 mutants"},
		{"as many mutants as the limit", "1\n0\n", report.Budget{Duplicates: 6}, "inc@2:1 = inc@1:1, dec@2:1 = dec@1:1, drop@1:1 = dec@1:1", ""},
		{"no fingerprint", "13\n", report.Budget{}, "", ""},                                         // inc: 14, dec: 12, drop: 0
		{"some without one", "13\n0\n", report.Budget{}, "", "not determined for 2 of the mutants"}, // inc: 14+0, 13+1; dec: 12+0, 13-1
		// The sums are 99, 99, 97, 97, 0 and 98. Nothing is decided of 99, which has the fingerprint of 0.
		{"comparisons undecided", "98\n0\n", report.Budget{}, "dec@2:1 = dec@1:1", "not determined for 2 of the mutants"},
	} {
		r, err := Run(t.Context(), job(t, c.text, report.Settings{Operators: []string{"all"}, Budget: c.budget}), Observer{})
		if err != nil {
			t.Fatal(err)
		}
		if got := duplicatesOf(r); got != c.want || !strings.HasPrefix(r.Summary.DuplicatesNote, c.note) || c.note == "" && r.Summary.DuplicatesNote != "" {
			t.Errorf("%s: got %q and the note %q, want %q and %q", c.what, got, r.Summary.DuplicatesNote, c.want, c.note)
		}
		if got := verifyText(t, bytesOf(t, r), false); got != "" {
			t.Errorf("%s: %s", c.what, got)
		}
	}
}

// Each mutant is compared with at most so many earlier ones, and the note counts those for which
// that was not enough: 1, 4 and 7 have one fingerprint.
func TestDuplicatesBudgetOfComparisons(t *testing.T) {
	j := job(t, "1\n", report.Settings{})
	k, err := j.Model.Checker(t.Context(), report.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var mutants []Mutant
	for _, n := range []int{1, 4, 7, 7} {
		m := report.Mutant{ID: fmt.Sprint(n), Original: "1", Replacement: fmt.Sprint(n)}
		m.Span = report.Span{Line: 1, Column: 1, EndLine: 1, EndColumn: 2}
		mutants = append(mutants, sumMutant(m))
	}
	for most, want := range map[int]Match{
		2: {Of: map[int]int{}, Open: 1}, // 7 meets 1 and 4, not the other 7
		3: {Of: map[int]int{3: 2}, Open: 0},
	} {
		s := report.Settings{Budget: report.Budget{Comparisons: most}}
		if got := MatchGroup(t.Context(), k.(Matcher), s, mutants, []int{0, 1, 2, 3}); !reflect.DeepEqual(got, want) {
			t.Errorf("%d comparisons: got %v, want %v", most, got, want)
		}
	}
}

func TestGroups(t *testing.T) {
	groups, open := Groups([]string{"", "b", "a", "?", "b", "", "c", "a", "b", "?"})
	if want := [][]int{{1, 4, 8}, {2, 7}}; !reflect.DeepEqual(groups, want) || open != 2 {
		t.Errorf("got %v, %d, want %v, 2", groups, open, want)
	}
}

// A run that is stopped while it looks for duplicates has all verdicts and says that it was stopped.
func TestDuplicatesStopped(t *testing.T) {
	with(t, sums{})
	ctx, stop := context.WithCancel(t.Context())
	n := 0
	r, err := Run(ctx, job(t, "1\n0\n5\n", report.Settings{Operators: []string{"all"}}), Observer{Mutant: func(int, report.Mutant) {
		if n++; n == 9 {
			stop()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Cancelled || len(r.Mutants) != 9 || duplicatesOf(r) != "" || r.Summary.DuplicatesNote != unmatchedStopped {
		t.Errorf("cancelled %t, %d mutants, %q, note %q", r.Cancelled, len(r.Mutants), duplicatesOf(r), r.Summary.DuplicatesNote)
	}
	if got := verifyText(t, bytesOf(t, r), false); got != "" {
		t.Errorf("it is refused: %s", got)
	}
}

// False claims of duplicates are refused, and so are missing ones.
func TestVerifyRefusesDuplicates(t *testing.T) {
	with(t, sums{})
	for _, c := range []struct {
		what   string
		tamper func(r *report.Report)
		want   string
	}{
		{"another one", func(r *report.Report) { r.Mutants[1].DuplicateOf = "dec@1:1" }, "inc@2:1: it is a duplicate of inc@1:1, not of dec@1:1"},
		{"a later one", func(r *report.Report) { r.Mutants[0].DuplicateOf = "inc@2:1" }, "inc@1:1: it is not a duplicate of inc@2:1"},
		{"not the earliest", func(r *report.Report) { r.Mutants[2].DuplicateOf = "inc@2:1" }, "inc@3:1: it is a duplicate of inc@1:1, not of inc@2:1"},
		{"none at all", func(r *report.Report) { r.Mutants[2].DuplicateOf = "inc@9:9" }, "inc@3:1: it is a duplicate of inc@1:1, not of inc@9:9"},
		{"an equivalent one", func(r *report.Report) { r.Mutants[7].DuplicateOf = "inc@1:1" }, "drop@2:1: it is not a duplicate of inc@1:1"},
		{"unsaid", func(r *report.Report) { r.Mutants[1].DuplicateOf = "" }, "inc@2:1: it behaves exactly as inc@1:1 does, which the report does not say"},
		{"not determined, it says", func(r *report.Report) {
			for i := range r.Mutants {
				r.Mutants[i].DuplicateOf = ""
			}
		}, ""},
	} {
		r, err := Run(t.Context(), job(t, "1\n0\n5\n", report.Settings{Operators: []string{"all"}}), Observer{})
		if err != nil {
			t.Fatal(err)
		}
		c.tamper(r)
		r.Summary = report.Summarise(r.Mutants)
		if c.want == "" {
			r.Summary.DuplicatesNote, c.want = unmatchedStopped, `: the note on duplicates is "not determined: the run was stopped", a run writes ""`
		}
		if got := verifyText(t, bytesOf(t, r), false); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}
