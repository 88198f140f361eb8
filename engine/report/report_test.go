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
