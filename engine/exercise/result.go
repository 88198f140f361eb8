package exercise

import (
	"math"

	"github.com/mutarium/mutarium/engine/report"
)

// A Result is what judging an answer finds.
type Result struct {
	Bets     []BetResult `json:"bets,omitempty"`
	Feedback []string    `json:"feedback,omitempty"` // of misconceptions that the answer shows, Markdown
	// Final: mutants of the locked part that are killed, of FinalOf; or 1 of 1 where the locked reference is met
	Final   int            `json:"final,omitempty"`
	FinalOf int            `json:"finalOf,omitempty"`
	Left    []string       `json:"left,omitempty"` // find: suspects that agree with all experiments
	Max     float64        `json:"max"`
	Mutants []MutantResult `json:"mutants,omitempty"` // kill
	Of      int            `json:"of"`
	Over    bool           `json:"over,omitempty"` // more tries than allowed: the rest was not looked at
	Passed  bool           `json:"passed"`
	Points  float64        `json:"points"`
	// Problems: what is wrong with the answer itself, with its places: a text that cannot be read
	Problems []report.Diagnostic `json:"problems,omitempty"`
	Remark   string              `json:"remark,omitempty"` // why something was not decided
	Share    int                 `json:"share"`            // of the goal that is reached, of Of
	Tests    []TestResult        `json:"tests,omitempty"`  // kill: by line; find: by experiment
	Unknown  bool                `json:"unknown,omitempty"`
	Worth    float64             `json:"worth,omitempty"` // bets: the sum of their points
	Wrong    *Wrong              `json:"wrong,omitempty"` // refine, guess
}

// A MutantResult says which test kills a mutant.
type MutantResult struct {
	By   int    `json:"by,omitempty"` // number of the first test that kills it, from 1; 0: none
	ID   string `json:"id"`
	Line int    `json:"line"` // of the model
}

// A TestResult says what one line of tests is worth.
type TestResult struct {
	Kills   int      `json:"kills"` // mutants
	Line    int      `json:"line"`  // of the answer
	New     int      `json:"new"`   // that no earlier test kills
	Problem string   `json:"problem,omitempty"`
	Shows   []string `json:"shows,omitempty"` // find: what the black box shows; kill: what the model shows
	Test    string   `json:"test"`
}

// A Wrong is a shortest run on which a model does what it should not.
type Wrong struct {
	Shows   []string `json:"shows"`             // by the student's model
	Step    int      `json:"step"`              // at which it goes wrong, from 1
	Test    string   `json:"test"`              // as one writes it
	TooLess bool     `json:"tooLess,omitempty"` // it lacks what it should do, so that it is not equal
	Wants   []string `json:"wants,omitempty"`   // by the hidden model; kind guess alone
}

// A BetResult says what a bet is worth.
type BetResult struct {
	Mutant string  `json:"mutant"`
	Points float64 `json:"points"` // +1 right, 0 not made, less if wrong: the more, the surer one was
	Right  bool    `json:"right"`
	Test   string  `json:"test,omitempty"` // killed: a shortest one that kills
	Truth  string  `json:"truth"`          // one of the claims
	Why    string  `json:"why,omitempty"`  // the cause of the verdict
}

// Penalty is what a wrong bet costs by how sure one was: nothing for who says that it was guessed, as much
// as a right one earns for who was certain. So guessing is worth less than knowing, and saying so is worth
// something.
func Penalty(sure int) float64 {
	switch sure {
	case 1:
		return 0
	case 3:
		return 1
	}
	return 0.5
}

// Of gives the points for reaching so much of a goal.
func (p Points) Of(share, of int) float64 {
	if len(p.Steps) > 0 {
		best := 0.0
		for _, s := range p.Steps {
			if float64(share) >= s[0] {
				best = max(best, s[1])
			}
		}
		return best
	}
	if of <= 0 {
		return 0
	}
	return math.Round(100*p.Full*float64(max(share, 0))/float64(of)) / 100
}

// Within gives the points of kind find, where steps say how many experiments are worth what: the fewer, the better.
func (p Points) Within(used int, passed bool) float64 {
	best := 0.0
	for _, s := range p.Steps {
		if passed && float64(used) <= s[0] {
			best = max(best, s[1])
		}
	}
	return best
}

// Award fills in the points of a result, less what hints cost.
func (r *Result) Award(e *Exercise, hints int) {
	r.Max = e.Points.Full
	points := e.Points.Of(r.Share, r.Of)
	switch {
	case e.Kind == Bets && len(e.Points.Steps) == 0 && r.Of > 0:
		points = e.Points.Full * r.Worth / float64(r.Of)
	case e.Kind == Find && len(e.Points.Steps) > 0:
		points = e.Points.Within(len(r.Tests), r.Passed)
	}
	r.Points = max(0, math.Round(100*(points-e.Hints.Cost*float64(hints)))/100)
}

// A Hint is one level of help.
type Hint struct {
	Edit  *report.Edit `json:"edit,omitempty"` // level 3 of refine and guess: the change of the student's text
	Level int          `json:"level"`          // 1 where, 2 what kind, 3 the change
	Span  *report.Span `json:"span,omitempty"` // of the model, or of the student's text
	Test  string       `json:"test,omitempty"` // level 3: a test to write, an experiment to make
	Text  string       `json:"text"`
}
