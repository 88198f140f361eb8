package main

import (
	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/wire"
)

// first tells whether this is the program that a worker runs first. What only that one does is left
// out of the others.
const first = engine.Part == engine.Core || engine.Part == ""

// elsewhere names the program that answers a request when this one, a part of the engine, does not
// hold the formalism that the request is about. It is "" when the request stays here, be it only to
// be told what is wrong with it. A request that stays has its formalism filled in, so that it is
// looked for once.
func elsewhere(req *wire.Request, holds func(formalism string) bool) string {
	if req.Kind == wire.Share || req.Kind == wire.Papers {
		return ""
	}
	f, err := subject(*req)
	if err != nil {
		return ""
	}
	name := f.Describe().Name
	if holds(name) {
		req.Formalism = name
		return ""
	}
	return programs + name + ".wasm"
}

// subject is the formalism that a request is about.
func subject(req wire.Request) (engine.Formalism, error) {
	if req.Kind == wire.Pack {
		return engine.ChoosePacker(req.Formalism, sources(req.Files))
	}
	return engine.Choose(req.Formalism, req.Name, req.Text)
}

func sources(files []wire.File) []*source.File {
	all := make([]*source.File, len(files))
	for i, f := range files {
		all[i] = source.NewFile(f.Name, f.Text)
	}
	return all
}
