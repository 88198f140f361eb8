package tioa

import (
	"embed"

	"github.com/mutarium/mutarium/engine/report"
)

//go:embed gallery/*.xta
var galleryFiles embed.FS

// Templates are models to begin with.
//
//go:embed templates
var Templates embed.FS

const paper = "Basile, ter Beek, Lazreg, Cordy, Legay: Static detection of equivalent mutants in real-time " +
	"model-based mutation testing, 2022"

var gallery = []report.Example{
	{Name: "kettle", Title: "Kettle", Source: "own model", Mutant: "CXS@e1",
		Watch: "Of 31 mutants 15 are killed; 13 refine the kettle, such as CXL@e1, which beeps between 4 and 5 only; " +
			"and 3 get stuck, because the beep or the click never comes."},
	{Name: "coffee", Title: "Coffee machine", Source: paper + ", Fig. 15",
		Watch: "CXL@inv:add_sugar is killed by Definition 7 and unkillable once the models are pruned: the longer wait is " +
			"a dead end."},
	{Name: "accel", Title: "Gear changes", Source: paper + ", Fig. 16",
		Watch: "Of 196 added outputs 38 are unkillable: 13 enter the dead end s_end, the other 25 only by the tool's " +
			"alphabet convention."},
	{Name: "hotel", Title: "Hotel booking", Source: paper + ", Fig. 17",
		Watch: "Location qH1 lacks independent progress, so that pruning cuts off nearly everything and most mutants " +
			"are unkillable."},
	{Name: "wfas", Title: "Wireless fire alarm", Source: paper + ", Fig. 18",
		Watch: "Fourteen mutants are inconsistent: their clock runs against an invariant and no output is left."},
	{Name: "mutex", Title: "Fischer's protocol, one process", Source: paper + ", Fig. 19",
		Watch: "The guard on lock is part of a conjunction, so that CXL, CXS and CCN leave it alone; NGD does not."},
	{Name: "fig20", Title: "Two useless steps", Source: "after " + paper + ", Fig. 20", Operators: []string{"TAD", "CXS"},
		Watch: "In second order TAD@s0->s1?+CXS@inv:s1 is unkillable without breaking a guideline, though each of its " +
			"steps breaks one."},
	{Name: "fig21", Title: "Two useless mutations that are useful together", Source: "after " + paper + ", Fig. 21",
		Operators: []string{"CXS", "CXL"},
		Watch: "CXS@e1 and CXL@inv:s0 are unkillable; in second order CXS@e1+CXL@inv:s0 is killed, and so is the " +
			"other order."},
	{Name: "cas", Title: "Car alarm system", Source: paper + ", Fig. 14",
		Watch: "Three mutants of CXS make an input non-deterministic: there the backward game decides."},
	{Name: "drinks", Title: "A family of vending machines", Source: "after " + paper + ", Fig. 2",
		Watch: "Without tea (product soda,small) TMI@e1 is inconsistent: nothing is served before the time is up. " +
			"With tea it only refines."},
	{Name: "university", Title: "University: compositions and quotients",
		Source: "David, Larsen, Legay, Nyman, Wąsowski: ECDAR, ATVA 2010; sample project of the Ecdar tools", Tool: "query",
		Watch: "Administration, machine and researcher together refine the specification; with Adm2 they do not: the " +
			"timeline shows a patent that no grant paid for."},
}

// Examples gives the gallery with its texts.
func Examples() []report.Example {
	all := make([]report.Example, len(gallery))
	for i, e := range gallery {
		e.Text = Study(e.Name)
		all[i] = e
	}
	return all
}

// Study gives the text of one of the gallery's models, or "".
func Study(name string) string {
	b, err := galleryFiles.ReadFile("gallery/" + name + ".xta")
	if err != nil {
		return ""
	}
	return string(b)
}
