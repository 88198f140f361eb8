package referee

// Verdicts on mutants. Three readings of "the mutant refines the model" are offered, since the
// paper defines one and its tables were made by a tool with another.

// A Semantics is a reading of refinement for mutants.
type Semantics uint8

const (
	// Definition7 compares the two as they are written. It has no inconsistent mutants.
	Definition7 Semantics = iota
	// PrunedStates cuts off, in both, the states that are not good; a mutant whose start
	// is cut off is inconsistent (David et al., HSCC 2010).
	PrunedStates
	// ToolAlphabet does the same, and an output that the model does not declare leaves the model
	// where it is. The published numbers come out under this reading alone: see docs/timed.md.
	ToolAlphabet
)

// AllSemantics lists the three in order.
var AllSemantics = []Semantics{Definition7, PrunedStates, ToolAlphabet}

func (s Semantics) String() string { return [...]string{"definition7", "pruned", "alphabet"}[s] }

// Title is the reading's name in tables.
func (s Semantics) Title() string {
	return [...]string{"Definition 7", "Pruned", "Pruned, tool's alphabet"}[s]
}

// SemanticsNamed finds a reading by its name.
func SemanticsNamed(name string) (Semantics, bool) {
	for _, s := range AllSemantics {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

// A MutantVerdict is what one reading says of a mutant.
type MutantVerdict uint8

const (
	Subsumed    MutantVerdict = iota // it refines the model: no test tells it apart
	NonSubsumed                      // it does not: a trace of it betrays it
	NoModel                          // inconsistent: its start is not good
	Undecided                        // a budget ran out
)

func (v MutantVerdict) String() string {
	return [...]string{"subsumed", "non-subsumed", "inconsistent", "unknown"}[v]
}
