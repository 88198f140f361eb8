// Package store holds the page's state and every change of it. It knows neither the browser nor
// the way the page is drawn: an Action comes in, the state changes, Effects go out.
package store

import (
	"strings"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

// A State is all that the page shows. Views read it and change nothing.
type State struct {
	Analysis   *wire.Analysis // of the newest text that was analysed; nil before the first
	Base       string         // the page's address, without a fragment
	Break      Break
	Diagram    Diagram
	Dialog     string // open dialog: "", "compare", "display", "download", "examples", "help", "history", "new", "share"
	Engine     Engine
	Formalisms []report.Formalism // empty until the engine is ready
	History    []Past             // newest first
	Layout     Layout
	List       List
	Notice     Notice
	Origin     Origin
	Run        Run
	Share      Share
	Tools      Tools
	Tour       int // its step, from 1; 0: it is not under way
	Walk       Walking
	Work       Work

	Present string     // what a presentation shows: "steps", "list", "text"; "": there is none
	Unsaved bool       // the browser keeps nothing more: its storage is full or switched off
	linked  bool       // a link is in the address bar
	export  *exporting // the file that is being written; nil: none

	Offer string // formalism that the text seems to be of, and is not read as; or ""

	analysing  string // the text that is being analysed
	analysedOf string // the text that Analysis is of

	shelf    map[string]shelved // what was set and found in formalisms that the text was read in
	kept     string             // the text that the user would rather have read as it is
	lines    []string           // of linesOf
	linesOf  string
	packName string         // of the folder that is being opened
	asked    map[string]int // id of the newest request on each channel
	lastID   int
	pending  *wire.Link // of a link, until its run ended
	autotool bool       // compute the open tool then, too
	autorun  bool       // run as soon as the text proves valid
	restored bool       // what autorun runs was there when the page was left: its run may have been kept
	recalled *Run       // what was kept of the next run, while that comes in; or nil
	pristine bool       // nobody has typed yet: the first example may still come in
	first    string     // id of the mutant that the example shows first; or ""

	live   *Run               // of the present text, beside the run that is shown; or nil
	before *Run               // what the run that is shown is compared with; or nil
	diff   *report.Difference // of the two; nil: not worked out
	diffOf int                // the revision of Run that it is of
}

// Work is what the user made: it is saved, shared and restored.
type Work struct {
	Edition   int    // grows whenever the program, not the editor, changes Text
	Example   string // name of the gallery example that Text still equals; or ""
	Formalism string
	Formatted int    // the Edition that only laid the text out, which the editor can undo
	Impl      string // the copy in "make your own mutant"; or ""
	ImplDone  int    // as Edition, for Impl
	Name      string // file name
	Of        string // the example that Name is of, whose text it was; or ""
	Settings  report.Settings
	Text      string
}

// A shelved formalism has its settings and its run put aside while the text is read as one of another.
type shelved struct {
	settings report.Settings
	run      Run
	list     List
}

// Engine is what is known of the engine itself.
type Engine struct {
	Deaths   int    // workers that died
	Failure  string // why it cannot be had
	Part     bool   // another of its programs is coming in
	Phase    Phase
	Received int    // bytes, while loading
	Total    int    // bytes; 0: unknown
	Version  string // when ready
}

// A Phase of the engine's life.
type Phase int

const (
	Loading  Phase = iota // bytes are coming in
	Starting              // compiled, the first worker boots
	Ready
	Failed
)

// Run is the last run of the list's mutants.
type Run struct {
	Decided   int
	Head      *report.Report // without mutants
	Kinds     map[Kind]int   // how many mutants there are of each
	Mixed     bool           // a mutant was judged again with other settings
	Only      bool           // one mutant alone is being judged again
	Rows      Rows
	Settings  string // fingerprint of text and settings: tells whether the run is of what is shown
	Shards    []Shard
	Status    RunStatus
	Summary   report.Summary
	Trouble   string // why it is Broken or Refused
	Revision  int    // grows with every change of Rows
	StopAsked bool

	Match int    // id of the request that looks for duplicates; 0: none
	Note  string // why duplicates are not determined, as in a report's summary

	settings string       // fingerprint of the settings alone
	key      string       // by which it is kept
	kept     int          // sheets that are
	had      int          // verdicts that it had when it was asked for
	halt     bool         // the user had stopped it
	asked    wire.Request // what its workers were asked, whatever is being edited meanwhile
	began    int64        // when it was asked for, by Now
	live     bool         // it followed the typing
	next     *Run         // the one that was asked for, until its first answer comes; nil: this one is the last
	was      RunStatus    // with next: what the run before it was
	prints   []string     // fingerprints by place in Rows; nil: duplicates are not looked for
}

// A Kind is what the chips count: a verdict with its reason.
type Kind struct{ Verdict, Reason string }

// A RunStatus says how far a run is.
type RunStatus int

const (
	Idle    RunStatus = iota
	Running           // verdicts are coming in
	Done              // every mutant has its verdict
	Stopped           // by the user: what was decided is kept
	Broken            // a worker died: what was decided is kept
	Refused           // the engine could not run it: Trouble says why
)

// A Shard is one worker's part of a run.
type Shard struct {
	Final bool
	ID    int // of the request
	Total int
}

// List is what the list of mutants shows.
type List struct {
	Filter   Filter
	Height   int  // of the window, in pixels
	Picked   bool // it was the page, not the user, that selected a mutant
	Selected string
	Sort     string // "verdict", "place", "operator", "length"
	Top      int    // scrolled by so many pixels

	order    []int // places in Run.Rows
	orderFor listKey
	position int    // of the selected mutant in order
	posFor   string // id that position is of; or ""
}

// A Filter narrows the list. Empty fields let everything pass.
type Filter struct {
	Line     int
	Operator string
	Text     string
	Verdict  string // a verdict, or a reason such as "equivalent"
}

type listKey struct {
	filter   Filter
	revision int
	sort     string
	decided  int
}

// Walking is the stepper of the selected mutant.
type Walking struct {
	Busy     bool
	Evidence []report.Section // what the report has of the mutant, for people to read
	For      string           // mutant's id
	Step     int
	Trouble  string
	Walk     *report.Walk
}

// Break is "make your own mutant": a hand-written mutant and the checker's answer.
type Break struct {
	Busy        bool
	Diagnostics []report.Diagnostic // of Work.Impl
	From        string              // id of the mutant that was opened here; or ""
	Mutant      *report.Mutant      // the answer
	Open        bool
	Says        string // the check of a cause that was opened here; or ""
	Same        bool   // text equals the original
	Spec        string // what it is compared with, where that is not the model: in checking a cause
	Step        int
	Trouble     string
	Walk        *report.Walk
}

// Tools is the panel of the formalism's tools.
type Tools struct {
	Busy     bool
	Done     int
	IDs      map[string]bool              // of the list's mutants, which Sections name
	Inputs   map[string]map[string]string // by tool, by input
	Layouts  map[string]*draw.Layout      // of graphs, by their place
	Matrices map[string]MatrixView        // by their place
	Message  string
	Open     string // name of the open tool
	Pressed  bool   // it was the user who asked for the computation that runs
	Ran      string // tool that Sections are of
	Results  int    // how many results there were: Sections are of the last one
	Running  string // tool that is computed, or was last
	Sections []report.Section
	Sorts    map[string]Sorting // of tables, by their place "section.block"
	Steps    map[string]int     // of walks, by their place
	Stale    bool
	Total    int
	Trouble  string
}

// MostTests is how many tests of a kill matrix are drawn; the file has all of them.
const MostTests = 200

// A MatrixView is what is looked at in a kill matrix.
type MatrixView struct {
	Column  int
	Picked  bool         // Row and Column are a cell that was pointed at
	Row     int          // -1: all tests together
	Without map[int]bool // tests left out; it is never changed in place
}

// A Sorting is the column by which a table is sorted.
type Sorting struct {
	Column int
	Down   bool
}

// Motto says what this is; index.html says it before any program is there.
const Motto words.Key = "Mutarium makes small mistakes in a model and finds, for each, a test that catches it, " +
	"or proves that there is none."

// Layout is how the panes stand.
type Layout struct {
	Big      bool   // the diagram has the editor's room, too
	Detail   string // tab of the right pane: "mutant", "break", "tools"
	Drawer   string // tab under the editor: "diagram", "operators", "settings", "problems"
	Editor   int    // height of the editor within its pane, in percent
	Folded   bool   // the drawer is folded away
	Language string // "en", "de"; "" is the browser's
	Left     int    // width of the model's pane, in percent
	Met      bool   // the sentence that says what this is was read: something was typed, or it was closed
	Still    bool   // verdicts do not follow the typing
	Right    int    // width of the detail's pane, in percent
	Tab      string // pane shown on a narrow screen: "model", "mutants", "detail"
	Theme    string // "system", "light", "dark", "contrast"
	Toured   bool   // the tour was taken or left
	Wide     bool   // the detail's pane has the whole window
	Dragging string
}

// A Notice is a sentence at the foot of the page, read out by screen readers.
type Notice struct {
	Action string // of its button
	Button string
	N      int // grows with each notice, so that the same sentence is read out again
	Text   string
	Tone   string // "", "good", "bad", "warn"
}

// Origin says what a shared link promised, once it was opened.
type Origin struct {
	Engine  string // version that made the link
	Outcome string // "", "reproduced", "differs", "none" (nothing was promised)
	Says    string // a sentence
	Shown   bool
}

// Share is the link that was made last.
type Share struct {
	Copied bool
	Link   string
}

// A Past is an entry of the local history.
type Past struct {
	Formalism string `json:"formalism"`
	Name      string `json:"name"`
	Text      string `json:"text"`
	When      int64  `json:"when"` // milliseconds since 1970
}

// Formalism gives the description of the chosen formalism, or nil.
func (s *State) Formalism() *report.Formalism { return s.named(s.Work.Formalism) }

func (s *State) named(name string) *report.Formalism {
	for i := range s.Formalisms {
		if s.Formalisms[i].Name == name {
			return &s.Formalisms[i]
		}
	}
	return nil
}

// Mutant gives a mutant of the run by its id, with its place in the whole list, or nil.
func (s *State) Mutant(id string) (*report.Mutant, int) {
	if i, ok := s.Run.Rows.Place(id); ok {
		return s.Run.Rows.At(i), i
	}
	return nil, -1
}

// Selected gives the selected mutant, or nil.
func (s *State) Selected() *report.Mutant {
	m, _ := s.Mutant(s.List.Selected)
	return m
}

// RunLines gives the lines of the text that was run.
func (s *State) RunLines() []string {
	if s.Run.Head == nil {
		return nil
	}
	if text := s.Run.Head.Model.Text; s.lines == nil || s.linesOf != text {
		s.lines, s.linesOf = strings.Split(text, "\n"), text
	}
	return s.lines
}

// Stale tells whether text or settings changed since the run.
func (s *State) Stale() bool {
	return s.Run.Head != nil && s.Run.Settings != s.fingerprint()
}
