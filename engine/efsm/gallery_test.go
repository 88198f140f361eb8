package efsm

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
)

func galleryMachine(t *testing.T, name string) *model.Machine {
	t.Helper()
	for _, e := range Gallery() {
		if e.Name == name {
			m, diags := model.Parse(source.NewFile(name, e.Text))
			if m == nil {
				t.Fatal(diags.Text(source.NewFile(name, e.Text)))
			}
			return m
		}
	}
	t.Fatalf("the gallery has no %s", name)
	return nil
}

// A judgedGallery looks up mutants of one machine by id.
type judgedGallery struct {
	*Checker
	t       *testing.T
	mutants []Judged
}

func (g judgedGallery) at(id string) *Judged {
	for i := range g.mutants {
		if g.mutants[i].Change.ID(g.x.m) == id {
			return &g.mutants[i]
		}
	}
	g.t.Fatalf("there is no mutant %s", id)
	return nil
}

func (g judgedGallery) flow(j *Judged) (plain, uses bool) { return g.Dataflow(&j.Change, &j.Verdict) }

// of lists the mutants of the eleven operators in one transition.
func (g judgedGallery) of(transition string) (all []*Judged) {
	for i := range g.mutants {
		if j := &g.mutants[i]; Operators[j.Change.Operator].Paper && g.x.m.Transitions[j.Change.Transition].ID == transition {
			all = append(all, j)
		}
	}
	if len(all) == 0 {
		g.t.Fatalf("%s has no mutants", transition)
	}
	return all
}

func (g judgedGallery) want(ok bool, claim string) {
	g.t.Helper()
	if !ok {
		g.t.Errorf("this does not hold: %s", claim)
	}
}

// What each example says is to be watched can be watched.
var watched = map[string]func(g judgedGallery){
	"tea": func(g judgedGallery) {
		mutants, killed := 0, 0
		for _, j := range g.mutants {
			mutants += count(Operators[j.Change.Operator].Paper)
			killed += count(Operators[j.Change.Operator].Paper && j.Verdict.Killed)
		}
		g.want(mutants == 50 && killed == 48, "of 50 mutants 48 are killed")
		g.want(!g.at("t1#1").Verdict.Killed && !g.at("t3#14").Verdict.Killed, "t1#1 and t3#14 are equivalent")
		j := g.at("t3#3")
		g.want(g.spell(j.Verdict.Strong) == "coin coin tea", "t3#3 is killed by coin coin tea")
	},
	"inres": func(g judgedGallery) {
		for _, id := range []string{"t1#1", "t4#12"} {
			j := g.at(id)
			plain, _ := g.flow(j)
			timeouts := strings.Count(g.spell(j.Verdict.Strong), " T")
			g.want(j.Verdict.Killed && timeouts == 4 && !plain, id+" takes four timeouts, and data flow misses it")
		}
	},
	"vending": func(g judgedGallery) {
		v := g.at("v8#49").Verdict
		g.want(v.StateLength == 3 && len(v.Strong) == 5 && strings.HasSuffix(g.spell(v.Strong), "key key key"),
			"v8#49 infects after three inputs and is seen after five")
	},
	"atm": func(g judgedGallery) {
		g.want(!g.at("a2#11").Verdict.Killed && !g.at("a2#13").Verdict.Killed, "a2#11 and a2#13 are equivalent")
	},
	"cruise": func(g judgedGallery) {
		for _, id := range []string{"c14#36", "c14#37"} {
			v := g.at(id).Verdict
			g.want(!v.Killed && !v.WeakKilled, id+" changes nothing")
		}
	},
	"lift": func(g judgedGallery) {
		for _, j := range g.of("l4") {
			g.want(j.Verdict.Killed && len(j.Verdict.Strong) == len(j.Verdict.Weak), j.Change.ID(g.x.m)+" is killed by "+
				"the step that infects it")
		}
		later, killed := 0, 0
		for _, j := range g.of("l7") {
			later, killed = later+count(len(j.Verdict.Strong) > len(j.Verdict.Weak)), killed+count(j.Verdict.Killed)
		}
		g.want(2*later > killed, "most mutants of l7 are killed later than they infect")
	},
	"tcp": func(g judgedGallery) {
		for _, id := range []string{"q3#6", "q3#7", "q3#8", "q3#9"} {
			v := g.at(id).Verdict
			g.want(v.Killed && len(v.Strong) == len(v.Weak), id+" shows at once")
		}
		for _, id := range []string{"q7#17", "q7#18", "q7#19", "q7#20"} {
			v := g.at(id).Verdict
			more := strings.TrimPrefix(g.spell(v.Strong), g.spell(v.Weak))
			g.want(strings.HasPrefix(more, " timeout"), id+" needs further timeouts")
		}
	},
	"inflight": func(g judgedGallery) {
		branches, mcdc := g.Matrix(Tests(g.BranchCover()), g.mutants).Strong.Killed(), g.Matrix(Tests(g.MaskingMCDC()),
			g.mutants).Strong.Killed()
		g.want(branches < mcdc, "masking MC/DC kills more than branch cover")
	},
	"transport": func(g judgedGallery) {
		equivalent := 0
		for _, j := range g.mutants {
			g.want(!j.Verdict.Exhausted, "every mutant is decided")
			equivalent += count(!j.Verdict.Killed)
		}
		g.want(g.States() > 1000 && len(g.x.letters) == 39 && 0 < equivalent && equivalent < 10,
			"over a thousand states, 39 inputs, a few equivalent mutants")
	},
	"fig1a": func(g judgedGallery) {
		for _, j := range g.of("if2") {
			plain, _ := g.flow(j)
			g.want(plain == j.Verdict.Killed, "a mutated decision that shows is seen by data flow")
		}
	},
	"fig1b": func(g judgedGallery) {
		for _, j := range g.mutants {
			if plain, _ := g.flow(&j); Operators[j.Change.Operator].Paper {
				g.want(plain == j.Verdict.Killed, "data flow is right everywhere")
			}
		}
	},
	"fig1c": func(g judgedGallery) {
		plain, uses := g.flow(g.at("if2#0"))
		g.want(g.at("if2#0").Verdict.Killed && !plain && uses, "if2#0 is missed, but for predicate uses")
		var alarms []string
		for _, j := range g.mutants {
			if _, uses := g.flow(&j); Operators[j.Change.Operator].Paper && uses && !j.Verdict.Killed {
				alarms = append(alarms, j.Change.ID(g.x.m))
			}
		}
		g.want(slices.Equal(alarms, []string{"s1#4"}), "predicate uses bring one false alarm, s1#4")
	},
	"fig5": func(g judgedGallery) {
		for _, j := range g.of("s12") {
			plain, _ := g.flow(j)
			g.want(j.Verdict.Killed && !plain, "mutants of s12 are killed and missed")
		}
	},
	"fig6": func(g judgedGallery) {
		for _, j := range g.of("if2") {
			g.want(j.Verdict.WeakKilled && !j.Verdict.Killed, "mutants of cond are weakly killed and never seen")
		}
	},
	"fig6-step": func(g judgedGallery) {
		killed := 0
		for _, id := range []string{"if2#0", "if2#1"} {
			killed += count(g.at(id).Verdict.Killed)
		}
		g.want(killed == 2, "mutants of cond are killed")
	},
}

// Each example reads without a warning, each of its transitions but those named is taken, and what
// it says is to be watched holds.
func TestGallery(t *testing.T) {
	dead := map[string]string{"fig1a": "else2 s6"} // the paper's figure has a decision that cannot fail
	for _, e := range Gallery() {
		t.Run(e.Name, func(t *testing.T) {
			f := source.NewFile(e.Name, e.Text)
			m, d := model.Parse(f)
			if m == nil {
				t.Fatal(d.Text(f))
			}
			for _, x := range d {
				if x.Severity != source.Info {
					t.Errorf("%s", d.Text(f))
				}
			}
			c, err := NewChecker(m, 0)
			if err != nil {
				t.Fatal(err)
			}
			var never []string
			for _, o := range c.TransitionCover() {
				if !o.Met {
					never = append(never, o.Name)
				}
			}
			if got := strings.Join(never, " "); got != dead[e.Name] {
				t.Errorf("never taken are %q, want %q", got, dead[e.Name])
			}
			if watched[e.Name] == nil {
				t.Fatalf("nothing checks what %s says is to be watched", e.Name)
			}
			watched[e.Name](judgedGallery{c, t, c.Judge(context.Background(), Changes(m), nil)})
		})
	}
}

// Text to JSON and back gives the same machine, except for named constants and types.
func TestJSONRoundTrip(t *testing.T) {
	for _, e := range Gallery() {
		m := galleryMachine(t, e.Name)
		f := source.NewFile("", m.JSON())
		back, diags := model.ParseJSON(f)
		if back == nil {
			t.Errorf("%s: %s", e.Name, diags.Text(f))
			continue
		}
		if again := back.JSON(); again != m.JSON() {
			t.Errorf("%s: got\n%s\nwant\n%s", e.Name, again, m.JSON())
		}
	}
}
