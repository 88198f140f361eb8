package model

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// The printer writes a model in one layout, after Listing 1 of the paper: an action's branches
// stand below each other, what fits stands on one line. Clauses keep their order, comments stay
// before or behind what they were written at, and of blank lines one is kept. Parsing the result
// gives an equal model, and printing that gives the same text.

// lineWidth is where statements are broken, in bytes.
const lineWidth = 100

// Format prints a model.
func (m *Model) Format() string {
	text := m.print()
	if len(comments(text)) == 0 {
		return text
	}
	// A comment in an odd place moves to the end of its line or to the next, and may then have room
	// for its statement to stand on one line; so the layout settles only when that is printed.
	for range settle {
		again := parseModel(source.NewFile(m.File.Name, text), &source.Diagnostics{}).print()
		if again == text {
			break
		}
		text = again
	}
	return text
}

// settle bounds how often a layout is printed until it stays.
const settle = 8

func (m *Model) print() string {
	p := &printer{text: m.File.Text, comments: comments(m.File.Text)}
	for _, d := range m.Decls {
		p.line(d.Span.Start)
		p.at = d.Span.Start
		p.decl(d)
		p.at = d.Span.End
	}
	p.line(source.Pos(len(p.text)))
	return strings.TrimLeft(strings.TrimRight(p.out.String(), " \n"), "\n") + "\n"
}

type printer struct {
	out      strings.Builder
	text     string        // what was parsed: comments and blank lines are taken from it
	comments []source.Span // not yet printed
	at       source.Pos    // end of what was printed, in text
	indent   int
	open     bool // the line ends in a comment that reaches to its end
}

// line begins a new line for what stands at a place of the text, after the comments before it.
func (p *printer) line(pos source.Pos) {
	for len(p.comments) > 0 && p.comments[0].Start < pos {
		c := p.comments[0]
		p.comments = p.comments[1:]
		if p.at > 0 && !p.open && !strings.Contains(p.text[min(p.at, c.Start):c.Start], "\n") {
			p.out.WriteString(" ")
		} else {
			p.newline(c.Start)
		}
		p.out.WriteString(strings.TrimRight(p.text[c.Start:c.End], " \t\r"))
		p.at = max(p.at, c.End)
		p.open = p.text[c.Start] == '%'
	}
	p.newline(pos)
}

func (p *printer) newline(pos source.Pos) {
	if strings.Count(strings.Map(notBlank, p.text[min(p.at, pos):pos]), "\n\n") > 0 {
		p.out.WriteString("\n")
	}
	p.out.WriteString("\n" + strings.Repeat("  ", p.indent))
	p.open = false
}

// notBlank drops blanks but line ends.
func notBlank(r rune) rune {
	if r != '\n' && unicode.IsSpace(r) {
		return -1
	}
	return r
}

func (p *printer) decl(d Decl) {
	switch {
	case d.Type != nil:
		fmt.Fprintf(&p.out, "type(%s, X) :- X in %s.", spellName(d.Type.Name), spellRange(d.Type.Range))
	case d.Var != nil:
		fmt.Fprintf(&p.out, "var([%s], %s).", spellNames(d.Var.Names), spellName(d.Var.Type))
	case d.State != nil:
		fmt.Fprintf(&p.out, "state_def([%s]).", spellNames(d.State.Names))
	case d.Init != nil:
		vals := make([]string, len(d.Init.Values))
		for i, v := range d.Init.Values {
			vals[i] = strconv.FormatInt(v, 10)
		}
		fmt.Fprintf(&p.out, "init([%s]).", strings.Join(vals, ", "))
	case d.Inputs != nil:
		names := make([]string, len(d.Inputs.Names))
		for i, id := range d.Inputs.Names {
			names[i] = quoted(id)
		}
		fmt.Fprintf(&p.out, "inputs([%s]).", strings.Join(names, ", "))
	case d.System != nil:
		p.system(d.System, d.Span)
	}
}

func (p *printer) system(s *System, span source.Span) {
	p.out.WriteString("as :-\n  actions (")
	p.at = p.sign("actions", span.Start, s.Actions[0].Span.Start)
	p.indent = 2
	for i, a := range s.Actions {
		p.line(a.Span.Start)
		p.action(a)
		if i < len(s.Actions)-1 {
			p.out.WriteString(",")
		}
		p.at = a.Span.End
	}
	dood := p.sign("dood", p.at, s.Do.Outer.Start)
	p.indent = 1
	p.line(p.sign(")", p.at, dood))
	p.out.WriteString("),")
	p.at = max(p.at, p.sign(",", p.at, dood))
	p.line(dood)
	p.out.WriteString("dood (")
	p.at = dood
	p.indent = 2
	tops := []*Do{s.Do}
	if s.Do.Op == DoChoice {
		tops = s.Do.Parts
	}
	for i, d := range tops {
		p.line(d.Outer.Start)
		if i > 0 {
			p.out.WriteString("[] ")
		}
		p.out.WriteString(spellDo(d, len(tops) > 1))
		p.at = d.Outer.End
	}
	p.indent = 1
	p.line(span.End)
	p.out.WriteString(").")
	p.indent = 0
}

func (p *printer) action(a *Action) {
	p.out.WriteString(quoted(a.Name))
	if len(a.Params) > 0 {
		p.out.WriteString("(" + spellNames(a.Params) + ")")
	}
	p.out.WriteString("::(" + Spell(a.Run.Expr) + ") =>")
	p.at = a.Run.Expr.Outer.End
	body := a.Run.Parts[0]
	if one := inBrackets(body); body.Op != Choice && p.fits(body, len(a.Name.Name)+len(Spell(a.Run.Expr))+len(one)) {
		p.out.WriteString(" " + one)
		return
	}
	p.line(body.Outer.Start)
	p.block(body)
}

// fits tells whether a statement that takes so many bytes can stand on one line: it has room, and
// no comment stands in it.
func (p *printer) fits(b *Body, width int) bool {
	if 2*p.indent+width > lineWidth {
		return false
	}
	for _, c := range p.comments {
		if c.Start >= b.Outer.End {
			break
		}
		if c.Start > b.Outer.Start {
			return false
		}
	}
	return true
}

// block prints a statement in brackets, over several lines if it must.
func (p *printer) block(b *Body) {
	one := inBrackets(b)
	if p.indent > 2 && p.fits(b, len(one)) || len(b.Parts) == 0 {
		p.out.WriteString(one)
		return
	}
	if b.Op == Guarded {
		p.out.WriteString("((" + Spell(b.Expr) + ") =>")
		p.at = b.Expr.Outer.End
		p.indent++
		p.line(b.Parts[0].Outer.Start)
		p.block(b.Parts[0])
		p.indent--
		p.out.WriteString(")")
		return
	}
	p.out.WriteString("(")
	p.at = max(p.at, b.Outer.Start)
	p.indent++
	for i, part := range b.Parts {
		if i > 0 && b.Op == Choice {
			at := p.sign("[]", b.Parts[i-1].Outer.End, part.Outer.Start)
			p.line(at)
			p.out.WriteString("[]")
			p.at = at + 2
		}
		p.line(part.Outer.Start)
		p.part(part)
		if i < len(b.Parts)-1 && b.Op == Seq {
			p.out.WriteString(";")
		}
		p.at = part.Outer.End
	}
	p.indent--
	p.line(b.Outer.End)
	p.out.WriteString(")")
}

// sign finds a sign between two places of the text, outside comments.
func (p *printer) sign(sign string, from, to source.Pos) source.Pos {
	for _, c := range p.comments {
		if at := strings.Index(p.text[from:max(from, min(c.Start, to))], sign); at >= 0 {
			return from + source.Pos(at)
		}
		from = min(max(from, c.End), to)
	}
	if at := strings.Index(p.text[from:to], sign); at >= 0 {
		return from + source.Pos(at)
	}
	return to
}

// part prints a part of a composition, without brackets where it needs none.
func (p *printer) part(b *Body) {
	if len(b.Parts) == 0 {
		p.out.WriteString(oneLine(b))
		return
	}
	p.block(b)
}

// oneLine spells a statement.
func oneLine(b *Body) string {
	switch b.Op {
	case Assign:
		return b.Var.Name + " := " + Spell(b.Expr)
	case Guarded:
		return "(" + Spell(b.Expr) + ") => " + inBrackets(b.Parts[0])
	case Seq:
		return joined(b.Parts, "; ")
	case Choice:
		return joined(b.Parts, " [] ")
	}
	return "skip"
}

func joined(parts []*Body, sign string) string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		if texts[i] = oneLine(part); len(part.Parts) > 0 {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, sign)
}

func inBrackets(b *Body) string { return "(" + oneLine(b) + ")" }

// spellDo spells a node of the do-od block, in brackets if it is a composition inside another.
func spellDo(d *Do, inside bool) string {
	if d.Op == Call {
		return spellCall(d)
	}
	parts := make([]string, len(d.Parts))
	for i, p := range d.Parts {
		parts[i] = spellDo(p, true)
	}
	text := strings.Join(parts, map[DoOp]string{DoChoice: " [] ", DoPrio: " // ", DoSeq: " ; "}[d.Op])
	if inside {
		return "(" + text + ")"
	}
	return text
}

func spellCall(d *Do) string {
	if len(d.Params) == 0 {
		return quoted(d.Action)
	}
	binder, args := make([]string, len(d.Params)), make([]string, len(d.Params))
	for i, x := range d.Params {
		args[i] = spellName(x.Name)
		binder[d.Written[i]] = args[i] + ":" + spellParamType(x)
	}
	return "[" + strings.Join(binder, ", ") + "]:" + quoted(d.Action) + "(" + strings.Join(args, ", ") + ")"
}

func spellParamType(x Param) string {
	if x.Type.Name != "" {
		return spellName(x.Type)
	}
	return SpellParamRange(x.Range)
}

// SpellParamRange keeps a minus from running into the colon before it.
func SpellParamRange(r Range) string {
	if r.Lo < 0 {
		return " " + spellRange(r)
	}
	return spellRange(r)
}

func Spell(e *expr.Expr) string { return expr.Prolog.Print(e) }

func spellRange(r Range) string {
	return strconv.FormatInt(r.Lo, 10) + ".." + strconv.FormatInt(r.Hi, 10)
}

func spellNames(ids []Ident) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = spellName(id)
	}
	return strings.Join(names, ", ")
}

// spellName quotes a name only where it must be.
func spellName(id Ident) string {
	for i, r := range id.Name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return quoted(id)
		}
	}
	return id.Name
}

func quoted(id Ident) string { return "'" + id.Name + "'" }
