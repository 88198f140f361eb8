package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine/source"
)

// ReadTests reads a suite as JSON, a list of tests, each a list of ["event", arguments…], also as the
// member "tests" of an object, or as one test a line; the example of such a line stands in the
// message for an empty text.
func ReadTests(text, example string) ([][][]any, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, fmt.Errorf("the suite is empty: paste JSON lists of tests, or one test a line, as in %s", example)
	}
	if !utf8.ValidString(text) {
		return nil, errors.New("the suite is not a text in UTF-8")
	}
	var tests [][][]any
	var err error
	switch text[0] {
	case '{':
		var object struct{ Tests [][][]any }
		err = json.Unmarshal([]byte(text), &object)
		tests = object.Tests
	case '[':
		err = json.Unmarshal([]byte(text), &tests)
	default:
		return readLines(text)
	}
	if err != nil {
		return nil, fmt.Errorf(
			"the suite is not a list of tests, each a list of [\"event\", arguments…]: %s",
			source.LocatedJSONMistake(text, err),
		)
	}
	return tests, nil
}

// WriteTests writes tests as JSON, one a line.
func WriteTests(tests []json.RawMessage) string {
	var b strings.Builder
	b.WriteString("[\n")
	for i, test := range tests {
		b.WriteString("  ")
		b.Write(test)
		if i < len(tests)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]\n")
	return b.String()
}

// OneLine writes one test as a suite in one line.
func OneLine(test json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, test) != nil {
		return ""
	}
	return "[" + b.String() + "]"
}

// Percent gives a share with one decimal, or a dash of nothing.
func Percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

// readLines reads tests as they are shown: inputs with arguments in brackets, blanks in between.
func readLines(text string) ([][][]any, error) {
	var words [][][]any
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
			continue
		}
		word := [][]any{}
		for line != "" {
			var letter []any
			var err error
			if letter, line, err = CutLetter(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			word = append(word, letter)
		}
		words = append(words, word)
	}
	return words, nil
}

// CutLetter reads the first event of a line with its arguments; the rest begins with the next one.
func CutLetter(line string) (letter []any, rest string, err error) {
	end := strings.IndexAny(line, " \t,(")
	if end < 0 {
		return []any{line}, "", nil
	}
	name := line[:end]
	letter = []any{name}
	rest = strings.TrimLeft(line[end:], " \t,")
	if !strings.HasPrefix(rest, "(") {
		return letter, rest, nil
	}
	args, rest, closed := strings.Cut(rest[1:], ")")
	if !closed {
		return nil, "", fmt.Errorf("the brackets after %q are not closed", name)
	}
	for _, a := range strings.Split(args, ",") {
		switch a = strings.TrimSpace(a); a {
		case "":
		case "true", "false":
			letter = append(letter, a == "true")
		default:
			v, err := strconv.ParseFloat(a, 64)
			if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
				return nil, "", fmt.Errorf("got %q as an argument of %q, want a number, true or false", a, name)
			}
			letter = append(letter, v)
		}
	}
	return letter, strings.TrimLeft(rest, " \t,"), nil
}
