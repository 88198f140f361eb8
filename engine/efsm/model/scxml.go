package model

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/source"
)

// Flat SCXML machines (W3C State Chart XML) with data: states without children, transitions with
// event, cond and target, whose contents assign data and send events. The rest is refused by name,
// but <log>, which changes nothing.

// ParseSCXML reads a flat SCXML machine. The machine is nil when there are errors.
func ParseSCXML(f *source.File) (*Machine, source.Diagnostics) {
	r := &scxml{foreignReader: foreignReader{file: f}, outputs: map[string]bool{}}
	root, _, diags := markup.ReadXML(f)
	if root == nil {
		return nil, diags
	}
	if root.Name != "scxml" {
		r.refuse(root.Span, "the document is not an <scxml> machine", "")
		return nil, r.diags
	}
	r.root(root)
	return r.finish(func(m *Machine, i int, t *Transition) string { return r.transitionText(m, i, t) })
}

type scxml struct {
	foreignReader
	outputs  map[string]bool
	elements []*markup.Element // by transition
}

func (r *scxml) root(e *markup.Element) {
	r.d.name = ident{e.Value("name"), e.Span}
	if model := e.Value("datamodel"); model != "" && model != "ecmascript" && model != "null" {
		r.refuse(e.Span, "the datamodel '"+model+"' is not supported", "ecmascript and null are read")
	}
	for _, c := range e.Children {
		switch c.Name {
		case "datamodel":
			for _, x := range c.Children {
				r.data(x)
			}
		case "state", "final":
			r.d.locations = append(r.d.locations, ident{c.Value("id"), c.Span})
		default:
			r.refuse(c.Span, "the element <"+c.Name+"> is not supported", "flat machines of <state>, <final> and "+
				"<datamodel> are read")
		}
	}
	if initial := e.Value("initial"); initial != "" {
		r.d.initial = &ident{initial, e.Span}
	}
	for _, c := range e.Children {
		if c.Name == "state" || c.Name == "final" {
			for _, t := range c.Children {
				r.child(c, t)
			}
		}
	}
	r.prefixes()
}

// data declares a variable; its first value is an attribute or the text.
func (r *scxml) data(e *markup.Element) {
	value := e.Value("expr")
	if value == "" {
		value = strings.TrimSpace(e.Text)
	}
	if value == "" || e.Value("src") != "" {
		r.refuse(e.Span, "the data '"+e.Value("id")+"' has no first value", "write expr=\"0\" or another constant")
		return
	}
	r.variable(ident{e.Value("id"), e.Span}, r.expression(value, e.Span))
}

// prefixes refuses events of which one stands for the other: a transition on 'a' takes 'a.b' too.
func (r *scxml) prefixes() {
	for _, x := range r.d.inputs {
		for _, y := range r.d.inputs {
			if strings.HasPrefix(y.name.text, x.name.text+".") {
				r.refuse(x.name.span, "the event '"+x.name.text+"' stands for '"+y.name.text+"' too",
					"write one transition for each event")
			}
		}
	}
}

func (r *scxml) child(state, e *markup.Element) {
	if e.Name != "transition" || state.Name == "final" {
		what := "the element <" + e.Name + "> in a state is not supported"
		if e.Name == "state" || e.Name == "parallel" {
			what = "states within states are not supported"
		}
		r.refuse(e.Span, what, "only transitions are read")
		return
	}
	id := e.Value("id")
	if id == "" {
		id = "t" + strconv.Itoa(len(r.d.transitions)+1)
	}
	t := transitionDraft{id: ident{id, e.Span}, from: ident{state.Value("id"), e.Span}, to: ident{e.Value("target"),
		e.Span}, span: e.Span, toQuoted: true}
	if t.to.text == "" {
		t.to.text = t.from.text
	}
	if len(strings.Fields(t.to.text)) > 1 {
		r.refuse(e.Span, "a transition with the targets '"+t.to.text+"' is not supported", "one state at a time is active")
	}
	if event := e.Value("event"); event != "" {
		if strings.ContainsAny(event, " *") {
			r.refuse(e.Span, "the event '"+event+"' stands for several", "write one transition for each event")
		}
		name := ident{event, e.Span}
		declare(&r.d.inputs, name)
		t.event = &name
	}
	if cond := e.Value("cond"); cond != "" {
		t.guard = r.expression(cond, e.Span)
	}
	for _, c := range e.Children {
		r.content(&t, c)
	}
	r.d.transitions = append(r.d.transitions, t)
	r.elements = append(r.elements, e)
}

func (r *scxml) content(t *transitionDraft, e *markup.Element) {
	switch e.Name {
	case "assign":
		value, to := e.Value("expr"), e.Value("location")
		if value == "" {
			value = strings.TrimSpace(e.Text)
		}
		for _, a := range t.actions {
			for _, x := range a.args {
				if mentions(x, to) {
					r.refuse(e.Span, "an <assign> to '"+to+"' behind a <send> that reads it is not supported", "write the <send> last")
				}
			}
		}
		if v := r.expression(value, e.Span); v != nil {
			t.actions = append(t.actions, actionDraft{name: ident{to, e.Span}, value: v, span: e.Span, cut: e.Span})
		}
	case "send":
		r.send(t, e)
	case "log":
	default:
		r.refuse(e.Span, "the element <"+e.Name+"> in a transition is not supported", "<assign>, <send> and <log> are read")
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
func (r *scxml) send(t *transitionDraft, e *markup.Element) {
	for _, name := range []string{"delay", "delayexpr", "eventexpr", "target", "targetexpr", "namelist", "typeexpr"} {
		if e.Value(name) != "" {
			r.refuse(e.Span, "the attribute '"+name+"' of <send> is not supported", "outputs are an event with <param>s")
		}
	}
	a := actionDraft{emit: true, name: ident{e.Value("event"), e.Span}, span: e.Span, cut: e.Span}
	out := outputDraft{name: a.name}
	for _, p := range e.Children {
		if p.Name != "param" {
			r.refuse(p.Span, "the element <"+p.Name+"> in <send> is not supported", "<param> is read")
			continue
		}
		value := p.Value("expr")
		if value == "" {
			value = p.Value("location")
		}
		if v := r.expression(value, p.Span); v != nil {
			a.args = append(a.args, v)
			out.params = append(out.params, p.Value("name"))
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
	if id := r.elements[i].Value("id"); id != "" {
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
