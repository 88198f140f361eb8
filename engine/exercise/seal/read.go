// Package seal turns documents of teaching into files and links and back: it reads them with all that is wrong in
// them, hides what is not to be seen, signs, and finds hand-ins in folders and archives.
//
//	read.go    JSON with places, unknown members, digests
//	shape.go   a document's members held against its type
//	hide.go    the hidden part: veiled for practice, locked for grading
//	make.go    an exercise made from the lecturer's file; hand-ins signed
//	link.go    documents as links
//	gather.go  hand-ins from folders and zip archives
package seal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/source"
)

// A Document is what a file holds: the field that is set.
type Document struct {
	Exercise *exercise.Exercise
	HandIn   *exercise.HandIn
	Sheet    *exercise.Sheet
}

// Read reads a document. Own allows the lecturer's own files, which hold the secret in the open. It is nil when
// the diagnostics hold an error.
func Read(f *source.File, own bool) (*Document, source.Diagnostics) {
	var d source.Diagnostics
	if len(f.Text) > exercise.MaxFile {
		d.Add(source.Span{}, "too-large", "the file has %d bytes, want at most %d", len(f.Text), exercise.MaxFile)
		return nil, d
	}
	tree, _, d := markup.ReadJSON(f)
	if tree == nil {
		return nil, d
	}
	return ReadTree(tree, []byte(f.Text), own)
}

// ReadTree is Read for a document of which the tree and the JSON are known: the places are those of the tree.
func ReadTree(tree *markup.Value, data []byte, own bool) (*Document, source.Diagnostics) {
	var d source.Diagnostics
	doc, target := &Document{}, any(nil)
	switch format := tree.Str("format"); format {
	case exercise.Format:
		doc.Exercise = &exercise.Exercise{}
		target = doc.Exercise
	case exercise.SheetFormat:
		doc.Sheet = &exercise.Sheet{}
		target = doc.Sheet
	case exercise.HandInFormat:
		doc.HandIn = &exercise.HandIn{}
		target = doc.HandIn
	default:
		d.Add(Place(tree, "format"), "format", "got the format %q, want %q, %q or %q", format, exercise.Format,
			exercise.SheetFormat, exercise.HandInFormat)
		return nil, d
	}
	found := later(tree)
	if found == nil {
		found = shape(reflect.TypeOf(target).Elem(), tree)
		switch err := json.Unmarshal(data, target); {
		case err == nil:
			found = append(found, doc.problems(own)...)
		case found == nil:
			d.Add(tree.Span, "json", "%s", strings.TrimPrefix(err.Error(), "json: "))
			return nil, d
		}
	}
	for _, p := range found {
		message := p.Message
		if p.Path != "" {
			message = p.Path + ": " + message
		}
		d.Add(Place(tree, p.Path), "exercise", "%s", message)
	}
	if d.HasErrors() {
		return nil, d.Sort()
	}
	return doc, d
}

// later refuses a document of a version that this program cannot know, before its unknown members are counted.
func later(tree *markup.Value) []exercise.Problem {
	if v, ok := tree.Get("version").Int(); ok && v > exercise.Version {
		return []exercise.Problem{{Path: "version", Message: fmt.Sprintf(
			"this file is of version %d, and this program reads up to version %d: update Mutarium", v, exercise.Version)}}
	}
	return nil
}

func (doc *Document) problems(own bool) []exercise.Problem {
	var all []exercise.Problem
	digest, real := "", ""
	switch {
	case doc.Exercise != nil:
		all = exercise.Check(doc.Exercise, own && doc.Exercise.Secret != nil)
		digest, real = doc.Exercise.Digest, Digest(doc.Exercise)
	case doc.Sheet != nil:
		all = exercise.CheckSheet(doc.Sheet, own)
		digest, real = doc.Sheet.Digest, Digest(doc.Sheet)
	default:
		return exercise.CheckHandIn(doc.HandIn) // grading says itself what a digest is worth
	}
	if digest != "" && digest != real {
		all = append(all, exercise.Problem{Path: "digest", Message: "the file was changed after it was made: its digest " +
			"does not fit. Leave the digest out to take the change over."})
	}
	return all
}

// Place finds a member of a document by its path, or what there is of the way to it.
func Place(tree *markup.Value, path string) source.Span {
	at := tree
	for _, word := range strings.Split(path, ".") {
		var next *markup.Value
		if i, err := strconv.Atoi(word); err == nil && at.Is(markup.List) && i < len(at.Items) {
			next = at.Items[i]
		} else {
			next = at.Get(word)
		}
		if next == nil {
			break
		}
		at = next
	}
	if at == tree {
		return source.Span{Start: tree.Span.Start, End: tree.Span.Start + 1}
	}
	return at.Span
}

// Digest is the SHA-256 of a document's JSON without its digest and signature. The document is not changed.
func Digest(doc any) string {
	switch x := doc.(type) {
	case *exercise.Exercise:
		c := *x
		c.Digest = ""
		return digest(c)
	case *exercise.Sheet:
		c := *x
		c.Digest = ""
		return digest(c)
	case *exercise.HandIn:
		c := *x
		c.Digest, c.Key, c.Signature = "", "", ""
		return digest(c)
	}
	panic("seal: not a document")
}

func digest(v any) string {
	sum := sha256.Sum256(compact(v))
	return hex.EncodeToString(sum[:])
}

// compact is a value as JSON in one line.
func compact(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("seal: " + err.Error()) // documents are made of strings, numbers and lists
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// Encode gives the bytes of a document's file.
func Encode(doc any) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, compact(doc), "", "  "); err != nil {
		panic("seal: " + err.Error())
	}
	b.WriteByte('\n')
	return b.Bytes()
}
