package sat

import (
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"pgregory.net/rapid"
)

var intOps = []expr.Op{expr.Neg, expr.Add, expr.Sub, expr.Mul, expr.Div, expr.Mod, expr.Exp}
var boolOps = []expr.Op{expr.Not, expr.And, expr.Or, expr.Imply, expr.Eq, expr.Ne, expr.Lt, expr.Gt, expr.Le, expr.Ge}

// genTree draws an expression over integer names 0 to 2 and the Boolean name 3.
func genTree(want expr.Type, depth int) *rapid.Generator[*expr.Expr] {
	return rapid.Custom(func(t *rapid.T) *expr.Expr {
		if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
			return genLeaf(want).Draw(t, "leaf")
		}
		ops := boolOps
		if want == expr.Int {
			ops = intOps
		}
		op := rapid.SampledFrom(ops).Draw(t, "op")
		of := want
		if op.Relational() {
			of = expr.Int
			if (op == expr.Eq || op == expr.Ne) && rapid.IntRange(0, 3).Draw(t, "truths") == 0 {
				of = expr.Bool
			}
		}
		args := []*expr.Expr{genTree(of, depth-1).Draw(t, "a")}
		if op != expr.Neg && op != expr.Not {
			args = append(args, genTree(of, depth-1).Draw(t, "b"))
		}
		return expr.Make(op, args...)
	})
}

func genLeaf(want expr.Type) *rapid.Generator[*expr.Expr] {
	return rapid.Custom(func(t *rapid.T) *expr.Expr {
		constant := rapid.IntRange(0, 2).Draw(t, "constant") == 0
		switch {
		case want == expr.Bool && constant:
			return expr.Truth(rapid.Bool().Draw(t, "b"))
		case want == expr.Bool:
			return &expr.Expr{Op: expr.Name, Type: expr.Bool, Name: "b", Ref: 3}
		case constant && rapid.Bool().Draw(t, "wide"):
			return expr.Num(rapid.Int64Range(-expr.Wide, expr.Wide).Draw(t, "n"))
		case constant:
			return expr.Num(rapid.Int64Range(-9, 9).Draw(t, "n"))
		}
		i := rapid.IntRange(0, 2).Draw(t, "name")
		return &expr.Expr{Op: expr.Name, Type: expr.Int, Name: string(rune('x' + i)), Ref: i}
	})
}

// genRange draws bounds, mostly narrow, often across zero.
func genRange(t *rapid.T) (lo, hi int64) {
	most := rapid.SampledFrom([]int64{3, 20, 300, 1 << 20, expr.Wide}).Draw(t, "most")
	lo = rapid.Int64Range(-most, most).Draw(t, "lo")
	return lo, rapid.Int64Range(lo, most).Draw(t, "hi")
}

// TestCompile holds circuits against the evaluator: random expressions, variables in random
// ranges, values in them, and limits.
func TestCompile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New()
		typ := rapid.SampledFrom([]expr.Type{expr.Int, expr.Bool}).Draw(t, "type")
		e := genTree(typ, 3).Draw(t, "tree")
		limit := rapid.SampledFrom([]int64{10, 1000, 1 << 31, expr.Wide}).Draw(t, "limit")
		vars, ranges := make([]Vec, 4), [4][2]int64{3: {0, 1}}
		for i := range 3 {
			ranges[i][0], ranges[i][1] = genRange(t)
		}
		for i, r := range ranges {
			vars[i] = s.NewVec(r[0], r[1])
		}
		v, fault := s.Compile(e, vars, limit)
		for range 3 {
			var given []Lit
			values := make([]int64, 4)
			for i, r := range ranges {
				values[i] = rapid.Int64Range(r[0], r[1]).Draw(t, "value")
				given = append(given, s.Eq(vars[i], s.Num(values[i])))
			}
			if s.Solve(background, given...) != Sat {
				t.Fatalf("no model with values %v in ranges %v", values, ranges)
			}
			want, wantFault := expr.Eval(e, values, limit)
			if s.Value(fault) != (wantFault != expr.NoFault) {
				t.Fatalf("values %v: got fault %v, want %v", values, s.Value(fault), wantFault)
			}
			if got := s.Int(v); wantFault == expr.NoFault && got != want {
				t.Fatalf("values %v: got %d, want %d", values, got, want)
			}
			if wantFault == expr.NoFault && (want < v.Lo || want > v.Hi) {
				t.Fatalf("values %v: %d is not in %d..%d", values, want, v.Lo, v.Hi)
			}
		}
	})
}

// TestNewVec finds exactly the values of a range, each once.
func TestNewVec(t *testing.T) {
	for _, r := range [][2]int64{{0, 0}, {5, 5}, {0, 1}, {3, 12}, {-7, 4}, {-9, -3}, {-1, 0}, {0, 270}, {-128, 127}} {
		s := New()
		v := s.NewVec(r[0], r[1])
		seen := map[int64]bool{}
		for s.Solve(background) == Sat {
			n := s.Int(v)
			if n < r[0] || n > r[1] || seen[n] {
				t.Fatalf("%v: got %d", r, n)
			}
			seen[n] = true
			s.AddClause(s.Eq(v, s.Num(n)).Not())
		}
		if int64(len(seen)) != r[1]-r[0]+1 {
			t.Errorf("%v: got %d values", r, len(seen))
		}
	}
}

// TestWidth gives no bit more than a range needs.
func TestWidth(t *testing.T) {
	for _, c := range []struct {
		lo, hi int64
		want   int
	}{{0, 0, 1}, {0, 1, 2}, {-1, 0, 1}, {-2, 1, 2}, {0, 255, 9}, {-128, 127, 8}, {-129, 0, 9}, {-expr.Wide, expr.Wide, 64}} {
		if got := width(c.lo, c.hi); got != c.want {
			t.Errorf("%d..%d: got %d bits, want %d", c.lo, c.hi, got, c.want)
		}
	}
}
