package engine

import (
	"context"

	"github.com/mutarium/mutarium/engine/report"
)

// Compare judges a hand-written mutant, a model of its own, and gives a report that holds it alone.
func Compare(ctx context.Context, job Job, impl Model, implText string) (*report.Report, error) {
	r, err := Head(job)
	if err != nil {
		return nil, err
	}
	r.Settings.Operators = []string{}
	lap := stopwatch()
	checker, err := job.Model.Checker(ctx, r.Settings)
	if err != nil {
		return nil, err
	}
	r.Timings = &report.Timings{Prepare: lap()}
	m, err := job.Model.Compare(ctx, impl, r.Settings)
	if err != nil {
		return nil, err
	}
	r.Timings.Check = lap()
	if m.Verdict != "" {
		HandWritten(job.File, implText, &m)
		r.Summary.Add(&m)
		r.Mutants = append(r.Mutants, m)
	}
	end(ctx, r, &ending{evidence: checker.Evidence(), domain: checker.Domain()}, 1)
	return r, nil
}

// List gives a report of a job's mutants without judging them.
func List(job Job) (*report.Report, error) {
	r, err := begin(job, Observer{})
	if err != nil {
		return nil, err
	}
	for _, i := range r.mine {
		r.Mutants = append(r.Mutants, r.mutants[i].Describe())
	}
	r.Summary = report.Summarise(r.Mutants)
	return r.Report, nil
}
