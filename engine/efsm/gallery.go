package efsm

import (
	"embed"

	"github.com/mutarium/mutarium/engine/report"
)

//go:embed gallery/*.efsm
var galleryFiles embed.FS

// Templates are models to begin with.
//
//go:embed templates
var Templates embed.FS

const paper = "Kolchin, Potiyenko, Weigert: Efficient increasing of the mutation score during model-based test " +
	"suite generation, 2020"

var gallery = []report.Example{
	{Name: "tea", Title: "Tea machine", Source: "own model", Mutant: "t3#3",
		Watch: "In t3#3 a cup needs more than two coins, and its third step shows it. Two of the 50 mutants, t1#1 and " +
			"t3#14, change nothing that can ever happen."},
	{Name: "inres", Title: "INRES initiator", Source: "own transcription of Hogrefe's teaching protocol",
		Watch: "Mutants of the counter (t1#1, t4#12) survive every short test: it takes four timeouts to see them, " +
			"and data flow never does, because the counter only steers guards."},
	{Name: "vending", Title: "Vending machine", Source: "own model",
		Watch: "Dropping the refill of the tea (v8#49) infects the state after three inputs and is seen after five, " +
			"by a second turn of the key."},
	{Name: "atm", Title: "Cash machine", Source: "own model, after the ATM of search-based testing of EFSMs " +
		"(Kalaji, Hierons, Swift 2011)",
		Watch: "Whether the failed attempts are cleared when the PIN is right makes no difference, because the next " +
			"card clears them again: a2#11 and a2#13 are equivalent."},
	{Name: "cruise", Title: "Cruise control", Source: "own model",
		Watch: "In c14 'armed' is always true when the car is in standby: dropping it (c14#37) changes nothing, and " +
			"neither does the pair of brackets (c14#36)."},
	{Name: "lift", Title: "Lift", Source: "own model, after the lift of search-based testing of EFSMs (Kalaji, " +
		"Hierons, Swift 2011)",
		Watch: "The floor is shown while the lift moves, the load only by whether it leaves: mutants of l4 are killed " +
			"by the step that infects them, those of l7 mostly later."},
	{Name: "tcp", Title: "TCP-like connection", Source: "own model",
		Watch: "An off-by-one mutant of a sequence number shows at once (q3#6 to q3#9), one of the retry counter only " +
			"after further timeouts (q7#17 to q7#20)."},
	{Name: "inflight", Title: "In-flight safety", Source: "own model, after the in-flight safety system of " +
		"search-based testing of EFSMs (Kalaji, Hierons, Swift 2011)",
		Watch: "The guards of f14 and f15 combine four conditions: compare in the tool Test suite how many mutants " +
			"branch cover kills and how many masking MC/DC does."},
	{Name: "transport", Title: "Class-2 transport protocol", Source: "own model, after ISO 8073 and the class-2 " +
		"protocol of search-based testing of EFSMs",
		Watch: "More than a thousand states and 39 inputs, yet every mutant is decided: the few equivalent ones are " +
			"proved to be so by the closed product."},
	{Name: "fig1a", Title: "Fig. 1a: divergence in a signal", Source: paper,
		Watch: "A mutated decision is visible because an output lies inside its branches."},
	{Name: "fig1b", Title: "Fig. 1b: divergence in a parameter", Source: paper,
		Watch: "The fault flows from C to Z to the output; every verdict of the data-flow answer is right here."},
	{Name: "fig1c", Title: "Fig. 1c: the uncaught divergence", Source: paper,
		Watch: "if2#0 is killed, but the data-flow answer misses it; counting predicate uses finds it and brings one " +
			"false alarm, s1#4."},
	{Name: "fig5", Title: "Fig. 5: a loop to resume", Source: paper,
		Watch: "The loop counter i steers a guard only: the mutants of its assignments (s12) are killed, and data " +
			"flow misses every one."},
	{Name: "fig6", Title: "Fig. 6: nothing to observe", Source: paper,
		Watch: "Mutants of cond are weakly killed, and no output can ever tell: the closed product proves it."},
	{Name: "fig6-step", Title: "Fig. 6, one input for each point", Source: "after " + paper,
		Watch: "The same program point by point: now the mutants of cond are killed, because the branch shifts all " +
			"later inputs by one."},
}

// Gallery gives the examples with their texts.
func Gallery() []report.Example {
	all := make([]report.Example, len(gallery))
	for i, e := range gallery {
		text, err := galleryFiles.ReadFile("gallery/" + e.Name + ".efsm")
		if err != nil {
			panic("efsm: the gallery lacks " + e.Name)
		}
		e.Text = string(text)
		all[i] = e
	}
	return all
}
