package tioa

import (
	"path/filepath"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

func ask(t testing.TB, m *Model, r Reading, query string) *Answer {
	answers, d := NewSession(m, r).Ask(source.NewFile("query", query))
	if d.HasErrors() {
		t.Fatalf("%s: %v", query, d)
	}
	return answers[0]
}

func TestReachability(t *testing.T) {
	dir := shared(t, "ecdar")
	if dir == "" {
		return
	}
	m := open(t, filepath.Join(dir, "json", "EcdarUniversity"))
	for _, c := range []struct {
		query string
		want  bool
		trace string
	}{
		{"reachability: Machine -> Machine.L5 && Machine.y>6", true, "wait 13/2"},
		{"reachability: Machine || Researcher -> Researcher.L6", true, ""},
		{"reachability: Machine @ Machine.L4 -> Machine.L4 && Machine.y > 6", false, ""},
		{"reachability: Machine || Researcher @ Machine.L5 && Researcher.L6 && Researcher.x == 3 -> Researcher.U0", true, ""},
	} {
		a := ask(t, m, Reading{}, c.query)
		if a.Unknown {
			t.Errorf("%s: %v", c.query, a.Reasons)
			continue
		}
		if a.Holds != c.want {
			t.Errorf("%s: got %v, want %v: %v", c.query, a.Holds, c.want, a.Reasons)
		}
		if a.Trace != nil {
			t.Logf("%s: %s", c.query, a.Trace)
		}
		if c.trace != "" && a.Trace != nil && a.Trace.String() != c.trace {
			t.Errorf("%s: got %s, want %s", c.query, a.Trace, c.trace)
		}
	}
}
