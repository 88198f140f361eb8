package engine

import (
	"context"
	"sync"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// RunAll is Run on several goroutines. Each has a checker of its own, because a checker may hold a
// solver, and takes the next mutant when it is free. Since a checker's answer for one mutant does
// not depend on the others, the report has the same bytes for any number of jobs. The observer
// hears of mutants as they are decided, in any order but never two at a time; its Pause is not called.
func RunAll(ctx context.Context, job Job, jobs int, watch Observer) (*report.Report, error) {
	if jobs <= 1 {
		return Run(ctx, job, watch)
	}
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
	t := &team{ctx: ctx, job: job, settings: r.Settings, mutants: mutants, mine: mine, watch: watch,
		decided: make([]report.Mutant, len(mine))}
	if err := t.run(checker, min(jobs, len(mine))); err != nil {
		return nil, err
	}
	r.Timings.Check = lap()
	for _, m := range t.decided {
		if m.Verdict != "" {
			r.Summary.Add(&m)
			r.Mutants = append(r.Mutants, m)
		}
	}
	end(ctx, r, checker, len(mine))
	return r, nil
}

// A team is the state that the goroutines of RunAll share.
type team struct {
	ctx      context.Context
	job      Job
	settings report.Settings
	mutants  []Mutant
	mine     []int // indices of mutants to judge
	watch    Observer

	mu      sync.Mutex
	next    int             // index into mine of the next one to take
	decided []report.Mutant // by index into mine; no verdict: not decided
	err     error           // the first failure to make a checker
}

// run lets the first checker work beside n-1 others, which are made where they work.
func (t *team) run(first Checker, n int) error {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			c := first
			if i > 0 {
				var err error
				if c, err = t.job.Model.Checker(t.ctx, t.settings); t.ctx.Err() != nil {
					return // stopped: what the others decided stays
				} else if err != nil {
					t.fail(err)
					return
				}
			}
			t.work(c)
		})
	}
	all.Wait()
	return t.err
}

func (t *team) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
	t.next = len(t.mine)
}

// take gives the next mutant to judge; ok is false when there is none or nobody wants it any more.
func (t *team) take() (at int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at = t.next
	if at >= len(t.mine) || t.ctx.Err() != nil {
		return 0, false
	}
	t.next++
	return at, true
}

func (t *team) work(c Checker) {
	for at, ok := t.take(); ok; at, ok = t.take() {
		m := c.Check(t.ctx, t.mutants[t.mine[at]])
		if m.Verdict == "" {
			return
		}
		t.mu.Lock()
		t.decided[at] = m
		if t.watch.Mutant != nil {
			t.watch.Mutant(t.mine[at], m)
		}
		t.mu.Unlock()
	}
}

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
		m = HandWritten(job.File, implText, m)
		r.Summary.Add(&m)
		r.Mutants = append(r.Mutants, m)
	}
	end(ctx, r, checker, 1)
	return r, nil
}

// HandWritten completes the description of a hand-written mutant: unless it says its edits, it is
// one edit of the whole text.
func HandWritten(f *source.File, implText string, m report.Mutant) report.Mutant {
	if m.ID == "" {
		m.ID = "hand-written"
	}
	if m.Operator == "" {
		m.Operator = "hand-written"
	}
	if m.Original == "" && m.Replacement == "" && len(m.Edits) == 0 {
		m.Span = f.Shown(source.Span{Start: 0, End: source.Pos(len(f.Text))})
		m.Original, m.Replacement = f.Text, implText
	}
	return m
}

// List gives a report of a job's mutants without judging them.
func List(job Job) (*report.Report, error) {
	r, mutants, mine, err := begin(job, Observer{})
	if err != nil {
		return nil, err
	}
	for _, i := range mine {
		r.Mutants = append(r.Mutants, mutants[i].Describe())
	}
	r.Summary = report.Summarise(r.Mutants)
	return r, nil
}
