package model

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// IsProject tells whether the files are those of an Ecdar project: a folder Components holds JSON.
func IsProject(files []*source.File) bool {
	return slices.ContainsFunc(files, func(f *source.File) bool { return projectRank(f.Name) == rankComponent })
}

// Pack makes one xta text of the files of an Ecdar project.
func Pack(files []*source.File) (string, error) {
	m, all := ParseProject(files)
	if m == nil {
		var b strings.Builder
		for _, x := range all {
			if x.Diags.HasErrors() {
				b.WriteString("\n" + strings.TrimRight(x.Diags.Text(x.File), "\n"))
			}
		}
		return "", &PackError{b.String()}
	}
	return m.PrintXTA(), nil
}

// PackPartly is Pack without the components whose files have errors, which it lists.
func PackPartly(files []*source.File) (text string, broken []FileDiagnostics, err error) {
	_, all := ParseProject(files)
	sound := slices.Clone(files)
	for _, x := range all {
		if x.Diags.HasErrors() && projectRank(x.File.Name) == rankComponent {
			broken = append(broken, x)
			sound = slices.DeleteFunc(sound, func(f *source.File) bool { return f == x.File })
		}
	}
	text, err = Pack(sound)
	return text, broken, err
}

// A PackError holds what is wrong with the files of a project.
type PackError struct{ Text string }

// Error implements error.
func (e *PackError) Error() string { return "the project has errors:" + e.Text }
