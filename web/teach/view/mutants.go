package view

import (
	"sort"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/words"
)

// says tells what was changed in a mutant.
func says(m report.Mutant) *vecty.HTML {
	line, _ := m.Place()
	if len(m.Words) > 0 {
		return tag("span", "what", tag("span", "hint", say("line {line}", itoa(line)), plain(" ")),
			each(m.Words, func(i int, w string) *vecty.HTML {
				if i > 0 {
					w = "; " + w
				}
				return tag("code", "", plain(w))
			}))
	}
	return tag("span", "what", tag("span", "hint", say("line {line}", itoa(line)), plain(" ")),
		each(draw.EditsOf(&m), func(_ int, e report.Edit) *vecty.HTML { return changed(e.Original, e.Replacement) }))
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
		when(len(missed) == 0, func() *vecty.HTML {
			return div("says.good", id("outcome"), tag("h2", "", say("All mutants are killed")),
				tag("p", "", plain(words.N(len(r.Tests), "One test was enough.", "{n} tests were enough."))))
		}),
		when(len(missed) > 0, func() *vecty.HTML {
			return tag("section", "missed", id("missed"), set("data-count", itoa(len(missed))),
				tag("h2", "", plain(words.N(len(missed), "Missed: 1 mutant", "Missed: {n} mutants"))),
				each(byLine(missed), func(_ int, g group) *vecty.HTML {
					return div(
						"of-line",
						tag(
							"h3",
							"",
							say("Line {line}", itoa(g.line)),
							tag("span", "badge", plain(itoa(len(g.mutants)))),
						),
						tag(
							"ul",
							"rows",
							each(g.mutants, func(_ int, m report.Mutant) *vecty.HTML { return missedRow(t, m) }),
						),
					)
				}))
		}),
		when(len(killed) > 0, func() *vecty.HTML {
			return tag("details", "more", id("killed"), set("data-count", itoa(len(killed))),
				tag("summary", "", plain(words.N(len(killed), "Killed: 1 mutant", "Killed: {n} mutants"))),
				tag("ul", "rows", each(killed, func(_ int, m report.Mutant) *vecty.HTML {
					return tag("li", "mutant-row.killed", tag("span", "verdict", icons.Glyph("killed")), says(m),
						tag("span", "hint", say("by test {n}", itoa(by[m.ID].By))))
				})))
		}),
		when(r.FinalOf > 0, func() *vecty.HTML {
			return tag("p", "hint", say("Final mutants: {a} of {b} killed", itoa(r.Final), itoa(r.FinalOf)))
		}),
		when(t.Exercise.Final != nil && r.FinalOf == 0, func() *vecty.HTML {
			return tag("p", "hint", say("More mutants wait for your tests when they are graded."))
		}))
}

func missedRow(t *state.Student, m report.Mutant) *vecty.HTML {
	test := t.Work.Solved[m.ID]
	return tag("li", "mutant-row.waiting", tag("span", "verdict", icons.Glyph("unknown")), says(m),
		when(test == "" && t.Exercise.Hints.Levels > 0 && !t.Locked(), func() *vecty.HTML {
			return button(
				"quiet.small",
				"Show a test",
				"solve",
				m.ID,
				set("data-testid", "solve-"+m.ID, "title", solveTip(t)),
			)
		}),
		when(test != "", func() *vecty.HTML {
			return tag("span", "row", tag("code", "", plain(test)), button("small", "Take it over", "use", test))
		}))
}

func solveTip(t *state.Student) string {
	if c := t.Exercise.Hints.Cost; c > 0 {
		return words.T("It counts as a hint and costs {n} points.", points(c))
	}
	return words.T("It counts as a hint.")
}
