package model

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Ecdar's query language:
//
//	queries  = query { ";" query } .
//	query    = "refinement" ":" system "<=" system
//	         | ( "consistency" | "determinism" | "implementation" | "specification" ) ":" system
//	         | ( "get-component" | "prune" ) ":" system [ "save-as" name ]
//	         | ( "E<>" | "reachability" ":" ) state
//	         | "reachability" ":" system ( [ "@" state ] "->" state | "->" tuple [ ";" tuple ] ) .
//	system   = parallel { "&&" parallel } .
//	parallel = quotient { "||" quotient } .
//	quotient = operand { ( "\\" | "//" ) operand } .
//	operand  = name [ "[" number "]" ] | "(" system ")" | "prune" "(" system ")" .
//	state    = "init" | "true" | conjunct { "&&" conjunct } .
//	conjunct = atom | "(" state ")" .
//	atom     = name [ "[" number "]" ] "." name [ ( "<" | "<=" | ">" | ">=" | "==" ) number ] .
//	tuple    = "[" place { "," place } "]" "(" [ bound { "," bound } ] ")" .   (older versions)
//
// The number behind a name tells the occurrences of one component apart.
//
// Quotient binds tightest and groups to the left. A single backslash is read as two.

// QueryKind is what a query asks.
type QueryKind string

const (
	Refinement     QueryKind = "refinement"
	Consistency    QueryKind = "consistency"
	Determinism    QueryKind = "determinism"
	Implementation QueryKind = "implementation"
	Specification  QueryKind = "specification"
	Pruning        QueryKind = "prune"
	Reachability   QueryKind = "reachability"
	Flattening     QueryKind = "get-component"
)

var queryKinds = []string{"refinement", "consistency", "determinism", "implementation", "specification",
	"reachability", "prune", "get-component"}

// foreignKinds are queries of the engines that are not answered here.
var foreignKinds = []string{"bisim-minim", "save-component", "syntax", "local-consistency", "global-consistency"}

// A Query is one parsed query.
type Query struct {
	Kind        QueryKind
	Text        string // as written, trimmed
	Left, Right *Operand
	Start, Goal []StateAtom // reachability
	Name        string      // get-component, prune: what to call the component
	Begins      bool        // a start is given; else it is the initial state
	Span        source.Span
}

// OperandKind is a way to build a system.
type OperandKind uint8

const (
	Component OperandKind = iota
	Composition
	Conjunction
	QuotientOf
	Pruned
)

// An Operand is an expression over components.
type Operand struct {
	Kind     OperandKind
	Name     string // Component
	Instance int64  // Component: its number, or 0
	Args     []*Operand
	Span     source.Span
}

// A StateAtom is a part of a state: a location of a component, or a condition on one of its clocks.
type StateAtom struct {
	Component, Item string // "Machine", "L5" or "y"; without a component the place counts
	Instance        int64
	Place           int    // in a tuple: the number of the component, from 0; -1: any, by the clock's name
	Op              string // "" for a location
	Value           int64
	Span            source.Span
}

// ParseQueries reads one or more queries.
func ParseQueries(f *source.File) ([]*Query, source.Diagnostics) {
	p := &queryParser{file: f}
	p.next()
	var all []*Query
	for p.tok.text != "" {
		if p.tok.text == ";" {
			p.next()
			continue
		}
		q := p.query()
		if q == nil {
			p.skip()
			continue
		}
		all = append(all, q)
		if p.tok.text != "" && p.tok.text != ";" {
			p.fail("got %s, want ';' or the end of the query", p.tok.describe())
			p.skip()
		}
	}
	if len(all) == 0 && !p.diags.HasErrors() {
		p.diags.Add(source.Span{}, "empty", "the query is empty").Hint = "write 'refinement: A <= B', for example"
	}
	if p.diags.HasErrors() {
		return nil, p.diags.Sort()
	}
	return all, p.diags.Sort()
}

// query reads one query, or gives nil after a message.
func (p *queryParser) query() *Query {
	start := p.tok
	if p.tok.text == "E" && p.sees("<>") {
		for range 3 {
			p.next()
		}
		return p.eventually(start)
	}
	kind := p.kind()
	if kind == "" {
		return nil
	}
	q := &Query{Kind: QueryKind(kind)}
	if !p.expect(":") {
		return nil
	}
	if q.Kind == Reachability && p.tok.word && p.sees(".") {
		return p.eventually(start)
	}
	if q.Left = p.system(); q.Left == nil {
		return nil
	}
	switch q.Kind {
	case Refinement:
		if !p.expect("<=") {
			return nil
		}
		if q.Right = p.system(); q.Right == nil {
			return nil
		}
	case Reachability:
		if !p.states(q) {
			return nil
		}
	case Flattening, Pruning:
		if !p.saveAs(q) {
			return nil
		}
	}
	if p.tok.text == "save" {
		p.fail("a query '%s' makes no component to save", kind).Hint = "ask 'get-component: ... save-as N'"
		return nil
	}
	if p.tok.text == ":" {
		p.diags.Add(p.tok.span, "unsupported", "temporal properties are not supported").Hint = "ask 'reachability: ... -> " +
			"...'"
		return nil
	}
	q.Span = source.Span{Start: start.span.Start, End: p.last.span.End}
	q.Text = p.file.Slice(q.Span)
	return q
}

// saveAs reads "save-as N", if it is there.
func (p *queryParser) saveAs(q *Query) bool {
	if p.tok.text != "save" {
		return true
	}
	p.next()
	if !p.expect("-") || !p.expect("as") {
		return false
	}
	if !IsIdentifier(p.tok.text) {
		p.fail("got %s, want a name for the component", p.tok.describe())
		return false
	}
	q.Name = p.tok.text
	p.next()
	return true
}

// eventually reads the goal of "E<> A.L1 && B.L2" or "reachability: A.L1 && B.L2", the older ways to
// ask whether the components it names reach a state together.
func (p *queryParser) eventually(start queryToken) *Query {
	q := &Query{Kind: Reachability, Span: start.span}
	var ok bool
	if q.Goal, ok = p.state(); !ok {
		return nil
	}
	seen := map[string]bool{}
	for _, a := range q.Goal {
		if seen[a.Component] {
			continue
		}
		seen[a.Component] = true
		o := &Operand{Kind: Component, Name: a.Component, Span: a.Span}
		if q.Left == nil {
			q.Left = o
		} else {
			q.Left = &Operand{Kind: Composition, Args: []*Operand{q.Left, o}, Span: q.Left.Span.Join(o.Span)}
		}
	}
	if q.Left == nil {
		p.fail("got %s, want 'Component.Location'", p.tok.describe())
		return nil
	}
	q.Span.End = p.last.span.End
	q.Text = p.file.Slice(q.Span)
	return q
}

// kind reads the word in front of the colon.
func (p *queryParser) kind() string {
	t := p.tok
	word := t.text
	p.next()
	for p.tok.text == "-" && word != "" {
		p.next()
		word += "-" + p.tok.text
		p.next()
	}
	if Contains(queryKinds, word) {
		return word
	}
	d := p.diags.Add(t.span, "syntax", "got '%s', want one of %s", word, strings.Join(queryKinds, ", "))
	switch {
	case Contains(foreignKinds, word):
		d.Code, d.Message = "unsupported", "queries '"+word+"' are not supported"
	case word == "E" || word == "A" || word == "control":
		d.Code, d.Message = "unsupported", "temporal properties are not supported"
		d.Hint = "ask 'reachability: ... -> ...'"
	default:
		d.Hint = source.DidYouMean(word, queryKinds)
	}
	return ""
}

func (p *queryParser) system() *Operand {
	return p.chain(Conjunction, []string{"&&"}, func() *Operand {
		return p.chain(Composition, []string{"||"}, func() *Operand {
			return p.chain(QuotientOf, []string{`\\`, `\`, "//"}, p.operand)
		})
	})
}

// chain reads operands of one level, grouped to the left.
func (p *queryParser) chain(kind OperandKind, signs []string, operand func() *Operand) *Operand {
	left := operand()
	for left != nil && Contains(signs, p.tok.text) {
		p.next()
		right := operand()
		if right == nil {
			return nil
		}
		left = &Operand{Kind: kind, Args: []*Operand{left, right}, Span: left.Span.Join(right.Span)}
	}
	return left
}

func (p *queryParser) operand() *Operand {
	if p.depth++; p.depth > maxNesting {
		p.fail("brackets are nested deeper than the limit of %d", maxNesting)
		return nil
	}
	defer func() { p.depth-- }()
	t := p.tok
	if p.accept("(") {
		o := p.system()
		if o == nil {
			return nil
		}
		if p.tok.text == ":" {
			p.diags.Add(p.tok.span, "unsupported", "temporal properties are not supported").Hint = "ask 'reachability: ... -> " +
				"...'"
			return nil
		}
		if !p.expect(")") {
			return nil
		}
		return o
	}
	if !t.word {
		p.fail("got %s, want a component", t.describe())
		return nil
	}
	p.next()
	if t.text == "prune" && p.accept("(") {
		o := p.system()
		if o == nil || !p.expect(")") {
			return nil
		}
		return &Operand{Kind: Pruned, Args: []*Operand{o}, Span: t.span.Join(p.last.span)}
	}
	n, ok := p.instance()
	if !ok {
		return nil
	}
	return &Operand{Kind: Component, Name: t.text, Instance: n, Span: t.span.Join(p.last.span)}
}

// instance reads "[2]", if it is there.
func (p *queryParser) instance() (int64, bool) {
	if !p.accept("[") {
		return 0, true
	}
	n, ok := parseInt(p.tok.text)
	if !ok || n < 1 {
		p.fail("got %s, want the number of an instance", p.tok.describe())
		return 0, false
	}
	p.next()
	return n, p.expect("]")
}

// String prints an operand with the brackets it needs.
func (o *Operand) String() string {
	switch o.Kind {
	case Component:
		return o.Name
	case Pruned:
		return "prune(" + o.Args[0].String() + ")"
	}
	sign := map[OperandKind]string{Composition: " || ", Conjunction: " && ", QuotientOf: ` \\ `}[o.Kind]
	text := func(a *Operand, right bool) string {
		if a.Kind != Component && a.Kind != Pruned && (a.Kind != o.Kind || right) {
			return "(" + a.String() + ")"
		}
		return a.String()
	}
	return text(o.Args[0], false) + sign + text(o.Args[1], true)
}

// OwnQueries are those that came with the model, separated by ';', without those that cannot be read
// or name a broken component, which are listed.
func (m *Model) OwnQueries() (text string, skipped []string) {
	var all []string
	for _, q := range m.Queries {
		if read, d := ParseQueries(source.NewFile("query", q.Text)); d.HasErrors() || m.anyBroken(read) {
			skipped = append(skipped, q.Text)
		} else {
			all = append(all, q.Text)
		}
	}
	return strings.Join(all, ";\n"), skipped
}

// anyBroken tells whether a query names a component that was set aside.
func (m *Model) anyBroken(queries []*Query) bool {
	var names func(o *Operand) bool
	names = func(o *Operand) bool {
		return o != nil && (slices.ContainsFunc(m.Broken, func(b Broken) bool { return b.Name == o.Name }) ||
			slices.ContainsFunc(o.Args, names))
	}
	return slices.ContainsFunc(queries, func(q *Query) bool { return names(q.Left) || names(q.Right) })
}

// Consistencies asks every component for consistency.
func (m *Model) Consistencies() string {
	var all []string
	for _, a := range m.Automata {
		if IsIdentifier(a.Name) {
			all = append(all, "consistency: "+a.Name)
		}
	}
	return strings.Join(all, ";\n")
}
