//go:build js

package main

import (
	"context"
	"syscall/js"
	"time"
)

// slice is how long the engine computes before it lets messages in.
const slice = 60 * time.Millisecond

// A turn gives the event loop its turn: a message is sent to oneself, and what was sent to the
// worker before is received before it.
type turn struct {
	back chan struct{}
	last time.Time
	port js.Value
}

func newTurn() *turn {
	t := &turn{back: make(chan struct{}, 1), last: time.Now()}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		t.back <- struct{}{}
		return nil
	}))
	t.port = channel.Get("port2")
	return t
}

// maybe lets messages in when the slice is over.
func (t *turn) maybe() {
	if time.Since(t.last) < slice {
		return
	}
	t.port.Call("postMessage", js.Null())
	<-t.back
	t.last = time.Now()
}

// A sliced context lets messages in when it is asked whether it was cancelled: without that no
// message could ever cancel it, since one thread runs all.
type sliced struct {
	context.Context
	turn *turn
}

func (s *sliced) Err() error {
	s.turn.maybe()
	return s.Context.Err()
}

func (s *sliced) Done() <-chan struct{} {
	s.turn.maybe()
	return s.Context.Done()
}
