package engine

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Whatever is given as a report is refused with a message, or read; what was read is written and read
// again as the same, and checked without a panic.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "{}", "[]", `{"format": 1}`, `{"format": 99, "model": {"formalism": "efsm"}}`, `{"format": -1, "model": {"formalism": "x"}}`,
		`{"format": 2, "model": {"formalism": "efsm", "text": "location A"}, "mutants": [{"id": "t#1", "verdict": "killed"}]}`,
		`{"format": 1, "model": {"formalism": "tfsm", "text": ""}, "mutants": [{"id": "a", "verdict": "survived", "reason": "equivalent"}]}`} {
		f.Add([]byte(s))
	}
	for _, fm := range formalisms {
		d := fm.Describe()
		file := source.NewFile(usual(d).Name+d.Extensions[0], usual(d).Text)
		m, diags := Open(fm, file)
		if m == nil {
			f.Fatal(diags.Text(file))
		}
		settings := report.Settings{Sample: 2, Seed: 1, Order: 1, Engine: "auto"}
		r, err := Run(context.Background(), Job{File: file, Formalism: fm, Model: m, Settings: settings}, Observer{})
		if err != nil {
			f.Fatal(err)
		}
		data, err := report.Encode(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	olds, _ := filepath.Glob(filepath.Join("testdata", "*.json"))
	for _, path := range olds {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(data)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without a message")
			}
			return
		}
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(again); err != nil {
			t.Fatalf("what was read cannot be read again: %v\n%s", err, again)
		}
	})
}
