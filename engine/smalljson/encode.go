package smalljson

import (
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Marshal gives the JSON of a value.
func Marshal(v any) ([]byte, error) {
	w := writer{}
	w.value(reflect.ValueOf(v))
	return w.out, w.err
}

// MarshalIndent gives the JSON of a value in lines, each level indented by two more spaces.
func MarshalIndent(v any) ([]byte, error) {
	data, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	return indent(data), nil
}

type writer struct {
	err error
	out []byte
}

func (w *writer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		w.out = append(w.out, "null"...)
	case reflect.Bool:
		w.out = strconv.AppendBool(w.out, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.out = strconv.AppendInt(w.out, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.out = strconv.AppendUint(w.out, v.Uint(), 10)
	case reflect.Float64:
		w.float(v.Float())
	case reflect.String:
		w.out = appendString(w.out, v.String())
	case reflect.Struct:
		w.object(v)
	case reflect.Map:
		w.table(v)
	case reflect.Slice:
		if v.IsNil() {
			w.out = append(w.out, "null"...)
		} else if isJSON(v.Type()) {
			w.raw(v.Bytes())
		} else if isBytes(v.Type()) {
			w.out = append(base64.StdEncoding.AppendEncode(append(w.out, '"'), v.Bytes()), '"')
		} else {
			w.list(v)
		}
	case reflect.Array:
		w.list(v)
	case reflect.Pointer, reflect.Interface:
		w.value(v.Elem())
	default:
		w.err = errors.New("a " + v.Kind().String() + " cannot be written as JSON")
	}
}

// float writes a number as JavaScript does.
func (w *writer) float(f float64) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		w.err = errors.New("JSON has no infinite numbers")
		return
	}
	if a := math.Abs(f); a == 0 || a >= 1e-6 && a < 1e21 {
		w.out = strconv.AppendFloat(w.out, f, 'f', -1, 64)
		return
	}
	w.out = strconv.AppendFloat(w.out, f, 'e', -1, 64)
	if n := len(w.out); n >= 4 && w.out[n-4] == 'e' && w.out[n-2] == '0' { // e-09 is e-9
		w.out = append(w.out[:n-2], w.out[n-1])
	}
}

func (w *writer) object(v reflect.Value) {
	next := byte('{')
	s := shapeOf(v.Type())
	for i := range s.fields {
		f := &s.fields[i]
		x := v.FieldByIndex(f.index)
		if f.empty && empty(x) {
			continue
		}
		w.out = append(append(w.out, next), f.key...)
		next = ','
		w.value(x)
	}
	w.close(next == '{', '{', '}')
}

// table writes a map, whose keys are sorted so that the bytes are always the same.
func (w *writer) table(v reflect.Value) {
	if v.IsNil() {
		w.out = append(w.out, "null"...)
		return
	}
	keys := make([]string, 0, v.Len())
	for _, k := range v.MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	next := byte('{')
	for _, k := range keys {
		w.out = append(appendString(append(w.out, next), k), ':')
		next = ','
		w.value(v.MapIndex(reflect.ValueOf(k).Convert(v.Type().Key())))
	}
	w.close(len(keys) == 0, '{', '}')
}

func (w *writer) list(v reflect.Value) {
	next := byte('[')
	for i := range v.Len() {
		w.out = append(w.out, next)
		next = ','
		w.value(v.Index(i))
	}
	w.close(v.Len() == 0, '[', ']')
}

func (w *writer) close(empty bool, open, shut byte) {
	if empty {
		w.out = append(w.out, open)
	}
	w.out = append(w.out, shut)
}

// raw writes a piece of JSON without the white space in it.
func (w *writer) raw(piece []byte) {
	if !Valid(piece) {
		w.err = errors.New("a piece of JSON is none")
		return
	}
	inside := false
	for i := 0; i < len(piece); i++ {
		c := piece[i]
		switch {
		case !inside && blank(c):
			continue
		case c == '"':
			inside = !inside
		case inside && c == '\\' && i+1 < len(piece):
			w.out = append(w.out, c)
			i++
			c = piece[i]
		}
		w.out = append(w.out, c)
	}
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

const hex = "0123456789abcdef"

// appendString writes a string in quotes. The two separators that JavaScript once took for line ends
// are escaped, and what is no UTF-8 becomes the replacement character.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				out = append(append(out, s[from:i]...), `\ufffd`...)
				from = i + size
			case r == '\u2028' || r == '\u2029':
				out = append(append(out, s[from:i]...), `\u202`...)
				out = append(out, hex[r&15])
				from = i + size
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		out = append(append(out, s[from:i]...), '\\')
		switch c {
		case '"', '\\':
			out = append(out, c)
		case '\b':
			out = append(out, 'b')
		case '\f':
			out = append(out, 'f')
		case '\n':
			out = append(out, 'n')
		case '\r':
			out = append(out, 'r')
		case '\t':
			out = append(out, 't')
		default:
			out = append(out, 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		from = i
	}
	return append(append(out, s[from:]...), '"')
}

// indent breaks JSON without white space into lines.
func indent(text []byte) []byte {
	out := make([]byte, 0, 2*len(text))
	depth := 0
	line := func() {
		out = append(out, '\n')
		for range depth {
			out = append(out, ' ', ' ')
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '"':
			end := i + 1
			for text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			out = append(out, text[i:end+1]...)
			i = end
			continue
		case '{', '[':
			out = append(out, c)
			if text[i+1] == c+2 { // closed at once
				i++
				out = append(out, c+2)
				continue
			}
			depth++
			line()
			continue
		case '}', ']':
			depth--
			line()
		}
		out = append(out, c)
		switch c {
		case ',':
			line()
		case ':':
			out = append(out, ' ')
		}
	}
	return out
}
