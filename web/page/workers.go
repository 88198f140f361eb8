//go:build js

package page

import (
	"bytes"
	"encoding/json"
	"syscall/js"
	"time"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/pool"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/words"
)

// loadEngine waits for the engine that boot.js is fetching, then starts the workers.
func (p *page) loadEngine() {
	boot := window.Get("mutariumBoot")
	boot.Set("onprogress", callback(func(args []js.Value) {
		p.store.Dispatch(store.EngineBytes{Received: args[0].Int(), Total: args[1].Int()})
	}))
	boot.Set("tell", callback(func(args []js.Value) {
		p.store.Dispatch(store.Said{Tone: "info", Text: args[0].String()})
	}))
	settle(boot.Call("engine"), func(module js.Value) {
		p.module = module
		p.store.Dispatch(store.EngineBooted{})
		p.startPool()
	}, func(why string) { p.store.Dispatch(store.EngineFailed{Why: why}) })
}

func (p *page) startPool() {
	p.pool = pool.New(p, store.Runners+2, pool.Events{
		Reply: func(r wire.Reply) { p.store.Dispatch(store.Replied{Reply: r}) },
		Lost:  func(id int, why string) { p.store.Dispatch(store.RequestLost{ID: id, Why: why}) },
		Over:  func(id int) { p.store.Dispatch(store.RequestOver{ID: id}) },
		Fail:  func(why string) { p.store.Dispatch(store.EngineFailed{Why: why}) },
	})
}

// fetchPart gives a worker another program of the engine, which it asks for by the file's name.
func (p *page) fetchPart(number int, name string) {
	progress := callback(func(args []js.Value) {
		p.store.Dispatch(store.PartBytes{Received: args[0].Int(), Total: args[1].Int()})
	})
	give := func(message map[string]any) {
		p.store.Dispatch(store.PartArrived{})
		if w, alive := p.workers[number]; alive {
			w.Call("postMessage", message)
		}
	}
	settle(window.Get("mutariumBoot").Call("part", name, progress),
		func(module js.Value) { give(map[string]any{"name": name, "module": module}) },
		func(why string) { give(map[string]any{"name": name, "failed": why}) })
}

// Start implements pool.Host.
func (p *page) Start(number int) {
	scripts := file("wasm_exec.js") + "," + file("pack.js")
	w := window.Get("Worker").New(file("worker.js"), map[string]any{"name": scripts})
	p.workers[number] = w
	w.Set("onmessage", callback(func(args []js.Value) { p.hear(number, args[0].Get("data")) }))
	w.Set("onerror", callback(func(args []js.Value) {
		args[0].Call("preventDefault")
		why := words.T("it could not be loaded")
		if m := args[0].Get("message"); m.Type() == js.TypeString && m.String() != "" {
			why = m.String()
		}
		p.pool.Died(number, why)
	}))
	w.Call("postMessage", map[string]any{"module": p.module})
}

// file gives the address of a file of the site.
func file(name string) string { return window.Call("mutariumFile", name).String() }

// hear takes a worker's message: bytes are replies, objects are replies with verdicts, signs of life or of
// death, or ask for a program.
func (p *page) hear(number int, message js.Value) {
	if pong := message.Get("pong"); pong.Truthy() {
		p.pool.Pong(number)
		return
	}
	if died := message.Get("died"); died.Truthy() {
		p.pool.Died(number, died.String())
		return
	}
	if need := message.Get("need"); need.Truthy() {
		p.fetchPart(number, need.String())
		return
	}
	var r wire.Reply
	if pages := message.Get("sheet"); pages.Truthy() {
		r.Sheet = sheetOf(pages)
		message = message.Get("reply")
	}
	text := bytesOf(message)
	if bytes.Equal(text, p.readyText) { // all workers begin with the same, and it is long
		p.pool.Message(number, p.ready)
		return
	}
	if err := json.Unmarshal(text, &r); err != nil {
		p.pool.Died(number, words.T("it said what the page cannot read: {why}", err.Error()))
		return
	}
	if r.Kind == wire.Ready {
		p.readyText, p.ready = text, r
		p.After(0, func() { p.pool.Message(number, r) }) // which has the page draw much: in a task of its own
		return
	}
	p.pool.Message(number, r)
}

// sheetOf takes a sheet as a worker sent it.
func sheetOf(pages js.Value) *wire.Sheet {
	return &wire.Sheet{Rows: unpack(pages, wire.Pages), Pages: pages}
}

// unpack is that of the bundle.
func unpack(pages any, which int) []byte {
	return bytesOf(window.Get("mutariumWidgets").Call("unpack", pages, which))
}

// inflate is that of the bundle, too.
func inflate(packed []byte, most int) ([]byte, error) {
	text := window.Get("mutariumWidgets").Call("inflate", arrayOf(packed), most)
	if text.IsNull() {
		return nil, wire.ErrTruncatedLink
	}
	return bytesOf(text), nil
}

func bytesOf(array js.Value) []byte {
	data := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(data, array)
	return data
}

func arrayOf(data []byte) js.Value {
	array := window.Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// Post implements pool.Host.
func (p *page) Post(number int, r wire.Request) {
	text, err := json.Marshal(r)
	if err != nil {
		p.store.Dispatch(store.RequestLost{ID: r.ID, Why: err.Error()})
		return
	}
	data := arrayOf(text)
	p.workers[number].Call("postMessage", data, []any{data.Get("buffer")})
}

// Ping implements pool.Host.
func (p *page) Ping(number int) {
	p.workers[number].Call("postMessage", map[string]any{"ping": number})
}

// Terminate implements pool.Host.
func (p *page) Terminate(number int) {
	p.workers[number].Call("terminate")
	delete(p.workers, number)
}

// After implements pool.Host.
func (p *page) After(d time.Duration, f func()) {
	once("setTimeout", f, int(d.Milliseconds()))
}

// --- graphs -------------------------------------------------------------------------------------

// A layouter is the worker that lays out graphs; it starts with the first one.
type layouter struct {
	last    int
	places  map[int]string
	started bool
	worker  js.Value
}

func (p *page) layOut(e store.LayOut) {
	l := &p.layouter
	if !l.started {
		l.started, l.places = true, map[int]string{}
		l.worker = window.Get("Worker").New(file("layout.js"))
		l.worker.Set("onmessage", callback(func(args []js.Value) { p.laidOut(args[0].Get("data").String()) }))
	}
	l.last++
	l.places[l.last] = e.Place
	l.worker.Call("postMessage", encode(map[string]any{"id": l.last, "graph": e.Plan}))
}

func (p *page) laidOut(text string) {
	var answer struct {
		draw.Layout
		ID int `json:"id"`
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return
	}
	p.store.Dispatch(store.LaidOut{Place: p.layouter.places[answer.ID], Layout: &answer.Layout})
	delete(p.layouter.places, answer.ID)
}
