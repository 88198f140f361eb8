package engine

import (
	"context"

	"github.com/mutarium/mutarium/engine/report"
)

// A SuiteModel is a Model whose formalism can make and judge test suites for all mutants at once.
type SuiteModel interface {
	Model
	// Suite makes a suite that is complete for the fault domain of the settings' operators, or as
	// much of it as the budget allows. Its error is bad input.
	Suite(ctx context.Context, call SuiteCall) (*report.Suite, error)
	// Score judges the suite that the call holds.
	Score(ctx context.Context, call SuiteCall) (*report.Score, error)
}

// A SuiteCall is a request to a SuiteModel.
type SuiteCall struct {
	Name      string // of the model's file
	Suite     string // text of a suite: where Suite begins, what Score judges; may be empty for Suite
	MaxLength int    // a test may be prolonged to so many inputs; 0: each test is as short as can be
	Whole     bool   // inputs come at whole instants, not half a unit behind
	Keep      bool   // keep tests that the others make superfluous
	Unchecked bool   // leave out the second check
	Settings  report.Settings
	Progress  func(done, total int, what string) // may be nil; total 0: unknown
}
