package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Version is the version of the engine, in reports and links.
const Version = "0.1.0"

// MaxText bounds a model's text, in bytes.
const MaxText = 1 << 20

// Formalisms describes all of them, in order.
func Formalisms() []report.Formalism {
	all := make([]report.Formalism, len(formalisms))
	for i, f := range formalisms {
		all[i] = f.Describe()
	}
	return all
}

// Find gives the formalism of a name.
func Find(name string) (Formalism, error) {
	var known []string
	for _, f := range formalisms {
		n := f.Describe().Name
		if n == name {
			return f, nil
		}
		known = append(known, n)
	}
	return nil, fmt.Errorf("unknown formalism %q, want one of %s", name, strings.Join(known, ", "))
}

// Choose finds the formalism of a file: by the name given, else by the extension of the file's
// name, else by the look of the text. Where several formalisms share an extension the look decides.
func Choose(formalism, file, text string) (Formalism, error) {
	if formalism != "" {
		return Find(formalism)
	}
	ext := strings.ToLower(filepath.Ext(file))
	var by []Formalism
	for _, f := range formalisms {
		if ext != "" && slices.Contains(f.Describe().Extensions, ext) {
			by = append(by, f)
		}
	}
	if len(by) == 1 {
		return by[0], nil
	}
	if len(by) == 0 {
		by = formalisms
	}
	for _, f := range by {
		if f.Recognises(text) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("cannot tell what kind of model %q is: name it with --formalism", file)
}

// Open reads a text. The model is nil when the diagnostics hold an error.
func Open(f Formalism, file *source.File) (Model, source.Diagnostics) {
	if d := Unreadable(file); d != nil {
		return nil, d
	}
	m, diags := f.Parse(file)
	diags = append(diags, source.Hidden(file)...).Sort()
	if diags.HasErrors() {
		return nil, diags
	}
	return m, diags
}

// Unreadable reports what no parser should be asked to read: nothing, too much, or no text.
func Unreadable(f *source.File) source.Diagnostics {
	var d source.Diagnostics
	switch {
	case strings.TrimSpace(f.Text) == "":
		d.Add(source.Span{}, "empty", "the model is empty").Hint = "type or paste one, or open an example"
	case len(f.Text) > MaxText:
		d.Add(source.Span{}, "too-large", "the text has more than the limit of %d bytes", MaxText)
	case strings.IndexByte(f.Text, 0) >= 0:
		at := source.Pos(strings.IndexByte(f.Text, 0))
		d.Add(source.Span{Start: at, End: at}, "binary", "this is not a text: it has a zero byte")
	case !utf8.ValidString(f.Text):
		at := 0
		for at < len(f.Text) {
			r, n := utf8.DecodeRuneInString(f.Text[at:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
		d.Add(source.Span{Start: source.Pos(at), End: source.Pos(at)}, "binary", "this is not a UTF-8 text")
	}
	return d
}

// Diagnostics converts to places as people count.
func Diagnostics(f *source.File, d source.Diagnostics) []report.Diagnostic {
	out := make([]report.Diagnostic, len(d))
	for i, x := range d {
		out[i] = report.Diagnostic{
			Code: x.Code, Hint: x.Hint, Message: x.Message,
			Severity: x.Severity.String(), Span: Span(f, x.Span),
		}
		for _, n := range x.Notes {
			out[i].Notes = append(out[i].Notes, report.Note{Message: n.Message, Span: Span(f, n.Span)})
		}
	}
	return out
}

// Span converts a span to places as people count.
func Span(f *source.File, s source.Span) report.Span { return f.Shown(s) }

// MutantText makes the edits of a described mutant on the model's text.
func MutantText(text string, m report.Mutant) string {
	return source.NewFile("", text).Mutated(m)
}

// Resolve turns what a user asked for (names, "paper", "all"; nothing means "paper") into names in
// the formalism's order.
func Resolve(f report.Formalism, asked []string) ([]string, error) {
	want := map[string]bool{}
	if len(asked) == 0 {
		asked = []string{"paper"}
	}
	var known []string
	for _, op := range f.Operators {
		known = append(known, op.Name)
	}
	for _, a := range asked {
		switch {
		case a == "all":
			for _, k := range known {
				want[k] = true
			}
		case a == "paper":
			for _, op := range f.Operators {
				want[op.Name] = want[op.Name] || op.Paper
			}
		case slices.Contains(known, a):
			want[a] = true
		default:
			hint := source.DidYouMean(a, append(known, "all", "paper"))
			if hint != "" {
				hint = " (" + hint + ")"
			}
			return nil, fmt.Errorf("unknown operator %q%s, want all, paper or names of: %s", a, hint, strings.Join(known, ", "))
		}
	}
	var names []string
	for _, k := range known {
		if want[k] {
			names = append(names, k)
		}
	}
	return names, nil
}
