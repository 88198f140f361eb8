package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Parse reads a model in whichever format it is written, with its protection marks.
func Parse(f *source.File) (*Machine, source.Diagnostics) {
	m, d := parseAny(f)
	if m != nil && f.Marked() && !strings.HasPrefix(strings.TrimSpace(f.Text), "{") { // JSON has no comments
		m.Protected = f.Protect(f.MarkComments("/#<!-"), "/#<!->", &d)
	}
	return m, d
}

func parseAny(f *source.File) (*Machine, source.Diagnostics) {
	text := strings.TrimLeft(f.Text, " \t\r\n\ufeff")
	switch {
	case strings.HasPrefix(text, "<"):
		return ParseSCXML(f)
	case strings.HasPrefix(text, "{") && isGraphWalker(text):
		return ParseGraphWalker(f)
	case strings.HasPrefix(text, "{"):
		return ParseJSON(f)
	}
	return ParseText(f)
}

// Recognises tells whether a text looks like one of the formats.
func Recognises(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n\ufeff")
	switch {
	case strings.HasPrefix(text, "<"):
		return strings.Contains(text, "<scxml")
	case strings.HasPrefix(text, "{"):
		return isGraphWalker(text) || strings.Contains(text, `"transitions"`) &&
			strings.Contains(text, `"inputs"`) && strings.Contains(text, `"locations"`)
	}
	first, arrow := false, false
	for line := range strings.Lines(text) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		first = first || word == "machine" || word == "location" || word == "locations"
		arrow = arrow || strings.Contains(line, "->") && strings.Contains(line, ":")
	}
	return first && arrow
}

func isGraphWalker(text string) bool {
	return strings.Contains(text, `"vertices"`) && strings.Contains(text, `"edges"`) &&
		(strings.Contains(text, `"models"`) || strings.Contains(text, `"targetVertexId"`))
}
