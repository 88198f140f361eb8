package model

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// UPPAAL's XML, as UPPAAL, TIGA and the Ecdar tools write it. Locations are known by their id. The
// suffix of a synchronisation decides between input and output; controllable="false" only where
// there is none.

// ParseXML reads a model in UPPAAL's XML.
func ParseXML(f *source.File) (*Model, source.Diagnostics) { return readXML(f, false) }

func readXML(f *source.File, partly bool) (*Model, source.Diagnostics) {
	root, over, d := markup.ReadXML(f)
	if root == nil {
		return nil, d
	}
	r := newReader(f, source.NewFile(f.Name, over.Text()), XML, &d)
	r.partly = partly
	if root.Name != "nta" && root.Name != "project" {
		d.Add(root.Tag, "xml", "got <%s>, want <nta>", root.Name)
		return nil, d
	}
	if n := root.Child("declaration"); n != nil {
		r.text(n, nil)
	}
	for _, n := range root.All("template") {
		r.template(n)
	}
	for _, name := range []string{"instantiation", "system"} {
		if n := root.Child(name); n != nil {
			r.text(n, nil)
		}
	}
	for _, foreign := range [][2]string{{"lsc", "sequence charts"}, {"imports", "imports"}, {"dynamicTemplate",
		"dynamic templates"}} {
		if n := root.Child(foreign[0]); n != nil {
			r.refuse(n.Tag, foreign[1])
		}
	}
	r.once(root, "declaration", "instantiation", "system", "queries")
	r.known(root, "declaration", "template", "instantiation", "system", "queries", "lsc", "imports", "dynamicTemplate")
	r.queries(root)
	refuseFeatures(r.file, r.diags)
	return r.finish()
}

// once reports elements that are there twice.
func (r *reader) once(n *markup.Element, names ...string) {
	for _, name := range names {
		if all := n.All(name); len(all) > 1 {
			d := r.diags.Add(all[1].Tag, "duplicate", "got a second <%s> in <%s>", name, n.Name)
			d.Notes = append(d.Notes, source.Note{Span: all[0].Tag, Message: "the first one"})
		}
	}
}

// known warns of elements that are passed over.
func (r *reader) known(n *markup.Element, names ...string) {
	for _, c := range n.Children {
		if !Contains(names, c.Name) {
			r.diags.Warn(c.Tag, "xml", "<%s> has no meaning in <%s>: it is passed over", c.Name,
				n.Name).Hint = source.DidYouMean(c.Name, names)
		}
	}
}

// kinds reports labels of a kind that are there twice; comments may be.
func (r *reader) kinds(n *markup.Element) {
	var seen []string
	for _, c := range n.All("label") {
		kind, _ := c.Attr("kind")
		if kind != "comments" && Contains(seen, kind) {
			r.diags.Add(c.Tag, "duplicate", "got a second label of kind '%s'", kind)
		}
		seen = append(seen, kind)
	}
}

// text reads an element's text as declarations.
func (r *reader) text(n *markup.Element, a *Automaton) {
	p := r.parser(n.Inner)
	r.declarations(p, a, func(t expr.Token) bool { return false })
}

func (r *reader) queries(root *markup.Element) {
	list := root.Child("queries")
	if list == nil {
		return
	}
	for _, q := range list.All("query") {
		f := q.Child("formula")
		if f == nil {
			continue
		}
		text := QueryText{Text: r.file.Slice(r.trim(f.Inner)), Span: r.trim(f.Inner)}
		if c := q.Child("comment"); c != nil {
			text.Comment = r.file.Slice(r.trim(c.Inner))
		}
		if text.Text != "" {
			r.model.Queries = append(r.model.Queries, text)
		}
	}
}

func (r *reader) template(n *markup.Element) {
	a := &Automaton{Initial: -1, Span: n.Span, File: r.model.File, NameSpan: n.Tag}
	r.model.Automata = append(r.model.Automata, a)
	if c := n.Child("name"); c != nil {
		a.NameSpan = r.trim(c.Inner)
		a.Name = r.file.Slice(a.NameSpan)
	}
	if a.Name == "" {
		r.diags.Add(n.Tag, "no-name", "a template has no name")
	}
	if c := n.Child("parameter"); c != nil && r.file.Slice(r.trim(c.Inner)) != "" {
		r.refuse(r.trim(c.Inner), "parameters of templates")
	}
	r.branches = nil
	if all := n.All("branchpoint"); len(all) > 0 {
		r.refuse(all[0].Tag, "branch points")
		for _, c := range all {
			id, _ := c.Attr("id")
			r.branch(id)
		}
	}
	if c := n.Child("declaration"); c != nil {
		r.text(c, a)
	}
	r.once(n, "name", "parameter", "declaration", "init")
	r.known(n, "name", "parameter", "declaration", "location", "branchpoint", "init", "transition")
	for _, l := range n.All("location") {
		r.xmlLocation(a, l)
	}
	if c := n.Child("init"); c != nil {
		ref, _ := c.Attr("ref")
		a.Initial = r.lookup(a, ref, c.Tag)
		if a.Initial < 0 {
			a.Initial = 0
		}
	}
	for _, t := range n.All("transition") {
		r.transition(a, t)
	}
}

func (r *reader) xmlLocation(a *Automaton, n *markup.Element) {
	l := &Location{Span: n.Span, InvSpan: source.Span{Start: n.Tag.End, End: n.Tag.End}}
	l.ID, _ = n.Attr("id")
	if l.ID == "" {
		r.diags.Add(n.Tag, "no-name", "a location has no id")
		return
	}
	if old := r.placeOfID(a, l.ID); old >= 0 {
		d := r.diags.Add(n.Tag, "duplicate", "location '%s' is declared twice", l.ID)
		d.Notes = append(d.Notes, source.Note{Span: a.Locations[old].Span, Message: "the first declaration"})
	}
	r.kinds(n)
	r.known(n, "name", "urgent", "committed", "label")
	l.At = drawnAt(n)
	for _, c := range n.Children {
		switch c.Name {
		case "name":
			l.Name = r.file.Slice(r.trim(c.Inner))
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

// drawnAt reads where a drawing has a location.
func drawnAt(n *markup.Element) *report.Point {
	x, _ := n.Attr("x")
	y, _ := n.Attr("y")
	left, err := strconv.Atoi(strings.TrimSpace(x))
	top, errY := strconv.Atoi(strings.TrimSpace(y))
	if err != nil || errY != nil {
		return nil
	}
	return &report.Point{X: float64(left), Y: float64(top)}
}

func (r *reader) locationLabel(l *Location, n *markup.Element) {
	kind, _ := n.Attr("kind")
	at := r.trim(n.Inner)
	switch kind {
	case "invariant", "":
		l.Invariant, l.InvSpan = r.condition(at), at
	case "exponentialrate":
		if at.Start < at.End {
			r.refuse(at, "exponential rates")
		}
	case "comments", "testcode", "testcodeEnter", "testcodeExit":
	default:
		r.diags.Add(n.Tag, "unsupported", "labels of kind '%s' are not supported at locations", kind)
	}
}

func (r *reader) transition(a *Automaton, n *markup.Element) {
	e := &Edge{ID: "e" + strconv.Itoa(len(a.Edges)), Span: n.Span}
	if id, ok := n.Attr("id"); ok && id != "" {
		e.ID = id
	}
	e.Source, e.SourceSpan = r.end(a, n, "source")
	e.Target, e.TargetSpan = r.end(a, n, "target")
	empty := source.Span{Start: n.Tag.End, End: n.Tag.End}
	e.GuardSpan, e.ActionSpan, e.UpdateSpan = empty, empty, empty
	r.once(n, "source", "target")
	r.kinds(n)
	r.known(n, "source", "target", "label", "nail")
	flag, given := n.Attr("controllable")
	if given && flag != "true" && flag != "false" {
		r.diags.Add(n.Tag, "xml", "got controllable=%q, want \"true\" or \"false\"", flag)
	}
	e.Output = flag == "false"
	synced := false
	for _, c := range n.All("label") {
		synced = r.edgeLabel(e, c, flag) || synced
	}
	if !synced {
		e.Output = true
		r.noAction(n.Tag)
	}
	if e.Source >= 0 && e.Target >= 0 {
		a.Edges = append(a.Edges, e)
	}
}

func (r *reader) end(a *Automaton, n *markup.Element, name string) (int, source.Span) {
	c := n.Child(name)
	if c == nil {
		r.diags.Add(n.Tag, "xml", "a transition has no <%s>", name)
		return -1, n.Tag
	}
	ref, _ := c.Attr("ref")
	return r.lookup(a, ref, c.Tag), c.Tag
}

// edgeLabel reads one label and tells whether it was a synchronisation.
func (r *reader) edgeLabel(e *Edge, n *markup.Element, flag string) bool {
	kind, _ := n.Attr("kind")
	at := r.trim(n.Inner)
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
		r.refuse(n.Tag, "probabilities")
	case "comments", "testcode":
	default:
		r.diags.Add(n.Tag, "unsupported", "labels of kind '%s' are not supported at edges", kind)
	}
	return false
}
