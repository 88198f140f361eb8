package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Parse reads a model in whichever notation its text is.
func Parse(f *source.File) (*Model, source.Diagnostics) {
	switch LooksLike(f.Text) {
	case XML:
		return ParseXML(f)
	case JSON:
		return ParseJSON(f)
	}
	return ParseXTA(f)
}

// Partly reads what it can of a model with errors: a component that has some is set aside, where others
// have none, so that queries about those can be answered.
func Partly(f *source.File) (*Model, source.Diagnostics) {
	switch LooksLike(f.Text) {
	case XML:
		return readXML(f, true)
	case XTA:
		return readXTA(f, true)
	}
	return Parse(f) // a single component
}

// LooksLike guesses the notation from the first character that is no blank.
func LooksLike(text string) Format {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\uFEFF"), " \t\r\n")
	switch {
	case strings.HasPrefix(text, "<"):
		return XML
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		return JSON
	}
	return XTA
}

// Recognises tells whether a text looks like a model of timed automata in one of the notations.
func Recognises(text string) bool {
	switch LooksLike(text) {
	case XML:
		return strings.Contains(text, "<nta") || strings.Contains(text, "<template")
	case JSON:
		return strings.Contains(text, `"locations"`) &&
			(strings.Contains(text, `"sourceLocation"`) || strings.Contains(text, `"nickname"`) || strings.Contains(text,
				`"clocks"`))
	}
	return strings.Contains(text, "process") && strings.Contains(text, "state") && strings.Contains(text, "init")
}
