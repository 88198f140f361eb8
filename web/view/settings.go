package view

import (
	"slices"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

type settingsView struct {
	Choices  map[string][]string // that the model has for options written as text
	Options  []report.Option
	Settings report.Settings
	Shown    []report.Setting // those that have an effect on the formalism
}

func settingsOf(s *store.State) settingsView {
	v := settingsView{Settings: s.Work.Settings}
	if s.Analysis != nil {
		v.Choices = s.Analysis.Choices
	}
	f := s.Formalism()
	if f != nil {
		v.Options = f.Options
	}
	for _, x := range report.AllSettings {
		if x.Shared || f != nil && f.Has(x) {
			v.Shown = append(v.Shown, x)
		}
	}
	return v
}

func drawSettings(v settingsView) *vecty.HTML {
	return el("div.settings",
		ui.List(v.Options, func(_ int, o report.Option) *vecty.HTML {
			value, ok := v.Settings.Options[o.Name]
			if !ok {
				value = o.Default
			}
			if names := v.Choices[o.Name]; len(names) > 0 {
				return field(o.Title, o.Summary, selectOf(menuOf(names, value), value, put("setting", "option:"+o.Name),
					testid("setting-"+o.Name)))
			}
			return drawOption(o, value, "setting", "option:"+o.Name, nil)
		}),
		ui.List(v.Shown, func(_ int, x report.Setting) *vecty.HTML { return drawSetting(x, v.Settings) }),
	)
}

// menuOf makes a menu of a model's names; an empty value is the first. One that the model does not have stays.
func menuOf(names []string, value string) []choice {
	all := []choice{{"", words.T("{component} (the first)", names[0])}}
	for _, n := range names[1:] {
		all = append(all, choice{n, n})
	}
	if value == names[0] {
		all[0].Name = value
	} else if value != "" && !slices.Contains(names, value) {
		all = append(all, choice{value, words.T("{component} (not in this model)", value)})
	}
	return all
}

// drawSetting draws the field of a setting. A number that is the default is not written.
func drawSetting(x report.Setting, s report.Settings) *vecty.HTML {
	value := x.Value(s)
	if len(x.Choices) > 0 {
		choices := make([]choice, len(x.Choices))
		for i, c := range x.Choices {
			choices[i] = choice{c.Name, words.Engine(c.Title)}
		}
		return field(x.Title, x.Summary, selectOf(choices, value, put("setting", x.Name), testid("setting-"+x.Name)))
	}
	if !x.Given(s) {
		value = ""
	}
	return field(x.Title, x.Summary, el("input", prop("type", "number"), at("min", "0"), at("inputmode", "numeric"),
		prop("value", value), put("setting", x.Name), testid("setting-"+x.Name)))
}

func field(title, summary string, control *vecty.HTML) *vecty.HTML {
	return el("label.field", el("span.title", ui.Told(title)), control, el("span.summary", termed(summary)))
}

func selectOf(choices []choice, value string, kids ...kid) *vecty.HTML {
	return el("select", append(kids, ui.List(choices, func(_ int, c choice) *vecty.HTML {
		return el("option", prop("value", c.Name), prop("selected", c.Name == value), ui.Text(c.Title))
	}))...)
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
		return el(
			"label.field.flag",
			el("input", prop("type", "checkbox"), prop("checked", value == "true"), put(act, arg), id),
			el("span.title", ui.Told(o.Title)),
			el("span.summary", termed(o.Summary)),
		)
	case "number":
		return field(o.Title, o.Summary, el("input", prop("type", "number"), prop("value", value), put(act, arg), id))
	case "mutant":
		return field(o.Title, o.Summary, selectOf(mutants, value, put(act, arg), id))
	case "file":
		return el("div.field.whole", el("label.field", el("span.title", ui.Told(o.Title)),
			el("textarea", at("rows", "3"), at("spellcheck", "false"), prop("value", value), put(act, arg), id)),
			el("div.row", button(".small", "Take from a file…", "input-file", arg), el("span.summary", termed(o.Summary))))
	}
	return field(
		o.Title,
		o.Summary,
		el("input", prop("type", "text"), at("spellcheck", "false"), prop("value", value), put(act, arg), id),
	)
}
