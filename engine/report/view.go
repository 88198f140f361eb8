package report

import "io/fs"

// What the page draws. A formalism describes its results in these values and needs no code of its
// own in the front end; the command line prints the same values as text.

// A Formalism describes itself to the page and to the command line.
type Formalism struct {
	// Details: what it says of its mutants beside the verdict, in the order in which it is shown
	Details    []Detail  `json:"details,omitempty"`
	Examples   []Example `json:"examples"`
	Extensions []string  `json:"extensions"` // with the dot; the first one is written
	// Limits: the budgets that hold where none is given, by the setting's name
	Limits    map[string]int `json:"limits,omitempty"`
	Name      string         `json:"name"`
	Operators []Operator     `json:"operators"`
	Options   []Option       `json:"options,omitempty"`  // settings of its own
	Settings  []string       `json:"settings,omitempty"` // names of the AllSettings that it has beside the shared ones
	Summary   string         `json:"summary"`            // one sentence
	Syntax    Syntax         `json:"syntax"`
	Templates []Template     `json:"templates,omitempty"`
	Title     string         `json:"title"`
	Tools     []Tool         `json:"tools,omitempty"`
}

// A Template is a model to begin with.
type Template struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Title string `json:"title"`
}

// Templates reads those of a formalism: files of three names, which end with an extension.
func Templates(files fs.FS, extension string) []Template {
	all := []Template{
		{Name: "empty", Title: "Empty"},
		{Name: "small", Title: "Small example"},
		{Name: "commented", Title: "With comments on every line"},
	}
	for i := range all {
		text, err := fs.ReadFile(files, "templates/"+all[i].Name+extension)
		if err != nil {
			panic(err) // it is part of the program
		}
		all[i].Text = string(text)
	}
	return all
}

// Syntax is what an editor needs to colour a language and to complete words.
type Syntax struct {
	BlockComment [2]string `json:"blockComment"` // empty strings: none
	Keywords     []string  `json:"keywords"`
	LineComment  string    `json:"lineComment"`
	Operators    []string  `json:"operators"` // longest first where one is a prefix of another
	Quote        string    `json:"quote"`     // characters that quote a name or a string
}

// An Operator is one mutation operator.
type Operator struct {
	After   string `json:"after"`  // the example's mutant
	Before  string `json:"before"` // a fragment of a model
	Name    string `json:"name"`   // as in --operators and in reports
	Paper   bool   `json:"paper"`  // among those that --operators paper names
	Source  string `json:"source"` // paper and section, or where the field has it from
	Summary string `json:"summary"`
	Title   string `json:"title"`
}

// An Example is a model of the gallery.
type Example struct {
	Mutant    string   `json:"mutant,omitempty"` // that the page shows first; "": it picks one
	Name      string   `json:"name"`             // stable, kebab-case
	Operators []string `json:"operators,omitempty"`
	Source    string   `json:"source"` // where the model is from
	Text      string   `json:"text"`
	Title     string   `json:"title"`
	Tool      string   `json:"tool,omitempty"`  // tool that the link opens
	Watch     string   `json:"watch,omitempty"` // one sentence: what to look for
}

// An Option is a setting of a formalism; its value is a string in Settings.Options.
type Option struct {
	Choices []string `json:"choices,omitempty"` // kind choice
	Default string   `json:"default"`
	Kind    string   `json:"kind"` // choice, number, text, flag ("true" or "false"), file (its text), mutant (an id)
	Name    string   `json:"name"`
	Summary string   `json:"summary"`
	Title   string   `json:"title"`
}

// A Tool computes sections from a model beyond the list of mutants: a test suite, a query, a table.
type Tool struct {
	Inputs  []Option `json:"inputs,omitempty"`
	Name    string   `json:"name"`
	Summary string   `json:"summary"`
	Title   string   `json:"title"`
}

// Input is the value of an input of a tool, or its default.
func Input(tools []Tool, tool string, given map[string]string, name string) string {
	if v, ok := given[name]; ok {
		return v
	}
	for _, t := range tools {
		for _, o := range t.Inputs {
			if t.Name == tool && o.Name == name {
				return o.Default
			}
		}
	}
	return ""
}

// A Section is a titled part of a tool's result.
type Section struct {
	Blocks []Block `json:"blocks"`
	Title  string  `json:"title"`
}

// A Block is one thing to draw; the field that is set says which. Several may be set: they are
// drawn in the order of the fields here.
type Block struct {
	Code     *Code     `json:"code,omitempty"`
	Facts    []Fact    `json:"facts,omitempty"`
	Graph    *Graph    `json:"graph,omitempty"`
	Matrix   *Matrix   `json:"matrix,omitempty"`
	Table    *Table    `json:"table,omitempty"`
	Text     string    `json:"text,omitempty"`
	Timeline *Timeline `json:"timeline,omitempty"`
	Tone     string    `json:"tone,omitempty"` // of the text: "", good, bad, warn
	Walk     *Walk     `json:"walk,omitempty"`
}

// Code is text to copy or to take away as a file.
type Code struct {
	File     string `json:"file,omitempty"` // name to save it under
	Language string `json:"language,omitempty"`
	Text     string `json:"text"`
}

// A Table has a heading for each column. Numbers are right-aligned where Numeric says so.
type Table struct {
	Caption string     `json:"caption,omitempty"`
	Columns []string   `json:"columns"`
	Numeric []bool     `json:"numeric,omitempty"`
	Rows    [][]string `json:"rows"`
	Solves  int        `json:"solves,omitempty"` // a column to be shown when asked for, from 1: it holds the answers
	Tones   []string   `json:"tones,omitempty"`  // one for each row: "", good, bad, warn
}

// A Graph is laid out by the page and shown as a table too.
type Graph struct {
	Caption string      `json:"caption,omitempty"`
	Edges   []GraphEdge `json:"edges"`
	Nodes   []GraphNode `json:"nodes"`
}

// A GraphNode is a state, a location, a mutant.
type GraphNode struct {
	At      *Point `json:"at,omitempty"` // where the model's own drawing has it
	ID      string `json:"id"`
	Initial bool   `json:"initial,omitempty"`
	Label   string `json:"label"`
	Mutant  string `json:"mutant,omitempty"` // id of the one that a press selects
	Side    string `json:"side,omitempty"`   // in a picture of original and mutant: see the sides
	Span    *Span  `json:"span,omitempty"`   // of the text that it is from
	Tone    string `json:"tone,omitempty"`
	Was     string `json:"was,omitempty"` // side changed: the label in the original
}

// A GraphEdge joins two nodes by their ids.
type GraphEdge struct {
	Dashed bool   `json:"dashed,omitempty"`
	From   string `json:"from"`
	ID     string `json:"id,omitempty"` // in a drawing of a model: unique
	Label  string `json:"label,omitempty"`
	Side   string `json:"side,omitempty"`
	Span   *Span  `json:"span,omitempty"`
	To     string `json:"to"`
	Tone   string `json:"tone,omitempty"`
	Was    string `json:"was,omitempty"`
}

// The sides of nodes and edges where original and mutant are drawn in one picture; "" is in both.
const (
	Added   = "added"   // by the mutant
	Changed = "changed" // in both, with another label
	Removed = "removed" // by the mutant
)

// Only is what the ids of nodes and edges that a mutant adds begin with.
const Only = "+"

// A Point of a drawing, in its own units.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// A Diagram is a model drawn in one of its views, or a model and a mutant of it.
type Diagram struct {
	Graph *Graph      `json:"graph"`
	Note  string      `json:"note,omitempty"` // a sentence: how much of the model is drawn
	View  string      `json:"view"`
	Views []GraphView `json:"views"`
}

// A GraphView is one way of drawing a model: one component of several, say.
type GraphView struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// A Timeline draws rows of events over one time axis.
type Timeline struct {
	Rows []TimelineRow `json:"rows"`
	Unit string        `json:"unit,omitempty"`
}

// A TimelineRow is one machine or one test.
type TimelineRow struct {
	Label string          `json:"label"`
	Marks []TimelineMark  `json:"marks"`
	Spans []TimelineState `json:"spans,omitempty"`
}

// A TimelineMark is an event at an instant.
type TimelineMark struct {
	Label string `json:"label"`
	Time  string `json:"time"` // exact: "5", "1/2"
	Tone  string `json:"tone,omitempty"`
}

// A TimelineState is a stay in a state, [From, To).
type TimelineState struct {
	From  string `json:"from"`
	Label string `json:"label"`
	To    string `json:"to"` // "" : still there at the end
}

// A Walk is what the twin stepper shows: original and mutant along one run.
type Walk struct {
	Conclusion string     `json:"conclusion"`     // one sentence: the first step that the original does not allow
	Impl       string     `json:"impl"`           // title of the right side
	Spec       string     `json:"spec"`           // title of the left side
	Steps      []WalkStep `json:"steps"`          // the first is the start
	Test       string     `json:"test,omitempty"` // in one line, as the tool score reads it; "": the walk kills nothing
	Why        *Why       `json:"why,omitempty"`
}

// A WalkStep is the situation after one step. Sides that differ are marked by the page.
type WalkStep struct {
	Impl  Side   `json:"impl"`
	Label string `json:"label"`          // "after(20)", "wait 3/2", "a?"; "start" for the first
	Note  string `json:"note,omitempty"` // a sentence: "unsafe state: here the mutant may do what the original may not"
	Spec  Side   `json:"spec"`
	Time  string `json:"time,omitempty"`  // timed formalisms: since the start, exact
	Tone  string `json:"tone,omitempty"`  // warn at the unsafe state, bad at the wrong step
	Wait  bool   `json:"wait,omitempty"`  // a delay before the action of the next step, with which it counts as one
	Where []Span `json:"where,omitempty"` // places in the model that took part
}

// A Side is one machine at a step.
type Side struct {
	At       []string `json:"at,omitempty"`       // ids of the nodes of diagrams where it is
	Enabled  []string `json:"enabled,omitempty"`  // what it could do next
	Location string   `json:"location,omitempty"` // automata
	Output   string   `json:"output,omitempty"`   // what it showed in this step
	Refuses  string   `json:"refuses,omitempty"`  // set when it cannot make the step: why
	Took     []string `json:"took,omitempty"`     // ids of the edges of diagrams that this step took
	Vars     []Var    `json:"vars,omitempty"`     // in declared order
	Zone     string   `json:"zone,omitempty"`     // timed automata
}

// A Var is a variable or clock with its value.
type Var struct {
	Changed bool   `json:"changed,omitempty"` // by this step
	Differs bool   `json:"differs,omitempty"` // from the other side
	Name    string `json:"name"`
	Value   string `json:"value"`
}

// A Diagnostic is one message about a text, with its place as people count.
type Diagnostic struct {
	Code     string `json:"code"`
	Hint     string `json:"hint,omitempty"`
	Message  string `json:"message"`
	Notes    []Note `json:"notes,omitempty"`
	Severity string `json:"severity"` // error, warning, info
	Span     Span   `json:"span"`
}

// A Note is a further place that explains a diagnostic.
type Note struct {
	Message string `json:"message"`
	Span    Span   `json:"span"`
}
