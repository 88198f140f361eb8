// Package exercise holds the documents of teaching: exercises, sheets, answers, hand-ins, and what is said of an
// answer. It imports no engine, so that the page can hold them.
//
//	exercise.go  an exercise, its hidden part, a sheet, a course
//	answer.go    a student's answer, and the file that is handed in
//	result.go    what judging an answer finds; points
//	class.go     what grading finds of many answers, as tables
//	calls.go     what the page asks of a worker
//	check.go     what is wrong with a document, by its members
//
// Package judge decides about answers, package seal packs the documents.
package exercise

import (
	"github.com/mutarium/mutarium/engine/report"
)

// Formats and versions of the documents.
const (
	Format       = "mutarium-exercise"
	SheetFormat  = "mutarium-sheet"
	HandInFormat = "mutarium-handin"
	Version      = 1
)

// The kinds of exercises.
const (
	Kill   = "kill"   // write tests that kill all mutants
	Refine = "refine" // mend a model until it refines, or equals, a hidden one
	Find   = "find"   // a black box is one of the mutants: which?
	Bets   = "bets"   // can these mutants be killed?
	Guess  = "guess"  // write a model that equals a hidden one
)

// Kinds lists them in the order of the lecturer's page.
func Kinds() []string { return []string{Kill, Refine, Find, Bets, Guess} }

// An Exercise is what a student gets.
type Exercise struct {
	Attempts int    `json:"attempts,omitempty"` // that are counted; 0: as many as one likes
	Digest   string `json:"digest,omitempty"`   // SHA-256 of all the rest, in hex
	Distinct bool   `json:"distinct,omitempty"` // kill, no mutants named: of those that behave alike only the first
	Due      string `json:"due,omitempty"`      // shown, and never enforced: 2027-01-31
	Engine   string `json:"engine"`             // version that made the file
	// Equal: kind refine: the model has to equal the hidden one, not only to refine it
	Equal     bool      `json:"equal,omitempty"`
	Final     *Locked   `json:"final,omitempty"` // a Hidden that only grading opens
	Format    string    `json:"format"`
	Formalism string    `json:"formalism"`
	Hidden    *Veiled   `json:"hidden,omitempty"` // a Hidden that practice needs
	Hints     Hints     `json:"hints"`
	ID        string    `json:"id"` // a name in kebab case, the same in all revisions
	Kind      string    `json:"kind"`
	Language  string    `json:"language,omitempty"` // of the texts: en, de, ...
	Model     string    `json:"model"`              // text; kind guess: where the student begins
	Mutants   []Subject `json:"mutants,omitempty"`  // kill: to be killed; find: suspects; bets: the questions
	Name      string    `json:"name"`               // file name of the model
	Points    Points    `json:"points"`
	// Protected: lines of the model that the student leaves as they are, from 1; kinds refine and guess
	Protected []int `json:"protected,omitempty"`
	Revision  int   `json:"revision"` // from 1
	// Secret: the hidden part in the lecturer's own file, before it is sealed
	Secret   *Hidden         `json:"secret,omitempty"`
	Settings report.Settings `json:"settings"`
	Task     string          `json:"task"` // Markdown
	Title    string          `json:"title"`
	Tries    int             `json:"tries,omitempty"` // find: experiments, guess: guesses, kill: tests; 0: no limit
	Version  int             `json:"version"`
}

// A Subject is a mutant that an exercise names. It is one that the operators of the settings make, by its id, or one
// that was written by hand, with its whole text.
type Subject struct {
	ID   string `json:"id"`
	Text string `json:"text,omitempty"` // of a mutant by hand
}

// Hints says how many levels of hints there are, 1 where, 2 what kind, 3 the change; 0: none. The next one is there
// after so many more attempts, and costs so many points.
type Hints struct {
	After  int     `json:"after,omitempty"`
	Cost   float64 `json:"cost,omitempty"`
	Levels int     `json:"levels,omitempty"`
}

// Points are what an answer is worth. Without steps the share of Full is that of the goal; kind bets counts the
// points of the bets. Steps are [so much of the goal is reached, points]; of kind find [at most so many experiments
// were made, points].
type Points struct {
	Full  float64      `json:"full"`
	Steps [][2]float64 `json:"steps,omitempty"`
}

// Hidden is what a student is not to see: veiled for practice, locked for grading.
type Hidden struct {
	Answer    *Answer    `json:"answer,omitempty"`    // a solution; the lecturer's file alone has it
	Box       string     `json:"box,omitempty"`       // find: id of the mutant in the black box
	Feedback  []Feedback `json:"feedback,omitempty"`  // what to say of common misconceptions
	Mutants   []Subject  `json:"mutants,omitempty"`   // final: more of them to kill
	Reference string     `json:"reference,omitempty"` // refine, guess: text of the model
}

// Feedback is said when an answer has a misconception: the first field that is set says how it shows.
type Feedback struct {
	Bet     *Bet   `json:"bet,omitempty"`     // bets: this bet was made
	Missed  string `json:"missed,omitempty"`  // kill: id of a mutant that is not killed, when others are
	Model   string `json:"model,omitempty"`   // refine, guess: a model that the answer equals
	Say     string `json:"say"`               // Markdown
	Suspect string `json:"suspect,omitempty"` // find: this one was named
}

// Veiled is a Hidden that is kept from a glance, no more: see package seal.
type Veiled struct {
	Data string `json:"data"` // base64url
	Mode string `json:"mode"` // "veiled"
}

// Locked is a Hidden under the lecturer's phrase: AES-256-GCM with a key from PBKDF2 with SHA-256.
type Locked struct {
	Data   string `json:"data"`   // base64url: nonce of 12 bytes, then what is sealed
	Mode   string `json:"mode"`   // "locked"
	Rounds int    `json:"rounds"` // of PBKDF2
	Salt   string `json:"salt"`   // base64url, 16 bytes
}

// A Sheet holds several exercises, with a text before each.
type Sheet struct {
	Digest   string      `json:"digest,omitempty"`
	Engine   string      `json:"engine"`
	Format   string      `json:"format"`
	ID       string      `json:"id"`
	Language string      `json:"language,omitempty"`
	Next     []SheetLink `json:"next,omitempty"` // the sheets that follow: a course path
	Revision int         `json:"revision"`
	Steps    []Step      `json:"steps"`
	Text     string      `json:"text,omitempty"` // Markdown
	Title    string      `json:"title"`
	Version  int         `json:"version"`
}

// A Step of a sheet: a text, perhaps an exercise, what was learnt, a question with its answer.
type Step struct {
	Answer   string    `json:"answer,omitempty"` // Markdown, shown when asked for
	Exercise *Exercise `json:"exercise,omitempty"`
	Learnt   string    `json:"learnt,omitempty"` // Markdown, shown when the exercise is done
	Minutes  int       `json:"minutes,omitempty"`
	Question string    `json:"question,omitempty"` // Markdown
	Ready    string    `json:"ready,omitempty"`    // id of a ready-made exercise, in place of Exercise
	Text     string    `json:"text"`               // Markdown
	Title    string    `json:"title"`
}

// A SheetLink leads to another sheet: the id of one that comes with Mutarium, or a link.
type SheetLink struct {
	Link  string `json:"link,omitempty"`
	Ready string `json:"ready,omitempty"`
	Title string `json:"title"`
}
