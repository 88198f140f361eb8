package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Reports are input: whoever wrote them may have written anything. This test changes one value of
// a true report at random, whatever it is, and verifies the result. Nothing may panic, and
// whatever says something about a model must be refused once it is changed.

// free are the parts of a report that say nothing about the model, or nothing that can be checked:
// names, versions, what the search happened to cost, counts beside the evidence, and for EFSMs the
// answer of an analysis that is known to err.
var free = []string{
	"/engine", "/model/name", "/cancelled", "/timings", "/effort", "/notes", "/settings/budget",
	"/evidence/transitions", "/evidence/states = <nil>", "/dataflow",
}

func TestTamperedAtRandom(t *testing.T) {
	const seed = 5
	tampers := 200
	if testing.Short() {
		tampers = 40
	}
	for _, d := range Formalisms() {
		t.Run(d.Name, func(t *testing.T) {
			genuine := smallReport(t, d)
			r := rand.New(rand.NewPCG(seed, uint64(len(d.Name))))
			for range tampers {
				var doc any
				if err := json.Unmarshal(genuine, &doc); err != nil {
					t.Fatal(err)
				}
				path := tamper(r, &doc)
				forged := report.Raw(doc)
				v, err := verifyCalmly(t, path, forged)
				if err != nil || len(v.Refusals) > 0 || isFree(path) || unchanged(genuine, forged) {
					continue
				}
				t.Errorf("seed %d: accepted although %s was changed", seed, path)
			}
		})
	}
}

// unchanged tells whether a forgery reads as the same report: a null where nothing was, say, or a
// sample that is still larger than there are mutants.
func unchanged(a, b []byte) bool {
	var x, y report.Report
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	for _, r := range []*report.Report{&x, &y} {
		if r.Settings.Sample > len(r.Mutants) {
			r.Settings.Sample, r.Settings.Seed = 0, 0
		}
	}
	return same(x, y)
}

func isFree(path string) bool {
	return slices.ContainsFunc(free, func(f string) bool { return strings.Contains(path, f) })
}

// smallReport judges a dozen mutants of the formalism's first example.
func smallReport(t *testing.T, d report.Formalism) []byte {
	t.Helper()
	f, err := Find(d.Name)
	if err != nil {
		t.Fatal(err)
	}
	file := source.NewFile("example", usual(d).Text)
	m, diags := Open(f, file)
	if m == nil {
		t.Fatal(diags.Text(file))
	}
	r, err := Run(context.Background(), Job{File: file, Formalism: f, Model: m, Settings: report.Settings{Sample: 12, Seed: 2}}, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	r.Timings = nil
	data, err := report.Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func verifyCalmly(t *testing.T, path string, data []byte) (v *Verification, err error) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("verify panics when %s was changed: %v", path, p)
			err = fmt.Errorf("panic")
		}
	}()
	return Verify(context.Background(), data, VerifyOptions{})
}

// tamper changes one value somewhere below and tells where.
func tamper(r *rand.Rand, at *any) string {
	switch x := (*at).(type) {
	case map[string]any:
		if len(x) == 0 || r.IntN(12) == 0 {
			break
		}
		names := make([]string, 0, len(x))
		for name := range x {
			names = append(names, name)
		}
		slices.Sort(names)
		name := names[r.IntN(len(names))]
		if r.IntN(10) == 0 {
			delete(x, name)
			return "/" + name + " (removed)"
		}
		inner := x[name]
		path := tamper(r, &inner)
		x[name] = inner
		return "/" + name + path
	case []any:
		if len(x) == 0 || r.IntN(12) == 0 {
			break
		}
		i := r.IntN(len(x))
		return "/" + strconv.Itoa(i) + tamper(r, &x[i])
	}
	*at = other(r, *at)
	return fmt.Sprintf(" = %.60v", *at)
}

// other gives a value that is not the given one, sometimes of another type.
func other(r *rand.Rand, x any) any {
	if n, ok := x.(float64); ok && r.IntN(2) == 0 {
		return n + float64(1+r.IntN(3))*float64(1-2*r.IntN(2))
	}
	for {
		y := []any{nil, true, -1.0, 0.0, 1e12, "", "x", []any{}, []any{1.0}, map[string]any{}}[r.IntN(10)]
		zero := x == nil || reflect.ValueOf(x).IsZero() // which null reads as
		if !reflect.DeepEqual(x, y) && !(zero && y == nil) {
			return y
		}
	}
}
