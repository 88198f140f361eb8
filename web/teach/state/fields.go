package state

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
)

// put takes a field of the lecturer's form.
func (m *Lecturer) put(name, arg, value string) bool {
	if m.Student != nil {
		return false // a trial is open
	}
	d := &m.Draft
	switch name {
	case "kind":
		m.kind(value)
	case "example":
		m.example(value)
		return true
	case "formalism":
		d.Formalism = value
	case "title":
		d.Title = value
	case "id":
		d.ID = value
	case "language":
		d.Language = value
	case "task":
		d.Task = value
	case "due":
		d.Due = value
	case "box":
		d.Secret.Box = value
	case "phrase":
		m.Phrase = value
	case "equal":
		d.Equal = value != ""
	case "distinct":
		d.Distinct = value != ""
	case "operator":
		m.operator(arg, value != "")
	case "operators":
		d.Settings.Operators = []string{value}
		m.Listed = nil
	case "mutant":
		d.Mutants = choose(d.Mutants, arg, value != "")
	case "final-mutant":
		d.Secret.Mutants = choose(d.Secret.Mutants, arg, value != "")
	case "sheet-id", "sheet-title", "step-title", "step-text", "step-learnt":
		m.sheetField(name, number(arg), value)
		return true
	default:
		m.figures(name, value)
	}
	m.changed()
	return true
}

// figures takes the fields that hold numbers.
func (m *Lecturer) figures(name, value string) {
	d := &m.Draft
	m.Fields[name] = value
	n := number(value)
	switch name {
	case "revision":
		d.Revision = n
	case "full":
		d.Points.Full = decimal(value)
	case "steps":
		d.Points.Steps = stepsOf(value)
	case "protected":
		d.Protected = linesOf(value)
	case "levels":
		d.Hints.Levels = n
	case "after":
		d.Hints.After = n
	case "cost":
		d.Hints.Cost = decimal(value)
	case "attempts":
		d.Attempts = n
	case "tries":
		d.Tries = n
	case "sample":
		d.Settings.Sample, m.Listed = n, nil
	case "seed":
		d.Settings.Seed, m.Listed = uint64(n), nil
	}
}

// kind changes what students do; what the new kind does not know is taken out.
func (m *Lecturer) kind(kind string) {
	d := &m.Draft
	d.Kind, d.Equal, d.Distinct, d.Tries = kind, false, false, 0
	delete(m.Fields, "tries")
	if kind != exercise.Find {
		d.Secret.Box = ""
	}
	if kind != exercise.Kill {
		d.Secret.Mutants = nil
	}
	if kind == exercise.Refine || kind == exercise.Guess {
		d.Mutants = nil
		if d.Secret.Reference == "" {
			d.Secret.Reference = d.Model
		}
	} else {
		d.Protected, d.Secret.Reference = nil, ""
	}
}

// operator switches one on or off.
func (m *Lecturer) operator(name string, on bool) {
	d := &m.Draft
	f := m.Formalism(d.Formalism)
	if f == nil {
		return
	}
	var now []string
	for _, op := range f.Operators {
		is := m.Uses(op.Name)
		if op.Name == name {
			is = on
		}
		if is {
			now = append(now, op.Name)
		}
	}
	d.Settings.Operators, m.Listed = now, nil
}

// Uses tells whether an operator is switched on.
func (m *Lecturer) Uses(name string) bool {
	all := m.Draft.Settings.Operators
	if slices.Contains(all, name) || slices.Contains(all, "all") {
		return true
	}
	f := m.Formalism(m.Draft.Formalism)
	if f == nil || !slices.Contains(all, "paper") {
		return false
	}
	for _, op := range f.Operators {
		if op.Name == name {
			return op.Paper
		}
	}
	return false
}

func (m *Lecturer) sheetField(name string, at int, value string) {
	switch name {
	case "sheet-id":
		m.Sheet.ID = value
	case "sheet-title":
		m.Sheet.Title = value
	case "step-title":
		m.Sheet.Steps[at].Title = value
	case "step-text":
		m.Sheet.Steps[at].Text = value
	case "step-learnt":
		m.Sheet.Steps[at].Learnt = value
	}
	m.SheetMade = nil
}

// Field is what a field of numbers shows: what was typed, else the figure, and nothing for 0.
func (m *Lecturer) Field(name string, value float64) string {
	if text, ok := m.Fields[name]; ok {
		return text
	}
	if value == 0 {
		return ""
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

func decimal(text string) float64 {
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || x < 0 {
		return 0
	}
	return x
}

// stepsOf reads "48: 10; 40: 5".
func stepsOf(text string) (steps [][2]float64) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if at, points, ok := strings.Cut(part, ":"); ok {
			steps = append(steps, [2]float64{decimal(strings.TrimSpace(at)), decimal(strings.TrimSpace(points))})
		}
	}
	return steps
}

func stepsText(steps [][2]float64) string {
	var parts []string
	for _, s := range steps {
		parts = append(parts, fmt.Sprintf("%v: %v", s[0], s[1]))
	}
	return strings.Join(parts, "; ")
}

// linesOf reads "1-8, 10".
func linesOf(text string) (lines []int) {
	for _, part := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		a := number(strings.TrimSpace(from))
		b := a
		if isRange {
			b = number(strings.TrimSpace(to))
		}
		for n := a; n > 0 && n <= b && len(lines) < 10_000; n++ {
			lines = append(lines, n)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

func linesText(lines []int) string {
	var parts []string
	for i := 0; i < len(lines); {
		j := i
		for j+1 < len(lines) && lines[j+1] == lines[j]+1 {
			j++
		}
		if part := strconv.Itoa(lines[i]); j == i {
			parts = append(parts, part)
		} else {
			parts = append(parts, part+"-"+strconv.Itoa(lines[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
