// Package model is the language of timed games and timed I/O automata: the syntax tree, the readers
// and printers of its notations, the checks, and what a single step of one automaton does. It knows
// nothing of zones, searches and mutants.
//
//	open.go        Parse and Recognises: the way in
//	ast.go         models, automata, locations, edges
//	copies.go      copies of an automaton with one element replaced
//	parse_*.go     the readers: declarations, labels, xta, XML, JSON, projects, queries
//	scan_query.go  the words and signs of queries
//	pack.go        the files of an Ecdar project as one text
//	print_*.go     the printers: xta, XML, JSON
//	check.go       what must hold of a model
//	constraint.go  comparisons of clocks with constants; folding of constants
//	semantics.go   states with rational clocks, and the steps of one automaton
//	rat.go         exact rational numbers
//	features.go    feature models and their products
//	featured*.go   featured timed games: their text, and the timed game of a product
//	protect.go     the marks that protect text from mutation
//	limit.go       the error of a budget that ran out
//
// The grammar of xta is in grammar.ebnf.
package model

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Model is what one text or one project declares. It never changes after it was checked; mutants
// share what they do not replace.
type Model struct {
	Format   Format
	File     *source.File // the text; nil for a project of several
	Consts   []*Const
	Channels []Channel
	Types    []*TypeDef
	Automata []*Automaton
	System   []string // the names of the system line; nil: none
	Queries  []QueryText
	Features *FeatureModel // nil: one product alone, the automata as they are
	Default  string        // with features: the product that is meant where none is chosen, or ""
	Families []*Featured   // with features: one for each automaton, which holds what all products have

	Protected source.Protected // parts of the text that are not to be mutated
	Broken    []Broken         // what Partly set aside
}

// A Broken component has errors, so nothing but its name is known of it.
type Broken struct {
	Name  string
	Diags source.Diagnostics
}

// Format is a notation for models.
type Format uint8

const (
	XTA     Format = iota // UPPAAL's text
	XML                   // UPPAAL's XML, as TIGA and Ecdar write it
	JSON                  // one Ecdar component
	Project               // an Ecdar project: several JSON files
)

// String names a notation.
func (f Format) String() string { return [...]string{"xta", "xml", "json", "project"}[f] }

// A Const is a named integer.
type Const struct {
	Name  string
	Value int64
	Bool  bool
	Span  source.Span // of the name
}

// A TypeDef names a range of integers.
type TypeDef struct {
	Name     string
	Min, Max int64
	Span     source.Span
}

// A Channel is a declared action; only its name matters.
type Channel struct {
	Name string
	Span source.Span
}

// A QueryText is a query that came with the model.
type QueryText struct {
	Text, Comment string
	Span          source.Span
}

// An Automaton is one component: a timed I/O automaton with bounded variables. Numbers of
// locations are indices; a mutant that removes a location keeps its place with Removed set, so
// that the numbers in edges stay what they are.
type Automaton struct {
	Name      string
	File      *source.File // where it stands
	Consts    []*Const     // its own, beside the model's
	Clocks    []Clock
	Vars      []Var
	Locations []*Location
	Edges     []*Edge
	Template  bool    // declared, but not on the system line: no process, yet queries may name it
	Featured  bool    // the automaton of a product: its text holds other products too
	Hidden    []*Edge // with Featured: the edges of the text that only other products have
	Initial   int
	IO        *IO         // the declared alphabet, or nil
	Span      source.Span // of its declaration
	NameSpan  source.Span
}

// A Clock grows with time. Its constants are whole time units.
type Clock struct {
	Name string
	Span source.Span
}

// A Var is a bounded integer or a Boolean (0 and 1). It becomes part of the location when a model
// is compiled.
type Var struct {
	Name     string
	Bool     bool
	Min, Max int64 // inclusive
	Init     int64
	Span     source.Span
}

// An IO lists the actions that a component declares.
type IO struct {
	Inputs, Outputs []string // sorted
	Span            source.Span
}

// LocationKind tells the two special locations from the others.
type LocationKind uint8

const (
	Normal       LocationKind = iota
	Universal                 // accepts and may do everything, at any time
	Inconsistent              // accepts every input, allows nothing: an error
)

// Urgency forbids delay in a location. Committed is read as urgent: what it adds speaks of other
// components, which a component of its own does not have.
type Urgency uint8

const (
	NotUrgent Urgency = iota
	Urgent
	Committed
)

// A Location of an automaton.
type Location struct {
	ID        string // unique in the automaton, and an identifier in xta
	Name      string // shown; may be empty
	Kind      LocationKind
	Urgency   Urgency
	Invariant *expr.Expr // nil: true
	Removed   bool
	At        *report.Point // in the drawing that the text holds, if it does
	Span      source.Span   // of its declaration
	InvSpan   source.Span   // of the invariant's text, or where one would stand
}

// Title is what people read.
func (l *Location) Title() string {
	if l.Name != "" {
		return l.Name
	}
	return l.ID
}

// An Edge of an automaton. The action is an output of the component (uncontrollable, in the words
// of timed games) or an input (controllable).
type Edge struct {
	ID             string // as in the text, or "e" and its number
	Source, Target int
	Action         string // "" : an internal step, read as an output of that name; "*": every action
	Output         bool
	Guard          *expr.Expr // nil: true
	Updates        []Update   // in order
	Span           source.Span
	SourceSpan     source.Span
	TargetSpan     source.Span
	ActionSpan     source.Span // of the text with its suffix; empty when there is none
	GuardSpan      source.Span // of the guard's text; empty when there is none
	UpdateSpan     source.Span
}

// An Update assigns a constant to a clock, or a value to a variable.
type Update struct {
	Name  string
	Value *expr.Expr
	Span  source.Span
}

// Automaton gives the automaton of a name, or nil. Case matters only where it decides between two. A
// component of a project goes by the name of its file, too: that is how some engines look for it.
func (m *Model) Automaton(name string) *Automaton {
	for _, a := range m.Automata {
		if a.Name == name {
			return a
		}
	}
	for _, a := range m.Automata {
		if EqualFold(a.Name, name) {
			return a
		}
	}
	for _, a := range m.Automata {
		if a.File == nil {
			continue
		}
		if base, ok := strings.CutSuffix(a.File.Name, ".json"); ok && base[strings.LastIndexByte(base, '/')+1:] == name {
			return a
		}
	}
	return nil
}

// Names lists the automata.
func (m *Model) Names() []string {
	names := make([]string, len(m.Automata))
	for i, a := range m.Automata {
		names[i] = a.Name
	}
	return names
}

// Clock gives the number of a clock, from 0, or -1.
func (a *Automaton) Clock(name string) int {
	for i, c := range a.Clocks {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// Variable gives the number of a variable, from 0, or -1.
func (a *Automaton) Variable(name string) int {
	for i, v := range a.Vars {
		if v.Name == name {
			return i
		}
	}
	return -1
}

// Location gives the number of a location by its id, else by its name, or -1.
func (a *Automaton) Location(name string) int {
	for i, l := range a.Locations {
		if l.ID == name {
			return i
		}
	}
	for i, l := range a.Locations {
		if l.Name == name {
			return i
		}
	}
	return -1
}

// Processes are the automata of the system: all but templates that are not on the system line.
func (m *Model) Processes() []*Automaton {
	var all []*Automaton
	for _, a := range m.Automata {
		if !a.Template {
			all = append(all, a)
		}
	}
	return all
}

// Siblings names the other processes that the text of an automaton declares: the instances of one
// template.
func (m *Model) Siblings(a *Automaton) []string {
	var names []string
	for _, o := range m.Processes() {
		if o.Name != a.Name && o.File == a.File && o.Span == a.Span {
			names = append(names, o.Name)
		}
	}
	return names
}

// With gives the model with one automaton replaced.
func (m *Model) With(old, by *Automaton) *Model {
	c := *m
	c.Automata = make([]*Automaton, len(m.Automata))
	for i, a := range m.Automata {
		if a == old {
			a = by
		}
		c.Automata[i] = a
	}
	return &c
}

// EqualFold compares names without regard to the case of ASCII letters.
func EqualFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if Lower(a[i]) != Lower(b[i]) {
			return false
		}
	}
	return true
}

// Text prints a value of the variable.
func (v *Var) Text(n int64) string {
	if v.Bool {
		return strconv.FormatBool(n != 0)
	}
	return strconv.FormatInt(n, 10)
}

// Span gives the place of an edge of the model's text; none where the model has several files.
func (m *Model) Span(e *Edge) (report.Span, bool) {
	if m.File == nil || e.Span.End <= e.Span.Start || int(e.Span.End) > len(m.File.Text) {
		return report.Span{}, false
	}
	return m.File.Shown(e.Span), true
}

// Everything tells the two special locations that take an action by what they are: a universal one
// any, an inconsistent one any input.
func (l *Location) Everything(output bool) bool {
	return l.Kind == Universal || l.Kind == Inconsistent && !output
}

// Special tells whether a location is universal or inconsistent.
func (a *Automaton) Special() bool {
	for _, l := range a.Locations {
		if l.Kind != Normal {
			return true
		}
	}
	return false
}

// Actions lists the inputs or the outputs of an automaton, sorted.
func (a *Automaton) Actions(output bool) []string {
	var names []string
	for _, e := range a.Edges {
		if e.Output == output && e.Action != "" && e.Action != "*" {
			names = append(names, e.Action)
		}
	}
	if a.IO != nil {
		if output {
			names = append(names, a.IO.Outputs...)
		} else {
			names = append(names, a.IO.Inputs...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// StateNames lists the locations of an automaton, by id and by name, or its clocks.
func (a *Automaton) StateNames(locations bool) (names []string) {
	if !locations {
		for _, c := range a.Clocks {
			names = append(names, c.Name)
		}
		return names
	}
	for _, l := range a.Locations {
		names = append(names, l.ID)
		if l.Name != "" {
			names = append(names, l.Name)
		}
	}
	return names
}

// Lower turns a letter of ASCII into its small one.
func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
