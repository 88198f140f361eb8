package repair

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
)

// A kind says in words what is to be done, for level 2: "In line 12, look at the comparison."
type kind string

const (
	aComparison         kind = "look at the comparison"
	aNegation           kind = "look at the negation"
	aConnective         kind = "look at how the conditions are joined"
	anOperation         kind = "look at the calculation"
	aNumber             kind = "look at the number"
	aVariable           kind = "look at the variable"
	aCondition          kind = "look at the condition"
	aConditionMissing   kind = "a condition is missing"
	aConditionMore      kind = "there is a condition too many"
	someBrackets        kind = "brackets are missing"
	aGuardMissing       kind = "a guard is missing"
	aTarget             kind = "look at the target"
	aSource             kind = "look at the source"
	anEvent             kind = "look at the event"
	anOutput            kind = "look at the output"
	anAssignmentMissing kind = "an assignment is missing"
	anOutputMissing     kind = "an output is missing"
	aReset              kind = "look at the resets of clocks"
	aDirection          kind = "look at what is input and what is output"
	aDelay              kind = "look at the delay"
	anEdgeMissing       kind = "an edge is missing"
	anEdgeMore          kind = "there is an edge too many"
	outputAndTarget     kind = "look at the output and the target"
	delayAndTarget      kind = "look at the delay and the target"
	byOperator          kind = "one thing is wrong"
	twoChanges          kind = "two things are wrong"
)

// A direction says what is wrong with what is there.
type direction string

const (
	unsaid    direction = ""
	tooStrict direction = "It is too strict."
	tooWeak   direction = "It is too weak."
	tooSmall  direction = "It is too small."
	tooLarge  direction = "It is too large."
)

// Levels is how many there are: where, what kind and which way, the change.
const Levels = 3

// Hint tells a repair as far as a level says.
func (r Repair) Hint(level int) exercise.Hint {
	line, column := r.Mutant.Place()
	span := r.Mutant.Span
	h := exercise.Hint{Level: level, Span: &span}
	switch {
	case level <= 1:
		h.Text = fmt.Sprintf("Look at line %d, column %d.", line, column)
	case level == 2:
		h.Text = fmt.Sprintf("In line %d, %s.", line, r.kind)
		if r.which != unsaid {
			h.Text += " " + string(r.which)
		}
	default:
		change := r.Mutant.Changes()[0]
		h.Edit = &change
		was, now := inOneLine(change.Original), inOneLine(change.Replacement)
		switch {
		case was == "":
			h.Text = fmt.Sprintf("In line %d, put in: %s", line, now)
		case now == "":
			h.Text = fmt.Sprintf("In line %d, take out: %s", line, was)
		default:
			h.Text = fmt.Sprintf("In line %d, in the place of %s, write: %s", line, was, now)
		}
	}
	return h
}

// inOneLine writes a piece of a model as it is shown in a sentence.
func inOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
