//go:build js

package page

import (
	"strconv"
	"syscall/js"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/browser"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/words"
)

// An editor is a widget of the bundle, and what it was told last.
type editor struct {
	widget      js.Value
	diagnostics string
	edition     int
	marks       string
	sites       string
	language    *report.Formalism
}

// mount puts the model's editor into its host. The other one follows when it is first seen.
func (p *page) mount() {
	s := p.store
	p.editors["model"] = p.newEditor("model", func(text string) { s.Dispatch(store.Edited{Text: text}) })
	p.nameEditors()
	p.syncEditors()
}

// mountImpl puts the other editor into its host.
func (p *page) mountImpl() *editor {
	s := p.store
	e := p.newEditor("impl", func(text string) { s.Dispatch(store.EditedImpl{Text: text}) })
	p.editors["impl"] = e
	p.nameEditors()
	return e
}

// nameEditors tells the editors what they are called in the page's language.
func (p *page) nameEditors() {
	p.editors["model"].widget.Call("setLanguage", words.T("Model"),
		words.T("Type or paste a model, drop a file, or open an example"))
	if impl := p.editors["impl"]; impl != nil {
		impl.widget.Call("setLanguage", words.T("Your version of the model"), "")
	}
}

func (p *page) newEditor(name string, changed func(text string)) *editor {
	host := document.Call("getElementById", "host-"+name)
	on := map[string]any{
		"change": browser.Callback(func(args []js.Value) { changed(args[0].String()) }),
		"caret": browser.Callback(func(args []js.Value) {
			if name == "model" {
				p.store.Dispatch(store.Caret{Line: args[0].Int()})
			}
		}),
		"run": browser.Callback(func([]js.Value) { p.store.Dispatch(store.StartRun{}) }),
		"site": browser.Callback(func(args []js.Value) {
			p.store.Dispatch(store.SetFilter{Field: "line", Value: strconv.Itoa(args[0].Int())})
		}),
	}
	options := map[string]any{"testid": "editor-" + name, "text": ""}
	return &editor{widget: window.Get("mutariumWidgets").Call("createEditor", host, options, on), edition: -1}
}

// flush takes over what was typed a moment ago.
func (p *page) flush() {
	for _, e := range p.editors {
		e.widget.Call("flush")
	}
}

// syncEditors tells the editors what they have not been told yet.
func (p *page) syncEditors() {
	model, impl := p.editors["model"], p.editors["impl"]
	if model == nil {
		return
	}
	s := &p.store.State
	if impl == nil && s.Layout.Detail == "break" && document.Call("getElementById", "host-impl").Truthy() {
		impl = p.mountImpl()
	}
	if model.edition != s.Work.Edition {
		model.edition = s.Work.Edition
		model.widget.Call("setText", s.Work.Text, s.Work.Formatted > 0 && s.Work.Edition == s.Work.Formatted)
		model.diagnostics, model.sites, model.marks = "", "", ""
	}
	setSyntax(model, s.Formalism())
	if impl != nil {
		if impl.edition != s.Work.ImplDone {
			impl.edition = s.Work.ImplDone
			impl.widget.Call("setText", s.Work.Impl, false)
		}
		setSyntax(impl, s.Formalism())
		tell(impl, "setDiagnostics", &impl.diagnostics, browser.Encode(implDiagnostics(s)))
	}
	if s.Analysis != nil {
		tell(model, "setDiagnostics", &model.diagnostics, browser.Encode(s.Analysis.Diagnostics))
		sites := s.Analysis.Sites
		if len(s.SelectedOperators()) == 0 {
			sites = []wire.Site{}
		}
		tell(model, "setSites", &model.sites, browser.Encode(sites))
	}
	if m := browser.Encode(marks(s)); m != model.marks {
		model.marks = m
		model.widget.Call("setMarks", m, !s.List.Picked)
	}
}

// setSyntax tells an editor the language of its text; descriptions do not change.
func setSyntax(e *editor, f *report.Formalism) {
	if e.language == f {
		return
	}
	e.language = f
	syntax := ""
	if f != nil {
		syntax = browser.Encode(f.Syntax)
	}
	e.widget.Call("setSyntax", syntax)
}

func tell(e *editor, method string, last *string, now string) {
	if *last != now {
		*last = now
		e.widget.Call(method, now)
	}
}

// implDiagnostics are those of the open comparison; an empty list, not none, clears the marks.
func implDiagnostics(s *store.State) []report.Diagnostic {
	if s.Break.Diagnostics == nil {
		return []report.Diagnostic{}
	}
	return s.Break.Diagnostics
}

// A mark is a place in the model that the page points at.
type mark struct {
	Class string      `json:"class"`
	Lines bool        `json:"lines"` // mark whole lines
	Span  report.Span `json:"span"`
}

// marks are the selected mutant's places, and those that took part in the present step. They hold
// only for the text that was run.
func marks(s *store.State) []mark {
	out := []mark{}
	m := s.Selected()
	if m == nil || s.Run.Head == nil || s.Run.Head.Model.Text != s.Work.Text || s.Layout.Detail != "mutant" {
		return out
	}
	for _, e := range draw.EditsOf(m) {
		out = append(out, mark{Class: "cm-mutated", Span: e.Span})
	}
	if w := s.Walk.Walk; w != nil && s.Walk.Step < len(w.Steps) {
		for _, span := range w.Steps[s.Walk.Step].Where {
			out = append(out, mark{Class: "cm-active-step", Span: span, Lines: true})
		}
	}
	return out
}
