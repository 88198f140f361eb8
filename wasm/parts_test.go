package main

import (
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/wire"
)

// A request goes to the program that holds its formalism, whether the page names it or the text
// tells it.
func TestElsewhere(t *testing.T) {
	core := func(formalism string) bool { return formalism == "efsm" || formalism == "tfsm" }
	want := map[string]string{"efsm": "", "tfsm": "", "action-system": programs + "action-system.wasm",
		"timed": programs + "timed.wasm"}
	for _, d := range engine.Formalisms() {
		if !engine.Holds(d.Name) {
			t.Errorf("the whole engine does not hold %s", d.Name)
		}
		for _, e := range d.Examples {
			for _, named := range []string{d.Name, ""} {
				req := wire.Request{Kind: wire.Analyse, Formalism: named, Text: e.Text}
				if got := elsewhere(&req, core); got != want[d.Name] {
					t.Errorf("%s, formalism %q: goes to %q, want %q", e.Name, named, got, want[d.Name])
				} else if got == "" && req.Formalism != d.Name {
					t.Errorf("%s: stays, and the formalism %q is looked for again", e.Name, req.Formalism)
				}
			}
		}
	}
	project := wire.Request{Kind: wire.Pack, Files: []wire.File{{Name: "Components/A.json", Text: "{}"}}}
	if got := elsewhere(&project, core); got != programs+"timed.wasm" {
		t.Errorf("an Ecdar project goes to %q", got)
	}
	for _, req := range []wire.Request{{Kind: wire.Run, Text: "?"}, {Kind: wire.Run, Formalism: "no such"}, {Kind: wire.Pack}, {Kind: wire.Share}} {
		if got := elsewhere(&req, core); got != "" {
			t.Errorf("%+v goes to %q, want an error from here", req, got)
		}
	}
}
