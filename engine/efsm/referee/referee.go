// Package referee checks verdicts on mutants of extended finite state machines by the simplest means.
// It imports the language alone and no search, so that a fault of the search cannot hide in it.
//
//	referee.go    the product of two machines, by the plain evaluator
//	infection.go  where a mutant's change shows
//	plainflow.go  the paper's optimistic answer, from its definition
//	verify.go     what a report says of a mutant, held against these
package referee

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
)

// The product once more, by the plain evaluator: two machines stepped side by side breadth first,
// pairs of states in a map. It shares no code with conform.go but the evaluation of expressions,
// and confirms its verdicts. It also compares a model with a hand-written one.

// A Verdict is what the plain product finds. Words are nil and lengths -1 where there is
// nothing to be found; the empty word is empty and not nil.
type Verdict struct {
	Weak        []model.Letter
	StateLength int
	Strong      []model.Letter
	Pairs       int
	Exhausted   bool // the budget of pairs ran out
}

// A Referee compares machines with one original, whose steps it remembers.
type Referee struct {
	m       *model.Machine
	letters []model.Letter
	known   map[string]*plainSteps
	budget  int

	plainFlow *plainFlow // what plainflow.go knows of the original
}

// plainSteps are the steps of one state of the original.
type plainSteps struct {
	next  []model.Config
	keys  []string
	shown [][]string
	seen  [][]moment
}

// A moment is a guard evaluation on a step of the original.
type moment struct {
	t     int
	env   []int64
	taken bool
}

// New prepares comparisons with a machine. It fails when its inputs are too many.
func New(m *model.Machine, budget int) (*Referee, error) {
	r := &Referee{m: m, known: map[string]*plainSteps{}, budget: budget}
	if budget == 0 {
		r.budget = model.DefaultStates
	}
	all := m.Letters(model.MaxLetters)
	if all == nil && len(m.Inputs) > 0 {
		return nil, &model.BudgetError{Budget: report.BudgetArguments, Text: fmt.Sprintf("the inputs take more than "+
			"%d values together", model.MaxLetters)}
	}
	r.letters = all
	return r, nil
}

// Without is a referee for replaying kills of a machine whose inputs are too many to enumerate.
func Without(m *model.Machine) *Referee { return &Referee{m: m} }

func (r *Referee) steps(c model.Config) *plainSteps {
	key := c.Key()
	if s := r.known[key]; s != nil {
		return s
	}
	s := &plainSteps{}
	for _, l := range r.letters {
		var seen []moment
		next, shown := r.m.Step(c, l, func(t int, env []int64, taken bool) {
			seen = append(seen, moment{t, append([]int64(nil), env...), taken})
		})
		s.next, s.keys = append(s.next, next), append(s.keys, next.Key())
		s.shown, s.seen = append(s.shown, shown), append(s.seen, seen)
	}
	r.known[key] = s
	return s
}

type plainPair struct {
	spec, impl model.Config
	up         int
	letter     int
}

// Judge compares the original with a mutant. The faults serve to see infections; there are none
// for a hand-written machine.
func (r *Referee) Judge(impl *model.Machine, faults []model.Fault) Verdict {
	p := &plainProduct{Referee: r, impl: impl, faults: faults, visited: map[string]bool{}}
	p.v.StateLength = -1
	p.run()
	return p.v
}

type plainProduct struct {
	*Referee
	impl    *model.Machine
	faults  []model.Fault
	queue   []plainPair
	visited map[string]bool
	v       Verdict
}

func (p *plainProduct) run() {
	infected := false
	spec, shown := p.m.Start(func(t int, env []int64, taken bool) {
		infected = infected || p.infects(moment{t, env, taken})
	})
	impl, shown2 := p.impl.Start(nil)
	if infected {
		p.v.Weak = []model.Letter{}
	}
	same := spec.Key() == impl.Key()
	if !same || !model.SameShown(shown, shown2) {
		p.v.StateLength = 0
	}
	if !model.SameShown(shown, shown2) {
		p.v.Strong = []model.Letter{}
		return
	}
	p.visit(plainPair{spec, impl, -1, 0})
	for at := 0; at < len(p.queue); at++ {
		if p.v.Pairs++; p.v.Pairs > p.budget {
			p.v.Exhausted = true
			return
		}
		if p.expand(at) {
			return
		}
	}
}

func (p *plainProduct) visit(n plainPair) {
	key := n.spec.Key() + n.impl.Key()
	if !p.visited[key] {
		p.visited[key] = true
		p.queue = append(p.queue, n)
	}
}

// expand follows all letters from a pair and tells whether the outputs differed.
func (p *plainProduct) expand(at int) bool {
	n := p.queue[at]
	together := n.spec.Key() == n.impl.Key()
	steps := p.steps(n.spec)
	for i, l := range p.letters {
		if together && p.v.Weak == nil && p.anyInfection(steps.seen[i]) {
			p.v.Weak = append(p.word(at), l)
		}
		impl, shown := p.impl.Step(n.impl, l, nil)
		differ := !model.SameShown(steps.shown[i], shown)
		if p.v.StateLength < 0 && (differ || steps.keys[i] != impl.Key()) {
			p.v.StateLength = len(p.word(at)) + 1
		}
		if differ {
			p.v.Strong = append(p.word(at), l)
			return true
		}
		p.visit(plainPair{steps.next[i], impl, at, i})
	}
	return false
}

func (p *plainProduct) anyInfection(seen []moment) bool {
	for _, mo := range seen {
		if p.infects(mo) {
			return true
		}
	}
	return false
}

func (p *plainProduct) infects(mo moment) bool {
	for i := range p.faults {
		if p.faults[i].Transition == mo.t && infectedBy(p.m, &p.faults[i], mo.env, mo.taken) {
			return true
		}
	}
	return false
}

func (p *plainProduct) word(at int) []model.Letter {
	var back []model.Letter
	for ; p.queue[at].up >= 0; at = p.queue[at].up {
		back = append(back, p.letters[p.queue[at].letter])
	}
	w := make([]model.Letter, 0, len(back)+1)
	for i := len(back) - 1; i >= 0; i-- {
		w = append(w, back[i])
	}
	return w
}
