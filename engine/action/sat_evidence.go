package action

import (
	"context"
	"strconv"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// The evidence that unkillable mutants share where the SAT engine decided is the invariant, a list of clauses, each a
// list of atoms of which one holds:
//
//	{"invariant":[[["x","<=",5]],[["x","!=",1],["y","<=","x",2]]],"variables":["x","y"]}
//
// says that x <= 5, and that x != 1 or y <= x + 2.

var atomSigns = map[expr.Op]string{expr.Eq: "=", expr.Ne: "!=", expr.Le: "<=", expr.Ge: ">="}

// evidence is the invariant's JSON.
func (g *symbolic) evidence() []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	names := g.m.VarNames()
	b := g.shown().append([]byte(`{"invariant":`), names)
	b = append(append(b, `,"variables":`...), report.Raw(names)...)
	return append(b, '}')
}

func (inv invariant) append(b []byte, names []string) []byte {
	b = append(b, '[')
	for i, c := range inv {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j, a := range c {
			if j > 0 {
				b = append(b, ',')
			}
			b = a.append(b, names)
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// shown is the invariant as far as verdicts may use it: with a depth asked for they never do.
func (g *symbolic) shown() invariant {
	if g.lim.bounded || g.stopped && !g.found {
		return nil
	}
	return g.invariant(context.Background())
}

func (a atom) append(b []byte, names []string) []byte {
	b = append(b, '[')
	b = appendString(b, names[a.v])
	b = append(append(append(b, `,"`...), atomSigns[a.op]...), `",`...)
	if a.w >= 0 {
		b = append(appendString(b, names[a.w]), ',')
	}
	return append(strconv.AppendInt(b, a.c, 10), ']')
}
