// Package markup reads JSON and XML into trees that know their places in the text, which
// encoding/json and encoding/xml read but do not keep. With places, a diagnostic about an imported
// model points into the file as it was given, and a mutant is an edit of that file.
//
// json.go and xml.go read the two notations; overlay.go decodes escapes without moving anything, so
// that a parser of expressions can read inside strings and elements and still report true places.
package markup

import "github.com/mutarium/mutarium/engine/source"

// maxNesting bounds how deep values and elements are nested: deeper texts are refused instead of
// exhausting the stack.
const maxNesting = 200

func span(start, end int64) source.Span {
	return source.Span{Start: source.Pos(start), End: source.Pos(end)}
}
