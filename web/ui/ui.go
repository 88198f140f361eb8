// Package ui holds what the views of the pages are made with alike: texts of the page and of others, lists, and
// parts that are there or not.
package ui

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/web/words"
)

// These helpers are called a thousand times: put in line at each place they would make the programs a fifth larger,
// hence the directives.

// Text makes a text node. Models and links come from others: characters that would move or turn what is around them
// are written out.
//
//go:noinline
func Text(s string) *vecty.HTML { return vecty.Text(source.Visible(s)) }

// Say makes a text node of one of the page's own texts.
//
//go:noinline
func Say(key words.Key, holes ...string) *vecty.HTML { return Text(words.T(key, holes...)) }

// Told makes a node of what the engine says, in the reader's language where that is known.
//
//go:noinline
func Told(s string) *vecty.HTML { return English(words.Told(s)) }

// English marks what is left in English on a page in another language, so that it is read out right.
func English(s string, translated bool) *vecty.HTML {
	if translated {
		return Text(s)
	}
	return vecty.Tag("span", vecty.Markup(vecty.Attribute("lang", "en")), Text(s))
}

// List makes one child of many.
func List[T any](items []T, f func(i int, item T) *vecty.HTML) vecty.List {
	out := make(vecty.List, len(items))
	for i, it := range items {
		out[i] = f(i, it)
	}
	return out
}

// When draws something only if cond holds; f is not called otherwise.
func When(cond bool, f func() *vecty.HTML) vecty.MarkupOrChild {
	if !cond {
		return nil
	}
	return f()
}
