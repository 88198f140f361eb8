package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// What the imports of other tools' formats share. Their expressions are strings inside JSON or XML,
// so nodes have the place of the whole element, and a mutant's edit writes the whole element.

// foreignRange is the range of integers, for which these formats declare none.
var foreignRange = Type{Min: -32768, Max: 32767}

// A foreignReader collects a draft from another format.
type foreignReader struct {
	file  *source.File
	d     draft
	diags source.Diagnostics
	known map[string]bool // variables
}

func (r *foreignReader) refuse(at source.Span, what, hint string) {
	r.diags.Add(at, "unsupported", "%s", what).Hint = hint
}

// expression reads a string in the spelling of C and its kin. It gives nil after it said why not.
func (r *foreignReader) expression(text string, at source.Span) *expr.Expr {
	text = strings.NewReplacer("===", "==", "!==", "!=").Replace(text)
	var diags source.Diagnostics
	p := expr.NewParser(expr.Uppaal, source.NewFile("", text), &diags)
	var e *expr.Expr
	ok := p.Try(func() { e = p.Expr() })
	if ok && p.Tok.Kind != expr.EOF {
		diags.Add(at, "syntax", "got %s, want the end of the expression", p.Tok.Describe())
	}
	if len(diags) > 0 {
		r.diags.Add(at, "unsupported", "the expression '%s' is beyond this import: %s", text, diags[0].Message).
			Hint = "integers, Booleans, names, + - * %, comparisons and && || ! are read"
		return nil
	}
	if divides(e) {
		r.refuse(at, "the division in '"+text+"' is not supported", "1 / 2 is 0.5 in JavaScript, and only integers "+
			"are read here")
		return nil
	}
	setPlace(e, at)
	return e
}

func divides(e *expr.Expr) (found bool) {
	expr.Walk(e, func(n *expr.Expr) bool {
		found = found || n.Op == expr.Div
		return true
	})
	return found
}

// setPlace sets the place of all nodes.
func setPlace(e *expr.Expr, at source.Span) {
	e.Span, e.Outer = at, at
	for _, a := range e.Args {
		setPlace(a, at)
	}
}

// variable declares a variable by its first value.
func (r *foreignReader) variable(name ident, value *expr.Expr) {
	if r.known[name.text] || value == nil {
		return
	}
	if r.known == nil {
		r.known = map[string]bool{}
	}
	r.known[name.text] = true
	init := value
	if init.Op == expr.Neg && init.Args[0].Op == expr.Const {
		init = expr.Num(-init.Args[0].Value)
		setPlace(init, value.Span)
	}
	if init.Op != expr.Const {
		r.refuse(name.span, "the first value of '"+name.text+"' is not a constant", "write a number, true or false")
		return
	}
	typ := typeExpr{span: name.span, isBool: init.Type == expr.Bool}
	if !typ.isBool {
		typ.min, typ.max = expr.Num(foreignRange.Min), expr.Num(foreignRange.Max)
		setPlace(typ.min, name.span)
		setPlace(typ.max, name.span)
	}
	r.d.vars = append(r.d.vars, varDraft{name, typ, init})
}

// assignments reads statements as x = e; x++; x += e.
func (r *foreignReader) assignments(text string, at source.Span) []actionDraft {
	var all []actionDraft
	for _, statement := range strings.Split(text, ";") {
		statement = strings.TrimSpace(statement)
		if statement == "" {
			continue
		}
		if a, ok := r.assignment(statement, at); ok {
			all = append(all, a)
		}
	}
	return all
}

func (r *foreignReader) assignment(statement string, at source.Span) (actionDraft, bool) {
	target, value := "", ""
	switch {
	case strings.HasSuffix(statement, "++"):
		target = strings.TrimSuffix(statement, "++")
		value = target + " + 1"
	case strings.HasSuffix(statement, "--"):
		target = strings.TrimSuffix(statement, "--")
		value = target + " - 1"
	default:
		left, right, found := strings.Cut(statement, "=")
		if !found {
			r.refuse(at, "the statement '"+statement+"' is no assignment", "x = e, x++ and x += e are read; calls are not")
			return actionDraft{}, false
		}
		target, value = left, right
		for _, op := range []string{"+", "-", "*"} {
			if name, compound := strings.CutSuffix(left, op); compound {
				target, value = name, name+op+"("+right+")"
			}
		}
	}
	target = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(target), "var "))
	if Quote(target) != target {
		r.refuse(at, "'"+target+"' is no variable of its own", "objects, their members and lists are not read")
		return actionDraft{}, false
	}
	e := r.expression(value, at)
	if e == nil {
		return actionDraft{}, false
	}
	return actionDraft{name: ident{target, at}, value: e, span: at, cut: at}, true
}

// declare adds a name to a list of inputs or locations once.
func declare(list *[]inputDraft, name ident) {
	for _, x := range *list {
		if x.name.text == name.text {
			return
		}
	}
	*list = append(*list, inputDraft{name: name})
}

// finish checks the draft and remembers how to write a transition back.
//
// These formats run assignments in order, each sees what those before it left.
func (r *foreignReader) finish(rewrite func(m *Machine, i int, t *Transition) string) (*Machine, source.Diagnostics) {
	r.d.settings = append(r.d.settings, setting{ident{text: "updates"}, ident{text: "sequential"}})
	m := check(r.file, &r.d, ForeignFormat, &r.diags)
	if m != nil {
		m.Rewrite = rewrite
	}
	return m, r.diags
}

// assignText writes an update in the spelling of C.
func (m *Machine) assignText(u Update) string {
	return m.Vars[u.Var].Name + " = " + expr.Uppaal.Print(u.Value)
}
