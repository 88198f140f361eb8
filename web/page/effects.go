//go:build js

package page

import (
	"cmp"
	"slices"
	"syscall/js"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/browser"
	"github.com/mutarium/mutarium/web/store"
)

// perform does what the store asked for.
func (p *page) perform(e store.Effect) {
	switch e := e.(type) {
	case store.Ask:
		if p.pool != nil {
			p.pool.Ask(e.Request)
		}
	case store.Stop:
		if p.pool != nil {
			p.pool.Cancel(e.ID)
		}
	case store.After:
		p.later(e)
	case store.Save:
		p.save()
	case store.Keep:
		window.Get("mutariumWidgets").Call("keep", e.Key, e.Sheets, e.Stopped)
	case store.Recall:
		window.Get("mutariumWidgets").Call("recall", e.Key, browser.Callback(p.recalled))
	case store.PushTab:
		if onePane() {
			window.Get("history").Call("pushState", nil, "")
		}
	case store.SetHash:
		p.address(e.Fragment)
	case store.Clip:
		p.clip(e)
	case store.Deliver:
		p.deliver(e)
	case store.DeliverPNG:
		deliverPNG(e)
	case store.Reveal:
		p.hidden = true
	case store.RevealResult:
		browser.Once("setTimeout", revealResult, 60)
	case store.Focus:
		p.editors["model"].widget.Call("goTo", e.Line, e.Column)
	case store.FocusImpl:
		browser.Once("setTimeout", func() { p.editors["impl"].widget.Call("goTo", e.Line, e.Column) }, 50)
	case store.LayOut:
		p.layouter.LayOut(e.Plan, func(l *draw.Layout) {
			p.store.Dispatch(store.LaidOut{Place: e.Place, Layout: l})
		})
	case store.Speak:
		browser.Settle(window.Get("mutariumWords").Call("use", e.Language), func(v js.Value) {
			browser.Speak()
			p.store.Dispatch(store.Spoken{Language: v.String()})
			p.nameEditors()
		}, func(string) {})
	case store.Reload:
		window.Get("mutariumBoot").Call("again")
		p.loadEngine()
	}
}

// recalled takes what was kept of a run: some sheets, whether more follow, and whether it was stopped.
func (p *page) recalled(args []js.Value) {
	a := store.Recalled{More: args[1].Bool(), Stopped: args[2].Bool()}
	for i := range args[0].Length() {
		a.Sheets = append(a.Sheets, sheetOf(args[0].Index(i)))
	}
	p.store.Dispatch(a)
}

// later dispatches an action after a while; a new one with the same key takes its place.
func (p *page) later(e store.After) {
	if id, ok := p.timers[e.Key]; ok {
		window.Call("clearTimeout", id)
	}
	p.timers[e.Key] = browser.Once("setTimeout", func() {
		delete(p.timers, e.Key)
		p.store.Dispatch(e.Action)
	}, int(e.Delay.Milliseconds())).Int()
}

func (p *page) clip(e store.Clip) {
	board := window.Get("navigator").Get("clipboard")
	if !board.Truthy() {
		p.store.Dispatch(store.Copied{What: e.What, OK: false})
		return
	}
	browser.Settle(board.Call("writeText", e.Text),
		func(js.Value) { p.store.Dispatch(store.Copied{What: e.What, OK: true}) },
		func(string) { p.store.Dispatch(store.Copied{What: e.What, OK: false}) })
}

// deliver hands a file to the user.
func (p *page) deliver(e store.Deliver) {
	p.pieces = append(p.pieces, window.Get("Blob").New([]any{e.Text}))
	if e.More {
		return
	}
	browser.Deliver(e.Name, e.Type, p.pieces...)
	p.pieces = nil
}

// deliverPNG paints a picture at twice its size and hands that over.
func deliverPNG(e store.DeliverPNG) {
	blob := window.Get("Blob").New([]any{e.SVG}, map[string]any{"type": "image/svg+xml"})
	url := window.Get("URL").Call("createObjectURL", blob)
	img := window.Get("Image").New()
	img.Set("src", url)
	free := func() { window.Get("URL").Call("revokeObjectURL", url) }
	browser.Settle(img.Call("decode"), func(js.Value) {
		canvas := document.Call("createElement", "canvas")
		canvas.Set("width", 2*img.Get("naturalWidth").Int())
		canvas.Set("height", 2*img.Get("naturalHeight").Int())
		paint := canvas.Call("getContext", "2d")
		paint.Set("fillStyle", "#fff")
		paint.Call("fillRect", 0, 0, canvas.Get("width"), canvas.Get("height"))
		paint.Call("drawImage", img, 0, 0, canvas.Get("width"), canvas.Get("height"))
		browser.Save(e.Name, canvas.Call("toDataURL", "image/png"))
		free()
	}, func(string) { free() })
}

// reveal scrolls the list so that the selected row is seen.
func (p *page) reveal() {
	l := document.Call("getElementById", "list")
	at := p.store.Position()
	if !l.Truthy() || at < 0 {
		return
	}
	height, top := l.Get("clientHeight").Int(), l.Get("scrollTop").Int()
	from, to := at*store.RowHeight, (at+1)*store.RowHeight
	switch {
	case height == 0:
	case from < top-height || to > top+2*height:
		l.Set("scrollTop", from-height/2)
	case from < top:
		l.Set("scrollTop", from)
	case to > top+height:
		l.Set("scrollTop", to-height)
	}
}

// revealResult scrolls to a tool's result, unless much of it is seen already.
func revealResult() {
	panel, result := document.Call(
		"getElementById",
		"panel-tools",
	), document.Call(
		"querySelector",
		"#panel-tools .results",
	)
	if !panel.Truthy() || !result.Truthy() {
		return
	}
	box := panel.Call("getBoundingClientRect")
	top := result.Call("getBoundingClientRect").Get("top").Float()
	if below := top - box.Get("top").Float(); below > box.Get("height").
		Float()/
		2 {
		panel.Call("scrollBy", 0, below-12)
	}
}

// --- what outlives the page -------------------------------------------------------------------

const (
	sessionKey = "mutarium.session"
	historyKey = "mutarium.history"
	layoutKey  = "mutarium.layout"
	hashKey    = "mutarium.hash"
)

// A session is the autosaved work. Each tab keeps its own; a new tab takes the newest.
type session struct {
	Example string    `json:"example,omitempty"`
	Link    wire.Link `json:"link"`
}

// boot gathers what was kept. A link that this tab opened before and that is still in the address
// bar is not opened again: that would undo what was typed since.
func boot() store.Booted {
	b := store.Booted{Hash: window.Get("location").Get("hash").String()}
	var s session
	if browser.Load("sessionStorage", sessionKey, &s) || browser.Load("localStorage", sessionKey, &s) {
		b.Saved, b.Example = &s.Link, s.Example
	}
	browser.Load("localStorage", historyKey, &b.History)
	browser.Load("localStorage", layoutKey, &b.Layout)
	if b.Hash != "" && b.Hash == browser.Kept("sessionStorage", hashKey) {
		b.Hash = ""
	}
	browser.Keep("sessionStorage", hashKey, window.Get("location").Get("hash").String())
	location := window.Get("location")
	asked := window.Get("URLSearchParams").New(location.Get("search"))
	if asked.Call("has", "present").Bool() {
		b.Present = cmp.Or(asked.Call("get", "present").String(), "steps")
	}
	b.Base = location.Get("origin").String() + location.Get("pathname").String() + location.Get("search").String()
	return b
}

// hash opens a link that was pasted into the address bar of an open page.
func (p *page) hash() {
	h := window.Get("location").Get("hash").String()
	if h == browser.Kept("sessionStorage", hashKey) {
		return
	}
	browser.Keep("sessionStorage", hashKey, h)
	p.flush()
	p.store.Dispatch(store.HashChanged{Hash: h})
}

// now is the time, in milliseconds since 1970.
func now() int64 { return int64(window.Get("Date").Call("now").Float()) }

func (p *page) save() {
	s := session{Example: p.store.Work.Example, Link: p.store.Link()}
	text := browser.Encode(s)
	here, later := browser.Keep("sessionStorage", sessionKey, text), browser.Keep("localStorage", sessionKey, text)
	saved := store.Saved{Now: now(), OK: here && later}
	if kept := browser.Kept("localStorage", historyKey); kept != p.pastText { // by another tab
		browser.Load("localStorage", historyKey, &saved.Kept)
		p.past = nil
	}
	p.store.Dispatch(saved)
	if !slices.Equal(p.past, p.store.History) { // it may be long
		p.past, p.pastText = p.store.History, browser.Encode(p.store.History)
		browser.Keep("localStorage", historyKey, p.pastText)
	}
	browser.Keep("localStorage", layoutKey, browser.Encode(p.store.Layout))
}

// onePane tells whether the page is so narrow that it shows one pane at a time; static/style.css has
// the same width.
func onePane() bool {
	return window.Call("matchMedia", "(max-width: 880px)").Get("matches").Bool()
}

// back goes from the detail to the list, where one pane is seen at a time.
func (p *page) back() {
	if onePane() && p.store.Layout.Tab == "detail" {
		p.store.Dispatch(store.ShowTab{Where: "narrow", Name: "mutants"})
	}
}

// address puts a link into the address bar, or takes the one that is there away.
func (p *page) address(fragment string) {
	url := window.Get("location").Get("pathname").String() + window.Get("location").Get("search").String()
	if fragment != "" {
		fragment = "#" + fragment
	}
	window.Get("history").Call("replaceState", nil, "", url+fragment)
	browser.Keep("sessionStorage", hashKey, fragment)
}

// leave saves at once: the page may be gone before a timer ends.
func (p *page) leave() {
	p.flush()
	p.save()
}
