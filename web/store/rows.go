package store

import (
	"encoding/json"
	"hash/fnv"
	"iter"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// Rows are the mutants of a run that have a verdict, by their places in the whole list. A run may have
// 200,000, so a mutant is not kept as such: what the list is sorted and filtered by is in a row of numbers,
// and all of it stays in the sheet that it came in, until somebody looks at it.
type Rows struct {
	Made int // mutants that were made to be looked at

	kinds  []kind
	known  map[kind]uint16
	names  []string // of operators
	named  map[string]uint16
	places map[uint64]int32 // by hash of the id
	ready  map[int]*report.Mutant
	rows   []row
	shelf  shelf
	sum    report.Mutant

	hits     []bool // by place: the words have the needle in them
	needle   string
	searched int // places that were searched; what comes in later is searched at once
}

// A kind is a verdict with its reason.
type kind struct{ verdict, reason string }

// A row is what is known of a mutant at a glance. It holds no pointers.
type row struct {
	sheet     int32             // 1 + that which it came in; 0: there is no mutant at this place
	from      [wire.Pages]int32 // where it begins on each page of the sheet
	size      [wire.Pages]int32
	line      int32
	column    int32
	endLine   int32
	length    int32 // of the counterexample; -1: none
	duplicate int32 // 1 + the place of the mutant that it behaves like
	states    int32 // of the effort that it took, and steps
	steps     int32
	kind      uint16
	operator  uint16
}

const (
	atHand = 256  // mutants that stay as they were made
	atOnce = 4000 // mutants that are searched in one go
)

// Len is how many places there are.
func (r *Rows) Len() int { return len(r.rows) }

// Has tells whether there is a mutant at a place.
func (r *Rows) Has(i int) bool { return i >= 0 && i < len(r.rows) && r.rows[i].sheet > 0 }

// At makes the mutant at a place, nil where there is none.
func (r *Rows) At(i int) *report.Mutant {
	if !r.Has(i) {
		return nil
	}
	if m := r.ready[i]; m != nil {
		return m
	}
	m := r.read(i)
	if len(r.ready) >= atHand || r.ready == nil {
		r.ready = map[int]*report.Mutant{}
	}
	r.ready[i] = m
	return m
}

func (r *Rows) read(i int) *report.Mutant {
	r.Made++
	m := new(report.Mutant)
	if err := json.Unmarshal(r.text(i, wire.Texts), m); err != nil {
		panic(err) // the engine wrote it
	}
	if d := r.rows[i].duplicate; d > 0 {
		m.DuplicateOf = r.ID(int(d) - 1)
	}
	return m
}

// text gives what is on a page of the mutant at a place.
func (r *Rows) text(i, which int) []byte {
	x := &r.rows[i]
	return r.shelf.page(int(x.sheet)-1, which)[x.from[which] : x.from[which]+x.size[which]]
}

// ID gives the id of the mutant at a place.
func (r *Rows) ID(i int) string {
	id, _ := r.words(i)
	return id
}

func (r *Rows) words(i int) (id, words string) {
	id, words, _ = strings.Cut(string(r.text(i, wire.Words)), wire.WordEnd)
	return id, words
}

// All goes through the mutants from a place on, in order. Each is made and forgotten.
func (r *Rows) All(from int) iter.Seq2[int, *report.Mutant] {
	return func(yield func(int, *report.Mutant) bool) {
		for i := from; i < len(r.rows); i++ {
			if r.Has(i) && !yield(i, r.read(i)) {
				return
			}
		}
	}
}

// Place finds a mutant by its id.
func (r *Rows) Place(id string) (int, bool) {
	i, ok := r.places[hashed([]byte(id))]
	return int(i), ok && r.ID(int(i)) == id
}

func hashed(id []byte) uint64 {
	h := fnv.New64a()
	h.Write(id)
	return h.Sum64()
}

// reserve makes room for so many mutants.
func (r *Rows) reserve(n int) {
	if n > cap(r.rows) {
		r.rows = append(make([]row, 0, n), r.rows...)
	}
}

// put sets the mutants of a sheet at their places; told is called for each, before and after.
func (r *Rows) put(s *wire.Sheet, told func(i, by int)) {
	if r.places == nil {
		r.places, r.known, r.named = map[uint64]int32{}, map[kind]uint16{}, map[string]uint16{}
	}
	r.shelf.sheets = append(r.shelf.sheets, s.Pages)
	x := row{sheet: int32(len(r.shelf.sheets))}
	for m := new(wire.Row); s.Next(m); {
		i := m.Place
		if i >= len(r.rows) {
			r.rows = append(r.rows, make([]row, i+1-len(r.rows))...)
		}
		told(i, -1)
		for p, n := range m.Sizes {
			x.size[p] = int32(n)
		}
		x.line, x.column, x.endLine = int32(m.Line), int32(m.Column), int32(m.EndLine)
		x.length, x.states, x.steps = int32(m.Length), int32(m.States), int32(m.Steps)
		x.kind = numbered(&r.kinds, r.known, kind{m.Verdict, m.Reason})
		x.operator = numbered(&r.names, r.named, m.Operator)
		x.duplicate = r.rows[i].duplicate // which does not depend on the settings
		r.rows[i], r.places[hashed(m.ID)] = x, int32(i)
		delete(r.ready, i)
		if r.needle != "" {
			_, words := r.words(i)
			r.found(i, words)
		}
		told(i, 1)
		for p := range m.Sizes {
			x.from[p] += x.size[p]
		}
	}
}

// newest tells whether a mutant came in with the last sheet.
func (r *Rows) newest(id string) bool {
	i, ok := r.Place(id)
	return ok && int(r.rows[i].sheet) == len(r.shelf.sheets)
}

// numbered gives a value's number, a new one where it has none yet.
func numbered[T kind | string](all *[]T, known map[T]uint16, v T) uint16 {
	n, ok := known[v]
	if !ok {
		n = uint16(len(*all))
		*all, known[v] = append(*all, v), n
	}
	return n
}

// duplicate notes that a mutant behaves like an earlier one.
func (r *Rows) duplicate(i, of int) {
	r.rows[i].duplicate = int32(of) + 1
	delete(r.ready, i)
}

// Search begins to look for mutants with a text among their words, and SearchOn goes on with it; it tells
// whether more is left.
func (r *Rows) Search(text string) {
	r.needle, r.hits, r.searched = strings.ToLower(text), nil, 0
	r.SearchOn()
}

func (r *Rows) SearchOn() (more bool) {
	if r.needle == "" {
		return false
	}
	for n := 0; n < atOnce && r.searched < len(r.rows); r.searched++ {
		if i := r.searched; r.Has(i) {
			_, words := r.words(i)
			r.found(i, words)
			n++
		}
	}
	return r.searched < len(r.rows)
}

func (r *Rows) found(i int, words string) {
	if i >= len(r.hits) {
		r.hits = append(r.hits, make([]bool, i+1-len(r.hits))...)
	}
	r.hits[i] = strings.Contains(words, r.needle)
}

// hit tells whether the needle was found in a mutant's words.
func (r *Rows) hit(i int) bool { return i < len(r.hits) && r.hits[i] }

// counted is a mutant with all that a summary counts. The next one takes its place.
func (r *Rows) counted(i int) *report.Mutant {
	k, m := r.kind(i), &r.sum
	*m = report.Mutant{Operator: r.operator(i), Verdict: k.verdict, Reason: k.reason}
	if r.isDuplicate(i) {
		m.DuplicateOf = "another"
	}
	return m
}

func (r *Rows) kind(i int) kind        { return r.kinds[r.rows[i].kind] }
func (r *Rows) operator(i int) string  { return r.names[r.rows[i].operator] }
func (r *Rows) isDuplicate(i int) bool { return r.rows[i].duplicate > 0 }

// digest sums up the verdicts for a link. Those of the present version need no mutant to be made.
func (r *Rows) digest(l *wire.Link) string {
	if l.Version == 1 {
		return wire.DigestOf(func(yield func(wire.Outcome) bool) {
			for _, m := range r.All(0) {
				if !yield(l.Outcome(m)) {
					return
				}
			}
		})
	}
	return wire.DigestOf(func(yield func(wire.Outcome) bool) {
		for i := range r.rows {
			if !r.Has(i) {
				continue
			}
			k := r.kind(i)
			if !yield(wire.Outcome{ID: r.ID(i), Verdict: k.verdict, Reason: k.reason, Length: int(r.rows[i].length)}) {
				return
			}
		}
	})
}

// effort is how many states and steps all mutants took together.
func (r *Rows) effort() (states, steps int) {
	for i := range r.rows {
		states, steps = states+int(r.rows[i].states), steps+int(r.rows[i].steps)
	}
	return states, steps
}
