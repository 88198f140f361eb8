package model

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// finish resolves what spans several declarations and checks the model. The model is nil when
// there are errors.
func (r *reader) finish() (*Model, source.Diagnostics) {
	r.setAside()
	r.resolve()
	r.setAside()
	if !r.diags.HasErrors() {
		r.model.check(r.diags)
		r.setAside()
	}
	if r.diags.HasErrors() {
		return nil, r.diags.Sort()
	}
	r.model.protect(r.model.File, r.diags)
	return r.model, r.diags.Sort()
}

// setAside takes the automata out that have errors, if a part of the model is enough and all errors lie
// within automata of which others have none. Their errors go with them.
func (r *reader) setAside() {
	if !r.partly || !r.diags.HasErrors() {
		return
	}
	broken := map[*Automaton]source.Diagnostics{}
	var rest source.Diagnostics
	for _, x := range *r.diags {
		if x.Severity != source.Error {
			rest = append(rest, x)
			continue
		}
		within := false
		for _, a := range r.model.Automata { // the instances of a template share its text
			if a.Span.Start <= x.Span.Start && x.Span.End <= a.Span.End {
				broken[a] = append(broken[a], x)
				within = true
			}
		}
		if !within {
			return
		}
	}
	if len(broken) == len(r.model.Automata) {
		return
	}
	*r.diags = rest
	r.model.Automata = slices.DeleteFunc(r.model.Automata, func(a *Automaton) bool {
		if d, found := broken[a]; found {
			r.model.Broken = append(r.model.Broken, Broken{a.Name, d})
			return true
		}
		return false
	})
	r.automata, r.named = nil, 0
}

// resolve connects instances, shared declarations and IO lists with the automata.
func (r *reader) resolve() {
	r.instantiate()
	r.separate()
	r.distribute()
	r.attachIO()
	for _, a := range r.model.Automata {
		a.implied()
		if a.Initial < 0 && !r.diags.HasErrors() {
			r.diags.Add(a.NameSpan, "no-initial", "%s has no initial location", a.Name)
		}
	}
	if len(r.model.Automata) == 0 && !r.diags.HasErrors() {
		r.diags.Add(source.Span{}, "no-process", "the model declares no process")
	}
	r.duplicates()
}

// instantiate makes a copy of a template under the name of each instance "P = T();".
func (r *reader) instantiate() {
	for _, i := range r.instances {
		t := r.byName(i.template.Text)
		if t == nil {
			r.undefined(i.template)
			continue
		}
		if i.name.Text == t.Name {
			continue
		}
		c := *t
		c.Name, c.NameSpan = i.name.Text, i.name.Span
		r.model.Automata = append(r.model.Automata, &c)
	}
	for _, t := range r.systemAt {
		if r.byName(t.Text) == nil {
			r.undefined(t)
		}
	}
}

// separate marks what the system line does not list as templates, which are no processes, and moves
// them behind the processes. In a project, and where the line names nothing that is declared, all
// components count.
func (r *reader) separate() {
	listed := map[*Automaton]bool{}
	for _, t := range r.systemAt {
		if a := r.byName(t.Text); a != nil {
			listed[a] = true
		}
	}
	if len(listed) == 0 || r.model.Format == Project {
		return
	}
	instantiated := map[*Automaton]bool{}
	for _, i := range r.instances {
		instantiated[r.byName(i.template.Text)] = true
	}
	for _, a := range r.model.Automata {
		if a.Template = !listed[a]; a.Template && !instantiated[a] && !r.queried(a) {
			r.diags.Warn(a.NameSpan, "unused-template",
				"'%s' is not on the system line: it is no process, and only queries that name it see it", a.Name)
		}
	}
	slices.SortStableFunc(r.model.Automata, func(a, b *Automaton) int {
		switch {
		case a.Template == b.Template:
			return 0
		case a.Template:
			return 1
		}
		return -1
	})
}

// queried tells whether a query of the model names a component.
func (r *reader) queried(a *Automaton) bool {
	return slices.ContainsFunc(r.model.Queries, func(q QueryText) bool { return strings.Contains(q.Text, a.Name) })
}

// undefined warns of an unknown process in the system declarations. Files of the Ecdar tools often
// name components that were removed, and queries name what they speak of.
func (r *reader) undefined(t expr.Token) {
	d := r.diags.Warn(t.Span, "undefined-process", "'%s' is not declared: it is passed over", t.Text)
	d.Hint = source.DidYouMean(t.Text, r.model.Names())
}

// duplicates reports processes of the same name.
func (r *reader) duplicates() {
	first := map[string]*Automaton{}
	for _, a := range r.model.Automata {
		if b := first[a.Name]; b != nil {
			d := r.diags.Add(a.NameSpan, "duplicate", "process '%s' is declared twice", a.Name)
			d.Notes = append(d.Notes, source.Note{Span: b.NameSpan, Message: "the first declaration"})
			continue
		}
		first[a.Name] = a
	}
}

// byName finds automata as Model.Automaton does; by the exact name without a search.
func (r *reader) byName(name string) *Automaton {
	for ; r.named < len(r.model.Automata); r.named++ {
		a := r.model.Automata[r.named]
		if r.automata == nil {
			r.automata = map[string]*Automaton{}
		}
		if r.automata[a.Name] == nil {
			r.automata[a.Name] = a
		}
	}
	if a := r.automata[name]; a != nil {
		return a
	}
	return r.model.Automaton(name)
}

// distribute gives the clocks and variables declared for all to the automaton that mentions them.
// One that two mention would be shared between components, which the theory does not have.
func (r *reader) distribute() {
	for _, c := range r.globals.Clocks {
		for _, a := range r.users(c.Name, c.Span, "clock") {
			a.Clocks = append(a.Clocks, c)
		}
	}
	for _, v := range r.globals.Vars {
		for _, a := range r.users(v.Name, v.Span, "variable") {
			a.Vars = append(a.Vars, v)
		}
	}
}

func (r *reader) users(name string, at source.Span, kind string) []*Automaton {
	var users []*Automaton
	for _, a := range r.model.Automata {
		if a.Clock(name) < 0 && a.Variable(name) < 0 && a.mentions(name) {
			users = append(users, a)
		}
	}
	processes := slices.DeleteFunc(slices.Clone(users), func(a *Automaton) bool { return a.Template })
	if len(processes) > 1 {
		d := r.diags.Add(at, "unsupported", "%s '%s' is shared by %s and %s: shared clocks and variables are not supported",
			kind, name, processes[0].Name, processes[1].Name)
		d.Hint = "declare it in each process"
		return nil
	}
	return users
}

// mentions tells whether a name occurs in a guard, an invariant or an assignment.
func (a *Automaton) mentions(name string) bool {
	found := false
	look := func(e *expr.Expr) {
		if e != nil {
			expr.Walk(e, func(n *expr.Expr) bool {
				found = found || n.Op == expr.Name && n.Name == name
				return !found
			})
		}
	}
	for _, l := range a.Locations {
		look(l.Invariant)
	}
	for _, e := range a.Edges {
		look(e.Guard)
		for _, u := range e.Updates {
			found = found || u.Name == name
			look(u.Value)
		}
	}
	return found
}

func (r *reader) attachIO() {
	for i := range r.ios {
		l := &r.ios[i]
		a := r.byName(l.name.Text)
		if a == nil {
			r.diags.Warn(l.name.Span, "undefined-process", "'%s' is not declared: its IO list is passed over",
				l.name.Text).Hint = source.DidYouMean(l.name.Text, r.model.Names())
			continue
		}
		a.IO = &l.io
	}
}

// implied drops the loops that Ecdar draws at universal and inconsistent locations for every
// action: the kind of the location says it.
func (a *Automaton) implied() {
	kept := make([]*Edge, 0, len(a.Edges)) // instances of a template share the edges
	for _, e := range a.Edges {
		if e.Action == "*" && e.Source == e.Target && a.Locations[e.Source].Kind != Normal {
			continue
		}
		kept = append(kept, e)
	}
	a.Edges = kept
}
