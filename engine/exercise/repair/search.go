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
	lesser []candidate     // they may only refine
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
	s := &search{ctx: ctx, q: q, tried: map[string]bool{q.StudentFile.Text: true}, secret: newSecret(&q),
		twice: name == "action-system" || name == "timed"}
	if s.secret.model == nil {
		s.secret = secret{model: q.Reference}
	}
	// Where refinement is asked both ways a comparison takes about as long as a test. It is made at once.
	if t, ok := s.secret.model.(engine.TestModel); ok && !s.twice {
		trial, err := t.Trial(ctx, q.Settings)
		if err != nil {
			return nil, err
		}
		s.trial = trial
	}
	for _, t := range q.Tests {
		s.tests = append(s.tests, &test{Test: t})
	}
	o, err := s.forth(q.Student, q.StudentFile.Text)
	if err != nil {
		return nil, err
	}
	if o.refines {
		s.back(q.Student, &o)
	}
	if o.passes(&q) {
		return nil, errPasses
	}
	s.first = o
	return s, nil
}

// forth compares a model with the reference, and keeps the test that it fails.
func (s *search) forth(m engine.Model, text string) (o outcome, err error) {
	if o.forth, err = s.secret.model.Compare(s.ctx, m, s.q.Settings); err != nil {
		return o, err
	}
	o.refines = o.forth.Verdict == report.Unkillable
	o.equal = o.refines && !s.twice
	if o.forth.Length != nil {
		o.step = *o.forth.Length + 1
	}
	if s.trial != nil && s.secret.file != nil && o.forth.Verdict == report.Killed {
		whole := o.forth
		whole.ID, whole.Operator, whole.Original, whole.Replacement, whole.Edits = "", "", "", "", nil
		engine.HandWritten(s.secret.file, text, &whole)
		if t := s.trial.Of(&whole); t != nil {
			s.tests = append(s.tests, &test{Test: t})
		}
	}
	return o, nil
}

// back compares the reference with a model that refines it, where that is another question.
func (s *search) back(m engine.Model, o *outcome) {
	if o.equal {
		return
	}
	var err error
	if o.back, err = m.Compare(s.ctx, s.secret.model, s.q.Settings); err != nil {
		return
	}
	o.equal = o.back.Verdict == report.Unkillable
	if o.back.Length != nil {
		o.does = *o.back.Length + 1
	}
}

// spent tells whether a budget ran out.
func (s *search) spent() bool {
	return s.ctx.Err() != nil || s.replays >= s.q.Replays || s.comparisons >= s.q.Comparisons
}

// wrongAt is the step at which the student's model first goes wrong; 0 if it does too little only.
func (s *search) wrongAt() int { return s.first.step }

// enough is how many more candidates are tried on a level behind the first that makes an equal model.
const enough = 40

// single tries the changes of the student's text, the likely ones first. Where one level has a repair to an equal
// model, the levels behind are not looked at.
func (s *search) single() {
	d := newDraft(s, s.q.Student, s.q.StudentFile)
	d.look(s.first)
	s.levels(d, levels)
	s.less(s.q.StudentFile)
}

// levels tries the candidates of a draft up to a level.
func (s *search) levels(d *draft, most int) {
	for level := range most {
		mended := map[int]bool{}
		left := enough
		for _, c := range d.level(level) {
			if s.spent() || left == 0 || len(mended) == mostRepairs {
				break
			}
			if len(mended) > 0 {
				left--
			}
			if !mended[c.line] && s.try(d, c) {
				mended[c.line] = true
			}
		}
		if len(mended) > 0 || s.spent() {
			return
		}
	}
}

// less compares the candidates that only refine, where nothing better was found.
func (s *search) less(f *source.File) {
	if len(s.found) > 0 || s.q.Equal {
		return
	}
	slices.SortStableFunc(s.lesser, func(a, b candidate) int {
		return cmp.Or(-cmp.Compare(a.score, b.score), cmp.Compare(a.size, b.size))
	})
	lines := map[int]bool{}
	for _, c := range s.lesser {
		if s.ctx.Err() != nil || s.comparisons >= s.q.Comparisons || len(lines) == mostRepairs {
			return
		}
		if lines[c.line] {
			continue
		}
		text := source.Apply(f.Text, c.edits)
		m, _ := s.q.Formalism.Parse(source.NewFile(f.Name, text))
		s.comparisons++
		if o, err := s.forth(m, text); err == nil && o.refines {
			s.back(m, &o)
			s.keep(f, c, text, &o)
			lines[c.line] = true
		}
	}
}

// pairs makes a second change to the candidates that come nearest.
func (s *search) pairs() {
	slices.SortStableFunc(s.near, func(a, b near) int {
		return cmp.Or(-cmp.Compare(a.passed, b.passed), cmp.Compare(a.size, b.size))
	})
	for _, n := range s.near[:min(len(s.near), s.q.Pairs)] {
		f := source.NewFile(s.q.StudentFile.Name, n.text)
		m, _ := s.q.Formalism.Parse(f)
		s.comparisons++
		o, err := s.forth(m, n.text)
		if err != nil || s.spent() {
			continue
		}
		if o.refines {
			s.back(m, &o)
		}
		d := newDraft(s, m, f)
		d.look(o)
		s.lesser, d.most = nil, mostOfPairs
		s.levels(d, far)
		s.less(f)
		for i := range s.found {
			s.join(&s.found[i], n)
		}
		if len(s.found) > 0 {
			return
		}
	}
}

// join writes a repair, which was found in a changed text, as one change of the student's text.
func (s *search) join(r *found, n near) {
	var m report.Mutant
	engine.HandWritten(s.q.StudentFile, r.Text, &m)
	m.ID, m.Operator = "repair", "repair"
	r.Mutant, r.kind, r.which = m, twoChanges, unsaid
	r.size += n.size
}

// try judges a candidate, and tells whether it makes an equal model.
func (s *search) try(d *draft, c candidate) (equal bool) {
	f := d.file
	text := source.Apply(f.Text, c.edits)
	if s.tried[text] {
		return false
	}
	s.tried[text] = true
	s.replays++
	m, ok := s.read(d, text, c)
	if !ok {
		return false
	}
	if step := s.fails(m); step != 0 {
		s.near = append(s.near, near{candidate: c, text: text, passed: step})
		return false
	}
	o, err := s.forth(m, text)
	if err != nil {
		return false
	}
	if s.trial != nil || o.refines { // without tests a comparison that fails takes the place of a replay
		s.comparisons++
	}
	if !o.refines {
		s.near = append(s.near, near{candidate: c, text: text, passed: o.step})
		return false
	}
	if s.back(m, &o); !o.equal {
		s.lesser = append(s.lesser, c)
		return false
	}
	s.keep(f, c, text, &o)
	return true
}

// read parses a candidate's text. One of a timed FSM with a fault domain is tried without it first.
func (s *search) read(d *draft, text string, c candidate) (engine.Model, bool) {
	if d.lean != "" {
		m, _ := s.q.Formalism.Parse(source.NewFile("", source.Apply(d.lean, c.edits)))
		if m == nil || s.fails(m) != 0 {
			return nil, false
		}
	}
	m, diags := s.q.Formalism.Parse(source.NewFile(d.file.Name, text))
	return m, m != nil && !diags.HasErrors()
}

// keep notes a repair.
func (s *search) keep(f *source.File, c candidate, text string, o *outcome) {
	s.found = append(s.found, found{
		Repair: Repair{Mutant: c.describe(f), Equal: o.equal, Refines: true, Text: text, kind: c.kind, which: c.which},
		does:   o.does, size: c.size, score: c.score,
	})
}

// fails is the step at which a model fails one of the tests that are known, -1 if it cannot be run; 0 if it passes
// them all. The test that many have failed is run first.
func (s *search) fails(m engine.Model) int {
	if s.trial == nil {
		return 0
	}
	c, err := s.trial.Enter(s.ctx, m)
	if err != nil {
		return -1
	}
	for i, t := range s.tests {
		step := c.Fails(t.Test)
		if step == 0 {
			continue
		}
		t.kills++
		for ; i > 0 && s.tests[i-1].kills < t.kills; i-- {
			s.tests[i], s.tests[i-1] = s.tests[i-1], s.tests[i]
		}
		return step
	}
	return 0
}
