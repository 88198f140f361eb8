//go:build js

package browser

import (
	"bytes"
	"encoding/json"
	"syscall/js"
	"time"

	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/pool"
	"github.com/mutarium/mutarium/web/words"
)

// Workers are those of the engine: a pool.Host.
type Workers struct {
	Arrived func()                           // another program of the engine is there, or cannot be had; may be nil
	Module  js.Value                         // the compiled program that boot.js has fetched
	Part    func(received, total int)        // bytes of another program; may be nil
	Sheet   func(pages js.Value) *wire.Sheet // verdicts as a worker packed them; nil: none are asked for

	pool      *pool.Pool
	ready     wire.Reply // what all workers begin with
	readyText []byte
	workers   map[int]js.Value
}

// Begin starts so many workers.
func (h *Workers) Begin(size int, events pool.Events) *pool.Pool {
	h.workers = map[int]js.Value{}
	h.pool = pool.New(h, size, events)
	return h.pool
}

// Start implements pool.Host.
func (h *Workers) Start(number int) {
	scripts := File("wasm_exec.js") + "," + File("pack.js")
	w := Window.Get("Worker").New(File("worker.js"), map[string]any{"name": scripts})
	h.workers[number] = w
	w.Set("onmessage", Callback(func(args []js.Value) { h.hear(number, args[0].Get("data")) }))
	w.Set("onerror", Callback(func(args []js.Value) {
		args[0].Call("preventDefault")
		why := words.T("it could not be loaded")
		if m := args[0].Get("message"); m.Type() == js.TypeString && m.String() != "" {
			why = m.String()
		}
		h.pool.Died(number, why)
	}))
	w.Call("postMessage", map[string]any{"module": h.Module})
}

// hear takes a worker's message: bytes are replies, objects are replies with verdicts, signs of life or of death, or
// ask for a program.
func (h *Workers) hear(number int, message js.Value) {
	if pong := message.Get("pong"); pong.Truthy() {
		h.pool.Pong(number)
		return
	}
	if died := message.Get("died"); died.Truthy() {
		h.pool.Died(number, died.String())
		return
	}
	if need := message.Get("need"); need.Truthy() {
		h.fetchPart(number, need.String())
		return
	}
	var r wire.Reply
	if pages := message.Get("sheet"); pages.Truthy() {
		r.Sheet = h.Sheet(pages)
		message = message.Get("reply")
	}
	text := Bytes(message)
	if bytes.Equal(text, h.readyText) { // all workers begin with the same, and it is long
		h.pool.Message(number, h.ready)
		return
	}
	if err := json.Unmarshal(text, &r); err != nil {
		h.pool.Died(number, words.T("it said what the page cannot read: {why}", err.Error()))
		return
	}
	if r.Kind == wire.Ready {
		h.readyText, h.ready = text, r
		h.After(0, func() { h.pool.Message(number, r) }) // which has the page draw much: in a task of its own
		return
	}
	h.pool.Message(number, r)
}

// fetchPart gives a worker another program of the engine, which it asks for by the file's name.
func (h *Workers) fetchPart(number int, name string) {
	progress := Callback(func(args []js.Value) {
		if h.Part != nil {
			h.Part(args[0].Int(), args[1].Int())
		}
	})
	give := func(message map[string]any) {
		if h.Arrived != nil {
			h.Arrived()
		}
		if w, alive := h.workers[number]; alive {
			w.Call("postMessage", message)
		}
	}
	Settle(Window.Get("mutariumBoot").Call("part", name, progress),
		func(module js.Value) { give(map[string]any{"name": name, "module": module}) },
		func(why string) { give(map[string]any{"name": name, "failed": why}) })
}

// Post implements pool.Host.
func (h *Workers) Post(number int, r wire.Request) {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // requests are made of strings, numbers and lists
	}
	data := Array(text)
	h.workers[number].Call("postMessage", data, []any{data.Get("buffer")})
}

// Ping implements pool.Host.
func (h *Workers) Ping(number int) {
	h.workers[number].Call("postMessage", map[string]any{"ping": number})
}

// Terminate implements pool.Host.
func (h *Workers) Terminate(number int) {
	h.workers[number].Call("terminate")
	delete(h.workers, number)
}

// After implements pool.Host.
func (h *Workers) After(d time.Duration, f func()) {
	Once("setTimeout", f, int(d.Milliseconds()))
}
