package efsm

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
)

// How a word kills a mutant, and the word that comes nearest to a kill where none does.

// Killed tells how a word kills a mutant: where the change is reached, where it infects, where it shows.
func (c *Checker) Killed(impl *model.Machine, faults []model.Fault, word []model.Letter) *report.Why {
	q := &inquiry{c, c.x.m, impl}
	a, b := q.m.Run(word), impl.Run(word)
	shown := model.FirstDifference(a, b)
	if shown < 0 {
		return nil
	}
	if faults == nil && alikeInShape(q.m, impl) {
		faults = faultsBetween(q.m, impl)
	}
	reached, infected := -1, -1
	for i := 0; i <= shown && infected < 0; i++ {
		see := func(t int, env []int64, taken bool) {
			for n := range faults {
				f := &faults[n]
				if f.Transition != t || !f.InGuard() && !taken {
					continue
				}
				if reached < 0 {
					reached = i
				}
				copy(q.r.env, env)
				if infected < 0 && q.proceed(f) && !q.spotAt(f).agree(q.r.env) {
					infected = i
				}
			}
		}
		if i == 0 {
			q.m.Start(see)
		} else {
			q.m.Step(a.States[i-1], word[i-1], see)
		}
	}
	at := func(i int) string {
		if i == 0 {
			return "before the first input"
		}
		return fmt.Sprintf("at step %d (%s)", i, q.m.LetterText(word[i-1]))
	}
	outputs := fmt.Sprintf("%s instead of %s", showing(b.Shown[shown]), showing(a.Shown[shown]))
	w := &report.Why{Code: report.WhyKilled, Check: report.Check{Text: "The word was run on both by the plain evaluator."}}
	if infected < 0 {
		w.Text = fmt.Sprintf("Shown %s: %s.", at(shown), outputs)
		w.Facts = []report.Fact{{Label: "propagate", Value: at(shown)}}
		return w
	}
	q.mention(w, &q.m.Transitions[faults[0].Transition])
	w.Facts = []report.Fact{{Label: "reach", Value: at(reached)}, {Label: "infect", Value: at(infected)},
		{Label: "propagate", Value: at(shown)}}
	w.Text = "Reached " + at(reached) + ", infected " + at(infected)
	if reached == infected {
		w.Text = "Reached and infected " + at(infected)
	}
	if infected == shown {
		w.Text += ", which shows it at once: " + outputs + "."
		return w
	}
	w.Text += q.wrong(a.States[infected], b.States[infected]) + "; shown " + at(shown) + ": " + outputs + "."
	return w
}

// wrong says how the mutant's state differs.
func (q *inquiry) wrong(a, b model.Config) string {
	var parts []string
	name := func(l int) string {
		if l < 0 {
			return "no location"
		}
		return q.m.Locations[l].Name
	}
	if a.Location != b.Location {
		parts = append(parts, name(b.Location)+" instead of "+name(a.Location))
	}
	for v := range a.Values {
		if a.Location >= 0 && b.Location >= 0 && a.Values[v] != b.Values[v] {
			d := &q.m.Vars[v]
			parts = append(parts, fmt.Sprintf("%s = %s instead of %s", d.Name, d.Show(b.Values[v]), d.Show(a.Values[v])))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + report.Listing(parts, "and")
}

// Nearest gives the word that comes nearest to a kill, for a mutant whose state differs on some run and whose
// outputs never do: a shortest word on which the difference ends, or else begins. Notes are said
// after so many letters. Without such a run the word is nil.
func (c *Checker) Nearest(impl *model.Machine) (word []model.Letter, notes map[int]string) {
	if !alikeInShape(c.x.m, impl) || len(c.x.succ) > maxWhy {
		return nil, nil
	}
	t := newTwins(c.x.m, impl, c.x.letters, c.budget)
	if t.explore(); t.killed || t.exhausted || len(t.unequal) == 0 {
		return nil, nil
	}
	word, begins, healed := t.nearest()
	notes = map[int]string{begins: "from here on the states differ, and no output shows it"}
	if healed >= 0 {
		notes[healed] = "here the difference is gone"
	}
	return word, notes
}
