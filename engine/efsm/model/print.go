package model

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/mutarium/mutarium/engine/expr"
)

// Print gives the machine in the project's language. Parsing that gives an equal machine.
func (m *Machine) Print() string {
	var b strings.Builder
	if m.Name != "" {
		b.WriteString("machine " + Quote(m.Name) + "\n")
	}
	m.printSemantics(&b)
	for _, k := range m.Consts {
		b.WriteString("const " + k.Name + " = " + strconv.FormatInt(k.Value, 10) + "\n")
	}
	for _, t := range m.Types {
		b.WriteString("type " + t.Name + " = " + t.Type.text() + "\n")
	}
	b.WriteString("\n")
	for _, v := range m.Vars {
		b.WriteString("var " + v.Name + " : " + v.text() + " = " + v.Show(v.Init) + "\n")
	}
	for _, in := range m.Inputs {
		b.WriteString("input " + Quote(in.Name) + printParams(in.Params) + "\n")
	}
	for _, o := range m.Outputs {
		var params []string
		for _, p := range o.Params {
			params = append(params, Quote(p))
		}
		b.WriteString("output " + Quote(o.Name) + Brackets(params) + "\n")
	}
	m.printLocations(&b)
	for i := range m.Transitions {
		b.WriteString(m.printTransition(&m.Transitions[i]) + "\n")
	}
	return b.String()
}

func (m *Machine) printSemantics(b *strings.Builder) {
	var set []string
	if m.Semantics.Reject {
		set = append(set, "unspecified = reject")
	}
	if m.Semantics.Overflow != OverflowError {
		set = append(set, "overflow = "+overflowNames[m.Semantics.Overflow])
	}
	if m.Semantics.Sequential {
		set = append(set, "updates = sequential")
	}
	if set != nil {
		b.WriteString("semantics " + strings.Join(set, ", ") + "\n")
	}
}

func (m *Machine) printLocations(b *strings.Builder) {
	if len(m.Locations) == 0 {
		return
	}
	var names []string
	for _, l := range m.Locations {
		names = append(names, Quote(l.Name))
	}
	b.WriteString("location " + strings.Join(names, ", ") + "\n")
	b.WriteString("initial " + Quote(m.Locations[m.Initial].Name) + "\n\n")
}

func printParams(params []Param) string {
	var all []string
	for _, p := range params {
		all = append(all, p.Name+" : "+p.text())
	}
	return Brackets(all)
}

func Brackets(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// Quote gives a name as the language writes it: in quotes unless it is a plain word.
func Quote(name string) string {
	plain := name != "" && !expr.Plain.IsWordOperator(name) && name != "bool"
	for i, r := range name {
		if !(r == '_' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r)) {
			plain = false
		}
	}
	if plain {
		return name
	}
	return `"` + name + `"`
}

func (m *Machine) printTransition(t *Transition) string {
	text := Quote(t.ID) + ": " + m.printHead(t)
	if actions := m.PrintActions(t); actions != "" {
		text += " / " + actions
	}
	return text
}

// printHead prints a transition without its name and its actions.
func (m *Machine) printHead(t *Transition) string {
	var b strings.Builder
	b.WriteString(Quote(m.Locations[t.From].Name) + " -> " + Quote(m.Locations[t.To].Name))
	if t.Event != Internal {
		b.WriteString(" on " + Quote(m.Inputs[t.Event].Name))
	}
	if t.Priority != 0 {
		b.WriteString(" priority " + strconv.Itoa(t.Priority))
	}
	if t.Guard != nil {
		b.WriteString(" [" + expr.Plain.Print(t.Guard) + "]")
	}
	return b.String()
}

func (m *Machine) PrintActions(t *Transition) string {
	var all []string
	for _, u := range t.Updates {
		all = append(all, m.Vars[u.Var].Name+" := "+expr.Plain.Print(u.Value))
	}
	for _, e := range t.Emits {
		all = append(all, m.PrintEmit(e))
	}
	return strings.Join(all, "; ")
}

func (m *Machine) PrintEmit(e Emit) string {
	var args []string
	for _, a := range e.Args {
		args = append(args, expr.Plain.Print(a))
	}
	return "!" + Quote(m.Outputs[e.Output].Name) + Brackets(args)
}
