package expr

import "github.com/mutarium/mutarium/engine/source"

// A Symbol is what a name stands for.
type Symbol struct {
	Type  Type
	Ref   int    // index in the valuation
	Const *int64 // a named constant: the name is replaced by its value when evaluated
}

// A Scope resolves names.
type Scope interface {
	// Lookup tells what a name stands for.
	Lookup(name string) (Symbol, bool)
	// Names lists what could have been meant.
	Names() []string
}

// Check resolves names and sets types in place, once, right after parsing. It reports what is
// wrong and tells whether nothing was.
func Check(e *Expr, scope Scope, want Type, diags *source.Diagnostics) bool {
	c := checker{scope, diags, true}
	if got := c.visit(e); got != Unchecked && want != Unchecked && got != want {
		c.mismatch(e, got, want)
	}
	return c.ok
}

type checker struct {
	scope Scope
	diags *source.Diagnostics
	ok    bool
}

func (c *checker) mismatch(e *Expr, got, want Type) {
	c.ok = false
	d := c.diags.Add(e.Outer, "type-mismatch", "got %s, want %s", article(got), article(want))
	if got == Int && want == Bool && e.Op == Name {
		d.Hint = "compare it with a value"
	}
}

func article(t Type) string {
	if t == Int {
		return "an integer"
	}
	return "a Boolean"
}

// visit gives the type of e, or Unchecked after it reported why it has none.
func (c *checker) visit(e *Expr) Type {
	switch {
	case e.Op == Const:
	case e.Op == Name:
		c.name(e)
	case e.Op == Neg || e.Op.Arithmetic():
		c.operands(e, Int)
		e.Type = Int
	case e.Op == Eq || e.Op == Ne:
		c.equality(e)
		e.Type = Bool
	case e.Op.Relational():
		c.operands(e, Int)
		e.Type = Bool
	default:
		c.operands(e, Bool)
		e.Type = Bool
	}
	return e.Type
}

func (c *checker) name(e *Expr) {
	s, ok := c.scope.Lookup(e.Name)
	if !ok {
		c.ok = false
		c.diags.Add(e.Span, "undefined-name", "'%s' is not declared", shorten(e.Name)).Hint = source.DidYouMean(
			e.Name,
			c.scope.Names(),
		)
		return
	}
	e.Type, e.Ref = s.Type, s.Ref
	if s.Const != nil {
		e.Value, e.Ref = *s.Const, -1
	}
}

func (c *checker) operands(e *Expr, want Type) {
	for _, a := range e.Args {
		if got := c.visit(a); got != Unchecked && got != want {
			c.mismatch(a, got, want)
		}
	}
}

// equality compares two of the same type, whichever it is.
func (c *checker) equality(e *Expr) {
	a, b := c.visit(e.Args[0]), c.visit(e.Args[1])
	if a != Unchecked && b != Unchecked && a != b {
		c.mismatch(e.Args[1], b, a)
	}
}
