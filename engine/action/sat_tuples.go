package action

import (
	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/sat"
)

// Arguments of entries that must have no step.
//
// Idea: "B only where A has no step" quantifies over A's parameters, and propositional logic has no
// quantifier. So the arguments that plain evaluation would try are tried here too.
//
// Source: none; the paper names prioritised composition as future work (Section 3.1).
//
// Deviation: a model where such arguments are too many is refused, as is one whose choices can be taken in
// too many ways.

const (
	maxStuck = 4096 // arguments tried for an entry that must have no step
	maxRuns  = 5000 // ways to take the choices of a model's entries

	budgetArguments = report.BudgetArguments
	budgetChoices   = report.BudgetChoices
)

// tuples calls then with arguments of an entry, so many that it has a step with some arguments if
// and only if it has one with these.
func (e encoder) tuples(x *model.Entry, then func(args []sat.Vec)) {
	model.Tuples(model.Representatives(x, e.m), func(args []int64) bool {
		then(e.concrete(args))
		return true
	})
}

// beyondSAT names the budget by which a model is none for the SAT engine, or nothing.
func beyondSAT(m *model.Model) string {
	runs := 0
	for _, x := range m.Entries {
		n, arguments := countRuns(m, x)
		if arguments {
			return budgetArguments
		}
		if runs += n; runs > maxRuns {
			return budgetChoices
		}
	}
	return ""
}

// countRuns counts the ways to take the choices of an entry, and those of entries that must have
// no step before it, up to just over maxRuns. The flag tells of too many arguments.
func countRuns(m *model.Model, x *model.Entry) (runs int, arguments bool) {
	n, others := 1, 0
	for _, it := range x.Items {
		if it.Call != nil {
			n = few(n * countBody(m.Actions[it.Call.Index].Run))
		}
		for _, u := range it.Unless {
			tried := model.CountTuples(model.Representatives(u, m))
			runs, more := countRuns(m, u)
			arguments = arguments || more || tried > maxStuck
			others = few(others + few(runs*min(tried, maxStuck)))
		}
	}
	return few(n + others), arguments
}

func countBody(b *model.Body) int {
	switch b.Op {
	case model.Choice:
		n := 0
		for _, p := range b.Parts {
			n = few(n + countBody(p))
		}
		return n
	case model.Guarded, model.Seq:
		n := 1
		for _, p := range b.Parts {
			n = few(n * countBody(p))
		}
		return n
	}
	return 1
}

func few(n int) int { return min(n, maxRuns+1) }
