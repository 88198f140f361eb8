package engine

import (
	"context"
	"fmt"
	"hash/fnv"
	"strconv"

	"github.com/mutarium/mutarium/engine/report"
)

// Duplicates are mutants that behave exactly as an earlier mutant does. They distort scores: who
// kills one kills the other. (M. Papadakis, Y. Jia, M. Harman and Y. Le Traon, Trivial compiler
// equivalence, ICSE 2015, introduce the word for mutants of programs and find them by their object
// code; models are small enough to decide it.)
//
// It takes two passes, when all have their verdicts. Each mutant gets a fingerprint, by any worker. Then
// those with equal fingerprints are compared exactly, each with the earlier ones that are unlike each
// other. Neither invalid mutants nor those that are equivalent to the original take part.

// A Matcher is a Checker that can tell which mutants behave exactly alike.
type Matcher interface {
	Checker
	// Fingerprint is equal for mutants that behave alike; others may have it too. It depends on the
	// mutant alone, and is not ok when a budget ran out or the context was done.
	Fingerprint(ctx context.Context, m Mutant) (print string, ok bool)
	// Same decides exactly whether two mutants behave alike. It is asked of mutants with equal
	// fingerprints, a before b in the list, and has not decided when a budget ran out or the context
	// was done.
	Same(ctx context.Context, a, b Mutant) (same, decided bool)
}

// Limits of the search for duplicates, unless the settings have others.
const (
	MaxDuplicates  = 20_000 // mutants among which duplicates are looked for
	MaxComparisons = 100    // earlier mutants with which one is compared
)

// unmatched says why duplicates are not looked for among n mutants, "" where they are.
func unmatched(k Checker, s report.Settings, n int) string {
	most := s.Budget.Duplicates
	if most <= 0 {
		most = MaxDuplicates
	}
	_, can := k.(Matcher)
	switch {
	case s.Order > 1:
		return "not determined: duplicates are looked for among single changes"
	case n > most:
		return fmt.Sprintf("not determined: there are more than %d mutants", most)
	case !can:
		return "not determined: this formalism cannot tell yet"
	}
	return ""
}

// Reasons why some duplicates may be missing.
const unmatchedStopped = "not determined: the run was stopped"

func unmatchedSome(n int) string {
	if n == 0 {
		return ""
	}
	return "not determined for " + strconv.Itoa(
		n,
	) + " of the mutants: the budget of comparisons ran out, or of what one takes"
}

// fingerprint gives what mutants are grouped by, and Unmatched for one whose fingerprint took too long.
func fingerprint(ctx context.Context, k Checker, mu Mutant) string {
	print, ok := k.(Matcher).Fingerprint(ctx, mu)
	if !ok {
		return Unmatched
	}
	h := fnv.New64a()
	h.Write([]byte(print))
	return strconv.FormatUint(h.Sum64(), 16)
}

// Unmatched is the fingerprint of a mutant that could not be given one.
const Unmatched = "?"

// Groups lists the mutants, by their index, that have a fingerprint in common with another. Groups
// and their members are in the order of the list. Open counts those without a fingerprint.
func Groups(prints []string) (groups [][]int, open int) {
	at := map[string]int{}
	var all [][]int
	for i, p := range prints {
		switch p {
		case "":
		case Unmatched:
			open++
		default:
			g, seen := at[p]
			if !seen {
				g = len(all)
				at[p] = g
				all = append(all, nil)
			}
			all[g] = append(all[g], i)
		}
	}
	for _, g := range all {
		if len(g) > 1 {
			groups = append(groups, g)
		}
	}
	return groups, open
}

// A Match says which mutants of a group are duplicates.
type Match struct {
	Of   map[int]int // by index: the earliest mutant that behaves alike
	Open int         // mutants about which it could not be decided
}

// MatchGroup compares the mutants of a group. A mutant that is like none before is one with which
// later ones are compared.
func MatchGroup(ctx context.Context, k Matcher, s report.Settings, mutants []Mutant, group []int) Match {
	most := s.Budget.Comparisons
	if most <= 0 {
		most = MaxComparisons
	}
	m := Match{Of: map[int]int{}}
	var unlike []int
	for _, i := range group {
		of, open := -1, false
		for tried, j := range unlike {
			if tried == most || ctx.Err() != nil {
				open = true
				break
			}
			same, decided := k.Same(ctx, mutants[j], mutants[i])
			open = open || !decided
			if same && decided {
				of = j
				break
			}
		}
		if of >= 0 {
			m.Of[i] = of
		} else {
			unlike = append(unlike, i)
		}
		if open {
			m.Open++
		}
	}
	return m
}

// match finds the duplicates among mutants with fingerprints, and counts those for which that was not
// decided.
func match(c *crew, s report.Settings, mutants []Mutant, prints []string) (*matching, error) {
	groups, open := Groups(prints)
	found := make([]Match, len(groups))
	if err := c.each(len(groups), func(k Checker, g int) {
		found[g] = MatchGroup(c.ctx, k.(Matcher), s, mutants, groups[g])
	}); err != nil {
		return nil, err
	}
	m := &matching{prints: prints, of: make([]int, len(prints)), open: open}
	for i := range m.of {
		m.of[i] = -1
	}
	for _, f := range found {
		m.open += f.Open
		for i, j := range f.Of {
			m.of[i] = j
		}
	}
	return m, nil
}

// MatchAll finds the duplicates of a job whose mutants were judged elsewhere, from the fingerprints
// that the observers of its shards heard. It gives for each mutant the index of the one that it
// behaves like, -1 without one, and the summary's note. Pause is called between groups; it may be
// nil. An error is bad input.
func MatchAll(
	ctx context.Context,
	job Job,
	prints []string,
	pause func(ctx context.Context),
) (of []int, note string, err error) {
	r, err := begin(job, Observer{})
	if err != nil {
		return nil, "", err
	}
	if len(prints) > len(r.mutants) {
		return nil, "", fmt.Errorf("there are %d fingerprints for %d mutants", len(prints), len(r.mutants))
	}
	if m := r.recall.match(prints); m != nil {
		return m.of, unmatchedSome(m.open), nil
	}
	k, err := job.checker(ctx, r.Settings)
	if err != nil {
		return nil, "", err
	}
	if note := unmatched(k, r.Settings, len(r.mutants)); note != "" {
		return nil, note, nil
	}
	c := newCrew(ctx, k, 1, nil)
	c.pause = pause
	m, err := r.matched(c, prints)
	if ctx.Err() != nil {
		return nil, unmatchedStopped, nil
	}
	if err != nil {
		return nil, "", err
	}
	return m.of, unmatchedSome(m.open), nil
}
