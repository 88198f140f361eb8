package engine

import (
	"context"
	"slices"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Keeper keeps the last models that were opened, the last checkers that were made and their verdicts,
// so that who asks for one thing after the other about a model does not parse and explore again. Its zero value
// is empty. It is for one goroutine.
type Keeper struct {
	Opened, Prepared int // how many models were parsed and checkers were made
	Verdicts         Memory

	checkers []keptChecker // the last used one first
	models   []keptModel   // likewise
	now      context.Context
}

// How much is kept: a model and the one that it is compared with, one of its checkers for each.
const (
	keptModels   = 3
	keptCheckers = 2
)

type keptModel struct {
	formalism, name, text string
	file                  *source.File
	model                 Model
	diags                 source.Diagnostics
}

type keptChecker struct {
	model    Model
	settings string
	checker  Checker
}

// Open is Open for a text that may have been opened before. The file is the one that was read then.
func (k *Keeper) Open(f Formalism, name, text string) (*source.File, Model, source.Diagnostics) {
	formalism := f.Describe().Name
	at := slices.IndexFunc(k.models, func(m keptModel) bool {
		return m.formalism == formalism && m.name == name && m.text == text
	})
	if at < 0 {
		k.Opened++
		m := keptModel{formalism: formalism, name: name, text: text, file: source.NewFile(name, text)}
		m.model, m.diags = Open(f, m.file)
		k.models = append(k.models, m)
		at = len(k.models) - 1
	}
	m := k.models[at]
	k.models = slices.Insert(slices.Delete(k.models, at, at+1), 0, m)
	k.models = k.models[:min(len(k.models), keptModels)]
	return m.file, m.model, m.diags
}

// Checker gives a model's checker for settings, a new one unless it has been made before. The
// context is that of the present request: a checker that was kept hears of a later one's end.
func (k *Keeper) Checker(ctx context.Context, m Model, s report.Settings) (Checker, error) {
	k.now = ctx
	settings := string(report.Raw(s))
	at := slices.IndexFunc(k.checkers, func(c keptChecker) bool { return c.model == m && c.settings == settings })
	if at < 0 {
		c, err := m.Checker(present{context.Background(), k}, s)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return c, nil // stopped while it was made: it may know less than another would
		}
		k.Prepared++
		k.checkers = append(k.checkers, keptChecker{m, settings, c})
		at = len(k.checkers) - 1
	}
	c := k.checkers[at]
	k.checkers = slices.Insert(slices.Delete(k.checkers, at, at+1), 0, c)
	k.checkers = k.checkers[:min(len(k.checkers), keptCheckers)]
	return c.checker, nil
}

// Stopped forgets the checkers, which a stop may have left with something half done.
func (k *Keeper) Stopped() { k.checkers = nil }

// present is the context of whatever request is being answered, for checkers that outlive the one
// that they were made for.
type present struct {
	context.Context
	k *Keeper
}

func (p present) Err() error { return p.k.now.Err() }
