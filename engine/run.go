package engine

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Job is one run: a model that was opened, and what to do with it.
type Job struct {
	File      *source.File
	Formalism Formalism
	Model     Model
	Settings  report.Settings // Operators as the user gave them; Run resolves
	Shard     int             // judges the mutants i with i mod Shards = Shard
	Shards    int             // 0 and 1: all of them
	Only      []string        // ids to judge; nil: all
	Known     []byte          // by index: 0, or 1 where the verdict is known already, 2 if it is Matchable, too
	Keeper    *Keeper         // of the model's checkers; may be nil
}

// An Observer hears of a run's progress. Each field may be nil.
type Observer struct {
	Head   func(head report.Report, total int) // before the first verdict; total mutants of this shard
	Print  func(index int, print string)       // after all verdicts: a mutant's fingerprint, for Groups
	Mutant func(index int, m report.Mutant)    // index in the whole list
	Pause  func(ctx context.Context)           // between mutants, to let messages in
	// Keeps: Mutant keeps them: Run's report counts them, holds none, and does not look for duplicates
	Keeps bool
}

// Run judges the mutants of a job one after the other and gives the report. Cancelling the context
// ends it early with what was decided, Cancelled set. An error is bad input.
func Run(ctx context.Context, job Job, watch Observer) (*report.Report, error) {
	return RunAll(ctx, job, 1, watch)
}

// RunAll is Run on several goroutines. Since a checker's answer for one mutant does not depend on
// the others, the report has the same bytes for any number of jobs. The observer hears of mutants as
// they are decided, with several jobs in any order, but never of two at a time.
func RunAll(ctx context.Context, job Job, jobs int, watch Observer) (*report.Report, error) {
	r, err := begin(job, watch)
	if err != nil {
		return nil, err
	}
	lap := stopwatch()
	var first Checker // none where nothing has to be judged
	if !r.remember() {
		if first, err = job.checker(ctx, r.Settings); err != nil {
			return nil, err
		}
	}
	r.Timings.Prepare = lap()
	c := newCrew(ctx, first, jobs, func() (Checker, error) { return job.Model.Checker(ctx, r.Settings) })
	c.pause = watch.Pause
	e, err := r.judge(c)
	if err != nil {
		return nil, err
	}
	r.Timings.Check = lap()
	if first != nil {
		e.evidence, e.domain = first.Evidence(), first.Domain()
		if ctx.Err() == nil {
			r.recall.keepEnd(e)
		}
	}
	end(ctx, r.Report, e, len(r.mine)-r.told)
	return r.Report, nil
}

// checker gives the job's first checker.
func (j *Job) checker(ctx context.Context, s report.Settings) (Checker, error) {
	if j.Keeper != nil {
		return j.Keeper.Checker(ctx, j.Model, s)
	}
	return j.Model.Checker(ctx, s)
}

// A run is a report in the making.
type run struct {
	*report.Report
	job     Job
	watch   Observer
	mutants []Mutant // all that the operators make
	mine    []int    // indices of those to judge
	recall  *recall
	known   []report.Mutant // by index into mine, with verdicts from memory; nil: there are none
	told    int             // how many verdicts the job knew

	mu      sync.Mutex
	decided []report.Mutant // by index into mine; no verdict: not decided
	apart   []bool          // by index into mine: it may be a duplicate or have some
}

// begin enumerates a job's mutants and tells the observer how many are to be judged.
func begin(job Job, watch Observer) (*run, error) {
	head, err := Head(job)
	if err != nil {
		return nil, err
	}
	r := &run{Report: head, job: job, watch: watch, recall: remember(job, head.Settings)}
	lap := stopwatch()
	if r.mutants, err = job.Model.Mutants(selection(r.Settings)); err != nil {
		return nil, err
	}
	took := lap()
	r.mine = share(job, r.mutants)
	if watch.Head != nil {
		watch.Head(*r.Report, len(r.mine))
	}
	r.Timings = &report.Timings{Mutate: took}
	return r, nil
}

// remember takes the verdicts that are known, and tells whether a checker has nothing left to do.
func (r *run) remember() bool {
	if r.recall == nil || len(r.recall.model.verdicts) == 0 {
		return false
	}
	e := r.recall.end()
	all := e != nil && (r.watch.Keeps || e.note != "" || r.recall.match(e.prints) != nil)
	r.known = make([]report.Mutant, len(r.mine))
	for at, i := range r.mine {
		r.known[at] = r.recall.find(r.mutants[i])
		all = all && r.known[at].Verdict != ""
	}
	return all
}

// judge decides the mutants, and which of them are duplicates.
func (r *run) judge(c *crew) (*ending, error) {
	e := r.recall.end()
	if c.checkers[0] != nil {
		n := len(r.mutants)
		if r.job.Only != nil {
			n = len(r.mine)
		}
		e = &ending{note: unmatched(c.checkers[0], r.Settings, n)}
	}
	if !r.watch.Keeps {
		r.decided = make([]report.Mutant, len(r.mine))
	}
	r.apart = make([]bool, len(r.mine))
	if err := c.each(len(r.mine), func(k Checker, at int) { r.decide(c.ctx, k, at) }); err != nil {
		return nil, err
	}
	note := e.note
	if note == "" {
		if e.prints == nil {
			e.prints = make([]string, len(r.mutants))
		}
		if err := c.each(len(r.mine), func(k Checker, at int) { r.print(c.ctx, k, at, e.prints) }); err != nil {
			return nil, err
		}
		if c.ctx.Err() != nil {
			note = unmatchedStopped
		}
	}
	if note == "" && !r.watch.Keeps && r.job.Shards <= 1 {
		var err error
		if note, err = r.match(c, e.prints); err != nil {
			return nil, err
		}
	}
	for i := range r.decided {
		if m := &r.decided[i]; m.Verdict != "" {
			r.Summary.Add(m)
			r.Mutants = append(r.Mutants, *m)
		}
	}
	r.Summary.DuplicatesNote = note
	return e, nil
}

// decide judges one mutant, unless its verdict is known.
func (r *run) decide(ctx context.Context, k Checker, at int) {
	i := r.mine[at]
	if i < len(r.job.Known) && r.job.Known[i] > 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.told++
		r.apart[at] = r.job.Known[i] == 2
		return
	}
	var m report.Mutant
	if r.known != nil {
		m = r.known[at]
	}
	known := m.Verdict != ""
	if !known {
		m = k.Check(ctx, r.mutants[i])
	}
	if m.Verdict == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !known && ctx.Err() == nil {
		r.recall.keep(r.mutants[i], &m)
	}
	r.apart[at] = report.Matchable(m.Verdict, m.Reason)
	if r.watch.Keeps {
		r.Summary.Add(&m)
	} else {
		r.decided[at] = m
	}
	if r.watch.Mutant != nil {
		r.watch.Mutant(i, m)
	}
}

// print gives a judged mutant its fingerprint. Nobody waits for it as for the verdicts, so it comes behind
// all of them.
func (r *run) print(ctx context.Context, k Checker, at int, prints []string) {
	if !r.apart[at] {
		return
	}
	i := r.mine[at]
	if prints[i] == "" {
		prints[i] = fingerprint(ctx, k, r.mutants[i])
	}
	if r.watch.Print != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.watch.Print(i, prints[i])
	}
}

// match marks the duplicates, and says for what it was not decided.
func (r *run) match(c *crew, prints []string) (note string, err error) {
	m, err := r.matched(c, prints)
	if err != nil {
		return "", err
	}
	if c.ctx.Err() != nil {
		return unmatchedStopped, nil
	}
	for at, i := range r.mine {
		if m.of[i] >= 0 {
			r.decided[at].DuplicateOf = idOf(r.mutants[m.of[i]])
		}
	}
	return unmatchedSome(m.open), nil
}

// matched looks for duplicates, unless they are known.
func (r *run) matched(c *crew, prints []string) (*matching, error) {
	if m := r.recall.match(prints); m != nil {
		return m, nil
	}
	m, err := match(c, r.Settings, r.mutants, prints)
	if err == nil && c.ctx.Err() == nil {
		r.recall.keepMatch(m)
	}
	return m, err
}

// end completes a report whose mutants are in it. Evidence, a domain and the search for duplicates
// are work too, which can be stopped.
func end(ctx context.Context, r *report.Report, e *ending, wanted int) {
	r.Evidence, r.Domain = e.evidence, e.domain
	stopped := r.Domain != nil && ctx.Err() != nil || r.Summary.DuplicatesNote == unmatchedStopped
	r.Cancelled = r.Summary.Mutants < wanted || stopped
}

// stopwatch gives a function that tells the milliseconds since its last call.
func stopwatch() func() float64 {
	began := time.Now()
	return func() float64 {
		ms := float64(time.Since(began).Microseconds()) / 1000
		began = time.Now()
		return ms
	}
}

// Head is a job's report before its mutants are judged.
func Head(job Job) (*report.Report, error) {
	s := job.Settings
	names, err := Resolve(job.Formalism.Describe(), s.Operators)
	if err != nil {
		return nil, err
	}
	if err := CheckOptions(job.Formalism.Describe().Options, s.Options); err != nil {
		return nil, err
	}
	s.Operators = names
	if err := s.Complete(); err != nil {
		return nil, err
	}
	return &report.Report{
		Engine: Version,
		Format: report.FormatVersion,
		Model: report.Model{
			Facts:     job.Model.Facts(),
			Formalism: job.Formalism.Describe().Name,
			Name:      baseName(job.File.Name),
			Text:      job.File.Text,
		},
		Mutants:  []report.Mutant{},
		Settings: s,
		Summary:  report.Summarise(nil),
	}, nil
}

// baseName drops a file's folder, so that reports do not depend on where a model stands.
func baseName(name string) string {
	if name == "" {
		return ""
	}
	return filepath.Base(name)
}

func selection(s report.Settings) Selection {
	return Selection{Operators: s.Operators, Order: s.Order, Sample: s.Sample, Seed: s.Seed, Options: s.Options}
}

// share lists the indices of the mutants that this job judges.
func share(job Job, mutants []Mutant) []int {
	only := map[string]bool{}
	for _, id := range job.Only {
		only[id] = true
	}
	var mine []int
	for i := range mutants {
		if job.Shards > 1 && i%job.Shards != job.Shard {
			continue
		}
		if job.Only != nil && !only[idOf(mutants[i])] {
			continue
		}
		mine = append(mine, i)
	}
	return mine
}

// A named mutant tells its id without the work of describing the rest.
type named interface{ ID() string }

func idOf(m Mutant) string {
	if n, ok := m.(named); ok {
		return n.ID()
	}
	return m.Describe().ID
}
