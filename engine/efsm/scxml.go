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
// event, cond and target, whose contents assign data and send events. The rest is refused by name,
// but <log>, which changes nothing.

// ParseSCXML reads a flat SCXML machine. The machine is nil when there are errors.
func ParseSCXML(f *source.File) (*Machine, source.Diagnostics) {
	r := &scxml{foreignReader: foreignReader{file: f}, outputs: map[string]bool{}}
	root, at, err := readXML(f.Text)
	if err != nil {
		why := err.Error()
		if syntax, ok := err.(*xml.SyntaxError); ok {
			why = syntax.Msg
		}
		r.diags.Add(source.Span{Start: at, End: at}, "xml", "this is not XML: %s", why)
		return nil, r.diags
	}
	if root == nil || root.name != "scxml" {
		span := source.Span{}
		if root != nil {
			span = root.span
		}
		r.refuse(span, "the document is not an <scxml> machine", "")
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
	text     string // character data, without what the children hold
	span     source.Span
}

// readXML reads a document; nil when there is no element in it. With an error it tells the place.
func readXML(text string) (*element, source.Pos, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	var stack []*element
	var root *element
	for {
		at := d.InputOffset()
		tok, err := d.Token()
		if err == io.EOF {
			return root, 0, nil
		}
		if err != nil {
			return nil, source.Pos(d.InputOffset()), err
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
		case xml.CharData:
			if len(stack) > 0 {
				stack[len(stack)-1].text += string(t)
			}
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
	if model := e.attrs["datamodel"]; model != "" && model != "ecmascript" && model != "null" {
		r.refuse(e.span, "the datamodel '"+model+"' is not supported", "ecmascript and null are read")
	}
	for _, c := range e.children {
		switch c.name {
		case "datamodel":
			for _, x := range c.children {
				r.data(x)
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
		if c.name == "state" || c.name == "final" {
			for _, t := range c.children {
				r.child(c, t)
			}
		}
	}
	r.prefixes()
}

// data declares a variable; its first value is an attribute or the text.
func (r *scxml) data(e *element) {
	value := e.attrs["expr"]
	if value == "" {
		value = strings.TrimSpace(e.text)
	}
	if value == "" || e.attrs["src"] != "" {
		r.refuse(e.span, "the data '"+e.attrs["id"]+"' has no first value", "write expr=\"0\" or another constant")
		return
	}
	r.variable(ident{e.attrs["id"], e.span}, r.expression(value, e.span))
}

// prefixes refuses events of which one stands for the other: a transition on 'a' takes 'a.b' too.
func (r *scxml) prefixes() {
	for _, x := range r.d.inputs {
		for _, y := range r.d.inputs {
			if strings.HasPrefix(y.name.text, x.name.text+".") {
				r.refuse(x.name.span, "the event '"+x.name.text+"' stands for '"+y.name.text+"' too", "write one transition for each event")
			}
		}
	}
}

func (r *scxml) child(state, e *element) {
	if e.name != "transition" || state.name == "final" {
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
	if len(strings.Fields(t.to.text)) > 1 {
		r.refuse(e.span, "a transition with the targets '"+t.to.text+"' is not supported", "one state at a time is active")
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
		value, to := e.attrs["expr"], e.attrs["location"]
		if value == "" {
			value = strings.TrimSpace(e.text)
		}
		for _, a := range t.actions {
			for _, x := range a.args {
				if mentions(x, to) {
					r.refuse(e.span, "an <assign> to '"+to+"' behind a <send> that reads it is not supported", "write the <send> last")
				}
			}
		}
		if v := r.expression(value, e.span); v != nil {
			t.actions = append(t.actions, actionDraft{name: ident{to, e.span}, value: v, span: e.span, cut: e.span})
		}
	case "send":
		r.send(t, e)
	case "log":
	default:
		r.refuse(e.span, "the element <"+e.name+"> in a transition is not supported", "<assign>, <send> and <log> are read")
	}
}

// mentions tells that an expression reads a name.
func mentions(e *expr.Expr, name string) (found bool) {
	expr.Walk(e, func(x *expr.Expr) bool {
		found = found || x.Op == expr.Name && x.Name == name
		return true
	})
	return found
}

// send makes an output. What is sent later, to the machine itself or under a computed name is none.
func (r *scxml) send(t *transitionDraft, e *element) {
	for _, name := range []string{"delay", "delayexpr", "eventexpr", "target", "targetexpr", "namelist", "typeexpr"} {
		if e.attrs[name] != "" {
			r.refuse(e.span, "the attribute '"+name+"' of <send> is not supported", "outputs are an event with <param>s")
		}
	}
	a := actionDraft{emit: true, name: ident{e.attrs["event"], e.span}, span: e.span, cut: e.span}
	out := outputDraft{name: a.name}
	for _, p := range e.children {
		if p.name != "param" {
			r.refuse(p.span, "the element <"+p.name+"> in <send> is not supported", "<param> is read")
			continue
		}
		value := p.attrs["expr"]
		if value == "" {
			value = p.attrs["location"]
		}
		if v := r.expression(value, p.span); v != nil {
			a.args = append(a.args, v)
			out.params = append(out.params, p.attrs["name"])
		}
	}
	if !r.outputs[a.name.text] {
		r.outputs[a.name.text] = true
		r.d.outputs = append(r.d.outputs, out)
	}
	t.actions = append(t.actions, a)
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
