package exercise

import "github.com/mutarium/mutarium/engine/report"

// What the page asks of a worker about exercises, and what it gets. The calls of the first half are about documents
// and are answered by the part of the engine that is loaded first; those of the second half need the formalism.

// Calls about documents.
const (
	CallRead   = "read"   // ReadCall, Read
	CallMake   = "make"   // MakeCall, Made
	CallSign   = "sign"   // SignCall, Made
	CallGather = "gather" // GatherCall, []Submission
)

// A ReadCall asks to read a document.
type ReadCall struct {
	Link   string `json:"link,omitempty"` // in place of Text: a URL or its fragment
	Name   string `json:"name,omitempty"` // of the file
	Own    bool   `json:"own,omitempty"`  // lecturer's own files are allowed
	Phrase string `json:"phrase,omitempty"`
	Text   string `json:"text,omitempty"`
}

// Read is a document that was read; or problems.
type Read struct {
	Exercise *Exercise           `json:"exercise,omitempty"`
	Final    *Hidden             `json:"final,omitempty"` // with a phrase
	HandIn   *HandIn             `json:"handIn,omitempty"`
	Hidden   *Hidden             `json:"hidden,omitempty"`
	Problems []report.Diagnostic `json:"problems,omitempty"`
	Remark   string              `json:"remark,omitempty"` // of a hand-in: what does not fit
	Sheet    *Sheet              `json:"sheet,omitempty"`
}

// A MakeCall asks for what students get of the lecturer's own exercise or sheet.
type MakeCall struct {
	Exercise *Exercise `json:"exercise,omitempty"`
	Phrase   string    `json:"phrase,omitempty"`
	Sheet    *Sheet    `json:"sheet,omitempty"`
}

// Made is a document as file and link.
type Made struct {
	Digest string `json:"digest"`
	File   string `json:"file"`           // its text
	Link   string `json:"link,omitempty"` // fragment, without "#"; of exercises and sheets
}

// A SignCall asks to complete a hand-in.
type SignCall struct {
	HandIn *HandIn `json:"handIn"`
	Seed   []byte  `json:"seed,omitempty"` // 32 bytes that the browser keeps
}

// A GatherCall asks for the hand-ins in files.
type GatherCall struct {
	Files []GatherFile `json:"files"`
}

// A GatherFile is a file as the page has it.
type GatherFile struct {
	Data []byte `json:"data"`
	Name string `json:"name"` // its path
}

// A Submission is a hand-in that was read, or the reason why it was not.
type Submission struct {
	File    string  `json:"file"`
	HandIn  *HandIn `json:"handIn,omitempty"`
	ID      string  `json:"id,omitempty"`      // that a learning platform has for the student
	Name    string  `json:"name,omitempty"`    // likewise; "": what the hand-in says
	Problem string  `json:"problem,omitempty"` // it could not be read
	Remark  string  `json:"remark,omitempty"`  // what is odd about it: a digest that does not fit
}

// Calls about answers.
const (
	CallOpen  = "open"  // Prepared
	CallJudge = "judge" // Result
	CallHint  = "hint"  // Hint
	CallSolve = "solve" // Hint with a test that kills the mutant named
	CallGrade = "grade" // Class
	CallKnown = "known" // Answer: one that passes
	CallList  = "list"  // Listed: what the settings make of the model, whatever the exercise names
)

// A JudgeCall is about an exercise and answers to it. Which fields matter follows from the call.
type JudgeCall struct {
	Answer      Answer       `json:"answer"`
	Exercise    *Exercise    `json:"exercise"`
	Final       *Hidden      `json:"final,omitempty"`
	Hidden      *Hidden      `json:"hidden,omitempty"`
	Hints       int          `json:"hints,omitempty"`  // that were asked for, which may cost points
	Level       int          `json:"level,omitempty"`  // of the hint
	Mutant      string       `json:"mutant,omitempty"` // id
	Submissions []Submission `json:"submissions,omitempty"`
}

// Listed are the mutants that an exercise may name, with their verdicts.
type Listed struct {
	Mutants  []report.Mutant `json:"mutants,omitempty"` // without counterexamples
	Problems []Problem       `json:"problems,omitempty"`
}

// Prepared tells what an exercise is about, when its models were read and its mutants judged.
type Prepared struct {
	Example  string          `json:"example,omitempty"` // how a test is written: one of the model's
	Goal     int             `json:"goal"`              // what a full answer reaches
	Mutants  []report.Mutant `json:"mutants,omitempty"` // without verdicts and counterexamples
	Problems []Problem       `json:"problems,omitempty"`
	Steps    []string        `json:"steps,omitempty"` // what a test may begin with, for buttons
}
