package repair

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/exercise"
)

// A kind says what is changed.
type kind string

const (
	aComparison         kind = "a comparison"
	aNegation           kind = "a negation"
	aConnective         kind = "an and or an or"
	anOperation         kind = "a calculation"
	aNumber             kind = "a number"
	aVariable           kind = "a variable"
	aCondition          kind = "a condition"
	aConditionMissing   kind = "a condition that is missing"
	aConditionMore      kind = "a condition too many"
	someBrackets        kind = "brackets that are missing"
	aGuardMissing       kind = "a guard that is missing"
	aTarget             kind = "the target"
	aSource             kind = "the source"
	anEvent             kind = "the event"
	anOutput            kind = "the output"
	anAssignmentMissing kind = "an assignment that is missing"
	anOutputMissing     kind = "an output that is missing"
	aReset              kind = "a reset of a clock"
	aDirection          kind = "what is input and what is output"
	aDelay              kind = "a delay"
	anEdgeMissing       kind = "an edge that is missing"
	anEdgeMore          kind = "an edge too many"
	outputAndTarget     kind = "the output and the target"
	delayAndTarget      kind = "the delay and the target"
	byOperator          kind = "one change"
	twoChanges          kind = "two changes"
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

// Levels is how many there are: where, what kind, the change.
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
		h.Text = fmt.Sprintf("Look at %s in line %d.", r.kind, line)
		if r.which != unsaid {
			h.Text += " " + string(r.which)
		}
	default:
		change := r.Mutant.Changes()[0]
		h.Edit = &change
		h.Text = fmt.Sprintf("Write %q in the place of %q in line %d.", change.Replacement, change.Original, line)
	}
	return h
}
