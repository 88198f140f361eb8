package engine

import (
	"context"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Formalism is a modelling language with its mutation operators and its relation between model
// and mutant. There is one value of it for each line of formalisms.go; the packages behind know
// nothing of this interface.
type Formalism interface {
	// Describe gives names, operators, options, tools and examples: constant data.
	Describe() report.Formalism
	// Parse reads and checks a text. The model is nil when the diagnostics hold an error.
	Parse(f *source.File) (Model, source.Diagnostics)
	// Recognises tells whether a text looks like this language, for files without a telling name.
	Recognises(text string) bool
}

// A Packer is a Formalism whose models may be several files: a project folder, a zip. The files
// become one text, which Parse reads, so that reports and links hold the whole model.
type Packer interface {
	// Packs tells by their names whether the files are a model of this kind. Names are
	// slash-separated and relative to the folder; the slice is sorted by name.
	Packs(files []*source.File) bool
	// Pack gives the text.
	Pack(files []*source.File) (string, error)
}

// A Model is a parsed and checked model. It never changes, so workers may share it.
type Model interface {
	// Format prints the model in its language; parsing that gives an equal model.
	Format() string
	// Facts are shown beside the model: how many states, variables, transitions.
	Facts() []report.Fact
	// Mutants enumerates in a stable order what the selected operators make of the model. It
	// judges nothing. An error means that the selection cannot be met: an unknown option, say.
	Mutants(sel Selection) ([]Mutant, error)
	// Checker does once what the checks of all mutants share.
	Checker(ctx context.Context, s report.Settings) (Checker, error)
	// Compare checks a hand-written model against this one, as a single mutant.
	Compare(ctx context.Context, impl Model, s report.Settings) (report.Mutant, error)
	// RunTool runs one of the formalism's tools on the model. Its error is bad input.
	RunTool(ctx context.Context, call ToolCall) ([]report.Section, error)
}

// A Foreign model may come from another format than its formalism's own language. Formatting such a
// text is a conversion, which may lose what the language has no place for: the layout of a drawing, say.
type Foreign interface {
	// ReadFrom names the other format; "" when the text is in the language itself.
	ReadFrom() string
}

// ReadFrom names the foreign format that a model was read from, "" if it was none.
func ReadFrom(m Model) string {
	if f, ok := m.(Foreign); ok {
		return f.ReadFrom()
	}
	return ""
}

// A Suggester is a Model that knows which tools one wants first; the page offers them before the others.
type Suggester interface {
	// FirstTools names the tools, none where the formalism's order will do.
	FirstTools() []string
}

// FirstTools gives the tools that are offered first for a model, none for the formalism's order.
func FirstTools(m Model) []string {
	if s, ok := m.(Suggester); ok {
		return s.FirstTools()
	}
	return nil
}

// A Chooser is a Model that knows the values of options that are written as text; the page makes a menu of them.
type Chooser interface {
	// Choices gives them by the option's name; the first is what an empty value means.
	Choices() map[string][]string
}

// ChoicesOf gives the values that a model has for options that are written as text.
func ChoicesOf(m Model) map[string][]string {
	if c, ok := m.(Chooser); ok {
		return c.Choices()
	}
	return nil
}

// A Selection says which mutants are wanted.
type Selection struct {
	Operators []string // names in the formalism's order, already resolved by Resolve
	Order     int      // 1 or 2
	Sample    int      // at most so many, drawn with Seed; 0: all
	Seed      uint64
	Options   map[string]string
}

// A Mutant is one of a model's mutants, not yet judged.
type Mutant interface {
	// Describe gives id, operator, span, original, replacement, edits and parts.
	Describe() report.Mutant
}

// A Placed mutant can say where it stands without working out its change, for those who only count.
type Placed interface {
	Place() (operator string, line int)
}

// PlaceOf gives a mutant's operator and line.
func PlaceOf(m Mutant) (operator string, line int) {
	if p, ok := m.(Placed); ok {
		return p.Place()
	}
	d := m.Describe()
	line, _ = d.Place()
	return d.Operator, line
}

// A Checker judges mutants. Its answer for one does not depend on which others it was asked
// before, so that any number of workers give the same report.
type Checker interface {
	// Check gives the mutant's description completed by verdict, evidence and effort. Evidence was
	// checked by replay before it is returned. The context cancels; then the verdict stays empty.
	Check(ctx context.Context, m Mutant) report.Mutant
	// Evidence is what the report's survivors share, or nil.
	Evidence() []byte
	// Domain is the report's domain object, or nil.
	Domain() []byte
	// Walk shows original and mutant side by side along the mutant's counterexample, or along a
	// run that both allow where it has none.
	Walk(ctx context.Context, m report.Mutant) (*report.Walk, error)
	// Verify re-checks one judged mutant of a report by the simplest means, from the model, the
	// mutant's text and the evidence alone. The error says what does not hold.
	Verify(ctx context.Context, m report.Mutant, r *report.Report) error
}

// A ToolCall is a request to a Tool.
type ToolCall struct {
	Tool     string
	Inputs   map[string]string
	Settings report.Settings
	Progress func(done, total int, what string) // may be nil; total 0: unknown
}
