package report

import "fmt"

// Kill matrices: which test kills which mutant.

// What is known of a column's mutant, apart from any suite.
const (
	MatrixKillable   = 'k'
	MatrixUnkillable = 'u'
	MatrixUndecided  = '?'
)

// A Matrix has a row for each test and a column for each mutant.
type Matrix struct {
	Mutants []string    `json:"mutants"` // their ids
	Rows    []MatrixRow `json:"rows"`
	// States: a letter for each column: k killable, which all are that a test here kills; u unkillable,
	// ? undecided
	States string `json:"states"`
}

// A MatrixRow is a test.
type MatrixRow struct {
	Kills []byte `json:"kills"` // column j is bit j%8 of byte j/8
	Test  string `json:"test"`  // as suites write it
}

// Has tells whether the test kills the mutant of a column.
func (r *MatrixRow) Has(j int) bool { return j/8 < len(r.Kills) && r.Kills[j/8]>>(j%8)&1 != 0 }

// Add notes that the test kills the mutant of a column.
func (r *MatrixRow) Add(j int) {
	for len(r.Kills) <= j/8 {
		r.Kills = append(r.Kills, 0)
	}
	r.Kills[j/8] |= 1 << (j % 8)
}

// Count counts what the test kills.
func (r *MatrixRow) Count(columns int) int {
	n := 0
	for j := range columns {
		if r.Has(j) {
			n++
		}
	}
	return n
}

// State is what is known of a column's mutant.
func (m *Matrix) State(j int) byte {
	if j < len(m.States) {
		return m.States[j]
	}
	return MatrixUndecided
}

// Killers counts for each column the tests that kill its mutant, but for those that are left out.
func (m *Matrix) Killers(without map[int]bool) []int {
	n := make([]int, len(m.Mutants))
	for i := range m.Rows {
		if without[i] {
			continue
		}
		for j := range n {
			if m.Rows[i].Has(j) {
				n[j]++
			}
		}
	}
	return n
}

// A MatrixScore is what a suite kills, with all that it is measured by.
type MatrixScore struct {
	Killed     int
	Killable   int // by some test, of this suite or not
	Unkillable int // left out of the score
	Undecided  int // could raise or lower it
}

// Score scores the tests but for those that are left out.
func (m *Matrix) Score(without map[int]bool) MatrixScore {
	var s MatrixScore
	for j, n := range m.Killers(without) {
		switch m.State(j) {
		case MatrixKillable:
			s.Killable++
			if n > 0 {
				s.Killed++
			}
		case MatrixUnkillable:
			s.Unkillable++
		default:
			s.Undecided++
		}
	}
	return s
}

// String says the score in a sentence, always with what it counts. Undecided mutants make it a range.
func (s MatrixScore) String() string {
	most := s.Killable + s.Undecided
	if most == 0 {
		return "There is nothing to kill."
	}
	percent := fmt.Sprintf("%d %%", 100*(s.Killed+s.Undecided)/most)
	if s.Undecided > 0 {
		percent = fmt.Sprintf("%d to %s", 100*s.Killed/most, percent)
	}
	text := fmt.Sprintf("%d of %d killable mutants killed (%s)", s.Killed, s.Killable, percent)
	if s.Unkillable > 0 {
		text += fmt.Sprintf("; %d unkillable left out", s.Unkillable)
	}
	if s.Undecided > 0 {
		text += fmt.Sprintf("; %d undecided", s.Undecided)
	}
	return text + "."
}
