package smalljson

import (
	"encoding/base64"
	"errors"
	"reflect"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// deepest is how deeply values may lie within each other.
const deepest = 1000

// Unmarshal fills what v points to with the JSON that is given. Fields that the type does not have are
// passed over. After an error, some fields may be filled.
func Unmarshal(data []byte, v any) error {
	r := reader{text: data}
	to := reflect.ValueOf(v)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return errors.New("JSON can be read only into what a pointer points to")
	}
	r.value(to.Elem())
	if r.peek() != 0 || r.at < len(r.text) {
		r.fail("the end of the text")
	}
	return r.err
}

// Valid tells whether a text is JSON.
func Valid(data []byte) bool {
	r := reader{text: data}
	r.skip()
	return r.peek() == 0 && r.at == len(r.text) && r.err == nil
}

// A reader goes through a text once. After an error it is at the end.
type reader struct {
	at    int
	depth int
	err   error
	text  []byte
}

func (r *reader) fail(want string) {
	if r.err == nil {
		r.err = errors.New("want " + want + " at byte " + strconv.Itoa(r.at+1) + " of the JSON")
	}
	r.at = len(r.text)
}

// peek passes white space and gives the next byte, or 0 at the end.
func (r *reader) peek() byte {
	for r.at < len(r.text) {
		if c := r.text[r.at]; !blank(c) {
			return c
		}
		r.at++
	}
	return 0
}

// take passes one byte, which must be next.
func (r *reader) take(c byte) {
	if r.peek() != c {
		r.fail("'" + string(rune(c)) + "'")
		return
	}
	r.at++
}

// each calls f before each element between two brackets, and stops at the first error.
func (r *reader) each(open, shut byte, f func(i int)) {
	if r.depth++; r.depth > deepest {
		r.fail("fewer values within each other")
	}
	r.take(open)
	if r.peek() == shut {
		r.at++
	} else {
		for i := 0; r.err == nil; i++ {
			f(i)
			if r.peek() != ',' {
				r.take(shut)
				break
			}
			r.at++
		}
	}
	r.depth--
}

func (r *reader) value(to reflect.Value) {
	if isJSON(to.Type()) {
		r.peek()
		from := r.at
		r.skip()
		if r.err == nil {
			to.SetBytes(append([]byte(nil), r.text[from:r.at]...))
		}
		return
	}
	if r.peek() == 'n' {
		r.word("null")
		switch to.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
			to.SetZero()
		}
		return
	}
	switch to.Kind() {
	case reflect.Bool:
		to.SetBool(r.bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(string(r.number()), 10, to.Type().Bits())
		if err != nil {
			r.fail("a whole number before")
		}
		to.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(string(r.number()), 10, to.Type().Bits())
		if err != nil {
			r.fail("a natural number before")
		}
		to.SetUint(n)
	case reflect.Float64:
		f, err := strconv.ParseFloat(string(r.number()), 64)
		if err != nil {
			r.fail("a number before")
		}
		to.SetFloat(f)
	case reflect.String:
		to.SetString(r.string())
	case reflect.Struct:
		r.object(to)
	case reflect.Map:
		r.table(to)
	case reflect.Slice, reflect.Array:
		if isBytes(to.Type()) {
			r.bytes(to)
		} else {
			r.list(to)
		}
	case reflect.Pointer:
		if to.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
		}
		r.value(to.Elem())
	default:
		r.fail("nothing for a " + to.Kind().String())
	}
}

func (r *reader) object(to reflect.Value) {
	s := shapeOf(to.Type())
	r.each('{', '}', func(int) {
		i, ok := s.byName[r.key()]
		if !ok {
			r.skip()
		} else if r.err == nil {
			r.value(to.FieldByIndex(s.fields[i].index))
		}
	})
}

func (r *reader) table(to reflect.Value) {
	t := to.Type()
	if to.IsNil() {
		to.Set(reflect.MakeMap(t))
	}
	r.each('{', '}', func(int) {
		key := r.key()
		v := reflect.New(t.Elem()).Elem()
		r.value(v)
		if r.err == nil {
			to.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), v)
		}
	})
}

// key reads a name and the colon after it.
func (r *reader) key() string {
	name := r.string()
	r.take(':')
	return name
}

func (r *reader) bytes(to reflect.Value) {
	b, err := base64.StdEncoding.DecodeString(r.string())
	if err != nil {
		r.fail("base64 before")
	}
	to.SetBytes(b)
}

// list fills a slice, which is made anew, or an array, whose rest is zero.
func (r *reader) list(to reflect.Value) {
	n := 0
	slice := to.Kind() == reflect.Slice
	if slice {
		to.Set(reflect.MakeSlice(to.Type(), 0, 4))
	} else {
		to.SetZero()
	}
	r.each('[', ']', func(i int) {
		if slice && i == to.Cap() {
			to.Grow(i)
		}
		if slice {
			to.SetLen(i + 1)
			to.Index(i).SetZero()
		}
		if i < to.Len() {
			r.value(to.Index(i))
		} else {
			r.skip()
		}
		n = i + 1
	})
	if slice && n < to.Cap() {
		to.SetCap(n)
	}
}

func (r *reader) word(word string) {
	if end := r.at + len(word); end <= len(r.text) && string(r.text[r.at:end]) == word {
		r.at = end
	} else {
		r.fail(word)
	}
}

func (r *reader) bool() bool {
	if r.peek() == 't' {
		r.word("true")
		return r.err == nil
	}
	r.word("false")
	return false
}

// number passes a number: -? (0 | 1-9 digits) (. digits)? (e sign? digits)?
func (r *reader) number() []byte {
	if c := r.peek(); c != '-' && (c < '0' || c > '9') {
		r.fail("a number")
		return nil
	}
	from := r.at
	r.sign("-")
	if r.at < len(r.text) && r.text[r.at] == '0' {
		r.at++
	} else {
		r.digits()
	}
	if r.at < len(r.text) && r.text[r.at] == '.' {
		r.at++
		r.digits()
	}
	if r.at < len(r.text) && (r.text[r.at] == 'e' || r.text[r.at] == 'E') {
		r.at++
		r.sign("+-")
		r.digits()
	}
	return r.text[from:r.at]
}

func (r *reader) sign(which string) {
	for _, c := range []byte(which) {
		if r.at < len(r.text) && r.text[r.at] == c {
			r.at++
			return
		}
	}
}

func (r *reader) digits() {
	from := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	if r.at == from {
		r.fail("a digit")
	}
}

// skip passes a value of any kind.
func (r *reader) skip() {
	switch c := r.peek(); c {
	case '{':
		r.each('{', '}', func(int) {
			r.key()
			r.skip()
		})
	case '[':
		r.each('[', ']', func(int) { r.skip() })
	case '"':
		r.string()
	case 't', 'f':
		r.bool()
	case 'n':
		r.word("null")
	default:
		r.number()
	}
}

func (r *reader) string() string {
	r.take('"')
	from := r.at
	for r.at < len(r.text) && r.text[r.at] >= ' ' && r.text[r.at] < utf8.RuneSelf {
		switch r.text[r.at] {
		case '"':
			r.at++
			return string(r.text[from : r.at-1])
		case '\\':
			return r.escaped(from)
		}
		r.at++
	}
	return r.escaped(from)
}

// escaped reads the rest of a string in which not every byte stands for itself.
func (r *reader) escaped(from int) string {
	if r.err != nil {
		return ""
	}
	out := append([]byte(nil), r.text[from:r.at]...)
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c == '"':
			r.at++
			return string(out)
		case c < ' ':
			r.fail("an escape in place of a control character")
		case c == '\\':
			out = utf8.AppendRune(out, r.escape())
		case c < utf8.RuneSelf:
			out = append(out, c)
			r.at++
		default:
			letter, size := utf8.DecodeRune(r.text[r.at:])
			out = utf8.AppendRune(out, letter)
			r.at += size
		}
	}
	r.fail("the end of a string")
	return ""
}

// escape reads a character that begins with a backslash.
func (r *reader) escape() rune {
	const letters, means = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	r.at++
	if r.at < len(r.text) && r.text[r.at] == 'u' {
		first := r.hex4()
		if !utf16.IsSurrogate(first) {
			return first
		}
		if r.at+1 < len(r.text) && r.text[r.at] == '\\' && r.text[r.at+1] == 'u' {
			before := r.at
			r.at++
			if both := utf16.DecodeRune(first, r.hex4()); both != utf8.RuneError {
				return both
			}
			if r.err == nil {
				r.at = before
			}
		}
		return utf8.RuneError
	}
	for i := range len(letters) {
		if r.at < len(r.text) && r.text[r.at] == letters[i] {
			r.at++
			return rune(means[i])
		}
	}
	r.fail(`one of "\/bfnrtu after the backslash`)
	return 0
}

// hex4 reads the u and the four digits after it.
func (r *reader) hex4() (n rune) {
	for i := range 4 {
		digit := -1
		if at := r.at + 1 + i; at < len(r.text) {
			digit = index(r.text[at])
		}
		if digit < 0 {
			r.fail("four hexadecimal digits")
			return 0
		}
		n = n<<4 | rune(digit)
	}
	r.at += 5
	return n
}

// index is the value of a hexadecimal digit, or -1.
func index(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|' ' >= 'a' && c|' ' <= 'f':
		return int(c|' '-'a') + 10
	}
	return -1
}
