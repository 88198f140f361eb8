package model

import (
	"encoding/json"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// GraphWalker 4 models in JSON: an edge becomes a transition on an input of its name, an edge
// without a name an internal one; arriving at a vertex shows its name. One model with plain guards and
// assignments fits; the rest is refused by name. Generators, requirements, weights and the places of
// a drawing say nothing of behaviour and are passed over.

// ParseGraphWalker reads a GraphWalker model. The machine is nil when there are errors.
func ParseGraphWalker(f *source.File) (*Machine, source.Diagnostics) {
	v, _, diags := markup.ReadJSON(f)
	if v == nil {
		return nil, diags
	}
	r := &graphWalker{foreignReader: foreignReader{file: f}, name: map[string]ident{}, blocked: map[string]bool{}}
	if v.Get("models") == nil && v.Get("edges") != nil {
		r.model(v) // early files hold one model and no list
		return r.finished()
	}
	models := v.Get("models")
	if models == nil || models.Kind != markup.List || len(models.Items) == 0 {
		r.refuse(v.Span, "the file has no models", `want a member "models" with one model`)
		return nil, r.diags
	}
	if len(models.Items) > 1 {
		r.refuse(models.Items[1].Span, "several models with shared states are not supported", "keep one model")
	}
	r.model(models.Items[0])
	return r.finished()
}

func (r *graphWalker) finished() (*Machine, source.Diagnostics) {
	m, all := r.finish(func(m *Machine, i int, t *Transition) string { return r.edgeText(m, i, t) })
	if m != nil {
		m.VertexOutputs = true
	}
	return m, all
}

type graphWalker struct {
	foreignReader
	name    map[string]ident // of vertices, by id
	edges   []*markup.Value  // by transition
	unset   []ident          // variables whose first assignment does not tell a type
	blocked map[string]bool  // vertices that are never visited, by id
}

// text gives a member that is a string, "" when there is none.
func (r *graphWalker) text(v *markup.Value, name string) ident {
	if x := v.Get(name); x != nil && x.Kind == markup.String {
		return ident{x.Text, x.Span}
	}
	return ident{span: v.Span}
}

func (r *graphWalker) model(v *markup.Value) {
	r.d.name = r.text(v, "name")
	r.list(v, "actions", func(a *markup.Value) {
		for _, s := range r.assignments(strings.TrimPrefix(a.Text, "var "), a.Span) {
			r.variable(s.name, s.value)
		}
	})
	r.list(v, "vertices", r.vertex)
	r.list(v, "edges", r.edge)
	for _, x := range r.unset {
		r.variable(x, expr.Num(0))
	}
	start := r.text(v, "startElementId").text
	if at, ok := r.name[start]; ok {
		r.d.initial = &at
	}
	for i, e := range r.edges {
		if r.text(e, "id").text == start {
			from := r.d.transitions[i].from
			r.d.initial = &from
		}
	}
	if r.d.initial == nil && len(r.d.locations) > 0 {
		r.refuse(v.Span, "the model has no start", `want "startElementId" to name a vertex or an edge`)
	}
}

func (r *graphWalker) list(v *markup.Value, name string, visit func(*markup.Value)) {
	if list := v.Get(name); list != nil && list.Kind == markup.List {
		for _, x := range list.Items {
			visit(x)
		}
	}
}

func (r *graphWalker) vertex(v *markup.Value) {
	if x := v.Get("sharedState"); x != nil && x.Kind == markup.String {
		r.diags.Warn(x.Span, "shared-state", "the shared state '%s' leads to no other model here", x.Text)
	}
	r.list(v, "actions", func(a *markup.Value) {
		r.refuse(a.Span, "actions of a vertex are not supported", "let the edges that lead to it make them")
	})
	id, name := r.text(v, "id"), r.text(v, "name")
	if r.isBlocked(v) {
		r.blocked[id.text] = true
	}
	if name.text == "" {
		name = id
	}
	for _, l := range r.d.locations {
		if l.text == name.text {
			name.text += "_" + id.text
		}
	}
	r.name[id.text] = name
	r.d.locations = append(r.d.locations, name)
	r.d.outputs = append(r.d.outputs, outputDraft{name: name})
}

// isBlocked tells an element that GraphWalker never visits.
func (r *graphWalker) isBlocked(v *markup.Value) bool {
	b := v.Get("properties").Get("blocked")
	if !b.Is(markup.Bool) || !b.Truth {
		return false
	}
	r.diags.Warn(b.Span, "blocked", "the element '%s' is blocked, so it is left out", r.text(v, "id").text)
	return true
}

// edge makes a transition. An edge without a source starts the model, at a location of its own.
func (r *graphWalker) edge(v *markup.Value) {
	for _, k := range []string{"dependency"} {
		if x := v.Get(k); x.Is(markup.Number) && x.Text != "0" {
			r.refuse(x.Span, "the member '"+k+"' of an edge is not supported", "remove it")
		}
	}
	if r.isBlocked(v) || r.blocked[r.text(v, "sourceVertexId").text] || r.blocked[r.text(v, "targetVertexId").text] {
		return
	}
	t := transitionDraft{id: r.text(v, "id"), span: v.Span, toQuoted: true}
	t.from, t.to = r.end(v, "sourceVertexId"), r.end(v, "targetVertexId")
	if name := r.text(v, "name"); name.text != "" {
		declare(&r.d.inputs, name)
		t.event = &name
	}
	if g := r.text(v, "guard"); strings.TrimSpace(g.text) != "" {
		t.guard = r.expression(g.text, g.span)
	}
	r.list(v, "actions", func(a *markup.Value) {
		for _, s := range r.assignments(a.Text, a.Span) {
			r.unknown(s.name, s.value)
			t.actions = append(t.actions, s)
		}
	})
	t.actions = append(t.actions, actionDraft{emit: true, name: t.to, span: t.to.span, cut: t.to.span})
	r.d.transitions = append(r.d.transitions, t)
	r.edges = append(r.edges, v)
}

// unknown declares a variable that the model's actions do not set: it starts at 0 or false, as the
// first assignment to it tells.
func (r *graphWalker) unknown(name ident, value *expr.Expr) {
	switch op := value.Op; {
	case op == expr.Name:
		r.unset = append(r.unset, name)
	case op == expr.Not || op.Logical() || op.Relational() || op == expr.Const && value.Type == expr.Bool:
		r.variable(name, expr.Truth(false))
	default:
		r.variable(name, expr.Num(0))
	}
}

const startLocation = "Start"

func (r *graphWalker) end(v *markup.Value, member string) ident {
	id := r.text(v, member)
	if name, ok := r.name[id.text]; ok {
		return ident{name.text, id.span}
	}
	if id.text == "" && member == "sourceVertexId" {
		r.name[""] = ident{startLocation, v.Span}
		r.d.locations = append(r.d.locations, r.name[""])
		return r.name[""]
	}
	r.refuse(id.span, "there is no vertex '"+id.text+"'", "")
	return id
}

// edgeText writes an edge with another guard, other assignments or another target.
func (r *graphWalker) edgeText(m *Machine, i int, t *Transition) string {
	v := r.edges[i]
	var parts []string
	for n, k := range v.Names {
		value := r.file.Slice(v.Items[n].Span)
		switch k.Text {
		case "guard":
			value = string(report.Raw(guardText(t)))
		case "actions":
			list := []string{}
			for _, u := range t.Updates {
				list = append(list, m.assignText(u)+";")
			}
			value = string(report.Raw(list))
		case "targetVertexId":
			for id, name := range r.name {
				if name.text == m.Locations[t.To].Name {
					value = string(report.Raw(id))
				}
			}
		}
		key, _ := json.Marshal(k.Text)
		parts = append(parts, string(key)+": "+value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func guardText(t *Transition) string {
	if t.Guard == nil {
		return ""
	}
	return expr.Uppaal.Print(t.Guard)
}
