package game

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Composition and conjunction: systems over pairs of locations that the edges connect, clocks side
// by side.

// shape is how a system was made.
type shape uint8

const (
	ShapeLeaf shape = iota
	ShapeComposition
	ShapeConjunction
	shapeQuotient
	shapePruned
)

// A ComposeError says why two systems do not fit together.
type ComposeError struct{ What string }

func (e *ComposeError) Error() string { return e.What }

// Compose is the parallel composition: shared actions together, the others alone. Their outputs
// must differ. An action that is an output of one is an output of both.
func Compose(a, b *System) (*System, error) {
	if act := common(a.Out, b.Out); act >= 0 {
		return nil, &ComposeError{fmt.Sprintf("'%s' is an output of both %s and %s", a.Syms.Name(act), a.Name, b.Name)}
	}
	p := newProduct(a, b, " || ", ShapeComposition)
	for act := range a.Syms.Names {
		inA, inB := a.In.Has(act), b.In.Has(act)
		outA, outB := a.Out.Has(act), b.Out.Has(act)
		switch {
		case outA || outB:
			p.sys.Out.add(act)
		case inA || inB:
			p.sys.In.add(act)
		default:
			continue
		}
		p.moves = append(p.moves, move{act: act, output: outA || outB, left: inA || outA, right: inB || outB})
	}
	return p.build()
}

// Conjoin is the conjunction: both must allow what happens. Its alphabet is what both know, as the
// engines have it; the theory asks for equal alphabets. With strict set an action that is an input
// of one and an output of the other is an error, as in one of the engines; else it drops out.
func Conjoin(a, b *System, strict bool) (*System, error) {
	act := max(common(a.In, b.Out), common(a.Out, b.In))
	if strict && act >= 0 {
		return nil, &ComposeError{fmt.Sprintf("'%s' is an input of one and an output of the other of %s and %s",
			a.Syms.Name(act), a.Name, b.Name)}
	}
	p := newProduct(a, b, " && ", ShapeConjunction)
	for act := range a.Syms.Names {
		switch {
		case a.In.Has(act) && b.In.Has(act):
			p.sys.In.add(act)
		case a.Out.Has(act) && b.Out.Has(act):
			p.sys.Out.add(act)
		default:
			continue
		}
		p.moves = append(p.moves, move{act: act, output: a.Out.Has(act), left: true, right: true})
	}
	return p.build()
}

// common gives an action in both sets, or -1.
func common(a, b ActionSet) int {
	for _, act := range a.List() {
		if b.Has(act) {
			return act
		}
	}
	return -1
}

// A move says who takes part in an action.
type move struct {
	act         int
	output      bool
	left, right bool
}

type product struct {
	a, b  *System
	sys   *System
	moves []move
	index map[[2]int]int
	shift int
}

func newProduct(a, b *System, sign string, how shape) *product {
	s := &System{Name: bracket(a, sign) + sign + bracket(b, sign), Syms: a.Syms, Shape: how, meter: a.meter,
		Leaves: []*System{a, b}, Model: a.Model}
	s.Clocks = append(qualified(a), qualified(b)...)
	return &product{a: a, b: b, sys: s, index: map[[2]int]int{}, shift: len(a.Clocks)}
}

// bracket names an operand inside a product.
func bracket(s *System, sign string) string {
	if s.Shape != ShapeLeaf && s.Shape != shapePruned && !strings.Contains(s.Name, sign) {
		return "(" + s.Name + ")"
	}
	return s.Name
}

// qualified names the clocks of a leaf by its name, since operands may use the same names.
func qualified(s *System) []string {
	out := make([]string, len(s.Clocks))
	for i, c := range s.Clocks {
		out[i] = c
		if s.Shape == ShapeLeaf {
			out[i] = s.Name + "." + c
		}
	}
	return out
}

func (p *product) build() (*System, error) {
	p.sys.Init = p.locate(p.a.Init, p.b.Init)
	p.sys.pair = p.locate
	p.sys.expand = func(l *Loc, i int) {
		for _, m := range p.moves {
			p.step(l, m)
		}
	}
	return p.sys, nil
}

// locate gives the number of a pair of locations. Bounds are those of the operands, since the
// clocks are apart.
func (p *product) locate(i, j int) int {
	key := [2]int{i, j}
	if n, ok := p.index[key]; ok {
		return n
	}
	n := len(p.sys.Locs)
	p.index[key] = n
	a, b := p.a.Locs[i], p.b.Locs[j]
	l := &Loc{
		Title:  a.Title + " | " + b.Title,
		Inv:    a.Inv.and(b.Inv.shifted(p.shift)),
		Urgent: a.Urgent || b.Urgent,
		Parts:  []int{i, j},
	}
	if a.Kind == model.Universal && b.Kind == model.Universal {
		l.Kind = model.Universal
	}
	l.Max = append(append(make([]int64, 0, p.sys.Dim()), a.Max...), b.Max[1:]...)
	l.Diags = joinDiagonals(a.Diags, b.Diags, p.shift)
	p.sys.Locs = append(p.sys.Locs, l)
	return n
}

func joinDiagonals(a, b []dbm.Constraint, shift int) []dbm.Constraint {
	if len(a)+len(b) == 0 {
		return nil
	}
	out := append(make([]dbm.Constraint, 0, len(a)+len(b)), a...)
	for _, d := range b {
		out = append(out, dbm.Constraint{I: d.I + shift, J: d.J + shift, B: d.B})
	}
	return out
}

func (p *product) step(l *Loc, m move) {
	i, j := l.Parts[0], l.Parts[1]
	left, right := p.a.At(i).Edges, p.b.At(j).Edges
	switch {
	case !m.right:
		for _, e := range left {
			if e.Act == m.act {
				l.Edges = append(l.Edges, p.joined(e, nil, j, m))
			}
		}
	case !m.left:
		for _, f := range right {
			if f.Act == m.act {
				l.Edges = append(l.Edges, p.joined(nil, f, i, m))
			}
		}
	default:
		for _, e := range left {
			if e.Act != m.act {
				continue
			}
			for _, f := range right {
				if f.Act != m.act {
					continue
				}
				if s := p.joined(e, f, -1, m); len(s.Guard) > 0 {
					l.Edges = append(l.Edges, s)
				}
			}
		}
	}
}

// joined makes the step of one operand, or of both; still is the location of the one that stays.
func (p *product) joined(e, f *Step, still int, m move) *Step {
	s := &Step{Act: m.act, Output: m.output, Guard: always}
	i, j := still, still
	if e != nil {
		i = e.Target
		s.Guard, s.Resets, s.Origin, s.Ignored = e.Guard, e.Resets, e.Origin, e.Ignored
	}
	if f != nil {
		j = f.Target
		s.Guard = s.Guard.and(f.Guard.shifted(p.shift))
		s.Resets = joinResets(s.Resets, f.Resets, p.shift)
		s.Origin = append(s.Origin[:len(s.Origin):len(s.Origin)], f.Origin...)
		s.Ignored = f.Ignored && (e == nil || e.Ignored)
	}
	s.Target = p.locate(i, j)
	return s
}

func joinResets(a, b []reset, shift int) []reset {
	if len(b) == 0 {
		return a
	}
	out := append(make([]reset, 0, len(a)+len(b)), a...)
	for _, r := range b {
		out = append(out, reset{r.Clock + shift, r.Value})
	}
	return out
}
