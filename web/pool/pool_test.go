package pool

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/wire"
)

// A bench is a host whose time passes when the test says so.
type bench struct {
	t     *testing.T
	now   time.Duration
	later []timer
	log   []string
	pool  *Pool
	deaf  bool // workers answer no pings
}

type timer struct {
	at time.Duration
	f  func()
}

func (b *bench) note(format string, args ...any) { b.log = append(b.log, fmt.Sprintf(format, args...)) }

func (b *bench) Start(n int)                     { b.note("start %d", n) }
func (b *bench) Post(n int, r wire.Request)      { b.note("post %d %s %d", n, r.Kind, r.ID+r.Target) }
func (b *bench) Terminate(n int)                 { b.note("end %d", n) }
func (b *bench) After(d time.Duration, f func()) { b.later = append(b.later, timer{b.now + d, f}) }
func (b *bench) Ping(n int) {
	if !b.deaf {
		b.pool.Pong(n)
	}
}

// pass lets time go by.
func (b *bench) pass(d time.Duration) {
	until := b.now + d
	for {
		next := -1
		for i, t := range b.later {
			if t.at <= until && (next < 0 || t.at < b.later[next].at) {
				next = i
			}
		}
		if next < 0 {
			b.now = until
			return
		}
		t := b.later[next]
		b.later = slices.Delete(b.later, next, next+1)
		b.now = t.at
		t.f()
	}
}

func newBench(t *testing.T, size int) *bench {
	b := &bench{t: t}
	b.pool = &Pool{host: b, size: size, events: Events{
		Reply: func(r wire.Reply) { b.note("reply %s %d", r.Kind, r.ID) },
		Lost:  func(id int, why string) { b.note("lost %d", id) },
		Over:  func(id int) { b.note("over %d", id) },
		Fail:  func(why string) { b.note("fail") },
	}}
	b.pool.fill()
	return b
}

func (b *bench) boot(numbers ...int) {
	for _, n := range numbers {
		b.pool.Message(n, wire.Reply{Kind: wire.Ready})
	}
	b.log = nil
}

func (b *bench) want(want ...string) {
	b.t.Helper()
	if !slices.Equal(b.log, want) {
		b.t.Errorf("got %q\nwant %q", b.log, want)
	}
	b.log = nil
}

func TestRunsLeaveOneWorkerFree(t *testing.T) {
	b := newBench(t, 3)
	b.want("start 1", "start 2", "start 3")
	b.boot(1, 2, 3)
	for id := 1; id <= 3; id++ {
		b.pool.Ask(wire.Request{ID: id, Kind: wire.Run})
	}
	b.want("post 1 run 1", "post 2 run 2")
	b.pool.Ask(wire.Request{ID: 4, Kind: wire.Analyse})
	b.want("post 3 analyse 4")
	b.pool.Message(1, wire.Reply{ID: 1, Kind: wire.Progress})
	b.pool.Message(3, wire.Reply{ID: 4, Kind: wire.Result})
	b.want("reply progress 1", "reply result 4")
	b.pool.Message(1, wire.Reply{ID: 1, Kind: wire.Result})
	b.want("reply result 1", "post 1 run 3")
}

func TestRequestsWaitForTheFirstWorker(t *testing.T) {
	b := newBench(t, 2)
	b.log = nil
	b.pool.Ask(wire.Request{ID: 1, Kind: wire.Run})
	b.pool.Ask(wire.Request{ID: 2, Kind: wire.Analyse})
	b.want()
	b.pool.Message(1, wire.Reply{Kind: wire.Ready})
	b.want("reply ready 0", "post 1 analyse 2")
	b.pool.Message(2, wire.Reply{Kind: wire.Ready})
	b.want("reply ready 0")
	b.pool.Message(1, wire.Reply{ID: 2, Kind: wire.Result})
	b.want("reply result 2", "post 1 run 1")
}

func TestCancelIsSoftThenHard(t *testing.T) {
	b := newBench(t, 2)
	b.boot(1, 2)
	b.pool.Ask(wire.Request{ID: 1, Kind: wire.UseTool})
	b.pool.Cancel(1)
	b.want("post 1 tool 1", "post 1 cancel 1")
	b.pool.Message(1, wire.Reply{ID: 1, Kind: wire.Result})
	b.pass(2 * SoftCancel)
	b.want("reply result 1")

	b.pool.Ask(wire.Request{ID: 2, Kind: wire.UseTool})
	b.pool.Cancel(2)
	b.pass(2 * SoftCancel)
	b.want("post 1 tool 2", "post 1 cancel 2", "end 1", "start 3", "over 2")
}

func TestCancelOfAWaitingRequest(t *testing.T) {
	b := newBench(t, 1)
	b.log = nil
	b.pool.Ask(wire.Request{ID: 1, Kind: wire.Walk})
	b.pool.Cancel(1)
	b.pool.Message(1, wire.Reply{Kind: wire.Ready})
	b.want("over 1", "reply ready 0")
}

func TestADeadWorkerIsReplacedAndItsRequestReported(t *testing.T) {
	b := newBench(t, 2)
	b.boot(1, 2)
	b.pool.Ask(wire.Request{ID: 7, Kind: wire.Run})
	b.pool.Died(1, "crash")
	b.want("post 1 run 7", "end 1", "start 3", "lost 7")
	b.pool.Message(1, wire.Reply{ID: 7, Kind: wire.Result})
	b.want()
}

func TestASilentWorkerIsDead(t *testing.T) {
	b := newBench(t, 2)
	b.boot(1, 2)
	b.pool.Ask(wire.Request{ID: 7, Kind: wire.Run})
	b.pass(10 * Silence)
	b.want("post 1 run 7")
	b.deaf = true
	b.pass(Silence + 2*PingEvery)
	b.want("end 1", "start 3", "lost 7")
}

func TestWorkersThatNeverStart(t *testing.T) {
	b := newBench(t, 2)
	b.log = nil
	b.pass(4 * BootTime)
	if !slices.Contains(b.log, "fail") {
		t.Errorf("no failure told: %q", b.log)
	}
	starts := 0
	for _, l := range b.log {
		if len(l) > 5 && l[:5] == "start" {
			starts++
		}
	}
	if starts > bootTries {
		t.Errorf("%d workers were started after the first ones failed", starts)
	}
}
