package expr

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// mustParse reads and checks an expression over the integers x, y and the Booleans b, c.
func mustParse(t *testing.T, d *Dialect, text string, want Type) *Expr {
	t.Helper()
	e, diags := parse(d, text)
	if len(diags) > 0 || !Check(e, vars{"x", "b", "y", "bc"}, want, &diags) {
		t.Fatalf("%s: %v", text, diags)
	}
	return e
}

// Every binary operation on small numbers, against its definition.
func TestApplyOnSmallNumbers(t *testing.T) {
	boolean := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	for a := int64(-4); a <= 4; a++ {
		for b := int64(-4); b <= 4; b++ {
			want := map[Op]int64{
				Eq: boolean(a == b), Ne: boolean(a != b), Lt: boolean(a < b), Gt: boolean(a > b), Le: boolean(a <= b), Ge: boolean(a >= b),
				Add: a + b, Sub: a - b, Mul: a * b,
			}
			if b != 0 {
				want[Div], want[Mod] = int64(math.Trunc(float64(a)/float64(b))), int64(math.Mod(float64(a), float64(b)))
			}
			if b >= 0 {
				want[Exp] = int64(math.Pow(float64(a), float64(b)))
			}
			for op, w := range want {
				if v, fault := Apply(op, a, b, 1000); v != w || fault != NoFault {
					t.Errorf("op %d on %d, %d: got %d %q, want %d", op, a, b, v, fault, w)
				}
			}
		}
	}
	for _, x := range []struct {
		op    Op
		a, b  int64
		limit int64
		want  Fault
	}{
		{Div, 5, 0, 100, Division}, {Mod, 5, 0, 100, Division}, {Exp, 2, -1, 100, Exponent}, {Exp, 0, -1, 100, Exponent}, {Exp, 1, -1, 100, Exponent},
		{Add, math.MaxInt64, math.MaxInt64, Wide, Overflow}, {Sub, -math.MaxInt64, math.MaxInt64, Wide, Overflow}, {Sub, math.MinInt64, 1, Wide, Overflow},
		{Exp, 0, math.MaxInt64, 100, NoFault}, {Exp, 1, math.MaxInt64, 100, NoFault}, {Exp, -1, math.MaxInt64, 100, NoFault},
		{Add, 60, 40, 100, NoFault}, {Add, 60, 41, 100, Overflow}, {Sub, -60, 40, 100, NoFault}, {Sub, -60, 41, 100, Overflow},
		{Mul, 10, 10, 100, NoFault}, {Mul, 10, 11, 100, Overflow}, {Div, -200, 1, 100, Overflow}, {Mod, 150, 200, 100, Overflow},
		{Exp, 10, 2, 100, NoFault}, {Exp, 10, 3, 100, Overflow}, {Exp, -10, 2, 100, NoFault}, {Exp, -5, 3, 100, Overflow},
		{Mul, -1, math.MinInt64, Wide, Overflow}, {Mul, math.MinInt64, -1, Wide, Overflow}, {Mul, -1, 3, Wide, NoFault}, {Mul, 0, math.MinInt64, Wide, NoFault},
	} {
		v, fault := Apply(x.op, x.a, x.b, x.limit)
		if fault != x.want || fault != NoFault && v != 0 {
			t.Errorf("op %d on %d, %d up to %d: got %d %q, want %q", x.op, x.a, x.b, x.limit, v, fault, x.want)
		}
	}
}

// Connectives by their truth tables; what is not needed is not evaluated and what fails says why.
func TestConnectives(t *testing.T) {
	for text, want := range map[string][4]int64{ // b, bc = 00, 01, 10, 11
		"b and bc": {0, 0, 0, 1}, "b or bc": {0, 1, 1, 1}, "b => bc": {1, 1, 0, 1}, "not b": {1, 1, 0, 0}, "b = bc": {1, 0, 0, 1}, "b != bc": {0, 1, 1, 0},
		"not b and bc": {0, 1, 0, 0}, "not (b and bc)": {1, 1, 1, 0}, "b => bc => b": {1, 1, 1, 1}, "(b => bc) => b": {0, 0, 1, 1},
	} {
		e := mustParse(t, Plain, text, Bool)
		for i := range want {
			if v, fault := Eval(e, []int64{0, int64(i / 2), 0, int64(i % 2)}, Wide); v != want[i] || fault != NoFault {
				t.Errorf("%s on %02b: got %d %q, want %d", text, i, v, fault, want[i])
			}
		}
	}
	for text, want := range map[string]Fault{
		"1 / x = 1 and b": Division, "-(1 / x) = 1": Division, "b or 1 mod x = 1": Division, "not (2 exp y = 1)": Exponent, "x = 0 => 1 / x = 1": Division,
	} {
		if v, fault := Eval(mustParse(t, Plain, text, Bool), []int64{0, 0, -1, 0}, Wide); v != 0 || fault != want {
			t.Errorf("%s: got %d %q, want %q", text, v, fault, want)
		}
	}
}

// A named constant has its value whatever the valuation says.
func TestNamedConstant(t *testing.T) {
	var diags source.Diagnostics
	e, _ := parse(Plain, "K + 1")
	seven := int64(7)
	if !Check(e, constants{"K": {Type: Int, Ref: 3, Const: &seven}}, Int, &diags) {
		t.Fatal(diags)
	}
	if v, fault := Eval(e, nil, Wide); v != 8 || fault != NoFault || e.Args[0].Ref != -1 {
		t.Errorf("got %d %q, index %d", v, fault, e.Args[0].Ref)
	}
}

type constants map[string]Symbol

func (c constants) Lookup(name string) (Symbol, bool) { s, ok := c[name]; return s, ok }
func (c constants) Names() []string                   { return nil }

// Types: what each operation asks for, what it has, and that a mistake is reported once, at its place.
func TestTypes(t *testing.T) {
	for text, want := range map[string]string{
		"x + 1": "integer", "-x": "integer", "x < 1": "Boolean", "x = 1": "Boolean", "b = bc": "Boolean", "not b": "Boolean", "b and bc": "Boolean",
		"b":     "Boolean",
		"b + 1": "1:1 got a Boolean, want an integer", "x and b": "1:1 got an integer, want a Boolean (compare it with a value)",
		"x + 1 and b": "1:1 got an integer, want a Boolean", "b and 1": "1:7 got an integer, want a Boolean", "x < b": "1:5 got a Boolean, want an integer",
		"x = b": "1:5 got a Boolean, want an integer", "b = x": "1:5 got an integer, want a Boolean (compare it with a value)", "-b": "1:2 got a Boolean, want an integer",
		"not x": "1:5 got an integer, want a Boolean (compare it with a value)", "(x) and b": "1:1 got an integer, want a Boolean (compare it with a value)",
		"zzzz = b": "1:1 'zzzz' is not declared", "b = zzzz": "1:5 'zzzz' is not declared", "zzzz": "1:1 'zzzz' is not declared", "zzzz + 1": "1:1 'zzzz' is not declared",
		"y2 + x": "1:1 'y2' is not declared (did you mean 'y'?)",
		"b + bc": "1:1 got a Boolean, want an integer, 1:5 got a Boolean, want an integer",
	} {
		e, diags := parse(Plain, text)
		ok := Check(e, vars{"x", "b", "y", "bc"}, Unchecked, &diags)
		got := e.Type.String()
		if len(diags) > 0 {
			var all []string
			for _, d := range diags {
				said := "1:" + string(rune('1'+d.Span.Start)) + " " + d.Message
				if d.Hint != "" {
					said += " (" + d.Hint + ")"
				}
				all = append(all, said)
			}
			got = strings.Join(all, ", ")
		}
		if got != want || ok != (len(diags) == 0) {
			t.Errorf("%s: got %s (%t), want %s", text, got, ok, want)
		}
	}
	for text, want := range map[string]Type{"x": Bool, "b": Int, "x + 1": Bool, "x < 1": Int} {
		var diags source.Diagnostics
		e, _ := parse(Plain, text)
		if Check(e, vars{"x", "b"}, want, &diags) || len(diags) != 1 || diags[0].Code != "type-mismatch" {
			t.Errorf("%s as %s: got %v", text, want, diags)
		}
	}
	if var0 := (vars{"x"}); !Check(Num(1), var0, Unchecked, nil) || !Check(&Expr{Op: Name, Name: "x"}, var0, Unchecked, nil) {
		t.Error("what may be anything is refused")
	}
	var diags source.Diagnostics
	if e, _ := parse(Plain, "z"); Check(e, vars{}, Int, &diags) || len(diags) != 1 {
		t.Errorf("got %v, want the undeclared name and no mismatch", diags)
	}
}

func TestNodes(t *testing.T) {
	kinds := map[string][]Op{"relational": {Eq, Ne, Lt, Gt, Le, Ge}, "arithmetic": {Add, Sub, Mul, Div, Mod, Exp}, "logical": {And, Or, Imply}}
	for op := Const; op < numOps; op++ {
		for kind, is := range map[string]bool{"relational": op.Relational(), "arithmetic": op.Arithmetic(), "logical": op.Logical()} {
			if is != slices.Contains(kinds[kind], op) {
				t.Errorf("op %d is %s: %t", op, kind, is)
			}
		}
		want := Bool
		if op == Neg || slices.Contains(kinds["arithmetic"], op) {
			want = Int
		}
		if got := Make(op, Num(1), Num(2)); op > Name && (got.Type != want || got.Op != op || len(got.Args) != 2) {
			t.Errorf("op %d makes %+v", op, got)
		}
	}
	if !Truth(true).IsTrue() || Truth(false).IsTrue() || Num(1).IsTrue() || Truth(true).Value != 1 || Truth(false).Value != 0 {
		t.Error("constants")
	}
	if (&Expr{Op: Name, Type: Bool, Value: 1}).IsTrue() || (&Expr{Op: Const, Type: Bool, Value: 2}).IsTrue() {
		t.Error("a name or no truth value is taken for true")
	}
}

// Equal looks at operators, values, types of constants, names and operands, and nothing else.
func TestEqual(t *testing.T) {
	texts := []string{"x", "y", "1", "2", "true", "x + y", "y + x", "x - y", "-x", "x + 1", "x + 2", "not b", "b and bc", "b and not bc", "x < y", "x < 1"}
	for i, a := range texts {
		for j, b := range texts {
			x, _ := parse(Plain, a)
			y, _ := parse(Plain, "("+b+")")
			if Equal(x, y) != (i == j) {
				t.Errorf("%s and %s: equal is %t", a, b, i != j)
			}
		}
	}
	if Equal(Num(1), Truth(true)) || Equal(Make(And, Num(1)), Make(And, Num(1), Num(2))) {
		t.Error("a type or a number of operands is overlooked")
	}
	if !Equal(&Expr{Op: Name, Name: "x", Type: Int}, &Expr{Op: Name, Name: "x"}) {
		t.Error("a name is another one once it was checked")
	}
}

func TestWalkAndRefs(t *testing.T) {
	e := mustParse(t, Plain, "x + y * x < 3 and b", Bool)
	var refs []int
	Refs(e, func(ref int) { refs = append(refs, ref) })
	if !slices.Equal(refs, []int{0, 2, 0, 1}) {
		t.Errorf("got %v", refs)
	}
	var seen []Op
	Walk(e, func(n *Expr) bool {
		seen = append(seen, n.Op)
		return n.Op != Add
	})
	if !slices.Equal(seen, []Op{And, Lt, Add, Const, Name}) {
		t.Errorf("got %v", seen)
	}
	if Replace(e, Num(3), Num(4)) != e {
		t.Error("a node that does not occur is replaced")
	}
}

// The places of nodes: the signs of an operation, the node without and with its brackets.
func TestPlaces(t *testing.T) {
	text := "( x + -3 ) * ((y)) = - 1 and true"
	e, _ := parse(Plain, text)
	cut := func(s source.Span) string { return text[s.Start:s.End] }
	eq, truth := e.Args[0], e.Args[1]
	mul, neg := eq.Args[0], eq.Args[1]
	add, y := mul.Args[0], mul.Args[1]
	for _, x := range []struct {
		e                 *Expr
		span, outer, sign string
	}{
		{e, text, text, "and"}, {eq, "( x + -3 ) * ((y)) = - 1", "( x + -3 ) * ((y)) = - 1", "="}, {mul, "( x + -3 ) * ((y))", "( x + -3 ) * ((y))", "*"},
		{add, "x + -3", "( x + -3 )", "+"}, {add.Args[0], "x", "x", ""}, {add.Args[1], "-3", "-3", ""}, {y, "y", "((y))", ""},
		{neg, "- 1", "- 1", "-"}, {truth, "true", "true", ""},
	} {
		if cut(x.e.Span) != x.span || cut(x.e.Outer) != x.outer || cut(x.e.Sign) != x.sign {
			t.Errorf("got %q, %q, %q, want %q, %q, %q", cut(x.e.Span), cut(x.e.Outer), cut(x.e.Sign), x.span, x.outer, x.sign)
		}
	}
}
