package model

import (
	"context"
	"slices"
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
//	/*@ product soda, small */                      the product that is meant where none is chosen
//	s0 { x <= 5 /*@ !cxs */ && x <= 4 /*@ cxs */ }  a condition's expression follows it
//	s1 -u-> s0 { /*@ soda */ guard x <= 2; ... }    an edge's stands anywhere in it

// annotationOpen begins each of them.
const annotationOpen = "/*@"

// annotation is a comment of the kind above.
type annotation struct {
	span source.Span // of the comment
	body source.Span // of its text
	used bool
}

// withFeatures reads the annotations of a model's text. A text without any leaves the model as it is.
func (m *Model) withFeatures(f *source.File, d *source.Diagnostics) {
	notes := annotations(f.Text)
	if len(notes) == 0 {
		return
	}
	p := &featuredParser{file: f, diags: d, notes: notes}
	p.build(m)
	if !d.HasErrors() {
		p.analyse(m)
	}
}

// refuseFeatures reports an annotation in a text that is no xta.
func refuseFeatures(f *source.File, d *source.Diagnostics) {
	if k := strings.Index(f.Text, annotationOpen); k >= 0 {
		at := source.Span{Start: source.Pos(k), End: source.Pos(k + len(annotationOpen))}
		d.Add(at, "unsupported", "feature expressions are supported in UPPAAL text alone").Hint = "convert the model to " +
			".xta and write them there"
	}
}

// annotations finds the annotations of a text; in line comments there are none.
func annotations(text string) []annotation {
	var all []annotation
	for _, c := range comments(text, XTA) {
		body := source.Span{Start: c.Start + source.Pos(len(annotationOpen)), End: c.End - 2}
		if strings.HasPrefix(text[c.Start:], annotationOpen) && body.Start <= body.End && text[body.End:c.End] == "*/" {
			all = append(all, annotation{span: c, body: body})
		}
	}
	return all
}

type featuredParser struct {
	file  *source.File
	diags *source.Diagnostics
	notes []annotation
	names []string
}

// maxFeatures bounds feature models: the solver is asked two questions for each feature.
const maxFeatures = 1000

// build reads the feature model and the families of all automata.
func (p *featuredParser) build(m *Model) {
	first := m.Automata[0]
	for _, a := range m.Automata {
		if a.Span.Start < first.Span.Start {
			first = a
		}
	}
	m.Features = &FeatureModel{Root: &FeatureNode{Name: FeatureName(first.Name), Group: Optional}}
	p.features(m.Features, first.Span.Start)
	if len(p.names) > maxFeatures {
		p.diags.Add(p.notes[0].span, "too-many", "got %d features, more than the limit of %d", len(p.names), maxFeatures)
		return
	}
	p.constraints(m.Features, first.Span.Start)
	p.choice(m, first.Span.Start)
	for _, a := range m.Automata {
		m.Families = append(m.Families, p.family(m, a))
	}
	for _, n := range p.notes {
		if !n.used {
			p.diags.Add(n.span, "annotation", "this annotation belongs to no edge and to no part of an invariant").Hint = "an " +
				"edge's stands between its brackets, a condition's behind it"
		}
	}
}

// family reads the annotations of an automaton.
func (p *featuredParser) family(m *Model, a *Automaton) *Featured {
	f := &Featured{Model: m, Features: m.Features}
	for _, e := range a.Edges {
		f.Whens = append(f.Whens, p.within(e.Span))
	}
	base := *a
	base.Locations = append([]*Location(nil), a.Locations...)
	for i, l := range a.Locations {
		f.Invs = append(f.Invs, p.clauses(l))
		bare := *l
		bare.Invariant = nil
		base.Locations[i] = &bare
	}
	f.Automaton = &base
	return f
}

// analyse reports a feature model without products, and warns of features and edges that no product
// has.
func (p *featuredParser) analyse(m *Model) {
	ctx := context.Background()
	facts, err := m.Features.Analyse(ctx)
	if err != nil {
		return
	}
	if facts.Void {
		p.diags.Add(p.notes[0].span, "no-product",
			"no combination of the features is a product: groups and constraints contradict each other")
		return
	}
	for _, name := range facts.Dead {
		p.diags.Warn(p.notes[0].span, "dead-feature", "no product has the feature '%s'", name)
	}
	for _, f := range m.Families {
		possible, err := m.Features.Possible(ctx, f.Whens)
		for i, e := range f.Automaton.Edges {
			if err == nil && !possible[i] {
				p.diags.Warn(e.Span, "dead-edge", "no product has this edge")
			}
		}
	}
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
				p.diags.Add(n.span, "feature", "want a feature without a group of its own, then ':' and its "+
					"features").Hint = "/*@ alternative size: small, large */"
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

func (p *featuredParser) knows(name string) bool { return slices.Contains(p.names, name) }

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

// choice reads the line that chooses a product.
func (p *featuredParser) choice(m *Model, before source.Pos) {
	for i := range p.notes {
		n := &p.notes[i]
		list, ok := strings.CutPrefix(strings.TrimSpace(p.file.Slice(n.body)), "product ")
		if !ok || n.span.Start > before {
			continue
		}
		n.used = true
		product, faults := m.Features.Configure(productNames(list))
		switch {
		case m.Default != "":
			p.diags.Add(n.span, "duplicate", "got a second choice of a product")
		case len(faults) > 0:
			p.diags.Add(n.span, "product", "this is not a product: %s", strings.Join(faults, "; "))
		default:
			m.Default = m.Features.Brief(product)
		}
	}
}

// within is the conjunction of the annotations inside a span; nil: there is none.
func (p *featuredParser) within(at source.Span) *expr.Expr {
	var when *expr.Expr
	first, _ := slices.BinarySearchFunc(p.notes, at.Start, func(n annotation,
		start source.Pos) int {
		return int(n.span.Start - start)
	})
	for i := first; i < len(p.notes) && p.notes[i].span.End <= at.End; i++ {
		p.notes[i].used = true
		when = Conjoin(when, p.expression(p.notes[i].body))
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
	ep := expr.NewParserAt(expr.Uppaal, p.file, at, p.diags)
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

// Text writes a family as ParseXTA reads it.
func (f *Featured) Text() string {
	m := *f.Model
	m.Automata, m.Features, m.Families = []*Automaton{f.Automaton}, f.Features, []*Featured{f}
	m.Queries = nil
	return m.PrintXTA()
}

// printFeatures writes the feature model: the lines above the processes.
func (fm *FeatureModel) printFeatures(b *strings.Builder) {
	b.WriteString("/*@ features " + childNames(fm.Root) + " */\n")
	fm.groups(b)
	for _, e := range fm.Constraints {
		b.WriteString("/*@ model " + expr.Uppaal.Print(e) + " */\n")
	}
}

// annotated writes the feature expression of an edge between its brackets.
func annotated(edge string, when *expr.Expr) string {
	if when == nil {
		return edge
	}
	open := strings.IndexByte(edge, '{') + 1
	return edge[:open] + " /*@ " + expr.Uppaal.Print(when) + " */" + edge[open:]
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
	return strings.Join(parts, " && ")
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
