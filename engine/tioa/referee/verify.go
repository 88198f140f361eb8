package referee

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// What a report says of a mutant, held against what the referee finds. A verdict is decided again under
// each reading, and a counterexample is told again by plain machines; both must come out the same.

// DetailReadings names the verdicts under the three readings in a report.
const DetailReadings = "semantics"

// Readings are the verdicts of a mutant under the three readings, in the words of reports.
type Readings struct {
	Alphabet    string `json:"alphabet"`
	Definition7 string `json:"definition7"`
	Pruned      string `json:"pruned"`
}

// Under is the verdict under one reading.
func (r *Readings) Under(s Semantics) string {
	return [...]string{r.Definition7, r.Pruned, r.Alphabet}[s]
}

// Word says a verdict in the words of reports. The paper calls refining mutants subsumed.
func (v MutantVerdict) Word() string {
	switch v {
	case Subsumed:
		return report.Refines
	case NonSubsumed:
		return report.Killed
	}
	return v.String()
}

// A Claim is a judged mutant of a report. What is said of the change itself has been checked.
type Claim struct {
	report.Mutant
	Impl   model.Subject // the mutant
	Counts Semantics     // the reading whose verdict is the mutant's
	Known  int           // how many of the notes speak of the change
	Old    bool          // written by an older version, whose sentences were others
}

// Open lists the readings under which a claim says that nothing is known.
func (c *Claim) Open() (open []Semantics, err error) {
	said, err := c.readings()
	for _, s := range AllSemantics {
		if err == nil && said.Under(s) == Undecided.String() {
			open = append(open, s)
		}
	}
	return open, err
}

func (c *Claim) readings() (said Readings, err error) {
	if err = json.Unmarshal(c.Detail(DetailReadings), &said); err != nil {
		err = fmt.Errorf("the verdicts of the three readings cannot be read: %w", err)
	}
	return said, err
}

// Verify checks a claim. It says nothing of readings under which the claim is that nothing is known:
// that can be told by a search alone.
func (r *Referee) Verify(c Claim) error {
	said, err := c.readings()
	if err != nil {
		return err
	}
	for _, s := range AllSemantics {
		if said.Under(s) == Undecided.String() {
			continue
		}
		v, err := r.Decide(c.Impl, s)
		if err != nil {
			return fmt.Errorf("the verdict under %s cannot be confirmed: %w", s, err)
		}
		if said.Under(s) != v.Word() {
			return fmt.Errorf("under %s it is said to be %q, the referee finds %q", s, said.Under(s), v.Word())
		}
	}
	return r.verifyRest(&c, said)
}

// verifyRest compares everything with what the verdict of the reading that counts brings along.
func (r *Referee) verifyRest(c *Claim, said Readings) error {
	want := report.Mutant{Strength: report.Proved}
	switch said.Under(c.Counts) {
	case report.Refines:
		want.Verdict, want.Reason = report.Unkillable, report.Refines
	case report.Killed:
		want.Verdict = report.Killed
		told, err := r.retell(c)
		if err != nil {
			return err
		}
		want.Length, want.Counterexample = report.Int(max(len(told.Steps)-1, 0)), report.Raw(told)
	case NoModel.String():
		want.Verdict, want.Reason = report.Invalid, report.Inconsistent
	default:
		return errors.New("nothing is known of the mutant, and yet a verdict is given")
	}
	want.SetDetail(DetailReadings, report.Raw(said))
	if c.Old {
		c.Counterexample, want.Counterexample = nil, nil
	}
	details := map[string]json.RawMessage{}
	for name, raw := range c.Details {
		details[name] = compact(raw)
	}
	for _, x := range []struct {
		what      string
		got, want any
	}{
		{"verdict", c.Verdict, want.Verdict}, {"reason", c.Reason, want.Reason}, {"strength", c.Strength, want.Strength},
		{"length", c.Length, want.Length}, {"counterexample", compact(c.Counterexample), compact(want.Counterexample)},
		{"evidence", compact(c.Evidence), compact(nil)}, {"answer under the readings", details, want.Details},
	} {
		if !bytes.Equal(report.Raw(x.got), report.Raw(x.want)) {
			return fmt.Errorf("the %s is %s, the referee finds %s", x.what, report.Raw(x.got), report.Raw(x.want))
		}
	}
	return r.verifyNotes(c, said)
}

// retell tells a claim's counterexample again.
func (r *Referee) retell(c *Claim) (*trace.CounterexampleJSON, error) {
	var j trace.CounterexampleJSON
	if err := json.Unmarshal(c.Counterexample, &j); err != nil {
		return nil, fmt.Errorf("the counterexample cannot be read: %w", err)
	}
	if j.Semantics != c.Counts.String() {
		return nil, fmt.Errorf("the counterexample is for %q, want %q", j.Semantics, c.Counts)
	}
	t, err := j.Read()
	if err != nil {
		return nil, err
	}
	impl, spec := Leaf{Subject: c.Impl, Lists: true}, Leaf{Subject: r.spec, Lists: true}
	i, s := impl.Start(), spec.Start()
	if c.Counts != Definition7 {
		if err := r.within(func() error { return r.prune(c.Impl) }); err != nil {
			return nil, err
		}
		i, s = impl.startPruned(r.last.good), spec.startPruned(r.good)
	}
	told, err := Retell(t, i, s, Rules{SpecIgnores: c.Counts == ToolAlphabet})
	if err != nil {
		return nil, err
	}
	out := &told.Trace
	switch {
	case t.Fault == trace.EmptyStart && i == nil:
		out.Conclusion = trace.NoStart(trace.TheMutant, impl.StartTitle())
	case t.Fault == trace.EmptyStart:
		out.Conclusion = trace.NoStart(trace.TheModel, spec.StartTitle())
	case told.Several, j.Conclusion == out.Conclusion+trace.OnePlay && r.mayChoose(c.Impl):
		out.Conclusion += trace.OnePlay
	}
	written := out.Counterexample(c.Counts.String())
	return &written, nil
}

// mayChoose tells whether some location of the model or a mutant has two edges of one action.
func (r *Referee) mayChoose(impl model.Subject) bool {
	for _, s := range []model.Subject{r.spec, impl} {
		for i, e := range s.Automaton.Edges {
			for _, f := range s.Automaton.Edges[i+1:] {
				if e.Source == f.Source && e.Action == f.Action && e.Output == f.Output {
					return true
				}
			}
		}
	}
	return false
}

// Sentences beside a verdict.
const (
	manyAnswers  = "non-deterministic: a step has several answers, and the backward game decided"
	byConvention = " only by the tool's convention that an output which the model does not declare leaves the model " +
		"where it is"
)

// Notes says what is to be known beside the verdicts under the three readings; choice, that some step
// had several answers.
func Notes(verdicts [3]MutantVerdict, choice bool) (notes []string) {
	a, b, tool := verdicts[Definition7], verdicts[PrunedStates], verdicts[ToolAlphabet]
	if a != b {
		notes = append(notes,
			"by Definition 7 it is "+a.String()+", by the pruned models "+b.String()+": the theories differ")
	}
	if b != tool {
		notes = append(notes, "it is "+tool.String()+byConvention)
	}
	if choice {
		notes = append(notes, manyAnswers)
	}
	return notes
}

// verifyNotes compares the notes behind those on the change. Where a mutant gets stuck is told in a
// sentence that is not read here.
func (r *Referee) verifyNotes(c *Claim, said Readings) error {
	if c.Old {
		return nil
	}
	var verdicts [3]MutantVerdict
	for _, s := range AllSemantics {
		for v := Subsumed; v <= Undecided; v++ {
			if v.Word() == said.Under(s) {
				verdicts[s] = v
			}
		}
	}
	rest := c.Notes[min(c.Known, len(c.Notes)):]
	if verdicts[c.Counts] == NoModel {
		if len(rest) == 0 {
			return errors.New("a note says nothing of where the mutant gets stuck")
		}
		rest = rest[1:]
	}
	if slices.Equal(rest, Notes(verdicts, false)) || r.mayChoose(c.Impl) && slices.Equal(rest, Notes(verdicts, true)) {
		return nil
	}
	return fmt.Errorf("the notes are %q, the referee finds %q", rest, Notes(verdicts, false))
}

// compact drops the blanks of a part that went through an indented file.
func compact(raw json.RawMessage) json.RawMessage {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return nil
	}
	return report.Raw(v)
}
