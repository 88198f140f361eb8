package tioa

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

type knownQuery struct {
	ID       string `json:"id"`
	Model    string `json:"model"`
	Query    string `json:"query"`
	Expected bool   `json:"expected"`
	Trust    string `json:"trust"`
	Complete bool   `json:"input_enabled_by_loader"`
}

func knownQueries(t testing.TB) (string, []knownQuery) {
	dir := shared(t, "ecdar")
	if dir == "" {
		return "", nil
	}
	b, err := os.ReadFile(filepath.Join(dir, "queries.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Queries []knownQuery }
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	return dir, all.Queries
}

func TestKnownQueries(t *testing.T) {
	dir, queries := knownQueries(t)
	models := map[string]*model.Model{}
	wrong, traces, total := 0, 0, time.Duration(0)
	for _, q := range queries {
		m, ok := models[q.Model]
		if !ok {
			m = open(t, filepath.Join(dir, q.Model))
			models[q.Model] = m
		}
		if strings.Contains(q.Query, "<first template") {
			name := "a0"
			m = m.With(m.Automata[0], renamed(m.Automata[0], name))
			q.Query = "refinement: a0 <= a0"
		}
		began := time.Now()
		s := NewSession(m, Reading{AsWritten: !q.Complete})
		answers, d := s.Ask(context.Background(), source.NewFile("query", q.Query))
		if d.HasErrors() {
			t.Errorf("%s %s: %v", q.ID, q.Query, d)
			continue
		}
		took := time.Since(began)
		total += took
		if took > 20*time.Millisecond {
			t.Logf("%s %.120s took %v, %d zones", q.ID, q.Query, took, answers[0].Zones)
		}
		if tr := answers[0].Trace; tr != nil {
			traces++
			if traces%6 == 0 {
				t.Logf("%s %s: %s; %s", q.ID, q.Query, tr, tr.Conclusion)
			}
		}
		if a := answers[0]; a.Holds != q.Expected || a.Unknown {
			wrong++
			t.Errorf("%s %s %s (%s): got %v, want %v; %v", q.ID, q.Model, q.Query, q.Trust, a.Holds, q.Expected, a.Reasons)
		}
		if a := ask(t, m, Reading{}, q.Query); a.Holds != q.Expected || a.Unknown {
			t.Errorf("%s %s %s without a switch: got %v, want %v; %v", q.ID, q.Model, q.Query, a.Holds, q.Expected, a.Reasons)
		}
	}
	t.Logf("%d queries, %d wrong, %d traces, %v", len(queries), wrong, traces, total)
}

func renamed(a *model.Automaton, name string) *model.Automaton {
	c := *a
	c.Name = name
	return &c
}
