package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// A value is a node of a JSON text with its place.
type value struct {
	span   source.Span
	object []member // kind '{'
	array  []*value // kind '['
	text   string   // kind '"'
	kind   byte     // '{', '[', '"', 'n'umber, 'b'oolean, '0' for null
	truth  bool
}

// A member is a field of an object, in the order of the text.
type member struct {
	name  string
	value *value
}

// get gives the field of a name, or nil.
func (v *value) get(name string) *value {
	if v == nil {
		return nil
	}
	for _, m := range v.object {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// str gives the text of a field, or "".
func (v *value) str(name string) string {
	if f := v.get(name); f != nil && f.kind == '"' {
		return f.text
	}
	return ""
}

// inner is the span of a string without its quotes.
func (v *value) inner() source.Span {
	if v == nil || v.kind != '"' {
		return source.Span{}
	}
	return source.Span{Start: v.span.Start + 1, End: v.span.End - 1}
}

// readJSON parses a whole text and gives its value and its overlay.
func readJSON(f *source.File, d *source.Diagnostics) (*value, *overlay) {
	r := &jsonReader{text: f.Text, dec: json.NewDecoder(strings.NewReader(f.Text)), over: newOverlay(f.Text)}
	r.dec.UseNumber()
	v, err := r.value(0)
	if err == nil {
		if _, more := r.dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("text after the end of the value")
		}
	}
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("the text ends too early")
		}
		at := source.Pos(r.dec.InputOffset())
		d.Add(source.Span{Start: at, End: at}, "json", "not well-formed JSON: %s", err)
		return nil, r.over
	}
	return v, r.over
}

type jsonReader struct {
	text string
	dec  *json.Decoder
	over *overlay
}

// next reads a token and tells where it stands.
func (r *jsonReader) next() (json.Token, source.Span, error) {
	start := int(r.dec.InputOffset())
	for start < len(r.text) && strings.IndexByte(" \t\r\n,:", r.text[start]) >= 0 {
		start++
	}
	tok, err := r.dec.Token()
	return tok, source.Span{Start: source.Pos(start), End: source.Pos(r.dec.InputOffset())}, err
}

func (r *jsonReader) value(depth int) (*value, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("values are nested deeper than the limit of %d", maxNesting)
	}
	tok, span, err := r.next()
	if err != nil {
		return nil, err
	}
	v := &value{span: span, kind: '0'}
	switch t := tok.(type) {
	case json.Delim:
		v.kind = byte(t)
		return v, r.members(v, depth)
	case string:
		v.kind, v.text = '"', t
		r.over.decodeJSON(v.inner())
	case json.Number:
		v.kind, v.text = 'n', t.String()
	case bool:
		v.kind, v.truth = 'b', t
	}
	return v, nil
}

// members reads what follows an opening bracket, and the closing one.
func (r *jsonReader) members(v *value, depth int) error {
	for r.dec.More() {
		if v.kind == '[' {
			item, err := r.value(depth + 1)
			if err != nil {
				return err
			}
			v.array = append(v.array, item)
			continue
		}
		name, _, err := r.next()
		if err != nil {
			return err
		}
		field, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		key, _ := name.(string)
		v.object = append(v.object, member{key, field})
	}
	_, end, err := r.next()
	v.span.End = end.End
	return err
}

// decodeJSON replaces the escapes inside a string.
func (o *overlay) decodeJSON(s source.Span) {
	for i := s.Start; i < s.End; i++ {
		if o.b[i] != '\\' {
			continue
		}
		n := source.Pos(2)
		if o.b[i+1] == 'u' {
			n = 6
			if i+12 <= s.End && isSurrogate(o.b[i:i+12]) {
				n = 12
			}
		}
		var c string
		if json.Unmarshal([]byte(`"`+string(o.b[i:i+n])+`"`), &c) == nil && source.Pos(len(c)) <= n {
			o.put(s.Start, source.Span{Start: i, End: i + n}, c)
		}
		i += n - 1
	}
}

func isSurrogate(b []byte) bool {
	return Lower(b[2]) == 'd' && strings.IndexByte("89abAB", b[3]) >= 0 && b[6] == '\\' && b[7] == 'u'
}
