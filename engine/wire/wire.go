// Package wire holds every message between the page and an engine worker (wire.go), the sheets in
// which verdicts travel (sheet.go), the link that holds the page's state (link.go), and the digest by
// which it tells whether its verdicts were reproduced (digest.go).
//
// The rule of the conversation: the worker speaks first, one Ready. Then the page sends Requests,
// each with an id of its own, and the worker answers each with any number of Progress replies and
// exactly one final reply, Result or Failure, with the same id. A Request of kind Cancel names the
// request to stop; that one then still gives its final reply, holding what was decided by then.
// Messages are JSON, but for a Sheet, which travels beside one. A worker that dies gives no reply: the
// page notices and starts another.
package wire

import (
	"encoding/json"

	"github.com/mutarium/mutarium/engine/report"
)

// Kinds of Request.
const (
	Analyse = "analyse" // diagnostics, facts, counts of mutants and their places, for a text being edited
	Run     = "run"     // judge mutants
	Match   = "match"   // find out which mutants behave exactly alike, when all are judged
	Compare = "compare" // judge a hand-written mutant
	Walk    = "walk"    // the twin stepper's steps for one judged mutant
	Format  = "format"  // print the text
	Draw    = "draw"    // a diagram of the model, or of the model and a mutant
	UseTool = "tool"    // one of the formalism's tools
	Pack    = "pack"    // make one text of several files
	Share   = "share"   // pack Link into a fragment, which spares the page the code for it
	Papers  = "papers"  // Call about the documents of exercises, with Data: see package exercise
	Judge   = "judge"   // Call about answers to an exercise, with Data
	Cancel  = "cancel"  // stop the request named by Target
)

// A Request asks a worker for something. Which fields matter follows from Kind.
type Request struct {
	Call      string          `json:"call,omitempty"`      // Papers, Judge
	Data      json.RawMessage `json:"data,omitempty"`      // likewise
	Files     []File          `json:"files,omitempty"`     // Pack
	Formalism string          `json:"formalism,omitempty"` // "": by file name, then by the look of the text
	ID        int             `json:"id"`                  // 1 and up, chosen by the page
	Impl      string          `json:"impl,omitempty"`      // Compare: the other text
	Inputs    Inputs          `json:"inputs,omitempty"`    // UseTool
	Kind      string          `json:"kind"`
	Known     []byte          `json:"known,omitempty"`   // Run: as engine.Job has it; these are not judged
	Link      *Link           `json:"link,omitempty"`    // Share
	Mutant    *report.Mutant  `json:"mutant,omitempty"`  // Walk; Draw, nil for the model alone
	Mutants   []string        `json:"mutants,omitempty"` // Run: only these ids
	Name      string          `json:"name,omitempty"`    // of the file
	Prints    []string        `json:"prints,omitempty"`  // Match: the mutants' fingerprints, by place in the whole list
	Settings  report.Settings `json:"settings"`
	Shard     int             `json:"shard,omitempty"`  // Run: this worker judges the mutants i with i mod Shards = Shard
	Shards    int             `json:"shards,omitempty"` // 0 and 1: all of them
	Target    int             `json:"target,omitempty"` // Cancel
	Text      string          `json:"text,omitempty"`
	Tool      string          `json:"tool,omitempty"` // UseTool
	View      string          `json:"view,omitempty"` // Draw: which of its views; "" for the first
}

// A File is one of the files of a folder.
type File struct {
	Name string `json:"name"` // its path within the folder
	Text string `json:"text"`
}

// Inputs are a tool's inputs by name.
type Inputs map[string]string

// Kinds of Reply.
const (
	Ready    = "ready"
	Progress = "progress"
	Result   = "result"
	Failure  = "failure"
)

// A Reply is what a worker says.
type Reply struct {
	Analysis    *Analysis           `json:"analysis,omitempty"`  // Result of Analyse
	Cancelled   bool                `json:"cancelled,omitempty"` // Result of a request that was stopped
	Data        json.RawMessage     `json:"data,omitempty"`      // Result of Papers and Judge
	Diagram     *report.Diagram     `json:"diagram,omitempty"`
	Diagnostics []report.Diagnostic `json:"diagnostics,omitempty"` // Failure because of the text; the first text first
	Done        int                 `json:"done,omitempty"`        // Progress
	Formalism   string              `json:"formalism,omitempty"`   // Result of Pack: whose language Text is
	Formalisms  []report.Formalism  `json:"formalisms,omitempty"`  // Ready
	// Head: first Progress of Run: the report without mutants; its Result: with evidence
	Head    *report.Report `json:"head,omitempty"`
	ID      int            `json:"id"`                // of the request; 0 for Ready
	Indices []int          `json:"indices,omitempty"` // places of Prints, or of duplicates, in the whole list, 0-based
	Kind    string         `json:"kind"`
	// Message: Failure: a sentence; Progress of UseTool: what is being done
	Message string          `json:"message,omitempty"`
	Mutants []report.Mutant `json:"mutants,omitempty"` // Result of Compare: one
	Note    string          `json:"note,omitempty"`    // Result of Match: what was not determined
	// Originals: Result of Match: for each of Indices, a duplicate, the place of the mutant that it behaves like
	Originals []int `json:"originals,omitempty"`
	// Prints: Progress of Run, behind all verdicts: what Match wants; none where duplicates are not looked for
	Prints   []string         `json:"prints,omitempty"`
	Sections []report.Section `json:"sections,omitempty"` // Result of UseTool; of Walk: the mutant's evidence
	Sheet    *Sheet           `json:"-"`                  // Progress of Run: verdicts
	Text     string           `json:"text,omitempty"`     // Result of Format, Pack and Share
	Total    int              `json:"total,omitempty"`    // Progress: mutants of this shard; 0: unknown
	Version  string           `json:"version,omitempty"`  // Ready: of the engine
	Walk     *report.Walk     `json:"walk,omitempty"`
}

// An Analysis is what the page shows while a text is being edited.
type Analysis struct {
	Choices     map[string][]string `json:"choices,omitempty"` // of options that are written as text: see engine.Chooser
	Counts      map[string]int      `json:"counts"`            // mutants of first order by operator
	Diagnostics []report.Diagnostic `json:"diagnostics"`
	Facts       []report.Fact       `json:"facts"`
	Formalism   string              `json:"formalism"`
	Sites       []Site              `json:"sites"`
	Tools       []string            `json:"tools,omitempty"` // what one wants first of this model
	Total       int                 `json:"total"`           // mutants that a run with these settings judges
	Valid       bool                `json:"valid"`           // no errors: it can be run
}

// A Site is a line where selected operators make mutants.
type Site struct {
	Count int `json:"count"`
	Line  int `json:"line"` // 1-based
}
