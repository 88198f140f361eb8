package engine

import (
	"context"
	"fmt"

	"github.com/mutarium/mutarium/engine/efsm"
	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/efsm/referee"
	"github.com/mutarium/mutarium/engine/report"
)

// Duplicates among the mutants of EFSMs: Fingerprint and Same make the checker a Matcher.

// A strongWord is the word of the mutant that was checked last: it is asked for its fingerprint next.
type strongWord struct {
	id   string
	word []model.Letter // nil: not killed
}

// Fingerprint is not ok for mutants that are not known to be killed.
func (c *efsmChecker) Fingerprint(ctx context.Context, mutant Mutant) (print string, ok bool) {
	em := mutant.(efsmMutant)
	if c.blocked != nil {
		return "", false
	}
	if id := em.ID(); c.last.id != id {
		c.last = strongWord{id: id}
		if c.symbolic != nil {
			c.last.word = c.symbolic.Check(ctx, em.changes()...).Strong
		} else {
			v := c.exact.Check(em.changes()...)
			c.last.word = c.exact.Word(v.Strong)
		}
	}
	if c.last.word == nil || ctx.Err() != nil {
		return "", false
	}
	return efsm.Fingerprint(c.x.m, c.last.word, em.changes()...), true
}

// Same compares by the product of the two mutants. Where the model is too large to enumerate, mutants
// with the same transitions are alike, and small products are tried.
func (c *efsmChecker) Same(ctx context.Context, a, b Mutant) (same, decided bool) {
	x, y := a.(efsmMutant).changes(), b.(efsmMutant).changes()
	switch {
	case c.exact != nil:
		return c.exact.Alike(ctx, x, y)
	case efsm.SameText(c.x.m, x, y):
		return true, true
	}
	return c.playedAlike(efsm.Mutant(c.x.m, x...), efsm.Mutant(c.x.m, y...), verifyPairs)
}

// playedAlike compares two machines by the plain evaluator, on at most so many pairs of states.
func (c *efsmChecker) playedAlike(a, b *model.Machine, pairs int) (same, decided bool) {
	r, err := referee.New(a, pairs)
	if err != nil {
		return false, false
	}
	v := r.Judge(b, nil)
	return v.Strong == nil, v.Strong != nil || !v.Exhausted
}

// verifyDuplicate plays a duplicate and the mutant that it is called like side by side. What is
// beyond the bound is left to the comparison that every verification repeats.
func (c *efsmChecker) verifyDuplicate(m report.Mutant, r *report.Report) error {
	if m.DuplicateOf == "" {
		return nil
	}
	for _, other := range r.Mutants {
		if other.ID != m.DuplicateOf {
			continue
		}
		a, err := c.written(other)
		if err != nil {
			return err
		}
		b, err := c.written(m)
		if err != nil {
			return err
		}
		if same, decided := c.playedAlike(a, b, verifyPairs); decided && !same {
			return fmt.Errorf("some input word tells it apart from %s, of which it is called a duplicate", other.ID)
		}
		return nil
	}
	return fmt.Errorf("there is no %s, of which it is called a duplicate", m.DuplicateOf)
}
