package seal

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/source"
)

// encoding/json stops at the first member that does not fit; a person who writes an exercise wants to hear of all.

// shape lists the members of a value that its type does not have, and those of another kind.
func shape(t reflect.Type, v *markup.Value) []exercise.Problem {
	var all []exercise.Problem
	walkShape(t, v, "", &all)
	return all
}

func walkShape(t reflect.Type, v *markup.Value, path string, all *[]exercise.Problem) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if v.Kind == markup.Null || t == reflect.TypeFor[json.RawMessage]() {
		return
	}
	want, fits := "", false
	switch t.Kind() {
	case reflect.String:
		want, fits = "a string", v.Kind == markup.String
	case reflect.Bool:
		want, fits = "true or false", v.Kind == markup.Bool
	case reflect.Slice, reflect.Array:
		want, fits = "a list", v.Kind == markup.List
	case reflect.Struct, reflect.Map:
		want, fits = "an object", v.Kind == markup.Object
	case reflect.Float64:
		want, fits = "a number", v.Kind == markup.Number
	default:
		_, whole := v.Int()
		want, fits = "a whole number", whole
	}
	if !fits {
		*all = append(*all, exercise.Problem{Path: path, Message: fmt.Sprintf("got %s, want %s", v.Describe(), want)})
		return
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		for i, x := range v.Items {
			walkShape(t.Elem(), x, join(path, fmt.Sprint(i)), all)
		}
	case reflect.Map:
		for i, x := range v.Items {
			walkShape(t.Elem(), x, join(path, v.Names[i].Text), all)
		}
	case reflect.Struct:
		members(t, v, path, all)
	}
}

func members(t reflect.Type, v *markup.Value, path string, all *[]exercise.Problem) {
	types := map[string]reflect.Type{}
	var names []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		types[name] = t.Field(i).Type
		names = append(names, name)
	}
	seen := map[string]bool{}
	for i, x := range v.Items {
		name := v.Names[i].Text
		at := join(path, name)
		switch is := types[name]; {
		case seen[name]:
			*all = append(*all, exercise.Problem{Path: at, Message: "this member is there twice"})
		case is == nil:
			message := "there is no such member"
			if hint := source.DidYouMean(name, names); hint != "" {
				message += " (" + hint + ")"
			}
			*all = append(*all, exercise.Problem{Path: at, Message: message})
		default:
			walkShape(is, x, at, all)
		}
		seen[name] = true
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
