package engine

import (
	"context"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// Whatever is given as a report is refused with a message, or read so that what is written of it is
// read as the same; and verifying it, which ends, finds nothing but refusals with a reason.
func FuzzReport(f *testing.F) {
	for _, settings := range []report.Settings{{Operators: []string{"all"}}, {Operators: []string{"inc"}, Budget: report.Budget{States: 6, Duplicates: 2}}} {
		file := "1\n0\n5\n"
		m, _ := Open(sums{}, sourceOf(file))
		r, err := Run(context.Background(), Job{File: sourceOf(file), Formalism: sums{}, Model: m, Settings: settings}, Observer{})
		if err != nil {
			f.Fatal(err)
		}
		r.Timings = nil
		text, err := report.Encode(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`{"engine":"0.1.0","format":1,"model":{"formalism":"sums","name":"","text":"1\n"},"mutants":[{"id":"dec@1:1","operator":"dec",` +
		`"original":"1","replacement":"0","span":{"column":1,"endColumn":2,"endLine":1,"line":1},"verdict":"survived","reason":"loses-behaviour","strength":"proved"}],` +
		`"settings":{"budget":{},"engine":"auto","operators":["dec"],"order":1},"summary":{"invalid":0,"killed":0,"mutants":1,` +
		`"operators":{"dec":{"invalid":0,"killed":0,"mutants":1,"survived":1,"unknown":0}},"reasons":{"loses-behaviour":1},"survived":1,"unknown":0}}`)
	f.Add(`{"format":2`)
	f.Add(`{"format":99,"model":{"formalism":"sums"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		with(t, sums{})
		r, err := Read([]byte(text))
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without a message")
			}
			return
		}
		once, err := report.Encode(r)
		if err != nil {
			return // a raw part that is no JSON by itself cannot come out of a document that is
		}
		back, err := Read(once)
		if err != nil {
			t.Fatalf("what was written of it is refused: %v", err)
		}
		if twice, err := report.Encode(back); err != nil || string(twice) != string(once) {
			t.Fatalf("it is read as something else: %v", err)
		}
		v, err := Verify(t.Context(), []byte(text), VerifyOptions{})
		if err != nil {
			return
		}
		for _, x := range v.Refusals {
			if x.Why == "" {
				t.Fatalf("%q is refused without a reason", x.Mutant)
			}
		}
	})
}
