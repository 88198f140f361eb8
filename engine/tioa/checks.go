package tioa

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/tioa/model"
)

// What is asked of components: determinism, consistency, implementation, specification, pruning.

// each asks something of every component of an operand; composed systems are checked as well as
// they can be composed.
func (s *Session) each(o *model.Operand, a *Answer, check func(*leaf, *Answer) error) error {
	var leaves []*leaf
	if _, err := s.build(o, &leaves); err != nil {
		return err
	}
	for _, l := range distinct(leaves) {
		if err := check(l, a); err != nil {
			return err
		}
	}
	a.Holds = len(a.Reasons) == 0
	return nil
}

func distinct(leaves []*leaf) []*leaf {
	var out []*leaf
	for _, l := range leaves {
		seen := false
		for _, k := range out {
			seen = seen || k == l
		}
		if !seen {
			out = append(out, l)
		}
	}
	return out
}

func (s *Session) deterministic(l *leaf, a *Answer) error {
	if err := s.judge(l); err != nil {
		return err
	}
	if c := l.clash; c != nil {
		a.Reasons = append(a.Reasons, Reason{Code: "not-deterministic", System: l.sys.Name, Text: c.sentence(l.sys)})
	}
	return nil
}

func (c *Clash) sentence(s *System) string {
	return fmt.Sprintf("%s is not deterministic: in %s two edges of '%s' are enabled together, when %s",
		s.Name, c.Loc.Title, s.Syms.Name(c.E.Act), c.Zone.Text(s.names())) + c.Run
}

// consistent asks for determinism too, as the engines do.
func (s *Session) consistent(l *leaf, a *Answer) error {
	if err := s.deterministic(l, a); err != nil {
		return err
	}
	if !l.good.Start() {
		a.Reasons = append(a.Reasons, l.good.reason())
	}
	a.Cut = append(a.Cut, l.good.cuts()...)
	return nil
}

// conjoined asks the conjunctions of a query for consistency, as products. One whose good states are
// not found within the budget is passed over with a note.
func (s *Session) conjoined(a *Answer) {
	for _, sys := range s.conjunctions {
		var g *Goodness
		_, err := sys.whole(zonesOr(s.Reading.Limit) / zonesPerConjoined)
		if err == nil {
			g, err = sys.Good(s.Reading.Limit)
		}
		switch {
		case err != nil:
			a.Notes = append(a.Notes, "the consistency of "+sys.Name+" was not decided: "+err.Error())
		case !g.Start():
			a.Reasons = append(a.Reasons, g.reason())
		}
	}
}

// zonesPerConjoined is how many zones a search must be allowed to store for each location of a
// conjunction that is asked for consistency as a product: 500 locations by default.
const zonesPerConjoined = 400

// reason is that of a system whose start is not good.
func (g *Goodness) reason() Reason {
	return Reason{Code: "inconsistent", System: g.Sys.Name, Text: g.Sys.Name + " is inconsistent: " + g.why()}
}

// why says what is wrong with the start.
func (g *Goodness) why() string {
	l := g.Sys.Locs[g.Sys.Init]
	if len(g.Good[g.Sys.Init]) == 0 {
		return fmt.Sprintf("from %s inputs or time can always lead where it is stuck", l.Title)
	}
	return fmt.Sprintf("its start in %s is not among the good states, %s", l.Title, g.Good[g.Sys.Init].Text(g.Sys.names()))
}

// cuts lists what pruning cuts off, in the locations that edges connect to the start.
func (g *Goodness) cuts() []Cut {
	var cuts []Cut
	for _, i := range g.Sys.reachable() {
		if lost := g.Lost(i); len(lost) > 0 {
			cuts = append(cuts, Cut{g.Good[i].Text(g.Sys.names()), g.Sys.Locs[i].Title, lost.Text(g.Sys.names())})
		}
	}
	return cuts
}

// implementation asks for determinism, for a component that is good wherever it can come to, and
// for outputs that do not wait.
func (s *Session) implementation(l *leaf, a *Answer) error {
	if err := s.deterministic(l, a); err != nil {
		return err
	}
	if !l.good.Start() {
		a.Reasons = append(a.Reasons, l.good.reason())
		return nil
	}
	stuck, err := l.good.Stuck(s.Reading.Limit)
	if err != nil {
		return err
	}
	names := l.sys.names()
	if stuck != nil {
		a.Reasons = append(a.Reasons, Reason{Code: "inconsistent", System: l.sys.Name,
			Text: fmt.Sprintf("%s can come to a state it is stuck in: %s, when %s",
				l.sys.Name, stuck.Loc.Title, stuck.Zone.Text(names)) + stuck.Run})
	}
	slow, err := l.sys.SlowOutput(s.Reading.Limit)
	if err != nil {
		return err
	}
	if slow != nil {
		a.Reasons = append(a.Reasons, Reason{Code: "output-not-urgent", System: l.sys.Name,
			Text: fmt.Sprintf("%s may wait although it can do '%s!': in %s, when %s",
				l.sys.Name, l.sys.Syms.Name(slow.E.Act), slow.Loc.Title, slow.Zone.Text(names)) + slow.Run})
	}
	return nil
}

// specification asks for determinism and for every input everywhere.
func (s *Session) specification(l *leaf, a *Answer) error {
	if err := s.deterministic(l, a); err != nil {
		return err
	}
	if refused := l.sys.refusedInput(); refused != "" {
		a.Reasons = append(a.Reasons, Reason{Code: "not-input-enabled", System: l.sys.Name, Text: refused})
	}
	return nil
}

// refusedInput says where an input has no edge, or nothing.
func (s *System) refusedInput() string {
	slab := s.slab()
	for _, i := range s.reachable() {
		l := s.at(i)
		if l.Kind != model.Normal {
			continue
		}
		for _, act := range s.In.list() {
			if rest := l.ignores(act, s.dim(), slab); len(rest) > 0 {
				return fmt.Sprintf("%s refuses '%s?' in %s, when %s", s.Name, s.Syms.Name(act), l.Title, rest.Text(s.names()))
			}
		}
	}
	return ""
}

func (s *Session) pruning(q *model.Query, a *Answer) error {
	var leaves []*leaf
	sys, err := s.build(q.Left, &leaves)
	if err != nil {
		return err
	}
	g, err := sys.Good(s.Reading.Limit)
	if err != nil {
		return err
	}
	a.Cut = g.cuts()
	a.Holds = g.Start()
	if !a.Holds {
		a.Reasons = append(a.Reasons, Reason{Code: "inconsistent", System: sys.Name, Text: "nothing remains: " + g.why()})
	} else if q.Name != "" {
		l, err := s.prune(q.Left)
		if err != nil {
			return err
		}
		a.Component, err = l.sys.Flatten(q.Name)
		return err
	}
	return nil
}
