package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The settings of a run are declared here once. Flags of the command line, fields of the page, range
// checks and defaults follow from the table, as a solver declares its options.

// A Setting is one of the settings that all formalisms share, or that some of them have. Those of a
// single formalism are its Options.
type Setting struct {
	Name    string   // as the page and a formalism's Settings call it
	Flag    string   // of the command line, without dashes
	Title   string   // of the page's field
	Summary string   // one sentence, for the page
	Help    string   // for the command line; the word in backquotes stands for the value
	Choices []Choice // the values of a setting that is no number
	Default string   // in words; "0" of a budget is the formalism's own default
	Least   uint64   // of a number
	Most    uint64   // of a number; 0: any
	Shared  bool     // every formalism has it; the others have it where their Settings name it
	Chooses bool     // it says which mutants there are; the others say how they are judged

	number func(s *Settings) *int
	wide   func(s *Settings) *uint64
	word   func(s *Settings) *string
}

// A Choice is one value of a setting.
type Choice struct{ Name, Title string }

// AllSettings lists them in the order in which they are shown.
var AllSettings = []Setting{
	{
		Name: "engine", Flag: "engine", Title: "Engine", Default: "auto",
		Summary: "How verdicts are reached. Both engines agree.",
		Help:    "`name` is auto, explicit or sat",
		Choices: []Choice{{"auto", "Automatic"}, {"explicit", "Explicit states"}, {"sat", "SAT solver"}},
		word:    func(s *Settings) *string { return &s.Engine },
	}, {
		Name: "order", Flag: "order", Title: "Order", Default: "1", Least: 1, Most: 2, Shared: true, Chooses: true,
		Summary: "Second order makes two changes at a time.",
		Help:    "`n` = 1: single changes; 2: pairs of changes",
		Choices: []Choice{{"1", "First: one change"}, {"2", "Second: pairs"}},
		number:  func(s *Settings) *int { return &s.Order },
	}, {
		Name: "depth", Flag: "depth", Title: "Depth", Default: "0",
		Summary: "Look at no more than this many steps. Empty: at all of them.",
		Help:    "consider only `n` steps; 0: all",
		number:  func(s *Settings) *int { return &s.Depth },
	}, {
		Name: "sample", Flag: "sample", Title: "Sample", Default: "0", Shared: true, Chooses: true,
		Summary: "Judge at most this many mutants, drawn with the seed.",
		Help:    "draw at most `n` mutants; 0: all",
		number:  func(s *Settings) *int { return &s.Sample },
	}, {
		Name: "seed", Flag: "seed", Title: "Seed", Default: "0", Shared: true, Chooses: true,
		Summary: "Draws the same sample again.",
		Help:    "`seed` of the sample",
		wide:    func(s *Settings) *uint64 { return &s.Seed },
	}, {
		Name: BudgetStates, Flag: "budget-states", Title: "States", Default: "0",
		Summary: "Give up after storing this many states. Empty: the default.",
		Help:    "store `n` states before giving up; 0: the formalism's default",
		number:  func(s *Settings) *int { return &s.Budget.States },
	}, {
		Name: BudgetZones, Flag: "budget-zones", Title: "Zones", Default: "0",
		Summary: "Give up after storing this many zones. Empty: the default.",
		Help:    "store `n` zones before giving up; 0: the formalism's default",
		number:  func(s *Settings) *int { return &s.Budget.Zones },
	}, {
		Name: BudgetSATCalls, Flag: "budget-sat-calls", Title: "Solver calls", Default: "0",
		Summary: "Give up on a mutant after this many calls of the solver. Empty: the default.",
		Help:    "call the solver `n` times for each mutant before giving up; 0: the default",
		number:  func(s *Settings) *int { return &s.Budget.SATCalls },
	}, {
		Name: BudgetConflicts, Flag: "budget-conflicts", Title: "Solver conflicts", Default: "0",
		Summary: "Give up on a fault domain after this many conflicts of the solver. Empty: 100,000.",
		Help:    "suites and scores: let the solver meet `n` conflicts in each phase; 0: 100,000",
		number:  func(s *Settings) *int { return &s.Budget.Conflicts },
	}, {
		Name: "budgetDepth", Flag: "budget-depth", Title: "Unrolled steps", Default: "0",
		Summary: "Let the solver look at runs of up to this many steps. Empty: the default.",
		Help:    "unroll `n` steps before giving up; 0: the default",
		number:  func(s *Settings) *int { return &s.Budget.Depth },
	}, {
		Name: "duplicates", Flag: "budget-duplicates", Title: "Duplicates", Default: "0", Shared: true,
		Summary: "Look for duplicates among at most this many mutants. Empty: 20,000.",
		Help:    "look for duplicates among at most `n` mutants; 0: 20,000",
		number:  func(s *Settings) *int { return &s.Budget.Duplicates },
	}, {
		Name: "comparisons", Flag: "budget-comparisons", Title: "Comparisons", Default: "0", Shared: true,
		Summary: "Compare each mutant with at most this many earlier ones to find duplicates. Empty: 100.",
		Help:    "compare each mutant with at most `n` earlier ones to find duplicates; 0: 100",
		number:  func(s *Settings) *int { return &s.Budget.Comparisons },
	},
}

// DefaultConflicts is how many conflicts of the solver a phase may take unless the user says otherwise: some seconds.
const DefaultConflicts = 100_000

// FindSetting gives the setting of a name.
func FindSetting(name string) (Setting, bool) {
	i := slices.IndexFunc(AllSettings, func(x Setting) bool { return x.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return AllSettings[i], true
}

// Has tells whether a setting has an effect on a formalism.
func (f *Formalism) Has(x Setting) bool { return x.Shared || slices.Contains(f.Settings, x.Name) }

// Value gives the setting's value, its default where none was given.
func (x Setting) Value(s Settings) string {
	value := ""
	switch {
	case x.word != nil:
		value = *x.word(&s)
	case x.wide != nil:
		value = strconv.FormatUint(*x.wide(&s), 10)
	default:
		value = strconv.Itoa(*x.number(&s))
	}
	if value == "" || value == "0" {
		return x.Default
	}
	return value
}

// Given tells whether the setting has another value than its default.
func (x Setting) Given(s Settings) bool { return x.Value(s) != x.Default }

// Set sets the value; an empty one is the default. The error says what is wanted.
func (x Setting) Set(s *Settings, value string) error {
	if value == "" {
		value = x.Default
	}
	if x.word != nil {
		if !slices.ContainsFunc(x.Choices, func(c Choice) bool { return c.Name == value }) {
			return fmt.Errorf("got %q, want %s", value, x.Wants())
		}
		*x.word(s) = value
		return nil
	}
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil || n < x.Least || x.Most > 0 && n > x.Most || x.number != nil && n > 1<<31-1 {
		return fmt.Errorf("got %q, want %s", value, x.Wants())
	}
	if x.wide != nil {
		*x.wide(s) = n
	} else {
		*x.number(s) = int(n)
	}
	return nil
}

// Words lists the names of the choices.
func (x Setting) Words() []string {
	names := make([]string, len(x.Choices))
	for i, c := range x.Choices {
		names[i] = c.Name
	}
	return names
}

// Wants says which values are allowed.
func (x Setting) Wants() string {
	switch {
	case len(x.Choices) == 2:
		return x.Choices[0].Name + " or " + x.Choices[1].Name
	case len(x.Choices) > 0:
		return "one of " + strings.Join(x.Words(), ", ")
	case x.wide != nil:
		return "a whole number, 0 or more"
	}
	return fmt.Sprintf("a whole number from %d to %d", x.Least, 1<<31-1)
}

// Complete fills in what was left open. The error names a setting whose value is not allowed.
func (s *Settings) Complete() error {
	for _, x := range AllSettings {
		if err := x.Set(s, x.Value(*s)); err != nil {
			return fmt.Errorf("%s: %w", x.Name, err)
		}
	}
	return nil
}
