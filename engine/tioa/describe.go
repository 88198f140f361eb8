package tioa

import (
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// Describe shows a mutant as a change of the model's text, with what is known of it before any check;
// the place of the first step stands for both. Nothing is said of use where reach is nil.
func Describe(mu *mutants.Mutant, reach *Reach) report.Mutant {
	f := mu.Origin.Model.File
	d := report.Mutant{ID: mu.ID(), Operator: mu.Operator()}
	if mu.Second != nil {
		d.Parts = mu.Parts()
	}
	if f == nil {
		f = source.NewFile("", "")
	}
	place := mu.Origin.Place(mu.First)
	d.Span = f.Shown(place)
	edits := mu.Origin.Edits(mu.Result.Automaton)
	for _, e := range edits {
		d.Edits = append(d.Edits, report.Edit{Original: f.Slice(e.Span), Replacement: e.Text, Span: f.Shown(e.Span)})
	}
	if len(edits) == 1 {
		d.Span, d.Original, d.Replacement, d.Edits = d.Edits[0].Span, d.Edits[0].Original, d.Edits[0].Replacement, nil
	}
	if others := mu.Origin.Model.Siblings(mu.Origin.Automaton); len(others) > 0 {
		d.Notes = append(d.Notes, "the change is one of the template: it changes "+strings.Join(others, ", ")+" too")
	}
	for _, r := range mu.Broken(true) {
		d.Notes = append(d.Notes, "breaks guideline "+r.Number+" ("+r.Lemma+"): "+r.Because)
	}
	if mu.Second == nil && reach != nil {
		if l := reach.Useful(mu.First); l != nil {
			d.Notes = append(d.Notes, "surely useful under Definition 7 ("+l.Number+"): "+l.Because)
		}
	}
	return d
}
