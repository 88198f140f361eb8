package markup

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// A Kind says what a JSON value is.
type Kind byte

// The kinds of JSON values.
const (
	Null   Kind = 'n'
	Bool   Kind = 'b'
	Number Kind = '0'
	String Kind = '"'
	List   Kind = '['
	Object Kind = '{'
)

// A Value is a JSON value with its place.
type Value struct {
	Span  source.Span
	Kind  Kind
	Text  string   // of a String, decoded; of a Number, as it is written
	Truth bool     // of a Bool
	Items []*Value // of a List, its elements; of an Object, the values of its members
	Names []Name   // of an Object, the names of its members in the order of the text
}

// A Name is the name of a member with its place, quotes included.
type Name struct {
	Text string
	Span source.Span
}

// Get returns the member of an object by its name, or nil.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	for i, n := range v.Names {
		if n.Text == name {
			return v.Items[i]
		}
	}
	return nil
}

// Str returns the text of the member of that name, or "" unless it is a string.
func (v *Value) Str(name string) string {
	if m := v.Get(name); m.Is(String) {
		return m.Text
	}
	return ""
}

// Is tells whether there is a value, and of that kind.
func (v *Value) Is(k Kind) bool { return v != nil && v.Kind == k }

// Elements returns the elements of a list, and nothing for any other value.
func (v *Value) Elements() []*Value {
	if !v.Is(List) {
		return nil
	}
	return v.Items
}

// Int returns a number that is a whole one; "2.0" is not.
func (v *Value) Int() (n int64, ok bool) {
	if !v.Is(Number) {
		return 0, false
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	return n, err == nil
}

// Inner returns the place of a string without its quotes.
func (v *Value) Inner() source.Span {
	if !v.Is(String) {
		return source.Span{}
	}
	return source.Span{Start: v.Span.Start + 1, End: v.Span.End - 1}
}

// Describe says what a value is, for messages: "the string "x"", "a list".
func (v *Value) Describe() string {
	switch v.Kind {
	case String:
		return "the string " + strconv.Quote(v.Text)
	case Number:
		return "the number " + v.Text
	case List:
		return "a list"
	case Object:
		return "an object"
	case Bool:
		return strconv.FormatBool(v.Truth)
	}
	return "null"
}

// ReadJSON reads a whole text, which holds one value. The value is nil when the text is not JSON.
func ReadJSON(f *source.File) (v *Value, over *Overlay, d source.Diagnostics) {
	r := &jsonReader{text: f.Text, dec: json.NewDecoder(strings.NewReader(f.Text)), over: newOverlay(f.Text)}
	if err := json.Unmarshal([]byte(f.Text), &json.RawMessage{}); err != nil {
		at, why := source.JSONMistake(f.Text, err)
		d.Add(source.Span{Start: at, End: min(at+1, source.Pos(len(f.Text)))}, "json", "this is not JSON: %s", why)
		return nil, r.over, d
	}
	r.dec.UseNumber()
	v = r.value(0)
	if r.tooDeep != nil {
		d.Add(*r.tooDeep, "too-deep", "values are nested deeper than the limit of %d", maxNesting)
		return nil, r.over, d
	}
	return v, r.over, nil
}

// A jsonReader takes the tokens of a text that is known to be JSON from encoding/json, and notes
// where they are.
type jsonReader struct {
	text    string
	dec     *json.Decoder
	over    *Overlay
	tooDeep *source.Span
}

// next reads a token and tells its place. It is nil at a null, and after a value that was too deep.
func (r *jsonReader) next() (json.Token, source.Span) {
	at := r.dec.InputOffset()
	for at < int64(len(r.text)) && strings.IndexByte(" \t\r\n,:", r.text[at]) >= 0 {
		at++
	}
	tok, err := r.dec.Token()
	if err != nil {
		panic("markup: " + err.Error()) // the whole text was read before, so no token can be wrong
	}
	return tok, span(at, r.dec.InputOffset())
}

func (r *jsonReader) value(depth int) *Value {
	tok, at := r.next()
	v := &Value{Span: at, Kind: Null}
	switch t := tok.(type) {
	case json.Delim:
		v.Kind = Kind(t)
		if depth == maxNesting {
			r.tooDeep = &at
			return v
		}
		r.members(v, depth)
	case string:
		v.Kind, v.Text = String, t
		r.over.decodeJSON(v.Inner())
	case json.Number:
		v.Kind, v.Text = Number, t.String()
	case bool:
		v.Kind, v.Truth = Bool, t
	}
	return v
}

// members reads what follows an opening bracket, and the closing one.
func (r *jsonReader) members(v *Value, depth int) {
	for r.tooDeep == nil && r.dec.More() {
		if v.Kind == Object {
			name, at := r.next()
			text, _ := name.(string)
			v.Names = append(v.Names, Name{text, at})
		}
		v.Items = append(v.Items, r.value(depth+1))
	}
	if r.tooDeep == nil {
		_, end := r.next()
		v.Span.End = end.End
	}
}
