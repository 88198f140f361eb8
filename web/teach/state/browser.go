package state

import (
	"time"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/wire"
)

// A Browser does what the state asks for. After each function that it is given has run, it draws the page again.
type Browser interface {
	// Address puts a query, or a link's fragment, into the address bar.
	Address(tail string)
	// After calls f after a while; a later call with the same key takes its place.
	After(key string, d time.Duration, f func())
	// Ask gives a request to a worker.
	Ask(r wire.Request)
	// Base is the page's address without query and fragment.
	Base() string
	// Clip copies a text.
	Clip(text string, then func(ok bool))
	// Deliver hands a file to the user.
	Deliver(name, kind, text string)
	// Fetch gets a file of the site.
	Fetch(name string, then func(text string, ok bool))
	// Focus moves to an element, by its id, when it is drawn.
	Focus(id string)
	// Keep writes what outlives the page; false: it could not.
	Keep(key, text string) bool
	// Kept reads that.
	Kept(key string) string
	// LayOut finds places for a graph.
	LayOut(plan draw.Plan, then func(*draw.Layout))
	// Look takes a theme and a language.
	Look(theme, language string)
	// Now is in milliseconds since 1970.
	Now() int64
	// Pick lets the user choose files, or a folder.
	Pick(folder bool, then func([]exercise.GatherFile))
	// Random makes bytes that nobody can guess.
	Random(n int) []byte
	// Write puts a text into an editor, in place of what is there.
	Write(editor, text string)
}
