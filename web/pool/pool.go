// Package pool keeps the engine's workers. It boots them from one compiled program, gives each one
// request at a time, keeps one more booted than runs may take, and notices when a worker dies. It
// knows nothing of the browser: a Host starts workers and timers.
package pool

import (
	"time"

	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

// How long the pool waits.
const (
	BootTime   = 30 * time.Second       // for a worker's first words
	SoftCancel = 700 * time.Millisecond // for a request to end by itself when it is stopped
	PingEvery  = 2 * time.Second        // while a worker is busy
	Silence    = 15 * time.Second       // without a pong: the worker is taken for dead
	bootTries  = 3                      // workers that die before their first words, in a row
)

// A Host is what the pool needs of the browser. Worker numbers are never used twice.
type Host interface {
	Start(worker int)
	Post(worker int, r wire.Request)
	Ping(worker int)
	Terminate(worker int)
	After(d time.Duration, f func())
}

// Events are what the pool tells.
type Events struct {
	Reply func(r wire.Reply)       // from a worker
	Lost  func(id int, why string) // the request's worker died
	Over  func(id int)             // the request was stopped by ending its worker, or before it began
	Fail  func(why string)         // workers cannot be booted
}

// A Pool owns the workers.
type Pool struct {
	events  Events
	failed  int // boots in a row that failed
	host    Host
	last    int // number of the youngest worker
	size    int
	waiting []wire.Request
	workers []*worker // oldest first
}

type worker struct {
	busy    int // id of its request; 0: none
	heard   int // pongs and replies so far
	number  int
	ready   bool
	stopped bool // its request was asked to stop
}

// New starts a pool of so many workers.
func New(host Host, size int, events Events) *Pool {
	p := &Pool{host: host, size: size, events: events}
	p.fill()
	return p
}

// fill starts workers until there are enough.
func (p *Pool) fill() {
	for len(p.workers) < p.size && p.failed < bootTries {
		p.last++
		w := &worker{number: p.last}
		p.workers = append(p.workers, w)
		p.host.Start(w.number)
		p.host.After(BootTime, func() {
			if p.alive(w) && !w.ready {
				p.Died(w.number, words.T("it did not start in time"))
			}
		})
	}
}

func (p *Pool) alive(w *worker) bool { return p.find(w.number) == w }

func (p *Pool) find(number int) *worker {
	for _, w := range p.workers {
		if w.number == number {
			return w
		}
	}
	return nil
}

// Ask gives a request to the next free worker. Runs wait for others to go first.
func (p *Pool) Ask(r wire.Request) {
	if !heavy(r) {
		at := 0
		for at < len(p.waiting) && !heavy(p.waiting[at]) {
			at++
		}
		p.waiting = append(p.waiting[:at], append([]wire.Request{r}, p.waiting[at:]...)...)
	} else {
		p.waiting = append(p.waiting, r)
	}
	p.next()
}

// heavy tells what may take long and has many mutants: it waits for others to go first.
func heavy(r wire.Request) bool { return r.Kind == wire.Run || r.Kind == wire.Match }

// next gives waiting requests to free workers. A run never takes the last free one, so that the
// page keeps answering while mutants are judged.
func (p *Pool) next() {
	for len(p.waiting) > 0 {
		var free []*worker
		for _, w := range p.workers {
			if w.ready && w.busy == 0 {
				free = append(free, w)
			}
		}
		need := 1
		if heavy(p.waiting[0]) && p.size > 1 {
			need = 2
		}
		if len(free) < need {
			return
		}
		r := p.waiting[0]
		p.waiting = p.waiting[1:]
		w := free[0]
		if r.Kind == wire.Draw {
			w = free[len(free)-1] // the first one remembers the verdicts: it is for the run behind
		}
		p.give(w, r)
	}
}

func (p *Pool) give(w *worker, r wire.Request) {
	w.busy, w.stopped = r.ID, false
	p.host.Post(w.number, r)
	p.watch(w, r.ID)
}

// watch pings a busy worker until its request ends.
func (p *Pool) watch(w *worker, id int) {
	silent := time.Duration(0)
	heard := w.heard
	var tick func()
	tick = func() {
		if !p.alive(w) || w.busy != id {
			return
		}
		if w.heard != heard {
			heard, silent = w.heard, 0
		} else {
			silent += PingEvery
		}
		if silent >= Silence {
			p.Died(w.number, words.T("it did not answer for a while"))
			return
		}
		p.host.Ping(w.number)
		p.host.After(PingEvery, tick)
	}
	p.host.Ping(w.number)
	p.host.After(PingEvery, tick)
}

// Cancel stops a request: at once when it waits, by a message when it runs, and by ending its
// worker when the message is not heard.
func (p *Pool) Cancel(id int) {
	for i, r := range p.waiting {
		if r.ID == id {
			p.waiting = append(p.waiting[:i], p.waiting[i+1:]...)
			p.events.Over(id)
			return
		}
	}
	for _, w := range p.workers {
		if w.busy != id || w.stopped {
			continue
		}
		w.stopped = true
		p.host.Post(w.number, wire.Request{Kind: wire.Cancel, Target: id})
		p.host.After(SoftCancel, func() {
			if p.alive(w) && w.busy == id {
				p.remove(w)
				p.events.Over(id)
			}
		})
		return
	}
}

// Message takes a worker's reply.
func (p *Pool) Message(number int, r wire.Reply) {
	w := p.find(number)
	if w == nil {
		return // said before it was ended
	}
	w.heard++
	if r.Kind == wire.Ready {
		w.ready = true
		p.failed = 0
	} else if r.Kind != wire.Progress && r.ID == w.busy {
		w.busy = 0
	}
	p.events.Reply(r)
	p.next()
}

// Pong takes a worker's sign of life.
func (p *Pool) Pong(number int) {
	if w := p.find(number); w != nil {
		w.heard++
	}
}

// Died is told, by the browser or by the pool itself, that a worker is dead.
func (p *Pool) Died(number int, why string) {
	w := p.find(number)
	if w == nil {
		return
	}
	if !w.ready {
		p.failed++
	}
	id := w.busy
	p.remove(w)
	if id != 0 {
		p.events.Lost(id, why)
	}
	if p.failed >= bootTries && len(p.workers) == 0 {
		p.events.Fail(why)
	}
}

// remove ends a worker and starts another in its place.
func (p *Pool) remove(w *worker) {
	p.host.Terminate(w.number)
	for i := range p.workers {
		if p.workers[i] == w {
			p.workers = append(p.workers[:i], p.workers[i+1:]...)
			break
		}
	}
	w.busy = 0
	p.fill()
	p.next()
}
