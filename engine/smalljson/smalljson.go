// Package smalljson reads and writes JSON as encoding/json does, for the shapes that reports and
// messages have. The page holds it in the place of encoding/json, which would make its download larger
// by a tenth.
//
//	smalljson.go  what is known of the struct types
//	encode.go     writing, with or without indent
//	decode.go     reading
//
// It knows structs (with the tag's name, "-", and omitempty, and embedded structs), pointers, slices,
// arrays, maps whose keys are strings, strings, booleans, numbers and interfaces. A slice of bytes is a
// string in base64; one whose type has a name is a piece of JSON, as json.RawMessage is. It calls no
// methods of its values. Names must match to the letter. HTML characters are written as they are, as an
// Encoder does that was told not to escape them.
package smalljson

import (
	"reflect"
	"strings"
	"sync"
)

// A field is one of a struct's fields, maybe of a struct within it.
type field struct {
	empty bool   // omitempty
	index []int  // the way to it
	key   string // "name": as it is written
}

// A shape is what is known of a struct type.
type shape struct {
	byName map[string]int
	fields []field // in the order of the type
}

var shapes sync.Map // from reflect.Type to *shape

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := &shape{byName: map[string]int{}}
	s.add(t, nil)
	shapes.Store(t, s)
	return s
}

func (s *shape) add(t reflect.Type, way []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(append([]int(nil), way...), i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			s.add(f.Type, index)
			continue
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		s.byName[name] = len(s.fields)
		s.fields = append(s.fields, field{
			empty: options == "omitempty", index: index, key: string(appendString(nil, name)) + ":",
		})
	}
}

// isBytes tells whether a type is a slice of bytes, and isJSON whether its values are pieces of JSON.
func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

func isJSON(t reflect.Type) bool { return isBytes(t) && t.Name() != "" }
