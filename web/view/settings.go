package view

import (
	"slices"
	"strconv"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
)

type settingsView struct {
	Checks   []string // the settings that change this formalism's verdicts
	Options  []report.Option
	Settings report.Settings
}

func settingsOf(s *store.State) settingsView {
	v := settingsView{Settings: s.Work.Settings}
	if f := s.Formalism(); f != nil {
		v.Checks, v.Options = f.Settings, f.Options
	}
	return v
}

func drawSettings(v settingsView) *vecty.HTML {
	set := v.Settings
	only := func(name string, field *vecty.HTML) kid {
		if !slices.Contains(v.Checks, name) {
			return nil
		}
		return field
	}
	return el("div.settings",
		list(v.Options, func(_ int, o report.Option) *vecty.HTML {
			value, ok := set.Options[o.Name]
			if !ok {
				value = o.Default
			}
			return drawOption(o, value, "setting", "option:"+o.Name, nil)
		}),
		only("engine", choiceField("Engine", "How verdicts are reached: both engines must agree.", "engine", set.Engine,
			[]choice{{"auto", "Automatic"}, {"explicit", "Explicit states"}, {"sat", "SAT solver"}})),
		choiceField("Order", "Second order makes two changes at a time.", "order", itoa(max(1, set.Order)),
			[]choice{{"1", "First: one change"}, {"2", "Second: pairs"}}),
		only("depth", numberField("Depth", "Stop at so many steps; empty goes on to the fixpoint.", "depth", set.Depth)),
		numberField("Sample", "Judge at most so many mutants, drawn with the seed.", "sample", set.Sample),
		numberField("Seed", "Draws the same sample again.", "seed", int(set.Seed)),
		only("states", numberField("States", "Budget: states or zones explored. Empty is the default.", "states", set.Budget.States)),
		only("satCalls", numberField("Solver calls", "Budget of the solver. Empty is the default.", "satCalls", set.Budget.SATCalls)),
		only("budgetDepth", numberField("Unrolled steps", "Budget of the solver's search.", "budgetDepth", set.Budget.Depth)),
	)
}

func field(title, summary string, control *vecty.HTML) *vecty.HTML {
	return el("label.field", el("span.title", text(title)), control, el("span.summary", text(summary)))
}

func choiceField(title, summary, name, value string, choices []choice) *vecty.HTML {
	return field(title, summary, selectOf(choices, value, put("setting", name), testid("setting-"+name)))
}

func selectOf(choices []choice, value string, kids ...kid) *vecty.HTML {
	return el("select", append(kids, list(choices, func(_ int, c choice) *vecty.HTML {
		return el("option", prop("value", c.Name), prop("selected", c.Name == value), text(c.Title))
	}))...)
}

func numberField(title, summary, name string, value int) *vecty.HTML {
	shown := ""
	if value != 0 {
		shown = strconv.Itoa(value)
	}
	return field(title, summary, el("input", prop("type", "number"), at("min", "0"), at("inputmode", "numeric"),
		prop("value", shown), put("setting", name), testid("setting-"+name)))
}

// drawOption draws the field of an option or of a tool's input.
func drawOption(o report.Option, value, act, arg string, mutants []choice) *vecty.HTML {
	id := testid(act + "-" + o.Name)
	switch o.Kind {
	case "choice":
		choices := make([]choice, len(o.Choices))
		for i, c := range o.Choices {
			choices[i] = choice{c, titleOfChoice(c)}
		}
		return field(o.Title, o.Summary, selectOf(choices, value, put(act, arg), id))
	case "flag":
		return el("label.field.flag", el("input", prop("type", "checkbox"), prop("checked", value == "true"), put(act, arg), id),
			el("span.title", text(o.Title)), el("span.summary", text(o.Summary)))
	case "number":
		return field(o.Title, o.Summary, el("input", prop("type", "number"), prop("value", value), put(act, arg), id))
	case "mutant":
		return field(o.Title, o.Summary, selectOf(mutants, value, put(act, arg), id))
	case "file":
		return el("div.field.whole", el("label.field", el("span.title", text(o.Title)),
			el("textarea", at("rows", "3"), at("spellcheck", "false"), prop("value", value), put(act, arg), id)),
			el("div.row", button(".small", "Take from a file…", "input-file", arg), el("span.summary", text(o.Summary))))
	}
	return field(o.Title, o.Summary, el("input", prop("type", "text"), at("spellcheck", "false"), prop("value", value), put(act, arg), id))
}
