package report

import "strings"

// A Difference is what changed from one run to another: of the model, the operators or the settings. Its
// mutants are as lists show them, without evidence.
type Difference struct {
	After   Counts          `json:"after"`
	Before  Counts          `json:"before"`
	Changed []VerdictChange `json:"changed"` // other verdicts, in the order of the run after
	Gone    []Mutant        `json:"gone"`    // in the order of the run before
	New     []Mutant        `json:"new"`     // in the order of the run after
	Same    int             `json:"same"`    // mutants of both runs with the same verdict
}

// Counts sums up one of the runs.
type Counts struct {
	Invalid    int `json:"invalid"`
	Killed     int `json:"killed"`
	Mutants    int `json:"mutants"`
	Unkillable int `json:"unkillable"`
	Unknown    int `json:"unknown"`
}

// A VerdictChange is a mutant of both runs that has another verdict than before, or the same for another
// reason.
type VerdictChange struct {
	After  Mutant `json:"after"`
	Before Mutant `json:"before"`
}

// Differ compares two runs. Mutants are the same when an operator makes the same change in both, wherever
// it stands: first those are paired whose lines read alike, then those whose lines were edited, each
// time in the order of the runs. Line numbers and ids do not count.
func Differ(before, after *Report) *Difference {
	d := &Difference{Changed: []VerdictChange{}, Gone: []Mutant{}, New: []Mutant{},
		Before: countsOf(before.Mutants), After: countsOf(after.Mutants)}
	stays, of := pairs(before, after)
	for i, m := range after.Mutants {
		switch at := of[i]; {
		case at < 0:
			d.New = append(d.New, brief(m))
		case sameVerdict(&before.Mutants[at], &m):
			d.Same++
		default:
			d.Changed = append(d.Changed, VerdictChange{Before: brief(before.Mutants[at]), After: brief(m)})
		}
	}
	for i, m := range before.Mutants {
		if !stays[i] {
			d.Gone = append(d.Gone, brief(m))
		}
	}
	return d
}

// Nothing tells that both runs say the same.
func (d *Difference) Nothing() bool { return len(d.Changed)+len(d.Gone)+len(d.New) == 0 }

// Successor gives the id that a mutant of one run has in the run after it; "" where that has none.
func Successor(before, after *Report, id string) string {
	_, of := pairs(before, after)
	for i, at := range of {
		if at >= 0 && before.Mutants[at].ID == id {
			return after.Mutants[i].ID
		}
	}
	return ""
}

// pairs tells which mutants of the run before there are still, and for each mutant of the run after its
// place in the run before, -1 where that has none.
func pairs(before, after *Report) (stays []bool, of []int) {
	stays, of = make([]bool, len(before.Mutants)), make([]int, len(after.Mutants))
	for i := range of {
		of[i] = -1
	}
	for _, lines := range []bool{true, false} {
		waiting := map[string][]int{}
		old := speller(before, lines)
		for i := range before.Mutants {
			if !stays[i] {
				key := old(&before.Mutants[i])
				waiting[key] = append(waiting[key], i)
			}
		}
		now := speller(after, lines)
		for i := range after.Mutants {
			if of[i] >= 0 {
				continue
			}
			key := now(&after.Mutants[i])
			if list := waiting[key]; len(list) > 0 {
				of[i], waiting[key] = list[0], list[1:]
				stays[list[0]] = true
			}
		}
	}
	return stays, of
}

// speller writes what a mutant of a report changes, with the line where it does.
func speller(r *Report, withLine bool) func(m *Mutant) string {
	lines := strings.Split(r.Model.Text, "\n")
	return func(m *Mutant) string {
		var b strings.Builder
		b.WriteString(m.Operator)
		for _, e := range m.Changes() {
			b.WriteString("\x00" + plain(e.Original) + "\x00" + plain(e.Replacement))
			if at := e.Span.Line - 1; withLine && at >= 0 && at < len(lines) {
				b.WriteString("\x00" + plain(lines[at]))
			}
		}
		return b.String()
	}
}

// plain drops the blanks that lay a text out.
func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

// brief leaves out what is found for a mutant beside the verdict.
func brief(m Mutant) Mutant {
	m.Counterexample, m.Details, m.Evidence, m.Effort, m.Notes = nil, nil, nil, nil, nil
	return m
}

func sameVerdict(a, b *Mutant) bool {
	return a.Verdict == b.Verdict && (a.Verdict == Killed || a.Reason == b.Reason)
}

func countsOf(mutants []Mutant) Counts {
	s := Summarise(mutants)
	return Counts{Invalid: s.Invalid, Killed: s.Killed, Mutants: s.Mutants, Unkillable: s.Unkillable, Unknown: s.Unknown}
}
