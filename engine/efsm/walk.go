package efsm

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
)

// Walk shows two machines along a word. Notes are said at the step after so many letters.
func Walk(m *model.Machine, impl *model.Machine, word []model.Letter, notes map[int]string) *report.Walk {
	a, b := m.Run(word), impl.Run(word)
	diff := model.FirstDifference(a, b)
	w := &report.Walk{Spec: "original", Impl: "mutant", Conclusion: conclusion(m, word, a, b, diff)}
	for i := range a.States {
		step := report.WalkStep{
			Label: "start", Note: notes[i],
			Spec: sideOf(m, a, i), Impl: sideOf(impl, b, i),
		}
		if i > 0 {
			step.Label = m.LetterText(word[i-1])
			step.Where = firedPlaces(m, a.States[i-1], word[i-1])
			step.Spec.Took, step.Impl.Took = fired(m, a.States[i-1], word[i-1]), fired(impl, b.States[i-1], word[i-1])
		}
		markDifferences(&step)
		switch {
		case i == diff:
			step.Tone = "bad"
			if step.Note == "" {
				step.Note = "the outputs differ"
			}
		case notes[i] != "":
			step.Tone = "warn"
		}
		w.Steps = append(w.Steps, step)
	}
	return w
}

func conclusion(m *model.Machine, word []model.Letter, a, b model.Run, diff int) string {
	switch {
	case diff < 0 && len(word) == 0:
		return "Both give the same outputs on every input sequence."
	case diff < 0:
		return "Both machines show the same along this word."
	case diff == 0:
		return fmt.Sprintf("Before the first input the original shows %s, the mutant %s.", showing(a.Shown[0]),
			showing(b.Shown[0]))
	}
	return fmt.Sprintf("On %s, input number %d, the original shows %s, the mutant %s.",
		m.LetterText(word[diff-1]), diff, showing(a.Shown[diff]), showing(b.Shown[diff]))
}

func showing(out []string) string {
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, ", ")
}

// fired lists the ids of the transitions that a step fires.
func fired(m *model.Machine, c model.Config, l model.Letter) []string {
	var ids []string
	if c.Location >= 0 {
		m.Step(c, l, func(t int, _ []int64, taken bool) {
			if taken {
				ids = append(ids, m.Transitions[t].ID)
			}
		})
	}
	return ids
}

// firedPlaces gives the places of the transitions that a step fires.
func firedPlaces(m *model.Machine, c model.Config, l model.Letter) []report.Span {
	var where []report.Span
	m.Step(c, l, func(t int, _ []int64, taken bool) {
		if taken && m.Format != model.ForeignFormat {
			where = append(where, m.File.Shown(m.Transitions[t].Span))
		}
	})
	return where
}

// sideOf shows a machine after i letters of a run.
func sideOf(m *model.Machine, r model.Run, i int) report.Side {
	c := r.States[i]
	s := report.Side{Output: strings.Join(r.Shown[i], ", "), Location: "dead"}
	if c.Location >= 0 {
		s.Location = m.Locations[c.Location].Name
		s.Enabled = accepted(m, c)
		s.At = []string{s.Location}
	}
	for v, d := range m.Vars {
		x := report.Var{Name: d.Name, Value: "–"}
		if c.Location >= 0 {
			x.Value = d.Show(c.Values[v])
			x.Changed = i > 0 && (r.States[i-1].Location < 0 || r.States[i-1].Values[v] != c.Values[v])
		}
		s.Vars = append(s.Vars, x)
	}
	return s
}

// accepted lists the inputs for which a transition starts here.
func accepted(m *model.Machine, c model.Config) []string {
	var names []string
	for e := range m.Inputs {
		for _, l := range enumerateInput(m, e, 64) {
			if t, failed := m.Enabled(c, e, l.Params, nil); t != nil || failed {
				names = append(names, m.Inputs[e].Name)
				break
			}
		}
	}
	return names
}

// enumerateInput lists the values of one input, nothing when there are more than most.
func enumerateInput(m *model.Machine, e, most int) []model.Letter {
	size := int64(1)
	for _, p := range m.Inputs[e].Params {
		if size *= p.Size(); size > int64(most) {
			return nil
		}
	}
	return m.Enumerate(nil, e, nil)
}

func markDifferences(s *report.WalkStep) {
	for i := range s.Spec.Vars {
		if i < len(s.Impl.Vars) && s.Spec.Vars[i].Name == s.Impl.Vars[i].Name {
			differs := s.Spec.Vars[i].Value != s.Impl.Vars[i].Value
			s.Spec.Vars[i].Differs, s.Impl.Vars[i].Differs = differs, differs
		}
	}
}
