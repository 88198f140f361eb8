package action

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Mutant is a change of a model: textual edits, and the same change of the tree. The edits, made
// on the model's text, give a text that parses to the mutant.
type Mutant struct {
	ID       string
	Operator string
	Edits    []source.Edit // in the order of the text, without overlap
	Parts    []*Mutant     // of a mutant of second order
	model    *model.Model
	changes  []change
}

// A change replaces one node, found by identity after what is below it was changed. One of the
// fields is set.
type change struct {
	action int // of expr and body: index of the action
	expr   *expr.Expr
	toExpr func(*expr.Expr) *expr.Expr
	body   *model.Body
	toBody func(*model.Body) *model.Body
	do     *model.Do
	toDo   func(*model.Do) *model.Do // nil: the node is dropped from its parent's parts
}

// A Selection says which mutants are wanted: operators by name, order 1 or 2, and at most so many
// of them, drawn with a seed.
type Selection struct {
	Operators []string
	Order     int
	Sample    int
	Seed      uint64
}

// A Family is the list of mutants that are wanted, in the order of the operators, then of the text;
// pairs in the order of their parts. Pairs are made when they are asked for: there may be millions.
type Family struct {
	firsts []*Mutant
	pairs  *mutation.Pairing // nil: first order
}

// Family enumerates the mutants of a selection.
func NewFamily(m *model.Model, sel Selection) (*Family, error) {
	all := firstOrder(m, sel.Operators)
	switch {
	case sel.Order > 2:
		return nil, fmt.Errorf("got order %d, want 1 or 2", sel.Order)
	case sel.Order == 2:
		fit := func(i, j int) bool { return !overlap(all[i].Edits, all[j].Edits) }
		return &Family{all, mutation.NewPairing(len(all), fit, sel.Sample, sel.Seed)}, nil
	}
	kept := make([]*Mutant, 0, len(all))
	for _, i := range mutation.Sample(len(all), sel.Sample, sel.Seed) {
		kept = append(kept, all[i])
	}
	return &Family{kept, nil}, nil
}

// Len is the number of mutants.
func (f *Family) Len() int {
	if f.pairs != nil {
		return f.pairs.Len()
	}
	return len(f.firsts)
}

// At gives a mutant by its place in the list.
func (f *Family) At(i int) *Mutant {
	if f.pairs == nil {
		return f.firsts[i]
	}
	p := f.pairs.At(i)
	return pair(f.firsts[p.First], f.firsts[p.Second])
}

// ID names a mutant without making it.
func (f *Family) ID(i int) string {
	if f.pairs == nil {
		return f.firsts[i].ID
	}
	p := f.pairs.At(i)
	return mutation.PairID(f.firsts[p.First].ID, f.firsts[p.Second].ID)
}

// Mutants makes all mutants of a selection.
func Mutants(m *model.Model, sel Selection) ([]*Mutant, error) {
	f, err := NewFamily(m, sel)
	if err != nil {
		return nil, err
	}
	all := make([]*Mutant, f.Len())
	for i := range all {
		all[i] = f.At(i)
	}
	return all, nil
}

func firstOrder(m *model.Model, operators []string) []*Mutant {
	e := &enumeration{m: m, ids: mutation.NewIDs(m.File), known: map[string]bool{}}
	for i := range Operators {
		if op := &Operators[i]; slices.Contains(operators, op.Name) {
			e.operator = op.Name
			from := len(e.made)
			op.find(e)
			slices.SortStableFunc(e.made[from:], func(a, b *Mutant) int {
				return int(a.Edits[0].Span.Start - b.Edits[0].Span.Start)
			})
		}
	}
	return e.made
}

func pair(a, b *Mutant) *Mutant {
	edits := append(slices.Clone(a.Edits), b.Edits...)
	slices.SortStableFunc(edits, func(x, y source.Edit) int { return int(x.Span.Start - y.Span.Start) })
	op := a.Operator
	if b.Operator != op {
		op += "+" + b.Operator
	}
	return &Mutant{ID: mutation.PairID(a.ID, b.ID), Operator: op, Edits: edits, Parts: []*Mutant{a, b},
		model: a.model, changes: append(slices.Clone(a.changes), b.changes...)}
}

func overlap(a, b []source.Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Span.Start < y.Span.End && y.Span.Start < x.Span.End || x.Span == y.Span {
				return true
			}
		}
	}
	return false
}

// An enumeration collects the mutants of first order.
type enumeration struct {
	m        *model.Model
	operator string
	ids      *mutation.IDs
	known    map[string]bool // edits made
	made     []*Mutant
}

// add notes a mutant unless one of its edits is in a protected part of the text, or an operator
// before made the same one, or it changes nothing. Its id does not depend on that.
func (e *enumeration) add(c change, edits ...source.Edit) {
	id := e.ids.Next(e.operator, edits[0].Span.Start)
	k := editsKey(edits)
	if e.known[k] || e.idle(edits) {
		return
	}
	e.known[k] = true
	for _, ed := range edits {
		if e.m.Protected.Covers(ed.Span) {
			return
		}
	}
	e.made = append(e.made, &Mutant{ID: id, Operator: e.operator,
		Edits: edits, model: e.m, changes: []change{c}})
}

// idle tells edits that leave the text as it is.
func (e *enumeration) idle(edits []source.Edit) bool {
	return !slices.ContainsFunc(edits, func(ed source.Edit) bool { return e.m.File.Slice(ed.Span) != ed.Text })
}

func editsKey(edits []source.Edit) string {
	var b []byte
	for _, ed := range edits {
		b = strconv.AppendInt(b, int64(ed.Span.Start), 10)
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(ed.Span.End), 10)
		b = append(b, ' ')
		b = append(append(b, ed.Text...), 0)
	}
	return string(b)
}

// replaceExpr notes a mutant that puts another expression in the place of a span of the text.
func (e *enumeration) replaceExpr(action int, old *expr.Expr, to func(*expr.Expr) *expr.Expr, at source.Span,
	text string) {
	e.add(change{action: action, expr: old, toExpr: to}, source.Edit{Span: at, Text: text})
}

// Describe gives the mutant as a report shows it.
func (mu *Mutant) Describe() report.Mutant {
	r := report.Mutant{ID: mu.ID, Operator: mu.Operator}
	f := mu.model.File
	for i, e := range mu.Edits {
		shown := report.Edit{Original: f.Slice(e.Span), Replacement: e.Text, Span: f.Shown(e.Span)}
		if i == 0 {
			r.Original, r.Replacement, r.Span = shown.Original, shown.Replacement, shown.Span
		}
		if len(mu.Edits) > 1 {
			r.Edits = append(r.Edits, shown)
		}
	}
	for _, p := range mu.Parts {
		r.Parts = append(r.Parts, p.ID)
	}
	return r
}

// Text is the mutant's text.
func (mu *Mutant) Text() string { return source.Apply(mu.model.File.Text, mu.Edits) }

// Build gives the mutant as a model that shares what did not change with the original, and says
// where the two differ. It gives nil when the mutant is no model: an expression could leave 64 bits.
func (mu *Mutant) Build() *model.Variant {
	m := mu.model
	if mu.entangled() {
		return mu.reparse()
	}
	impl := *m
	v := &model.Variant{Spec: m, Impl: &impl}
	var actions []int
	for _, c := range mu.changes {
		if c.do != nil {
			impl.Do = rewriteDo(impl.Do, mu.changes)
			impl.Entries = model.Multiply(impl.Do, model.MaxEntries)
		} else if !slices.Contains(actions, c.action) {
			actions = append(actions, c.action)
		}
	}
	if len(actions) > 0 {
		impl.Actions = slices.Clone(m.Actions)
	}
	for _, i := range actions {
		a := *m.Actions[i]
		a.Run = rewriteBody(a.Run, mu.changes)
		impl.Actions[i] = &a
	}
	for i := range m.Actions {
		if (slices.Contains(actions, i) || impl.Do != m.Do) && !withinBounds(&impl, i) {
			return nil
		}
	}
	if impl.Do != m.Do {
		v, _ = model.NewVariant(m, &impl) // the variables are the same
		return v
	}
	for i, e := range m.Entries {
		if involves(e, actions) {
			v.Changed, v.Gone = append(v.Changed, i), append(v.Gone, i)
		}
	}
	return v
}

// entangled tells whether two changes are made to the parts of one statement, so that the second
// does not find what it was made for.
func (mu *Mutant) entangled() bool {
	for i, c := range mu.changes {
		for _, d := range mu.changes[:i] {
			if c.body != nil && c.body == d.body {
				return true
			}
		}
	}
	return false
}

// reparse makes the mutant from its text.
func (mu *Mutant) reparse() *model.Variant {
	impl, _ := model.Parse(source.NewFile(mu.model.File.Name, mu.Text()))
	if impl == nil {
		return nil
	}
	v, _ := model.NewVariant(mu.model, impl) // the variables are the same
	return v
}

// involves tells whether an entry runs, or asks for, one of the actions.
func involves(e *model.Entry, actions []int) bool {
	for _, it := range e.Items {
		if it.Call != nil && slices.Contains(actions, it.Call.Index) {
			return true
		}
		for _, u := range it.Unless {
			if involves(u, actions) {
				return true
			}
		}
	}
	return false
}

func withinBounds(m *model.Model, action int) bool {
	params := model.ParamRanges(m, action)
	ok := true
	model.WalkBody(m.Actions[action].Run, func(b *model.Body) bool {
		if b.Expr != nil && ok {
			_, ok = model.Reach(b.Expr, m.Vars, params)
		}
		return ok
	})
	return ok
}

// rewriteExpr makes the changes of an expression, from below; it gives e itself without any.
func rewriteExpr(e *expr.Expr, changes []change) *expr.Expr {
	made := e
	for i, a := range e.Args {
		if b := rewriteExpr(a, changes); b != a {
			if made == e {
				copied := *e
				copied.Args = slices.Clone(e.Args)
				made = &copied
			}
			made.Args[i] = b
		}
	}
	for _, c := range changes {
		if c.expr == e {
			made = c.toExpr(made)
		}
	}
	return made
}

// rewriteBody likewise changes a statement.
func rewriteBody(b *model.Body, changes []change) *model.Body {
	made := b
	own := func() *model.Body {
		if made == b {
			copied := *b
			copied.Parts = slices.Clone(b.Parts)
			made = &copied
		}
		return made
	}
	if b.Expr != nil {
		if e := rewriteExpr(b.Expr, changes); e != b.Expr {
			own().Expr = e
		}
	}
	for i, p := range b.Parts {
		if q := rewriteBody(p, changes); q != p {
			own().Parts[i] = q
		}
	}
	for _, c := range changes {
		if c.body == b {
			made = c.toBody(made)
		}
	}
	return made
}

// rewriteDo likewise changes the calls of the do-od block. A node that loses all parts but one
// becomes that.
func rewriteDo(d *model.Do, changes []change) *model.Do {
	made := d
	for _, c := range changes {
		if c.do == d && made != nil {
			made = c.toDo(made)
		}
	}
	if made != d {
		return made
	}
	var parts []*model.Do
	differs := false
	for _, p := range d.Parts {
		q := rewriteDo(p, changes)
		differs = differs || q != p
		if q != nil {
			parts = append(parts, q)
		}
	}
	switch {
	case !differs:
		return d
	case len(parts) == 0:
		return nil
	case len(parts) == 1:
		return parts[0]
	}
	copied := *d
	copied.Parts = parts
	return &copied
}
