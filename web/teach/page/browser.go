//go:build js

package page

import (
	"syscall/js"
	"time"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/browser"
)

// Address implements state.Browser.
func (p *page) Address(tail string) {
	window.Get("history").Call("replaceState", nil, "", window.Get("location").Get("pathname").String()+tail)
}

// After implements state.Browser.
func (p *page) After(key string, d time.Duration, f func()) {
	if id, ok := p.timers[key]; ok {
		window.Call("clearTimeout", id)
	}
	p.timers[key] = browser.Once("setTimeout", func() {
		delete(p.timers, key)
		f()
		p.changed()
	}, int(d.Milliseconds())).Int()
}

// Ask implements state.Browser.
func (p *page) Ask(r wire.Request) { p.pool.Ask(r) }

// Base implements state.Browser.
func (p *page) Base() string {
	at := window.Get("location")
	return at.Get("origin").String() + at.Get("pathname").String()
}

// Clip implements state.Browser.
func (p *page) Clip(text string, then func(ok bool)) {
	board := window.Get("navigator").Get("clipboard")
	if !board.Truthy() {
		then(false)
		return
	}
	told := func(ok bool) {
		then(ok)
		p.changed()
	}
	browser.Settle(board.Call("writeText", text), func(js.Value) { told(true) }, func(string) { told(false) })
}

// Deliver implements state.Browser.
func (p *page) Deliver(name, kind, text string) { browser.Deliver(name, kind, text) }

// Fetch implements state.Browser.
func (p *page) Fetch(name string, then func(text string, ok bool)) {
	told := func(text string, ok bool) {
		then(text, ok)
		p.changed()
	}
	failed := func(string) { told("", false) }
	browser.Settle(window.Call("fetch", browser.File(name)), func(r js.Value) {
		if !r.Get("ok").Bool() {
			failed("")
			return
		}
		browser.Settle(r.Call("text"), func(text js.Value) { told(text.String(), true) }, failed)
	}, failed)
}

// Focus implements state.Browser.
func (p *page) Focus(id string) { p.focus = id }

// Keep implements state.Browser.
func (p *page) Keep(key, text string) bool { return browser.Keep("localStorage", key, text) }

// Kept implements state.Browser.
func (p *page) Kept(key string) string { return browser.Kept("localStorage", key) }

// LayOut implements state.Browser.
func (p *page) LayOut(plan draw.Plan, then func(*draw.Layout)) {
	p.layouter.LayOut(plan, func(l *draw.Layout) {
		then(l)
		p.changed()
	})
}

// Now implements state.Browser.
func (p *page) Now() int64 { return int64(window.Get("Date").Call("now").Float()) }

// Pick implements state.Browser.
func (p *page) Pick(folder bool, then func([]exercise.GatherFile)) {
	in := document.Call("createElement", "input")
	in.Set("type", "file")
	in.Set("multiple", true)
	in.Set("webkitdirectory", folder)
	p.on(in, "change", func(js.Value) { p.read(in.Get("files"), then) })
	in.Call("click")
}

// Random implements state.Browser.
func (p *page) Random(n int) []byte {
	array := window.Get("Uint8Array").New(n)
	window.Get("crypto").Call("getRandomValues", array)
	return browser.Bytes(array)
}

// Write implements state.Browser.
func (p *page) Write(name, text string) {
	if e := p.editors[name]; e != nil {
		e.widget.Call("setText", text, false)
		e.last = map[string]string{"label": e.last["label"], "setSyntax": e.last["setSyntax"]}
	}
}

// --- looks --------------------------------------------------------------------------------------

// layoutKey is the one of the main page, whose theme and language this one has, too.
const layoutKey = "mutarium.layout"

func (p *page) restoreLook() {
	var kept struct{ Theme string }
	browser.Load("localStorage", layoutKey, &kept)
	if p.state.Theme = kept.Theme; p.state.Theme == "" {
		p.state.Theme = "system"
	}
	p.state.Language = document.Get("documentElement").Get("lang").String()
	p.theme()
}

// theme sets the colours; "system" leaves them to the browser.
func (p *page) theme() {
	document.Get("documentElement").Get("dataset").Set("theme", p.state.Theme)
	media := map[string]string{
		"light":    "none",
		"dark":     "none",
		"system":   "(prefers-contrast: more)",
		"contrast": "all",
	}
	document.Call("getElementById", "contrast").Set("media", media[p.state.Theme])
}

// Look implements state.Browser.
func (p *page) Look(theme, language string) {
	p.theme()
	kept := map[string]any{}
	browser.Load("localStorage", layoutKey, &kept)
	kept["Theme"], kept["Language"] = theme, language
	browser.Keep("localStorage", layoutKey, browser.Encode(kept))
	browser.Settle(window.Get("mutariumWords").Call("use", language), func(js.Value) {
		browser.Speak()
		p.changed()
	}, func(string) {})
}
