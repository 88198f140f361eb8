package efsm

import (
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// Machines changed in the one thing that a cause blames, for the check of it.

// applied gives the machine with one fault.
func applied(m *model.Machine, f *model.Fault) *model.Machine {
	t := m.Transitions[f.Transition]
	switch f.Kind {
	case model.ChangeTarget:
		t.To = f.Target
	case model.DropUpdate:
		t.Updates = slices.Delete(slices.Clone(t.Updates), f.Site.Index, f.Site.Index+1)
	case model.DropEmit:
		t.Emits = slices.Delete(slices.Clone(t.Emits), f.Site.Index, f.Site.Index+1)
	default:
		t = *t.With(f.Site, f.Now)
	}
	return m.With(map[int]*model.Transition{f.Transition: &t})
}

// marked adds an output of its own to a transition.
func marked(m *model.Machine, transition int) *model.Machine {
	c := m.With(nil)
	c.Outputs = append(slices.Clone(m.Outputs), model.Output{Name: unused(m, "seen_"+m.Transitions[transition].ID)})
	t := &c.Transitions[transition]
	t.Emits = append([]model.Emit{{Output: len(m.Outputs)}}, t.Emits...)
	return c
}

// moved has a transition tried just before another of its group.
func moved(m *model.Machine, transition, before int) *model.Machine {
	c := m.With(nil)
	t := c.Transitions[transition]
	t.Priority = c.Transitions[before].Priority
	rest := slices.Delete(c.Transitions, transition, transition+1)
	if before > transition {
		before--
	}
	c.Transitions = slices.Insert(rest, before, t)
	return c
}

// unset takes the assignments to a variable out of a transition.
func unset(m *model.Machine, s setting) *model.Machine {
	c := m.With(nil)
	t := &c.Transitions[s.transition]
	t.Updates = slices.DeleteFunc(slices.Clone(t.Updates), func(u model.Update) bool { return u.Var == s.variable })
	return c
}

// looking adds an input that shows variables, and the location by its number.
func looking(m *model.Machine, vars []int, location bool) *model.Machine {
	c := m.With(nil)
	c.Inputs = append(slices.Clone(m.Inputs), model.Input{Name: unused(m, "look")})
	shown := model.Output{Name: unused(m, "looks_like")}
	var args []*expr.Expr
	for _, v := range vars {
		typ := expr.Int
		if m.Vars[v].Bool {
			typ = expr.Bool
		}
		args = append(args, &expr.Expr{Op: expr.Name, Type: typ, Ref: v, Name: m.Vars[v].Name})
		shown.Params, shown.Types = append(shown.Params, fmt.Sprint("a", v)), append(shown.Types, typ)
	}
	if location {
		shown.Params, shown.Types = append(shown.Params, "at"), append(shown.Types, expr.Int)
	}
	c.Outputs = append(slices.Clone(m.Outputs), shown)
	for l := range m.Locations {
		all := args
		if location {
			all = append(slices.Clone(args), expr.Num(int64(l)))
		}
		c.Transitions = append(c.Transitions, model.Transition{
			ID: unused(m, "look_"+m.Locations[l].Name), From: l, To: l, Event: len(m.Inputs),
			Emits: []model.Emit{{Output: len(m.Outputs), Args: all}},
		})
	}
	return c
}

// unused makes a name that a machine does not have.
func unused(m *model.Machine, name string) string {
	for {
		taken := slices.ContainsFunc(m.Inputs, func(x model.Input) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Outputs, func(x model.Output) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Vars, func(x model.Variable) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Locations, func(x model.Location) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Consts, func(x model.Const) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Transitions, func(x model.Transition) bool { return x.ID == name })
		if !taken {
			return name
		}
		name += "_"
	}
}
