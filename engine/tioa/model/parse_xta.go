package model

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// UPPAAL's textual notation, see grammar.ebnf. Three words are this project's additions: the IO
// lists of Ecdar, and "universal" and "inconsistent" for its special locations. Queries that belong
// to a model stand in comments, "// query: refinement: A <= B", a line each.

// ParseXTA reads a model in xta.
func ParseXTA(f *source.File) (*Model, source.Diagnostics) { return readXTA(f, false) }

func readXTA(f *source.File, partly bool) (*Model, source.Diagnostics) {
	var d source.Diagnostics
	r := newReader(f, f, XTA, &d)
	r.partly = partly
	p := expr.NewParser(expr.Uppaal, f, &d)
	for p.Tok.Kind != expr.EOF {
		r.declarations(p, nil, func(t expr.Token) bool { return t.Is("process") })
		if p.Tok.Kind == expr.EOF {
			break
		}
		r.process(p)
	}
	r.queryComments(f)
	m, all := r.finish()
	if m == nil {
		return nil, all
	}
	if m.withFeatures(f, &all); all.HasErrors() {
		return nil, all.Sort()
	}
	return m, all.Sort()
}

const queryComment = "// query:"

// queryComments takes the queries from comment lines.
func (r *reader) queryComments(f *source.File) {
	for at := 0; ; {
		i := strings.Index(f.Text[at:], queryComment)
		if i < 0 {
			return
		}
		at += i + len(queryComment)
		end := at + strings.IndexByte(f.Text[at:]+"\n", '\n')
		span := r.trim(source.Span{Start: source.Pos(at), End: source.Pos(end)})
		r.model.Queries = append(r.model.Queries, QueryText{Text: f.Slice(span), Span: span})
		at = end
	}
}

// newReader starts a model. The text is read in decoded, which has the places of file.
func newReader(file, decoded *source.File, format Format, d *source.Diagnostics) *reader {
	return &reader{model: &Model{Format: format, File: file}, file: decoded, diags: d}
}

func (r *reader) process(p *expr.Parser) {
	a := &Automaton{Initial: -1, File: r.model.File}
	r.branches = nil
	start := p.Next().Span
	ok := p.Try(func() {
		name := p.ExpectKind(expr.Ident, "the name of a process")
		a.Name, a.NameSpan = name.Text, name.Span
		if p.Accept("(") && !p.Accept(")") {
			r.fail(p, p.Tok.Span, "parameters of templates")
		}
		p.Expect("{")
		r.declarations(p, a, bodyWord)
		r.body(p, a)
		p.Expect("}")
	})
	if !ok {
		p.SkipTo("process", "system")
	}
	a.Span = start.Join(p.Last.Span)
	if a.Name != "" {
		r.model.Automata = append(r.model.Automata, a)
	}
}

// bodyWord tells the words that end a process's declarations.
func bodyWord(t expr.Token) bool {
	switch t.Text {
	case "state", "commit", "init", "trans", "universal", "inconsistent", "}", "process", "branchpoint":
		return true
	}
	return false
}

// body reads states, special locations, the initial one and edges, in any order.
func (r *reader) body(p *expr.Parser, a *Automaton) {
	for !p.Tok.Is("}") && p.Tok.Kind != expr.EOF && !p.Tok.Is("process") {
		word := p.Next()
		ok := p.Try(func() {
			switch word.Text {
			case "state":
				r.states(p, a)
			case "urgent", "commit", "universal", "inconsistent":
				r.special(p, a, word.Text)
			case "init":
				r.initial(p, a)
			case "trans":
				r.edges(p, a)
			case "branchpoint":
				r.branchPoints(p, word)
			default:
				p.FailAt(word.Span, "syntax", "got %s, want one of state, urgent, commit, universal, inconsistent, init, trans",
					word.Describe())
			}
			p.Expect(";")
		})
		if !ok {
			p.SkipTo(";", "}", "process")
			p.Accept(";")
		}
	}
}

func (r *reader) states(p *expr.Parser, a *Automaton) {
	for {
		name := p.ExpectKind(expr.Ident, "the name of a location")
		l := &Location{ID: name.Text, Span: name.Span, InvSpan: source.Span{Start: name.Span.End, End: name.Span.End}}
		if old := r.place(a, l.ID); old >= 0 {
			d := r.diags.Add(name.Span, "duplicate", "location '%s' is declared twice", l.ID)
			d.Notes = append(d.Notes, source.Note{Span: a.Locations[old].Span, Message: "the first declaration"})
		}
		if p.Tok.Is("{") {
			r.invariant(p, l)
			l.Span = name.Span.Join(p.Last.Span)
		}
		a.Locations = append(a.Locations, l)
		if !p.Accept(",") {
			return
		}
	}
}

// invariant reads "{ x <= 5 }".
func (r *reader) invariant(p *expr.Parser, l *Location) {
	open := p.Expect("{")
	if !p.Tok.Is("}") {
		p.Try(func() {
			l.Invariant = r.conjunction(p)
			if p.Tok.Is(";") {
				p.Next()
				if !p.Tok.Is("}") {
					r.fail(p, p.Tok.Span, "exponential rates")
				}
			}
		})
		if !p.Tok.Is("}") {
			if l.Invariant != nil {
				r.diags.Add(p.Tok.Span, "syntax", "got %s, want '}' at the end of the invariant", p.Tok.Describe())
			}
			p.SkipTo("}")
		}
	}
	shut := p.Expect("}")
	l.InvSpan = open.Span.Join(shut.Span)
	if l.Invariant != nil {
		l.InvSpan = l.Invariant.Outer
	}
}

func (r *reader) special(p *expr.Parser, a *Automaton, word string) {
	for {
		i := r.location(p, a)
		if i >= 0 {
			mark(a.Locations[i], word)
		}
		if !p.Accept(",") {
			return
		}
	}
}

func mark(l *Location, word string) {
	switch word {
	case "urgent":
		l.Urgency = Urgent
	case "commit":
		l.Urgency = Committed
	case "universal":
		l.Kind = Universal
	case "inconsistent":
		l.Kind = Inconsistent
	}
}

// location reads the name of a declared location and gives its number, or -1 after a message.
func (r *reader) location(p *expr.Parser, a *Automaton) int {
	name := p.ExpectKind(expr.Ident, "the name of a location")
	return r.lookup(a, name.Text, name.Span)
}

// lookup gives the number of a location, or -1 after a message. Branch points were refused where they
// are declared, which is enough.
func (r *reader) lookup(a *Automaton, name string, at source.Span) int {
	i := r.place(a, name)
	if i < 0 && !r.branches[name] {
		d := r.diags.Add(at, "undefined-location", "'%s' is not a location of %s", name, a.Name)
		if len(*r.diags) < manyDiagnostics {
			known := make([]string, len(a.Locations))
			for k, l := range a.Locations {
				known[k] = l.ID
			}
			d.Hint = source.DidYouMean(name, known)
		}
	}
	return i
}

// manyDiagnostics bounds the messages whose hints are worth a search.
const manyDiagnostics = 100

// branchPoints refuses branch points and remembers their names.
func (r *reader) branchPoints(p *expr.Parser, word expr.Token) {
	for {
		r.branch(p.ExpectKind(expr.Ident, "the name of a branch point").Text)
		if !p.Accept(",") {
			break
		}
	}
	r.refuse(word.Span, "branch points")
}

func (r *reader) branch(name string) {
	if r.branches == nil {
		r.branches = map[string]bool{}
	}
	r.branches[name] = true
}

func (r *reader) initial(p *expr.Parser, a *Automaton) {
	at := p.Tok.Span
	i := r.location(p, a)
	if a.Initial >= 0 {
		r.diags.Add(at, "duplicate", "%s has two initial locations", a.Name)
		return
	}
	a.Initial = max(i, 0)
}

func (r *reader) edges(p *expr.Parser, a *Automaton) {
	source := noSource
	for {
		ok := p.Try(func() { source = r.edge(p, a, source) })
		if !ok {
			p.SkipTo(",", ";", "}")
			if p.Tok.Is("}") && a.Name != "" {
				p.Next()
			}
		}
		if !p.Accept(",") {
			return
		}
	}
}

// noSource says that no edge stands before; -1 is the source of one that named no location.
const noSource = -2

// edge reads "A -> B { ... }"; without its source that of the edge before is meant, as UPPAAL
// writes it.
func (r *reader) edge(p *expr.Parser, a *Automaton, before int) int {
	e := &Edge{ID: "e" + strconv.Itoa(len(a.Edges)), Source: before}
	start := p.Tok.Span
	e.SourceSpan = source.Span{Start: start.Start, End: start.Start}
	if p.Tok.Kind == expr.Ident {
		e.SourceSpan = p.Tok.Span
		e.Source = r.location(p, a)
	} else if before == noSource {
		p.Fail("got %s, want the source of an edge", p.Tok.Describe())
	}
	uncontrollable := p.Tok.Is("-u->")
	if !uncontrollable && !p.Tok.Is("->") {
		p.Fail("got %s, want '->' or '-u->'", p.Tok.Describe())
	}
	p.Next()
	e.TargetSpan = p.Tok.Span
	e.Target = r.location(p, a)
	e.Output = uncontrollable
	r.labels(p, e, uncontrollable)
	e.Span = start.Join(p.Last.Span)
	if e.Source >= 0 && e.Target >= 0 {
		a.Edges = append(a.Edges, e)
	}
	return e.Source
}

// labels reads "{ guard x > 1; sync a!; assign x = 0; }".
func (r *reader) labels(p *expr.Parser, e *Edge, uncontrollable bool) {
	open := p.Expect("{")
	empty := source.Span{Start: open.Span.End, End: open.Span.End}
	e.GuardSpan, e.ActionSpan, e.UpdateSpan = empty, empty, empty
	synced, broken := false, false
	for !p.Tok.Is("}") && p.Tok.Kind != expr.EOF {
		word := p.Next()
		synced = synced || word.Is("sync")
		ok := p.Try(func() {
			r.label(p, e, word, uncontrollable)
			p.Expect(";")
		})
		if !ok {
			broken = true
			p.SkipTo(";", "}")
			p.Accept(";")
		}
	}
	shut := p.Expect("}")
	if !synced && !broken {
		e.Output = true
		r.noAction(open.Span.Join(shut.Span))
	}
}

// label reads one label of an edge.
func (r *reader) label(p *expr.Parser, e *Edge, word expr.Token, uncontrollable bool) {
	at := p.Tok.Span
	switch word.Text {
	case "guard":
		e.Guard = r.conjunction(p)
		e.GuardSpan = e.Guard.Outer
	case "sync":
		e.Action, e.Output = r.channel(p, uncontrollable)
		e.ActionSpan = at.Join(p.Last.Span)
		if uncontrollable && !e.Output {
			r.contradiction(e.ActionSpan, e.Action)
		}
	case "assign":
		e.Updates = r.updates(p)
		e.UpdateSpan = at.Join(p.Last.Span)
	default:
		if what, bad := unsupported[word.Text]; bad {
			r.fail(p, word.Span, what)
		}
		p.FailAt(word.Span, "syntax", "got %s, want one of guard, sync, assign", word.Describe())
	}
}

// contradiction warns of an uncontrollable input: the suffix decides.
func (r *reader) contradiction(at source.Span, action string) {
	r.diags.Warn(at, "direction", "'%s?' is an input by its suffix, but the edge is marked uncontrollable",
		action).Hint = "the suffix decides"
}

// noAction warns of an edge without synchronisation.
func (r *reader) noAction(at source.Span) {
	r.diags.Warn(at, "no-action", "the edge has no synchronisation: it is read as an output without a name")
}
