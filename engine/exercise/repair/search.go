package repair

import (
	"cmp"
	"context"
	"slices"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A search tries candidates one after the other. Each is read, run on tests that wrong models have failed, and
// compared only if it passes them all.
type search struct {
	ctx    context.Context
	q      Request
	twice  bool         // refinement has to be asked both ways
	trial  engine.Trial // of the reference; nil: its formalism has none yet
	secret secret
	tests  []*test
	first  outcome // of the student's model
	found  []found
	near   []near
	tried  map[string]bool // texts

	replays, comparisons int
}

// A test is one that a wrong model has failed.
type test struct {
	engine.Test
	kills int
}

// A found repair with what it is ordered by.
type found struct {
	Repair
	does  int // of what only refines: the steps that the reference can do and it cannot come after so many
	size  int // of the change, in tokens
	score int // of its place
}

// A near candidate does not pass, and may with a second change.
type near struct {
	candidate
	text   string
	passed int // steps, over the tests that the student's model fails
}

// An outcome is what is known of a model.
type outcome struct {
	refines, equal bool
	step           int           // at which it goes wrong, from 1; 0: unknown
	does           int           // see found
	forth          report.Mutant // the comparison with the reference
	back           report.Mutant // and of the reference with it
}

func (o *outcome) passes(q *Request) bool { return o.equal || o.refines && !q.Equal }

func newSearch(ctx context.Context, q Request) (*search, error) {
	name := q.Formalism.Describe().Name
	s := &search{ctx: ctx, q: q, tried: map[string]bool{q.StudentFile.Text: true},
		twice: name == "action-system" || name == "timed"}
	if t, ok := q.Reference.(engine.TestModel); ok {
		trial, err := t.Trial(ctx, q.Settings)
		if err != nil {
			return nil, err
		}
		s.trial = trial
	}
	for _, t := range q.Tests {
		s.tests = append(s.tests, &test{Test: t})
	}
	o, err := s.compare(q.Student)
	if err != nil {
		return nil, err
	}
	if o.passes(&q) {
		return nil, errPasses
	}
	s.first, s.secret = o, newSecret(&q)
	return s, nil
}

// compare compares a model with the reference, and the other way round where that is another question.
func (s *search) compare(m engine.Model) (o outcome, err error) {
	if o.forth, err = s.q.Reference.Compare(s.ctx, m, s.q.Settings); err != nil {
		return o, err
	}
	o.refines = o.forth.Verdict == report.Unkillable
	o.equal = o.refines
	if o.forth.Length != nil {
		o.step = *o.forth.Length + 1
	}
	if o.refines && s.twice {
		if o.back, err = m.Compare(s.ctx, s.q.Reference, s.q.Settings); err != nil {
			return o, err
		}
		o.equal = o.back.Verdict == report.Unkillable
		if o.back.Length != nil {
			o.does = *o.back.Length + 1
		}
	}
	return o, nil
}

// spent tells whether a budget ran out.
func (s *search) spent() bool {
	return s.ctx.Err() != nil || s.replays >= s.q.Replays || s.comparisons >= s.q.Comparisons
}

// wrongAt is the step at which the student's model first goes wrong; 0 if it does too little only.
func (s *search) wrongAt() int { return s.first.step }

// single tries the changes of the student's text, the likely ones first. Where one level has a repair to an equal
// model, the levels behind are not looked at.
func (s *search) single() {
	d := newDraft(s, s.q.Student, s.q.StudentFile)
	d.look(s.first)
	for level := range levels {
		mended := map[int]bool{}
		for _, c := range d.level(level) {
			if s.spent() {
				return
			}
			if mended[c.line] {
				continue
			}
			if s.try(s.q.StudentFile, c) {
				mended[c.line] = true
			}
		}
		if len(mended) > 0 {
			return
		}
	}
}

// pairs makes a second change to the candidates that come nearest.
func (s *search) pairs() {
	slices.SortStableFunc(s.near, func(a, b near) int {
		return cmp.Or(-cmp.Compare(a.passed, b.passed), cmp.Compare(a.size, b.size))
	})
	all := s.near[:min(len(s.near), s.q.Pairs)]
	for _, n := range all {
		f := source.NewFile(s.q.StudentFile.Name, n.text)
		m, _ := s.q.Formalism.Parse(f)
		o, err := s.compare(m)
		if err != nil || o.refines && !s.twice {
			continue
		}
		d := newDraft(s, m, f)
		d.look(o)
		for level := range levels {
			for _, c := range d.level(level) {
				if s.spent() {
					return
				}
				if s.try(f, c) && len(s.found) > 0 && s.found[len(s.found)-1].Equal {
					s.join(n)
					return
				}
			}
		}
	}
}

// join writes the last repair, which was found in a changed text, as one change of the student's text.
func (s *search) join(n near) {
	last := &s.found[len(s.found)-1]
	var m report.Mutant
	engine.HandWritten(s.q.StudentFile, last.Text, &m)
	m.ID, m.Operator = "repair", string(twoChanges)
	last.Mutant, last.kind, last.which = m, twoChanges, unsaid
	last.size += n.size
}

// try judges a candidate, and tells whether it makes an equal model.
func (s *search) try(f *source.File, c candidate) (equal bool) {
	text := source.Apply(f.Text, c.edits)
	if s.tried[text] {
		return false
	}
	s.tried[text] = true
	s.replays++
	m, diags := s.q.Formalism.Parse(source.NewFile(f.Name, text))
	if m == nil || diags.HasErrors() {
		return false
	}
	if !s.runs(m) {
		return false
	}
	o, err := s.compare(m)
	if err != nil {
		return false
	}
	if s.trial != nil || o.refines { // without tests a comparison that fails takes the place of a replay
		s.comparisons++
	}
	s.learn(&o)
	if !o.passes(&s.q) {
		s.near = append(s.near, near{candidate: c, text: text, passed: o.step})
		return false
	}
	s.found = append(s.found, found{
		Repair: Repair{Mutant: c.describe(f), Equal: o.equal, Refines: true, Text: text, kind: c.kind, which: c.which},
		does:   o.does, size: c.size, score: c.score,
	})
	return o.equal
}

// runs tells whether a model passes all tests that are known.
func (s *search) runs(m engine.Model) bool {
	if s.trial == nil {
		return true
	}
	c, err := s.trial.Enter(s.ctx, m)
	if err != nil {
		return false
	}
	for i, t := range s.tests {
		if c.Fails(t.Test) == 0 {
			continue
		}
		t.kills++
		for ; i > 0 && s.tests[i-1].kills < t.kills; i-- {
			s.tests[i], s.tests[i-1] = s.tests[i-1], s.tests[i]
		}
		return false
	}
	return true
}

// learn keeps the test that a comparison has found.
func (s *search) learn(o *outcome) {
	if s.trial == nil || o.forth.Verdict != report.Killed {
		return
	}
	if t := s.trial.Of(&o.forth); t != nil {
		s.tests = append(s.tests, &test{Test: t})
	}
}
