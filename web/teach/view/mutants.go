package view

import (
	"sort"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// says tells what was changed in a mutant.
func says(m report.Mutant) *vecty.HTML {
	line, _ := m.Place()
	if len(m.Words) > 0 {
		return tag("span", "what", tag("span", "hint", ui.Say("line {line}", itoa(line)), ui.Text(" ")),
			ui.List(m.Words, func(i int, w string) *vecty.HTML {
				if i > 0 {
					w = "; " + w
				}
				return tag("code", "", ui.Text(w))
			}))
	}
	return tag("span", "what", tag("span", "hint", ui.Say("line {line}", itoa(line)), ui.Text(" ")),
		ui.List(draw.EditsOf(&m), func(_ int, e report.Edit) *vecty.HTML { return changed(e.Original, e.Replacement) }))
}

// A group holds the mutants of one line.
type group struct {
	line    int
	mutants []report.Mutant
}

func byLine(all []report.Mutant) (groups []group) {
	at := map[int]int{}
	for _, m := range all {
		line, _ := m.Place()
		i, ok := at[line]
		if !ok {
			i = len(groups)
			at[line] = i
			groups = append(groups, group{line: line})
		}
		groups[i].mutants = append(groups[i].mutants, m)
	}
	sort.SliceStable(groups, func(a, b int) bool { return groups[a].line < groups[b].line })
	return groups
}

// killOutcome lists the mutants, those that are missed first, by line.
func killOutcome(t *state.Student) *vecty.HTML {
	r := t.Result
	if r == nil || t.Prepared == nil {
		return div("")
	}
	by := map[string]exercise.MutantResult{}
	for _, m := range r.Mutants {
		by[m.ID] = m
	}
	var missed, killed []report.Mutant
	for _, m := range t.Prepared.Mutants {
		if by[m.ID].By == 0 {
			missed = append(missed, m)
		} else {
			killed = append(killed, m)
		}
	}
	return div("",
		ui.When(len(missed) == 0, func() *vecty.HTML {
			return div("says.good", id("outcome"), tag("h2", "", ui.Say("All mutants are killed")),
				tag("p", "", ui.Text(words.N(len(r.Tests), "One test was enough.", "{n} tests were enough."))))
		}),
		ui.When(len(missed) > 0, func() *vecty.HTML {
			return tag("section", "missed", id("missed"), set("data-count", itoa(len(missed))),
				tag("h2", "", ui.Text(words.N(len(missed), "Missed: 1 mutant", "Missed: {n} mutants"))),
				ui.List(byLine(missed), func(_ int, g group) *vecty.HTML {
					return div(
						"of-line",
						tag(
							"h3",
							"",
							ui.Say("Line {line}", itoa(g.line)),
							tag("span", "badge", ui.Text(itoa(len(g.mutants)))),
						),
						tag(
							"ul",
							"rows",
							ui.List(g.mutants, func(_ int, m report.Mutant) *vecty.HTML { return missedRow(t, m) }),
						),
					)
				}))
		}),
		ui.When(len(killed) > 0, func() *vecty.HTML {
			return tag("details", "more", id("killed"), set("data-count", itoa(len(killed))),
				tag("summary", "", ui.Text(words.N(len(killed), "Killed: 1 mutant", "Killed: {n} mutants"))),
				tag("ul", "rows", ui.List(killed, func(_ int, m report.Mutant) *vecty.HTML {
					return tag("li", "mutant-row.killed", tag("span", "verdict", icons.Glyph("killed")), says(m),
						tag("span", "hint", ui.Say("by test {n}", itoa(by[m.ID].By))))
				})))
		}),
		ui.When(r.FinalOf > 0, func() *vecty.HTML {
			return tag("p", "hint", ui.Say("Final mutants: {a} of {b} killed", itoa(r.Final), itoa(r.FinalOf)))
		}),
		ui.When(t.Exercise.Final != nil && r.FinalOf == 0, func() *vecty.HTML {
			return tag("p", "hint", ui.Say("More mutants wait for your tests when they are graded."))
		}))
}

func missedRow(t *state.Student, m report.Mutant) *vecty.HTML {
	test := t.Work.Solved[m.ID]
	return tag("li", "mutant-row.waiting", tag("span", "verdict", icons.Glyph("unknown")), says(m),
		ui.When(test == "" && t.Exercise.Hints.Levels > 0 && !t.Locked(), func() *vecty.HTML {
			return button(
				"quiet.small",
				"Show a test",
				"solve",
				m.ID,
				set("data-testid", "solve-"+m.ID, "title", solveTip(t)),
			)
		}),
		ui.When(test != "", func() *vecty.HTML {
			return tag("span", "row", tag("code", "", ui.Text(test)), button("small", "Take it over", "use", test))
		}))
}

func solveTip(t *state.Student) string {
	if c := t.Exercise.Hints.Cost; c > 0 {
		return words.T("It counts as a hint and costs {n} points.", points(c))
	}
	return words.T("It counts as a hint.")
}
