package efsm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/internal/testkit"
)

// Every model of the gallery has a golden file with all that is said about it: counts, suites,
// criteria, the confusion matrix, subsumption, and the verdicts of all mutants. Where the model is one
// of the shared suite's (fig1a to fig6, inres, vending), TestGalleryIsTheSharedSuite ties it to that.
func TestGolden(t *testing.T) {
	for _, e := range Gallery() {
		t.Run(e.Name, func(t *testing.T) {
			m, diags := Parse(source.NewFile(e.Name, e.Text))
			if m == nil {
				t.Fatal(diags.Text(source.NewFile(e.Name, e.Text)))
			}
			got := golden(t, m)
			testkit.Golden(t, filepath.Join("testdata", e.Name+".golden"), got)
		})
	}
}

func golden(t *testing.T, m *Machine) string {
	c, err := NewChecker(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	mutants := c.Judge(context.Background(), m.Changes(), nil)
	var b strings.Builder
	fmt.Fprintf(&b, "states %d, inputs %d\n", c.States(), len(c.x.letters))
	var paper []Judged
	for _, j := range mutants {
		if Operators[j.Change.Operator].Paper {
			paper = append(paper, j)
		}
	}
	goldenCounts(&b, c, paper)
	goldenSuites(&b, c, paper)
	goldenSubsumption(t, &b, c, paper)
	b.WriteString("\nmutants: id, operator, weak kill | length of the state kill | strong kill | data flow, with predicate uses\n")
	for i := range mutants {
		j := &mutants[i]
		weak, strong := "-", "-"
		if j.Verdict.WeakKilled {
			weak = strings.TrimSpace(c.x.wordText(j.Verdict.Weak))
		}
		if j.Verdict.Killed {
			strong = strings.TrimSpace(c.x.wordText(j.Verdict.Strong))
		}
		p, u := c.Dataflow(&j.Change, &j.Verdict)
		fmt.Fprintf(&b, "%s %s %s | %d | %s | %t %t\n", j.Change.ID(m), Operators[j.Change.Operator].Name, weak, j.Verdict.StateLength, strong, p, u)
	}
	return b.String()
}

func goldenCounts(b *strings.Builder, c *Checker, paper []Judged) {
	var weak, state, strong int
	var plain, uses Confusion
	for i := range paper {
		v := &paper[i].Verdict
		if v.WeakKilled {
			weak++
		}
		if v.StateLength >= 0 {
			state++
		}
		if v.Killed {
			strong++
		}
		p, u := c.Dataflow(&paper[i].Change, v)
		plain.Add(p, v.Killed)
		uses.Add(u, v.Killed)
	}
	fmt.Fprintf(b, "mutants %d, weak %d, state %d, strong %d, equivalent %d\n", len(paper), weak, state, strong, len(paper)-strong)
	fmt.Fprintf(b, "data flow %+v\nwith uses %+v\n", plain, uses)
}

func goldenSuites(b *strings.Builder, c *Checker, paper []Judged) {
	row := func(what string, s Suite) {
		x := c.Matrix(s, paper)
		best, proved := x.Strong.Optimal(context.Background(), 5000)
		fmt.Fprintf(b, "%s: tests %d, steps %d, killed %d, weakly killed %d, greedy %d, optimal %d %t\n", what, len(s), s.Steps(),
			x.Strong.Killed(), x.Weak.Killed(), len(x.Strong.Greedy()), len(best), proved)
	}
	for _, k := range c.criteria() {
		if k.mutants != nil {
			row(k.title, k.mutants(paper))
			continue
		}
		all := k.obligations()
		row(fmt.Sprintf("%s (%d of %d)", k.title, Feasible(all), len(all)), Tests(all))
		row(k.title+", prolonged", c.ProlongedTests(all))
	}
	row("every 10th mutant", StrongSuite(EveryNth(paper, 10)))
}

func goldenSubsumption(t *testing.T, b *strings.Builder, c *Checker, paper []Judged) {
	classes, err := c.Subsumption(context.Background(), paper, nil)
	if err != nil {
		t.Fatal(err)
	}
	var minimal []string
	for _, cl := range classes {
		if cl.Minimal {
			minimal = append(minimal, paper[cl.Mutants[0]].Change.ID(c.x.m))
		}
	}
	fmt.Fprintf(b, "subsumption: classes %d, minimal %d: %s\n", len(classes), len(minimal), strings.Join(minimal, " "))
}

// The gallery's transcriptions of the shared models are the same machines.
func TestGalleryIsTheSharedSuite(t *testing.T) {
	if _, err := os.Stat(sharedModels); err != nil {
		t.Logf("not compared with %s: it is not there", sharedModels)
		return
	}
	for ours, theirs := range map[string]string{
		"fig1a": "fig1a", "fig1b": "fig1b", "fig1c": "fig1c", "fig5": "fig5", "fig6": "fig6_n5", "fig6-step": "fig6_n5_step", "vending": "vending",
	} {
		m := galleryMachine(t, ours)
		want := loadJSON(t, filepath.Join(sharedModels, theirs+".json"))
		m.Name = want.Name
		for i := range m.Outputs {
			m.Outputs[i].Params = want.Outputs[i].Params
		}
		if m.Print() != want.Print() {
			t.Errorf("%s is\n%s\nthe shared %s is\n%s", ours, m.Print(), theirs, want.Print())
		}
	}
}

func galleryMachine(t *testing.T, name string) *Machine {
	t.Helper()
	for _, e := range Gallery() {
		if e.Name == name {
			m, diags := Parse(source.NewFile(name, e.Text))
			if m == nil {
				t.Fatal(diags.Text(source.NewFile(name, e.Text)))
			}
			return m
		}
	}
	t.Fatalf("the gallery has no %s", name)
	return nil
}

// Text to JSON and back gives the same machine, except for named constants and types.
func TestJSONRoundTrip(t *testing.T) {
	for _, e := range Gallery() {
		m := galleryMachine(t, e.Name)
		f := source.NewFile("", m.JSON())
		back, diags := ParseJSON(f)
		if back == nil {
			t.Errorf("%s: %s", e.Name, diags.Text(f))
			continue
		}
		if again := back.JSON(); again != m.JSON() {
			t.Errorf("%s: got\n%s\nwant\n%s", e.Name, again, m.JSON())
		}
	}
}
