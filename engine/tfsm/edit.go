package tfsm

import "github.com/mutarium/mutarium/engine/source"

// Mutants as changes of the model's text; how a text is changed is the model's affair.

// Taken lists the transitions that a selection takes instead of the specification's, and those of
// extra states that it reaches: what has to be changed to make the text the mutant.
func (d *Domain) Taken(sel Selection) []int {
	reached := d.reached(sel)
	var taken []int
	for g, c := range sel {
		if c != d.Groups[g].Spec && reached[d.Groups[g].State] {
			taken = append(taken, d.Groups[g].Choices[c].Members[0])
		}
	}
	return taken
}

// Edits gives the changes of the model's text that make the taken transitions, one of a group at
// most, the specification's. The domain's model may have transitions that no text holds, which
// operators have added.
func (d *Domain) Edits(taken []int) []source.Edit {
	w := d.Model.Editor(d.written)
	for _, n := range taken {
		w.Take(n, d.specMember(d.groupOf(d.Model.Transitions[n])))
	}
	return w.Edits()
}

// specMember is the index of the specification's transition in a group, -1 in an extra state.
func (d *Domain) specMember(g int) int {
	if d.Groups[g].Spec < 0 {
		return -1
	}
	for _, n := range d.Groups[g].Choices[d.Groups[g].Spec].Members {
		if !d.Model.Transitions[n].Mutated {
			return n
		}
	}
	return -1
}

func containsInt(list []int, n int) bool {
	for _, x := range list {
		if x == n {
			return true
		}
	}
	return false
}

// Place is the span of the specification's transition that a mutated one replaces; false where the
// text does not write it out.
func (d *Domain) Place(n int) (source.Span, bool) {
	own := d.specMember(d.groupOf(d.Model.Transitions[n]))
	if own < 0 || d.Model.Transitions[own].Stmt < 0 {
		return source.Span{}, false
	}
	return d.Model.Transitions[own].Span, true
}
