package engine

import (
	"context"
	"path/filepath"
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
}

// An Observer hears of a run's progress. Each field may be nil.
type Observer struct {
	Head   func(head report.Report, total int) // before the first verdict; total mutants of this shard
	Mutant func(index int, m report.Mutant)    // in order; index in the whole list
	Pause  func(ctx context.Context)           // between mutants, to let messages in
	Keeps  bool                                // Mutant keeps them: Run's report counts them, and holds none
}

// Run judges the mutants of a job and gives the report. Cancelling the context ends it early with
// what was decided, Cancelled set. An error is bad input.
func Run(ctx context.Context, job Job, watch Observer) (*report.Report, error) {
	r, mutants, mine, err := begin(job, watch)
	if err != nil {
		return nil, err
	}
	lap := stopwatch()
	checker, err := job.Model.Checker(ctx, r.Settings)
	if err != nil {
		return nil, err
	}
	r.Timings.Prepare = lap()
	for _, i := range mine {
		if ctx.Err() != nil {
			break
		}
		m := checker.Check(ctx, mutants[i])
		if m.Verdict == "" {
			break
		}
		r.Summary.Add(&m)
		if !watch.Keeps {
			r.Mutants = append(r.Mutants, m)
		}
		if watch.Mutant != nil {
			watch.Mutant(i, m)
		}
		if watch.Pause != nil {
			watch.Pause(ctx)
		}
	}
	r.Timings.Check = lap()
	end(ctx, r, checker, len(mine))
	return r, nil
}

// begin enumerates a job's mutants and tells the observer how many are to be judged.
func begin(job Job, watch Observer) (r *report.Report, mutants []Mutant, mine []int, err error) {
	if r, err = Head(job); err != nil {
		return nil, nil, nil, err
	}
	lap := stopwatch()
	if mutants, err = job.Model.Mutants(selection(r.Settings)); err != nil {
		return nil, nil, nil, err
	}
	took := lap()
	mine = share(job, mutants)
	if watch.Head != nil {
		watch.Head(*r, len(mine))
	}
	r.Timings = &report.Timings{Mutate: took}
	return r, mutants, mine, nil
}

// end completes a report whose mutants are in it. A domain is work too, which can be stopped.
func end(ctx context.Context, r *report.Report, c Checker, wanted int) {
	r.Evidence, r.Domain = c.Evidence(), c.Domain()
	r.Cancelled = r.Summary.Mutants < wanted || r.Domain != nil && ctx.Err() != nil
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
	s.Order = max(s.Order, 1)
	if s.Engine == "" {
		s.Engine = "auto"
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
