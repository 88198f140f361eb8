package model

import (
	"sort"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Declarations, shared by the three notations: clocks, constants, bounded integers, Booleans,
// channels, ranges of integers, the system line and the lists of inputs and outputs. What else
// UPPAAL has is refused by name where it stands.

// A reader builds a model from texts.
type reader struct {
	model *Model
	file  *source.File // the text with escapes decoded in place
	diags *source.Diagnostics
	// Clocks and variables declared for all automata; each automaton that mentions one gets it.
	globals Automaton
	// Instances "P = T();" of the system declarations.
	instances []instance
	ios       []ioList
	automata  map[string]*Automaton // the first so many of the model by their names
	named     int
	systemAt  []expr.Token
	names     map[*Automaton]map[string]source.Span // clocks, constants and variables; nil: of the model
	places    placeIndex
	branches  map[string]bool // the branch points of the present process
	partly    bool            // set automata aside that have errors
}

// A placeIndex finds the locations of the automaton that is being read.
type placeIndex struct {
	of           *Automaton
	known        int // how many locations are in the maps
	byID, byName map[string]int
}

// place gives the number of a location by its id, else by its name, or -1.
func (r *reader) place(a *Automaton, name string) int {
	if i := r.placeOfID(a, name); i >= 0 {
		return i
	}
	if i, ok := r.places.byName[name]; ok {
		return i
	}
	return -1
}

// placeOfID gives the number of a location by its id alone, or -1.
func (r *reader) placeOfID(a *Automaton, id string) int {
	x := &r.places
	if x.of != a {
		*x = placeIndex{of: a, byID: map[string]int{}, byName: map[string]int{}}
	}
	for ; x.known < len(a.Locations); x.known++ {
		l := a.Locations[x.known]
		if _, twice := x.byID[l.ID]; !twice {
			x.byID[l.ID] = x.known
		}
		if _, twice := x.byName[l.Name]; !twice && l.Name != "" {
			x.byName[l.Name] = x.known
		}
	}
	if i, ok := x.byID[id]; ok {
		return i
	}
	return -1
}

type instance struct{ name, template expr.Token }

type ioList struct {
	name expr.Token
	io   IO
}

// parser reads a part of the text.
func (r *reader) parser(span source.Span) *expr.Parser {
	return expr.NewParserAt(expr.Uppaal, r.file, span, r.diags)
}

// unsupported maps the words that open a construct outside the supported part to its name.
var unsupported = map[string]string{
	"double": "floating-point variables", "hybrid": "hybrid clocks", "scalar": "scalar sets", "string": "strings",
	"struct": "records", "meta": "meta variables", "void": "functions", "import": "imports of libraries",
	"before_update": "update hooks", "after_update": "update hooks", "gantt": "Gantt charts",
	"progress": "progress measures", "priority": "priorities", "forall": "quantifiers", "exists": "quantifiers",
	"sum": "sums over a range", "branchpoint": "branch points", "probability": "probabilities",
	"exponentialrate": "exponential rates", "select": "selections", "deadlock": "'deadlock'",
	"instance": "instances of charts", "message": "sequence charts", "condition": "sequence charts",
	"update": "sequence charts", "lsc": "sequence charts",
}

// refuse reports an unsupported construct.
func (r *reader) refuse(span source.Span, what string) {
	r.diags.Add(span, "unsupported", "%s are not supported",
		what).Hint = "see the list of supported constructs in docs/timed.md"
}

// fail reports an unsupported construct and leaves the present declaration.
func (r *reader) fail(p *expr.Parser, span source.Span, what string) {
	p.FailAt(span, "unsupported", "%s are not supported", what)
}

// declarations reads declarations up to a token that begins none of them, into an automaton, or
// into the model when a is nil.
func (r *reader) declarations(p *expr.Parser, a *Automaton, stop func(expr.Token) bool) {
	for p.Tok.Kind != expr.EOF && !stop(p.Tok) {
		before := p.Tok.Span
		named := p.Tok.Is("struct") || p.Tok.Is("typedef")
		if !p.Try(func() { r.declaration(p, a) }) {
			skipDeclaration(p, named, stop)
		}
		if p.Tok.Span == before && p.Tok.Kind != expr.EOF {
			p.Next()
		}
	}
}

// skipDeclaration passes the rest of a declaration that is wrong: up to its ';', or over the block of
// a function or a record, which may have a name behind it.
func skipDeclaration(p *expr.Parser, named bool, stop func(expr.Token) bool) {
	for p.Tok.Kind != expr.EOF && !stop(p.Tok) && !p.Tok.Is("}") {
		if p.Accept(";") {
			return
		}
		if !p.Accept("{") {
			p.Next()
			continue
		}
		p.SkipTo("}")
		p.Accept("}")
		if !named && !p.Tok.Is(";") {
			return
		}
	}
}

func (r *reader) declaration(p *expr.Parser, a *Automaton) {
	t := p.Tok
	if t.Kind != expr.Ident {
		if p.Accept(";") {
			return
		}
		p.Fail("got %s, want a declaration", t.Describe())
	}
	if what, bad := unsupported[t.Text]; bad {
		r.fail(p, t.Span, what)
	}
	switch t.Text {
	case "clock":
		p.Next()
		r.clocks(p, a)
	case "broadcast", "urgent", "chan":
		r.channels(p)
	case "typedef":
		p.Next()
		r.typedef(p, a)
	case "const":
		p.Next()
		r.constants(p, a)
	case "system":
		p.Next()
		r.system(p)
	case "IO":
		p.Next()
		r.io(p)
	default:
		r.variablesOrInstance(p, a)
	}
}

// semicolon ends a declaration. At the end of the text the engines do without it.
func (r *reader) semicolon(p *expr.Parser) {
	if p.Tok.Kind == expr.EOF {
		r.diags.Warn(p.Last.Span, "semicolon", "the ';' behind '%s' is missing", p.Last.Text)
		return
	}
	p.Expect(";")
}

// owner is where clocks and variables go.
func (r *reader) owner(a *Automaton) *Automaton {
	if a == nil {
		return &r.globals
	}
	return a
}

func (r *reader) clocks(p *expr.Parser, a *Automaton) {
	o := r.owner(a)
	for {
		name := p.ExpectKind(expr.Ident, "the name of a clock")
		r.noArray(p)
		r.unused(a, name)
		o.Clocks = append(o.Clocks, Clock{Name: name.Text, Span: name.Span})
		if !p.Accept(",") {
			break
		}
	}
	r.semicolon(p)
}

// noArray refuses "[...]" behind a name.
func (r *reader) noArray(p *expr.Parser) {
	if p.Tok.Is("[") {
		r.fail(p, p.Tok.Span, "arrays")
	}
	if p.Tok.Is("(") {
		r.fail(p, p.Tok.Span, "functions and parameters")
	}
}

// unused reports a name that was declared before in the same scope.
func (r *reader) unused(a *Automaton, name expr.Token) {
	at, found := r.declared(a, name)
	if found {
		d := r.diags.Add(name.Span, "duplicate", "'%s' is declared twice", name.Text)
		d.Notes = append(d.Notes, source.Note{Span: at, Message: "the first declaration"})
	}
}

// declared finds a name in the scope of an automaton, or of the model, and notes it there.
func (r *reader) declared(a *Automaton, name expr.Token) (source.Span, bool) {
	if r.names == nil {
		r.names = map[*Automaton]map[string]source.Span{}
	}
	scope := r.names[a]
	if scope == nil {
		scope = map[string]source.Span{}
		r.names[a] = scope
	}
	at, found := scope[name.Text]
	if !found {
		scope[name.Text] = name.Span
	}
	return at, found
}

func (r *reader) channels(p *expr.Parser) {
	for !p.Tok.Is("chan") {
		if p.Tok.Is("urgent") {
			r.fail(p, p.Tok.Span, "urgent channels")
		}
		if !p.Tok.Is("broadcast") {
			p.Fail("got %s, want 'chan'", p.Tok.Describe())
		}
		p.Next()
	}
	p.Next()
	if p.Tok.Is("priority") {
		r.fail(p, p.Tok.Span, "priorities")
	}
	for {
		name := actionName(p, "the name of a channel")
		r.noArray(p)
		r.model.Channels = append(r.model.Channels, Channel{name.Text, name.Span})
		if !p.Accept(",") {
			break
		}
	}
	r.semicolon(p)
}

func (r *reader) typedef(p *expr.Parser, a *Automaton) {
	if what, bad := unsupported[p.Tok.Text]; bad {
		r.fail(p, p.Tok.Span, what)
	}
	if p.Accept("bool") {
		name := p.ExpectKind(expr.Ident, "the name of a type")
		r.semicolon(p)
		r.model.Types = append(r.model.Types, &TypeDef{Name: name.Text, Min: 0, Max: 1, Span: name.Span})
		return
	}
	p.Expect("int")
	lo, hi := r.intRange(p, a)
	name := p.ExpectKind(expr.Ident, "the name of a type")
	r.noArray(p)
	r.semicolon(p)
	r.model.Types = append(r.model.Types, &TypeDef{Name: name.Text, Min: lo, Max: hi, Span: name.Span})
}

// Integers without a range have UPPAAL's.
const minInt, maxInt = -32768, 32767

// intRange reads "[lo,hi]" behind "int", if it is there.
func (r *reader) intRange(p *expr.Parser, a *Automaton) (lo, hi int64) {
	if !p.Tok.Is("[") {
		return minInt, maxInt
	}
	open := p.Next()
	lo = r.constExpr(p, a)
	p.Expect(",")
	hi = r.constExpr(p, a)
	shut := p.Expect("]")
	if lo > hi {
		p.FailAt(open.Span.Join(shut.Span), "range", "got an empty range from %d to %d", lo, hi)
	}
	return lo, hi
}

// constExpr reads an expression of constants.
func (r *reader) constExpr(p *expr.Parser, a *Automaton) int64 {
	e := r.expression(p)
	v, ok := r.model.Fold(a, e)
	if e.Op == expr.Const {
		v, ok = e.Value, true
	}
	if !ok {
		p.FailAt(e.Outer, "not-constant", "got '%s', want a constant", expr.Uppaal.Print(e))
	}
	return v
}

func (r *reader) constants(p *expr.Parser, a *Automaton) {
	isBool := p.Tok.Is("bool")
	if !isBool && !p.Tok.Is("int") && r.typeNamed(p.Tok.Text) == nil {
		p.Fail("got %s, want 'int' or 'bool'", p.Tok.Describe())
	}
	p.Next()
	if p.Last.Is("int") {
		r.intRange(p, a)
	}
	for {
		name := p.ExpectKind(expr.Ident, "the name of a constant")
		r.noArray(p)
		if !p.Accept(":=") {
			p.Expect("=")
		}
		v := r.constExpr(p, a)
		r.unused(a, name)
		c := &Const{Name: name.Text, Value: v, Bool: isBool, Span: name.Span}
		if a == nil {
			r.model.Consts = append(r.model.Consts, c)
		} else {
			a.Consts = append(a.Consts, c)
		}
		if !p.Accept(",") {
			break
		}
	}
	r.semicolon(p)
}

func (r *reader) typeNamed(name string) *TypeDef {
	for _, t := range r.model.Types {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// variablesOrInstance reads "int[0,3] n = 1, m;", "bool b;", "name v;" of a named type, or
// "P = T();".
func (r *reader) variablesOrInstance(p *expr.Parser, a *Automaton) {
	first := p.Next()
	v := Var{Max: 1}
	switch t := r.typeNamed(first.Text); {
	case first.Is("int"):
		v.Min, v.Max = r.intRange(p, a)
	case first.Is("bool"):
		v.Bool = true
	case t != nil:
		v.Min, v.Max = t.Min, t.Max
	case p.Tok.Is("=") || p.Tok.Is(":="):
		p.Next()
		r.instance(p, first)
		return
	case p.Tok.Is("("):
		r.fail(p, p.Tok.Span, "functions and parameters")
	default:
		d := r.diags.Add(first.Span, "syntax", "got '%s', want a declaration", first.Text)
		d.Hint = source.DidYouMean(first.Text, []string{"clock", "int", "bool", "const", "typedef", "broadcast", "chan",
			"system", "process"})
		p.SkipTo(";")
		p.Accept(";")
		return
	}
	r.variables(p, a, v)
}

func (r *reader) variables(p *expr.Parser, a *Automaton, v Var) {
	o := r.owner(a)
	for {
		name := p.ExpectKind(expr.Ident, "the name of a variable")
		r.noArray(p)
		w := v
		w.Name, w.Span = name.Text, name.Span
		w.Init = min(max(0, w.Min), w.Max)
		if p.Accept("=") || p.Accept(":=") {
			w.Init = r.constExpr(p, a)
			if w.Init < w.Min || w.Init > w.Max {
				r.diags.Add(p.Last.Span, "range", "the initial value %d of '%s' is outside its range from %d to %d", w.Init,
					w.Name, w.Min, w.Max)
			}
		}
		r.unused(a, name)
		o.Vars = append(o.Vars, w)
		if !p.Accept(",") {
			break
		}
	}
	r.semicolon(p)
}

func (r *reader) instance(p *expr.Parser, name expr.Token) {
	tmpl := p.ExpectKind(expr.Ident, "the name of a template")
	if p.Accept("(") && !p.Accept(")") {
		r.fail(p, p.Tok.Span, "parameters of templates")
	}
	r.semicolon(p)
	r.instances = append(r.instances, instance{name, tmpl})
}

func (r *reader) system(p *expr.Parser) {
	for p.Tok.Kind == expr.Ident {
		name := p.Next()
		for !p.Tok.Is(",") && !p.Tok.Is(";") && p.Tok.Kind != expr.EOF {
			if p.Tok.Is("<") {
				r.fail(p, p.Tok.Span, "priorities")
			}
			// Tools that write composed components name them "A | B".
			name.Span = name.Span.Join(p.Next().Span)
			name.Text = r.file.Slice(name.Span)
		}
		r.model.System = append(r.model.System, name.Text)
		r.systemAt = append(r.systemAt, name)
		if !p.Accept(",") {
			break
		}
	}
	r.semicolon(p)
}

func (r *reader) io(p *expr.Parser) {
	l := ioList{name: p.ExpectKind(expr.Ident, "the name of a component")}
	open := p.Expect("{")
	for p.Tok.Kind == expr.Ident || p.Tok.Kind == expr.Number {
		act := p.Next()
		switch {
		case p.Accept("?"):
			l.io.Inputs = append(l.io.Inputs, act.Text)
		case p.Accept("!"):
			l.io.Outputs = append(l.io.Outputs, act.Text)
		default:
			p.Fail("got %s, want '?' for an input or '!' for an output", p.Tok.Describe())
		}
		if !p.Accept(",") {
			break
		}
	}
	shut := p.Expect("}")
	p.Accept(";")
	sort.Strings(l.io.Inputs)
	sort.Strings(l.io.Outputs)
	l.io.Span = open.Span.Join(shut.Span)
	r.ios = append(r.ios, l)
}
