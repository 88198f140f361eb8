package engine

import "github.com/mutarium/mutarium/engine/source"

// The engine is one program everywhere but in the browser, where it comes in parts, so that nobody
// downloads what he does not use. Each part describes and recognises every formalism and holds the
// parsers, operators and checkers of some; the build tags of part_*.go choose which.
const (
	holdsAction = Part == "" || Part == Core
	holdsTFSM   = Part == "" || Part == Core
	holdsEFSM   = Part == "" || Part == "efsm"
	holdsTimed  = Part == "" || Part == "timed"
)

// Core is the part that the browser loads first.
const Core = "core"

// Holds tells whether this program can open models of a formalism.
func Holds(formalism string) bool {
	switch formalism {
	case "action-system":
		return holdsAction
	case "tfsm":
		return holdsTFSM
	case "efsm":
		return holdsEFSM
	case "timed":
		return holdsTimed
	}
	return false
}

// elsewhere is what parsing says in a program without the formalism's parser.
func elsewhere(formalism string) (Model, source.Diagnostics) {
	var d source.Diagnostics
	d.Add(source.Span{}, "elsewhere", "this part of the engine does not read models of formalism %q", formalism)
	return nil, d
}

// formalisms is the ordered list of what Mutarium can read. A new formalism is one line here.
var formalisms = []Formalism{
	actionSystems{},
	tfsmFormalism{},
	efsmFormalism{},
	timedGames{},
}
