package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

type choice struct{ Name, Title string }

type headerView struct {
	Choices   []choice
	Engine    string // what is to be said of the engine while it loads
	Formalism string
	Present   string
	Running   bool
	Stopping  bool
	Why       string // why Run can do nothing
}

func headerOf(s *store.State) headerView {
	v := headerView{
		Formalism: s.Work.Formalism, Present: s.Present, Running: s.Run.Status == store.Running, Stopping: s.Run.StopAsked,
		Why: s.Runnable(), Engine: engineSays(s.Engine),
	}
	for _, f := range s.Formalisms {
		v.Choices = append(v.Choices, choice{f.Name, words.Engine(f.Title)})
	}
	return v
}

// engineSays tells how far the engine is.
func engineSays(e store.Engine) string {
	switch {
	case e.Phase == store.Failed || e.Phase == store.Ready && !e.Part:
		return ""
	case e.Phase == store.Starting:
		return words.T("Starting the engine…")
	case e.Total > 0:
		return words.T("Loading the engine: {received} of {total}", bytes(e.Received), bytes(e.Total))
	case e.Received > 0:
		return words.T("Loading the engine: {received}", bytes(e.Received))
	}
	return words.T("Loading the engine…")
}

const logo = `<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke-width="2"` +
	` stroke-linecap="round" stroke-linejoin="round">` +
	`<path d="M3.5 18.5V6.5l6 7.2" stroke="currentColor"/><path d="M20.5 18.5V6.5l-8 9.6" stroke="var(--accent)"/>` +
	`<circle cx="10.9" cy="17.9" r="1.3" fill="var(--accent)" stroke="none"/></svg>`

func drawHeader(v headerView) *vecty.HTML {
	if v.Present != "" {
		return drawPresenter(v.Present)
	}
	return el("div.bar", drawBrand(),
		el("label.picker", el("span.visually-hidden", ui.Say("Formalism")),
			el("select", put("formalism", ""), testid("formalism"), prop("disabled", len(v.Choices) == 0),
				ui.List(v.Choices, func(_ int, c choice) *vecty.HTML {
					return el("option", prop("value", c.Name), prop("selected", c.Name == v.Formalism), ui.Text(c.Title))
				}))),
		el("button.quiet.wide", at("type", "button"), do("dialog", "new"), testid("new"),
			glyph("plus"), el("span", ui.Say("New"))),
		el("button.quiet", at("type", "button"), do("dialog", "examples"), testid("examples"),
			aria("Examples"), glyph("book"), el("span.wide", ui.Say("Examples"))),
		el("a.quiet.wide", at("href", "exercise.html"), testid("exercises"), ui.Say("Exercises")),
		el("span.engine", testid("engine-state"), ui.Text(v.Engine)),
		el("span.space"),
		el("span.wide", iconButton("auto", "Colours, language, presentation", "dialog", "display", testid("display"))),
		iconButton("help", "Help and shortcuts (?)", "dialog", "help", testid("help")),
		el("button.quiet", at("type", "button"), do("share", ""), testid("share"), tip("Share a link (Ctrl+S)"),
			aria("Share"), glyph("share"), el("span.wide", ui.Say("Share"))),
		drawRun(v),
	)
}

func drawBrand() *vecty.HTML {
	return el("h1.brand", tip("Mutarium: model-based mutation testing"),
		el("span.mark", at("aria-hidden", "true"), vecty.Markup(vecty.UnsafeHTML(logo))), ui.Text("Mutarium"))
}

// drawPresenter draws all that a presentation shows of the frame: what is on the screen, and the way out.
func drawPresenter(now string) *vecty.HTML {
	one := func(what string, label words.Key) *vecty.HTML {
		return button("", label, "present", what, at("aria-pressed", flag(now == what)), testid("present-"+what))
	}
	return el("div.bar", drawBrand(),
		el("div.segments", at("role", "group"), aria("On the screen"), one("steps", "Steps (1)"), one("list", "Mutants (2)"),
			one("text", "Model (3)")),
		el("span.space"),
		button(".quiet", "Leave (Esc)", "present", "", testid("present-end")))
}

func drawRun(v headerView) *vecty.HTML {
	if v.Running {
		label := words.Key("Stop")
		if v.Stopping {
			label = "Stopping…"
		}
		return el("button.primary.stop", at("type", "button"), do("stop", ""), testid("stop"), prop("disabled", v.Stopping),
			tip("Stop and keep the verdicts so far (Esc)"), glyph("stop"), el("span", ui.Say(label)))
	}
	title := words.T("Run (Ctrl+Enter)")
	if v.Why != "" {
		title = words.T("Cannot run: {why}", v.Why)
	}
	return el("button.primary", at("type", "button"), do("run", ""), testid("run"), prop("disabled", v.Why != ""),
		at("title", title), glyph("run"), el("span", ui.Say("Run")))
}
