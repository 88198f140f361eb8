package wire

import (
	"encoding/binary"
	"encoding/json"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// A Sheet holds some verdicts of a run on their way to the page. A run may have 200,000: the page reads of
// each what lists and sums need, and keeps the rest as the worker wrote it, packed, until somebody looks.
type Sheet struct {
	Rows []byte // a Row for each mutant, as a Draft writes them
	// Pages hold the mutants' texts one behind the other, as [Pages][]byte; a worker packs them, and Rows behind
	// them, for the page, which knows how to unpack them
	Pages any
}

// The pages of a sheet.
const (
	Texts = iota // the mutants as JSON
	Words        // what a search looks at: the id, then all words in small letters, WordEnd between them
	Pages
)

// WordEnd is between words, so that none is found across two of them.
const WordEnd = "\x00"

// A Row is what is known of a mutant before anybody looks at it.
type Row struct {
	Place                     int // in the whole list, 0-based
	Line, Column, EndLine     int // where people look for the change
	Length                    int // of the counterexample; -1: none
	States, Steps             int // of its effort
	Sizes                     [Pages]int
	ID                        []byte
	Operator, Verdict, Reason string
}

// numbers are those of a row, in the order in which they are written.
func (r *Row) numbers() [9]*int {
	return [...]*int{
		&r.Place, &r.Line, &r.Column, &r.EndLine, &r.Length, &r.States, &r.Steps, &r.Sizes[Texts], &r.Sizes[Words],
	}
}

// A Draft is a sheet in the making. Its zero value is empty.
type Draft struct {
	Len   int // mutants in it
	rows  []byte
	pages [Pages][]byte
}

// Add puts a mutant into the sheet.
func (d *Draft) Add(place int, m *report.Mutant) {
	text, err := json.Marshal(m)
	if err != nil {
		panic("wire: a mutant that is no JSON: " + err.Error()) // its raw parts were written by the engine
	}
	words := strings.Join(append([]string{m.ID, m.Operator, m.Original, m.Replacement, m.Reason}, m.Words...), WordEnd)
	words = m.ID + WordEnd + strings.ToLower(words)
	r := Row{Place: place, EndLine: m.Span.EndLine, Length: -1, Sizes: [Pages]int{len(text), len(words)}}
	r.Line, r.Column = m.Place()
	if m.Length != nil {
		r.Length = *m.Length
	}
	if m.Effort != nil {
		r.States, r.Steps = m.Effort.States, m.Effort.Steps
	}
	r.Length++ // so that no number is negative
	for _, n := range r.numbers() {
		d.rows = binary.AppendUvarint(d.rows, uint64(*n))
	}
	for _, s := range []string{m.ID, m.Operator, m.Verdict, m.Reason} {
		d.rows = append(binary.AppendUvarint(d.rows, uint64(len(s))), s...)
	}
	d.pages[Texts] = append(d.pages[Texts], text...)
	d.pages[Words] = append(d.pages[Words], words...)
	d.Len++
}

// Sheet gives what was added.
func (d *Draft) Sheet() *Sheet { return &Sheet{d.rows, d.pages} }

// Next reads the next row of a sheet; false when there are no more. Its id is to be read at once.
func (s *Sheet) Next(r *Row) bool {
	if len(s.Rows) == 0 {
		return false
	}
	for _, n := range r.numbers() {
		*n = s.number()
	}
	r.Length--
	r.ID = s.text()
	for _, t := range [...]*string{&r.Operator, &r.Verdict, &r.Reason} {
		*t = string(s.text())
	}
	return true
}

func (s *Sheet) number() int {
	n, size := binary.Uvarint(s.Rows)
	s.Rows = s.Rows[size:]
	return int(n)
}

func (s *Sheet) text() []byte {
	n := s.number()
	t := s.Rows[:n]
	s.Rows = s.Rows[n:]
	return t
}
