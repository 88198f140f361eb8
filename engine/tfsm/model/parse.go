package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// The parser turns a text into statements, one a line; it knows nothing of the machine. What a
// statement stands for is worked out by expand.go. The grammar is in docs/tfsm.md; functions
// carry its names.

// A statement is a header or an arrow, or a line that holds a comment alone or nothing.
type statement struct {
	kind    stmtKind
	span    source.Span // without the comment
	comment string      // behind it, with its mark
	joined  bool        // stands on the line of the one before, behind ";"

	head  token   // header: its keyword
	names []item  // header
	from  set     // arrow
	dash  bool    // arrow: dashed, that is mutated
	label []label // arrow
	to    *set    // arrow; nil: each state to itself
	ids   []token // arrow: names in brackets
}

type stmtKind int

const (
	stmtEmpty stmtKind = iota
	stmtHeader
	stmtArrow
)

// A set is what stands at one place of an arrow: everything, or alternatives.
type set struct {
	star  bool
	items []item
	span  source.Span
}

// An item is a name, or the range of names from one to another: ACK1..ACK3.
type item struct {
	lo, hi string // hi is "" for a single name
	span   source.Span
}

// A label is an input/output pair of sets, or delays.
type label struct {
	input, output set
	delays        []delayRange // not nil: a timeout
	span          source.Span
}

// A delayRange is the delays lo to hi, which are both Inf or both finite.
type delayRange struct{ lo, hi Delay }

// headers are the words that may begin a statement which is no arrow.
var headers = []string{"machine", "inputs", "outputs", "states", "extra", "initial", "test"}

// A parser reads tokens one statement at a time; an error skips to the statement's end.
type parser struct {
	toks  []token
	at    int
	diags *problems
}

// bail ends the statement being read; its diagnostic has been added.
type bail struct{}

// parseStatements reads a text as statements.
func parseStatements(text string, diags *problems) []statement {
	p := &parser{toks: lex(text), diags: diags}
	var all []statement
	joined := false
	for {
		st := p.statement()
		st.joined = joined
		if p.peek().kind == tokComment {
			st.comment = p.next().text
		}
		all = append(all, st)
		end := p.next()
		if end.kind == tokEOF {
			return all
		}
		joined = end.kind == tokMark
	}
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) next() token {
	t := p.toks[p.at]
	if t.kind != tokEOF {
		p.at++
	}
	return t
}

// atEnd tells whether the statement is over.
func (p *parser) atEnd() bool {
	t := p.peek()
	return t.kind == tokEOF || t.kind == tokLine || t.kind == tokComment || t.kind == tokMark && t.text == ";"
}

func (p *parser) isMark(text string) bool {
	t := p.peek()
	return t.kind == tokMark && t.text == text
}

func (p *parser) accept(text string) bool {
	if p.isMark(text) {
		p.at++
		return true
	}
	return false
}

// fail reports what was found where something else was wanted, and leaves the statement.
func (p *parser) fail(want string) {
	p.diags.gotWant(p.peek(), want)
	panic(bail{})
}

// statement = [ header | arrow ] .
func (p *parser) statement() (st statement) {
	start := p.peek().span.Start
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bail); !ok {
				panic(r)
			}
			st = statement{}
			for !p.atEnd() {
				p.at++
			}
		}
		st.span = source.Span{Start: start, End: start}
		if st.kind != stmtEmpty && p.at > 0 {
			st.span.End = p.toks[p.at-1].span.End
		}
	}()
	if p.atEnd() {
		return statement{}
	}
	if p.startsHeader() {
		st = p.header()
	} else {
		st = p.arrow()
	}
	if !p.atEnd() {
		p.fail("the end of the line")
	}
	return st
}

// startsHeader tells a header from an arrow: an arrow's first set is followed by a mark.
func (p *parser) startsHeader() bool {
	if t := p.peek(); t.kind != tokName {
		return false
	}
	follow := p.toks[p.at+1]
	if follow.kind != tokMark {
		return true
	}
	return follow.text == "," || follow.text == ";"
}

// header reads the names of any header; expand.go says how many each may have.
func (p *parser) header() statement {
	head := p.next()
	if !head.plain || !contains(headers, head.text) {
		p.diags.unknownHeader(head)
		panic(bail{})
	}
	st := statement{kind: stmtHeader, head: head}
	for !p.atEnd() {
		st.names = append(st.names, p.item("a name"))
		p.accept(",")
	}
	return st
}

// arrow = set ( "-" labels "->" | "~" labels "~>" ) [ set ] [ ids ] .
func (p *parser) arrow() statement {
	st := statement{kind: stmtArrow, from: p.set("a state")}
	open, end := "-", "->"
	if p.isMark("~") {
		open, end, st.dash = "~", "~>", true
	}
	if !p.accept(open) {
		p.fail("'-' or '~' and a label, as in s1 -a/x-> s2")
	}
	st.label = append(st.label, p.label())
	for p.accept(",") {
		st.label = append(st.label, p.label())
	}
	if !p.accept(end) {
		p.fail("'" + end + "'")
	}
	if !p.atEnd() && !p.isMark("[") {
		to := p.set("a state")
		st.to = &to
	}
	if p.isMark("[") {
		st.ids = p.ids()
	}
	return st
}

// ids = "[" name { [ "," ] name } "]" .
func (p *parser) ids() []token {
	p.next()
	var ids []token
	for !p.accept("]") {
		if p.peek().kind != tokName {
			p.fail("a transition's name or ']'")
		}
		ids = append(ids, p.next())
		p.accept(",")
	}
	return ids
}

// label = set "/" set | delay { "|" delay } .
func (p *parser) label() label {
	start := p.peek().span.Start
	if p.isMark("-") {
		p.negativeDelay()
	}
	in := p.set("an input or a delay")
	l := label{input: in}
	if p.accept("/") {
		l.output = p.set("an output")
	} else {
		l.delays = p.delays(in)
	}
	l.span = source.Span{Start: start, End: p.toks[p.at-1].span.End}
	return l
}

func (p *parser) negativeDelay() {
	minus := p.next()
	t := p.peek()
	p.diags.badDelay(minus.span.Join(t.span), "-"+t.text)
	panic(bail{})
}

// set = "*" | item { "|" item } .
func (p *parser) set(want string) set {
	t := p.peek()
	if p.accept("*") {
		return set{star: true, span: t.span}
	}
	s := set{items: []item{p.item(want)}}
	for p.accept("|") {
		s.items = append(s.items, p.item(want))
	}
	s.span = t.span.Join(p.toks[p.at-1].span)
	return s
}

// item = name [ ".." name ] .
func (p *parser) item(want string) item {
	if p.peek().kind != tokName {
		p.fail(want)
	}
	lo := p.next()
	it := item{lo: lo.text, span: lo.span}
	if p.accept("..") {
		if p.peek().kind != tokName {
			p.fail("the range's last name")
		}
		hi := p.next()
		it.hi, it.span = hi.text, lo.span.Join(hi.span)
	}
	return it
}

// delays reads a set as delays: delay = number [ ".." number ] | "inf" | "∞" .
func (p *parser) delays(s set) []delayRange {
	if s.star {
		p.diags.badDelay(s.span, "*")
		panic(bail{})
	}
	var ds []delayRange
	for _, it := range s.items {
		lo := p.delay(it.lo, it.span)
		hi := lo
		if it.hi != "" {
			hi = p.delay(it.hi, it.span)
			if hi == Inf || lo == Inf || hi < lo {
				p.diags.badRange(it.span, it.lo+".."+it.hi)
				panic(bail{})
			}
		}
		ds = append(ds, delayRange{lo, hi})
	}
	return ds
}

func (p *parser) delay(text string, at source.Span) Delay {
	d, ok := readDelay(text)
	if !ok {
		p.diags.badDelay(at, text)
		panic(bail{})
	}
	return d
}

// readDelay reads a whole number from 1 to MaxDelay, or infinity.
func readDelay(text string) (Delay, bool) {
	if text == "inf" || text == "∞" {
		return Inf, true
	}
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	d := Delay(0)
	for _, r := range text {
		if d = d*10 + Delay(r-'0'); d > MaxDelay {
			return 0, false
		}
	}
	return d, d >= 1
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
