package report

import "slices"

// Verdicts of a mutant. A mutant that no test can kill is Unkillable; "survived" is what a given
// test suite makes of a mutant, and no verdict.
const (
	Killed     = "killed"     // some behaviour of the mutant is forbidden by the original
	Unkillable = "unkillable" // none is, which is proved: Reason tells Equivalent from Refines
	Unknown    = "unknown"    // a budget ran out, or only a bounded number of steps was looked at: Reason names the budget
	Invalid    = "invalid"    // the mutant is no model: Reason says why
)

// Verdicts lists them in the order in which people want to read: what nobody knows and what no
// test can see before what is settled.
var Verdicts = []string{Unknown, Unkillable, Invalid, Killed}

// Reasons of verdicts other than Unknown, whose reasons are Budgets.
const (
	Equivalent   = "equivalent"   // unkillable: exactly the behaviour of the original
	Refines      = "refines"      // unkillable: less behaviour than the original, and none that it forbids
	Init         = "init"         // killed: it starts differently
	Output       = "output"       // killed: another output
	Inconsistent = "inconsistent" // invalid: it has no implementation
	Overflow     = "overflow"     // invalid: a number that the language cannot write
	NoModel      = "no-model"     // invalid: a text that the operators do not make
)

// Reasons lists the reasons of verdicts other than Unknown.
var Reasons = []string{Equivalent, Refines, Inconsistent, Overflow, NoModel, Init, Output}

// Strengths of a verdict.
const (
	Proved  = "proved"  // for all behaviours
	Bounded = "bounded" // unknown, and not killed by any behaviour of at most K steps
	None    = "none"    // nothing is claimed
)

// Replay is the reason of an unknown mutant whose evidence did not stand up to being run again: a
// defect of the program, which claims nothing then.
const Replay = "replay"

// A BudgetName is something that is counted and may run out. Its name is the reason of the mutants
// for which it did.
type BudgetName struct {
	Name string // as in Settings.Budget and as the reason of an unknown verdict
	Unit string // what is counted, in words
}

// Budgets are the names of all budgets of all formalisms.
var Budgets = []BudgetName{
	{BudgetStates, "stored states"},
	{BudgetSteps, "evaluated steps"},
	{BudgetDepth, "unrolled steps"},
	{BudgetSATCalls, "solver calls"},
	{BudgetConflicts, "conflicts of the solver"},
	{BudgetZones, "zones"},
	{BudgetPairs, "pairs"},
	{BudgetArguments, "arguments of an event"},
	{BudgetChoices, "choices within a step"},
	{BudgetDelays, "delays without a common divisor"},
}

// Names of budgets.
const (
	BudgetStates    = "states"
	BudgetSteps     = "steps"
	BudgetDepth     = "depth"
	BudgetSATCalls  = "satCalls"
	BudgetConflicts = "conflicts"
	BudgetZones     = "zones"
	BudgetPairs     = "pairs"
	BudgetArguments = "arguments"
	BudgetChoices   = "choices"
	BudgetDelays    = "delays"
)

// BudgetUnit says in words what a budget counts; "" for a name that is no budget's.
func BudgetUnit(name string) string {
	i := slices.IndexFunc(Budgets, func(b BudgetName) bool { return b.Name == name })
	if i < 0 {
		return ""
	}
	return Budgets[i].Unit
}

// OpenReasons lists the reasons of unknown mutants.
func OpenReasons() []string {
	names := []string{Replay}
	for _, b := range Budgets {
		names = append(names, b.Name)
	}
	return names
}

// Matchable tells whether a mutant with this verdict may be a duplicate or have some: neither invalid mutants
// nor those that are equivalent to the original take part.
func Matchable(verdict, reason string) bool {
	switch verdict {
	case Killed, Unknown:
		return true
	case Unkillable:
		return reason != Equivalent
	}
	return false
}
