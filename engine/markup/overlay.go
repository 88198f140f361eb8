package markup

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// An Overlay is a text of the same length as its source in which escapes are decoded: what follows
// stays where it was, and blanks fill up what an escape took more than its character. So one parser
// of expressions reads plain text, XML and JSON, and its places are right in all three.
type Overlay struct{ b []byte }

func newOverlay(text string) *Overlay { return &Overlay{[]byte(text)} }

// Text returns the whole text with its escapes decoded.
func (o *Overlay) Text() string { return string(o.b) }

// Slice returns the decoded text of a place.
func (o *Overlay) Slice(s source.Span) string { return string(o.b[s.Start:s.End]) }

func (o *Overlay) blank(s source.Span) {
	for i := s.Start; i < s.End; i++ {
		o.b[i] = ' '
	}
}

// put writes decoded in place of span, which is not shorter, and moves up to two signs of an
// operator that ends there behind the blanks: "&lt;&#61;" becomes "       <=" and not "   <    =".
func (o *Overlay) put(from source.Pos, s source.Span, decoded string) {
	at := s.Start
	for at > max(from, s.Start-2) && isOperatorByte(o.b[at-1]) && len(decoded) == 1 && isOperatorByte(decoded[0]) {
		at--
	}
	tail := append([]byte(nil), o.b[at:s.Start]...)
	o.blank(source.Span{Start: at, End: s.End})
	copy(o.b[int(s.End)-len(decoded)-len(tail):], tail)
	copy(o.b[int(s.End)-len(decoded):], decoded)
}

func isOperatorByte(c byte) bool { return strings.IndexByte("<>=!&|+-:", c) >= 0 }

// decodeJSON replaces the escapes inside a string.
func (o *Overlay) decodeJSON(s source.Span) {
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
		if json.Unmarshal([]byte(`"`+string(o.b[i:i+n])+`"`), &c) == nil {
			o.put(s.Start, source.Span{Start: i, End: i + n}, c)
		}
		i += n - 1
	}
}

// isSurrogate recognises the two halves of a character beyond U+FFFF, \ud83d\ude00.
func isSurrogate(b []byte) bool {
	return b[2]|' ' == 'd' && strings.IndexByte("89abAB", b[3]) >= 0 && b[6] == '\\' && b[7] == 'u'
}

// decodeXML replaces the entities of a run of text; the reader of XML has checked them.
func (o *Overlay) decodeXML(s source.Span) {
	for i := s.Start; i < s.End; i++ {
		if o.b[i] != '&' {
			continue
		}
		n := source.Pos(bytes.IndexByte(o.b[i:s.End], ';'))
		if n < 0 {
			return
		}
		if c := entity(string(o.b[i+1 : i+n])); c != "" {
			o.put(s.Start, source.Span{Start: i, End: i + n + 1}, c)
		}
		i += n
	}
}

// entity decodes the name between '&' and ';', and is "" for one that XML does not know.
func entity(name string) string {
	switch name {
	case "lt":
		return "<"
	case "gt":
		return ">"
	case "amp":
		return "&"
	case "quot":
		return `"`
	case "apos":
		return "'"
	}
	digits, ok := strings.CutPrefix(name, "#")
	base := 10
	if hex, isHex := strings.CutPrefix(digits, "x"); isHex {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 21)
	if !ok || err != nil {
		return ""
	}
	return string(rune(n))
}
