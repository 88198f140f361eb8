package tfsm

import (
	"fmt"
	"strconv"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// What users may set: the options that restrict operators, and what a request to the suites and tools holds.

// Options describes the settings of the operators.
var OperatorOptions = []report.Option{
	{
		Name:    "states",
		Kind:    "text",
		Title:   "Only these states",
		Summary: "Operators touch only transitions that leave these states; empty: all",
	},
	{
		Name:    "inputs",
		Kind:    "text",
		Title:   "Only these inputs",
		Summary: "Operators touch only transitions by these inputs; empty: all",
	},
	{
		Name:    "timeouts",
		Kind:    "flag",
		Default: "true",
		Title:   "Timeouts too",
		Summary: "Operators touch timeouts even where inputs are restricted",
	},
	{
		Name:    "max-delay",
		Kind:    "number",
		Default: "0",
		Title:   "Largest delay",
		Summary: "Largest delay that operators make; 0: two more than the specification's largest",
	},
	{
		Name:    "delays",
		Kind:    "choice",
		Choices: []string{"all", "near"},
		Default: "all",
		Title:   "Which delays",
		Summary: "All smaller and larger delays, or the next ones only",
	},
	{
		Name:    "extra",
		Kind:    "number",
		Default: "1",
		Title:   "Extra states",
		Summary: "How many states the operator extra-states adds",
	},
}

// A Request says which fault domain is meant and what may be spent on it.
type Request struct {
	Operators []string          // by name
	Options   map[string]string // of the operators, see OperatorOptions
	Budget    Budget
	Progress  func(done, total int, what string) // may be nil; total 0: unknown
	Name      string                             // of the model's file, for suites that are written
	Engine    string                             // its version, likewise
}

// limitsOf reads the options.
func limitsOf(options map[string]string) (Limits, error) {
	l := Limits{
		States: model.SplitNames(options["states"]), Inputs: model.SplitNames(options["inputs"]),
		Timeouts: options["timeouts"] != "false", Near: options["delays"] == "near",
	}
	delay, err := readNumber(options, "max-delay", int(model.MaxDelay))
	if err != nil {
		return l, err
	}
	l.MaxDelay = model.Delay(delay)
	l.Extra, err = readNumber(options, "extra", 8)
	return l, err
}

// readNumber reads a whole number from 0; absent is 0.
func readNumber(values map[string]string, name string, most int) (int, error) {
	text := values[name]
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("%s: got %q, want a whole number from 0 to %d", name, text, most)
	}
	return n, nil
}

// DomainOf builds the fault domain that a request's operators make.
func DomainOf(m *model.Model, q Request) (*Domain, error) {
	l, err := limitsOf(q.Options)
	if err != nil {
		return nil, err
	}
	mutated, added, err := Mutate(m, q.Operators, l)
	if err != nil {
		return nil, err
	}
	d := NewDomain(mutated)
	d.Added = added
	return d, nil
}

// mutatedDomain is Domain for requests that ask about its mutants: one without any is bad input.
func mutatedDomain(m *model.Model, q Request) (*Domain, error) {
	d, err := DomainOf(m, q)
	if err != nil {
		return nil, err
	}
	if d.Model.Mutated() == 0 {
		return nil, fmt.Errorf(
			"there are no mutants: mark transitions as mutated (s1 ~a/y~> s2) or choose operators that add some, such as " +
				"output and transfer",
		)
	}
	return d, nil
}
