package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// What changed from one run to another: a line under the list, and a dialog that lists it.

// changedSays counts what changed; "" where nothing did, or there is nothing to compare with.
func changedSays(s *store.State) string {
	d := s.Difference()
	if d == nil || d.Nothing() || s.Stale() && !s.Live() {
		return ""
	}
	return words.T("Since the run before: {changed} other verdicts, {new} new, {gone} gone", words.Int(len(d.Changed)),
		words.Int(len(d.New)), words.Int(len(d.Gone)))
}

// drawChanged is the line at the foot of the list.
func drawChanged(says string) *vecty.HTML {
	if says == "" {
		return el("div.none")
	}
	return el("div.row", el("span.hint", testid("changed"), ui.Text(says)), el("span.space"),
		button(".small", "Compare", "dialog", "compare", testid("compare-runs")))
}

func drawCompare(d *report.Difference) *vecty.HTML {
	if d == nil {
		return el("p.empty", ui.Say("There is no run before to compare with. Run the mutants, edit, and run again."))
	}
	counts := func(c report.Counts) string {
		return words.T("{n} mutants, {killed} killed, {unkillable} unkillable", words.Int(c.Mutants), words.Int(c.Killed),
			words.Int(c.Unkillable))
	}
	entry := func(m report.Mutant, says string, here bool) *vecty.HTML {
		name := el("span", ui.Text(m.ID))
		if here {
			name = el("button.small", at("type", "button"), do("show", m.ID), ui.Text(m.ID))
		}
		change := head(m.Original, widest) + " → " + head(m.Replacement, widest)
		return el("li.row", name, el("code", ui.Text(change)), el("span.hint", ui.Text(says)))
	}
	return el("div.compare", testid("compare"),
		el("p", ui.Say("Before: {counts}", counts(d.Before))),
		el("p", ui.Say("Now: {counts}", counts(d.After))),
		el("p.hint", ui.Say("{n} are in both with the same verdict. Mutants are the same where an operator makes the same "+
			"change; line numbers do not count.", words.Int(d.Same))),
		part("Other verdicts", len(d.Changed), func(i int) *vecty.HTML {
			c := &d.Changed[i]
			return entry(c.After, verdict(&c.Before)+" → "+verdict(&c.After), true)
		}),
		part("New", len(d.New), func(i int) *vecty.HTML { return entry(d.New[i], verdict(&d.New[i]), true) }),
		part("Gone", len(d.Gone), func(i int) *vecty.HTML { return entry(d.Gone[i], verdict(&d.Gone[i]), false) }),
	)
}

const (
	mostChanges = 300 // entries that a part of the comparison shows
	widest      = 40  // characters of a change, so that it stays on its line
)

func part(title words.Key, n int, entry func(i int) *vecty.HTML) kid {
	return ui.When(n > 0, func() *vecty.HTML {
		var entries vecty.List
		for i := range min(n, mostChanges) {
			entries = append(entries, entry(i))
		}
		return el("section", el("h3", ui.Say(title), ui.Text(" ("+words.Int(n)+")")), el("ul.changes", entries),
			ui.When(n > mostChanges, func() *vecty.HTML {
				return el("p.hint", ui.Say("and {n} more; “mutarium diff” lists all", words.Int(n-mostChanges)))
			}))
	})
}
