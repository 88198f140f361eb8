package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// grading draws what was handed in, and what it is worth.
func grading(g *state.Class) *vecty.HTML {
	return div(
		"reader.wide-reader",
		id("grading"),
		tag("h1", "", ui.Say("Grade a class")),
		tag(
			"p",
			"lead",
			ui.Say("Everything is judged again in this browser, whatever the files claim. Nothing leaves it."),
		),
		div("row.actions",
			button("primary", "Choose files…", "grade-files", "", id("grade-files")),
			button("", "Choose a folder…", "grade-folder", ""),
			tag("span", "hint", ui.Say("or drop the exercise, answers, folders and archives here"))),
		loaded(g),
		ui.When(g.Trouble != nil, func() *vecty.HTML {
			return tag("ul", "problem-list", ui.List(g.Trouble, func(_ int, p exercise.Problem) *vecty.HTML {
				return tag("li", "error", icons.Glyph("error"), tag("span", "", ui.Text(p.Path+" "), ui.Told(p.Message)))
			}))
		}),
		ui.When(g.Busy, func() *vecty.HTML {
			return div(
				"row",
				id("grading-progress"),
				set("role", "status"),
				tag(
					"progress",
					"",
					set("max", itoa(max(g.Total, 1)), "value", itoa(g.Done), "aria-label", words.T("Judged")),
				),
				ui.Say("{a} of {b} judged", itoa(g.Done), itoa(g.Total)),
			)
		}),
		ui.When(g.Class != nil, func() *vecty.HTML { return class(g) }),
	)
}

func loaded(g *state.Class) *vecty.HTML {
	e := g.Exercise
	return div(
		"loaded",
		ui.When(e != nil, func() *vecty.HTML {
			return tag(
				"p",
				"",
				id("grade-exercise"),
				icons.Glyph("book"),
				ui.Text(" "),
				tag("strong", "", ui.Text(e.Title)),
				ui.Text(" "),
				tag("span", "badge", ui.Text(kindSays(e.Kind))),
				ui.Text(" "),
				ui.Say("revision {n}", itoa(e.Revision)),
			)
		}),
		ui.When(
			e == nil,
			func() *vecty.HTML {
				return tag("p", "hint", ui.Say("The exercise is missing: open its file, too."))
			},
		),
		tag(
			"p",
			"hint",
			id("grade-count"),
			ui.Text(words.N(len(g.Files), "1 file was handed in", "{n} files were handed in")),
		),
		ui.When(e != nil && (e.Final != nil), func() *vecty.HTML {
			return div(
				"row",
				field("Phrase of the locked part", tag(
					"input",
					"",
					set(
						"type",
						"password",
						"data-put",
						"grade-phrase",
						"data-enter",
						"grade-phrase",
						"autocomplete",
						"off",
						"aria-invalid",
						only(g.Wrong, "true"),
					),
					id("grade-phrase"),
					vecty.Markup(
						vecty.Property("value", g.Phrase),
					),
				)),
				button("", "Unlock", "grade-phrase", "", id("unlock")),
			)
		}),
	)
}

// class draws a class that was graded.
func class(g *state.Class) *vecty.HTML {
	c := g.Class
	return div("", id("class"), set("data-rows", itoa(len(c.Rows))),
		div(
			"row.actions",
			button("", "Table for Moodle", "csv", "moodle", id("csv-moodle")),
			button("", "Table, all columns", "csv", "all", id("csv-all")),
			ui.When(
				c.Kind == exercise.Kill,
				func() *vecty.HTML { return button("", "Who kills what", "csv", "kills", id("csv-kills")) },
			),
			button("", "Grade again", "regrade", "", id("regrade")),
			button("quiet", "Another class", "grade-new", "", id("grade-new")),
		),
		again(g),
		tag("h2", "", ui.Say("Points")), rowsOf(c),
		ui.When(len(c.Copies) > 0, func() *vecty.HTML {
			return div(
				"",
				tag("h2", "", ui.Say("The same, byte for byte")),
				tag("p", "hint", ui.Say("Short answers may well be equal without copying. This accuses nobody.")),
				tag(
					"ul",
					"bulleted",
					ui.List(
						c.Copies,
						func(_ int, rows []int) *vecty.HTML { return tag("li", "", ui.Text(namesOf(c, rows))) },
					),
				),
			)
		}),
		ui.When(len(c.Mutants) > 0, func() *vecty.HTML { return kills(g) }),
		ui.When(len(c.Clusters) > 0, func() *vecty.HTML { return clusters(g) }))
}

// again says who gains and who loses by another revision.
func again(g *state.Class) part {
	if g.Before == nil {
		return nil
	}
	return div(
		"says",
		id("again-says"),
		tag(
			"p",
			"",
			ui.Text(
				words.N(
					g.Gain,
					"1 answer gains",
					"{n} answers gain",
				)+", "+words.N(
					g.Lose,
					"1 would lose",
					"{n} would lose",
				)+". ",
			),
			ui.Say("Points of before are kept where they were more."),
		),
		checkbox("lower", "", g.Lower, ui.Say("Let answers lose points")),
	)
}

func rowsOf(c *exercise.Class) *vecty.HTML {
	return div("scroll", set("tabindex", "0", "role", "group", "aria-label", words.T("Points")),
		tag(
			"table",
			"",
			id("rows"),
			tag(
				"thead",
				"",
				tag(
					"tr",
					"",
					columns(
						"Name",
						"Points",
						"Reached",
						"Final",
						"Attempts",
						"Hints",
						"Minutes",
						"Cluster",
						"State",
						"Remark",
					),
				),
			),
			tag("tbody", "", ui.List(c.Rows, func(_ int, r exercise.Row) *vecty.HTML { return rowOf(r) })),
		))
}

var states = map[string]words.Key{
	exercise.Graded: "graded", exercise.Changed: "changed", exercise.Older: "other revision", exercise.Open: "not decided",
	exercise.Refused: "refused",
}

func rowOf(r exercise.Row) *vecty.HTML {
	name := r.Name
	if name == "" {
		name = r.File
	}
	graded := r.Status != exercise.Refused
	cell := func(class, s string) *vecty.HTML {
		if !graded {
			s = "–"
		}
		return tag("td", class, ui.Text(s))
	}
	final := ""
	if r.FinalOf > 0 {
		final = itoa(r.Final) + "/" + itoa(r.FinalOf)
	}
	worth := points(r.Points)
	if r.Was != nil && *r.Was != r.Points {
		worth = points(*r.Was) + " → " + worth
	}
	class, drawing := "", "killed"
	switch r.Status {
	case exercise.Refused:
		class, drawing = "bad", "wrong"
	case exercise.Graded:
	default:
		class, drawing = "warn", "warn"
	}
	return tag(
		"tr",
		class,
		set("data-name", r.Name, "data-status", r.Status),
		tag("th", "", set("scope", "row", "title", r.File), ui.Text(name)),
		cell("number", worth),
		cell("number", itoa(r.Share)+"/"+itoa(r.Of)),
		cell("number", final),
		cell(
			"number",
			itoa(r.Attempts),
		),
		cell("number", itoa(r.Hints)),
		cell("number", itoa(r.Minutes)),
		cell("", r.Cluster),
		tag(
			"td",
			"status",
			icons.Glyph(drawing),
			ui.Text(" "),
			ui.Say(states[r.Status]),
		),
		tag("td", "long", ui.Told(r.Remark)),
	)
}

func namesOf(c *exercise.Class, rows []int) string {
	s := ""
	for i, at := range rows {
		if i > 0 {
			s += ", "
		}
		if i == 12 {
			return s + "…"
		}
		if c.Rows[at].Name != "" {
			s += c.Rows[at].Name
		} else {
			s += c.Rows[at].File
		}
	}
	return s
}

// kills is the class's kill matrix, and before it how many kill each mutant, the hardest first.
func kills(g *state.Class) *vecty.HTML {
	c := g.Class
	return div(
		"",
		tag("h2", "", ui.Say("Kills in the class")),
		tag(
			"ul",
			"bars",
			id("hardest"),
			ui.List(c.Mutants[:min(len(c.Mutants), 60)], func(_ int, m exercise.ClassMutant) *vecty.HTML {
				return tag("li", "", tag("code", "", ui.Text(m.ID)), tag("span", "meter", set("aria-hidden", "true"),
					tag("span", "", vecty.Markup(vecty.Style("width", itoa(100*m.Killed/max(m.Of, 1))+"%")))),
					tag("span", "hint", ui.Say("{a} of {b}", itoa(m.Killed), itoa(m.Of))))
			}),
		),
		tag("details", "more", tag("summary", "", ui.Say("Who kills what")),
			div("scroll", set("tabindex", "0", "role", "group", "aria-label", words.T("Who kills what")),
				tag(
					"table",
					"matrix-table",
					id("kill-matrix"),
					tag(
						"thead",
						"",
						tag(
							"tr",
							"",
							tag("th", "", set("scope", "col"), ui.Say("Name")),
							ui.List(g.Mutants, func(_ int, m string) *vecty.HTML {
								return tag("th", "", set("scope", "col"), tag("code", "", ui.Text(m)))
							}),
						),
					),
					tag("tbody", "", ui.List(killers(c), func(_ int, r exercise.Row) *vecty.HTML {
						return tag(
							"tr",
							"",
							tag("th", "", set("scope", "row"), ui.Text(r.Name)),
							ui.List(r.Killed, func(_ int, k bool) *vecty.HTML {
								if k {
									return tag("td", "yes", set("title", words.T("killed")), ui.Text("✓"))
								}
								return tag("td", "no", ui.Text("·"))
							}),
						)
					})),
				))),
	)
}

func killers(c *exercise.Class) (rows []exercise.Row) {
	for _, r := range c.Rows {
		if r.Killed != nil {
			rows = append(rows, r)
		}
	}
	return rows
}

func clusters(g *state.Class) *vecty.HTML {
	c := g.Class
	return div("", tag("h2", "", ui.Say("Answers that behave exactly alike")),
		tag("ul", "clusters", id("clusters"), ui.List(c.Clusters, func(i int, x exercise.Cluster) *vecty.HTML {
			tone := "says"
			if x.Passed {
				tone = "says.good"
			}
			return tag("li", tone, tag("h3", "", ui.Say("Cluster {name}", x.Name), ui.Text(": "),
				ui.Text(words.N(len(x.Rows), "1 answer", "{n} answers"))),
				tag("p", "hint", ui.Text(namesOf(c, x.Rows))),
				ui.When(x.Wrong != nil && x.Wrong.Test != "", func() *vecty.HTML {
					return tag(
						"p",
						"",
						ui.Say("Shortest difference, at step {step}:", itoa(x.Wrong.Step)),
						ui.Text(" "),
						tag("code", "", ui.Text(x.Wrong.Test)),
					)
				}),
				ui.When(x.Model != "", func() *vecty.HTML {
					return tag(
						"details",
						"more",
						tag("summary", "", ui.Say("The model")),
						tag("pre", "paper", set("tabindex", "0"), ui.Text(x.Model)),
					)
				}),
				ui.When(x.Model != "" && !x.Passed, func() *vecty.HTML {
					return button(
						"small",
						"Make a mutant of it",
						"cluster-mutant",
						itoa(i),
						id("cluster-mutant-"+x.Name),
					)
				}))
		})))
}
