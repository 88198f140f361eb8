package store

import (
	"time"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/wire"
)

// An Effect is something the page must do outside of the state.
type Effect interface{ isEffect() }

type effect struct{}

func (effect) isEffect() {}

type (
	// Ask sends a request to a worker; Urgent ones go before runs.
	Ask struct {
		effect
		Request wire.Request
	}
	// Stop cancels a request: softly, then by ending its worker.
	Stop struct {
		effect
		ID int
	}
	// After dispatches an action later; a new one with the same Key replaces it.
	After struct {
		effect
		Action Action
		Delay  time.Duration
		Key    string
	}
	// Save writes the session, the history and the layout.
	Save struct{ effect }
	// Keep lets the browser keep sheets of a run; what it kept of another run goes.
	Keep struct {
		effect
		Key     string
		Sheets  []any // as in wire.Sheet.Pages
		Stopped bool  // by the user
	}
	// Recall asks for a run that was kept before the page was loaded again; Recalled follows.
	Recall struct {
		effect
		Key string
	}
	// PushTab makes a step in the browser's history, where one pane is seen at a time.
	PushTab struct{ effect }
	// SetHash puts a link into the address bar; an empty one goes.
	SetHash struct {
		effect
		Fragment string
	}
	// Clip copies a text; Copied follows.
	Clip struct {
		effect
		Text, What string
	}
	// Deliver hands a file to the user, when its last piece is there.
	Deliver struct {
		effect
		More             bool // pieces follow
		Name, Text, Type string
	}
	// DeliverPNG hands a picture to the user as pixels.
	DeliverPNG struct {
		effect
		Name, SVG string
	}
	// Reveal scrolls the list's selected row into view.
	Reveal struct{ effect }
	// RevealResult scrolls to what a tool has computed.
	RevealResult struct{ effect }
	// Focus moves the editor's cursor.
	Focus struct {
		effect
		Line, Column int
	}
	// FocusImpl moves the cursor of the second editor, once it has its text.
	FocusImpl struct {
		effect
		Line, Column int
	}
	// LayOut asks the layout worker; LaidOut follows.
	LayOut struct {
		effect
		Place string
		Plan  draw.Plan
	}
	// Speak changes the language of the page's texts; Spoken follows.
	Speak struct {
		effect
		Language string
	}
	// Reload loads the engine again.
	Reload struct{ effect }
)
