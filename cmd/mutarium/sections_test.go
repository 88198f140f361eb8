package main

import (
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

func TestGraphText(t *testing.T) {
	got := graphText(&report.Graph{
		Caption: "A graph",
		Nodes:   []report.GraphNode{{ID: "1", Label: "idle", Initial: true}, {ID: "2"}, {ID: "3", Label: "alone"}},
		Edges:   []report.GraphEdge{{From: "1", To: "2", Label: "go"}, {From: "2", To: "2"}},
	})
	want := `A graph
        -->    idle
  idle  -go->  2
  2     -->    2
  alone
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTimelineText(t *testing.T) {
	got := timelineText(&report.Timeline{Unit: "units", Rows: []report.TimelineRow{
		{Label: "test", Marks: []report.TimelineMark{{Label: "a", Time: "1/2"}, {Label: "b", Time: "3"}}},
		{Label: "spec", Spans: []report.TimelineState{{From: "0", To: "3", Label: "s1"}, {From: "3", Label: "s2"}}},
		{Label: "mutant"},
	}})
	want := `  times in units
  test    a at 1/2, b at 3
  spec    s1 from 0 to 3, s2 from 3 to the end
  mutant
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSideText(t *testing.T) {
	vars := []report.Var{{Name: "x", Value: "1"}, {Name: "y", Value: "2", Changed: true}, {Name: "z", Value: "3", Differs: true}}
	for _, c := range []struct {
		side  report.Side
		first bool
		want  string
	}{
		{report.Side{Vars: vars}, true, "x = 1, y = 2, z = 3"},
		{report.Side{Vars: vars}, false, "y = 2, z = 3"},
		{report.Side{Output: "ok", Location: "idle", Zone: "x <= 3"}, false, "output ok, idle, x <= 3"},
		{report.Side{Refuses: "not possible", Vars: vars}, false, "not possible"},
		{report.Side{}, false, "unchanged"},
	} {
		if got := sideText(c.side, c.first); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
