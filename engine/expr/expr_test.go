package expr

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"pgregory.net/rapid"
)

var dialects = map[string]*Dialect{"prolog": Prolog, "uppaal": Uppaal, "plain": Plain}

type vars []string

func (v vars) Lookup(name string) (Symbol, bool) {
	for i, n := range v {
		if n == name {
			if strings.HasPrefix(n, "b") {
				return Symbol{Type: Bool, Ref: i}, true
			}
			return Symbol{Type: Int, Ref: i}, true
		}
	}
	return Symbol{}, false
}

func (v vars) Names() []string { return v }

func parse(d *Dialect, text string) (*Expr, source.Diagnostics) {
	var diags source.Diagnostics
	p := NewParser(d, source.NewFile("", text), &diags)
	var e *Expr
	p.Try(func() {
		e = p.Expr()
		if p.Tok.Kind != EOF {
			p.Fail("got %s, want the end", p.Tok.Describe())
		}
	})
	return e, diags
}

// spelled lists the operators a dialect has.
func spelled(d *Dialect, pick func(Op) bool) []Op {
	var ops []Op
	for _, l := range d.Levels {
		for _, s := range l.Ops {
			if pick(s.Op) {
				ops = append(ops, s.Op)
			}
		}
	}
	return ops
}

func genExpr(d *Dialect, want Type, depth int) *rapid.Generator[*Expr] {
	return rapid.Custom(func(t *rapid.T) *Expr {
		if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
			if want == Bool {
				if rapid.Bool().Draw(t, "const") {
					return Truth(rapid.Bool().Draw(t, "b"))
				}
				return &Expr{Op: Name, Type: Bool, Name: "b", Ref: 1}
			}
			if rapid.Bool().Draw(t, "const") {
				return Num(int64(rapid.IntRange(-9, 9).Draw(t, "n")))
			}
			return &Expr{Op: Name, Type: Int, Name: "x", Ref: 0}
		}
		sub := func(t *rapid.T, typ Type) *Expr { return genExpr(d, typ, depth-1).Draw(t, "sub") }
		if want == Int {
			op := rapid.SampledFrom(spelled(d, func(o Op) bool { return o == Neg || o.Arithmetic() })).Draw(t, "op")
			if op == Neg {
				return Make(Neg, sub(t, Int))
			}
			return Make(op, sub(t, Int), sub(t, Int))
		}
		op := rapid.SampledFrom(spelled(d, func(o Op) bool { return o == Not || o.Logical() || o.Relational() })).Draw(t, "op")
		switch {
		case op == Not:
			return Make(Not, sub(t, Bool))
		case op.Logical():
			return Make(op, sub(t, Bool), sub(t, Bool))
		}
		return Make(op, sub(t, Int), sub(t, Int))
	})
}

// Parsing what was printed gives the same tree, and printing that the same text.
func TestPrintParse(t *testing.T) {
	for name, d := range dialects {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			e := genExpr(d, Bool, 4).Draw(t, "e")
			text := d.Print(e)
			back, diags := parse(d, text)
			if len(diags) > 0 {
				t.Fatalf("%s: %v", text, diags)
			}
			if !Check(back, vars{"x", "b"}, Bool, &diags) {
				t.Fatalf("%s: %v", text, diags)
			}
			if !Equal(e, back) {
				t.Fatalf("%s came back as %s", text, d.Print(back))
			}
			if again := d.Print(back); again != text {
				t.Fatalf("%s is printed as %s the second time", text, again)
			}
		}))
	}
}

// Values agree with arbitrary precision, and what does not fit is an overflow.
func TestArithmeticIsExact(t *testing.T) {
	edge := []int64{0, 1, -1, 2, 3, 7, -7, math.MaxInt64, -math.MaxInt64, math.MaxInt64 / 2, 1 << 32, -(1 << 32), 3037000500}
	limits := []int64{Wide, math.MaxInt32, 100}
	for _, limit := range limits {
		for _, a := range edge {
			for _, b := range edge {
				for _, op := range []Op{Add, Sub, Mul} {
					x, y := big.NewInt(a), big.NewInt(b)
					switch op {
					case Add:
						x.Add(x, y)
					case Sub:
						x.Sub(x, y)
					default:
						x.Mul(x, y)
					}
					fits := x.CmpAbs(big.NewInt(limit)) <= 0
					v, fault := Apply(op, a, b, limit)
					if fits != (fault == NoFault) || (fits && v != x.Int64()) {
						t.Errorf("op %d on %d, %d with limit %d: got %d %v, want %v", op, a, b, limit, v, fault, x)
					}
				}
			}
		}
	}
}

func TestEval(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  int64
		fault Fault
	}{
		{"7 / -2", -3, NoFault},
		{"-7 mod 3", -1, NoFault},
		{"7 mod -3", 1, NoFault},
		{"2 exp 3 exp 2", 512, NoFault},
		{"0 exp 0", 1, NoFault},
		{"-1 exp 9223372036854775807", -1, NoFault},
		{"2 exp -1", 0, Exponent},
		{"2 exp 63", 0, Overflow},
		{"1 / (x - x)", 0, Division},
		{"1 - 2 - 3", -4, NoFault},
		{"2 + 3 * 4", 14, NoFault},
		{"- x * 2", -10, NoFault},
	} {
		e, diags := parse(Plain, c.text)
		if !Check(e, vars{"x"}, Int, &diags) || len(diags) > 0 {
			t.Fatalf("%s: %v", c.text, diags)
		}
		if v, fault := Eval(e, []int64{5}, Wide); v != c.want || fault != c.fault {
			t.Errorf("%s: got %d %q, want %d %q", c.text, v, fault, c.want, c.fault)
		}
	}
}

// The second operand is not evaluated when the first decides.
func TestShortCircuit(t *testing.T) {
	for text, want := range map[string]int64{
		"x = 1 and 1 / x = 1": 0, "x = 5 or 1 / (x - 5) = 1": 1, "x = 0 => 1 / 0 = 0": 1,
	} {
		e, diags := parse(Plain, text)
		if !Check(e, vars{"x"}, Bool, &diags) {
			t.Fatal(diags)
		}
		x := []int64{5}
		if strings.Contains(text, "and") {
			x[0] = 0
		}
		if v, fault := Eval(e, x, Wide); v != want || fault != NoFault {
			t.Errorf("%s: got %d %q, want %d", text, v, fault, want)
		}
	}
}

func TestDiagnostics(t *testing.T) {
	for _, c := range []struct {
		d          *Dialect
		text, want string
	}{
		{Plain, "1 < x < 3", "comparisons cannot be chained"},
		{Plain, "x + ", "got the end of the text, want an expression"},
		{Plain, "(x", "got the end of the text, want ')'"},
		{Plain, "x + 99999999999999999999", "does not fit into 64 bits"},
		{Plain, "y > 1", "'y' is not declared"},
		{Plain, "x and b", "got an integer, want a Boolean"},
		{Plain, "b = 3", "got an integer, want a Boolean"},
		{Plain, "x ~ 3", "the character '~' has no meaning here"},
		{Prolog, "x #= 'Lock", "this quote is not closed"},
		{Prolog, "x /* y", "this comment is not closed"},
		{Plain, strings.Repeat("y", 100000), "'yyyyyyyyyyyyyyyyyyyyyyyy…yyyy' is not declared"},
		{Plain, "x " + strings.Repeat("y", 100000), "got 'yyyyyyyyyyyyyyyyyyyyyyyy…yyyy', want the end"},
		{Plain, strings.Repeat("(", 100000), "nested more than"},
		{Plain, strings.Repeat("not ", 100000), "nested more than"},
	} {
		e, diags := parse(c.d, c.text)
		if e != nil && len(diags) == 0 {
			Check(e, vars{"x", "b"}, Bool, &diags)
		}
		if !strings.Contains(diags.Text(source.NewFile("m", c.text)), c.want) {
			t.Errorf("%.20s: got %v, want %q", c.text, diags, c.want)
		}
	}
}

func TestReplaceShares(t *testing.T) {
	e, _ := parse(Plain, "x + 1 < 3 and b")
	old := e.Args[0].Args[1]
	m := Replace(e, old, Num(4))
	if Plain.Print(e) != "x + 1 < 3 and b" || Plain.Print(m) != "x + 1 < 4 and b" {
		t.Fatalf("%s, %s", Plain.Print(e), Plain.Print(m))
	}
	if m.Args[1] != e.Args[1] || m.Args[0].Args[0] != e.Args[0].Args[0] {
		t.Error("subtrees without the change are copied")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"x + 1 < 3 and b", "(((", "'a' #/\\ b", "/* ", "1 #= 2 #\\ 3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range dialects {
			if e, diags := parse(d, text); len(diags) == 0 {
				back, again := parse(d, d.Print(e))
				if len(again) > 0 || !Equal(e, back) {
					t.Errorf("%q printed as %q", text, d.Print(e))
				}
			}
		}
	})
}
