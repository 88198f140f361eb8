// Package view draws the exercise page from its state. Elements say by data-do and data-put what they are for; the
// page listens once for all of them.
//
//	element.go   elements, texts, buttons, fields
//	root.go      the whole page: header, messages, dialogs
//	home.go      what can be opened
//	student.go   an exercise: head, model, help
//	answer.go    the answer; answer_*.go: by kind
//	mutants.go   mutants and what became of them
//	sheet.go     a sheet
//	lecturer.go  an exercise while it is made; lecturer_made.go: what becomes of it, sheets
//	grading.go   a class
package view

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// part is what an element is made of.
type part = vecty.MarkupOrChild

// tag makes an element of classes, with dots between: "" for none.
//
//go:noinline
func tag(name, class string, parts ...part) *vecty.HTML {
	if class != "" {
		class = strings.ReplaceAll(class, ".", " ")
		parts = append([]part{vecty.Markup(vecty.Attribute("class", class))}, parts...)
	}
	return vecty.Tag(name, parts...)
}

func div(class string, parts ...part) *vecty.HTML { return tag("div", class, parts...) }

// set gives an element attributes, by pairs of name and value. A value of "-" leaves the attribute out.
//
//go:noinline
func set(pairs ...string) part {
	var all []vecty.Applyer
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "-" {
			all = append(all, vecty.Attribute(pairs[i], pairs[i+1]))
		}
	}
	return vecty.Markup(all...)
}

// only leaves an attribute out where a condition does not hold.
func only(cond bool, value string) string {
	if cond {
		return value
	}
	return "-"
}

// markdown is drawn by the bundle, as elements.
func markdown(text, language string) *vecty.HTML {
	return tag(
		"mark-down",
		"markdown",
		set("data-text", source.Visible(text), "lang", only(language != "", language)),
	)
}

// button makes one that does something. Its label is its text.
//
//go:noinline
func button(class string, label words.Key, name, arg string, parts ...part) *vecty.HTML {
	all := []part{set("type", "button", "data-do", name, "data-arg", arg)}
	all = append(all, parts...)
	return tag("button", class, append(all, ui.Say(label))...)
}

// icon is a button that shows a drawing and tells its name.
//
//go:noinline
func icon(drawing string, label words.Key, name, arg string, parts ...part) *vecty.HTML {
	said := words.T(label)
	all := []part{set("type", "button", "data-do", name, "data-arg", arg, "aria-label", said, "title", said)}
	return tag("button", "icon", append(append(all, parts...), icons.Glyph(drawing))...)
}

// id names an element for the browser tests.
func id(name string) part { return set("data-testid", name) }

// disabled switches a button off.
func disabled(off bool) part { return vecty.Markup(vecty.Property("disabled", off)) }

// remark is a sentence with a tone: good, warn, bad, or "".
func remark(tone string, parts ...part) *vecty.HTML {
	drawing := map[string]string{"good": "killed", "warn": "warn", "bad": "error"}[tone]
	if drawing == "" {
		drawing = "info"
	}
	return tag("p", "remark "+tone, icons.Glyph(drawing), tag("span", "", parts...))
}

// An editor is a place for a widget of the bundle.
type editor struct {
	name, label, hint                           string
	syntax, diagnostics, sites, marks, lockedAt string
	fixed                                       bool
}

func (e editor) draw() *vecty.HTML {
	return tag("code-editor", "host", set("data-name", e.name, "data-label", e.label, "data-hint", e.hint,
		"data-syntax", e.syntax, "data-diagnostics", e.diagnostics, "data-sites", e.sites, "data-marks", e.marks,
		"data-locked", e.lockedAt, "data-fixed", only(e.fixed, "1")))
}

// input makes a line to type in.
func input(name, arg, value string, parts ...part) *vecty.HTML {
	all := []part{set("type", "text", "data-put", name, "data-arg", arg, "autocomplete", "off"),
		vecty.Markup(vecty.Property("value", value))}
	return tag("input", "", append(all, parts...)...)
}

// field is a labelled place to fill in.
func field(label words.Key, inside *vecty.HTML, more ...part) *vecty.HTML {
	return tag("label", "field", append([]part{tag("span", "title", ui.Say(label)), inside}, more...)...)
}

// A choice is one of several.
type choice struct{ value, label string }

func selection(name, arg, now string, all []choice, parts ...part) *vecty.HTML {
	parts = append([]part{set("data-put", name, "data-arg", arg)}, parts...)
	return tag("select", "", append(parts, ui.List(all, func(_ int, c choice) *vecty.HTML {
		return tag(
			"option",
			"",
			vecty.Markup(vecty.Property("value", c.value), vecty.Property("selected", c.value == now)),
			ui.Text(c.label),
		)
	}))...)
}

func encode(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return "null"
	}
	return string(data)
}

func itoa(n int) string { return strconv.Itoa(n) }

// points writes them as people do.
func points(x float64) string {
	if x == float64(int(x)) {
		return words.Int(int(x))
	}
	return words.Decimal(x)
}

func flag(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
