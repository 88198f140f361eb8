package tfsm

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Random machines as in the paper's Section 5.2: a random specification in which every state can be
// reached, and a mutation machine that grows by random transitions until the fault domain has about the
// wanted size. The paper uses two inputs, two outputs, timeouts up to 3 in specifications and up to
// 5 in mutation machines. It does not say how transitions are drawn; here each is as likely as any
// other of its group.

// A Recipe describes a random machine.
type Recipe struct {
	Seed     uint64
	States   int
	Inputs   int
	Outputs  int
	Extra    int         // extra states
	MaxSpec  model.Delay // largest timeout of the specification
	MaxMut   model.Delay // and of the mutation machine
	InfSpec  bool        // some timeouts of the specification are infinite
	Mutants  *big.Int    // about so many
	Attempts int         // specifications drawn until all states can be reached; 0: a thousand
}

// Table1 gives the recipe of a cell of the paper's Table 1.
func Table1(states int, power int64, seed uint64) Recipe {
	return Recipe{Seed: seed, States: states, Inputs: 2, Outputs: 2, MaxSpec: 3, MaxMut: 5,
		Mutants: new(big.Int).Exp(big.NewInt(10), big.NewInt(power), nil)}
}

// Random draws a model. An error says that there is none: the fault domain cannot be so large.
func Random(r Recipe) (*model.Model, error) {
	random := mutation.Random(r.Seed)
	attempts := r.Attempts
	if attempts == 0 {
		attempts = 1000
	}
	for range attempts {
		m := r.specification(&random)
		if allTrue(m.Reached(false)) {
			return r.mutate(m, &random)
		}
	}
	return nil, fmt.Errorf("no specification of %d states could be reached throughout in %d attempts", r.States, attempts)
}

func allTrue(list []bool) bool {
	for _, b := range list {
		if !b {
			return false
		}
	}
	return true
}

// specification draws a complete deterministic machine.
func (r Recipe) specification(random *mutation.Random) *model.Model {
	m := &model.Model{
		Title: "random " + strconv.FormatUint(r.Seed, 10),
		Form:  model.FormText,
		Extra: make([]bool, r.States),
	}
	for s := range r.States {
		m.States = append(m.States, "s"+strconv.Itoa(s+1))
	}
	for i := range r.Inputs {
		m.Inputs = append(m.Inputs, string(rune('a'+i)))
	}
	for o := range r.Outputs {
		m.Outputs = append(m.Outputs, string(rune('x'+o)))
	}
	for s := range r.States {
		for i := range r.Inputs {
			m.Transitions = append(
				m.Transitions,
				model.Transition{From: s, Input: i, Output: random.Below(r.Outputs), To: random.Below(r.States), Stmt: -1},
			)
		}
		t := model.Transition{
			From:   s,
			Input:  -1,
			Output: -1,
			Delay:  model.Delay(1 + random.Below(int(r.MaxSpec))),
			To:     random.Below(r.States),
			Stmt:   -1,
		}
		if r.InfSpec && random.Below(4) == 0 {
			t.Delay, t.To = model.Inf, s
		}
		m.Transitions = append(m.Transitions, t)
	}
	model.NameRest(m.Transitions)
	return m
}

// mutate adds transitions until the fault domain has about the wanted size.
func (r Recipe) mutate(m *model.Model, random *mutation.Random) (*model.Model, error) {
	var names []string
	for x := range r.Extra {
		names = append(names, "e"+strconv.Itoa(x+1))
	}
	m = m.With(names, r.firstOfExtra(len(m.States), random))
	seen := map[model.Transition]bool{}
	for _, t := range m.Transitions {
		seen[t.Bare()] = true
	}
	size := make([]int64, len(m.States)*(r.Inputs+1))
	for i := range size {
		size[i] = 1
	}
	total := big.NewInt(1)
	enough := new(big.Int).Quo(new(big.Int).Mul(r.Mutants, big.NewInt(5)), big.NewInt(7)) // about 10^k / √2
	var more []model.Transition
	for idle := 0; total.Cmp(enough) < 0; idle++ {
		if idle > 100_000 {
			return nil, fmt.Errorf("a machine of %d states has at most %s mutants", len(m.States), total)
		}
		t, g := r.draw(m, random)
		if seen[t] {
			continue
		}
		idle = 0
		seen[t] = true
		more = append(more, t)
		total.Quo(total, big.NewInt(size[g]))
		size[g]++
		total.Mul(total, big.NewInt(size[g]))
	}
	return m.With(nil, more), nil
}

// firstOfExtra gives each extra state one transition of each group, so that mutants are complete.
func (r Recipe) firstOfExtra(states int, random *mutation.Random) (list []model.Transition) {
	for x := range r.Extra {
		for i := range r.Inputs {
			list = append(
				list,
				model.Transition{From: states + x, Input: i, Output: random.Below(r.Outputs), To: random.Below(states + r.Extra)},
			)
		}
		list = append(list, model.Transition{From: states + x, Input: -1, Output: -1, Delay: model.Inf, To: states + x})
	}
	return list
}

// draw gives a random transition and the number of its group.
func (r Recipe) draw(m *model.Model, random *mutation.Random) (model.Transition, int) {
	g := random.Below(len(m.States) * (r.Inputs + 1))
	from, i := g/(r.Inputs+1), g%(r.Inputs+1)
	to := random.Below(len(m.States))
	if i < r.Inputs {
		return model.Transition{From: from, Input: i, Output: random.Below(r.Outputs), To: to}, g
	}
	d := model.Delay(1 + random.Below(int(r.MaxMut)+1))
	if d > r.MaxMut {
		d, to = model.Inf, from
	}
	return timeoutOf(model.Transition{From: from}, d, to), g
}
