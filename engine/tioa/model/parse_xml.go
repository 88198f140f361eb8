package model

import (
	"strconv"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// UPPAAL's XML, as UPPAAL, TIGA and the Ecdar tools write it. Locations are known by their id. The
// suffix of a synchronisation decides between input and output; controllable="false" only where
// there is none.

// ParseXML reads a model in UPPAAL's XML.
func ParseXML(f *source.File) (*Model, source.Diagnostics) {
	var d source.Diagnostics
	root, over := readXML(f, &d)
	if root == nil {
		return nil, d
	}
	r := newReader(f, source.NewFile(f.Name, string(over.b)), XML, &d)
	if root.name != "nta" && root.name != "project" {
		d.Add(root.tag, "xml", "got <%s>, want <nta>", root.name)
		return nil, d
	}
	if n := root.child("declaration"); n != nil {
		r.text(n, nil)
	}
	for _, n := range root.all("template") {
		r.template(n)
	}
	for _, name := range []string{"instantiation", "system"} {
		if n := root.child(name); n != nil {
			r.text(n, nil)
		}
	}
	for _, foreign := range [][2]string{{"lsc", "sequence charts"}, {"imports", "imports"}, {"dynamicTemplate", "dynamic templates"}} {
		if n := root.child(foreign[0]); n != nil {
			r.refuse(n.tag, foreign[1])
		}
	}
	r.once(root, "declaration", "instantiation", "system", "queries")
	r.known(root, "declaration", "template", "instantiation", "system", "queries", "lsc", "imports", "dynamicTemplate")
	r.queries(root)
	return r.finish()
}

// once reports elements that are there twice.
func (r *reader) once(n *node, names ...string) {
	for _, name := range names {
		if all := n.all(name); len(all) > 1 {
			d := r.diags.Add(all[1].tag, "duplicate", "got a second <%s> in <%s>", name, n.name)
			d.Notes = append(d.Notes, source.Note{Span: all[0].tag, Message: "the first one"})
		}
	}
}

// known warns of elements that are passed over.
func (r *reader) known(n *node, names ...string) {
	for _, c := range n.children {
		if !Contains(names, c.name) {
			r.diags.Warn(c.tag, "xml", "<%s> has no meaning in <%s>: it is passed over", c.name, n.name).Hint = source.DidYouMean(c.name, names)
		}
	}
}

// kinds reports labels of a kind that are there twice; comments may be.
func (r *reader) kinds(n *node) {
	var seen []string
	for _, c := range n.all("label") {
		kind, _ := c.attr("kind")
		if kind != "comments" && Contains(seen, kind) {
			r.diags.Add(c.tag, "duplicate", "got a second label of kind '%s'", kind)
		}
		seen = append(seen, kind)
	}
}

// text reads an element's text as declarations.
func (r *reader) text(n *node, a *Automaton) {
	p := r.parser(n.text)
	r.declarations(p, a, func(t expr.Token) bool { return false })
}

func (r *reader) queries(root *node) {
	list := root.child("queries")
	if list == nil {
		return
	}
	for _, q := range list.all("query") {
		f := q.child("formula")
		if f == nil {
			continue
		}
		text := QueryText{Text: r.file.Slice(r.trim(f.text)), Span: r.trim(f.text)}
		if c := q.child("comment"); c != nil {
			text.Comment = r.file.Slice(r.trim(c.text))
		}
		if text.Text != "" {
			r.model.Queries = append(r.model.Queries, text)
		}
	}
}

func (r *reader) template(n *node) {
	a := &Automaton{Initial: -1, Span: n.span, File: r.model.File, NameSpan: n.tag}
	r.model.Automata = append(r.model.Automata, a)
	if c := n.child("name"); c != nil {
		a.NameSpan = r.trim(c.text)
		a.Name = r.file.Slice(a.NameSpan)
	}
	if a.Name == "" {
		r.diags.Add(n.tag, "no-name", "a template has no name")
	}
	if c := n.child("parameter"); c != nil && r.file.Slice(r.trim(c.text)) != "" {
		r.refuse(r.trim(c.text), "parameters of templates")
	}
	if c := n.child("branchpoint"); c != nil {
		r.refuse(c.tag, "branch points")
	}
	if c := n.child("declaration"); c != nil {
		r.text(c, a)
	}
	r.once(n, "name", "parameter", "declaration", "init")
	r.known(n, "name", "parameter", "declaration", "location", "branchpoint", "init", "transition")
	for _, l := range n.all("location") {
		r.xmlLocation(a, l)
	}
	if c := n.child("init"); c != nil {
		ref, _ := c.attr("ref")
		a.Initial = r.byID(a, ref, c.tag)
		if a.Initial < 0 {
			a.Initial = 0
		}
	}
	for _, t := range n.all("transition") {
		r.transition(a, t)
	}
}

func (r *reader) byID(a *Automaton, id string, at source.Span) int {
	for i, l := range a.Locations {
		if l.ID == id {
			return i
		}
	}
	return r.lookup(a, id, at)
}

func (r *reader) xmlLocation(a *Automaton, n *node) {
	l := &Location{Span: n.span, InvSpan: source.Span{Start: n.tag.End, End: n.tag.End}}
	l.ID, _ = n.attr("id")
	if l.ID == "" {
		r.diags.Add(n.tag, "no-name", "a location has no id")
		return
	}
	for _, o := range a.Locations {
		if o.ID == l.ID {
			d := r.diags.Add(n.tag, "duplicate", "location '%s' is declared twice", l.ID)
			d.Notes = append(d.Notes, source.Note{Span: o.Span, Message: "the first declaration"})
		}
	}
	r.kinds(n)
	r.known(n, "name", "urgent", "committed", "label")
	for _, c := range n.children {
		switch c.name {
		case "name":
			l.Name = r.file.Slice(r.trim(c.text))
		case "urgent":
			l.Urgency = Urgent
		case "committed":
			l.Urgency = Committed
		case "label":
			r.locationLabel(l, c)
		}
	}
	if l.Name == "inc" {
		l.Kind = Inconsistent
	}
	a.Locations = append(a.Locations, l)
}

func (r *reader) locationLabel(l *Location, n *node) {
	kind, _ := n.attr("kind")
	at := r.trim(n.text)
	switch kind {
	case "invariant", "":
		l.Invariant, l.InvSpan = r.condition(at), at
	case "exponentialrate":
		if at.Start < at.End {
			r.refuse(at, "exponential rates")
		}
	case "comments", "testcode", "testcodeEnter", "testcodeExit":
	default:
		r.diags.Add(n.tag, "unsupported", "labels of kind '%s' are not supported at locations", kind)
	}
}

func (r *reader) transition(a *Automaton, n *node) {
	e := &Edge{ID: "e" + strconv.Itoa(len(a.Edges)), Span: n.span}
	if id, ok := n.attr("id"); ok && id != "" {
		e.ID = id
	}
	e.Source, e.SourceSpan = r.end(a, n, "source")
	e.Target, e.TargetSpan = r.end(a, n, "target")
	empty := source.Span{Start: n.tag.End, End: n.tag.End}
	e.GuardSpan, e.ActionSpan, e.UpdateSpan = empty, empty, empty
	r.once(n, "source", "target")
	r.kinds(n)
	r.known(n, "source", "target", "label", "nail")
	flag, given := n.attr("controllable")
	if given && flag != "true" && flag != "false" {
		r.diags.Add(n.tag, "xml", "got controllable=%q, want \"true\" or \"false\"", flag)
	}
	e.Output = flag == "false"
	synced := false
	for _, c := range n.all("label") {
		synced = r.edgeLabel(e, c, flag) || synced
	}
	if !synced {
		e.Output = true
		r.noAction(n.tag)
	}
	if e.Source >= 0 && e.Target >= 0 {
		a.Edges = append(a.Edges, e)
	}
}

func (r *reader) end(a *Automaton, n *node, name string) (int, source.Span) {
	c := n.child(name)
	if c == nil {
		r.diags.Add(n.tag, "xml", "a transition has no <%s>", name)
		return -1, n.tag
	}
	ref, _ := c.attr("ref")
	return r.byID(a, ref, c.tag), c.tag
}

// edgeLabel reads one label and tells whether it was a synchronisation.
func (r *reader) edgeLabel(e *Edge, n *node, flag string) bool {
	kind, _ := n.attr("kind")
	at := r.trim(n.text)
	switch kind {
	case "guard":
		e.Guard, e.GuardSpan = r.condition(at), at
	case "assignment":
		e.Updates, e.UpdateSpan = r.assignments(at), at
	case "synchronisation":
		if at.Start == at.End {
			return false
		}
		e.Action, e.Output = r.synchronisation(at, e.Output)
		e.ActionSpan = at
		if flag == "false" && !e.Output {
			r.contradiction(at, e.Action)
		}
		return true
	case "select":
		if at.Start < at.End {
			r.refuse(at, "selections")
		}
	case "probability":
		r.refuse(n.tag, "probabilities")
	case "comments", "testcode":
	default:
		r.diags.Add(n.tag, "unsupported", "labels of kind '%s' are not supported at edges", kind)
	}
	return false
}
