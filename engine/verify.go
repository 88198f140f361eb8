package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Refusal is something in a report that does not hold.
type Refusal struct {
	Mutant string `json:"mutant,omitempty"` // its id; "": the report as a whole
	Why    string `json:"why"`
}

// A Verification is the outcome of Verify.
type Verification struct {
	Mutants  int       `json:"mutants"` // that were checked
	Refusals []Refusal `json:"refusals"`
}

// VerifyOptions say how to verify; the zero value will do.
type VerifyOptions struct {
	Jobs     int                   // mutants checked at the same time
	Partial  bool                  // the report may hold fewer mutants than the operators make
	Progress func(done, total int) // may be nil
}

// Verify checks a report from itself alone: that the model's text is the one it names, that the
// mutants are those that the operators make of it, that the summary counts them, and each verdict
// by the formalism's simple checker. A cancelled report may always hold fewer mutants than the
// operators make. The error means that nothing could be checked.
func Verify(ctx context.Context, data []byte, how VerifyOptions) (*Verification, error) {
	r, err := Read(data)
	if err != nil {
		return nil, err
	}
	v := &verification{r: r, Verification: Verification{Refusals: []Refusal{}}}
	if !v.open() {
		return &v.Verification, nil
	}
	counts := report.Summarise(r.Mutants)
	counts.DuplicatesNote = r.Summary.DuplicatesNote
	if !same(counts, r.Summary) {
		v.refuse("", "the summary does not count the mutants")
	}
	v.enumerate(how.Partial || r.Cancelled)
	if err := v.judge(ctx, how); err != nil {
		return nil, err
	}
	return &v.Verification, nil
}

// Read decodes a report, also one of an earlier format, and refuses one that this version cannot
// understand.
func Read(data []byte) (*report.Report, error) {
	var r report.Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("this is not a report: %s", source.LocatedJSONMistake(string(data), err))
	}
	switch {
	case r.Format == 0 || r.Model.Formalism == "":
		return nil, fmt.Errorf("this is not a report of Mutarium: it names no format and no formalism")
	case r.Format > report.FormatVersion:
		return nil, fmt.Errorf(
			"the report has format %d, this version reads up to %d: update Mutarium",
			r.Format,
			report.FormatVersion,
		)
	case r.Format < 1:
		return nil, fmt.Errorf("the report has format %d, which never existed", r.Format)
	case r.Format == 1:
		if err := report.Upgrade(&r, data); err != nil {
			return nil, fmt.Errorf("the report of format 1 cannot be read: %v", err)
		}
	}
	return &r, nil
}

// A verification is one run of Verify.
type verification struct {
	Verification
	r         *report.Report
	formalism Formalism
	model     Model
	known     map[string]report.Mutant // what the operators make, by id
	made      map[string]Mutant        // the same
	foreign   bool                     // the one mutant is hand-written
}

func (v *verification) refuse(id, format string, args ...any) {
	v.Refusals = append(v.Refusals, Refusal{Mutant: id, Why: fmt.Sprintf(format, args...)})
}

// open reads the model; without one there is nothing to go on with.
func (v *verification) open() bool {
	m := v.r.Model
	f, err := Find(m.Formalism)
	if err != nil {
		v.refuse("", "%v", err)
		return false
	}
	file := source.NewFile(m.Name, m.Text)
	model, d := Open(f, file)
	if model == nil {
		v.refuse("", "the model cannot be read: %s", d[0].Message)
		return false
	}
	if !same(model.Facts(), m.Facts) {
		v.refuse("", "the facts are not those of the model")
	}
	v.formalism, v.model = f, model
	return true
}

// enumerate makes the mutants again and compares their list with the report's.
func (v *verification) enumerate(partial bool) {
	if v.foreign = v.handWritten(); v.foreign {
		return
	}
	head, err := Head(
		Job{File: source.NewFile("", v.r.Model.Text), Formalism: v.formalism, Model: v.model, Settings: v.r.Settings},
	)
	if err != nil {
		v.refuse("", "the settings cannot be met: %v", err)
		return
	}
	if !same(head.Settings, v.r.Settings) {
		v.refuse("", "the settings are not as a run writes them")
	}
	made, err := v.model.Mutants(selection(v.r.Settings))
	if err != nil {
		v.refuse("", "the settings cannot be met: %v", err)
		return
	}
	v.known, v.made = make(map[string]report.Mutant, len(v.r.Mutants)), make(map[string]Mutant, len(v.r.Mutants))
	order := make(map[string]int, len(v.r.Mutants))
	for _, m := range v.r.Mutants {
		order[m.ID] = -1
	}
	for i, m := range made {
		id := idOf(m)
		if _, asked := order[id]; asked {
			v.known[id], v.made[id], order[id] = m.Describe(), m, i
		}
	}
	if !partial && len(v.r.Mutants) != len(made) {
		v.refuse(
			"",
			"the report holds %d mutants, the operators make %d (a run with --only is verified with --partial)",
			len(v.r.Mutants),
			len(made),
		)
	}
	last := -1
	for _, m := range v.r.Mutants {
		at := order[m.ID]
		switch {
		case at < 0:
			continue // judge says so
		case at == last:
			v.refuse(m.ID, "the mutant is listed twice")
		case at < last:
			v.refuse(m.ID, "the mutant is out of order")
		}
		last = max(last, at)
	}
}

// handWritten tells whether the report is of a comparison, whose mutant is no operator's.
func (v *verification) handWritten() bool {
	if len(v.r.Mutants) != 1 {
		return false
	}
	for _, op := range v.formalism.Describe().Operators {
		if op.Name == v.r.Mutants[0].Operator {
			return false
		}
	}
	return len(v.r.Mutants[0].Parts) == 0
}

// judge asks the formalism's checkers about each mutant, on as many goroutines as asked for.
// Refusals are kept in the order of the mutants.
func (v *verification) judge(ctx context.Context, how VerifyOptions) error {
	first, err := v.model.Checker(ctx, v.r.Settings)
	if err != nil {
		v.refuse("", "the settings cannot be met: %v", err)
		return nil
	}
	c := newCrew(
		ctx,
		first,
		min(how.Jobs, len(v.r.Mutants)),
		func() (Checker, error) { return v.model.Checker(ctx, v.r.Settings) },
	)
	why, err := v.verdicts(c, how)
	if err != nil {
		return err
	}
	if !sameDomain(first, v.r) {
		v.refuse("", "the domain is not that of the model")
	}
	for i, m := range v.r.Mutants {
		if why[i] != "" {
			v.refuse(m.ID, "%s", why[i])
		}
	}
	v.Mutants = len(v.r.Mutants)
	return v.duplicates(c)
}

// verdicts says by mutant why it is refused, "" where its verdict holds.
func (v *verification) verdicts(c *crew, how VerifyOptions) (why []string, err error) {
	file := source.NewFile("", v.r.Model.Text)
	why = make([]string, len(v.r.Mutants))
	var mu sync.Mutex
	done := 0
	err = c.each(len(why), func(k Checker, i int) {
		m := v.r.Mutants[i]
		if why[i] = v.unlike(file, m); why[i] == "" {
			if err := k.Verify(c.ctx, m, v.r); err != nil {
				why[i] = err.Error()
			}
		}
		if how.Progress != nil {
			mu.Lock()
			defer mu.Unlock()
			done++
			how.Progress(done, len(why))
		}
	})
	return why, errors.Join(err, c.ctx.Err())
}

// duplicates looks for the duplicates among the report's mutants again and compares.
func (v *verification) duplicates(c *crew) error {
	if v.known == nil && !v.foreign || v.r.From == 1 {
		return nil // refused as a whole already, or nothing is claimed
	}
	note := ""
	of := make([]int, len(v.r.Mutants))
	for i := range of {
		of[i] = -1
	}
	if !v.foreign {
		var err error
		if of, note, err = v.match(c); err != nil {
			return err
		}
	}
	if v.r.Cancelled && v.r.Summary.DuplicatesNote == unmatchedStopped {
		v.refuseClaims()
		return nil
	}
	if note != v.r.Summary.DuplicatesNote {
		v.refuse("", "the note on duplicates is %q, a run writes %q", v.r.Summary.DuplicatesNote, note)
		return nil
	}
	for i, m := range v.r.Mutants {
		want := ""
		if of[i] >= 0 {
			want = v.r.Mutants[of[i]].ID
		}
		switch {
		case m.DuplicateOf == want:
		case m.DuplicateOf == "":
			v.refuse(m.ID, "it behaves exactly as %s does, which the report does not say", want)
		case want == "":
			v.refuse(m.ID, "it is not a duplicate of %s", m.DuplicateOf)
		default:
			v.refuse(m.ID, "it is a duplicate of %s, not of %s", want, m.DuplicateOf)
		}
	}
	return nil
}

// refuseClaims refuses claims of a report whose run was stopped before duplicates were determined.
func (v *verification) refuseClaims() {
	for _, m := range v.r.Mutants {
		if m.DuplicateOf != "" {
			v.refuse(m.ID, "it is called a duplicate where none was determined")
		}
	}
}

// match finds the duplicates among the report's mutants, by their indices in the report.
func (v *verification) match(c *crew) (of []int, note string, err error) {
	of = make([]int, len(v.r.Mutants))
	for i := range of {
		of[i] = -1
	}
	if note := unmatched(c.checkers[0], v.r.Settings, len(v.r.Mutants)); note != "" {
		return of, note, nil
	}
	mutants, prints := make([]Mutant, len(of)), make([]string, len(of))
	err = c.each(len(of), func(k Checker, i int) {
		m := &v.r.Mutants[i]
		if made, known := v.made[m.ID]; known {
			mutants[i] = made
			if report.Matchable(m.Verdict, m.Reason) {
				prints[i] = fingerprint(c.ctx, k, made)
			}
		}
	})
	if err == nil {
		err = c.ctx.Err()
	}
	if err != nil {
		return nil, "", err
	}
	m, err := match(c, v.r.Settings, mutants, prints)
	if err = errors.Join(err, c.ctx.Err()); err != nil {
		return nil, "", err
	}
	return m.of, unmatchedSome(m.open), nil
}

// unlike says how a mutant differs from what its operator makes of the model.
func (v *verification) unlike(file *source.File, m report.Mutant) string {
	switch m.Verdict {
	case report.Killed, report.Unkillable, report.Unknown, report.Invalid:
	default:
		return fmt.Sprintf("%q is no verdict", m.Verdict)
	}
	switch m.Strength {
	case "", report.Proved, report.Bounded, report.None:
	default:
		return fmt.Sprintf("%q is no strength of a verdict", m.Strength)
	}
	if m.K < 0 || m.K > 0 && m.Strength != report.Bounded {
		return fmt.Sprintf("k is %d, which does not fit the strength %q", m.K, m.Strength)
	}
	if m.Strength == report.Bounded && m.Verdict != report.Unknown {
		return fmt.Sprintf("what is known up to %d steps is called %s, want %s", m.K, m.Verdict, report.Unknown)
	}
	if v.foreign {
		return outside(file, m)
	}
	if v.known == nil {
		return "" // refused as a whole already
	}
	want, ok := v.known[m.ID]
	if !ok {
		return "the operators make no such mutant"
	}
	if n := len(want.Notes); len(m.Notes) < n || !slices.Equal(m.Notes[:n], want.Notes) {
		return "the notes are not those of the change"
	}
	got := report.Mutant{
		ID: m.ID, Operator: m.Operator, Span: m.Span, Original: m.Original,
		Replacement: m.Replacement, Edits: m.Edits, Parts: m.Parts,
	}
	want = report.Mutant{
		ID: want.ID, Operator: want.Operator, Span: want.Span, Original: want.Original,
		Replacement: want.Replacement, Edits: want.Edits, Parts: want.Parts,
	}
	if m.Words != nil { // earlier versions have none
		got.Words, want.Words = m.Words, v.known[m.ID].Words
	}
	if !same(got, want) {
		return "the change is not the one that the operator makes here"
	}
	return ""
}

// same compares two parts of a report as they are written.
func same(a, b any) bool { return bytes.Equal(report.Raw(a), report.Raw(b)) }

// A domainReader is a Checker that knows what a domain object of an older version claims.
type domainReader interface {
	// SameDomain compares two domain objects, of which the second was written by an older version.
	SameDomain(now, old []byte) bool
}

// sameDomain tells whether a report's domain object is that of its model.
func sameDomain(c Checker, r *report.Report) bool {
	now := c.Domain()
	if reader, ok := c.(domainReader); ok && r.From != 0 {
		return reader.SameDomain(now, r.Domain)
	}
	return sameRaw(now, r.Domain)
}

// sameRaw compares two parts with shapes of their own, however they are indented.
func sameRaw(a, b []byte) bool {
	var x, y bytes.Buffer
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// outside says which edit of a hand-written mutant does not fit the text.
func outside(file *source.File, m report.Mutant) string {
	edits := slices.Clone(m.Changes())
	slices.SortFunc(edits, func(a, b report.Edit) int { return int(file.Read(a.Span).Start - file.Read(b.Span).Start) })
	last := source.Pos(0)
	for _, e := range edits {
		s := file.Read(e.Span)
		if file.Shown(s) != e.Span || s.Start > s.End {
			return fmt.Sprintf(
				"the span %d:%d-%d:%d is not in the text",
				e.Span.Line,
				e.Span.Column,
				e.Span.EndLine,
				e.Span.EndColumn,
			)
		}
		if file.Slice(s) != e.Original {
			return fmt.Sprintf("the text at %d:%d is not the original of the change", e.Span.Line, e.Span.Column)
		}
		if s.Start < last {
			return fmt.Sprintf("the change at %d:%d overlaps the one before", e.Span.Line, e.Span.Column)
		}
		last = s.End
	}
	return ""
}
