package tioa

import (
	"context"
	"fmt"
	"strconv"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// The tables of the paper's evaluation (sections 5.4 and 5.5) for any model, and what the static
// analysis says before any check.

// A Tally counts the mutants of an operator, or of all.
type Tally struct {
	Mutants, NonSubsumed, Subsumed, Inconsistent, Unknown, Violating int
	// Unsound are those that break a rule and are not subsumed: none, if the theory is right.
	Unsound []string
}

func (t *Tally) add(m *mutants.Mutant, v referee.MutantVerdict) {
	t.Mutants++
	switch v {
	case referee.Subsumed:
		t.Subsumed++
	case referee.NonSubsumed:
		t.NonSubsumed++
	case referee.NoModel:
		t.Inconsistent++
	default:
		t.Unknown++
	}
	if m.Broken(false) == nil {
		return
	}
	t.Violating++
	if v == referee.NonSubsumed {
		t.Unsound = append(t.Unsound, m.ID())
	}
}

// Ratio is the part of the useless mutants that the guidelines find.
func (t *Tally) Ratio() string { return percent(t.Violating, t.Subsumed+t.Inconsistent) }

// Useless is the likelihood of a useless mutant among those that are generated (Fig. 23).
func (t *Tally) Useless(guided bool) string {
	total := t.Mutants
	if guided {
		total -= t.Violating
	}
	return percent(total-t.NonSubsumed, total)
}

// percent prints a share with one digit.
func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	tenths := (2000*part + whole) / (2 * whole)
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}

// Tables counts verdicts: for each reading, by operator, the last entry being all.
func Tables(
	ctx context.Context, j *Judge, f *mutants.Family, only []referee.Semantics, progress func(done, total int),
) (map[referee.Semantics][]Tally, []string, error) {
	groups := operatorGroups(f)
	names := append(groups.names, "all")
	out := map[referee.Semantics][]Tally{}
	for _, s := range only {
		out[s] = make([]Tally, len(names))
	}
	for i := range f.Len() {
		if i%1024 == 0 {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if progress != nil {
				progress(i, f.Len())
			}
		}
		m := f.At(i)
		k := groups.of(&m)
		verdicts := j.verdicts(&m, only)
		for n, s := range only {
			out[s][k].add(&m, verdicts[n])
			out[s][len(names)-1].add(&m, verdicts[n])
		}
	}
	return out, names, nil
}

// verdicts decides under some readings.
func (j *Judge) verdicts(m *mutants.Mutant, only []referee.Semantics) []referee.MutantVerdict {
	var out []referee.MutantVerdict
	if len(only) == len(referee.AllSemantics) {
		for _, v := range j.All(m) {
			out = append(out, v.Verdict)
		}
		return out
	}
	for _, s := range only {
		out = append(out, j.Judge(m, s).Verdict)
	}
	return out
}

// groups are the rows of a table: the operators, or in second order the operators of the first step.
type groups struct {
	names []string
	row   map[*mutants.Operator]int
}

func operatorGroups(f *mutants.Family) groups {
	g := groups{row: map[*mutants.Operator]int{}}
	for i, op := range f.Ops {
		g.row[op] = i
		name := op.Name
		if f.Order == 2 {
			name += " + any"
		}
		g.names = append(g.names, name)
	}
	return g
}

func (g *groups) of(m *mutants.Mutant) int { return g.row[m.First.Op] }

// tables is the tool.
func (q *Request) tables(ctx context.Context) ([]report.Section, error) {
	order, sample := 1, q.Sample
	if q.input("order") == "2" {
		order = 2
	}
	if n, err := strconv.Atoi(q.input("sample")); err == nil && n > 0 {
		sample = n
	}
	counted, err := q.reading()
	if err != nil {
		return nil, err
	}
	j, err := NewJudgeUntil(ctx, q.Subject, q.Zones)
	if err != nil {
		return nil, err
	}
	j.Quiet()
	only := referee.AllSemantics
	if order == 2 {
		only = []referee.Semantics{counted}
	}
	f := mutants.NewFamily(q.Subject, q.Operators, order, sample, q.Seed)
	tallies, names, err := Tables(ctx, j, f, only, func(done, total int) { q.progress(done, total, "mutants") })
	if err != nil {
		return nil, err
	}
	return tableSections(tallies, names, counted, only, order), nil
}

func tableSections(
	tallies map[referee.Semantics][]Tally, names []string, counted referee.Semantics, only []referee.Semantics, order int,
) []report.Section {
	title := "First order"
	if order == 2 {
		title = "Second order, ordered pairs"
	}
	rows := tallies[counted]
	all := rows[len(rows)-1]
	t := &report.Table{
		Caption: counted.Title() + ": ratio is violating / (subsumed + inconsistent)",
		Columns: []string{"operator", "mutants", "non-subsumed", "subsumed", "inconsistent", "violating", "ratio"},
		Numeric: []bool{false, true, true, true, true, true, true},
	}
	for i, r := range rows {
		if r.Mutants == 0 && i < len(rows)-1 {
			continue
		}
		t.Rows = append(t.Rows, append([]string{names[i], strconv.Itoa(r.Mutants)}, r.cells()...))
	}
	sections := []report.Section{{Title: title, Blocks: append([]report.Block{{Table: t}}, soundness(all)...)}}
	if len(only) > 1 {
		sections = append(sections, readingsSection(tallies))
	}
	return append(sections, likelihoodSection(tallies, only))
}

// cells are the counts of verdicts in a row, with the ratio.
func (t *Tally) cells() []string {
	return []string{strconv.Itoa(t.NonSubsumed), strconv.Itoa(t.Subsumed), strconv.Itoa(t.Inconsistent),
		strconv.Itoa(t.Violating), t.Ratio()}
}

// soundness says whether a mutant that breaks a rule is useful after all.
func soundness(all Tally) []report.Block {
	var blocks []report.Block
	say := func(tone, format string, args ...any) {
		blocks = append(blocks, report.Block{Text: fmt.Sprintf(format, args...), Tone: tone})
	}
	if n := len(all.Unsound); n == 0 {
		say("good", "None of the %d mutants that break a guideline is non-subsumed.", all.Violating)
	} else {
		say("bad", "%d mutants break a guideline and are non-subsumed, the first one %s.", n, all.Unsound[0])
	}
	if all.Unknown > 0 {
		say("warn", "%d mutants are undecided: the budget of zones ran out.", all.Unknown)
	}
	return blocks
}

// readingsSection puts the three readings side by side.
func readingsSection(tallies map[referee.Semantics][]Tally) report.Section {
	t := &report.Table{
		Caption: "All operators together",
		Columns: []string{"reading", "non-subsumed", "subsumed", "inconsistent", "violating", "ratio"},
		Numeric: []bool{false, true, true, true, true, true},
	}
	for _, s := range referee.AllSemantics {
		all := tallies[s][len(tallies[s])-1]
		t.Rows = append(t.Rows, append([]string{s.Title()}, all.cells()...))
	}
	return report.Section{Title: "The three readings", Blocks: []report.Block{
		{Table: t},
		{Text: "Definition 7 compares the models as they are written. The pruned models have lost the states from " +
			"which an error cannot be avoided. The tool's alphabet lets the model stand still when the mutant gives an output " +
			"that it does not declare; the published tables come out under that reading alone."},
	}}
}

// likelihoodSection is Fig. 23 of the paper as a table.
func likelihoodSection(tallies map[referee.Semantics][]Tally, only []referee.Semantics) report.Section {
	t := &report.Table{
		Caption: "1 − non-subsumed / generated",
		Columns: []string{"reading", "without guidelines", "with guidelines"},
		Numeric: []bool{false, true, true},
	}
	for _, s := range only {
		all := tallies[s][len(tallies[s])-1]
		t.Rows = append(t.Rows, []string{s.Title(), all.Useless(false), all.Useless(true)})
	}
	return report.Section{Title: "Likelihood of a useless mutant", Blocks: []report.Block{{Table: t}}}
}

// guidelines is the tool that judges without checking.
func (q *Request) guidelines() ([]report.Section, error) {
	f := mutants.NewFamily(q.Subject, q.Operators, 1, 0, 0)
	r, err := NewReach(q.Subject, q.Zones)
	if err != nil {
		return nil, err
	}
	useless := &report.Table{Columns: []string{"mutant", "guideline", "lemma", "why"}}
	useful := &report.Table{Columns: []string{"mutant", "lemma", "why"}}
	open := 0
	for i := range f.Len() {
		m := f.At(i)
		if rules := m.Broken(true); rules != nil {
			useless.Rows = append(useless.Rows, []string{m.ID(), rules[0].Number, rules[0].Lemma, rules[0].Because})
			continue
		}
		if l := r.Useful(m.First); l != nil {
			useful.Rows = append(useful.Rows, []string{m.ID(), l.Number, l.Because})
			continue
		}
		open++
	}
	facts := []report.Fact{
		{Label: "mutants", Value: strconv.Itoa(f.Len())},
		{Label: "cannot be killed", Value: strconv.Itoa(len(useless.Rows))},
		{Label: "surely useful under Definition 7", Value: strconv.Itoa(len(useful.Rows))},
		{Label: "not judged", Value: strconv.Itoa(open)},
	}
	sections := []report.Section{{Title: "Before any check", Blocks: []report.Block{{Facts: facts}}}}
	if hints := q.hints(r); len(hints) > 0 {
		sections = append(sections, report.Section{Title: "The model itself", Blocks: hints})
	}
	return append(sections,
		report.Section{Title: "Mutants that break a guideline", Blocks: []report.Block{{Table: useless}}},
		report.Section{Title: "Mutants that are surely useful", Blocks: []report.Block{{Table: useful}}},
	), nil
}

// hints says what of the model itself makes mutants useless.
func (q *Request) hints(r *Reach) []report.Block {
	var blocks []report.Block
	warn := func(format string, args ...any) {
		blocks = append(blocks, report.Block{Text: fmt.Sprintf(format, args...), Tone: "warn"})
	}
	a := q.Subject.Automaton
	for _, i := range stuckLocations(q.Subject) {
		warn("Location %s lacks independent progress: time stops there and no output leaves it. What leads there is pruned, "+
			"and mutants of it are useless.", a.Locations[i].Title())
	}
	for _, i := range r.Unreached() {
		warn("Location %s is never reached: mutants of it are useless.", a.Locations[i].Title())
	}
	for _, i := range r.Dead() {
		warn("The edge %s is never taken: mutants of it are useless.", edgeTitle(a, i))
	}
	if r.Clash != nil {
		warn("The model is not deterministic in %s: the lemmas on useful mutants do not apply.", r.Clash.Loc.Title)
	}
	return blocks
}

func edgeTitle(a *model.Automaton, i int) string {
	e := a.Edges[i]
	return a.Locations[e.Source].Title() + " " + e.Sync() + " " + a.Locations[e.Target].Title()
}
