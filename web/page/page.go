//go:build js

package page

import (
	"syscall/js"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/web/browser"
	"github.com/mutarium/mutarium/web/pool"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/view"
	"github.com/mutarium/mutarium/web/words"
)

var (
	window   = browser.Window
	document = browser.Document
)

// A page owns what lives as long as the page.
type page struct {
	editors  map[string]*editor
	layouter browser.Layouter
	pool     *pool.Pool
	root     *view.Root
	store    *store.Store
	timers   map[string]int
	pieces   []any               // of a file that is being written
	past     []store.Past        // the history as this tab wrote it last
	pastText string              // and its text
	zooms    map[string]js.Value // pan and zoom of the graphs, by their place
	dragging string              // border that is being moved
	framed   bool                // afterFrame is scheduled
	hidden   bool                // the selected row may be out of sight
}

// Run draws the page and keeps it going. It begins in several tasks, so that none is long: the browser
// draws and hears its user in between.
func Run() {
	p := &page{
		editors: map[string]*editor{}, timers: map[string]int{}, zooms: map[string]js.Value{},
	}
	store.Runners = runners()
	store.Now, store.Inflate, store.Unpack = now, inflate, unpack
	view.Complain = func(s string) { window.Get("console").Call("error", "mutarium: "+s) }
	browser.Speak()
	p.store = store.New(p.perform)
	p.root = &view.Root{Panes: 1, State: &p.store.State}
	p.store.Update(boot())
	p.theme()
	browser.Adopt(draw.Style)
	if err := vecty.RenderInto("body", p.root); err != nil {
		window.Get("console").Call("error", err.Error())
		return
	}
	pause(0)
	p.store.Listen(p.changed)
	p.mount()
	pause(0)
	p.loadEngine()
	p.listen()
	for p.root.Panes < view.AllPanes {
		p.root.Panes++
		vecty.Rerender(p.root)
		pause(frame)
	}
	p.store.Dispatch(store.SetTheme{Name: p.store.Layout.Theme})
	select {}
}

// frame is a little longer than the browser shows a picture, in milliseconds.
const frame = 20

// pause gives the browser its turn.
func pause(milliseconds int) {
	done := make(chan struct{})
	browser.Once("setTimeout", func() { close(done) }, milliseconds)
	<-done
}

// changed is called after each action: the page is drawn in the next frame, the widgets of the
// bundle are told at once.
func (p *page) changed() {
	vecty.Rerender(p.root)
	p.theme()
	p.title()
	p.syncEditors()
	if !p.framed {
		p.framed = true
		browser.Once("requestAnimationFrame", func() { p.framed = false; p.afterFrame() })
	}
}

// title tells the browser's tabs apart.
func (p *page) title() {
	title := words.T("Mutarium: model-based mutation testing")
	if name := p.store.Work.Name; name != "" {
		title = source.Visible(name) + " · Mutarium"
	}
	if document.Get("title").String() != title {
		document.Set("title", title)
	}
}

// theme sets the colours; "system" leaves them to the browser.
func (p *page) theme() {
	set := document.Get("documentElement").Get("dataset")
	if set.Get("theme").Equal(js.ValueOf(p.store.Layout.Theme)) {
		return
	}
	set.Set("theme", p.store.Layout.Theme)
	media := map[string]string{"light": "none", "dark": "none", "system": "(prefers-contrast: more)", "contrast": "all"}
	document.Call("getElementById", "contrast").Set("media", media[p.store.Layout.Theme])
}

// afterFrame does what needs the elements of the frame that was just drawn.
func (p *page) afterFrame() {
	p.showDialog()
	p.fitGraphs()
	p.paintMatrices()
	p.paintLink()
	if p.hidden {
		p.hidden = false
		p.reveal()
	}
	p.measureList()
}

// showDialog opens or closes the dialog that the view drew.
func (p *page) showDialog() {
	d := document.Call("getElementById", "dialog")
	if !d.Truthy() {
		return
	}
	open := d.Get("open").Bool()
	switch {
	case p.store.Dialog != "" && !open:
		d.Call("showModal")
	case p.store.Dialog == "" && open:
		d.Call("close")
	}
}

// fitGraphs gives new pictures pan and zoom, and their first fit.
func (p *page) fitGraphs() {
	list := document.Call("querySelectorAll", "[data-canvas]")
	for i := range list.Length() {
		host := list.Index(i)
		svg := host.Call("querySelector", "svg")
		if !svg.Truthy() || svg.Get("dataset").Get("fitted").Truthy() {
			continue
		}
		svg.Get("dataset").Set("fitted", "1")
		place := host.Get("dataset").Get("canvas").String()
		if !host.Get("panned").Truthy() {
			host.Set("panned", true)
			p.zooms[place] = window.Get("mutariumWidgets").Call("panZoom", host, place == "diagram")
		}
		if z := p.zooms[place]; z.Truthy() {
			if place == "diagram" {
				z.Call("again")
			} else {
				z.Call("start")
			}
		}
	}
}

// measureList tells the store how much of the list is seen.
func (p *page) measureList() {
	l := document.Call("getElementById", "list")
	if !l.Truthy() {
		return
	}
	if h, top := l.Get("clientHeight").Int(), l.Get("scrollTop").Int(); h > 0 &&
		(h != p.store.List.Height || top != p.store.List.Top) {
		p.store.Dispatch(store.Scrolled{Top: top, Height: h})
	}
}

// runners is how many workers may judge mutants: one core is left for the page itself.
func runners() int {
	n := window.Get("navigator").Get("hardwareConcurrency")
	if !n.Truthy() {
		return 1
	}
	return min(max(n.Int()-1, 1), 2)
}
