//go:build js

package page

import (
	"syscall/js"

	"github.com/mutarium/mutarium/web/browser"
)

// An editor is a widget of the bundle, and what it was told last.
type editor struct {
	host   js.Value
	last   map[string]string // what was told, by method
	name   string
	widget js.Value
}

// mountEditors gives each place for an editor its widget, and takes away those whose place is gone.
func (p *page) mountEditors() {
	all := document.Call("querySelectorAll", "code-editor")
	seen := map[string]bool{}
	for i := range all.Length() {
		host := all.Index(i)
		name := browser.Data(host, "name")
		seen[name] = true
		e := p.editors[name]
		if e == nil || !e.host.Equal(host) || e.widget.Get("name").String() != name {
			p.unmount(name)
			e = p.mount(host, name)
		}
		for _, what := range [][2]string{
			{"setSyntax", "syntax"}, {"setDiagnostics", "diagnostics"}, {"setSites", "sites"}, {"setMarks", "marks"},
			{"setLocked", "locked"},
		} {
			if now := browser.Data(host, what[1]); now != e.last[what[0]] && now != "" {
				e.last[what[0]] = now
				e.widget.Call(what[0], now)
			}
		}
		if label, hint := browser.Data(host, "label"), browser.Data(host, "hint"); label+hint != e.last["label"] {
			e.last["label"] = label + hint
			e.widget.Call("setLanguage", label, hint)
		}
	}
	for name := range p.editors {
		if !seen[name] {
			p.unmount(name)
		}
	}
}

func (p *page) mount(host js.Value, name string) *editor {
	for _, old := range p.editors { // elements are used again for another editor
		if old.host.Equal(host) {
			p.unmount(old.name)
		}
	}
	nothing := browser.Callback(func([]js.Value) {})
	on := map[string]any{
		"change": browser.Callback(func(args []js.Value) {
			p.state.Edited(name, args[0].String())
			p.changed()
		}),
		"caret": nothing, "site": nothing,
		"run": browser.Callback(func([]js.Value) { p.act("judge", "") }),
	}
	options := map[string]any{"testid": "editor-" + name, "text": p.state.TextOf(name),
		"readOnly": browser.Data(host, "fixed") != ""}
	e := &editor{host: host, name: name, last: map[string]string{}}
	e.widget = window.Get("mutariumWidgets").Call("createEditor", host, options, on)
	e.widget.Set("name", name)
	p.editors[name] = e
	return e
}

func (p *page) unmount(name string) {
	if e := p.editors[name]; e != nil {
		e.widget.Call("flush")
		e.widget.Call("destroy")
		delete(p.editors, name)
	}
}

// flush takes over what was typed a moment ago.
func (p *page) flush() {
	for _, e := range p.editors {
		e.widget.Call("flush")
	}
}
