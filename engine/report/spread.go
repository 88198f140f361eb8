package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Spread makes facts and tables of a JSON object for people to read: one fact for each plain value, one table for
// each list of objects. It gives nil for what is no object. Names are those of the JSON; within a table a
// value inside an object is named with a dot.
func Spread(raw []byte) []Block {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var object map[string]any
	if d.Decode(&object) != nil || len(object) == 0 {
		return nil
	}
	var facts []Fact
	var tables []Block
	for _, name := range inOrder(object) {
		list, isList := object[name].([]any)
		if !isList || !slices.ContainsFunc(list, isObject) {
			facts = append(facts, spreadFacts(name, object[name])...)
			continue
		}
		tables = append(tables, Block{Table: spreadTable(name, list)})
	}
	if len(facts) == 0 {
		return tables
	}
	return append([]Block{{Facts: facts}}, tables...)
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// inOrder lists the names of an object's values.
func inOrder(object map[string]any) []string {
	var names []string
	for n := range object {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// spreadFacts names a value, and each of those within an object.
func spreadFacts(name string, v any) []Fact {
	object, ok := v.(map[string]any)
	if !ok {
		return []Fact{{Label: name, Value: plainly(v)}}
	}
	var all []Fact
	for _, n := range inOrder(object) {
		all = append(all, spreadFacts(name+"."+n, object[n])...)
	}
	return all
}

// spreadTable has a row for each object of a list, and a column for each name that occurs.
func spreadTable(caption string, list []any) *Table {
	t := &Table{Caption: caption, Columns: []string{""}, Numeric: []bool{true}}
	for i, v := range list {
		row := make([]string, len(t.Columns))
		row[0] = strconv.Itoa(i + 1)
		for _, f := range spreadFacts("", v) {
			name := cmp.Or(strings.TrimPrefix(f.Label, "."), "value")
			at := slices.Index(t.Columns, name)
			if at < 1 {
				at = len(t.Columns)
				t.Columns, t.Numeric, row = append(t.Columns, name), append(t.Numeric, false), append(row, "")
			}
			row[at] = f.Value
		}
		t.Rows = append(t.Rows, row)
	}
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], make([]string, len(t.Columns)-len(t.Rows[i]))...)
	}
	return t
}

// plainly writes a value without the marks of JSON.
func plainly(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case json.Number:
		return v.String()
	case string:
		return v
	case []any:
		var parts []string
		for _, x := range v {
			text := plainly(x)
			if _, nested := x.([]any); nested {
				text = "(" + text + ")"
			}
			parts = append(parts, text)
		}
		if len(parts) == 0 {
			return "none"
		}
		return strings.Join(parts, ", ")
	}
	var parts []string
	for _, f := range spreadFacts("", v) {
		parts = append(parts, strings.TrimPrefix(f.Label, ".")+" "+f.Value)
	}
	return strings.Join(parts, ", ")
}
