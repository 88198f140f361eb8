package efsm

import "github.com/mutarium/mutarium/engine/expr"

// A fault is what a mutant has at one place of a transition. Changes of the same expression make one fault: what
// they infect together need not be what each infects alone, as [1 = 3] with both constants changed to 2 shows.
type fault struct {
	transition int
	site       site
	kind       changeKind
	now        *expr.Expr // changeExpr: the mutant's expression at the site
	target     int        // changeTarget
}

// What a change does to its place.
type changeKind uint8

const (
	changeExpr   changeKind = iota
	dropUpdate              // site.index
	dropEmit                // site.index
	changeTarget            // target
)

// inGuard tells a fault of a guard.
func (f *fault) inGuard() bool { return f.kind == changeExpr && f.site.kind == guardSite }
