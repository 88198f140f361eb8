package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// The text of a featured timed game is xta with annotations in comments, so that UPPAAL opens it as
// the one model of all variants:
//
//	/*@ features soda, tea, size */                 before the process: the features
//	/*@ alternative size: small, large */           groups below one: optional, mandatory, alternative, or
//	/*@ model soda || tea */                        what holds of every product; may be repeated
//	s0 { x <= 5 /*@ !cxs */ && x <= 4 /*@ cxs */ }  a condition's expression follows it
//	s1 -u-> s0 { /*@ soda */ guard x <= 2; ... }    an edge's stands anywhere in it

// annotation is a comment of the kind above.
type annotation struct {
	span source.Span // of the comment
	body source.Span // of its text
	used bool
}

// ParseFeatured reads a featured timed game of one process.
func ParseFeatured(f *source.File) (*Featured, source.Diagnostics) {
	m, d := ParseXTA(f)
	if m == nil {
		return nil, d
	}
	p := &featuredParser{file: f, diags: &d, notes: annotations(f.Text)}
	ft := p.build(m)
	if d.HasErrors() {
		return nil, d.Sort()
	}
	return ft, d.Sort()
}

// annotations finds the comments that open with "/*@".
func annotations(text string) []annotation {
	var all []annotation
	for p := 0; ; {
		k := strings.Index(text[p:], "/*@")
		if k < 0 {
			return all
		}
		start := p + k
		n := strings.Index(text[start:], "*/")
		if n < 0 {
			return all
		}
		end := start + n + 2
		all = append(all, annotation{
			span: source.Span{Start: source.Pos(start), End: source.Pos(end)},
			body: source.Span{Start: source.Pos(start + 3), End: source.Pos(end - 2)},
		})
		p = end
	}
}

type featuredParser struct {
	file  *source.File
	diags *source.Diagnostics
	notes []annotation
	names []string
}

func (p *featuredParser) build(m *Model) *Featured {
	a := *m.Automata[0]
	fm := &FeatureModel{Root: &FeatureNode{Name: FeatureName(a.Name), Group: Optional}}
	p.features(fm, a.Span.Start)
	p.constraints(fm, a.Span.Start)
	f := &Featured{Model: m, Automaton: m.Automata[0], Features: fm}
	for _, e := range a.Edges {
		f.Whens = append(f.Whens, p.within(e.Span))
	}
	a.Locations = append([]*Location(nil), a.Locations...)
	for i, l := range a.Locations {
		f.Invs = append(f.Invs, p.clauses(l))
		bare := *l
		bare.Invariant = nil
		a.Locations[i] = &bare
	}
	f.Automaton = &a
	for _, n := range p.notes {
		if !n.used {
			p.diags.Add(n.span, "annotation", "this annotation belongs to no edge and to no part of an invariant").Hint = "an edge's stands between its brackets, a condition's behind it"
		}
	}
	return f
}

// features reads the lines above the process that declare features, in the order of the text: a
// group comes after its parent.
func (p *featuredParser) features(fm *FeatureModel, before source.Pos) {
	nodes := map[string]*FeatureNode{fm.Root.Name: fm.Root}
	for i := range p.notes {
		n := &p.notes[i]
		word, rest, _ := strings.Cut(strings.TrimSpace(p.file.Slice(n.body)), " ")
		kind, group := groupWord(word)
		if n.span.Start > before || word != "features" && !group {
			continue
		}
		n.used = true
		parent := fm.Root
		if group {
			name, list, ok := strings.Cut(rest, ":")
			parent = nodes[strings.TrimSpace(name)]
			if !ok || parent == nil || len(parent.Children) > 0 {
				p.diags.Add(n.span, "feature", "want a feature without a group of its own, then ':' and its features").Hint = "/*@ alternative size: small, large */"
				continue
			}
			parent.Group, rest = kind, list
		}
		for _, name := range strings.Split(rest, ",") {
			p.declare(strings.TrimSpace(name), parent, nodes, n.span)
		}
	}
}

func groupWord(word string) (GroupKind, bool) {
	for _, g := range []GroupKind{Optional, Mandatory, Alternative, OrGroup} {
		if g.String() == word {
			return g, true
		}
	}
	return 0, false
}

func (p *featuredParser) declare(name string, parent *FeatureNode, nodes map[string]*FeatureNode, at source.Span) {
	switch {
	case !IsIdentifier(name):
		p.diags.Add(at, "feature", "got '%s', want the name of a feature", name)
	case nodes[name] != nil:
		p.diags.Add(at, "duplicate", "feature '%s' is declared twice", name)
	default:
		nodes[name] = &FeatureNode{Name: name}
		parent.Children = append(parent.Children, nodes[name])
		p.names = append(p.names, name)
	}
}

func (p *featuredParser) knows(name string) bool {
	for _, n := range p.names {
		if n == name {
			return true
		}
	}
	return false
}

// constraints reads the "model" lines above the process.
func (p *featuredParser) constraints(fm *FeatureModel, before source.Pos) {
	for i := range p.notes {
		n := &p.notes[i]
		text := p.file.Slice(n.body)
		trimmed := strings.TrimLeft(text, " \t\r\n")
		rest, ok := strings.CutPrefix(trimmed, "model ")
		if !ok || n.span.Start > before {
			continue
		}
		n.used = true
		at := n.body.Start + source.Pos(len(text)-len(rest))
		if e := p.expression(source.Span{Start: at, End: n.body.End}); e != nil {
			fm.Constraints = append(fm.Constraints, e)
		}
	}
}

// within is the conjunction of the annotations inside a span; nil: there is none.
func (p *featuredParser) within(at source.Span) *expr.Expr {
	var when *expr.Expr
	for i := range p.notes {
		if n := &p.notes[i]; at.Start <= n.span.Start && n.span.End <= at.End {
			n.used = true
			when = Conjoin(when, p.expression(n.body))
		}
	}
	return when
}

// clauses splits an invariant into its conjuncts, bracketed ones whole, each with the annotation
// that follows it.
func (p *featuredParser) clauses(l *Location) []FeaturedClause {
	var parts []*expr.Expr
	var split func(e *expr.Expr)
	split = func(e *expr.Expr) {
		if e.Op == expr.And && e.Span == e.Outer {
			split(e.Args[0])
			split(e.Args[1])
			return
		}
		parts = append(parts, e)
	}
	if l.Invariant == nil {
		return nil
	}
	split(l.Invariant)
	var out []FeaturedClause
	for i, e := range parts {
		end := l.Span.End
		if i+1 < len(parts) {
			end = parts[i+1].Outer.Start
		}
		out = append(out, FeaturedClause{e, p.within(source.Span{Start: e.Outer.End, End: end})})
	}
	return out
}

// expression reads a feature expression and checks its names.
func (p *featuredParser) expression(at source.Span) *expr.Expr {
	ep := expr.NewParser(expr.Uppaal, source.NewFile(p.file.Name, blankOutside(p.file.Text, at)), p.diags)
	var e *expr.Expr
	ep.Try(func() {
		e = ep.Expr()
		if ep.Tok.Kind != expr.EOF {
			ep.Fail("got %s, want the end of the feature expression", ep.Tok.Describe())
		}
	})
	if e != nil && !p.checkFeatures(e) {
		return nil
	}
	return e
}

// blankOutside keeps a span of a text in its place, alone.
func blankOutside(text string, at source.Span) string {
	b := []byte(text[:at.End])
	for i := range at.Start {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

// checkFeatures accepts connectives over known features.
func (p *featuredParser) checkFeatures(e *expr.Expr) bool {
	switch {
	case e.Op == expr.Name:
		if !p.knows(e.Name) {
			p.diags.Add(e.Span, "undefined-name", "'%s' is not a feature", e.Name).Hint = source.DidYouMean(e.Name, p.names)
			return false
		}
	case e.Op == expr.Const && e.Type == expr.Bool:
	case e.Op == expr.Not || e.Op.Logical() || e.Op == expr.Eq || e.Op == expr.Ne:
		ok := true
		for _, a := range e.Args {
			ok = p.checkFeatures(a) && ok
		}
		return ok
	default:
		p.diags.Add(e.Span, "type", "got '%s', want a combination of features", expr.Uppaal.Print(e))
		return false
	}
	return true
}

// Text writes the model as ParseFeatured reads it, groups of features as formulas.
func (f *Featured) Text() string {
	var b strings.Builder
	b.WriteString("/*@ features " + childNames(f.Features.Root) + " */\n")
	f.Features.groups(&b)
	for _, e := range f.Features.Constraints {
		b.WriteString("/*@ model " + expr.Uppaal.Print(e) + " */\n")
	}
	a := f.Automaton
	b.WriteString("process " + a.Name + " {\n")
	f.declarations(&b)
	b.WriteString("  state\n")
	for i, l := range a.Locations {
		b.WriteString("    " + l.ID + f.invariantText(i))
		b.WriteString(map[bool]string{true: ";\n", false: ",\n"}[i == len(a.Locations)-1])
	}
	for _, l := range a.Locations {
		if word := specialWord(l); word != "" {
			b.WriteString("  " + word + " " + l.ID + ";\n")
		}
	}
	b.WriteString("  init " + a.Locations[a.Initial].ID + ";\n")
	for i, e := range a.Edges {
		text := e.Line(a.Locations[e.Source].ID, a.Locations[e.Target].ID)
		if f.Whens[i] != nil {
			open := strings.IndexByte(text, '{') + 1
			text = text[:open] + " /*@ " + expr.Uppaal.Print(f.Whens[i]) + " */" + text[open:]
		}
		b.WriteString(map[bool]string{true: "  trans\n", false: ",\n"}[i == 0] + "    " + text)
	}
	if len(a.Edges) > 0 {
		b.WriteString(";\n")
	}
	b.WriteString("}\nsystem " + a.Name + ";\n")
	return b.String()
}

// declarations writes clocks and variables; named constants are written out where they are used.
func (f *Featured) declarations(b *strings.Builder) {
	for _, c := range append(append([]*Const(nil), f.Model.Consts...), f.Automaton.Consts...) {
		b.WriteString("  " + c.declaration() + "\n")
	}
	for _, x := range f.Automaton.Clocks {
		b.WriteString("  clock " + x.Name + ";\n")
	}
	for _, v := range f.Automaton.Vars {
		b.WriteString("  " + v.declaration() + "\n")
	}
}

func specialWord(l *Location) string {
	switch {
	case l.Kind == Universal:
		return "universal"
	case l.Kind == Inconsistent:
		return "inconsistent"
	case l.Urgency == Urgent:
		return "urgent"
	case l.Urgency == Committed:
		return "commit"
	}
	return ""
}

// invariantText writes the clauses of a location. One that is true for its products, where a
// mutation drops an invariant, needs no place.
func (f *Featured) invariantText(i int) string {
	var parts []string
	for _, c := range f.Invs[i] {
		if c.Cond == nil {
			continue
		}
		text := expr.Uppaal.Print(c.Cond)
		if c.Cond.Op != expr.And && c.Cond.Op.Logical() {
			text = "(" + text + ")"
		}
		if c.When != nil {
			if c.Cond.Op == expr.And {
				text = "(" + text + ")"
			}
			text += " /*@ " + expr.Uppaal.Print(c.When) + " */"
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	return " { " + strings.Join(parts, " && ") + " }"
}

// groups writes the groups below the features of the first level, one line a group.
func (fm *FeatureModel) groups(b *strings.Builder) {
	var walk func(n *FeatureNode)
	walk = func(n *FeatureNode) {
		if n != fm.Root && len(n.Children) > 0 {
			b.WriteString("/*@ " + n.Group.String() + " " + n.Name + ": " + childNames(n) + " */\n")
		}
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(fm.Root)
}

func childNames(n *FeatureNode) string {
	names := make([]string, len(n.Children))
	for i, c := range n.Children {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}
