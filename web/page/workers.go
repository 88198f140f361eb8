//go:build js

package page

import (
	"syscall/js"

	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/browser"
	"github.com/mutarium/mutarium/web/pool"
	"github.com/mutarium/mutarium/web/store"
)

// loadEngine waits for the engine that boot.js is fetching, then starts the workers.
func (p *page) loadEngine() {
	boot := window.Get("mutariumBoot")
	boot.Set("onprogress", browser.Callback(func(args []js.Value) {
		p.store.Dispatch(store.EngineBytes{Received: args[0].Int(), Total: args[1].Int()})
	}))
	boot.Set("tell", browser.Callback(func(args []js.Value) {
		p.store.Dispatch(store.Said{Tone: "info", Text: args[0].String()})
	}))
	browser.Settle(boot.Call("engine"), func(module js.Value) {
		p.store.Dispatch(store.EngineBooted{})
		p.startPool(module)
	}, func(why string) { p.store.Dispatch(store.EngineFailed{Why: why}) })
}

func (p *page) startPool(module js.Value) {
	workers := &browser.Workers{
		Module:  module,
		Sheet:   sheetOf,
		Part:    func(received, total int) { p.store.Dispatch(store.PartBytes{Received: received, Total: total}) },
		Arrived: func() { p.store.Dispatch(store.PartArrived{}) },
	}
	p.pool = workers.Begin(store.Runners+2, pool.Events{
		Reply: func(r wire.Reply) { p.store.Dispatch(store.Replied{Reply: r}) },
		Lost:  func(id int, why string) { p.store.Dispatch(store.RequestLost{ID: id, Why: why}) },
		Over:  func(id int) { p.store.Dispatch(store.RequestOver{ID: id}) },
		Fail:  func(why string) { p.store.Dispatch(store.EngineFailed{Why: why}) },
	})
}

// sheetOf takes a sheet as a worker sent it.
func sheetOf(pages js.Value) *wire.Sheet {
	return &wire.Sheet{Rows: unpack(pages, wire.Pages), Pages: pages}
}

// unpack is that of the bundle.
func unpack(pages any, which int) []byte {
	return browser.Bytes(window.Get("mutariumWidgets").Call("unpack", pages, which))
}

// inflate is that of the bundle, too.
func inflate(packed []byte, most int) ([]byte, error) {
	text := window.Get("mutariumWidgets").Call("inflate", browser.Array(packed), most)
	if text.IsNull() {
		return nil, wire.ErrTruncatedLink
	}
	return browser.Bytes(text), nil
}
