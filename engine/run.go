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
	Keeper    *Keeper         // of the model's checkers; may be nil
}

// An Observer hears of a run's progress. Each field may be nil.
type Observer struct {
	Head   func(head report.Report, total int) // before the first verdict; total mutants of this shard
	Print  func(index int, print string)       // before Mutant: its fingerprint, for Groups
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
	first, err := job.checker(ctx, r.Settings)
	if err != nil {
		return nil, err
	}
	r.Timings.Prepare = lap()
	c := newCrew(ctx, first, jobs, func() (Checker, error) { return job.Model.Checker(ctx, r.Settings) })
	c.pause = watch.Pause
	if err := r.judge(c); err != nil {
		return nil, err
	}
	r.Timings.Check = lap()
	end(ctx, r.Report, first, len(r.mine))
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

	mu      sync.Mutex
	decided []report.Mutant // by index into mine; no verdict: not decided
	prints  []string        // by index into mutants
}

// begin enumerates a job's mutants and tells the observer how many are to be judged.
func begin(job Job, watch Observer) (*run, error) {
	head, err := Head(job)
	if err != nil {
		return nil, err
	}
	r := &run{Report: head, job: job, watch: watch}
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

// judge decides the mutants, and which of them are duplicates.
func (r *run) judge(c *crew) error {
	n := len(r.mutants)
	if r.job.Only != nil {
		n = len(r.mine)
	}
	note := unmatched(c.checkers[0], r.Settings, n)
	if !r.watch.Keeps {
		r.decided = make([]report.Mutant, len(r.mine))
	}
	if note == "" {
		r.prints = make([]string, len(r.mutants))
	}
	if err := c.each(len(r.mine), func(k Checker, at int) { r.decide(c.ctx, k, at) }); err != nil {
		return err
	}
	if note == "" && !r.watch.Keeps && r.job.Shards <= 1 {
		var err error
		if note, err = r.match(c); err != nil {
			return err
		}
	}
	for i := range r.decided {
		if m := &r.decided[i]; m.Verdict != "" {
			r.Summary.Add(m)
			r.Mutants = append(r.Mutants, *m)
		}
	}
	r.Summary.DuplicatesNote = note
	return nil
}

// decide judges one mutant.
func (r *run) decide(ctx context.Context, k Checker, at int) {
	i := r.mine[at]
	m := k.Check(ctx, r.mutants[i])
	if m.Verdict == "" {
		return
	}
	print := ""
	if r.prints != nil {
		print = fingerprint(ctx, k, r.mutants[i], &m)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.prints != nil {
		r.prints[i] = print
	}
	if r.watch.Keeps {
		r.Summary.Add(&m)
	} else {
		r.decided[at] = m
	}
	if r.watch.Print != nil && r.prints != nil {
		r.watch.Print(i, print)
	}
	if r.watch.Mutant != nil {
		r.watch.Mutant(i, m)
	}
}

// match marks the duplicates, and says for what it was not decided.
func (r *run) match(c *crew) (note string, err error) {
	of, open, err := match(c, r.Settings, r.mutants, r.prints)
	if err != nil {
		return "", err
	}
	if c.ctx.Err() != nil {
		return unmatchedStopped, nil
	}
	for at, i := range r.mine {
		if of[i] >= 0 {
			r.decided[at].DuplicateOf = idOf(r.mutants[of[i]])
		}
	}
	return unmatchedSome(open), nil
}

// end completes a report whose mutants are in it. Evidence, a domain and the search for duplicates
// are work too, which can be stopped.
func end(ctx context.Context, r *report.Report, c Checker, wanted int) {
	r.Evidence, r.Domain = c.Evidence(), c.Domain()
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
