package main

import (
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// Verdicts travel in batches: a message for each would cost more than the verdicts.
const (
	batchSize = 100
	batchTime = 50 * time.Millisecond
)

// A batch gathers verdicts on their way to the page, and behind them fingerprints: never both.
type batch struct {
	began   time.Time
	done    int // sent or gathered
	indices []int
	mutants []report.Mutant
	prints  []string
	send    func(wire.Reply)
	total   int
}

// newBatch begins long ago: the first verdict does not wait for others.
func newBatch(send func(wire.Reply)) *batch { return &batch{send: send} }

// add takes one verdict and sends the batch when it is full or old.
func (b *batch) add(index int, m report.Mutant) {
	b.mutants = append(b.mutants, m)
	b.done++
	b.gather(index)
}

// print takes a mutant's fingerprint.
func (b *batch) print(index int, print string) {
	if len(b.mutants) > 0 {
		b.flush()
	}
	b.prints = append(b.prints, print)
	b.gather(index)
}

func (b *batch) gather(index int) {
	b.indices = append(b.indices, index)
	if len(b.indices) >= batchSize || time.Since(b.began) >= batchTime {
		b.flush()
	}
}

func (b *batch) flush() {
	if len(b.indices) > 0 {
		b.send(
			wire.Reply{
				Kind:    wire.Progress,
				Mutants: b.mutants,
				Indices: b.indices,
				Prints:  b.prints,
				Done:    b.done,
				Total:   b.total,
			},
		)
	}
	b.began, b.indices, b.mutants, b.prints = time.Now(), nil, nil, nil
}
