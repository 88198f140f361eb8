package store

import (
	"slices"
	"sort"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// RowHeight is the height of a row of the list, in pixels. The style sheet has the same figure.
const RowHeight = 52

// Order gives the indices of the mutants that pass the filter, in the order of the list.
func (s *State) Order() []int {
	key := listKey{s.List.Filter, s.Run.Revision, s.List.Sort, s.Run.Decided}
	if s.List.order != nil && (s.List.orderFor == key || s.fresh(key)) {
		return s.List.order
	}
	s.List.posFor = ""
	order := make([]int, 0, len(s.Run.Mutants))
	for i, m := range s.Run.Mutants {
		if m != nil && s.List.Filter.passes(m) {
			order = append(order, i)
		}
	}
	all := s.Run.Mutants
	sort.SliceStable(order, func(a, b int) bool { return before(s.List.Sort, all[order[a]], all[order[b]]) })
	s.List.order, s.List.orderFor = order, key
	return order
}

// fresh tells whether the order is new enough while verdicts stream in: it is made again when the
// list has grown by a tenth, so that a long run does not spend its time on sorting.
func (s *State) fresh(key listKey) bool {
	was := s.List.orderFor
	return s.Run.Status == Running && !s.Run.Only && was.filter == key.filter && was.sort == key.sort &&
		was.revision <= key.revision && was.decided > 0 && key.decided >= was.decided &&
		key.decided < was.decided+was.decided/10+20
}

// Duplicates is the filter by verdict that lets duplicates pass.
const Duplicates = "duplicates"

func (f Filter) passes(m *report.Mutant) bool {
	if f.Verdict == Duplicates {
		if m.DuplicateOf == "" {
			return false
		}
	} else if f.Verdict != "" && f.Verdict != m.Verdict && f.Verdict != m.Reason {
		return false
	}
	if f.Operator != "" && f.Operator != m.Operator {
		return false
	}
	if line, _ := m.Place(); f.Line != 0 && (line > f.Line || m.Span.EndLine < f.Line) {
		return false
	}
	if f.Text == "" {
		return true
	}
	needle := strings.ToLower(f.Text)
	for _, hay := range append([]string{m.ID, m.Operator, m.Original, m.Replacement, m.Reason}, m.Words...) {
		if strings.Contains(strings.ToLower(hay), needle) {
			return true
		}
	}
	return false
}

// rank puts first what a reader must look at: what no test kills, then what is open.
func rank(m *report.Mutant) int {
	switch m.Verdict {
	case report.Unkillable:
		if m.Reason == report.Equivalent {
			return 1
		}
		return 0
	case report.Unknown:
		return 2
	case report.Invalid:
		return 3
	}
	return 4
}

// before orders two mutants by one of the list's orders; equal ones keep the report's order.
func before(by string, a, b *report.Mutant) bool {
	switch by {
	case "place":
		line, column := a.Place()
		line2, column2 := b.Place()
		return line < line2 || line == line2 && column < column2
	case "operator":
		return a.Operator < b.Operator
	case "length":
		return length(a) > length(b)
	}
	return rank(a) < rank(b)
}

// length is that of the counterexample, -1 without one.
func length(m *report.Mutant) int {
	if m.Length == nil {
		return -1
	}
	return *m.Length
}

// Position is the selected mutant's place in the list, or -1.
func (s *State) Position() int {
	order := s.Order()
	if s.List.posFor == "" || s.List.posFor != s.List.Selected {
		_, at := s.Mutant(s.List.Selected)
		s.List.position, s.List.posFor = slices.Index(order, at), s.List.Selected
	}
	return s.List.position
}

// spare is how many rows are drawn above and below what is seen.
const spare = 6

func (s *State) seen() int {
	if s.List.Height == 0 {
		return 900
	}
	return s.List.Height
}

// Slots is how many rows are drawn at most.
func (s *State) Slots() int { return s.seen()/RowHeight + 2 + 2*spare }

// Window gives the rows to draw, from and to, with some more on both sides of what is seen.
func (s *State) Window() (from, to int) {
	n := len(s.Order())
	from = max(0, min(s.List.Top/RowHeight, n)-spare)
	to = min(n, from+s.Slots())
	return from, max(from, to)
}

func (s *Store) setFilter(a SetFilter) {
	f := &s.List.Filter
	switch a.Field {
	case "verdict":
		f.Verdict = toggled(f.Verdict, a.Value)
	case "operator":
		f.Operator = a.Value
	case "text":
		f.Text = a.Value
	case "line":
		f.Line = number(a.Value)
		s.Layout.Tab = "mutants"
	case "":
		*f = Filter{}
	}
	s.List.Top = 0
}

// toggled lets a second press on the same chip take it back.
func toggled(now, asked string) string {
	if now == asked {
		return ""
	}
	return asked
}

// choosing selects a mutant and asks for its steps.
func (s *Store) choosing(id string) {
	if s.List.Selected != id {
		s.Walk = Walking{}
		s.drop("walk")
	}
	s.List.Selected, s.List.Picked = id, false
	if s.Layout.Detail == "tools" {
		s.Layout.Detail = "mutant"
	}
	s.askWalk()
	s.do(Reveal{})
	s.do(After{Key: "save", Delay: saveDelay, Action: saveNow{}})
}

// chooseBy moves the selection along the list.
func (s *Store) chooseBy(by int) {
	order := s.Order()
	if len(order) == 0 {
		return
	}
	at := s.Position()
	if at < 0 {
		at = 0
	} else {
		at = min(max(at+by, 0), len(order)-1)
	}
	s.choosing(s.Run.Mutants[order[at]].ID)
}
