package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

type stepperView struct {
	Busy    bool
	Place   string
	Step    int
	Trouble string
	Walk    *report.Walk
}

// drawStepper draws original and mutant side by side at one step of a walk.
func drawStepper(v stepperView) *vecty.HTML {
	switch {
	case v.Busy:
		return el("div.stepper.waiting", at("aria-busy", "true"), el("p.hint", ui.Say("Replaying…")))
	case v.Trouble != "":
		return el("div.stepper", el("p.remark.warn", glyph("warn"),
			el("span", ui.Say("No run to show: {why}", words.Engine(v.Trouble)))))
	case v.Walk == nil:
		return el("div.stepper.none")
	case len(v.Walk.Steps) == 0:
		return el("div.stepper", drawConclusion(v.Walk))
	}
	w, n := v.Walk, min(v.Step, len(v.Walk.Steps)-1)
	if len(w.Steps) == 1 { // nothing to step through
		return el(
			"div.stepper",
			testid("stepper"+v.Place),
			at("data-step", "0"),
			at("data-steps", "1"),
			drawConclusion(w),
			drawSides(w, 0),
		)
	}
	return el(
		"div.stepper",
		at("data-stepper", v.Place),
		testid("stepper"+v.Place),
		at("data-step", itoa(n)),
		at("data-steps", itoa(len(w.Steps))),
		drawConclusion(w),
		drawTrace(v.Place, w, n),
		drawControls(v.Place, w, n),
		drawNote(w, n),
		drawSides(w, n),
		drawRefusal(w.Spec, w.Steps[n].Spec),
		drawRefusal(w.Impl, w.Steps[n].Impl),
		drawEnabled(w, w.Steps[n]),
		drawClock(w, n),
	)
}

// drawTrace draws the walk as a line of steps; a long one is cut around the present step.
func drawTrace(where string, w *report.Walk, n int) *vecty.HTML {
	const around = 30
	from, to := max(0, n-around), min(len(w.Steps), n+around+1)
	var items vecty.List
	if from > 0 {
		items = append(items, el("li.cut", ui.Text("…")))
	}
	for i := from; i < to; i++ {
		items = append(items, drawStep(where, w, i, n))
	}
	if to < len(w.Steps) {
		items = append(items, el("li.cut", ui.Text("…")))
	}
	return el("ol.trace", aria("Steps"), items)
}

func drawStep(where string, w *report.Walk, i, n int) *vecty.HTML {
	s := w.Steps[i]
	label := s.Label
	if label == "" || label == "start" {
		label = words.T("start")
	}
	spec := "button.step"
	if s.Tone != "" {
		spec += "." + s.Tone
	}
	if i > n {
		spec += ".ahead"
	}
	b := el(spec, at("type", "button"), do("step", place(where, i)), atIf(i == n, "aria-current", "step"),
		ui.Text(label))
	if s.Tone == "bad" {
		b = el(spec, at("type", "button"), do("step", place(where, i)), atIf(i == n, "aria-current", "step"),
			glyph("wrong"), el("span.visually-hidden", ui.Say("wrong step:"), ui.Text(" ")), ui.Text(label))
	}
	return el("li", b)
}

func drawControls(where string, w *report.Walk, n int) *vecty.HTML {
	last := len(w.Steps) - 1
	return el(
		"div.row.controls",
		iconButton("first", "First step (Home)", "step", place(where, 0), prop("disabled", n == 0)),
		iconButton("prev", "Step back (←)", "step-by", place(where, -1),
			prop("disabled", n == 0), testid("step-back"+where)),
		iconButton(
			"next",
			"Step forward (→)",
			"step-by",
			place(where, 1),
			prop("disabled", n == last),
			testid("step-on"+where),
		),
		iconButton("last", "Last step (End)", "step", place(where, last), prop("disabled", n == last)),
		el("input.slider", prop("type", "range"), at("min", "0"), at("max", itoa(last)), prop("value", itoa(n)),
			aria("Step"), put("step", where)),
		el("span.count", testid("step-count"+where), ui.Text(itoa(w.Number(n))+" / "+itoa(w.Number(last)))),
		ui.When(w.Test != "", func() *vecty.HTML {
			return iconButton("copy", "Copy this run as a test", "copy", "trace:"+where, testid("copy-trace"+where))
		}),
	)
}

// drawNote says what is remarkable about the present step.
func drawNote(w *report.Walk, n int) *vecty.HTML {
	s := w.Steps[n]
	note := s.Note
	if note == "" || note == w.Conclusion {
		return el("p.step-note.none")
	}
	icon := map[string]string{"bad": "wrong", "warn": "warn", "good": "killed"}[s.Tone]
	if icon == "" {
		icon = "info"
	}
	spec := "p.step-note"
	if s.Tone != "" {
		spec += "." + s.Tone
	}
	return el(spec, testid("step-note"), glyph(icon), el("span", toldAs(note, sentence)))
}

// drawSides is the table of both machines: what moved in this step, where they differ.
func drawSides(w *report.Walk, n int) *vecty.HTML {
	s := w.Steps[n]
	var before report.WalkStep
	if n > 0 {
		before = w.Steps[n-1]
	}
	rows := vecty.List{}
	add := func(name words.Key, spec, impl string) {
		if spec != "" || impl != "" {
			rows = append(
				rows,
				drawPair(words.T(name), cell{Value: spec, Differs: spec != impl}, cell{Value: impl, Differs: spec != impl}),
			)
		}
	}
	add("location", s.Spec.Location, s.Impl.Location)
	add("output", s.Spec.Output, s.Impl.Output)
	for _, name := range names(s) {
		rows = append(rows, drawPair(name, cellOf(name, s.Spec, before.Spec), cellOf(name, s.Impl, before.Impl)))
	}
	add("zone", s.Spec.Zone, s.Impl.Zone)
	return el("div.sides",
		el(
			"table",
			el("caption.visually-hidden", ui.Say("Original and mutant after step {step}", itoa(w.Number(n)))),
			el(
				"thead",
				el(
					"tr",
					el("td.corner"),
					el("th", at("scope", "col"), toldAs(w.Spec, capital)),
					el("th", at("scope", "col"), toldAs(w.Impl, capital)),
				),
			),
			el("tbody", rows),
		))
}

type cell struct {
	Before  string // value before this step, when it changed
	Changed bool
	Differs bool
	Missing bool
	Value   string
}

// names lists the variables of both sides, in declared order.
func names(s report.WalkStep) []string {
	var all []string
	seen := map[string]bool{}
	for _, side := range []report.Side{s.Spec, s.Impl} {
		for _, v := range side.Vars {
			if !seen[v.Name] {
				seen[v.Name] = true
				all = append(all, v.Name)
			}
		}
	}
	return all
}

func find(side report.Side, name string) (report.Var, bool) {
	for _, v := range side.Vars {
		if v.Name == name {
			return v, true
		}
	}
	return report.Var{}, false
}

func cellOf(name string, now, before report.Side) cell {
	v, ok := find(now, name)
	if !ok {
		return cell{Missing: true}
	}
	c := cell{Value: v.Value, Changed: v.Changed, Differs: v.Differs}
	if old, ok := find(before, name); ok && v.Changed && old.Value != v.Value {
		c.Before = old.Value
	}
	return c
}

func drawPair(name string, spec, impl cell) *vecty.HTML {
	differs := spec.Differs || impl.Differs
	return el("tr", class(differs, "differs"),
		el("th", at("scope", "row"), ui.Text(name), ui.When(differs, func() *vecty.HTML {
			return el("span.unequal", tip("the two differ"), el("span", at("aria-hidden", "true"), ui.Text("≠")),
				el("span.visually-hidden", ui.Text(" "), ui.Say("(differs)")))
		})),
		drawCell(spec), drawCell(impl))
}

func drawCell(c cell) *vecty.HTML {
	if c.Missing {
		return el("td.missing", ui.Text("–"))
	}
	return el("td", class(c.Changed, "changed"), class(c.Differs, "unlike"),
		ui.When(c.Before != "", func() *vecty.HTML {
			return el(
				"span.was",
				ui.Text(c.Before),
				el("span.arrow", at("aria-hidden", "true"), ui.Text("→")),
				el("span.visually-hidden", ui.Text(" "), ui.Say("becomes"), ui.Text(" ")),
			)
		}),
		el("span.value", ui.Text(c.Value)),
		ui.When(c.Changed, func() *vecty.HTML { return el("span.visually-hidden", ui.Text(" "), ui.Say("(changed)")) }))
}

// drawEnabled lists what each side could do next; long lists are folded.
func drawEnabled(w *report.Walk, s report.WalkStep) *vecty.HTML {
	if len(s.Spec.Enabled) == 0 && len(s.Impl.Enabled) == 0 {
		return el("div.enabled.none")
	}
	side := func(title string, mine, other []string) *vecty.HTML {
		has := map[string]bool{}
		for _, e := range other {
			has[e] = true
		}
		return el("div", el("span.hint", ui.Say("{side} can do next", capital(words.Engine(title)))),
			el("ul", ui.List(mine[:min(len(mine), 24)], func(_ int, e string) *vecty.HTML {
				return el(
					"li",
					class(!has[e], "only"),
					ui.Text(e),
					ui.When(!has[e], func() *vecty.HTML { return el("span.visually-hidden", ui.Text(" "), ui.Say("(only here)")) }),
				)
			}), ui.When(len(mine) > 24, func() *vecty.HTML {
				return el("li.cut", ui.Say("and {n} more", words.Int(len(mine)-24)))
			}),
				ui.When(len(mine) == 0, func() *vecty.HTML { return el("li.cut", ui.Say("nothing")) })))
	}
	return el("div.enabled", side(w.Spec, s.Spec.Enabled, s.Impl.Enabled), side(w.Impl, s.Impl.Enabled, s.Spec.Enabled))
}

// drawClock draws a timed walk on its axis.
func drawClock(w *report.Walk, n int) *vecty.HTML {
	t := draw.WalkTimeline(w, n)
	if t == nil {
		return el("div.clock.none")
	}
	return el("div.clock", at("tabindex", "0"), at("role", "group"), aria("Time axis"),
		vecty.Markup(vecty.UnsafeHTML(draw.Timeline(t))))
}

// drawConclusion tells what the walk shows.
func drawConclusion(w *report.Walk) *vecty.HTML {
	if w.Conclusion == "" {
		return el("p.conclusion.none")
	}
	return el("p.conclusion", testid("conclusion"), toldAs(w.Conclusion, sentence))
}

// drawRefusal says that and why a side cannot make the present step.
func drawRefusal(title string, s report.Side) *vecty.HTML {
	if s.Refuses == "" {
		return el("p.refusal.none")
	}
	return el("p.refusal", glyph("wrong"),
		el("span", el("strong", toldAs(title, capital), ui.Text(": ")), ui.Told(s.Refuses)))
}
