package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// States in words.

// Names spells the events of an entry: "up; display".
func (e *Entry) Names() string {
	var names []string
	for _, c := range e.Calls() {
		names = append(names, c.Action.Name)
	}
	return strings.Join(names, "; ")
}

// SayState spells some variables of a state: "lamp = 3 and level = 0".
func (m *Model) SayState(state []int64, vars []int) string {
	var parts []string
	for _, i := range vars {
		parts = append(parts, fmt.Sprintf("%s = %d", m.Vars[i].Name, state[i]))
	}
	return report.Listing(parts, "and")
}

// SayOutside spells the variables of a state that are outside their types: "lamp = 4, outside 0..3".
func (m *Model) SayOutside(state []int64) string {
	for i, v := range m.Vars {
		if !v.Has(state[i]) {
			return fmt.Sprintf("%s = %d, outside %d..%d", v.Name, state[i], v.Lo, v.Hi)
		}
	}
	return ""
}

// SayBeyond names the bounds that a state breaks: "`lamp` is never above 3".
func (m *Model) SayBeyond(state []int64) string {
	var parts []string
	for i, v := range m.Vars {
		switch {
		case state[i] < v.Lo:
			parts = append(parts, fmt.Sprintf("`%s` is never below %d", v.Name, v.Lo))
		case state[i] > v.Hi:
			parts = append(parts, fmt.Sprintf("`%s` is never above %d", v.Name, v.Hi))
		}
	}
	return report.Listing(parts, "and")
}

// BodyVars lists the variables that a statement reads or sets, ascending.
func BodyVars(m *Model, b *Body) []int {
	var vars []int
	WalkBody(b, func(n *Body) bool {
		if n.Op == Assign {
			vars = append(vars, n.Ref)
		}
		if n.Expr != nil {
			expr.Refs(n.Expr, func(ref int) {
				if ref < len(m.Vars) {
					vars = append(vars, ref)
				}
			})
		}
		return true
	})
	slices.Sort(vars)
	return slices.Compact(vars)
}
