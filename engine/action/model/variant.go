package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
)

// A Variant is a mutant and its original: a model with the same variables, and where they
// differ. Entries of the mutant that stand in the original too behave the same in both.
type Variant struct {
	Spec, Impl *Model
	Changed    []int // entries of Impl that Spec does not have
	Gone       []int // entries of Spec that Impl does not have
}

// Same tells that the two models differ in nothing but the text.
func (v *Variant) Same() bool {
	return len(v.Changed)+len(v.Gone) == 0 && slices.Equal(v.Spec.Init, v.Impl.Init)
}

// NewVariant finds where two models differ. The error says why they cannot be compared.
func NewVariant(spec, impl *Model) (*Variant, error) {
	if s, i := spec.VarNames(), impl.VarNames(); strings.Join(s, ", ") != strings.Join(i, ", ") {
		return nil, fmt.Errorf("the models have different variables, so their states cannot be compared: "+
			"got [%s], want [%s] in state_def", strings.Join(i, ", "), strings.Join(s, ", "))
	}
	v := &Variant{Spec: spec, Impl: impl}
	unmatched := map[string][]int{}
	for i, e := range spec.Entries {
		k := entryKey(e)
		unmatched[k] = append(unmatched[k], i)
	}
	matched := make([]bool, len(spec.Entries))
	sameTypes := sameRanges(spec, impl)
	for i, e := range impl.Entries {
		k := entryKey(e)
		if at := unmatched[k]; len(at) > 0 && sameTypes && sameActions(spec, impl, spec.Entries[at[0]], e) {
			matched[at[0]] = true
			unmatched[k] = at[1:]
			continue
		}
		v.Changed = append(v.Changed, i)
	}
	for i, m := range matched {
		if !m {
			v.Gone = append(v.Gone, i)
		}
	}
	return v, nil
}

func sameRanges(a, b *Model) bool {
	for i := range a.Vars {
		if a.Vars[i].Lo != b.Vars[i].Lo || a.Vars[i].Hi != b.Vars[i].Hi {
			return false
		}
	}
	return true
}

// entryKey gives entries the same key that differ at most in what their actions do.
func entryKey(e *Entry) string {
	var b strings.Builder
	for _, it := range e.Items {
		if it.Call == nil {
			b.WriteByte(1)
			for _, u := range it.Unless {
				b.WriteString(entryKey(u))
			}
			b.WriteByte(2)
			continue
		}
		b.WriteString(it.Call.Action.Name)
		for _, p := range it.Call.Params {
			b.WriteByte(3)
			fmt.Fprint(&b, p.Lo, " ", p.Hi)
		}
		b.WriteByte(0)
	}
	return b.String()
}

// sameActions tells whether entries with the same key run equal actions.
func sameActions(spec, impl *Model, a, b *Entry) bool {
	for i, x := range a.Items {
		y := b.Items[i]
		if x.Call != nil {
			p, q := spec.Actions[x.Call.Index], impl.Actions[y.Call.Index]
			if p != q && !EqualBody(p.Run, q.Run) {
				return false
			}
			continue
		}
		for j := range x.Unless {
			if !sameActions(spec, impl, x.Unless[j], y.Unless[j]) {
				return false
			}
		}
	}
	return true
}

// EqualBody compares structure and what names stand for, not places and spellings.
func EqualBody(a, b *Body) bool {
	if a.Op != b.Op || a.Ref != b.Ref || len(a.Parts) != len(b.Parts) || (a.Expr == nil) != (b.Expr == nil) {
		return false
	}
	if a.Expr != nil && !equalExpr(a.Expr, b.Expr) {
		return false
	}
	for i := range a.Parts {
		if !EqualBody(a.Parts[i], b.Parts[i]) {
			return false
		}
	}
	return true
}

// equalExpr takes parameters of different names for the same.
func equalExpr(a, b *expr.Expr) bool {
	if a.Op != b.Op || a.Type != b.Type || a.Ref != b.Ref || a.Value != b.Value || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !equalExpr(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}
