package model

import (
	"bytes"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Formatted lays a text out and keeps its comments, its blank lines (one of several) and the order of its
// statements. A model in another format is printed in the language. Parsing the result gives an
// equal machine.
func (m *Machine) Formatted() string {
	if m.Format != TextFormat {
		printed := m.Print()
		if again, _ := ParseText(source.NewFile("", printed)); again != nil {
			return again.Formatted()
		}
		return printed
	}
	w := &formatter{m: m, text: m.File.Text}
	w.names = m.longestName()
	next := 0
	for _, s := range m.statements {
		w.between(s.span.Start)
		inside := w.comments(s.span)
		for _, c := range inside {
			w.line(c)
		}
		if s.transition {
			w.line(w.transition(&m.Transitions[next]))
			next++
		} else {
			w.line(tidy(m.File, s.span))
		}
		w.at = s.span.End
		w.trailing()
	}
	w.between(source.Pos(len(w.text)))
	return strings.TrimLeft(w.out.String(), "\n")
}

// A statement is a declaration or a transition as it stands in the text.
type statement struct {
	span       source.Span
	transition bool
}

type formatter struct {
	m     *Machine
	text  string
	out   bytes.Buffer
	at    source.Pos // read up to here
	names int        // length of the longest transition name
}

func (w *formatter) line(s string) {
	w.out.WriteString(strings.TrimRight(s, " \t"))
	w.out.WriteByte('\n')
}

func (m *Machine) longestName() int {
	n := 0
	for i := range m.Transitions {
		n = max(n, len([]rune(Quote(m.Transitions[i].ID))))
	}
	return min(n, 12)
}

// maxLine is the width beyond which a transition's actions go to a line of their own.
const maxLine = 110

func (w *formatter) transition(t *Transition) string {
	name := Quote(t.ID) + ":"
	name += strings.Repeat(" ", max(0, w.names+1-len([]rune(name))))
	head, actions := name+" "+w.m.printHead(t), w.m.PrintActions(t)
	switch line := head + " / " + actions; {
	case actions == "":
		return head
	case len([]rune(line)) > maxLine:
		return head + "\n    / " + actions
	default:
		return line
	}
}

// between writes the comments before a place, and one blank line where there are some.
func (w *formatter) between(to source.Pos) {
	part := w.text[w.at:to]
	blank := false
	for len(part) > 0 {
		part = strings.TrimLeft(part, " \t\r;")
		switch {
		case strings.HasPrefix(part, "\n"):
			line := strings.TrimLeft(part[1:], " \t\r;")
			blank = blank || strings.HasPrefix(line, "\n")
			part = part[1:]
		case part == "":
		default:
			comment, rest := cutComment(part)
			if blank {
				w.line("")
			}
			blank = false
			w.line(comment)
			part = strings.TrimPrefix(rest, "\n")
			if part != rest && strings.HasPrefix(strings.TrimLeft(part, " \t\r;"), "\n") {
				blank = true
			}
		}
	}
	if blank && int(to) < len(w.text) {
		w.line("")
	}
	w.at = to
}

// trailing keeps a comment on the line of the statement before it.
func (w *formatter) trailing() {
	rest := w.text[w.at:]
	trimmed := strings.TrimLeft(rest, " \t;")
	if !startsComment(trimmed) {
		w.skipLine(rest, trimmed)
		return
	}
	comment, after := cutComment(trimmed)
	w.out.Truncate(len(bytes.TrimSuffix(w.out.Bytes(), []byte("\n"))))
	w.line("  " + comment)
	w.at += source.Pos(len(rest) - len(after))
	w.skipLine(after, strings.TrimLeft(after, " \t;"))
}

// skipLine passes the end of a line that has nothing further on it.
func (w *formatter) skipLine(rest, trimmed string) {
	trimmed = strings.TrimPrefix(trimmed, "\r")
	if strings.HasPrefix(trimmed, "\n") {
		w.at += source.Pos(len(rest) - len(trimmed) + 1)
		if strings.HasPrefix(strings.TrimLeft(trimmed[1:], " \t\r;"), "\n") {
			w.at-- // a blank line follows: leave it to between
		}
	}
}

func startsComment(s string) bool {
	return strings.HasPrefix(s, "//") || strings.HasPrefix(s, "#") || strings.HasPrefix(s, "/*")
}

// cutComment takes the comment at the beginning of a text; what is none is taken as one rune, so
// that the formatter always goes on.
func cutComment(s string) (comment, rest string) {
	end := len(s)
	if strings.HasPrefix(s, "/*") {
		if i := strings.Index(s, "*/"); i >= 0 {
			end = i + 2
		}
	} else if i := strings.IndexByte(s, '\n'); i >= 0 {
		end = i
	}
	return strings.TrimRight(s[:end], " \t\r"), s[end:]
}

// comments lists those inside a statement.
func (w *formatter) comments(span source.Span) []string {
	var found []string
	var diags source.Diagnostics
	p := expr.NewParserAt(expr.Plain, w.m.File, span, &diags)
	last := span.Start
	for p.Tok.Kind != expr.EOF {
		gap := strings.TrimLeft(w.text[last:p.Tok.Span.Start], " \t\r\n")
		for startsComment(gap) {
			var c string
			c, gap = cutComment(gap)
			gap = strings.TrimLeft(gap, " \t\r\n")
			found = append(found, c)
		}
		last = p.Tok.Span.End
		p.Next()
	}
	return found
}

// tidy writes a declaration with one blank between its words.
func tidy(f *source.File, span source.Span) string {
	var diags source.Diagnostics
	p := expr.NewParserAt(expr.Plain, f, span, &diags)
	var b strings.Builder
	before := ""
	for p.Tok.Kind != expr.EOF {
		word := f.Slice(p.Tok.Span)
		if before != "" && !tight(before, word) {
			b.WriteByte(' ')
		}
		b.WriteString(word)
		before = word
		p.Next()
	}
	return strings.TrimSuffix(b.String(), ";")
}

// tight tells whether two words of a declaration stand together.
func tight(a, b string) bool {
	return a == "(" || a == ".." || b == "(" || b == ")" || b == "," || b == ".." || a == "-" || b == ";"
}
