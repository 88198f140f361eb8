package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// drawMutantsPane draws the summary, the filters and the window of the list.
func drawMutantsPane(s *store.State) *vecty.HTML {
	return el(
		"div.column",
		el("div.summary", memo(summaryOf(s), drawSummary)),
		el("div.filters", memo(filtersOf(s), drawFilters)),
		el(
			"div.list",
			at("id", "list"),
			at("role", "listbox"),
			at("tabindex", "0"),
			aria("Mutants"),
			testid("list"),
			class(s.Stale() || s.Waiting(), "old"),
			at("aria-activedescendant", active(s)),
			memo(windowOf(s), drawWindow),
		),
		el("div.more-operators", memo(changedSays(s), drawChanged)),
		el("div.more-operators", memo(moreOf(s), drawMore)),
	)
}

// moreOf is how many mutants all operators would add, where those selected make less than a third.
func moreOf(s *store.State) int {
	if s.Analysis == nil || !s.Analysis.Valid || s.Run.Status == store.Running {
		return 0
	}
	all, on := 0, 0
	selected := s.SelectedOperators()
	for name, n := range s.Analysis.Counts {
		all += n
		if slices.Contains(selected, name) {
			on += n
		}
	}
	if on == 0 || 3*on >= all {
		return 0
	}
	return all - on
}

func drawMore(n int) *vecty.HTML {
	if n == 0 {
		return el("div.none")
	}
	return el("div.row", el("span.hint", ui.Say("{n} more with all operators", words.Int(n))), el("span.space"),
		button(".small", "Select all", "ops", "all", testid("more-operators")))
}

func active(s *store.State) string {
	from, to := s.Window()
	if i := s.Position(); i >= from && i < to {
		return "row-" + itoa(i)
	}
	return ""
}

// --- summary ------------------------------------------------------------------------------------

type summaryView struct {
	Time    string // how long the run still takes
	Decided int
	Filter  string
	HasRun  bool
	Live    bool // what is shown will follow the text
	Only    bool
	Reasons []reasonCount
	Says    string
	Stale   bool
	Mutable bool // by some operator
	Status  store.RunStatus
	Still   bool // nothing follows the typing
	Summary report.Summary
	Total   int
	Trouble string
	Why     string
	Watch   string // what to look for in the example that is open
}

type reasonCount struct {
	Count int
	Look  look
	Value string // what the filter is set to
}

func summaryOf(s *store.State) summaryView {
	sum := s.Run.Summary
	sum.Operators = nil
	return summaryView{
		Decided: s.Decided(), Total: s.Total(), Status: s.Run.Status, Summary: sum, Says: s.RunSays(), Stale: s.Stale(),
		HasRun: s.Run.Head != nil, Time: s.RunTime(), Trouble: s.Run.Trouble, Filter: s.List.Filter.Verdict, Only: s.Run.Only,
		Reasons: breakdown(s), Why: s.Runnable(), Watch: watch(s), Mutable: s.Mutable(),
		Live: s.Live(), Still: s.Layout.Still,
	}
}

// watch gives the sentence of the example that is open.
func watch(s *store.State) string {
	f := s.Formalism()
	if f == nil || s.Work.Example == "" {
		return ""
	}
	for _, e := range f.Examples {
		if e.Name == s.Work.Example {
			return e.Watch
		}
	}
	return ""
}

// breakdown lists what the chips show: unkillable mutants by reason, then the other verdicts.
func breakdown(s *store.State) []reasonCount {
	var out []reasonCount
	for k, n := range s.Run.Kinds {
		if n == 0 {
			continue
		}
		r := reasonCount{Look: lookOf(&report.Mutant{Verdict: k.Verdict, Reason: k.Reason}), Value: k.Verdict, Count: n}
		if k.Reason != "" {
			r.Value = k.Reason
		}
		out = append(out, r)
	}
	if n := s.Run.Summary.Duplicates; n > 0 {
		twins := look{"duplicate", "copy", words.T("duplicates")}
		out = append(out, reasonCount{Look: twins, Value: store.Duplicates, Count: n})
	}
	rank := []string{"unkillable", "same", "unknown", "invalid", "killed", "duplicate"}
	slices.SortFunc(out, func(a, b reasonCount) int { // out of a map: sorted to the last
		x, y := slices.Index(rank, a.Look.class), slices.Index(rank, b.Look.class)
		if x != y {
			return x - y
		}
		return strings.Compare(a.Value, b.Value)
	})
	return out
}

func drawSummary(v summaryView) *vecty.HTML {
	return el("div", testid("summary"),
		el("div.row",
			el("h2", ui.Say("Mutants")),
			el("span.score", testid("says"), ui.Text(v.Says)),
			el("span.count", testid("run-time"), ui.Text(v.Time)),
			el("span.space"),
			el("label.live", tip("Judge again after each edit, where that is quick"),
				el("input", prop("type", "checkbox"), prop("checked", !v.Still), put("live", ""), testid("live")), ui.Say("Live")),
			ui.When(v.HasRun, func() *vecty.HTML {
				return iconButton("save", "Download results", "dialog", "download", testid("download"))
			}),
		),
		drawBar(v),
		el("div.chips", at("role", "group"), aria("Filter by verdict"),
			ui.List(v.Reasons, func(_ int, r reasonCount) *vecty.HTML {
				return el(
					"button.chip."+r.Look.class,
					at("type", "button"),
					at("aria-pressed", flag(v.Filter == r.Value)),
					do(
						"chip",
						r.Value,
					),
					testid("chip-"+r.Value),
					glyph(r.Look.icon),
					el("b", ui.Text(words.Int(r.Count))),
					ui.Text(" "+r.Look.word),
				)
			})),
		drawRunState(v),
		ui.When(v.Watch != "" && !v.Stale, func() *vecty.HTML {
			return el("details.watch", testid("watch"), el("summary", ui.Say("What is special about this model?")),
				termed(v.Watch))
		}),
	)
}

// drawBar shows the verdicts' shares; what is not judged yet stays empty.
func drawBar(v summaryView) *vecty.HTML {
	total := max(v.Total, 1)
	part := func(r reasonCount) *vecty.HTML {
		return el("span.part."+r.Look.class, css("width", fmt.Sprintf("%.3f%%", 100*float64(r.Count)/float64(total))),
			at("title", words.Int(r.Count)+" "+r.Look.word))
	}
	verdicts := slices.DeleteFunc(slices.Clone(v.Reasons), func(r reasonCount) bool {
		return r.Value == store.Duplicates // which are among the others
	})
	return el("div.progress", at("role", "progressbar"), aria("Mutants judged"), at("aria-valuemin", "0"),
		at("aria-valuemax", itoa(v.Total)), at("aria-valuenow", itoa(v.Decided)), class(v.Status == store.Running, "running"),
		ui.List(verdicts, func(_ int, r reasonCount) *vecty.HTML { return part(r) }))
}

// drawRunState says what stands in the way of a whole, fresh result.
func drawRunState(v summaryView) *vecty.HTML {
	switch {
	case v.Status == store.Refused:
		return el("p.remark.bad", testid("refused"), glyph("error"), el("span", ui.Told(v.Trouble)))
	case v.Status == store.Broken:
		return el("p.remark.warn", testid("broken"), glyph("warn"),
			el("span", ui.Say("A worker of the engine stopped: {why}. The verdicts so far are kept.", words.Engine(v.Trouble))),
			button(".small", "Run again", "run", ""))
	case v.Live:
	case v.Stale && v.Why != "":
		return el("p.remark.warn", testid("stale"), glyph("info"),
			el("span", ui.Say("These verdicts are of an earlier version; now {why}.", v.Why)))
	case v.Stale:
		return el(
			"p.remark.warn",
			testid("stale"),
			glyph("info"),
			el("span", ui.Say("You have changed the model or the settings since this run.")),
			button(".small", "Run again", "run", ""),
		)
	case v.Status == store.Done && v.Decided == 0:
		return el("p.remark", testid("nothing"), glyph("info"),
			el("span", ui.Say("None of the selected operators applies to this model.")),
			ui.When(v.Mutable, func() *vecty.HTML { return button(".small", "Select all", "ops", "all", testid("select-all")) }))
	}
	return el("p.remark.none")
}

// --- filters ------------------------------------------------------------------------------------

type filtersView struct {
	Filter    store.Filter
	Operators []choice
	Shown     int
	Of        int
	Sort      string
}

func filtersOf(s *store.State) filtersView {
	v := filtersView{Filter: s.List.Filter, Sort: s.List.Sort, Shown: len(s.Order()), Of: s.Run.Decided}
	titles := map[string]string{}
	if f := s.Formalism(); f != nil {
		for _, op := range f.Operators {
			titles[op.Name] = words.Engine(op.Title)
			if sum, ok := s.Run.Summary.Operators[op.Name]; ok {
				v.Operators = append(v.Operators, choice{op.Name, words.Engine(op.Title) + " (" + words.Int(sum.Mutants) + ")"})
			}
		}
	}
	return v
}

func drawFilters(v filtersView) *vecty.HTML {
	operators := append([]choice{{"", words.T("All operators")}}, v.Operators...)
	return el("div.row",
		el("label.search", el("span.visually-hidden", ui.Say("Search")), glyph("search"),
			el("input", prop("type", "search"), at("placeholder", words.T("Filter")), prop("value", v.Filter.Text),
				put("filter", "text"), testid("filter"), at("id", "filter"))),
		el("label", el("span.visually-hidden", ui.Say("Operator")),
			selectOf(operators, v.Filter.Operator, put("filter", "operator"), testid("filter-operator"))),
		el(
			"label",
			el("span.visually-hidden", ui.Say("Sort")),
			selectOf(
				[]choice{
					{"verdict", words.T("Unkillable first")},
					{"place", words.T("By line")},
					{"operator", words.T("By operator")},
					{"length", words.T("Longest first")},
				},
				v.Sort,
				put("sort", ""),
				testid("sort"),
			),
		),
		ui.When(v.Filter != store.Filter{}, func() *vecty.HTML {
			label := words.T("{shown} of {all}", words.Int(v.Shown), words.Int(v.Of))
			if v.Filter.Line > 0 {
				label = words.T("line {line}: {shown} of {all}", itoa(v.Filter.Line), words.Int(v.Shown), words.Int(v.Of))
			}
			return el("button.small.clear", at("type", "button"), do("all", ""), testid("filter-clear"), ui.Text(label),
				el("span.visually-hidden", ui.Text(", "), ui.Say("clear the filter")), glyph("close"))
		}),
	)
}

// --- list ---------------------------------------------------------------------------------------

// A windowView is the part of the list that is drawn. A row keeps its slot while it is seen, so that
// scrolling by one row draws one row.
type windowView struct {
	Empty string
	Slots []rowView // a slot without a mutant is empty
	Total int
}

type rowView struct {
	Change []piece
	M      *report.Mutant
	Place  int
	Picked bool
	Sub    string // where the change is, and by which operator
	Total  int
}

func windowOf(s *store.State) windowView {
	order := s.Order()
	from, to := s.Window()
	v := windowView{Total: len(order), Slots: make([]rowView, s.Slots())}
	selected := s.Position()
	titles := map[string]string{}
	if f := s.Formalism(); f != nil {
		for _, op := range f.Operators {
			titles[op.Name] = words.Engine(op.Title)
		}
	}
	for i := from; i < to; i++ {
		m := s.Run.Rows.At(order[i])
		v.Slots[i%len(v.Slots)] = rowView{
			M: m, Place: i, Picked: i == selected, Total: len(order),
			Change: changeOf(s.RunLines(), m), Sub: placeOf(m) + " · " + titleOf(titles, m.Operator),
		}
	}
	if len(order) == 0 {
		v.Empty = emptyList(s)
	}
	return v
}

// titleOf gives an operator's title; those of a pair are joined.
func titleOf(titles map[string]string, operator string) string {
	parts := strings.Split(operator, "+")
	for i, p := range parts {
		if t := titles[p]; t != "" {
			parts[i] = t
		}
	}
	return strings.Join(parts, " + ")
}

// emptyList says why there is nothing in the list.
func emptyList(s *store.State) string {
	switch {
	case s.Run.Decided > 0:
		return words.T("No mutant matches the filter.")
	case s.Run.Status == store.Running:
		return words.T("Judging…")
	case s.Run.Status == store.Done, s.Run.Status == store.Refused:
		return ""
	case s.Engine.Phase == store.Loading || s.Engine.Phase == store.Starting:
		return engineSays(s.Engine)
	case s.Analysis != nil && !s.Analysis.Valid:
		return words.T("Fix the errors, then run.")
	case s.Engine.Phase == store.Ready && s.Analysis == nil && s.Engine.Part:
		return engineSays(s.Engine)
	case s.Engine.Phase == store.Ready && s.Analysis == nil:
		return words.T("Reading the model…")
	case s.Engine.Phase == store.Ready && s.Expected() == 0:
		return words.T("The selected operators find no place in this model.")
	case s.Engine.Phase == store.Ready:
		return words.N(s.Expected(), "Press Run to judge 1 mutant.", "Press Run to judge {n} mutants.")
	}
	return ""
}

func drawWindow(v windowView) *vecty.HTML {
	if v.Empty != "" {
		return el("div.rows", css("height", "auto"), el("p.empty", testid("list-empty"), ui.Text(v.Empty)))
	}
	// Vecty takes the first child that has a key out and puts it back whenever it draws: it must not be a row, which
	// would lose the focus.
	first := vecty.List{el("div", at("role", "presentation"), vecty.Markup(vecty.Key("first")))}
	rows := ui.List(v.Slots, func(i int, r rowView) *vecty.HTML {
		key := r.Place // a row that comes into view is new: no other one is moved there
		if r.M == nil {
			key = -1 - i
		}
		return el("div", at("role", "presentation"), vecty.Markup(vecty.Key(key)), memo(r, drawRow))
	})
	return el("div.rows", at("role", "presentation"), css("height", itoa(v.Total*store.RowHeight)+"px"),
		append(first, rows...))
}

func drawRow(r rowView) *vecty.HTML {
	m := r.M
	if m == nil {
		return el("div.none")
	}
	l := lookOf(m)
	return el("div.mutant."+l.class, class(r.Picked, "selected"), at("role", "option"), at("id", "row-"+itoa(r.Place)),
		at("aria-selected", flag(r.Picked)), at("aria-setsize", itoa(r.Total)), at("aria-posinset", itoa(r.Place+1)),
		do("select", m.ID), testid("row"), at("data-id", m.ID), at("data-verdict", m.Verdict),
		css("top", itoa(r.Place*store.RowHeight)+"px"),
		el("span.verdict", at("title", l.word), glyph(l.icon)),
		el("span.change", ui.List(r.Change, func(_ int, p piece) *vecty.HTML { return el(p.Tag, ui.Text(p.Text)) })),
		el("span.sub", at("title", m.ID), ui.Text(r.Sub)),
		el("span.outcome", at("title", outcome(m)), ui.Text(outcome(m))),
	)
}

// outcome is the verdict in few words, and which mutant behaves alike.
func outcome(m *report.Mutant) string {
	if m.DuplicateOf != "" {
		return words.T("{verdict}, same as {id}", verdict(m), m.DuplicateOf)
	}
	return verdict(m)
}

func verdict(m *report.Mutant) string {
	l := lookOf(m)
	switch {
	case m.Verdict == report.Killed && m.Length != nil:
		return words.T("killed at step {step}", itoa(report.Step(*m.Length)))
	case m.Strength == report.Bounded:
		return words.N(m.K, "unknown beyond 1 step", "unknown beyond {n} steps")
	case m.Verdict == report.Unknown && m.Reason != "":
		return words.T("unknown · {reason}", reasonSays(m.Reason))
	}
	return l.word
}
