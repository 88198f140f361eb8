package own

import (
	"testing"

	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
)

// FuzzRead: a text is a document, or something is wrong with it at a place inside it. What was read can be written
// in both ways and read again.
func FuzzRead(f *testing.F) {
	for _, s := range []string{lamp, "a: b", "{", "- 1",
		"format: mutarium-sheet\nversion: 1\nid: s\nrevision: 1\ntitle: S\nsteps:\n  - {title: a, text: b}",
		`{"format": "mutarium-handin", "version": 1}`, "x: &a 1\ny: *a", "\x00", "? [a]\n: b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		file := source.NewFile("x", s)
		doc, d := Read(file, nil)
		if doc == nil {
			if !d.HasErrors() {
				t.Errorf("%q: neither read nor refused", s)
			}
			for _, x := range d {
				if x.Span.Start < 0 || int(x.Span.End) > len(s) {
					t.Errorf("%q: %s is told at %v", s, x.Message, x.Span)
				}
			}
			return
		}
		var what any = doc.Exercise
		switch {
		case doc.Sheet != nil:
			what = doc.Sheet
		case doc.HandIn != nil:
			what = doc.HandIn
		}
		json, yaml := string(seal.Encode(what)), string(Write(what))
		for _, text := range []string{json, yaml} {
			again, d := Read(source.NewFile("y", text), nil)
			if again == nil {
				t.Fatalf("what was written cannot be read: %s\n%s", d.Text(source.NewFile("y", text)), text)
			}
		}
	})
}
