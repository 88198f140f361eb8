// Package view draws the page. Every view is a function from a small value, taken from the store's
// state, to elements; a Memo draws it again only when that value changed. Views have no listeners:
// an element says by do or put what it is for, and the page listens once for all of them.
package view

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// These helpers are called a thousand times: put in line at each place they would make the program a
// fifth larger, hence the directives.

// kid is what an element is made of: markup, elements, components, lists, nil.
type kid = vecty.MarkupOrChild

// el makes an element from "tag.class.class".
//
//go:noinline
func el(spec string, kids ...kid) *vecty.HTML {
	parts := strings.Split(spec, ".")
	all := make([]kid, 0, len(kids)+1)
	if len(parts) > 1 {
		all = append(all, vecty.Markup(vecty.Class(parts[1:]...)))
	}
	return vecty.Tag(parts[0], append(all, kids...)...)
}

// at sets an attribute. What is read aloud or pops up shows hidden characters, as text does.
//
//go:noinline
func at(name, value string) kid {
	if name == "title" || name == "aria-label" {
		value = source.Visible(value)
	}
	return vecty.Markup(vecty.Attribute(name, value))
}

// atIf sets an attribute when cond holds.
//
//go:noinline
func atIf(cond bool, name, value string) kid {
	return vecty.Markup(vecty.MarkupIf(cond, vecty.Attribute(name, value)))
}

// class adds a class when cond holds.
//
//go:noinline
func class(cond bool, name string) kid {
	return vecty.Markup(vecty.MarkupIf(cond, vecty.Class(name)))
}

// prop sets a property.
//
//go:noinline
func prop(name string, value any) kid { return vecty.Markup(vecty.Property(name, value)) }

// css sets a style.
//
//go:noinline
func css(name, value string) kid { return vecty.Markup(vecty.Style(name, value)) }

// testid names an element for the browser tests.
//
//go:noinline
func testid(id string) kid { return at("data-testid", id) }

// toldAs is told for a phrase that has to become a title or a sentence.
//
//go:noinline
func toldAs(s string, form func(string) string) *vecty.HTML {
	s, ok := words.Told(s)
	return ui.English(form(s), ok)
}

// aria names an element to who cannot see it.
//
//go:noinline
func aria(key words.Key, holes ...string) kid { return at("aria-label", words.T(key, holes...)) }

// tip says what pops up over an element.
//
//go:noinline
func tip(key words.Key, holes ...string) kid { return at("title", words.T(key, holes...)) }

// named is told each name that an element asks for; the tests look whether there is such an action.
var named = func(name string) {}

// do names the action of a press on the element.
//
//go:noinline
func do(name, arg string) kid {
	named(name)
	return vecty.Markup(vecty.Attribute("data-do", name), vecty.Attribute("data-arg", arg))
}

// put names the action of a change of the field's value.
//
//go:noinline
func put(name, arg string) kid {
	named(name)
	return vecty.Markup(vecty.Attribute("data-put", name), vecty.Attribute("data-arg", arg))
}

// button makes a button. The label is its text for all.
//
//go:noinline
func button(spec string, label words.Key, name, arg string, kids ...kid) *vecty.HTML {
	return el("button"+spec, append([]kid{at("type", "button"), do(name, arg), ui.Say(label)}, kids...)...)
}

// iconButton makes a button that shows an icon and tells its name.
//
//go:noinline
func iconButton(icon string, label words.Key, name, arg string, kids ...kid) *vecty.HTML {
	all := []kid{at("type", "button"), aria(label), tip(label), do(name, arg), glyph(icon)}
	return el("button.icon", append(all, kids...)...)
}

// glyph draws an icon.
func glyph(name string) *vecty.HTML { return icons.Glyph(name) }

// docs is where the site has its documentation.
const docs = "docs/"

// linkTo makes a link to another page of the site, which opens in a tab of its own.
func linkTo(address string, label *vecty.HTML, kids ...kid) *vecty.HTML {
	all := []kid{at("href", address), at("hreflang", "en"), at("target", "_blank"), at("rel", "noopener"), label}
	return el("a", append(all, kids...)...)
}

func itoa(n int) string { return strconv.Itoa(n) }

// mutants counts them.
func mutants(n int) string { return words.N(n, "1 mutant", "{n} mutants") }

// A Memo draws a value, and draws it again only when the value changed. It must be the only child of
// its parent: Vecty loses the place of what follows a component that was not drawn.
type Memo[T any] struct {
	vecty.Core
	View     T      `vecty:"prop"`
	Language string `vecty:"prop"`
	draw     func(T) *vecty.HTML
}

func memo[T any](v T, draw func(T) *vecty.HTML) *Memo[T] {
	return &Memo[T]{View: v, Language: words.Language(), draw: draw}
}

// Render implements vecty.Component.
func (m *Memo[T]) Render() (drawn vecty.ComponentOrHTML) {
	defer func() {
		if fault := recover(); fault != nil {
			Complain(fmt.Sprint("a part of the page could not be drawn: ", fault))
			drawn = el("p.remark.bad", ui.Say("This part of the page could not be drawn. The rest goes on."))
		}
	}()
	return m.draw(m.View)
}

// Complain is told of faults in drawing, which end the part that could not be drawn, not the page.
var Complain = func(string) {}

// Copy implements vecty.Copier. The copy holds nothing of what was drawn: it would keep alive all
// that was ever drawn before.
func (m *Memo[T]) Copy() vecty.Component {
	return &Memo[T]{View: m.View, Language: m.Language, draw: m.draw}
}

// SkipRender implements vecty.RenderSkipper.
func (m *Memo[T]) SkipRender(prev vecty.Component) bool {
	p, ok := prev.(*Memo[T])
	return ok && p.Language == m.Language && reflect.DeepEqual(p.View, m.View)
}

// A Host is a place in which a widget of the bundle lives. Vecty draws it once and leaves it alone.
type Host struct {
	vecty.Core
	Name string `vecty:"prop"`
}

// Render implements vecty.Component.
func (h *Host) Render() vecty.ComponentOrHTML {
	return el("div.host", at("id", "host-"+h.Name))
}

// Copy implements vecty.Copier.
func (h *Host) Copy() vecty.Component { return &Host{Name: h.Name} }

// SkipRender implements vecty.RenderSkipper.
func (h *Host) SkipRender(vecty.Component) bool { return true }
