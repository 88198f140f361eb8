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

// An ExtraSuiteModel can make and judge suites that are complete for all machines with at most so many
// states beyond those of the specification, whatever their faults.
type ExtraSuiteModel interface {
	Model
	// ExtraSuite makes a suite with a certificate that the referee accepted. Its error is bad input.
	ExtraSuite(ctx context.Context, call ExtraCall) (*report.ExtraSuite, error)
	// ExtraScore judges the suite that the call holds.
	ExtraScore(ctx context.Context, call ExtraCall) (*report.ExtraScore, error)
}

// An ExtraCall is a request to an ExtraSuiteModel.
type ExtraCall struct {
	Name    string // of the model's file
	Suite   string // text of a suite: what ExtraScore judges; "": the tests that the model holds
	Extra   int    // states beyond those of the specification
	Aim     string // "balanced", "tests", "steps"
	Longest int    // inputs of a test, as far as possible; 0: chosen
	Waits   int64  // of machines with timeouts: the longest wait; below 0: the largest timeout
	Delays  int64  // faulty machines have timeouts up to so much, whatever the waits; 0: any
	Whole   bool   // inputs on ticks, not between them
	Budget  int    // nodes and comparisons; 0: the default
}
