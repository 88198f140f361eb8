package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// JSONMistake says where and why encoding/json refused a text, without words of Go:
// "got a string, want a number at mutants.span.line".
func JSONMistake(text string, err error) (at Pos, why string) {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntaxMistake(text, syntax)
	case errors.As(err, &kind):
		why = fmt.Sprintf("got %s, want %s", article(kind.Value), wanted(kind.Type))
		if kind.Field != "" {
			why += " at " + kind.Field
		}
		return valueBefore(text, int(kind.Offset)), why
	}
	return 0, strings.TrimPrefix(err.Error(), "json: ")
}

// LocatedJSONMistake is JSONMistake with the place in front.
func LocatedJSONMistake(text string, err error) string {
	at, why := JSONMistake(text, err)
	place := NewFile("", text).Place(at)
	return fmt.Sprintf("line %d, column %d: %s", place.Line, place.Column, why)
}

// wants says what could stand where encoding/json met a character that does not fit.
var wants = []struct{ context, want string }{
	{"looking for beginning of value", "a value"},
	{"looking for beginning of object key string", "a name in quotes"},
	{"after object key:value pair", "',' or '}'"},
	{"after object key", "':'"},
	{"after array element", "',' or ']'"},
	{"after top-level value", "nothing more"},
	{"in string literal", "an escape such as \\n in place of a control character"},
	{"in string escape code", `one of "\/bfnrtu after the backslash`},
	{"in \\u hexadecimal character escape", "four hexadecimal digits after \\u"},
	{"in numeric literal", "a digit"},
	{"after decimal point", "a digit"},
	{"in exponent of numeric literal", "a digit"},
	{"in literal", "true, false or null"},
}

// syntaxMistake puts the words of a syntax error as those of the other diagnostics.
func syntaxMistake(text string, err *json.SyntaxError) (at Pos, why string) {
	said := err.Error()
	i := int(err.Offset) - 1
	if i < 0 || i >= len(text) || strings.HasPrefix(said, "unexpected end") ||
		strings.HasPrefix(said, "invalid character ' '") && text[i] != ' ' {
		return Pos(len(text)), "got the end of the text: is it complete?"
	}
	for _, w := range wants {
		if strings.Contains(said, w.context) {
			r, _ := utf8.DecodeRuneInString(text[i:])
			return Pos(i), fmt.Sprintf("got %q, want %s", r, w.want)
		}
	}
	return Pos(i), said
}

// valueBefore returns where the value begins that ends at an offset, or the offset itself.
func valueBefore(text string, end int) Pos {
	i := min(end, len(text)) - 1
	if i < 0 {
		return 0
	}
	if text[i] != '"' {
		for i >= 0 && strings.IndexByte("+-.0123456789aefnlrstuE", text[i]) >= 0 {
			i--
		}
		return Pos(min(i+1, end-1))
	}
	for i--; i > 0; i-- {
		if text[i] == '"' && !escaped(text, i) {
			break
		}
	}
	return Pos(max(i, 0))
}

// escaped tells whether an odd number of backslashes precedes a character.
func escaped(text string, i int) bool {
	n := 0
	for i > n && text[i-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

// article turns encoding/json's names of what it met ("bool", "array", "number 1.5") into phrases.
func article(value string) string {
	switch value {
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object"
	}
	if strings.HasPrefix(value, "number ") {
		return "the " + value
	}
	return "a " + value
}

// wanted names the JSON value that a Go type is read from.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
