package engine

import (
	"errors"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// ChoosePacker finds the formalism that reads several files as one model. The formalism may be left
// open ("").
func ChoosePacker(formalism string, files []*source.File) (Formalism, error) {
	for _, f := range formalisms {
		p, packs := f.(Packer)
		if packs && (formalism == "" || f.Describe().Name == formalism) && p.Packs(files) {
			return f, nil
		}
	}
	return nil, errors.New("none of the formalisms reads these files as one model")
}

// Pack makes one text of a model that consists of several files, and tells in whose language. The
// formalism may be left open ("").
func Pack(formalism string, files []*source.File) (Formalism, string, error) {
	slices.SortFunc(files, func(a, b *source.File) int { return strings.Compare(a.Name, b.Name) })
	f, err := ChoosePacker(formalism, files)
	if err != nil {
		return nil, "", err
	}
	text, err := f.(Packer).Pack(files)
	return f, text, err
}
