package engine

import (
	"context"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// withoutCause is the largest share of unkillable mutants of the gallery, in per cent, for which no cause but the
// proof itself is given.
const withoutCause = 5

// How many mutants and pairs of each example are looked at, drawn; 0 mutants: all. With the tag slow it is more.
var causesLooked, causesPairs = 120, 10

// causesSkipped are examples whose runs with all operators take too long here.
var causesSkipped = []string{"tftp15", "flow-control"}

// recheck looks again at what a cause claims, by other means than those that found it.
var recheck = map[string]func(t *testing.T, x subject, m report.Mutant, w *report.Why){
	"efsm": recheckEFSM, "action-system": recheckAction, "tfsm": recheckTFSM, "timed": recheckTimed,
}

// Every cause that is shown is true: its comparison comes out as it says, and what its sentence says of
// values, transitions and types is found again by plain evaluation.
func TestEveryReasonIsTrue(t *testing.T) {
	all, bare := map[string]int{}, map[string]int{}
	slowest := time.Duration(0)
	forExamples(t, func(t *testing.T, x subject) {
		f := x.formalism.Describe().Name
		if slices.Contains(causesSkipped, x.Name) || recheck[f] == nil {
			t.Skip("takes too long with all operators")
		}
		job := x.job(t)
		job.Settings, job.Keeper = x.settings(t, "all"), &Keeper{}
		if testing.Short() {
			causesLooked, causesPairs = 20, 0
		}
		job.Settings.Sample, job.Settings.Seed = causesLooked, 1
		r := x.run(t, job)
		if len(r.Mutants) > 1 && causesPairs > 0 {
			job.Settings.Order, job.Settings.Sample = 2, causesPairs
			r.Mutants = append(r.Mutants, x.run(t, job).Mutants...)
		}
		c, err := x.model.Checker(context.Background(), r.Settings)
		if err != nil {
			t.Fatal(err)
		}
		codes := map[string]int{}
		for _, m := range r.Mutants {
			start := time.Now()
			w := Explain(context.Background(), c, m)
			slowest = max(slowest, time.Since(start))
			switch {
			case m.Verdict != report.Unkillable && w == nil:
				continue
			case w == nil:
				t.Fatalf("%s: nothing is said of an unkillable mutant", m.ID)
			}
			if m.Verdict == report.Unkillable {
				codes[w.Code]++
				all[f]++
				if w.Code == report.WhyProved {
					bare[f]++
				}
			}
			if w.Check.Verdict != "" {
				recompare(t, x, m, w)
			}
			recheck[f](t, x, m, w)
			if t.Failed() {
				t.Fatalf("%s: %s → %s: [%s] %s", m.ID, m.Original, m.Replacement, w.Code, w.Text)
			}
		}
		t.Logf("%v", codes)
	})
	for f, n := range all {
		t.Logf("%s: %d of %d unkillable mutants have no shorter cause than their proof", f, bare[f], n)
		if 100*bare[f] > withoutCause*n {
			t.Errorf("%s: that is more than %d %%", f, withoutCause)
		}
	}
	t.Logf("slowest cause: %v", slowest)
}

// recompare makes the comparison of a cause once more, from its texts.
func recompare(t *testing.T, x subject, m report.Mutant, w *report.Why) {
	t.Helper()
	spec := x.model
	if w.Check.Spec != "" {
		spec = x.read(t, w.Check.Spec)
	}
	v, err := spec.Compare(context.Background(), x.read(t, w.Check.Impl), report.Settings{Order: 1, Engine: "auto"})
	if err != nil || v.Verdict != w.Check.Verdict {
		t.Errorf("%s: comparing finds %q (%v), the cause says %q\n%s\n%s", m.ID, v.Verdict, err, w.Check.Verdict,
			w.Check.Spec, w.Check.Impl)
	}
}

func (x subject) read(t *testing.T, text string) Model {
	t.Helper()
	file := source.NewFile("again", text)
	m, d := Open(x.formalism, file)
	if m == nil {
		t.Fatalf("%s\n%s", d.Text(file), text)
	}
	return m
}

// The causes of some mutants, word for word.
func TestKnownReasons(t *testing.T) {
	want := map[string]map[string]string{
		"efsm/inres": {
			"t5#6": "masked t4 is tried first, and takes `T` while `counter < MAX`; t5 is only tried when `counter` is 4, " +
				"where both guards hold. With t5 tried before t4 the mutant is killed.",
			"t4#1": "range `counter` is never above 4, so `counter < MAX` and `counter != MAX` agree. " +
				"All 5 values of the declared types were tried.",
		},
		"efsm/atm": {
			"a2#11": "overwritten The wrong `attempts` lives only until a1 sets it again, and nothing shows it before. " +
				"Without that assignment in a1 the mutant is killed.",
			"a1#0": "killed Reached and infected at step 1 (card): attempts = 1 instead of 0; shown at step 2 (pin(0)): " +
				"wrong(1) instead of wrong(2). The word was run on both by the plain evaluator.",
		},
		"efsm/vending": {
			"v5#31": "no-effect `credit` is 3 or 4 when v5 runs, and then `credit - 3` and `credit mod 3` agree. " +
				"Both were evaluated on all values that get here.",
		},
		"action-system/barrier": {
			"guard_true@30:14": "blocked With `leave` the mutant would have free = 5, outside 0..4, so it cannot do that either. " +
				"With types that reach one further the mutant is killed.",
		},
		"timed/coffee": {
			"CXL@e1": "narrower With `x >= 2` instead of `x >= 1`: the mutant does less. At time 1 the model may do " +
				"`press!`, the mutant may not, and no test can demand what is only allowed. With the two exchanged the model " +
				"is killed; the run was made again by plain evaluation of both.",
			"TMI@e0": "only-less The mutant does less. At time 0 the model may do `press!`, the mutant may not, and no " +
				"test can demand what is only allowed. With the two exchanged the model is killed; the run was made again by " +
				"plain evaluation of both.",
			"TAD@idle->idle?": "wider The mutant accepts more. At time 0 it takes `dummy_in?`, which the model does not, " +
				"and accepting more is allowed. With the two exchanged the model is killed; the run was made again by plain " +
				"evaluation of both.",
			"TAD@idle->idle!": "convention Only because an output that the model does not declare is ignored, as in the " +
				"paper's tables; with the semantics definition7 it is killed at step 1. It was judged with the semantics " +
				"definition7 too, and the run was made again by plain evaluation.",
		},
		"tfsm/s1-m1": {
			"chaos@13:1#2": "idle-timeout The original stays in s2, the mutant goes from s2 to s2 again after 1: every input " +
				"is answered as before. Led to s1 instead of s2, the timeout of the mutant would be noticed.",
		},
		"tfsm/coffee": {
			"timeout-inc@9:1": "unobserved The original goes from idle to dark after 600, the mutant goes from idle to dark " +
				"after 601; no input ever tells dark from idle. With an input that shows the state the mutant is killed.",
		},
	}
	for _, fm := range formalisms {
		d := fm.Describe()
		for _, ex := range d.Examples {
			name := d.Name + "/" + ex.Name
			if known := want[name]; known != nil {
				delete(want, name)
				forExample(t, fm, ex, func(t *testing.T, x subject) { sameReasons(t, x, known) })
			}
		}
	}
	for name := range want {
		t.Errorf("there is no example %s", name)
	}
}

// sameReasons compares the causes of some mutants with those that are known.
func sameReasons(t *testing.T, x subject, known map[string]string) {
	job := x.job(t)
	job.Settings = x.settings(t, "all")
	r := x.run(t, job)
	c, err := x.model.Checker(context.Background(), r.Settings)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, m := range r.Mutants {
		if known[m.ID] == "" {
			continue
		}
		found++
		w := Explain(context.Background(), c, m)
		if got := w.Code + " " + w.Text + " " + w.Check.Text; got != known[m.ID] {
			t.Errorf("%s:\n%s\nwant\n%s", m.ID, got, known[m.ID])
		}
	}
	if found != len(known) {
		t.Errorf("%d of %d mutants were found", found, len(known))
	}
}

// A budget that ran out is named, with the setting that raises it.
func TestReasonsOfTheUndecided(t *testing.T) {
	for reason, want := range map[string]string{
		report.BudgetStates: "Not decided: the budget of stored states ran out. " +
			"Raise it under Settings, States, or with --budget-states.",
		report.BudgetPairs: "Not decided: the budget of pairs ran out. " +
			"Raise it under Settings, States, or with --budget-states.",
		report.BudgetZones: "Not decided: the budget of zones ran out. " +
			"Raise it under Settings, Zones, or with --budget-zones.",
		report.BudgetSATCalls: "Not decided: the budget of solver calls ran out. " +
			"Raise it under Settings, Solver calls, or with --budget-sat-calls.",
		report.BudgetChoices: "Not decided: there are too many choices within a step.",
		report.Replay:        "Not decided: what was found did not stand up to being run again.",
	} {
		if w := Explain(context.Background(), nil, report.Mutant{Verdict: report.Unknown, Reason: reason}); w.Text != want {
			t.Errorf("%s: %s", reason, w.Text)
		}
	}
}

var (
	saysValues = regexp.MustCompile("`(\\w+)` is ((?:always|between|one of)? ?[^`]*?) when (\\w+) (is tried|runs),")
	saysOnly   = regexp.MustCompile("(\\w+) is only (tried|run) when `(\\w+)` is ([^`]*?), where")
	saysBound  = regexp.MustCompile("`(\\w+)` is never (below|above) (-?\\d+)")
)
