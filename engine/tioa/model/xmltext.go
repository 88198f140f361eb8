package model

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// XML is read into a tree whose texts keep their places: every text is as long as its source, with
// blanks where an entity was longer than its character. So one parser of expressions serves plain
// text, XML and JSON, and its spans are right in all three.

// A node is an element of an XML text.
type node struct {
	name     string
	attrs    []xml.Attr
	span     source.Span // from the start tag's '<' to past the end tag
	tag      source.Span // of the start tag
	children []*node
	text     source.Span // from the first to the last character of its own text
	hasText  bool
}

func (n *node) attr(name string) (string, bool) {
	for _, a := range n.attrs {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// child gives the first child of a name, or nil.
func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

func (n *node) all(name string) []*node {
	var out []*node
	for _, c := range n.children {
		if c.name == name {
			out = append(out, c)
		}
	}
	return out
}

// readXML parses a whole text and gives its root element and its overlay.
func readXML(f *source.File, d *source.Diagnostics) (*node, *overlay) {
	r := &xmlReader{file: f, over: newOverlay(f.Text)}
	dec := xml.NewDecoder(strings.NewReader(f.Text))
	for {
		start := source.Pos(dec.InputOffset())
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			at := source.Pos(dec.InputOffset())
			d.Add(source.Span{Start: at, End: at}, "xml", "not well-formed XML: %s", strings.TrimPrefix(err.Error(), "XML syntax error on "))
			return nil, r.over
		}
		r.token(tok, source.Span{Start: start, End: source.Pos(dec.InputOffset())})
		if len(r.open) > maxNesting {
			d.Add(source.Span{Start: start, End: start}, "too-deep", "elements are nested deeper than the limit of %d", maxNesting)
			return nil, r.over
		}
	}
	if r.root == nil {
		d.Add(source.Span{}, "xml", "got no element, want <nta>")
	}
	return r.root, r.over
}

const maxNesting = 64

type xmlReader struct {
	file *source.File
	over *overlay
	root *node
	open []*node
}

func (r *xmlReader) token(tok xml.Token, at source.Span) {
	switch t := tok.(type) {
	case xml.StartElement:
		n := &node{name: t.Name.Local, attrs: t.Copy().Attr, span: at, tag: at}
		n.text = source.Span{Start: at.End, End: at.End}
		if len(r.open) > 0 {
			top := r.open[len(r.open)-1]
			top.children = append(top.children, n)
		} else if r.root == nil {
			r.root = n
		}
		r.open = append(r.open, n)
	case xml.EndElement:
		n := r.open[len(r.open)-1]
		n.span.End = at.End
		r.open = r.open[:len(r.open)-1]
	case xml.CharData:
		if len(r.open) > 0 {
			r.chars(r.open[len(r.open)-1], at)
		}
	}
}

// chars adds a run of text to an element; runs parted by a comment are joined over it.
func (r *xmlReader) chars(n *node, at source.Span) {
	raw := r.file.Slice(at)
	if strings.HasPrefix(raw, "<![CDATA[") {
		at.Start += source.Pos(len("<![CDATA["))
		at.End -= source.Pos(len("]]>"))
	} else {
		r.over.decodeXML(at)
	}
	if len(n.children) > 0 {
		return // indentation around elements
	}
	if !n.hasText {
		n.text, n.hasText = at, true
		return
	}
	r.over.blank(source.Span{Start: n.text.End, End: at.Start})
	n.text.End = at.End
}

// An overlay is a text of the same length as its source in which escapes are decoded.
type overlay struct{ b []byte }

func newOverlay(text string) *overlay { return &overlay{[]byte(text)} }

func (o *overlay) blank(s source.Span) {
	for i := s.Start; i < s.End; i++ {
		o.b[i] = ' '
	}
}

// put writes decoded in place of span, which is not shorter, and moves the rest in front of the
// operator that ends there: "&lt;&#61;" gives "   <=" and not "   <    =".
func (o *overlay) put(from source.Pos, s source.Span, decoded string) {
	at := s.Start
	for at > from && isOperatorByte(o.b[at-1]) && len(decoded) == 1 && isOperatorByte(decoded[0]) {
		at--
	}
	tail := append([]byte(nil), o.b[at:s.Start]...)
	o.blank(source.Span{Start: at, End: s.End})
	copy(o.b[int(s.End)-len(decoded)-len(tail):], tail)
	copy(o.b[int(s.End)-len(decoded):], decoded)
}

func isOperatorByte(c byte) bool { return strings.IndexByte("<>=!&|+-:", c) >= 0 }

// decodeXML replaces the entities of a run of text; the reader of XML has checked them.
func (o *overlay) decodeXML(s source.Span) {
	for i := s.Start; i < s.End; i++ {
		if o.b[i] != '&' {
			continue
		}
		n := source.Pos(strings.IndexByte(string(o.b[i:s.End]), ';'))
		if n < 0 {
			return
		}
		ent := source.Span{Start: i, End: i + n + 1}
		if c := entity(string(o.b[i+1 : i+n])); c != "" {
			o.put(s.Start, ent, c)
		}
		i += n
	}
}

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
	if !strings.HasPrefix(name, "#") {
		return ""
	}
	n, base, digits := 0, 10, name[1:]
	if strings.HasPrefix(digits, "x") {
		base, digits = 16, digits[1:]
	}
	for i := 0; i < len(digits); i++ {
		v := strings.IndexByte("0123456789abcdef", Lower(digits[i]))
		if v < 0 || v >= base || n > 0x10ffff {
			return ""
		}
		n = n*base + v
	}
	return string(rune(n))
}

func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
