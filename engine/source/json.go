package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// JSONMistake says where and why encoding/json refused a text, without words of Go:
// "got a string, want a number at mutants.span.line".
func JSONMistake(err error) (at Pos, why string) {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return Pos(max(syntax.Offset-1, 0)), syntax.Error()
	case errors.As(err, &kind):
		why = fmt.Sprintf("got %s, want %s", article(kind.Value), wanted(kind.Type))
		if kind.Field != "" {
			why += " at " + kind.Field
		}
		return Pos(kind.Offset), why
	}
	return 0, strings.TrimPrefix(err.Error(), "json: ")
}

// LocatedJSONMistake is JSONMistake with the line in front.
func LocatedJSONMistake(text string, err error) string {
	at, why := JSONMistake(err)
	return fmt.Sprintf("line %d: %s", NewFile("", text).Place(at).Line, why)
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
