package report

import (
	"reflect"
	"sort"
	"strings"
	"testing"
)

// Keys come out sorted because fields are declared so.
func TestFieldsAreSorted(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
			visit(typ.Elem())
			return
		case reflect.Struct:
		default:
			return
		}
		if seen[typ] {
			return
		}
		seen[typ] = true
		var names []string
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" {
				continue // not written
			}
			if name == "" {
				t.Errorf("%s.%s has no JSON name", typ, f.Name)
			}
			names = append(names, name)
			visit(f.Type)
		}
		if !sort.StringsAreSorted(names) {
			t.Errorf("%s: fields are not in the order of their JSON names: %v", typ, names)
		}
	}
	visit(reflect.TypeFor[Report]())
	visit(reflect.TypeFor[Formalism]())
	visit(reflect.TypeFor[Section]())
	visit(reflect.TypeFor[Diagnostic]())
	visit(reflect.TypeFor[Suite]())
	visit(reflect.TypeFor[Score]())
}

// A change is looked for where its own text begins: the edit may take the break of the line before.
func TestPlaceOfAMutant(t *testing.T) {
	for _, c := range []struct {
		original, replacement string
		line, column          int
	}{
		{"x > 1", "x > 2", 15, 62},
		{",\n    idle -> busy { guard x > 1; }", "", 16, 5},
		{"\r\n\r\n\tone", "", 17, 2},
		{" , two", "", 15, 62},
		{",\n  ", "", 15, 62},
		{"", "one", 15, 62},
	} {
		m := Mutant{Original: c.original, Replacement: c.replacement, Span: Span{Line: 15, Column: 62}}
		if line, column := m.Place(); line != c.line || column != c.column {
			t.Errorf("%q: %d:%d, want %d:%d", c.original, line, column, c.line, c.column)
		}
	}
}
