package dbm

import (
	"strconv"
	"strings"
)

// Guard lists constraints whose conjunction is z, those of single clocks first, differences only
// where they are not implied: a zone that becomes a guard must not bring differences along that a
// later search would split by. A zone of all valuations has none; nil and false mean empty.
func (z Zone) Guard() ([]Constraint, bool) {
	if z.Empty() {
		return nil, false
	}
	n, rest := z.dim, Universe(z.dim)
	var out []Constraint
	take := func(i, j int) {
		if b := z.m[i*n+j]; b < rest.m[i*n+j] {
			rest.Constrain(i, j, b)
			out = append(out, Constraint{i, j, b})
		}
	}
	for x := 1; x < n; x++ {
		take(0, x)
		take(x, 0)
	}
	singles := len(out)
	for x := 1; x < n; x++ {
		for y := 1; y < n; y++ {
			if x != y {
				take(x, y)
			}
		}
	}
	return dropImplied(n, out, singles), true
}

// Minimal lists fewest constraints for people to read: as Guard, but single clocks give way to
// differences too where those say it already.
func (z Zone) Minimal() ([]Constraint, bool) {
	cs, ok := z.Guard()
	return dropImplied(z.dim, cs, 0), ok
}

// dropImplied drops, from the last to the one numbered from, each constraint that the others imply.
func dropImplied(dim int, cs []Constraint, from int) []Constraint {
	for k := len(cs) - 1; k >= from; k-- {
		others := Universe(dim)
		for i, c := range cs {
			if i != k {
				others.Constrain(c.I, c.J, c.B)
			}
		}
		if others.m[cs[k].I*dim+cs[k].J] <= cs[k].B {
			cs = append(cs[:k], cs[k+1:]...)
		}
	}
	return cs
}

// Text prints the zone as a conjunction over the names of the clocks; names[0] is not used. Equal
// bounds from both sides print as one equation.
func (z Zone) Text(names []string) string {
	cs, ok := z.Minimal()
	if !ok {
		return "false"
	}
	if len(cs) == 0 {
		return "true"
	}
	var parts []string
	done := make([]bool, len(cs))
	for i, c := range cs {
		if done[i] {
			continue
		}
		equal := false
		for k := i + 1; k < len(cs) && !equal; k++ {
			o := cs[k]
			equal = o.I == c.J && o.J == c.I && !c.B.Strict() && o.B == LE(-c.B.Value())
			done[k] = done[k] || equal
		}
		parts = append(parts, c.text(names, equal))
	}
	return strings.Join(parts, " && ")
}

// Text prints a constraint as people write it: "x<=3", "x>2", "x-y<1".
func (c Constraint) Text(names []string) string { return c.text(names, false) }

func (c Constraint) text(names []string, equal bool) string {
	value, op := c.B.Value(), "<"
	var left string
	switch {
	case c.I == 0:
		left, op, value = names[c.J], ">", -value
	case c.J == 0:
		left = names[c.I]
	default:
		left = names[c.I] + "-" + names[c.J]
	}
	switch {
	case equal:
		op = "=="
	case !c.B.Strict():
		op += "="
	}
	return left + op + strconv.FormatInt(value, 10)
}

// Text prints the union over the names of the clocks.
func (f Federation) Text(names []string) string {
	if len(f) == 0 {
		return "false"
	}
	parts := make([]string, len(f))
	for i, z := range f {
		parts[i] = z.Text(names)
	}
	return strings.Join(parts, " || ")
}
