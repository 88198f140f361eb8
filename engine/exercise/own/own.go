// Package own reads the files that a lecturer writes by hand: exercises and sheets in YAML, which has texts of
// several lines, or in JSON. A mistake is told at its place in the file.
//
//	own.go    YAML as a tree with places
//	write.go  a document written as YAML
//	parts.go  what a file leaves to others: models of the gallery, files, the words of another language
package own

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/source"
	"go.yaml.in/yaml/v3"
)

// Read reads a document in YAML, or in JSON where the text begins with a brace. It is nil when the diagnostics hold an
// error. Where the format has a string, the file may say where its text is:
//
//	{gallery: tea}            an example model; formalism: where several have that name
//	{file: turnstile.efsm}    a file of dir, which may be nil
//	{gallery: tea, change: [[">= 2", "> 2"]]}    with texts replaced, each of which is there exactly once
//
// Of such a model it knows name and formalism. The file may leave out format, version and revision, too: the first is
// that of a sheet if there are steps, and the others are 1.
func Read(f *source.File, dir fs.FS) (*seal.Document, source.Diagnostics) {
	tree, d := parse(f)
	if tree == nil {
		return nil, d
	}
	return finish(tree, dir)
}

// parse reads the tree of a file.
func parse(f *source.File) (*markup.Value, source.Diagnostics) {
	var d source.Diagnostics
	if len(f.Text) > exercise.MaxFile {
		d.Add(source.Span{}, "too-large", "the file has %d bytes, want at most %d", len(f.Text), exercise.MaxFile)
		return nil, d
	}
	if strings.HasPrefix(strings.TrimSpace(f.Text), "{") {
		tree, _, d := markup.ReadJSON(f)
		return tree, d
	}
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(f.Text), &root); err != nil {
		at, why := mistake(err)
		d.Add(spanOf(f, at, 1), "yaml", "this is not YAML: %s", why)
		return nil, d
	}
	if len(root.Content) != 1 {
		d.Add(source.Span{}, "empty", "the file is empty")
		return nil, d
	}
	r := &reader{file: f}
	tree := r.value(root.Content[0], 0)
	if r.wrong != nil {
		return nil, r.wrong
	}
	return tree, d
}

// located is how the YAML reader names a line.
var located = regexp.MustCompile(`line (\d+): `)

// mistake takes the line out of a message of the YAML reader.
func mistake(err error) (line int, why string) {
	var types *yaml.TypeError
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if errors.As(err, &types) && len(types.Errors) > 0 {
		text = types.Errors[0]
	}
	line = 1
	if m := located.FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
		text = strings.Replace(text, m[0], "", 1)
	}
	return max(line, 1), text
}

// spanOf is one character at a line and a column, both from 1.
func spanOf(f *source.File, line, column int) source.Span {
	at := 0
	for n := 1; n < line; n++ {
		next := strings.IndexByte(f.Text[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	at = min(at+column-1, len(f.Text))
	return source.Span{Start: source.Pos(at), End: source.Pos(min(at+1, len(f.Text)))}
}

// deepest bounds how deep values are nested.
const deepest = 50

// A reader turns nodes of YAML into values with places.
type reader struct {
	file  *source.File
	wrong source.Diagnostics
}

func (r *reader) value(n *yaml.Node, depth int) *markup.Value {
	v := &markup.Value{Span: spanOf(r.file, n.Line, n.Column), Kind: markup.Null}
	if depth > deepest {
		r.wrong.Add(v.Span, "too-deep", "values are nested deeper than the limit of %d", deepest)
		return v
	}
	switch n.Kind {
	case yaml.MappingNode:
		v.Kind = markup.Object
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := n.Content[i]
			v.Names = append(v.Names, markup.Name{Text: name.Value, Span: spanOf(r.file, name.Line, name.Column)})
			v.Items = append(v.Items, r.value(n.Content[i+1], depth+1))
		}
	case yaml.SequenceNode:
		v.Kind = markup.List
		for _, x := range n.Content {
			v.Items = append(v.Items, r.value(x, depth+1))
		}
	case yaml.ScalarNode:
		r.scalar(n, v)
	default:
		r.wrong.Add(v.Span, "alias", "aliases of YAML are not read: write the value again")
	}
	return v
}

func (r *reader) scalar(n *yaml.Node, v *markup.Value) {
	v.Text = n.Value
	switch n.ShortTag() {
	case "!!null":
	case "!!bool":
		v.Kind = markup.Bool
		var truth bool
		if n.Decode(&truth) == nil {
			v.Truth = truth
		}
	case "!!int", "!!float":
		v.Kind = markup.Number
		var x float64
		if n.Decode(&x) != nil || !json.Valid([]byte(n.Value)) {
			r.wrong.Add(v.Span, "number", "got %s, want a number in decimal digits", n.Value)
		}
	default:
		v.Kind = markup.String
	}
}

// encode writes a tree as JSON.
func encode(v *markup.Value) []byte {
	var b bytes.Buffer
	write(&b, v)
	return b.Bytes()
}

func write(b *bytes.Buffer, v *markup.Value) {
	switch v.Kind {
	case markup.Object:
		b.WriteByte('{')
		for i, x := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			writeString(b, v.Names[i].Text)
			b.WriteByte(':')
			write(b, x)
		}
		b.WriteByte('}')
	case markup.List:
		b.WriteByte('[')
		for i, x := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, x)
		}
		b.WriteByte(']')
	case markup.String:
		writeString(b, v.Text)
	case markup.Bool:
		fmt.Fprint(b, v.Truth)
	case markup.Number:
		b.WriteString(v.Text)
	default:
		b.WriteString("null")
	}
}

func writeString(b *bytes.Buffer, s string) {
	data, err := json.Marshal(s)
	if err != nil {
		panic("own: " + err.Error()) // a string can always be written
	}
	b.Write(data)
}
