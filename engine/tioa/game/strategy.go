package game

import (
	"sort"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// The spoiler's strategy: how to show that the implementation does not refine, from every state from
// which it can be shown, whatever the other side answers. It is read off the backward game.

// A Strategy lists rules; in a pair of locations the first that applies counts.
type Strategy struct {
	Rules []Move
	Impl  string
	Spec  string
}

// A Move is a rule: what to do in a set of states: wait, send an input, or watch for an output that
// betrays the implementation.
type Move struct {
	Impl, Spec string // locations
	When       string // clock values
	Do         string // "wait", "send a?", "watch for b!", "it waits too long"
	Then       string // what it leads to
	Rank       int    // rules that it leads to have smaller ones
}

// StrategyOf computes the strategy against a pair of systems, or nil when there is none.
func StrategyOf(impl, spec *System, g Game) (*Strategy, error) {
	to := behind(spec, len(impl.Clocks))
	b, holds, err := solveBackward(impl, to, g, pairSlab(impl, spec))
	if err != nil || holds {
		return nil, err
	}
	s := &Strategy{Impl: impl.Name, Spec: spec.Name}
	names := pairNames(impl, spec)
	for _, p := range b.pairs {
		s.Rules = append(s.Rules, b.rules(p, names)...)
	}
	return s, nil
}

// pairNames names the clocks of both sides; where names meet, the sides' names stand before them.
func pairNames(impl, spec *System) []string {
	left, right := "", ""
	for _, x := range impl.Clocks {
		if model.Contains(spec.Clocks, x) {
			left, right = impl.Name+".", spec.Name+"."
		}
	}
	if left != "" && left == right {
		left, right = "impl.", "spec."
	}
	names := []string{""}
	for _, x := range impl.Clocks {
		names = append(names, left+x)
	}
	for _, x := range spec.Clocks {
		names = append(names, right+x)
	}
	return names
}

// rules lists the rules of one pair of locations, those that end the play soonest first.
func (b *backward) rules(p *pairState, names []string) []Move {
	if len(p.bad) == 0 {
		return nil
	}
	impl, spec := b.r.impl.At(p.impl), b.r.spec.at(p.spec)
	var out []Move
	for _, q := range p.pieces {
		where := q.where.Intersect(p.reach, b.r.slab).Merge(b.r.slab)
		if len(where) == 0 {
			continue
		}
		r := Move{Impl: impl.Title, Spec: spec.Title, When: where.Text(names), Rank: q.rank}
		r.Do, r.Then = b.deed(p, q)
		out = append(out, r)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Rank < out[j].Rank })
	if wait := p.bad.Subtract(p.now, b.r.slab).Merge(b.r.slab); len(wait) > 0 {
		out = append(out, Move{Impl: impl.Title, Spec: spec.Title, When: wait.Text(names), Do: "wait",
			Then: "until another rule applies"})
	}
	return out
}

// deed says what a piece means to do, and what follows.
func (b *backward) deed(p *pairState, q piece) (do, then string) {
	if q.step == nil {
		return "stop", b.r.impl.Name + " waits here, which " + b.r.spec.Name + " does not allow"
	}
	act := b.r.impl.Syms.Name(q.step.Act)
	side := b.r.spec.Name
	do = "watch for " + act + "!"
	if !q.step.Output {
		do, side = "send "+act+"?", b.r.impl.Name
	}
	answered := false
	impl, spec := b.r.impl.At(p.impl), b.r.spec.at(p.spec)
	b.challenges(p, impl, spec, func(e *Step, answers []*Step, ignored bool, _ trace.Fault) {
		if e == q.step {
			for _, a := range answers {
				for _, z := range q.where {
					answered = answered || a.Guard.Meets(z, b.r.slab)
				}
			}
			answered = answered || ignored
		}
	})
	if answered {
		return do, "every answer of " + side + " leads on to another rule"
	}
	return do, side + " refuses it"
}

// Table shows the strategy.
func (s *Strategy) Table() *report.Table {
	t := &report.Table{
		Caption: "The spoiler's strategy: how to tell " + s.Impl + " from " + s.Spec + " whatever it answers",
		Columns: []string{s.Impl, s.Spec, "when", "do", "then"},
	}
	for _, r := range s.Rules {
		t.Rows = append(t.Rows, []string{r.Impl, r.Spec, r.When, r.Do, r.Then})
	}
	return t
}

// MoveJSON is a rule as JSON.
type MoveJSON struct {
	Do   string `json:"do"`
	Impl string `json:"impl"`
	Spec string `json:"spec"`
	Then string `json:"then"`
	When string `json:"when"`
}

// JSON gives the rules in order.
func (s *Strategy) JSON() []MoveJSON {
	out := make([]MoveJSON, len(s.Rules))
	for i, r := range s.Rules {
		out[i] = MoveJSON{r.Do, r.Impl, r.Spec, r.Then, r.When}
	}
	return out
}
