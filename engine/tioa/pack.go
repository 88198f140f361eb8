package tioa

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Pack makes one xta text of the files of an Ecdar project. It is no project unless a folder
// Components holds JSON.
func Pack(files []*source.File) (text string, ok bool, err error) {
	for _, f := range files {
		ok = ok || projectRank(f.Name) == rankComponent
	}
	if !ok {
		return "", false, nil
	}
	m, all := ParseProject(files)
	if m == nil {
		var b strings.Builder
		for _, x := range all {
			if x.Diags.HasErrors() {
				b.WriteString("\n" + strings.TrimRight(x.Diags.Text(x.File), "\n"))
			}
		}
		return "", false, &PackError{b.String()}
	}
	return m.PrintXTA(), true, nil
}

// A PackError holds what is wrong with the files of a project.
type PackError struct{ Text string }

func (e *PackError) Error() string { return "the project has errors:" + e.Text }
