package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// Root is the page. It is drawn again after each action; its parts only when what they show changed.
type Root struct {
	vecty.Core
	Panes int // how many are filled, from the left; while the page starts they come one by one
	State *store.State
}

// AllPanes is how many panes there are.
const AllPanes = 3

// Copy implements vecty.Copier.
func (r *Root) Copy() vecty.Component { return &Root{Panes: r.Panes, State: r.State} }

// Render implements vecty.Component.
func (r *Root) Render() vecty.ComponentOrHTML {
	s := r.State
	return el("body",
		at("data-phase", phase(s)), at("data-run", runFlag(s)), at("data-tab", s.Layout.Tab),
		atIf(s.Present != "", "data-present", s.Present),
		at("data-tour", itoa(tourOf(s).Step)),
		css("--left", itoa(s.Layout.Left)), css("--right", itoa(s.Layout.Right)),
		el("a.skip", at("href", "#list"), ui.Say("Skip to the mutants")),
		el("header.top", memo(headerOf(s), drawHeader)),
		el("div.banners", memo(bannersOf(s), drawBanners)),
		el("main.panes", class(s.Layout.Wide, "wide"),
			el("section.pane.model", aria("Model"), drawModelPane(s)),
			splitter("left", "Width of the model's pane", s.Layout.Left),
			el("section.pane.mutants", aria("Mutants"), r.pane(2, drawMutantsPane)),
			splitter("right", "Width of the detail's pane", s.Layout.Right),
			el("section.pane.detail", aria("Detail"), r.pane(3, drawDetailPane)),
		),
		el("aside.tour", aria("Tour"), memo(tourOf(s), drawTour)),
		el("nav.narrow", aria("Panes"), memo(s.Layout.Tab, drawNarrow)),
		el("div.toast", memo(s.Notice, drawNotice)),
		el("div.visually-hidden", at("role", "status"), at("aria-live", "polite"), testid("live"), ui.Text(s.RunSays())),
		el("div.dialogs", memo(dialogOf(s), drawDialog)),
	)
}

// pane draws one, or leaves it empty for now.
func (r *Root) pane(number int, draw func(s *store.State) *vecty.HTML) *vecty.HTML {
	if r.Panes < number {
		return el("div.column")
	}
	return draw(r.State)
}

// phase and runFlag are flags that the browser tests wait for.
func phase(s *store.State) string {
	switch s.Engine.Phase {
	case store.Ready:
		return "ready"
	case store.Failed:
		return "failed"
	}
	return "loading"
}

func runFlag(s *store.State) string {
	return [...]string{"idle", "running", "done", "stopped", "broken", "refused"}[s.Run.Status]
}

func splitter(pane string, label words.Key, percent int) *vecty.HTML {
	return el("div.splitter", at("role", "separator"), at("tabindex", "0"), at("aria-orientation", "vertical"),
		aria(label), at("aria-valuenow", itoa(percent)), at("aria-valuemin", "18"), at("aria-valuemax", "62"),
		at("data-split", pane))
}

func drawNarrow(tab string) *vecty.HTML {
	one := func(name string, label words.Key) *vecty.HTML {
		return button("", label, "narrow", name, at("aria-pressed", flag(tab == name)), testid("tab-"+name))
	}
	return el("div.row", one("model", "Model"), one("mutants", "Mutants"), one("detail", "Detail"))
}

func flag(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

func drawNotice(n store.Notice) *vecty.HTML {
	if n.Text == "" {
		return el("div.notice.empty", at("role", "status"), at("aria-live", "polite"))
	}
	spec := "div.notice"
	if n.Tone != "" {
		spec += "." + n.Tone
	}
	icon := map[string]string{"good": "killed", "bad": "error", "warn": "warn"}[n.Tone]
	if icon == "" {
		icon = "info"
	}
	return el(spec, at("role", "status"), at("aria-live", "polite"), testid("notice"),
		glyph(icon), el("span", ui.Text(n.Text)), iconButton("close", "Dismiss", "close-notice", ""))
}

// --- banners ------------------------------------------------------------------------------------

type bannersView struct {
	Engine  store.Engine
	Motto   bool
	Origin  store.Origin
	Offer   string // title of a formalism
	Unsaved bool
}

func bannersOf(s *store.State) bannersView {
	v := bannersView{Motto: !s.Layout.Met, Origin: s.Origin, Unsaved: s.Unsaved}
	for _, f := range s.Formalisms {
		if f.Name == s.Offer {
			v.Offer = words.Engine(f.Title)
		}
	}
	if s.Engine.Phase == store.Failed {
		v.Engine = s.Engine
	}
	return v
}

func drawBanners(v bannersView) *vecty.HTML {
	return el("div",
		ui.When(v.Motto, func() *vecty.HTML {
			return el("section.banner.motto", aria("What this is"), testid("motto"), el("span", ui.Say(store.Motto)),
				iconButton("close", "Dismiss", "close-motto", "", testid("close-motto")))
		}),
		ui.When(v.Engine.Phase == store.Failed, func() *vecty.HTML {
			return el(
				"div.banner.bad",
				at("role", "alert"),
				testid("engine-failed"),
				glyph("error"),
				el(
					"span",
					el("strong", ui.Say("The engine could not be started.")),
					ui.Text(" "),
					ui.Say("{why}. Your text is safe: it is saved in this browser.", words.Engine(v.Engine.Failure)),
				),
				button(".small", "Try again", "retry", ""),
			)
		}),
		ui.When(v.Unsaved, func() *vecty.HTML {
			return el("div.banner.warn", at("role", "alert"), testid("unsaved"), glyph("warn"),
				el("span", ui.Say("Not saved: this browser’s storage is full or switched off.")),
				button(".small", "Download the model", "download", "model"))
		}),
		ui.When(v.Offer != "", func() *vecty.HTML {
			return el("div.banner", at("role", "status"), testid("offer"), glyph("info"),
				el("span", ui.Say("This text looks like another language:"), ui.Text(" "),
					el("strong", ui.Text(v.Offer)), ui.Text(".")),
				button(".small", "Read it as that", "offer", "yes", testid("offer-yes")),
				button(".small", "Keep", "offer", "no", testid("offer-no")))
		}),
		ui.When(v.Origin.Shown, func() *vecty.HTML {
			spec, icon := "div.banner.good", "killed"
			if v.Origin.Outcome == "differs" {
				spec, icon = "div.banner.warn", "warn"
			}
			return el(spec, at("role", "status"), testid("origin"), at("data-outcome", v.Origin.Outcome), glyph(icon),
				el("span", ui.Text(v.Origin.Says)), iconButton("close", "Dismiss", "close-origin", ""))
		}),
	)
}
