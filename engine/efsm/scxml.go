package efsm

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Flat SCXML machines (W3C State Chart XML) with data: states without children, transitions with
// event, cond and target, whose contents assign data and send events. The rest is refused by name.

// ParseSCXML reads a flat SCXML machine. The machine is nil when there are errors.
func ParseSCXML(f *source.File) (*Machine, source.Diagnostics) {
	r := &scxml{foreignReader: foreignReader{file: f}, outputs: map[string]bool{}}
	root, err := readXML(f.Text)
	if err != nil {
		r.diags.Add(source.Span{}, "xml", "this is not XML: %v", err)
		return nil, r.diags
	}
	if root == nil || root.name != "scxml" {
		r.refuse(source.Span{}, "the document is not an <scxml> machine", "")
		return nil, r.diags
	}
	r.root(root)
	return r.finish(func(m *Machine, i int, t *Transition) string { return r.transitionText(m, i, t) })
}

// An element is an XML element with its place.
type element struct {
	name     string
	attrs    map[string]string
	children []*element
	span     source.Span
}

// readXML reads a document; nil when there is no element in it.
func readXML(text string) (*element, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	var stack []*element
	var root *element
	for {
		at := d.InputOffset()
		tok, err := d.Token()
		if err == io.EOF {
			return root, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attrs: map[string]string{}, span: source.Span{Start: source.Pos(at), End: source.Pos(d.InputOffset())}}
			for _, a := range t.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			if len(stack) > 0 {
				up := stack[len(stack)-1]
				up.children = append(up.children, e)
			} else if root == nil {
				root = e
			}
			stack = append(stack, e)
		case xml.EndElement:
			stack[len(stack)-1].span.End = source.Pos(d.InputOffset())
			stack = stack[:len(stack)-1]
		}
	}
}

type scxml struct {
	foreignReader
	outputs  map[string]bool
	elements []*element // by transition
}

func (r *scxml) root(e *element) {
	r.d.name = ident{e.attrs["name"], e.span}
	for _, c := range e.children {
		switch c.name {
		case "datamodel":
			for _, x := range c.children {
				r.variable(ident{x.attrs["id"], x.span}, r.expression(x.attrs["expr"], x.span))
			}
		case "state", "final":
			r.d.locations = append(r.d.locations, ident{c.attrs["id"], c.span})
		default:
			r.refuse(c.span, "the element <"+c.name+"> is not supported", "flat machines of <state>, <final> and <datamodel> are read")
		}
	}
	if initial := e.attrs["initial"]; initial != "" {
		r.d.initial = &ident{initial, e.span}
	}
	for _, c := range e.children {
		if c.name == "state" {
			for _, t := range c.children {
				r.child(c, t)
			}
		}
	}
}

func (r *scxml) child(state, e *element) {
	if e.name != "transition" {
		what := "the element <" + e.name + "> in a state is not supported"
		if e.name == "state" || e.name == "parallel" {
			what = "states within states are not supported"
		}
		r.refuse(e.span, what, "only transitions are read")
		return
	}
	id := e.attrs["id"]
	if id == "" {
		id = "t" + strconv.Itoa(len(r.d.transitions)+1)
	}
	t := transitionDraft{id: ident{id, e.span}, from: ident{state.attrs["id"], e.span}, to: ident{e.attrs["target"], e.span}, span: e.span, toQuoted: true}
	if t.to.text == "" {
		t.to.text = t.from.text
	}
	if event := e.attrs["event"]; event != "" {
		if strings.ContainsAny(event, " *") {
			r.refuse(e.span, "the event '"+event+"' stands for several", "write one transition for each event")
		}
		name := ident{event, e.span}
		declare(&r.d.inputs, name)
		t.event = &name
	}
	if cond := e.attrs["cond"]; cond != "" {
		t.guard = r.expression(cond, e.span)
	}
	for _, c := range e.children {
		r.content(&t, c)
	}
	r.d.transitions = append(r.d.transitions, t)
	r.elements = append(r.elements, e)
}

func (r *scxml) content(t *transitionDraft, e *element) {
	switch e.name {
	case "assign":
		if v := r.expression(e.attrs["expr"], e.span); v != nil {
			t.actions = append(t.actions, actionDraft{name: ident{e.attrs["location"], e.span}, value: v, span: e.span, cut: e.span})
		}
	case "send":
		a := actionDraft{emit: true, name: ident{e.attrs["event"], e.span}, span: e.span, cut: e.span}
		out := outputDraft{name: a.name}
		for _, p := range e.children {
			if v := r.expression(p.attrs["expr"], p.span); v != nil {
				a.args = append(a.args, v)
				out.params = append(out.params, p.attrs["name"])
			}
		}
		if !r.outputs[a.name.text] {
			r.outputs[a.name.text] = true
			r.d.outputs = append(r.d.outputs, out)
		}
		t.actions = append(t.actions, a)
	default:
		r.refuse(e.span, "the element <"+e.name+"> in a transition is not supported", "<assign> and <send> are read")
	}
}

// transitionText writes a transition with another condition, other contents or another target.
func (r *scxml) transitionText(m *Machine, i int, t *Transition) string {
	var b strings.Builder
	attr := func(name, value string) {
		b.WriteString(" " + name + `="` + escape(value) + `"`)
	}
	b.WriteString("<transition")
	if id := r.elements[i].attrs["id"]; id != "" {
		attr("id", id)
	}
	if t.Event != Internal {
		attr("event", m.Inputs[t.Event].Name)
	}
	if t.Guard != nil {
		attr("cond", expr.Uppaal.Print(t.Guard))
	}
	attr("target", m.Locations[t.To].Name)
	b.WriteString(">")
	for _, u := range t.Updates {
		b.WriteString("<assign")
		attr("location", m.Vars[u.Var].Name)
		attr("expr", expr.Uppaal.Print(u.Value))
		b.WriteString("/>")
	}
	for _, x := range t.Emits {
		b.WriteString("<send")
		attr("event", m.Outputs[x.Output].Name)
		b.WriteString(">")
		for n, a := range x.Args {
			b.WriteString("<param")
			attr("name", m.Outputs[x.Output].Params[n])
			attr("expr", expr.Uppaal.Print(a))
			b.WriteString("/>")
		}
		b.WriteString("</send>")
	}
	b.WriteString("</transition>")
	return b.String()
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
