package model

import "github.com/mutarium/mutarium/engine/expr"

// A fault is what a mutant has at one place of a transition. Changes of the same expression make one fault: what
// they infect together need not be what each infects alone, as [1 = 3] with both constants changed to 2 shows.
type Fault struct {
	Transition int
	Site       Site
	Kind       ChangeKind
	Now        *expr.Expr // changeExpr: the mutant's expression at the site
	Target     int        // changeTarget
}

// What a change does to its place.
type ChangeKind uint8

const (
	ChangeExpr   ChangeKind = iota
	DropUpdate              // site.index
	DropEmit                // site.index
	ChangeTarget            // target
)

// InGuard tells a fault of a guard.
func (f *Fault) InGuard() bool { return f.Kind == ChangeExpr && f.Site.Kind == GuardSite }
