// Package repair finds next-step hints for who mends a model: the nearest changes of the student's own text after
// which the exercise passes. These are mutants of it by all operators, and changes that operators do not make, such as
// a guard or an assignment more. The reference decides which of them pass, and where the student's model first goes
// wrong; no change is copied from its text.
//
//	repair.go  what is asked for and found
//	search.go  which changes pass: they are run on tests, then compared
//	scene.go   where the model may be wrong: what a run that goes wrong takes
//	text.go    changes of a text, by its tokens
//	expr.go    changes of expressions, which three formalisms share
//	hint.go    a repair, told little by little
//
// What is changed in a formalism's texts: efsm.go, action.go, tfsm.go, timed.go.
//
// After L. D'Antoni et al., How Can Automated Feedback Construction Improve the Design of Automata?, TOCHI 2015, who
// try edits of an automaton and sort them out by words before they compare languages.
package repair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Repair is a change of a student's model after which the exercise passes. The engine has confirmed it.
type Repair struct {
	Mutant  report.Mutant // the change: span, original, replacement, edits, operator
	Equal   bool          // refinement both ways
	Refines bool
	Text    string // the model with the change made

	kind  kind
	which direction
}

// A Request asks for repairs.
type Request struct {
	Formalism   engine.Formalism
	Reference   engine.Model
	Student     engine.Model
	StudentFile *source.File
	// ReferenceFile is the text that the reference was read from; nil: it is printed and read again
	ReferenceFile *source.File
	Equal         bool // the goal; otherwise the model has to refine the reference
	Settings      report.Settings
	Tests         []engine.Test // tests of the reference that were met before

	// Budgets, counted so that a hint is the same everywhere; 0: the default.
	Replays     int // models that are read and run on tests
	Comparisons int // models that are compared exactly
	Pairs       int // models with one change to which a second one is made
}

// The default budgets.
const (
	DefaultReplays     = 20_000
	DefaultComparisons = 300
	DefaultPairs       = 20
)

// mostRepairs is how many are suggested.
const mostRepairs = 3

// errPasses is said of a model that needs no repair.
var errPasses = errors.New("the model passes as it is")

// Find looks for changes after which the student's model passes, at most three, best first. Where there are
// none, why says so in a sentence. An error is bad input, or a cancelled context.
func Find(ctx context.Context, q Request) (best []Repair, why string, err error) {
	q.Replays = cmp.Or(q.Replays, DefaultReplays)
	q.Comparisons = cmp.Or(q.Comparisons, DefaultComparisons)
	q.Pairs = cmp.Or(q.Pairs, DefaultPairs)
	s, err := newSearch(ctx, q)
	if errors.Is(err, errPasses) {
		return nil, "The model passes as it is.", nil
	}
	if err != nil {
		return nil, "", err
	}
	s.single()
	if len(s.found) == 0 {
		s.pairs()
	}
	if err := ctx.Err(); err != nil {
		return nil, "", err
	}
	if len(s.found) > 0 {
		return s.best(), "", nil
	}
	why = "No single change repairs it, nor any of two that were tried"
	if s.spent() {
		why = "No change was found within the budget"
	}
	if n := s.wrongAt(); n > 0 {
		return nil, why + fmt.Sprintf("; first wrong at step %d.", n), nil
	}
	return nil, why + ".", nil
}

// best orders what was found: an equal model before one that refines, of these what does more; then the smaller
// change, then its place. Of each line there is one first.
func (s *search) best() []Repair {
	slices.SortStableFunc(s.found, func(a, b found) int {
		return cmp.Or(
			-cmp.Compare(rank(a.Equal), rank(b.Equal)),
			-cmp.Compare(a.does, b.does),
			cmp.Compare(a.size, b.size),
			-cmp.Compare(a.score, b.score),
			cmp.Compare(a.Mutant.Span.Line, b.Mutant.Span.Line),
			cmp.Compare(a.Mutant.Span.Column, b.Mutant.Span.Column),
		)
	})
	var best, rest []Repair
	seen := map[int]bool{}
	for _, f := range s.found {
		if line, _ := f.Mutant.Place(); !seen[line] {
			seen[line] = true
			best = append(best, f.Repair)
		} else {
			rest = append(rest, f.Repair)
		}
	}
	best = append(best, rest...)
	return best[:min(len(best), mostRepairs)]
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}
