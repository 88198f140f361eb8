package store

import (
	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/wire"
)

// An Action is something that happened: the user did something, a worker said something.
type Action interface{ isAction() }

type action struct{}

func (action) isAction() {}

// What the user does.
type (
	Edited struct {
		action
		Text string
	} // in the model's editor
	EditedImpl struct {
		action
		Text string
	} // in "make your own mutant"
	SetFormalism struct {
		action
		Name string
	} // by the picker
	AnswerOffer struct {
		action
		Yes bool
	} // to read the text in the language that it seems to be of
	OpenExample struct {
		action
		Formalism, Name string
	} // from the gallery
	OpenTemplate struct {
		action
		Formalism, Name string
	} // a model to begin with
	OpenFile struct {
		action
		Name, Text string
	} // uploaded or dropped
	OpenFiles struct { // a folder or a zip
		action
		Files []wire.File
	}
	OpenPast struct {
		action
		Index int
	} // from the history
	FormatText struct{ action } // format the model
	ToggleOp   struct {
		action
		Name string
	} // an operator's box
	SetOps struct {
		action
		Which string
	} // "paper", "all", "none"
	SetSetting struct {
		action
		Name, Value string
	} // depth, order, ...; "option:NAME"
	RaiseLimit struct {
		action
		Name string
	} // a setting that is a budget: ten times as much, and a run
	StartRun    struct{ action }
	StopRun     struct{ action }
	ShowChanged struct { // a mutant of the comparison of two runs
		action
		ID string
	}
	SetLive struct { // verdicts follow the typing, or not
		action
		On bool
	}
	RerunOne struct {
		action
		ID string
	}
	Select struct {
		action
		ID string
	}
	SelectBy struct {
		action
		By int
	} // next and previous in the list
	SetFilter struct {
		action
		Field, Value string
	} // "verdict", "operator", "text", "line"
	SetSort struct {
		action
		By string
	}
	Scrolled struct {
		action
		Top, Height int
	} // the list
	GoStep struct {
		action
		Place string
		Step  int
	} // Place: "", "break" or a walk among a tool's sections
	StepBy struct {
		action
		Place string
		By    int
	}
	OpenBreak struct {
		action
		ID string
	} // "": the original; else this mutant
	CheckReason struct{ action } // the texts behind the selected mutant's cause
	CompareNow  struct{ action }
	OpenTool    struct {
		action
		Name string
	}
	SetInput struct {
		action
		Name, Value string
	}
	RunTool   struct{ action }
	StopTool  struct{ action }
	SortTable struct {
		action
		Place  string
		Column int
	}
	DropTest struct {
		action
		Place string
		Row   int
	} // leaves a test of a kill matrix out, or takes it back
	PickCell struct {
		action
		Place       string
		Row, Column int // row -1: all tests together
	}
	MoveCell struct {
		action
		Place         string
		Rows, Columns int
	}
	Download struct {
		action
		What string
	} // "report", "csv", "stryker", "model"; "code:PLACE", "table:PLACE", "matrix:PLACE"
	CopyPart struct {
		action
		Place string
	} // code, or a table as CSV, of a tool
	MakeLink   struct{ action }
	CopyLink   struct{ action }
	OpenDialog struct {
		action
		Name string
	} // "": close
	ShowTab struct {
		action
		Where, Name string
	} // "detail", "drawer", "narrow"
	FoldDrawer  struct{ action }
	Widen       struct{ action } // the detail's pane, and back
	SetLanguage struct {
		action
		Name string
	} // "en", "de"
	SetTheme struct {
		action
		Name string
	}
	Resize struct {
		action
		Pane    string
		Percent int
	} // "left", "right", "editor"
	Present struct {
		action
		What string
	} // "steps", "list", "text"; "": the presentation is over
	CloseMotto  struct{ action } // the sentence that says what this is
	CloseNotice struct{ action }
	CloseOrigin struct{ action }
	RetryEngine struct{ action }
	StartTour   struct{ action }
	EndTour     struct{ action }
	GoTo        struct {
		action
		Line, Column int
	} // in the model's editor
)

// What the user does with the diagram.
type (
	Caret struct {
		action
		Line int
	} // of the editor's cursor; 0: it left the editor
	DiagramKey struct {
		action
		Key string
	} // an arrow, "Home", "Enter"
	DrawAs struct {
		action
		How string
	} // "", "table", "words"
	Enlarge struct{ action } // the diagram instead of the editor, and back
	Pick    struct {
		action
		ID string
	} // a node or an edge
	SetView struct {
		action
		Name string
	}
	ShowSide struct {
		action
		Which string
	} // "", "original", "mutant"
	Tidy struct{ action } // lay the diagram out again
)

// What the world says.
type (
	Booted struct {
		action
		Base    string
		Present string // what the address asks to show
		Example string // that Saved is of
		Saved   *wire.Link
		History []Past
		Layout  Layout
		Hash    string
	} // the page begins
	Saved struct {
		action
		Kept []Past // what other tabs put into the history
		Now  int64  // milliseconds
		OK   bool   // the work is kept
	} // by the browser
	HashChanged struct {
		action
		Hash string
	} // another link was pasted
	EngineBytes struct {
		action
		Received, Total int
	}
	PartBytes struct { // of another program of the engine
		action
		Received, Total int
	}
	PartArrived  struct{ action } // or cannot be had
	EngineBooted struct{ action }
	EngineFailed struct {
		action
		Why string
	}
	Replied struct {
		action
		Reply wire.Reply
	}
	RequestLost struct {
		action
		ID  int
		Why string
	} // its worker died
	RequestOver struct {
		action
		ID int
	} // it was stopped the hard way
	Copied struct {
		action
		What string
		OK   bool
	}
	Recalled struct {
		action
		More    bool // sheets follow
		Sheets  []*wire.Sheet
		Stopped bool // as in Keep
	} // a run that was kept
	LaidOut struct {
		action
		Layout *draw.Layout
		Place  string
	}
	Said struct {
		action
		Text, Tone string
	}
	Spoken struct {
		action
		Language string // what could be had
	} // the page's texts are in another language
)
