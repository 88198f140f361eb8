package markup

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// An Element is an element of an XML text with its place.
type Element struct {
	Name     string // without a prefix
	Attrs    []xml.Attr
	Children []*Element
	Span     source.Span // from the start tag's '<' to past the end tag
	Tag      source.Span // of the start tag
	Text     string      // its own character data, decoded, without what the children hold
	Inner    source.Span // of the character data in front of the first child, from its first to its last character
	HasInner bool        // whether there is any
}

// Attr returns an attribute, and whether it is there.
func (e *Element) Attr(name string) (value string, ok bool) {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// Value returns an attribute, or "".
func (e *Element) Value(name string) string {
	v, _ := e.Attr(name)
	return v
}

// Child returns the first child of a name, or nil.
func (e *Element) Child(name string) *Element {
	for _, c := range e.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// All returns the children of a name.
func (e *Element) All(name string) []*Element {
	var all []*Element
	for _, c := range e.Children {
		if c.Name == name {
			all = append(all, c)
		}
	}
	return all
}

// ReadXML reads a whole text and returns its root element, which is nil when the text is not XML.
func ReadXML(f *source.File) (root *Element, over *Overlay, d source.Diagnostics) {
	r := &xmlReader{file: f, over: newOverlay(f.Text)}
	dec := xml.NewDecoder(strings.NewReader(f.Text))
	for {
		start := dec.InputOffset()
		tok, err := dec.Token()
		at := span(start, dec.InputOffset())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			d.Add(source.Span{Start: at.End, End: at.End}, "xml", "this is not XML: %s", xmlMistake(err))
			return nil, r.over, d
		}
		r.token(tok, at)
		if len(r.open) > maxNesting {
			d.Add(at, "too-deep", "elements are nested deeper than the limit of %d", maxNesting)
			return nil, r.over, d
		}
	}
	if r.root == nil {
		d.Add(source.Span{}, "xml", "this is not XML: it has no element")
	}
	for _, e := range r.all {
		e.Text = e.text.String()
	}
	return r.root, r.over, d
}

func xmlMistake(err error) string {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Msg
	}
	return strings.TrimPrefix(err.Error(), "xml: ")
}

// An xmlReader builds the tree from the tokens.
type xmlReader struct {
	file *source.File
	over *Overlay
	root *Element
	open []*growing
	all  []*growing
}

// growing is an element whose text is still being collected.
type growing struct {
	*Element
	text strings.Builder
}

func (r *xmlReader) token(tok xml.Token, at source.Span) {
	switch t := tok.(type) {
	case xml.StartElement:
		e := &growing{Element: &Element{Name: t.Name.Local, Attrs: t.Copy().Attr, Span: at, Tag: at,
			Inner: source.Span{Start: at.End, End: at.End}}}
		if len(r.open) > 0 {
			top := r.open[len(r.open)-1]
			top.Children = append(top.Children, e.Element)
		} else if r.root == nil {
			r.root = e.Element
		}
		r.open, r.all = append(r.open, e), append(r.all, e)
	case xml.EndElement:
		r.open[len(r.open)-1].Span.End = at.End
		r.open = r.open[:len(r.open)-1]
	case xml.CharData:
		if len(r.open) > 0 {
			r.chars(r.open[len(r.open)-1], t, at)
		}
	}
}

// chars adds a run of text to an element; runs on both sides of a comment are joined over it.
func (r *xmlReader) chars(e *growing, decoded []byte, at source.Span) {
	e.text.Write(decoded)
	if strings.HasPrefix(r.file.Slice(at), "<![CDATA[") {
		at.Start += source.Pos(len("<![CDATA["))
		at.End -= source.Pos(len("]]>"))
	} else {
		r.over.decodeXML(at)
	}
	if len(e.Children) > 0 {
		return // indentation around elements
	}
	if !e.HasInner {
		e.Inner, e.HasInner = at, true
		return
	}
	r.over.blank(source.Span{Start: e.Inner.End, End: at.Start})
	e.Inner.End = at.End
}
