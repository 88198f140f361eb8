package engine

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa"
	"github.com/mutarium/mutarium/internal/testkit"
)

// timedTool runs a tool on a study of the gallery.
func timedTool(t *testing.T, name, tool string, s report.Settings, inputs map[string]string) []report.Section {
	t.Helper()
	m, d := timedGames{}.Parse(source.NewFile(name, tioa.Study(name)))
	if d.HasErrors() {
		t.Fatal(d)
	}
	sections, err := m.RunTool(context.Background(), ToolCall{Tool: tool, Settings: s, Inputs: inputs})
	if err != nil {
		t.Fatal(err)
	}
	return sections
}

// The order of a run counts for the tables too, whatever the default of the tool's own input.
func TestTablesTakeTheOrder(t *testing.T) {
	for order, want := range map[int]string{0: "First order", 1: "First order", 2: "Second order, ordered pairs"} {
		got := timedTool(t, "mutex", "tables", report.Settings{Order: order, Sample: 50}, map[string]string{"order": "1"})
		if got[0].Title != want {
			t.Errorf("order %d: got %q, want %q", order, got[0].Title, want)
		}
	}
}

// The table of a suite shortens what a test kills; beside it everything is named.
func TestSuiteNamesAllKills(t *testing.T) {
	var kills string
	shortened := false
	settings := report.Settings{Options: map[string]string{optSemantics: "definition7"}}
	for _, s := range timedTool(t, "accel", "suite", settings, nil) {
		for _, b := range s.Blocks {
			if b.Code != nil && b.Code.File == "kills.txt" {
				kills = b.Code.Text
			}
			if b.Table != nil {
				for _, row := range b.Table.Rows {
					shortened = shortened || strings.Contains(strings.Join(row, " "), "more)")
				}
			}
		}
	}
	names := strings.Count(kills, "||") + strings.Count(kills, "  kills ")
	if !shortened || strings.Contains(kills, "more)") || names < 204 { // 204 mutants do not refine by Definition 7
		t.Errorf("shortened %v, %d kills named", shortened, names)
	}
}

// A suite kills as many mutants as the run calls killed, in every example, and by another reading if the
// settings name one: the tool has none of its own unless asked.
func TestSuiteKillsWhatTheRunKills(t *testing.T) {
	for _, e := range testkit.Some(tioa.Examples(), 3) {
		file := source.NewFile(e.Name, e.Text)
		m, d := timedGames{}.Parse(file)
		if d.HasErrors() {
			t.Fatal(d)
		}
		readings := []string{""}
		if e.Name == "coffee" {
			readings = []string{"", "definition7", "pruned", "alphabet"}
		}
		for _, reading := range readings {
			s := report.Settings{Operators: e.Operators}
			if reading != "" {
				s.Options = map[string]string{optSemantics: reading}
			}
			r, err := Run(context.Background(), Job{File: file, Formalism: timedGames{}, Model: m, Settings: s}, Observer{})
			if err != nil {
				t.Fatal(err)
			}
			want := r.Summary.Killed
			sections, err := m.RunTool(context.Background(), ToolCall{Tool: "suite", Settings: s})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, f := range sections[0].Blocks[0].Facts {
				if f.Label == "killed by the suite" {
					got = f.Value
				}
			}
			if got != strconv.Itoa(want) {
				t.Errorf("%s, reading %q: the suite kills %q, the run %d", e.Name, reading, got, want)
			}
		}
	}
}
