package engine

import (
	"errors"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Pack makes one text of a model that consists of several files, and tells in whose language. The
// formalism may be left open ("").
func Pack(formalism string, files []*source.File) (Formalism, string, error) {
	slices.SortFunc(files, func(a, b *source.File) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range formalisms {
		p, packs := f.(Packer)
		if !packs || formalism != "" && f.Describe().Name != formalism {
			continue
		}
		if text, ok, err := p.Pack(files); ok || err != nil {
			return f, text, err
		}
	}
	return nil, "", errors.New("none of the formalisms reads these files as one model")
}
