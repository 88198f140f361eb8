package engine

import "github.com/mutarium/mutarium/engine/source"

// formalisms is the ordered list of what Mutarium can read. A new formalism is one line here; what
// else is said of it, its adapter says.
var formalisms = []Formalism{
	efsmFormalism{},
	actionSystems{},
	tfsmFormalism{},
	timedGames{},
}

// The engine is one program everywhere but in the browser, where it comes in parts, so that nobody
// downloads what he does not use. Each part describes and recognises every formalism and holds the
// parsers, operators and checkers of some; the build tags of part_*.go choose which. An adapter has
// a constant that says in which parts it is held, so that the linker drops the rest from others.

// Core is the part that the browser loads first.
const Core = "core"

// A split formalism is not in every part of the engine.
type split interface{ held() bool }

// Holds tells whether this program can open models of a formalism.
func Holds(formalism string) bool {
	f, err := Find(formalism)
	if err != nil {
		return false
	}
	p, ok := f.(split)
	return !ok || p.held()
}

// elsewhere is what parsing says in a program without the formalism's parser.
func elsewhere(formalism string) (Model, source.Diagnostics) {
	var d source.Diagnostics
	d.Add(source.Span{}, "elsewhere", "this part of the engine does not read models of formalism %q", formalism)
	return nil, d
}
