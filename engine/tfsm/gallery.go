package tfsm

import (
	"embed"
	"strings"
)

//go:embed gallery/*
var galleryFiles embed.FS

// Templates are models to begin with.
//
//go:embed templates
var Templates embed.FS

// A GalleryModel is an example with what to look for.
type GalleryModel struct {
	Name      string
	Title     string
	Source    string
	Watch     string
	Tool      string
	Mutant    string // that the page shows first, or ""
	Operators []string
	Text      string
}

const paper = "Nguena Timo, Prestat, Avellaneda, Fault Detection for Timed FSM with Timeouts by Constraint Solving"

// Gallery lists the examples.
func Gallery() []GalleryModel {
	list := []GalleryModel{
		{
			Name: "stairs", Title: "Light on the stairs", Source: "Mutarium", Mutant: "timeout-inf@8:1",
			Operators: []string{"output", "transfer", "timeout-dec", "timeout-inc", "timeout-inf"},
			Watch: "Ten single changes and all their combinations make 107 mutants. None conforms, and one test kills " +
				"them all: see the tool Test suite.",
		},
		{Name: "s1-m1", Title: "Four states, 31 mutants", Source: paper + ", Figure 1", Tool: "suite",
			Watch: "The paper's five tests are in the model and each is needed; fewer are enough when they may be longer. " +
				"Not one of the 31 mutants conforms."},
		{Name: "s1-m1-combs", Title: "Combs of a test", Source: paper + ", Example 5", Tool: "combs",
			Watch: "The six ways in which a mutant can betray itself on one test, the automaton they are read from, and " +
				"the clauses they become."},
		{Name: "tftp3", Title: "TFTP, three packets", Source: paper + ", Figure 4 and Section 5.1", Tool: "suite",
			Watch: "863,547,424,767 mutants, all of them told apart from the protocol by seven tests of at most five inputs."},
		{Name: "tftp3-chaos", Title: "TFTP, chaos machine", Source: paper + ", Section 5.1", Tool: "suite",
			Watch: "2.9e34 mutants, of which exactly 53 conform. The paper needed 1970 s."},
		{Name: "tftp15", Title: "TFTP, fifteen packets", Source: paper + ", Section 5.1", Tool: "suite",
			Watch: "1.0e86 mutants, more than there are atoms in the universe."},
		{
			Name:   "rand-n8-e18",
			Title:  "A random machine of 8 states",
			Source: "made as in " + paper + ", Section 5.2",
			Tool:   "suite",
			Watch:  "7.0e17 mutants; the paper took 864 s for a machine of this kind.",
		},
		{
			Name:      "coffee",
			Title:     "Coffee machine without mutants",
			Source:    "Mutarium",
			Operators: []string{"output", "transfer", "timeout-dec", "timeout-inc", "timeout-inf", "timeout-transfer"},
			Watch: "A specification alone: operators build the mutation machine. Nobody can tell when the display goes " +
				"dark: every change of that delay is equivalent, and every change of the two others is killed.",
		},
		{
			Name:      "mealy",
			Title:     "A Mealy machine in DOT",
			Source:    "the format of the automata wiki of Radboud University",
			Operators: []string{"any"},
			Tool:      "suite",
			Watch: "A machine without timeouts, pasted as it is published. There are 198,359,290,367 other machines " +
				"with at most three states: one of them behaves like it, with two states renamed, and the suite kills the rest.",
		},
		{
			Name:      "barrier",
			Title:     "A barrier with timers, in LearnLib's DOT",
			Source:    "the format of LearnLib and AutomataLib",
			Operators: []string{"output", "transfer"},
			Tool:      "any-fault",
			Watch: "Three locations whose timers show when they run out: nine states, where the input wait[1] is a unit of " +
				"time. A few tests kill every machine with at most nine states.",
		},
	}
	for i := range list {
		list[i].Text = galleryText(list[i].Name)
	}
	return list
}

func galleryText(name string) string {
	name, _ = strings.CutSuffix(name, "-combs")
	for _, ext := range []string{".tfsm", ".dot"} {
		if text, err := galleryFiles.ReadFile("gallery/" + name + ext); err == nil {
			return string(text)
		}
	}
	return ""
}
