package own

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Parts of a file that are somewhere else: models of the gallery, files, the words of another language.

// Translate reads a file with its texts replaced by those of another one, which has the same members as far as it
// has any.
func Translate(f, words *source.File, dir fs.FS) (*seal.Document, source.Diagnostics) {
	tree, d := parse(f)
	if tree == nil {
		return nil, d
	}
	over, d := parse(words)
	if over == nil {
		return nil, d
	}
	if at, why := translate(tree, over, ""); why != "" {
		d.Add(at.Span, "words", "%s", why)
		return nil, d
	}
	return finish(tree, dir)
}

// finish puts in what is somewhere else, and reads the document.
func finish(tree *markup.Value, dir fs.FS) (*seal.Document, source.Diagnostics) {
	r := &resolver{dir: dir}
	r.complete(tree)
	r.resolve(tree)
	if r.wrong != nil {
		return nil, r.wrong.Sort()
	}
	return seal.ReadTree(tree, encode(tree), true)
}

// translate replaces strings of a tree by those of another. It says what of the other does not fit, and why.
func translate(tree, over *markup.Value, name string) (*markup.Value, string) {
	switch {
	case tree == nil:
		return over, name + " is not in the other file"
	case tree.Kind != over.Kind:
		return over, fmt.Sprintf("got %s, where the other file has %s", over.Describe(), tree.Describe())
	case over.Kind == markup.List && len(over.Items) != len(tree.Items):
		return over, fmt.Sprintf("got a list of %d, where the other file has one of %d", len(over.Items), len(tree.Items))
	case over.Kind == markup.String:
		tree.Text = over.Text
	}
	for i, x := range over.Items {
		var to *markup.Value
		if name = fmt.Sprint(i); over.Kind == markup.Object {
			name = over.Names[i].Text
			to = tree.Get(name)
		} else {
			to = tree.Items[i]
		}
		if at, why := translate(to, x, name); why != "" {
			return at, why
		}
	}
	return nil, ""
}

// A resolver puts in what a file leaves to others.
type resolver struct {
	dir   fs.FS // nil: no files
	wrong source.Diagnostics
}

func (r *resolver) refuse(v *markup.Value, format string, args ...any) {
	r.wrong.Add(v.Span, "exercise", format, args...)
}

// complete adds the members that the file may leave out.
func (r *resolver) complete(v *markup.Value) {
	if v.Kind != markup.Object {
		return
	}
	own := exercise.Format
	if v.Get("steps") != nil {
		own = exercise.SheetFormat
	}
	give(v, "format", markup.String, own)
	give(v, "version", markup.Number, fmt.Sprint(exercise.Version))
	give(v, "revision", markup.Number, "1")
	r.about(v)
	for _, step := range v.Get("steps").Elements() {
		if e := step.Get("exercise"); e.Is(markup.Object) {
			r.complete(e)
		}
	}
}

// about fills in name and formalism by where the model is.
func (r *resolver) about(v *markup.Value) {
	m := v.Get("model")
	if !m.Is(markup.Object) {
		return
	}
	if name := m.Str("file"); name != "" {
		give(v, "name", markup.String, path.Base(name))
	}
	if formalism, x := r.example(m); x != nil {
		give(v, "name", markup.String, x.Name+formalism.Extensions[0])
		give(v, "formalism", markup.String, formalism.Name)
	}
}

// give adds a member unless it is there.
func give(v *markup.Value, name string, kind markup.Kind, text string) {
	if v.Get(name) == nil {
		v.Names = append(v.Names, markup.Name{Text: name, Span: v.Span})
		v.Items = append(v.Items, &markup.Value{Span: v.Span, Kind: kind, Text: text})
	}
}

// resolve replaces the values that say where a text is.
func (r *resolver) resolve(v *markup.Value) {
	if v.Kind == markup.Object && (v.Get("gallery") != nil || v.Get("file") != nil) {
		text := r.text(v)
		*v = markup.Value{Span: v.Span, Kind: markup.String, Text: text}
		return
	}
	for _, x := range v.Items {
		r.resolve(x)
	}
}

// text is what a value refers to.
func (r *resolver) text(v *markup.Value) string {
	for i, n := range v.Names {
		switch known := []string{"change", "file", "formalism", "gallery"}; {
		case !slices.Contains(known, n.Text):
			r.refuse(v.Items[i], "got %q in a reference to a text, want some of %s", n.Text, strings.Join(known, ", "))
			return ""
		case n.Text != "change" && !v.Items[i].Is(markup.String):
			r.refuse(v.Items[i], "got %s, want a name", v.Items[i].Describe())
			return ""
		}
	}
	text := ""
	switch name := v.Str("file"); {
	case name != "" && v.Get("gallery") != nil:
		r.refuse(v, "got a file and an example of the gallery, want one of them")
		return ""
	case name != "" && r.dir == nil:
		r.refuse(v.Get("file"), "got the file %q, and this document is not read from a folder", name)
		return ""
	case name != "":
		data, err := fs.ReadFile(r.dir, name)
		if err != nil {
			r.refuse(v.Get("file"), "%v", err)
			return ""
		}
		text = string(data)
	default:
		_, x := r.example(v)
		if x == nil {
			r.refuse(v, "the gallery has no example %q; `mutarium examples` lists them", v.Str("gallery"))
			return ""
		}
		text = x.Text
	}
	return r.change(text, v)
}

// example finds a model of the gallery.
func (r *resolver) example(v *markup.Value) (report.Formalism, *report.Example) {
	for _, f := range engine.Formalisms() {
		if formalism := v.Str("formalism"); formalism != "" && formalism != f.Name {
			continue
		}
		for _, x := range f.Examples {
			if x.Name == v.Str("gallery") {
				return f, &x
			}
		}
	}
	return report.Formalism{}, nil
}

// change replaces texts one after the other.
func (r *resolver) change(text string, v *markup.Value) string {
	changes := v.Get("change")
	if changes != nil && changes.Kind != markup.List {
		r.refuse(changes, "got %s, want a list of pairs: a text and what it becomes", changes.Describe())
	}
	for _, pair := range changes.Elements() {
		two := pair.Elements()
		if len(two) != 2 || !two[0].Is(markup.String) || !two[1].Is(markup.String) {
			r.refuse(pair, "want a pair: a text and what it becomes")
			continue
		}
		if n := strings.Count(text, two[0].Text); n != 1 {
			r.refuse(two[0], "%q is there %d times, want once", two[0].Text, n)
			continue
		}
		text = strings.Replace(text, two[0].Text, two[1].Text, 1)
	}
	return text
}
