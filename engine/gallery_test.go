package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// The first model of each formalism is what beginners meet. How many of its mutants are killed and
// why the others are not was found out for a teaching note before these models were written, and so
// was each suite.
var beginners = map[string]struct {
	counts string // the run with the example's operators
	suite  string // a suite that kills all that can be killed
	score  string
	shows  string // what the steps of the mutant that the page opens say at their end
}{
	"tea": {"50: 48 killed, 2 equivalent", `[[["coin"],["coin"],["coin"],["coin"]], [["coin"],["coin"],["coin"],["tea"]],
		[["coin"],["tea"]], [["coin"],["coin"],["tea"],["coin"]], [["coin"],["back"],["coin"]]]`,
		"48 of 48 mutants that can be killed (100.0 %)", "the original shows cup, the mutant more"},
	"lamp": {"45: 19 killed, 9 equivalent, 17 refines", "up up up", "19 of 19 mutants that can be killed (100.0 %)", "off"},
	// Of the 107 mutants of the note ten are single changes; the tool Test suite kills all.
	"stairs": {"10: 10 killed", "", "", "the specification shows on"},
	"kettle": {"31: 15 killed, 13 refines, 3 inconsistent", "", "", "beep!"},
}

func TestFirstModels(t *testing.T) {
	for i, d := range Formalisms() {
		if !Holds(d.Name) {
			continue
		}
		e, want := d.Examples[0], beginners[d.Examples[0].Name]
		if lines := strings.Count(e.Text, "\n"); lines < 8 || lines > 24 {
			t.Errorf("%s has %d lines", e.Name, lines)
		}
		forExample(t, formalisms[i], e, func(t *testing.T, x subject) {
			r := x.run(t, x.job(t))
			counts := map[string]int{}
			hero := report.Mutant{}
			for _, m := range r.Mutants {
				if m.Verdict == report.Killed {
					m.Reason = m.Verdict
				}
				counts[m.Reason]++
				if m.ID == e.Mutant {
					hero = m
				}
			}
			got := fmt.Sprintf("%d:", len(r.Mutants))
			for _, reason := range []string{report.Killed, report.Equivalent, report.Refines, report.Inconsistent} {
				if counts[reason] > 0 {
					got += fmt.Sprintf(" %d %s,", counts[reason], reason)
				}
			}
			if got = strings.TrimSuffix(got, ","); got != want.counts {
				t.Errorf("got %s, want %s", got, want.counts)
			}
			if hero.Verdict != report.Killed {
				t.Fatalf("the mutant %s, which the page opens, is %q", e.Mutant, hero.Verdict)
			}
			c, err := x.model.Checker(context.Background(), x.settings(t))
			if err != nil {
				t.Fatal(err)
			}
			if w, err := Walk(context.Background(), c, hero); err != nil || !strings.Contains(w.Conclusion, want.shows) {
				t.Errorf("%s: %v; its steps end with %q", e.Mutant, err, w.Conclusion)
			}
			if want.suite == "" {
				return
			}
			sections, err := x.model.RunTool(context.Background(), ToolCall{Tool: "score", Settings: x.settings(t),
				Inputs: map[string]string{"suite": want.suite}})
			if err != nil {
				t.Fatal(err)
			}
			if said := fmt.Sprint(sections[0].Blocks[0].Facts); !strings.Contains(said, want.score) {
				t.Errorf("%s: %s", want.suite, said)
			}
		})
	}
}

// Each template is a model without a warning that has mutants, some of them killed; one explains each
// of its lines.
func TestTemplates(t *testing.T) {
	for i, d := range Formalisms() {
		if !Holds(d.Name) {
			continue
		}
		var names []string
		for _, tpl := range d.Templates {
			names = append(names, tpl.Name)
			forExample(t, formalisms[i], report.Example{Name: tpl.Name, Text: tpl.Text}, func(t *testing.T, x subject) {
				_, diags := Open(x.formalism, x.file)
				for _, diag := range diags {
					if diag.Severity != source.Info {
						t.Errorf("%s", diag.Message)
					}
				}
				r := x.run(t, Job{File: x.file, Formalism: x.formalism, Model: x.model, Settings: x.settings(t, "all")})
				if len(r.Mutants) == 0 || r.Summary.Killed == 0 && tpl.Name != "empty" {
					t.Errorf("%d of %d mutants are killed", r.Summary.Killed, len(r.Mutants))
				}
			})
			if tpl.Name != "commented" {
				continue
			}
			for n, line := range strings.Split(tpl.Text, "\n") {
				if trimmed := strings.Trim(line, " };"); trimmed != "" && !strings.Contains(line, d.Syntax.LineComment) {
					t.Errorf("%s: line %d is not explained: %s", d.Name, n+1, line)
				}
			}
		}
		if want := []string{"empty", "small", "commented"}; !slices.Equal(names, want) {
			t.Errorf("%s has the templates %v, want %v", d.Name, names, want)
		}
	}
}

// What the page copies of a killed mutant's run is a test: the tool score reads it, and it kills the
// mutant.
func TestCopiedTraceKills(t *testing.T) {
	for i, d := range Formalisms() {
		if !Holds(d.Name) {
			continue
		}
		forExample(t, formalisms[i], d.Examples[0], func(t *testing.T, x subject) {
			r := x.run(t, x.job(t))
			c, err := x.model.Checker(context.Background(), x.settings(t))
			if err != nil {
				t.Fatal(err)
			}
			read := 0
			for _, m := range r.Mutants {
				w, err := Walk(context.Background(), c, m)
				if err != nil {
					t.Fatal(err)
				}
				if m.Verdict != report.Killed || w.Test == "" {
					if w.Test != "" {
						t.Errorf("%s is %s, and its run is a test: %s", m.ID, m.Verdict, w.Test)
					}
					continue
				}
				read++
				if strings.Contains(w.Test, "\n") {
					t.Errorf("%s: more than a line: %q", m.ID, w.Test)
				}
				inputs := map[string]string{"suite": w.Test, "semantics": "alphabet"}
				sections, err := x.model.RunTool(context.Background(), ToolCall{Tool: "score", Settings: x.settings(t), Inputs: inputs})
				if err != nil {
					t.Errorf("%s: %s is refused: %v", m.ID, w.Test, err)
					continue
				}
				if d.Name == "tfsm" { // it tells of the whole domain
					if !strings.Contains(fmt.Sprint(sections), "killed") || strings.Contains(fmt.Sprint(sections), "killed 0") {
						t.Errorf("%s: %s kills nothing", m.ID, w.Test)
					}
					continue
				}
				for _, row := range sections[0].Blocks[1].Table.Rows {
					if row[0] == m.ID {
						t.Errorf("%s: %s does not kill it", m.ID, w.Test)
					}
				}
			}
			if 2*read < r.Summary.Killed {
				t.Errorf("%d of %d runs are tests", read, r.Summary.Killed)
			}
		})
	}
}
