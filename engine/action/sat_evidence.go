package action

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/action/model"
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

// decodeInvariant reads the invariant of shared evidence, or of a mutant's own; it is not there where
// the explicit engine decided.
func decodeInvariant(m *model.Model, evidence []byte) (inv invariant, there bool, err error) {
	var shown struct {
		Invariant *[][][]json.RawMessage `json:"invariant"`
		Variables []string               `json:"variables"`
	}
	if json.Unmarshal(evidence, &shown) != nil || shown.Invariant == nil {
		return nil, false, nil
	}
	if shown.Variables != nil && !slices.Equal(shown.Variables, m.VarNames()) {
		return nil, true, errors.New("the report's evidence is for other variables")
	}
	for _, c := range *shown.Invariant {
		var atoms clause
		for _, raw := range c {
			a, err := decodeAtom(m, raw)
			if err != nil {
				return nil, true, err
			}
			atoms = append(atoms, a)
		}
		inv = append(inv, atoms)
	}
	return inv, true, nil
}

func decodeAtom(m *model.Model, raw []json.RawMessage) (a atom, err error) {
	a.w = -1
	if len(raw) != 3 && len(raw) != 4 {
		return a, fmt.Errorf("an atom of the invariant has %d parts, want 3 or 4", len(raw))
	}
	if a.v, err = decodeVar(m, raw[0]); err != nil {
		return a, err
	}
	if len(raw) == 4 {
		if a.w, err = decodeVar(m, raw[2]); err != nil {
			return a, err
		}
	}
	var sign string
	if json.Unmarshal(raw[1], &sign) != nil || !a.decodeSign(sign) {
		return a, fmt.Errorf("an atom of the invariant compares by %s", raw[1])
	}
	if a.c, err = strconv.ParseInt(string(raw[len(raw)-1]), 10, 64); err != nil {
		return a, fmt.Errorf("the constant %s of the invariant is no integer", raw[len(raw)-1])
	}
	return a, nil
}

func (a *atom) decodeSign(sign string) (known bool) {
	for op, s := range atomSigns {
		if s == sign {
			a.op, known = op, true
		}
	}
	return known
}

func decodeVar(m *model.Model, raw json.RawMessage) (int, error) {
	var name string
	if err := json.Unmarshal(raw, &name); err != nil {
		return 0, fmt.Errorf("the invariant has the variable %s", raw)
	}
	v := slices.Index(m.VarNames(), name)
	if v < 0 {
		return 0, fmt.Errorf("the invariant has the variable %q, which the model does not have", name)
	}
	return v, nil
}

// maxClaim bounds the steps that evidence may speak of.
const maxClaim = 1 << 20

// decodeClaim reads why there is no deviation.
func decodeClaim(text string) (claim, error) {
	how, steps, counted := strings.Cut(text, " ")
	c := claim{how: how}
	var err error
	if counted {
		if c.steps, err = strconv.Atoi(steps); err != nil || c.steps < 0 || c.steps > maxClaim {
			return c, fmt.Errorf("the evidence claims %q", text)
		}
	}
	if counted != (how == byInduction || how == byUnrolling) || !slices.Contains([]string{nowhere, byInvariant, byInduction, byUnrolling}, how) {
		return c, fmt.Errorf("the evidence claims %q", text)
	}
	return c, nil
}
