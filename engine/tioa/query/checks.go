package query

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/replay"
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
		a.Reasons = append(a.Reasons, Reason{Code: "not-deterministic", System: l.sys.Name, Text: clashText(c, l.sys)})
	}
	return nil
}

func clashText(c *game.Clash, s *game.System) string {
	return fmt.Sprintf("%s is not deterministic: in %s two edges of '%s' are enabled together, when %s",
		s.Name, c.Loc.Title, s.Syms.Name(c.E.Act), c.Zone.Text(s.Names())) + replay.Way(c.Run)
}

// consistent asks for determinism too, as the engines do.
func (s *Session) consistent(l *leaf, a *Answer) error {
	if err := s.deterministic(l, a); err != nil {
		return err
	}
	if !l.good.Start() {
		a.Reasons = append(a.Reasons, reason(l.good))
	}
	a.Cut = append(a.Cut, cutsOf(l.good)...)
	return nil
}

// conjoined asks the conjunctions of a query for consistency, as products. One whose good states are
// not found within the budget is passed over with a note.
func (s *Session) conjoined(a *Answer) {
	for _, sys := range s.conjunctions {
		var g *game.Goodness
		_, err := sys.Whole(game.ZonesOr(s.Reading.Limit) / zonesPerConjoined)
		if err == nil {
			g, err = sys.Good(s.Reading.Limit)
		}
		switch {
		case err != nil:
			a.Notes = append(a.Notes, "the consistency of "+sys.Name+" was not decided: "+err.Error())
		case !g.Start():
			a.Reasons = append(a.Reasons, reason(g))
		}
	}
}

// zonesPerConjoined is how many zones a search must be allowed to store for each location of a
// conjunction that is asked for consistency as a product: 500 locations by default.
const zonesPerConjoined = 400

// reason is that of a system whose start is not good.
func reason(g *game.Goodness) Reason {
	return Reason{Code: "inconsistent", System: g.Sys.Name, Text: g.Sys.Name + " is inconsistent: " + why(g)}
}

// why says what is wrong with the start.
func why(g *game.Goodness) string {
	l := g.Sys.Locs[g.Sys.Init]
	if len(g.Good[g.Sys.Init]) == 0 {
		return fmt.Sprintf("from %s inputs or time can always lead where it is stuck", l.Title)
	}
	return fmt.Sprintf("its start in %s is not among the good states, %s", l.Title, g.Good[g.Sys.Init].Text(g.Sys.Names()))
}

// cuts lists what pruning cuts off, in the locations that edges connect to the start.
func cutsOf(g *game.Goodness) []Cut {
	var cuts []Cut
	for _, i := range g.Sys.Reachable() {
		if lost := g.Lost(i); len(lost) > 0 {
			cuts = append(cuts, Cut{g.Good[i].Text(g.Sys.Names()), g.Sys.Locs[i].Title, lost.Text(g.Sys.Names())})
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
		a.Reasons = append(a.Reasons, reason(l.good))
		return nil
	}
	stuck, err := l.good.Stuck(s.Reading.Limit)
	if err != nil {
		return err
	}
	names := l.sys.Names()
	if stuck != nil {
		a.Reasons = append(a.Reasons, Reason{Code: "inconsistent", System: l.sys.Name,
			Text: fmt.Sprintf("%s can come to a state it is stuck in: %s, when %s",
				l.sys.Name, stuck.Loc.Title, stuck.Zone.Text(names)) + replay.Way(stuck.Run)})
	}
	slow, err := l.sys.SlowOutput(s.Reading.Limit)
	if err != nil {
		return err
	}
	if slow != nil {
		a.Reasons = append(a.Reasons, Reason{Code: "output-not-urgent", System: l.sys.Name,
			Text: fmt.Sprintf("%s may wait although it can do '%s!': in %s, when %s",
				l.sys.Name, l.sys.Syms.Name(slow.E.Act), slow.Loc.Title, slow.Zone.Text(names)) + replay.Way(slow.Run)})
	}
	return nil
}

// specification asks for determinism and for every input everywhere.
func (s *Session) specification(l *leaf, a *Answer) error {
	if err := s.deterministic(l, a); err != nil {
		return err
	}
	if refused := refusedInput(l.sys); refused != "" {
		a.Reasons = append(a.Reasons, Reason{Code: "not-input-enabled", System: l.sys.Name, Text: refused})
	}
	return nil
}

// refusedInput says where an input has no edge, or nothing.
func refusedInput(s *game.System) string {
	slab := s.Slab()
	for _, i := range s.Reachable() {
		l := s.At(i)
		if l.Kind != model.Normal {
			continue
		}
		for _, act := range s.In.List() {
			if rest := l.Ignores(act, s.Dim(), slab); len(rest) > 0 {
				return fmt.Sprintf("%s refuses '%s?' in %s, when %s", s.Name, s.Syms.Name(act), l.Title, rest.Text(s.Names()))
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
	a.Cut = cutsOf(g)
	a.Holds = g.Start()
	if !a.Holds {
		a.Reasons = append(a.Reasons, Reason{Code: "inconsistent", System: sys.Name, Text: "nothing remains: " + why(g)})
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
