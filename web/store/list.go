package store

import (
	"slices"
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
	s.List.order, s.List.orderFor = s.Run.Rows.order(s.List.Filter, s.List.Sort), key
	return s.List.order
}

// order sorts the places of the mutants that pass a filter; equal ones keep the report's order. Each is
// one number with its place at the end, as that is much the fastest to sort.
func (r *Rows) order(f Filter, by string) []int {
	if r.needle != strings.ToLower(f.Text) {
		r.Search(f.Text)
	}
	rank := r.ranks(by)
	var keys []uint64
	for i := range r.rows {
		if r.Has(i) && r.passes(i, f) {
			keys = append(keys, rank(&r.rows[i])<<placeBits|uint64(i))
		}
	}
	slices.Sort(keys)
	order := make([]int, len(keys))
	for n, k := range keys {
		order[n] = int(k & (1<<placeBits - 1))
	}
	return order
}

// placeBits are enough for the places of a run.
const placeBits = 22

// ranks gives what orders the rows by one of the list's orders, the least first.
func (r *Rows) ranks(by string) func(x *row) uint64 {
	switch by {
	case "place":
		return func(x *row) uint64 { return uint64(x.line)<<20 | uint64(min(x.column, 1<<20-1)) }
	case "operator":
		rank := make([]uint64, len(r.names))
		for i, name := range slices.Sorted(slices.Values(r.names)) {
			rank[r.named[name]] = uint64(i)
		}
		return func(x *row) uint64 { return rank[x.operator] }
	case "length":
		return func(x *row) uint64 { return uint64(1<<31 - 1 - int64(x.length)) }
	}
	rank := make([]uint64, len(r.kinds))
	for i, k := range r.kinds {
		rank[i] = urgency(k)
	}
	return func(x *row) uint64 { return rank[x.kind] }
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

func (r *Rows) passes(i int, f Filter) bool {
	x, k := &r.rows[i], r.kind(i)
	if f.Verdict == Duplicates {
		if !r.isDuplicate(i) {
			return false
		}
	} else if f.Verdict != "" && f.Verdict != k.verdict && f.Verdict != k.reason {
		return false
	}
	if f.Operator != "" && f.Operator != r.operator(i) {
		return false
	}
	if f.Line != 0 && (int(x.line) > f.Line || int(x.endLine) < f.Line) {
		return false
	}
	return f.Text == "" || r.hit(i)
}

// urgency puts first what a reader must look at: what no test kills, then what is open.
func urgency(k kind) uint64 {
	switch k.verdict {
	case report.Unkillable:
		if k.reason == report.Equivalent {
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
		s.Run.Rows.Search(f.Text)
		s.do(After{Key: "search", Action: searchMore{}})
	case "line":
		f.Line = number(a.Value)
		s.Layout.Tab = "mutants"
	case "":
		*f = Filter{}
	}
	s.List.Top = 0
}

// searchOn goes on with the search for a text, a piece at a time.
func (s *Store) searchOn() {
	more := s.Run.Rows.SearchOn()
	s.List.order = nil
	if more {
		s.do(After{Key: "search", Action: searchMore{}})
	}
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
	s.choosing(s.Run.Rows.ID(order[at]))
}
