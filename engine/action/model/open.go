package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Parse reads and checks a text. The model is nil when the diagnostics hold an error.
func Parse(f *source.File) (*Model, source.Diagnostics) {
	var diags source.Diagnostics
	m := parseModel(f, &diags)
	spellingHints(diags)
	check(m, &diags)
	if diags.HasErrors() {
		return nil, diags
	}
	return m, diags
}

// Recognises tells whether a text looks like an action system.
func Recognises(text string) bool {
	return strings.Contains(text, "state_def") || strings.Contains(text, "dood")
}
