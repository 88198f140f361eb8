package tfsm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// sentences holds for each example of the gallery a check of what its sentence claims; what it returns must be
// in the sentence.
var sentences = map[string]func(t *testing.T, x GalleryModel, d *Domain) []string{
	"stairs": func(t *testing.T, x GalleryModel, d *Domain) []string {
		s := suiteOf(t, d)
		// The note that the model is from found two tests; suites have been made of longer tests since.
		if n := len(d.FirstOrder()); n != 10 || len(s.Tests) != 1 || conformingOf(t, s) != "0" {
			t.Errorf("%d single changes, %d tests, %s conform", n, len(s.Tests), conformingOf(t, s))
		}
		return []string{d.Mutants().String() + " mutants", "ten single changes", "none conforms", "one test"}
	},
	"s1-m1": func(t *testing.T, x GalleryModel, d *Domain) []string {
		score := d.Score(context.Background(), stepsOf(d.Model.Tests), Budget{})
		if len(d.Model.Tests) != 5 || score.Status != "complete" || slices.Contains(score.Needed, "no") || slices.Contains(score.Needed, "") {
			t.Errorf("the model's %d tests are %s, needed: %v", len(d.Model.Tests), score.Status, score.Needed)
		}
		if s := suiteOf(t, d); len(s.Tests) >= 5 || conformingOf(t, s) != "0" {
			t.Errorf("%d tests, %s conform", len(s.Tests), conformingOf(t, s))
		}
		return []string{"Not one of the " + d.Mutants().String() + " mutants"}
	},
	"s1-m1-combs": func(t *testing.T, x GalleryModel, d *Domain) []string {
		if n := len(d.Combs(d.Model.Tests[0].Steps).Combs); n != 6 {
			t.Errorf("%d combs", n)
		}
		return []string{"six ways"}
	},
	"tftp3": func(t *testing.T, x GalleryModel, d *Domain) []string {
		s := suiteOf(t, d)
		if _, longest := s.Inputs(); len(s.Tests) != 7 || longest > 5 || conformingOf(t, s) != "0" {
			t.Errorf("%d tests of up to %d inputs, %s conform", len(s.Tests), longest, conformingOf(t, s))
		}
		return []string{grouped(d.Mutants().String()) + " mutants", "seven tests", "five inputs"}
	},
	"tftp3-chaos": func(t *testing.T, x GalleryModel, d *Domain) []string {
		return []string{Size(d.Mutants()) + " mutants", "exactly " + conformingOf(t, suiteOf(t, d)) + " conform"}
	},
	"tftp15": func(t *testing.T, x GalleryModel, d *Domain) []string {
		suiteOf(t, d)
		return []string{Size(d.Mutants()) + " mutants"}
	},
	"rand-n8-e18": func(t *testing.T, x GalleryModel, d *Domain) []string {
		suiteOf(t, d)
		return []string{Size(d.Mutants()) + " mutants"}
	},
	"barrier": func(t *testing.T, x GalleryModel, d *Domain) []string {
		f, err := flatten(d.Model, -1)
		if err != nil || len(d.Model.States) != 9 || f.m.States != 9 || len(d.Model.Inputs) != 5 {
			t.Errorf("%v, %d states, %d inputs", err, len(d.Model.States), len(d.Model.Inputs))
		}
		s, err := MakeExtraSuite(d.Model, ExtraRequest{Waits: -1})
		if err != nil || !s.Certified || len(s.Expected) > 12 {
			t.Errorf("%v: %+v", err, s)
		}
		return []string{"Three locations", "nine states", "the input wait[1]"}
	},
	"coffee": func(t *testing.T, x GalleryModel, d *Domain) []string {
		changed := map[string]map[string]int{}
		for _, m := range d.FirstOrder() {
			own := d.specMember(d.groupOf(d.Model.Transitions[m.Transitions[0]]))
			delay := d.Model.ArrowOf(d.Model.Transitions[own])
			if !strings.HasPrefix(m.Operator, "timeout-") || m.Operator == "timeout-transfer" || strings.Contains(delay, "inf") {
				continue
			}
			if changed[delay] == nil {
				changed[delay] = map[string]int{}
			}
			changed[delay][judge(d.Model, d.Spec, d.Automaton(d.Select(m.Transitions)), report.Mutant{}).Reason]++
		}
		if got, want := fmt.Sprint(changed), "map[idle -600-> dark:map[equivalent:5] paid -20-> idle:map[output:5] ready -5-> idle:map[output:7]]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		return []string{"every change of that delay is equivalent", "the two others is killed"}
	},
	"mealy": func(t *testing.T, x GalleryModel, d *Domain) []string {
		if n := conformingOf(t, suiteOf(t, d)); n != "1" || len(d.Model.States) != 3 || d.Model.MaxTimeout() != 0 {
			t.Errorf("%s of %d states conform", n, len(d.Model.States))
		}
		return []string{grouped(d.Mutants().String()), "three states", "one of them behaves like it"}
	},
}

func TestGallerySentences(t *testing.T) {
	for _, x := range Gallery() {
		check := sentences[x.Name]
		if check == nil {
			t.Errorf("%s: nothing checks its sentence: %s", x.Name, x.Watch)
			continue
		}
		operators := x.Operators
		if operators == nil {
			operators = []string{"marked"}
		}
		d, err := DomainOf(parse(t, x.Text), Request{Operators: operators})
		if err != nil {
			t.Fatal(err)
		}
		for _, claim := range check(t, x, d) {
			if !strings.Contains(strings.ToLower(x.Watch), strings.ToLower(claim)) {
				t.Errorf("%s: the sentence does not say %q: %s", x.Name, claim, x.Watch)
			}
		}
	}
}

func suiteOf(t *testing.T, d *Domain) *Suite {
	t.Helper()
	s := Generate(context.Background(), d, GenerateOptions{MaxLength: DefaultLength})
	if !s.Finished {
		t.Fatalf("not finished: %s", s.Reason)
	}
	return s
}

func conformingOf(t *testing.T, s *Suite) string {
	t.Helper()
	n, known := s.Conforming()
	if !known {
		t.Error("the conforming mutants are not counted")
	}
	return n
}

// grouped writes a number with commas.
func grouped(n string) string {
	for i := len(n) - 3; i > 0; i -= 3 {
		n = n[:i] + "," + n[i:]
	}
	return n
}

// Two ways to write a large number never differ by rounding.
func TestSizesAreRounded(t *testing.T) {
	d := NewDomain(load(t, "gallery/tftp15.tfsm"))
	if got := BigNumber(d.Mutants()); !strings.HasPrefix(got, "1.0e86 (99995616386413456832") {
		t.Errorf("got %s", got)
	}
}
