//go:build js

// Command wasm is the engine as a Web Worker's program. It decodes requests, calls the engine and
// encodes replies; the rule of the conversation is in package wire. The engine is several such
// programs: the first one that a worker runs passes on what it does not hold.
//
//	main.go, main_native.go  messages in and out
//	serve.go                 requests answered
//	teach.go                 exercises: documents, and answers judged; teach_none.go: programs without
//	batch.go                 verdicts on their way to the page
//	parts.go                 which program answers a request
//	turn.go                  the event loop's turn while the engine computes
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/wire"
)

func main() {
	w := &worker{turn: newTurn(), wake: make(chan struct{}, 1)}
	js.Global().Set("mutariumReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.receive(args[0])
		return nil
	}))
	if first {
		post(ready())
	}
	for range w.wake {
		for len(w.jobs) > 0 {
			j := w.jobs[0]
			w.server.serve(&sliced{Context: j.ctx, turn: w.turn}, j.req, w.turn.maybe, post)
			j.stop()
			w.jobs = w.jobs[1:]
		}
	}
}

// ready is what a worker says first.
func ready() wire.Reply {
	return wire.Reply{Kind: wire.Ready, Version: engine.Version, Formalisms: engine.Formalisms()}
}

// A worker answers requests one after the other; a Cancel overtakes them.
type worker struct {
	jobs   []job // the first one is being answered
	server server
	turn   *turn
	wake   chan struct{}
}

type job struct {
	ctx  context.Context
	req  wire.Request
	stop context.CancelFunc
}

// receive takes one message from the page. It runs inside the event loop and must not block.
func (w *worker) receive(data js.Value) {
	text := make([]byte, data.Get("length").Int())
	js.CopyBytesToGo(text, data)
	var req wire.Request
	if err := json.Unmarshal(text, &req); err != nil {
		post(wire.Reply{Kind: wire.Failure, Message: "the engine cannot read this request: " + err.Error()})
		return
	}
	if req.Kind == wire.Cancel {
		for _, j := range w.jobs {
			if j.req.ID == req.Target {
				j.stop()
			}
		}
		if first { // the others would pass it to themselves, again and again
			js.Global().Call("mutariumPass", "", data) // whoever has it
		}
		return
	}
	if program := elsewhere(&req, engine.Holds); program != "" {
		js.Global().Call("mutariumPass", program, data)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	w.jobs = append(w.jobs, job{ctx, req, stop})
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// post sends a reply as bytes, which are handed over without a copy. The worker's script packs the pages
// of a sheet.
func post(r wire.Reply) {
	text, err := json.Marshal(r)
	if err != nil {
		text, _ = json.Marshal(
			wire.Reply{ID: r.ID, Kind: wire.Failure, Message: "the engine cannot write its reply: " + err.Error()},
		)
	}
	data := array(text)
	if r.Sheet != nil {
		pages := r.Sheet.Pages.([wire.Pages][]byte)
		js.Global().Call("mutariumSheet", data, array(pages[wire.Texts]), array(pages[wire.Words]), array(r.Sheet.Rows))
		return
	}
	js.Global().Call("postMessage", data, []any{data.Get("buffer")})
}

func array(data []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(a, data)
	return a
}
