//go:build js

package browser

import (
	"encoding/json"
	"syscall/js"
	"time"

	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/pool"
	"github.com/mutarium/mutarium/web/words"
)

// Workers are those of the engine: a pool.Host. Module is the compiled program that boot.js has fetched.
type Workers struct {
	Module  js.Value
	Pool    *pool.Pool
	workers map[int]js.Value
}

// Start implements pool.Host.
func (h *Workers) Start(number int) {
	scripts := File("wasm_exec.js") + "," + File("pack.js")
	w := Window.Get("Worker").New(File("worker.js"), map[string]any{"name": scripts})
	if h.workers == nil {
		h.workers = map[int]js.Value{}
	}
	h.workers[number] = w
	w.Set("onmessage", Callback(func(args []js.Value) { h.hear(number, args[0].Get("data")) }))
	w.Set("onerror", Callback(func(args []js.Value) {
		args[0].Call("preventDefault")
		why := words.T("it could not be loaded")
		if m := args[0].Get("message"); m.Type() == js.TypeString && m.String() != "" {
			why = m.String()
		}
		h.Pool.Died(number, why)
	}))
	w.Call("postMessage", map[string]any{"module": h.Module})
}

// hear takes a worker's message: bytes are replies, objects are signs of life or of death, or ask for a program.
func (h *Workers) hear(number int, message js.Value) {
	if pong := message.Get("pong"); pong.Truthy() {
		h.Pool.Pong(number)
		return
	}
	if died := message.Get("died"); died.Truthy() {
		h.Pool.Died(number, died.String())
		return
	}
	if need := message.Get("need"); need.Truthy() {
		h.fetchPart(number, need.String())
		return
	}
	var r wire.Reply
	if err := json.Unmarshal(Bytes(message), &r); err != nil {
		h.Pool.Died(number, words.T("it said what the page cannot read: {why}", err.Error()))
		return
	}
	h.Pool.Message(number, r)
}

// fetchPart gives a worker another program of the engine, which it asks for by the file's name.
func (h *Workers) fetchPart(number int, name string) {
	give := func(message map[string]any) {
		if w, alive := h.workers[number]; alive {
			w.Call("postMessage", message)
		}
	}
	Settle(Window.Get("mutariumBoot").Call("part", name, js.FuncOf(func(js.Value, []js.Value) any { return nil })),
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
