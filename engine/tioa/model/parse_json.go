package model

import (
	"sort"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Ecdar's JSON: one component a file, and projects of several files.

// ParseJSON reads one Ecdar component.
func ParseJSON(f *source.File) (*Model, source.Diagnostics) {
	v, over, d := markup.ReadJSON(f)
	if v == nil {
		return nil, d
	}
	r := newReader(f, source.NewFile(f.Name, over.Text()), JSON, &d)
	if !isComponent(v, &d) {
		return nil, d
	}
	r.component(v)
	refuseFeatures(r.file, &d)
	return r.finish()
}

// isComponent tells whether a value has the fields of an Ecdar component, and says what it lacks.
func isComponent(v *markup.Value, d *source.Diagnostics) bool {
	at := source.Span{Start: v.Span.Start, End: v.Span.Start}
	if v.Get("locations") == nil {
		d.Add(at, "json", "got no field \"locations\", want an Ecdar component").Hint = "declarations and queries are read " +
			"with the folder or zip of their project"
		return false
	}
	if clocks := v.Get("clocks"); clocks != nil && v.Get("declarations") == nil {
		d.Add(clocks.Span, "json", "got a list of clocks, want an Ecdar component, which declares them in "+
			"\"declarations\"").Hint = "open the model as UPPAAL text (.xta), UPPAAL XML (.xml) or an Ecdar component"
		return false
	}
	return true
}

// strings checks that fields which are there hold text.
func (r *reader) strings(v *markup.Value, fields ...string) {
	for _, name := range fields {
		if f := v.Get(name); f != nil && !f.Is(markup.String) && !f.Is(markup.Null) {
			r.diags.Add(f.Span, "json", "got no text in %q, want a string", name)
		}
	}
}

func (r *reader) component(v *markup.Value) {
	r.strings(v, "name", "declarations")
	a := &Automaton{Name: v.Str("name"), Initial: -1, Span: v.Span, NameSpan: v.Get("name").Inner(), File: r.model.File}
	if a.Name == "" {
		r.diags.Add(source.Span{Start: v.Span.Start, End: v.Span.Start}, "no-name", "the component has no name")
	}
	r.model.Automata = append(r.model.Automata, a)
	if decl := v.Get("declarations"); decl.Is(markup.String) {
		r.declarations(r.parser(decl.Inner()), a, func(expr.Token) bool { return false })
	}
	for _, l := range v.Get("locations").Elements() {
		r.jsonLocation(a, l)
	}
	for _, e := range v.Get("edges").Elements() {
		r.jsonEdge(a, e)
	}
}

func (r *reader) jsonLocation(a *Automaton, v *markup.Value) {
	r.strings(v, "id", "nickname", "invariant", "type", "urgency")
	l := &Location{ID: v.Str("id"), Name: v.Str("nickname"), Span: v.Span}
	if l.ID == "" {
		r.diags.Add(v.Span, "no-name", "a location has no id")
		return
	}
	if r.placeOfID(a, l.ID) >= 0 {
		r.diags.Add(v.Span, "duplicate", "location '%s' is declared twice", l.ID)
	}
	if x, y := v.Get("x"), v.Get("y"); x.Is(markup.Number) && y.Is(markup.Number) {
		left, errX := strconv.ParseFloat(x.Text, 64)
		top, errY := strconv.ParseFloat(y.Text, 64)
		if errX == nil && errY == nil {
			l.At = &report.Point{X: left, Y: top}
		}
	}
	if inv := v.Get("invariant"); inv.Is(markup.String) {
		l.InvSpan = r.trim(inv.Inner())
		l.Invariant = r.condition(l.InvSpan)
	}
	switch kind := v.Str("type"); kind {
	case "INITIAL":
		if a.Initial >= 0 {
			r.diags.Add(v.Get("type").Span, "duplicate", "%s has two initial locations", a.Name)
		}
		a.Initial = len(a.Locations)
	case "UNIVERSAL":
		l.Kind = Universal
	case "INCONSISTENT":
		l.Kind = Inconsistent
	case "NORMAL", "":
	default:
		r.unknownWord(v.Get("type"), kind, "NORMAL", "INITIAL", "UNIVERSAL", "INCONSISTENT")
	}
	switch urgency := v.Str("urgency"); urgency {
	case "URGENT":
		l.Urgency = Urgent
	case "COMMITTED":
		l.Urgency = Committed
	case "NORMAL", "":
	case "PROHIBITED":
		r.refuse(v.Get("urgency").Span, "prohibited locations")
	default:
		r.unknownWord(v.Get("urgency"), urgency, "NORMAL", "URGENT", "COMMITTED")
	}
	a.Locations = append(a.Locations, l)
}

func (r *reader) unknownWord(v *markup.Value, got string, want ...string) {
	d := r.diags.Add(v.Span, "json", "got %q, want one of %s", got, strings.Join(want, ", "))
	d.Hint = source.DidYouMean(got, want)
}

func (r *reader) jsonEdge(a *Automaton, v *markup.Value) {
	r.strings(v, "id", "sourceLocation", "targetLocation", "status", "select", "guard", "update", "sync")
	e := &Edge{ID: v.Str("id"), Span: v.Span}
	if e.ID == "" {
		e.ID = "e" + strconv.Itoa(len(a.Edges))
	}
	e.Source, e.SourceSpan = r.jsonEnd(a, v, "sourceLocation")
	e.Target, e.TargetSpan = r.jsonEnd(a, v, "targetLocation")
	switch status := v.Str("status"); status {
	case "OUTPUT":
		e.Output = true
	case "INPUT":
	default:
		if s := v.Get("status"); s != nil {
			r.unknownWord(s, status, "INPUT", "OUTPUT")
		}
	}
	if sel := v.Get("select"); sel != nil && strings.TrimSpace(sel.Text) != "" {
		r.refuse(sel.Span, "selections")
	}
	if g := v.Get("guard"); g.Is(markup.String) {
		e.GuardSpan = r.trim(g.Inner())
		e.Guard = r.condition(e.GuardSpan)
	}
	if u := v.Get("update"); u.Is(markup.String) {
		e.UpdateSpan = r.trim(u.Inner())
		e.Updates = r.assignments(e.UpdateSpan)
	}
	if s := v.Get("sync"); s.Is(markup.String) {
		r.jsonSync(e, s)
	} else {
		e.Output = true
		r.noAction(v.Span)
	}
	if e.Source >= 0 && e.Target >= 0 {
		a.Edges = append(a.Edges, e)
	}
}

func (r *reader) jsonSync(e *Edge, s *markup.Value) {
	e.ActionSpan = r.trim(s.Inner())
	output := e.Output
	e.Action, e.Output = r.synchronisation(e.ActionSpan, output)
	if e.ActionSpan.Start == e.ActionSpan.End {
		r.noAction(s.Span)
	} else if e.Output != output {
		r.diags.Warn(s.Span, "direction", "the suffix of %q and the status of the edge differ",
			s.Text).Hint = "the suffix decides"
	}
}

func (r *reader) jsonEnd(a *Automaton, v *markup.Value, field string) (int, source.Span) {
	f := v.Get(field)
	if f == nil {
		r.diags.Add(v.Span, "json", "an edge has no %q", field)
		return -1, v.Span
	}
	i := r.placeOfID(a, f.Text)
	if i < 0 {
		return r.lookup(a, f.Text, f.Span), f.Span
	}
	return i, f.Span
}

// FileDiagnostics are the messages about one file of a project.
type FileDiagnostics struct {
	File  *source.File
	Diags source.Diagnostics
}

// ParseProject reads an Ecdar project from its files, or several models at once, by their names:
// components, global and system declarations, queries. Other files (drawings, test plans) are
// passed over. The model is nil when there are errors.
func ParseProject(files []*source.File) (*Model, []FileDiagnostics) {
	m := &Model{Format: Project}
	var all []FileDiagnostics
	sorted := append([]*source.File(nil), files...)
	sort.SliceStable(sorted, func(i, j int) bool {
		return projectRank(sorted[i].Name) < projectRank(sorted[j].Name)
	})
	joined := &reader{model: m}
	for _, f := range sorted {
		if projectRank(f.Name) == rankOther {
			continue
		}
		var d source.Diagnostics
		joined.diags = &d
		joined.projectFile(f)
		all = append(all, FileDiagnostics{f, d.Sort()})
	}
	all = append(all, joined.finishProject(all))
	for _, x := range all {
		if x.Diags.HasErrors() {
			return nil, all
		}
	}
	return m, all
}

// finishProject resolves names across files and checks each automaton with the messages of its
// own file; what belongs to no file is given back.
func (r *reader) finishProject(all []FileDiagnostics) FileDiagnostics {
	var d source.Diagnostics
	r.diags = &d
	r.resolve()
	for i := range all {
		if all[i].Diags.HasErrors() || d.HasErrors() {
			return FileDiagnostics{source.NewFile("project", ""), d.Sort()}
		}
	}
	for i := range all {
		for _, a := range r.model.Automata {
			if a.File == all[i].File {
				r.model.CheckAutomaton(a, &all[i].Diags)
			}
		}
		all[i].Diags = all[i].Diags.Sort()
	}
	return FileDiagnostics{source.NewFile("project", ""), d.Sort()}
}

const (
	rankGlobal = iota
	rankComponent
	rankModel
	rankSystem
	rankQueries
	rankOther
)

// projectRank orders the files of a project: what others need comes first.
func projectRank(name string) int {
	base := name[strings.LastIndexByte(name, '/')+1:]
	switch {
	case base == "GlobalDeclarations.json":
		return rankGlobal
	case base == "SystemDeclarations.json":
		return rankSystem
	case base == "Queries.json":
		return rankQueries
	case strings.HasPrefix(name, "Components/") || strings.Contains(name, "/Components/"):
		if strings.HasSuffix(base, ".json") {
			return rankComponent
		}
	case strings.HasSuffix(base, ".xta") || strings.HasSuffix(base, ".xml"):
		return rankModel
	}
	return rankOther
}

func (r *reader) projectFile(f *source.File) {
	if projectRank(f.Name) == rankModel {
		r.wholeModel(f)
		return
	}
	v, over, d := markup.ReadJSON(f)
	*r.diags = append(*r.diags, d...)
	if v == nil {
		return
	}
	r.file = source.NewFile(f.Name, over.Text())
	refuseFeatures(r.file, r.diags)
	switch projectRank(f.Name) {
	case rankComponent:
		if !isComponent(v, r.diags) {
			return
		}
		r.component(v)
		if n := len(r.model.Automata); n > 0 {
			r.model.Automata[n-1].File = f
		}
	case rankQueries:
		for _, q := range v.Elements() {
			if text := strings.TrimSpace(q.Str("query")); text != "" {
				r.model.Queries = append(r.model.Queries, QueryText{text, q.Str("comment"), q.Get("query").Inner()})
			}
		}
	default:
		if decl := v.Get("declarations"); decl.Is(markup.String) {
			r.declarations(r.parser(decl.Inner()), nil, func(expr.Token) bool { return false })
		}
	}
}

// wholeModel adds the automata of a model that stands in a project's folder.
func (r *reader) wholeModel(f *source.File) {
	m, d := Parse(f)
	*r.diags = append(*r.diags, d...)
	if m == nil {
		return
	}
	if m.Features != nil {
		refuseFeatures(f, r.diags)
	}
	r.model.Consts = append(r.model.Consts, m.Consts...)
	r.model.Automata = append(r.model.Automata, m.Automata...)
	r.model.Queries = append(r.model.Queries, m.Queries...)
}
