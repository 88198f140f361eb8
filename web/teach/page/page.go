//go:build js

package page

import (
	"syscall/js"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/browser"
	"github.com/mutarium/mutarium/web/pool"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/teach/view"
	"github.com/mutarium/mutarium/web/words"
)

var window, document = browser.Window, browser.Document

// A page owns what lives as long as the page.
type page struct {
	editors  map[string]*editor
	focus    string // id of the element that is to get it
	framed   bool   // afterFrame is scheduled
	layouter browser.Layouter
	root     *view.Root
	state    *state.State
	timers   map[string]int
	pool     *pool.Pool
}

// Run draws the page and keeps it going.
func Run() {
	p := &page{editors: map[string]*editor{}, timers: map[string]int{}}
	browser.Speak()
	p.state = state.New(p)
	p.root = &view.Root{State: p.state}
	p.restoreLook()
	browser.Adopt(draw.Style)
	p.state.Begin(window.Get("location").Get("hash").String(), query())
	if err := vecty.RenderInto("body", p.root); err != nil {
		window.Get("console").Call("error", err.Error())
		return
	}
	p.changed()
	p.listen()
	p.loadEngine()
	select {}
}

// query is that of the address.
func query() map[string]string {
	all := map[string]string{}
	asked := window.Get("URLSearchParams").New(window.Get("location").Get("search"))
	for _, name := range []string{"ready", "make", "grade"} {
		if asked.Call("has", name).Bool() {
			all[name] = asked.Call("get", name).String()
		}
	}
	return all
}

// loadEngine waits for the engine that boot.js is fetching, then starts the workers.
func (p *page) loadEngine() {
	browser.Settle(window.Get("mutariumBoot").Call("engine"), func(module js.Value) {
		p.pool = (&browser.Workers{Module: module}).Begin(2, pool.Events{
			Reply: func(r wire.Reply) { p.state.Replied(r); p.changed() },
			Lost:  func(id int, why string) { p.state.Lost(id, why); p.changed() },
			Over:  func(id int) { p.state.Lost(id, words.T("it was stopped")); p.changed() },
			Fail:  p.broken,
		})
	}, p.broken)
}

func (p *page) broken(why string) {
	p.state.Failure = why
	p.changed()
}

// changed draws the page again in the next frame.
func (p *page) changed() {
	vecty.Rerender(p.root)
	if p.framed {
		return
	}
	p.framed = true
	browser.Once("requestAnimationFrame", func() {
		browser.Once("requestAnimationFrame", func() { p.framed = false; p.afterFrame() })
	})
}

// afterFrame does what needs the elements of the frame that was just drawn.
func (p *page) afterFrame() {
	document.Set("title", view.Title(p.state))
	p.markdown()
	p.mountEditors()
	p.showDialog()
	p.paintQR()
	if p.focus != "" {
		if el := document.Call("getElementById", p.focus); el.Truthy() {
			el.Call("focus")
			p.focus = ""
		}
	}
}

// markdown has texts drawn by the bundle.
func (p *page) markdown() {
	all := document.Call("querySelectorAll", "mark-down")
	for i := range all.Length() {
		el := all.Index(i)
		window.Get("mutariumWidgets").Call("markdown", el, browser.Data(el, "text"))
	}
}

func (p *page) paintQR() {
	if c := document.Call("querySelector", "canvas[data-qr]"); c.Truthy() &&
		c.Get("painted").String() != browser.Data(c, "qr") {
		c.Set("painted", browser.Data(c, "qr"))
		window.Get("mutariumWidgets").Call("paintQR", c, browser.Data(c, "qr"))
	}
}

// showDialog opens or closes the dialog that the view drew.
func (p *page) showDialog() {
	d := document.Call("getElementById", "dialog")
	if !d.Truthy() {
		return
	}
	switch open := d.Get("open").Bool(); {
	case p.state.Dialog != "" && !open:
		d.Call("showModal")
	case p.state.Dialog == "" && open:
		d.Call("close")
	}
}

// --- events -------------------------------------------------------------------------------------

// listen hears what the user does, once for the whole page: elements say by data-do and data-put what they are for.
func (p *page) listen() {
	p.on(document, "click", p.click)
	p.on(document, "input", p.input)
	p.on(document, "change", p.input)
	p.on(document, "keydown", p.key)
	p.on(document, "dragover", func(e js.Value) { e.Call("preventDefault") })
	p.on(document, "drop", func(e js.Value) {
		e.Call("preventDefault")
		p.read(e.Get("dataTransfer"), p.state.Open)
	})
	p.on(document, "visibilitychange", func(js.Value) { p.leave() })
	p.on(window, "pagehide", func(js.Value) { p.leave() })
	p.on(window, "hashchange", func(js.Value) {
		if hash := window.Get("location").Get("hash").String(); len(hash) > 1 {
			p.state.OpenLink(hash)
		}
	})
	p.on(window, "storage", func(e js.Value) {
		if v := e.Get("newValue"); v.Type() == js.TypeString {
			p.state.Stored(e.Get("key").String(), v.String())
		}
	})
	document.Call("addEventListener", "cancel", browser.Callback(func([]js.Value) {
		p.state.Do("dialog", "")
		p.changed()
	}), true)
}

// on hears events, after each of which the page is drawn.
func (p *page) on(target js.Value, event string, f func(e js.Value)) {
	target.Call("addEventListener", event, browser.Callback(func(args []js.Value) { f(args[0]) }))
}

func (p *page) leave() {
	p.flush()
	p.state.Leave()
}

func (p *page) click(e js.Value) {
	if t := e.Get("target"); t.Get("id").Type() == js.TypeString && t.Get("id").String() == "dialog" {
		p.act("dialog", "") // outside of what it shows
		return
	}
	if el := browser.Closest(e, "[data-do]"); el.Truthy() {
		p.act(browser.Data(el, "do"), browser.Data(el, "arg"))
	}
}

func (p *page) act(name, arg string) {
	p.flush()
	p.state.Do(name, arg)
	p.changed()
}

// input hears fields. Boxes and lists say "change"; text says "input", and is not heard twice.
func (p *page) input(e js.Value) {
	el := browser.Closest(e, "[data-put]")
	if !el.Truthy() {
		return
	}
	kind, value := el.Get("type").String(), el.Get("value").String()
	late := kind == "checkbox" || kind == "radio" || kind == "select-one"
	if late != (e.Get("type").String() == "change") {
		return
	}
	if kind == "checkbox" {
		value = ""
		if el.Get("checked").Bool() {
			value = "true"
		}
	}
	p.state.Put(browser.Data(el, "put"), browser.Data(el, "arg"), value)
	p.changed()
}

// key hears Enter in fields that say what it does there.
func (p *page) key(e js.Value) {
	if e.Get("key").Type() != js.TypeString || e.Get("key").String() != "Enter" || e.Get("isComposing").Bool() {
		return
	}
	if el := browser.Closest(e, "[data-enter]"); el.Truthy() {
		e.Call("preventDefault")
		p.act(browser.Data(el, "enter"), browser.Data(el, "arg"))
	}
}

// read takes files, folders and archives as they are.
func (p *page) read(source js.Value, then func([]exercise.GatherFile)) {
	browser.Settle(window.Get("mutariumWidgets").Call("readBytes", source), func(v js.Value) {
		var files []exercise.GatherFile
		for i := range v.Length() {
			f := v.Index(i)
			files = append(
				files,
				exercise.GatherFile{Name: f.Get("name").String(), Data: browser.Bytes(f.Get("bytes"))},
			)
		}
		then(files)
		p.changed()
	}, func(why string) {
		p.state.Say("bad", words.T("The file cannot be read: {why}.", why))
		p.changed()
	})
}
