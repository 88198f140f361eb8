package referee

import (
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
)

// Single tests, by plain evaluation alone.
//
// Idea: a trace kills a model when every run of the original along it passes a state from which the model can
// make a step that the original cannot make.
//
// Source: the paper, Definition 3.2.
//
// Deviation: "every", because where an event has several outcomes nobody can choose.

// A Trial runs tests on a model in the place of the original.
type Trial struct {
	v      *model.Variant
	beyond *comparison
	unsafe map[string]bool
}

// NewTrial prepares it. The error says why states or steps of the two cannot be compared.
func NewTrial(spec, impl *model.Model) (*Trial, error) {
	v, err := model.NewVariant(spec, impl)
	if err != nil {
		return nil, err
	}
	c, err := wrong(v)
	if err == nil && !(spec.Evaluable() && impl.Evaluable()) {
		err = model.ErrTooMany
	}
	if err != nil {
		return nil, fmt.Errorf("tests cannot be run: %w", err)
	}
	return &Trial{v, c, map[string]bool{}}, nil
}

// Fails is the step at which a test surely shows a wrong one, if the original's runs along it are these: the
// first behind the events by which all runs have passed an unsafe state; 0 if some run passes none.
func (t *Trial) Fails(along *model.Runs) int { return along.Meet(t.isUnsafe) + 1 }

// isUnsafe tells whether the model can do in a state what the original cannot. Another initial state shows at once.
func (t *Trial) isUnsafe(state []int64) bool {
	if !slices.Equal(t.v.Spec.Init, t.v.Impl.Init) {
		return true
	}
	k := key(state)
	is, known := t.unsafe[k]
	if !known {
		is = t.beyond.beyond(state) != nil
		t.unsafe[k] = is
	}
	return is
}
