package efsm

import (
	"encoding/json"
	"strconv"

	"github.com/mutarium/mutarium/engine/source"
)

// A jsonValue is a JSON value with its place in the text, so that mutants of an imported model are
// edits of the text as it was given. encoding/json keeps no places.
type jsonValue struct {
	span  source.Span
	kind  byte        // one of { [ " 0 t f n
	str   string      // kind ": the string decoded
	num   int64       // kind 0
	items []jsonValue // kind [: the elements; kind {: the members' values
	keys  []jsonKey   // kind {: names of the members, in order
}

type jsonKey struct {
	name string
	span source.Span
}

// member finds a member of an object by name, or nil.
func (v *jsonValue) member(name string) *jsonValue {
	if v == nil || v.kind != '{' {
		return nil
	}
	for i := range v.keys {
		if v.keys[i].name == name {
			return &v.items[i]
		}
	}
	return nil
}

// A jsonReader is a recursive-descent reader; the first error ends it.
type jsonReader struct {
	text  string
	at    int
	depth int
	diags source.Diagnostics
}

// maxJSONDepth bounds nesting: deeper texts are refused instead of exhausting the stack.
const maxJSONDepth = 200

type jsonSyntaxError struct{}

// readJSON reads a whole text.
func readJSON(text string) (v jsonValue, diags source.Diagnostics) {
	r := &jsonReader{text: text}
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(jsonSyntaxError); !ok {
				panic(e)
			}
			diags = r.diags
		}
	}()
	v = r.value()
	r.space()
	if r.at < len(r.text) {
		r.fail("got %q after the end of the JSON value, want nothing", string(r.text[r.at]))
	}
	return v, nil
}

func (r *jsonReader) fail(format string, args ...any) {
	end := min(r.at+1, len(r.text))
	r.diags.Add(source.Span{Start: source.Pos(r.at), End: source.Pos(end)}, "json", format, args...)
	panic(jsonSyntaxError{})
}

func (r *jsonReader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

func (r *jsonReader) peek() byte {
	r.space()
	if r.at >= len(r.text) {
		r.fail("got the end of the text, want a JSON value: is the text complete?")
	}
	return r.text[r.at]
}

func (r *jsonReader) value() jsonValue {
	if r.depth++; r.depth > maxJSONDepth {
		r.fail("values are nested more than %d deep", maxJSONDepth)
	}
	defer func() { r.depth-- }()
	c := r.peek()
	start := r.at
	var v jsonValue
	switch {
	case c == '{':
		v = r.object()
	case c == '[':
		v = r.array()
	case c == '"':
		v = jsonValue{kind: '"', str: r.quoted()}
	case c == '-' || c >= '0' && c <= '9':
		v = r.number()
	default:
		v = r.word()
	}
	v.span = source.Span{Start: source.Pos(start), End: source.Pos(r.at)}
	return v
}

func (r *jsonReader) object() jsonValue {
	v := jsonValue{kind: '{'}
	r.at++
	for r.peek() != '}' {
		if len(v.keys) > 0 {
			r.expect(',')
		}
		if c := r.peek(); c != '"' {
			r.fail("got %q, want a quoted name", string(c))
		}
		start := r.at
		name := r.quoted()
		v.keys = append(v.keys, jsonKey{name, source.Span{Start: source.Pos(start), End: source.Pos(r.at)}})
		r.expect(':')
		v.items = append(v.items, r.value())
	}
	r.at++
	return v
}

func (r *jsonReader) array() jsonValue {
	v := jsonValue{kind: '['}
	r.at++
	for r.peek() != ']' {
		if len(v.items) > 0 {
			r.expect(',')
		}
		v.items = append(v.items, r.value())
	}
	r.at++
	return v
}

func (r *jsonReader) expect(want byte) {
	if c := r.peek(); c != want {
		r.fail("got %q, want %q", string(c), string(want))
	}
	r.at++
}

func (r *jsonReader) quoted() string {
	start := r.at
	for r.at++; r.at < len(r.text) && r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	if r.at >= len(r.text) {
		r.at = start
		r.fail("the string is not closed")
	}
	r.at++
	var s string
	if json.Unmarshal([]byte(r.text[start:r.at]), &s) != nil {
		r.at = start
		r.fail("this is not a JSON string")
	}
	return s
}

func (r *jsonReader) number() jsonValue {
	start := r.at
	for r.at < len(r.text) && isNumberByte(r.text[r.at]) {
		r.at++
	}
	n, err := strconv.ParseInt(r.text[start:r.at], 10, 64)
	if err != nil {
		text := r.text[start:r.at]
		if f, err := strconv.ParseFloat(text, 64); err == nil && f == f {
			return jsonValue{kind: '.', str: text} // may stand where nobody reads it
		}
		r.at = start
		r.fail("got %s, want a number", text)
	}
	return jsonValue{kind: '0', num: n}
}

func isNumberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

func (r *jsonReader) word() jsonValue {
	for _, w := range []string{"true", "false", "null"} {
		if len(r.text)-r.at >= len(w) && r.text[r.at:r.at+len(w)] == w {
			r.at += len(w)
			return jsonValue{kind: w[0]}
		}
	}
	r.fail("got %q, want a JSON value", string(r.text[r.at]))
	return jsonValue{}
}
