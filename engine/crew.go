package engine

import (
	"context"
	"sync"
)

// A crew does pieces of work on several goroutines. Each has a checker of its own, because a checker
// may hold a solver, and takes the next piece when it is free.
type crew struct {
	ctx      context.Context
	checkers []Checker // by goroutine; nil: not made yet
	build    func() (Checker, error)
	pause    func(ctx context.Context) // between pieces; may be nil
}

// newCrew gives a crew of so many goroutines, the first of which has its checker already. The others
// make theirs where they work.
func newCrew(ctx context.Context, first Checker, size int, build func() (Checker, error)) *crew {
	c := &crew{ctx: ctx, checkers: make([]Checker, max(size, 1)), build: build}
	c.checkers[0] = first
	return c
}

// each calls do for 0 to n-1, taken in this order, until the context ends. A crew of one does them
// one after the other. The error is that of the first checker that could not be made; when the
// context has ended there is none, and what was done stays.
func (c *crew) each(n int, do func(k Checker, i int)) error {
	if n <= 0 {
		return nil
	}
	w := &work{crew: c, n: n, do: do}
	if len(c.checkers) == 1 || n == 1 {
		w.go1(c.checkers[0])
		return nil
	}
	var all sync.WaitGroup
	for at := range min(n, len(c.checkers)) {
		all.Go(func() { w.begin(at) })
	}
	all.Wait()
	return w.err
}

// work is one call of each.
type work struct {
	*crew
	do func(k Checker, i int)
	n  int

	mu   sync.Mutex
	next int
	err  error
}

// begin makes a goroutine's checker, if it has none yet, and lets it work.
func (w *work) begin(at int) {
	if w.checkers[at] == nil {
		k, err := w.build()
		if w.ctx.Err() != nil {
			return // stopped: what the others did stays
		}
		if err != nil {
			w.fail(err)
			return
		}
		w.checkers[at] = k
	}
	w.go1(w.checkers[at])
}

func (w *work) go1(k Checker) {
	for i, ok := w.take(); ok; i, ok = w.take() {
		w.do(k, i)
		if w.pause != nil {
			w.pause(w.ctx)
		}
	}
}

func (w *work) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
	w.next = w.n
}

// take gives the next piece; ok is false when there is none or nobody wants it any more.
func (w *work) take() (i int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.next >= w.n || w.ctx.Err() != nil {
		return 0, false
	}
	w.next++
	return w.next - 1, true
}
