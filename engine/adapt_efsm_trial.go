package engine

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
)

// Trial implements TestModel.
func (x *efsmModel) Trial(context.Context, report.Settings) (Trial, error) {
	return efsmTrial{x.m}, nil
}

// An efsmTrial runs words of inputs: a test kills what shows other outputs.
type efsmTrial struct{ m *model.Machine }

// An efsmTest is a word with what the original shows on it.
type efsmTest struct {
	m    *model.Machine
	word []model.Letter
	run  model.Run
}

func (t efsmTest) String() string { return t.m.WordText(t.word) }
func (t efsmTest) Len() int       { return len(t.word) }

func (x efsmTrial) test(word []model.Letter) Test { return efsmTest{x.m, word, x.m.Run(word)} }

// Read implements Trial.
func (x efsmTrial) Read(line string) (Test, error) {
	var word []model.Letter
	err := readEvents(line, "coin(1) tea_b", func(event []any, _ int) error {
		l, err := x.m.ReadLetter(event)
		word = append(word, l)
		return err
	})
	if err != nil {
		return nil, err
	}
	return x.test(word), nil
}

// Fits implements Trial: a machine takes every input, if only to ignore it.
func (x efsmTrial) Fits(Test) error { return nil }

// Of implements Trial. Where the outputs differ before the first input, any input makes it a test.
func (x efsmTrial) Of(m *report.Mutant) Test {
	var trace model.Trace
	if m.Verdict != report.Killed || json.Unmarshal(m.Counterexample, &trace) != nil {
		return nil
	}
	var word []model.Letter
	for _, step := range trace.Steps {
		l, err := x.m.ReadLetter(step.Input)
		if err != nil {
			return nil
		}
		word = append(word, l)
	}
	if len(word) > 0 {
		return x.test(word)
	}
	if first := x.Longer(nil, 1); len(first) > 0 {
		return first[0]
	}
	return nil
}

// Longer implements Trial: any input may be next.
func (x efsmTrial) Longer(t Test, most int) []Test {
	var word []model.Letter
	if t != nil {
		word = t.(efsmTest).word
	}
	var all []Test
	for _, l := range x.m.SomeLetters(most) {
		all = append(all, x.test(append(word[:len(word):len(word)], l)))
	}
	return all
}

// Enter implements Trial: inputs are found by their names.
func (x efsmTrial) Enter(_ context.Context, impl Model) (Contestant, error) {
	other := impl.(*efsmModel).m
	at, err := x.m.InputsOf(other)
	if err != nil {
		return nil, err
	}
	return efsmContestant{other, at}, nil
}

type efsmContestant struct {
	m  *model.Machine
	at []int // its numbers of the original's inputs
}

func (c efsmContestant) run(t efsmTest) model.Run {
	var word []model.Letter
	for _, l := range t.word {
		word = append(word, model.Letter{Input: c.at[l.Input], Params: l.Params})
	}
	return c.m.Run(word)
}

// Fails implements Contestant.
func (c efsmContestant) Fails(t Test) int {
	test := t.(efsmTest)
	switch at := model.FirstDifference(test.run, c.run(test)); at {
	case -1:
		return 0
	case 0:
		return min(1, test.Len())
	default:
		return at
	}
}

// Shows implements Contestant. What is shown before the first input goes before the first step's.
func (c efsmContestant) Shows(t Test) []string {
	var texts []string
	r := c.run(t.(efsmTest))
	for _, shown := range r.Shown[1:] {
		text := strings.Join(shown, ", ")
		if text == "" {
			text = "no output"
		}
		texts = append(texts, text)
	}
	if len(r.Shown[0]) > 0 && len(texts) > 0 {
		texts[0] = "at the start " + strings.Join(r.Shown[0], ", ") + "; then " + texts[0]
	}
	return texts
}
