package expr

import "math"

// Fault is why an expression has no value.
type Fault uint8

const (
	NoFault  Fault = iota
	Overflow       // a result beyond the limit
	Division       // by zero, also for mod
	Exponent       // a negative one
)

func (f Fault) String() string {
	return [...]string{"", "overflow", "division by zero", "negative exponent"}[f]
}

// Wide is the limit of full 64-bit arithmetic. The most negative number is out of it, so that
// every value can be negated.
const Wide = math.MaxInt64

// Eval gives the value of a checked expression: names from vars by Ref, Booleans as 0 and 1.
// Results of operations beyond ±limit are faults. The second operand of And, Or and Imply is
// evaluated only when the first does not decide.
func Eval(e *Expr, vars []int64, limit int64) (int64, Fault) {
	switch e.Op {
	case Const:
		return e.Value, NoFault
	case Name:
		if e.Ref < 0 {
			return e.Value, NoFault
		}
		return vars[e.Ref], NoFault
	}
	a, fault := Eval(e.Args[0], vars, limit)
	if fault != NoFault {
		return 0, fault
	}
	switch e.Op {
	case Neg:
		return -a, NoFault
	case Not:
		return 1 - a, NoFault
	case And:
		if a == 0 {
			return 0, NoFault
		}
	case Or:
		if a == 1 {
			return 1, NoFault
		}
	case Imply:
		if a == 0 {
			return 1, NoFault
		}
	}
	b, fault := Eval(e.Args[1], vars, limit)
	if fault != NoFault {
		return 0, fault
	}
	return Apply(e.Op, a, b, limit)
}

// Apply gives the value of a binary operation on values.
func Apply(op Op, a, b, limit int64) (int64, Fault) {
	switch op {
	case And, Or, Imply:
		return b, NoFault // the first operand did not decide
	case Eq:
		return truth(a == b), NoFault
	case Ne:
		return truth(a != b), NoFault
	case Lt:
		return truth(a < b), NoFault
	case Gt:
		return truth(a > b), NoFault
	case Le:
		return truth(a <= b), NoFault
	case Ge:
		return truth(a >= b), NoFault
	case Div, Mod:
		if b == 0 {
			return 0, Division
		}
		if op == Div {
			return bounded(a/b, limit)
		}
		return bounded(a%b, limit)
	case Exp:
		return power(a, b, limit)
	}
	return arithmetic(op, a, b, limit)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func bounded(v, limit int64) (int64, Fault) {
	if v > limit || v < -limit {
		return 0, Overflow
	}
	return v, NoFault
}

// arithmetic is exact: what does not fit into 64 bits is an overflow too.
func arithmetic(op Op, a, b, limit int64) (int64, Fault) {
	switch op {
	case Add:
		c := a + b
		if (c > a) != (b > 0) && b != 0 {
			return 0, Overflow
		}
		return bounded(c, limit)
	case Sub:
		c := a - b
		if (c < a) != (b > 0) && b != 0 {
			return 0, Overflow
		}
		return bounded(c, limit)
	}
	c := a * b
	if a != 0 && c/a != b { // -1 times the most negative number stays that, which is beyond every limit
		return 0, Overflow
	}
	return bounded(c, limit)
}

func power(a, b, limit int64) (int64, Fault) {
	if b < 0 {
		return 0, Exponent
	}
	if a == 0 || a == 1 {
		if b == 0 {
			return 1, NoFault
		}
		return a, NoFault
	}
	if a == -1 {
		return 1 - 2*(b&1), NoFault
	}
	v := int64(1)
	for ; b > 0; b-- { // |a| >= 2: overflows after at most 63 rounds
		var fault Fault
		if v, fault = arithmetic(Mul, v, a, limit); fault != NoFault {
			return 0, fault
		}
	}
	return v, NoFault
}
