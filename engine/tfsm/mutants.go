package tfsm

import (
	"context"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Single mutants. A mutant of first order takes one mutated transition instead of the
// specification's in its group and all others from the specification. Where it leads to an extra
// state, that state takes the first of its alternatives in each group, in the order of the model.

// A Mutant is a mutant by the mutated transitions that it takes. Its edits are worked out when it is
// described: there may be a hundred thousand of them that are only counted.
type Mutant struct {
	Operator    string // whose transition it is
	Transitions []int  // indices in the domain's model, of different groups

	domain *Domain
	id     string
	parts  []string   // ids of the two that it joins
	start  source.Pos // of the change
}

// FirstOrder lists the first-order mutants of a domain whose mutated transitions operators added,
// operator by operator, without their ids.
func (d *Domain) FirstOrder() []Mutant { return d.unprotected(d.firstOrder()) }

// unprotected keeps the mutants that take no protected transition.
func (d *Domain) unprotected(list []Mutant) []Mutant {
	return slices.DeleteFunc(list, func(m Mutant) bool { return d.Model.Transitions[m.Transitions[0]].Protected })
}

func (d *Domain) firstOrder() []Mutant {
	place := map[string]int{}
	for n, t := range d.Model.Transitions {
		if t.Mutated && !d.Model.Extra[t.From] {
			place[t.ID] = n
		}
	}
	var list []Mutant
	for _, a := range d.Added {
		for _, t := range a.Transitions {
			if n, ok := place[t.ID]; ok {
				list = append(list, Mutant{Operator: a.Operator, Transitions: []int{n}, domain: d})
			}
		}
	}
	return list
}

// A Choosing says which mutants of a domain are wanted.
type Choosing struct {
	Order  int // 1 or 2
	Sample int // at most so many, drawn with Seed; 0: all
	Seed   uint64
}

// A Family is the list of the mutants that are wanted, in a stable order. Pairs are made when they are asked
// for. Any goroutine may ask.
type Family struct {
	first []Mutant
	drawn []int             // order 1: which of them
	pairs *mutation.Pairing // order 2
}

// List enumerates mutants.
func (d *Domain) List(want Choosing) *Family {
	f := &Family{first: d.named()}
	if want.Order < 2 {
		f.drawn = mutation.Sample(len(f.first), want.Sample, want.Seed)
		return f
	}
	fit := func(i, j int) bool { return d.Different(f.first[i], f.first[j]) }
	f.pairs = mutation.NewPairing(len(f.first), fit, want.Sample, want.Seed)
	return f
}

// Len is the number of mutants.
func (f *Family) Len() int {
	if f.pairs != nil {
		return f.pairs.Len()
	}
	return len(f.drawn)
}

// At is the i-th mutant.
func (f *Family) At(i int) *Mutant {
	if f.pairs == nil {
		return &f.first[f.drawn[i]]
	}
	p := f.pairs.At(i)
	return f.first[p.First].with(f.first[p.Second])
}

// All lists all of them.
func (f *Family) All() []*Mutant {
	all := make([]*Mutant, f.Len())
	for i := range all {
		all[i] = f.At(i)
	}
	return all
}

// named gives the first-order mutants with their ids and places. Protection renames none.
func (d *Domain) named() []Mutant {
	ids := mutation.NewIDs(d.Model.File)
	list := d.firstOrder()
	for i := range list {
		m := &list[i]
		if at, ok := d.Place(m.Transitions[0]); ok {
			m.start = at.Start
		} else {
			m.start = d.Edits(d.Whole(m.Transitions))[0].Span.Start
		}
		m.id = ids.Next(m.Operator, m.start)
	}
	return d.unprotected(list)
}

// with is the mutant of second order that takes the transitions of both.
func (m Mutant) with(other Mutant) *Mutant {
	m.id, m.parts = mutation.PairID(m.id, other.id), []string{m.id, other.id}
	m.Operator += "+" + other.Operator
	m.Transitions = []int{m.Transitions[0], other.Transitions[0]}
	return &m
}

// ID is the mutant's name in reports.
func (m *Mutant) ID() string { return m.id }

// Place gives the operator and the line of the change, without working it out.
func (m *Mutant) Place() (operator string, line int) {
	return m.Operator, m.domain.Model.File.Place(m.start).Line
}

// Takes writes the transitions that the mutant takes in place of the specification's, with their names.
func (m *Mutant) Takes() []string {
	var all []string
	for _, n := range m.Transitions {
		all = append(all, m.domain.Model.Named(m.domain.Model.Transitions[n]))
	}
	return all
}

// Describe gives the change of the text. The place shown is that of the specification's transition,
// where the text holds it.
func (m *Mutant) Describe() report.Mutant {
	d := m.domain
	edits := d.Edits(d.Whole(m.Transitions))
	main := edits[0]
	if at, ok := d.Place(m.Transitions[0]); ok {
		for _, e := range edits {
			if e.Span == at {
				main = e
			}
		}
	}
	f := d.Model.File
	shown := func(e source.Edit) report.Edit {
		return report.Edit{Original: f.Slice(e.Span), Replacement: e.Text, Span: f.Shown(e.Span)}
	}
	one := shown(main)
	r := report.Mutant{
		ID:          m.id,
		Operator:    m.Operator,
		Parts:       m.parts,
		Original:    one.Original,
		Replacement: one.Replacement,
		Span:        one.Span,
	}
	if len(edits) > 1 {
		for _, e := range edits {
			r.Edits = append(r.Edits, shown(e))
		}
	}
	for i, taken := range m.Takes() {
		t := d.Model.Transitions[m.Transitions[i]]
		r.Notes = append(r.Notes, "takes "+taken)
		var own *model.Transition
		if at := d.specMember(d.groupOf(t)); at >= 0 {
			own = &d.Model.Transitions[at]
		}
		r.Words = append(r.Words, d.Model.ChangeInWords(own, t))
	}
	return r
}

// Select gives the selection that takes these transitions.
func (d *Domain) Select(transitions []int) Selection {
	sel := d.Base()
	for _, n := range transitions {
		g := d.groupOf(d.Model.Transitions[n])
		for c, choice := range d.Groups[g].Choices {
			if containsInt(choice.Members, n) {
				sel[g] = c
			}
		}
	}
	return sel
}

// Whole completes the transitions of a mutant by those that the extra states behind them take.
func (d *Domain) Whole(transitions []int) []int {
	whole := append([]int(nil), transitions...)
	sel := d.Select(transitions)
	var own []int
	for s, extra := range d.Model.Extra {
		if !extra {
			own = append(own, s)
		}
	}
	reached := d.reachedFrom(own, sel)
	for g, c := range sel {
		if d.Groups[g].Spec < 0 && reached[d.Groups[g].State] {
			whole = append(whole, d.Groups[g].Choices[c].Members[0])
		}
	}
	return whole
}

// Different tells whether two mutants of first order can be made at once: they change different groups.
func (d *Domain) Different(a, b Mutant) bool {
	return d.groupOf(d.Model.Transitions[a.Transitions[0]]) != d.groupOf(d.Model.Transitions[b.Transitions[0]])
}

// ByNames gives the selection that takes the named transitions.
func (d *Domain) ByNames(names []string) (Selection, error) {
	var taken []int
	groups := map[int]string{}
	for _, name := range names {
		found := -1
		var known []string
		for n, t := range d.Model.Transitions {
			known = append(known, t.ID)
			if t.ID == name {
				found = n
			}
		}
		if found < 0 {
			hint := source.DidYouMean(name, known)
			if hint != "" {
				hint = " (" + hint + ")"
			}
			return nil, fmt.Errorf("there is no transition '%s'%s", name, hint)
		}
		if d.Model.Transitions[found].Protected {
			return nil, fmt.Errorf("'%s' is protected: no mutant takes it", name)
		}
		g := d.groupOf(d.Model.Transitions[found])
		if other, twice := groups[g]; twice {
			return nil, fmt.Errorf("'%s' and '%s' are alternatives: a mutant takes one of them", other, name)
		}
		groups[g] = name
		taken = append(taken, found)
	}
	return d.Select(taken), nil
}

// Survivor finds a nonconforming mutant that passes tests; nil when there is none. The reason is set
// when there is no answer.
func (d *Domain) Survivor(ctx context.Context, tests [][]model.Step, b Budget) (sel Selection, reason string) {
	s := newSurveyor(ctx, d, b)
	on := s.addAll(tests)
	switch answer, found, _ := s.next(on...); answer {
	case complete:
		return nil, ""
	case survives:
		return found, ""
	}
	return nil, s.reason
}
