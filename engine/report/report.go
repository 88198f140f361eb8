// Package report is the one JSON document that the command line, the worker and the page share,
// and the plain values from which the page draws: walks, sections, diagnostics.
//
//	report.go      the document: model, settings, mutants, summary
//	vocabulary.go  verdicts, reasons, strengths, names of budgets
//	settings.go    the table of settings, from which flags and fields follow
//	difference.go  what changed from one run to another
//	detail.go      what formalisms say beside verdicts, and how it is shown
//	number.go      how numbers, times and steps are written
//	format1.go     documents and links of format 1
//	suite.go       test suites and their scores
//	extra.go       suites for machines with extra states
//	matrix.go      kill matrices, and what a suite scores without some of its tests
//	spread.go      counterexamples and evidence as facts and tables
//	why.go         the cause of a verdict in one sentence, and the check behind it
//	view.go        formalisms, operators, tools, examples; tables, graphs, walks
//	overlay.go     the graphs of original and mutant as one
//
// It imports nothing of the module. Fields are declared in the order of their JSON names, so that
// keys come out sorted; a test keeps it so. The bytes depend on the input alone: no times (unless
// asked for), no map order, no worker number.
package report

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
)

// FormatVersion is the version of the document's shape. It grows when a reader of the last
// version could misread the new one.
const FormatVersion = 2

// A Report is the result of one run.
type Report struct {
	// Cancelled: stopped by the user: holds what was decided by then, exempt from determinism
	Cancelled bool            `json:"cancelled,omitempty"`
	Domain    json.RawMessage `json:"domain,omitempty"` // timed FSMs: the fault domain, see the formalism's page
	Engine    string          `json:"engine"`           // version of the engine
	// Evidence: what all unkillable mutants share: the reachable set, an invariant
	Evidence json.RawMessage `json:"evidence,omitempty"`
	Format   int             `json:"format"` // FormatVersion
	// From: format that the report was written in, when it was upgraded; 0: this one
	From     int      `json:"-"`
	Model    Model    `json:"model"`
	Mutants  []Mutant `json:"mutants"`
	Settings Settings `json:"settings"`
	Summary  Summary  `json:"summary"`
	Timings  *Timings `json:"timings,omitempty"` // with --timings only
}

// Model says which text was analysed.
type Model struct {
	Facts     []Fact `json:"facts,omitempty"` // in a fixed order: states, variables, ...
	Formalism string `json:"formalism"`       // "action-system", "tfsm", "efsm", "timed"
	Name      string `json:"name"`            // file name without its folder, or "" when typed
	Text      string `json:"text"`            // the text itself: a report can be verified alone
}

// A Fact is a labelled figure about a model, a mutant or a run.
type Fact struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// Settings are all that may change a verdict, and nothing else.
type Settings struct {
	Budget    Budget            `json:"budget"`
	Depth     int               `json:"depth,omitempty"` // bound asked for; 0: none
	Engine    string            `json:"engine"`          // auto, explicit, sat
	Operators []string          `json:"operators"`       // names, in the order of the list of operators
	Options   map[string]string `json:"options,omitempty"`
	Order     int               `json:"order"`            // 1, or 2 for pairs
	Sample    int               `json:"sample,omitempty"` // at most so many mutants, drawn with Seed; 0: all
	Seed      uint64            `json:"seed,omitempty"`
}

// Budget bounds the work of a run in what can be counted. Zero means the formalism's default. Each has
// its line in AllSettings.
type Budget struct {
	Comparisons int `json:"comparisons,omitempty"` // of each mutant with earlier ones, to find duplicates
	Conflicts   int `json:"conflicts,omitempty"`   // of the solver, in each phase of a suite for a fault domain
	Depth       int `json:"depth,omitempty"`       // unrolled steps
	Duplicates  int `json:"duplicates,omitempty"`  // mutants among which duplicates are looked for
	SATCalls    int `json:"satCalls,omitempty"`    // for each mutant
	States      int `json:"states,omitempty"`      // stored states
	Zones       int `json:"zones,omitempty"`       // stored zones
}

// A Mutant is one line of the list: what was changed, and what is known of it. Verdict is empty
// while it is undecided.
type Mutant struct {
	Counterexample json.RawMessage `json:"counterexample,omitempty"`
	// Details: what its formalism says beside the verdict, by the names of Formalism.Details
	Details map[string]json.RawMessage `json:"details,omitempty"`
	// DuplicateOf: first order: id of the earliest mutant with exactly this behaviour
	DuplicateOf string `json:"duplicateOf,omitempty"`
	// Edits: when more than one place changed: all of them
	Edits  []Edit  `json:"edits,omitempty"`
	Effort *Effort `json:"effort,omitempty"`
	// Evidence: what a checker needs beside the report's evidence
	Evidence json.RawMessage `json:"evidence,omitempty"`
	ID       string          `json:"id"`
	K        int             `json:"k,omitempty"`      // with strength bounded
	Length   *int            `json:"length,omitempty"` // killed: steps before the wrong one
	// Notes: sentences beside the verdict: "non-deterministic on open?"
	Notes       []string `json:"notes,omitempty"`
	Operator    string   `json:"operator"`
	Original    string   `json:"original"`
	Parts       []string `json:"parts,omitempty"` // higher order: ids of the first-order mutants
	Reason      string   `json:"reason,omitempty"`
	Replacement string   `json:"replacement"`
	Span        Span     `json:"span"`
	Strength    string   `json:"strength,omitempty"`
	Verdict     string   `json:"verdict,omitempty"`
	// Words: the change as lists show it, "s1: timeout 4 → 3", by part; nil: as original and replacement say
	Words []string `json:"words,omitempty"`
}

// Place is where people look for the change: an edit that removes a line of a list may begin with the
// comma and the line break behind the one before.
func (m *Mutant) Place() (line, column int) {
	rest := strings.TrimLeft(m.Original, ", \t\r\n")
	skipped := m.Original[:len(m.Original)-len(rest)]
	if breaks := strings.Count(skipped, "\n"); breaks > 0 && rest != "" {
		return m.Span.Line + breaks, len(skipped) - strings.LastIndexByte(skipped, '\n')
	}
	return m.Span.Line, m.Span.Column
}

// Detail gives what the formalism says under a name, nil where it says nothing.
func (m *Mutant) Detail(name string) json.RawMessage { return m.Details[name] }

// SetDetail says something under a name of the formalism's Details; nil takes it back. The details
// of a copy of the mutant stay as they are.
func (m *Mutant) SetDetail(name string, value json.RawMessage) {
	details := maps.Clone(m.Details)
	delete(details, name)
	if value != nil {
		if details == nil {
			details = map[string]json.RawMessage{}
		}
		details[name] = value
	}
	if m.Details = details; len(details) == 0 {
		m.Details = nil
	}
}

// An Edit is a textual change of the model. The edits of a mutant, made together, give its text.
type Edit struct {
	Original    string `json:"original"`
	Replacement string `json:"replacement"`
	Span        Span   `json:"span"`
}

// Changes are the mutant's edits, also where there is one alone, which stands in the mutant itself.
func (m *Mutant) Changes() []Edit {
	if len(m.Edits) > 0 {
		return m.Edits
	}
	return []Edit{{Original: m.Original, Replacement: m.Replacement, Span: m.Span}}
}

// A Span is shown as people count: 1-based lines, 1-based columns in runes, the end exclusive.
type Span struct {
	Column    int `json:"column"`
	EndColumn int `json:"endColumn"`
	EndLine   int `json:"endLine"`
	Line      int `json:"line"`
}

// Effort counts what was spent on one mutant, whatever other mutants or workers did.
type Effort struct {
	Depth    int `json:"depth,omitempty"`    // unrolled steps
	SATCalls int `json:"satCalls,omitempty"` // calls of the solver
	States   int `json:"states,omitempty"`   // states in which the mutant was evaluated
	Steps    int `json:"steps,omitempty"`    // steps of the mutant that were compared
}

// Summary counts verdicts. Killed + Unkillable + Unknown + Invalid = Mutants.
type Summary struct {
	// Duplicates: mutants that behave as an earlier one does; they have their verdicts too
	Duplicates     int                        `json:"duplicates"`
	DuplicatesNote string                     `json:"duplicatesNote,omitempty"` // why duplicates were not determined
	Invalid        int                        `json:"invalid"`
	Killed         int                        `json:"killed"`
	Mutants        int                        `json:"mutants"`
	Operators      map[string]OperatorSummary `json:"operators"`
	Reasons        map[string]int             `json:"reasons,omitempty"` // of unkillable, unknown and invalid
	Unkillable     int                        `json:"unkillable"`
	Unknown        int                        `json:"unknown"`
}

// OperatorSummary counts the verdicts of one operator.
type OperatorSummary struct {
	Duplicates int `json:"duplicates"`
	Invalid    int `json:"invalid"`
	Killed     int `json:"killed"`
	Mutants    int `json:"mutants"`
	Unkillable int `json:"unkillable"`
	Unknown    int `json:"unknown"`
}

// Timings are wall-clock milliseconds, for people only.
type Timings struct {
	Check   float64 `json:"check"`
	Mutate  float64 `json:"mutate"`
	Parse   float64 `json:"parse"`
	Prepare float64 `json:"prepare"`
}

// Summarise counts.
func Summarise(mutants []Mutant) Summary {
	s := Summary{Operators: map[string]OperatorSummary{}}
	for i := range mutants {
		s.Add(&mutants[i])
	}
	return s
}

// Add counts one more mutant.
func (s *Summary) Add(m *Mutant) { s.count(m, 1) }

// Remove takes back an Add of the same mutant.
func (s *Summary) Remove(m *Mutant) { s.count(m, -1) }

func (s *Summary) count(m *Mutant, by int) {
	if s.Operators == nil {
		s.Operators = map[string]OperatorSummary{}
	}
	op := s.Operators[m.Operator]
	s.Mutants += by
	op.Mutants += by
	switch m.Verdict {
	case Killed:
		s.Killed += by
		op.Killed += by
	case Unkillable:
		s.Unkillable += by
		op.Unkillable += by
	case Unknown:
		s.Unknown += by
		op.Unknown += by
	case Invalid:
		s.Invalid += by
		op.Invalid += by
	}
	if m.DuplicateOf != "" {
		s.Duplicates += by
		op.Duplicates += by
	}
	s.Operators[m.Operator] = op
	s.countReason(m, by)
}

func (s *Summary) countReason(m *Mutant, by int) {
	if m.Reason == "" || m.Verdict == Killed {
		return
	}
	if s.Reasons == nil {
		s.Reasons = map[string]int{}
	}
	if s.Reasons[m.Reason] += by; s.Reasons[m.Reason] == 0 {
		delete(s.Reasons, m.Reason)
	}
}

// Encode gives the bytes of a report: sorted keys, two spaces of indent, HTML characters as they
// are, a newline at the end.
func Encode(r *Report) ([]byte, error) { return encode(r) }

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Raw marshals a part of a report that has a shape of its own. The value must be one that
// encoding/json can marshal, with fields in sorted order.
func Raw(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("report: unmarshallable part: " + err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// Int gives a pointer, for lengths that may be absent.
func Int(n int) *int { return &n }
