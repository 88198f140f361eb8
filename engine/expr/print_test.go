package expr

import (
	"testing"
)

// Printing puts brackets where the priorities need them, and nowhere else.
func TestPrintedBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"((x)) + (1)":                    "x + 1",
		"(x + y) + 1":                    "x + y + 1",
		"x + (y + 1)":                    "x + (y + 1)",
		"x - (y - 1)":                    "x - (y - 1)",
		"(x * y) + 1":                    "x * y + 1",
		"x * (y + 1)":                    "x * (y + 1)",
		"(x exp y) exp 2":                "(x exp y) exp 2",
		"x exp (y exp 2)":                "x exp y exp 2",
		"(b => bc) => b":                 "(b => bc) => b",
		"b => (bc => b)":                 "b => bc => b",
		"(x < 1) = b":                    "(x < 1) = b",
		"b = (x < 1)":                    "b = (x < 1)",
		"not (b and bc)":                 "not (b and bc)",
		"(not b) and bc":                 "not b and bc",
		"not (not b)":                    "not not b",
		"not (x = 1)":                    "not x = 1",
		"-(x)":                           "-x",
		"1234567890 + x":                 "1234567890 + x",
		"(b or bc) => b":                 "b or bc => b",
		"-(3)":                           "- 3",
		"-3":                             "-3",
		"-(-3)":                          "- -3",
		"-(-x)":                          "- -x",
		"-(x + 1)":                       "-(x + 1)",
		"- x * y":                        "-x * y",
		"(b or bc) and (b or bc)":        "(b or bc) and (b or bc)",
		"b or (bc and b) or true":        "b or bc and b or true",
		"false ≠ (y ≥ 1) or x mod 2 = 0": "false != (y >= 1) or x mod 2 = 0",
	} {
		e, diags := parse(Plain, text)
		if len(diags) > 0 {
			t.Fatalf("%s: %v", text, diags)
		}
		if got := Plain.Print(e); got != want {
			t.Errorf("%s is printed as %s, want %s", text, got, want)
		}
	}
	e, _ := parse(Prolog, `#\ (x #= 1 #/\ true) #\/ - x #>= 3`)
	if got := Prolog.Print(e); got != `#\ (x #= 1 #/\ true) #\/ -x #>= 3` {
		t.Errorf("got %s", got)
	}
	e, _ = parse(Uppaal, "!(!b) imply not b == false")
	if got := Uppaal.Print(e); got != "! ! b imply ! b == false" {
		t.Errorf("got %s", got)
	}
}

func TestLevelsAndSigns(t *testing.T) {
	if Plain.Sign(Exp) != "exp" || Uppaal.Sign(Exp) != "" || Plain.Sign(Imply) != "=>" || Uppaal.Sign(Eq) != "==" {
		t.Error("signs")
	}
	order := []Op{Imply, Or, And, Not, Eq, Add, Mul, Exp, Neg}
	for i := 1; i < len(order); i++ {
		if Plain.Level(order[i-1]) >= Plain.Level(order[i]) {
			t.Errorf("op %d binds tighter than op %d", order[i-1], order[i])
		}
	}
	if Plain.Level(Lt) != Plain.Level(Eq) || Plain.Level(Const) != len(Plain.Levels) {
		t.Error("levels")
	}
}

// Rebinds says exactly when the text with the other sign is read as another tree than the same tree
// with the other operator.
func TestRebinds(t *testing.T) {
	texts := []string{"x + y", "x + y * 2", "(x + y) * 2", "x * y + 2", "2 - x - y", "2 - (x - y)", "x exp y exp 2", "(x exp y) exp 2", "- x * y", "-(x * y)",
		"x + 1 < y - 1", "b and bc or b", "b and (bc or b)", "b => bc => b", "(b => bc) => b", "not b and bc", "not (b and bc)", "b or bc => b and bc",
		"x mod y * 2 / y", "b => bc and b or bc => b", "x exp (y + 1) - 2", "- x exp 2", "(x) + (y)"}
	compared, rebound := 0, 0
	for _, text := range texts {
		e, diags := parse(Plain, text)
		if len(diags) > 0 {
			t.Fatalf("%s: %v", text, diags)
		}
		var visit func(n, above *Expr)
		visit = func(n, above *Expr) {
			for _, a := range n.Args {
				visit(a, n)
			}
			if len(n.Args) != 2 {
				return
			}
			for op := Add; op < numOps; op++ {
				if op == n.Op {
					continue
				}
				edited := text[:n.Sign.Start] + Plain.Sign(op) + text[n.Sign.End:]
				back, diags := parse(Plain, edited)
				swapped := *n
				swapped.Op = op
				differs := len(diags) > 0 || !Equal(back, Replace(e, n, &swapped))
				compared++
				if differs {
					rebound++
				}
				if got := Plain.Rebinds(n, above, op); got != differs {
					t.Errorf("%s with %s: rebinds is %t", text, edited, got)
				}
			}
		}
		visit(e, nil)
	}
	if compared < 300 || rebound < 60 {
		t.Errorf("only %d texts compared, %d of them rebound", compared, rebound)
	}
}
