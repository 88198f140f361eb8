//go:build js

package page

import (
	"encoding/json"
	"strings"
	"syscall/js"

	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/browser"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/view"
	"github.com/mutarium/mutarium/web/words"
)

// listen hears what the user does, once for the whole page: elements say by data-do and data-put
// what they are for.
func (p *page) listen() {
	p.on(document, "click", p.click)
	p.on(document, "input", p.input)
	p.on(document, "change", p.input)
	p.on(document, "keydown", p.key)
	p.on(document, "pointerdown", p.grab)
	p.on(document, "pointermove", p.drag)
	p.on(document, "pointerup", func(js.Value) { p.dragging = "" })
	p.on(document, "pointercancel", func(js.Value) { p.dragging = "" })
	p.on(document, "dragover", func(e js.Value) { e.Call("preventDefault") })
	p.on(document, "drop", p.drop)
	p.on(document, "visibilitychange", func(js.Value) { p.leave() })
	p.on(window, "pagehide", func(js.Value) { p.leave() })
	p.on(window, "hashchange", func(js.Value) { p.hash() })
	p.on(window, "popstate", func(js.Value) { p.back() })
	p.on(window, "unkept", func(js.Value) {
		p.store.Dispatch(store.Said{Tone: "warn", Text: words.T(
			"A reload will start the run again: this browser's storage is full or switched off.")})
	})
	p.on(window, "resize", func(js.Value) { p.measureList() })
	// These do not bubble, so they are heard on their way down.
	p.onCapture("scroll", func(e js.Value) {
		if t := e.Get("target"); t.Get("id").Truthy() && t.Get("id").String() == "list" {
			p.measureList()
		}
	})
	p.onCapture("cancel", func(e js.Value) { p.store.Dispatch(store.OpenDialog{}) })
}

func (p *page) on(target js.Value, event string, f func(e js.Value)) {
	target.Call("addEventListener", event, browser.Callback(func(args []js.Value) { f(args[0]) }))
}

func (p *page) onCapture(event string, f func(e js.Value)) {
	document.Call("addEventListener", event, browser.Callback(func(args []js.Value) { f(args[0]) }), true)
}

func (p *page) click(e js.Value) {
	if t := e.Get("target"); t.Get("id").Type() == js.TypeString && t.Get("id").String() == "dialog" {
		p.store.Dispatch(store.OpenDialog{}) // beside the dialog
		return
	}
	if a := p.pointed(e); a != nil {
		p.store.Dispatch(a)
		return
	}
	el := browser.Closest(e, "[data-do]")
	if !el.Truthy() {
		return
	}
	name, arg := browser.Data(el, "do"), browser.Data(el, "arg")
	if p.own(name, arg) {
		return
	}
	p.flush()
	if a := view.Act(name, arg, ""); a != nil {
		p.store.Dispatch(a)
	}
}

// own does what needs the browser; false when the name is an action of the store.
func (p *page) own(name, arg string) bool {
	switch name {
	case "open-file":
		p.pick(func(files []wire.File) { p.store.Dispatch(store.OpenFiles{Files: files}) })
	case "input-file":
		p.pick(func(files []wire.File) {
			if len(files) > 0 {
				p.store.Dispatch(store.SetInput{Name: arg, Value: files[0].Text})
			}
		})
	case "zoom-in":
		p.zoom(arg, 1.25)
	case "zoom-out":
		p.zoom(arg, 0.8)
	case "zoom-fit":
		if z := p.zooms[arg]; z.Truthy() {
			z.Call("fit")
		}
	case "goto-impl":
		if a, ok := view.Act("goto", arg, "").(store.GoTo); ok {
			p.editors["impl"].widget.Call("goTo", a.Line, a.Column)
		}
	default:
		return false
	}
	return true
}

func (p *page) zoom(place string, by float64) {
	if z := p.zooms[place]; z.Truthy() {
		z.Call("zoom", by)
	}
}

// input hears fields. Boxes and lists say "change"; text says "input", and is not heard twice.
func (p *page) input(e js.Value) {
	el := browser.Closest(e, "[data-put]")
	if !el.Truthy() {
		return
	}
	kind := el.Get("type").String()
	late := kind == "checkbox" || strings.HasPrefix(kind, "select")
	if late != (e.Get("type").String() == "change") {
		return
	}
	value := el.Get("value").String()
	if kind == "checkbox" {
		value = "false"
		if el.Get("checked").Bool() {
			value = "true"
		}
	}
	name, arg := browser.Data(el, "put"), browser.Data(el, "arg")
	if name == "tool" {
		arg = value
	}
	if a := view.Act(name, arg, value); a != nil {
		p.store.Dispatch(a)
	}
}

// --- keys ---------------------------------------------------------------------------------------

func (p *page) key(e js.Value) {
	key := e.Get("key")
	if key.Type() != js.TypeString || e.Get("defaultPrevented").Bool() || e.Get("isComposing").Bool() {
		return
	}
	mod := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()
	a := p.shortcut(e, key.String(), mod)
	if a == nil {
		return
	}
	e.Call("preventDefault")
	p.flush()
	p.store.Dispatch(a)
}

// shortcut gives the action of a key. Single letters do nothing while text is being typed.
func (p *page) shortcut(e js.Value, key string, mod bool) store.Action {
	if mod {
		switch key {
		case "Enter":
			return store.StartRun{}
		case "s":
			return store.MakeLink{}
		}
		return nil
	}
	if el := browser.Closest(e, "[data-split]"); el.Truthy() {
		return p.nudge(el, key)
	}
	if a := p.cellKey(e, key); a != nil {
		return a
	}
	if browser.Closest(e, "[data-canvas=diagram]").Truthy() && !e.Get("shiftKey").Bool() {
		switch key {
		case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "Enter":
			return store.DiagramKey{Key: key}
		}
	}
	typing := browser.Closest(e, "input:not([type=range]):not([type=checkbox]), textarea, select, .cm-editor").Truthy()
	if key == "Escape" {
		return p.escape(typing)
	}
	if typing || e.Get("altKey").Bool() || p.store.Dialog != "" {
		return nil
	}
	if el := browser.Closest(e, "[role=tablist]"); el.Truthy() && (key == "ArrowLeft" || key == "ArrowRight") {
		moveTab(el, key)
		return nil
	}
	if browser.Closest(e, "#list").Truthy() {
		switch key {
		case "ArrowDown":
			return store.SelectBy{By: 1}
		case "ArrowUp":
			return store.SelectBy{By: -1}
		case "PageDown":
			return store.SelectBy{By: 10}
		case "PageUp":
			return store.SelectBy{By: -10}
		}
	}
	if browser.Closest(e, "input[type=range], [data-canvas]").Truthy() {
		return nil
	}
	return p.letter(e, key)
}

// letter gives the action of a key that works everywhere outside of text.
func (p *page) letter(e js.Value, key string) store.Action {
	place := p.stepperPlace(e)
	if p.store.Present != "" {
		if what := map[string]string{"1": "steps", "2": "list", "3": "text"}[key]; what != "" {
			return store.Present{What: what}
		}
	}
	switch key {
	case "p":
		return store.Present{What: "steps"}
	case "j":
		return store.SelectBy{By: 1}
	case "k":
		return store.SelectBy{By: -1}
	case "ArrowRight":
		return store.StepBy{Place: place, By: 1}
	case "ArrowLeft":
		return store.StepBy{Place: place, By: -1}
	case "Home":
		return store.GoStep{Place: place, Step: 0}
	case "End":
		return store.GoStep{Place: place, Step: 1 << 20}
	case "?":
		return store.OpenDialog{Name: "help"}
	case "/":
		if f := document.Call("getElementById", "filter"); f.Truthy() {
			f.Call("focus")
			return store.ShowTab{Where: "narrow", Name: "mutants"}
		}
	}
	return nil
}

// stepperPlace is the stepper that arrow keys move: the one with the focus, else that of the open tab.
func (p *page) stepperPlace(e js.Value) string {
	if el := browser.Closest(e, "[data-stepper]"); el.Truthy() {
		return browser.Data(el, "stepper")
	}
	switch p.store.Layout.Detail {
	case "break":
		return "break"
	case "tools":
		if el := document.Call("querySelector", "#panel-tools [data-stepper]"); el.Truthy() {
			return browser.Data(el, "stepper")
		}
	}
	return ""
}

func (p *page) escape(typing bool) store.Action {
	switch {
	case p.store.Dialog != "":
		return store.OpenDialog{}
	case typing:
		document.Get("activeElement").Call("blur")
		return store.EndTour{}
	case p.store.Tour > 0:
		return store.EndTour{}
	case p.store.Present != "":
		return store.Present{}
	case p.store.Run.Status == store.Running:
		return store.StopRun{}
	case p.store.Tools.Busy:
		return store.StopTool{}
	}
	return nil
}

// moveTab moves the focus along a list of tabs, as their role promises.
func moveTab(tablist js.Value, key string) {
	tabs := tablist.Call("querySelectorAll", "[role=tab]")
	n := tabs.Length()
	for i := range n {
		if tabs.Index(i).Equal(document.Get("activeElement")) {
			by := 1
			if key == "ArrowLeft" {
				by = n - 1
			}
			tabs.Index((i + by) % n).Call("focus")
			return
		}
	}
}

// --- borders ------------------------------------------------------------------------------------

func (p *page) grab(e js.Value) {
	el := browser.Closest(e, "[data-split]")
	if !el.Truthy() {
		return
	}
	p.dragging = browser.Data(el, "split")
	el.Call("setPointerCapture", e.Get("pointerId"))
	e.Call("preventDefault")
}

func (p *page) drag(e js.Value) {
	if p.dragging == "" {
		return
	}
	box := document.Call("querySelector", ".panes").Call("getBoundingClientRect")
	if p.dragging == "editor" {
		box = document.Call("querySelector", ".pane.model").Call("getBoundingClientRect")
	}
	share := func(at, from, size float64) int { return int(100*(at-from)/size + 0.5) }
	x, y := e.Get("clientX").Float(), e.Get("clientY").Float()
	percent := share(x, box.Get("left").Float(), box.Get("width").Float())
	switch p.dragging {
	case "right":
		percent = 100 - percent
	case "editor":
		percent = share(y, box.Get("top").Float(), box.Get("height").Float())
	}
	p.store.Dispatch(store.Resize{Pane: p.dragging, Percent: percent})
}

// nudge moves a border by the arrow keys.
func (p *page) nudge(el js.Value, key string) store.Action {
	pane := browser.Data(el, "split")
	now := map[string]int{
		"left": p.store.Layout.Left, "right": p.store.Layout.Right, "editor": p.store.Layout.Editor,
	}[pane]
	by := map[string]int{"ArrowRight": 2, "ArrowDown": 2, "ArrowLeft": -2, "ArrowUp": -2}[key]
	if by == 0 {
		return nil
	}
	if pane == "right" {
		by = -by
	}
	return store.Resize{Pane: pane, Percent: now + by}
}

// --- files --------------------------------------------------------------------------------------

// pick lets the user choose files and reads them.
func (p *page) pick(then func(files []wire.File)) {
	in := document.Call("createElement", "input")
	in.Set("type", "file")
	in.Set("multiple", true)
	p.on(in, "change", func(js.Value) { p.read(in.Get("files"), then) })
	in.Call("click")
}

func (p *page) drop(e js.Value) {
	e.Call("preventDefault")
	p.read(e.Get("dataTransfer"), func(files []wire.File) { p.store.Dispatch(store.OpenFiles{Files: files}) })
}

// read takes files, folders and zips; the bundle unpacks them.
func (p *page) read(source js.Value, then func(files []wire.File)) {
	browser.Settle(window.Get("mutariumWidgets").Call("readFiles", source), func(v js.Value) {
		var files []wire.File
		if err := json.Unmarshal([]byte(v.String()), &files); err == nil {
			then(files)
		}
	}, func(why string) {
		p.store.Dispatch(store.Said{Tone: "bad", Text: words.T("The file cannot be read: {why}.", why)})
	})
}
