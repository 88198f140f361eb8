package main

import (
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// Verdicts travel in batches: a message for each would cost more than the verdicts. In a long run they
// are larger, as nobody reads so fast.
const (
	batchSize = 1000
	batchTime = 50 * time.Millisecond
	longTime  = 250 * time.Millisecond
	longRun   = 400 // verdicts
)

// A batch gathers verdicts on their way to the page, and behind them fingerprints: never both.
type batch struct {
	began   time.Time
	done    int // verdicts sent or gathered
	draft   wire.Draft
	indices []int // of prints
	prints  []string
	send    func(wire.Reply)
	total   int
}

// newBatch begins long ago: the first verdict does not wait for others.
func newBatch(send func(wire.Reply)) *batch { return &batch{send: send} }

// add takes one verdict and sends the batch when it is full or old.
func (b *batch) add(index int, m report.Mutant) {
	b.draft.Add(index, &m)
	b.done++
	b.sendOld()
}

// print takes a mutant's fingerprint.
func (b *batch) print(index int, print string) {
	if b.draft.Len > 0 {
		b.flush()
	}
	b.prints, b.indices = append(b.prints, print), append(b.indices, index)
	b.sendOld()
}

func (b *batch) sendOld() {
	most := batchTime
	if b.done > longRun {
		most = longTime
	}
	if b.draft.Len+len(b.prints) >= batchSize || time.Since(b.began) >= most {
		b.flush()
	}
}

func (b *batch) flush() {
	r := wire.Reply{Kind: wire.Progress, Indices: b.indices, Prints: b.prints, Done: b.done, Total: b.total}
	if b.draft.Len > 0 {
		r.Sheet = b.draft.Sheet()
	}
	if r.Sheet != nil || b.prints != nil {
		b.send(r)
	}
	b.began, b.draft, b.indices, b.prints = time.Now(), wire.Draft{}, nil, nil
}
