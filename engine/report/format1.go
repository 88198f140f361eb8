package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Reports of format 1 and the links of their time. They said
//
//	format 1                             format 2
//	survived, equivalent                 unkillable, equivalent
//	survived, loses-behaviour            unkillable, refines         action systems
//	survived, subsumed                   unkillable, refines         timed
//	survived, bounded to k               unknown, bounded to k       action systems, unless the evidence proves it
//	unknown, "budget: states"            unknown, states             action systems
//	subsumed, non-subsumed               refines, killed             timed: the verdicts of each reading
//	settings.budget.states               settings.budget.zones       timed
//	weak, strong, semantics, …           details.weak, …
//
// and nothing of duplicates. Upgrade reads them; Format1 says a verdict in the old words, for the
// digest of an old link.

// budgets1 are the reasons of format 1 that had other names.
var budgets1 = [][2]string{
	{"budget: states", BudgetStates},
	{"budget: steps", BudgetSteps},
	{"budget: SAT calls", BudgetSATCalls},
	{"budget: unrolled steps", BudgetDepth},
	{"budget: arguments", BudgetArguments},
	{"budget: choices", BudgetChoices},
	{"letters", BudgetArguments},
}

// summary1 is the summary of format 1.
type summary1 struct {
	Invalid   int                  `json:"invalid"`
	Killed    int                  `json:"killed"`
	Mutants   int                  `json:"mutants"`
	Operators map[string]operator1 `json:"operators"`
	Reasons   map[string]int       `json:"reasons"`
	Survived  *int                 `json:"survived"`
	Unknown   int                  `json:"unknown"`
}

type operator1 struct {
	Invalid  int `json:"invalid"`
	Killed   int `json:"killed"`
	Mutants  int `json:"mutants"`
	Survived int `json:"survived"`
	Unknown  int `json:"unknown"`
}

// known1 tells whether the mutant has a verdict of format 1, or none.
func known1(m *Mutant) bool {
	return slices.Contains([]string{"", Killed, survived, Unknown, Invalid}, m.Verdict) && m.Reason != Refines &&
		m.DuplicateOf == "" &&
		m.Details == nil
}

// details1 are the details of format 1, which were fields of a mutant.
type details1 struct {
	Dataflow         json.RawMessage `json:"dataflow"`
	Semantics        json.RawMessage `json:"semantics"`
	StateLength      json.RawMessage `json:"stateLength"`
	Strong           json.RawMessage `json:"strong"`
	UnreachableFault json.RawMessage `json:"unreachableFault"`
	Weak             json.RawMessage `json:"weak"`
}

// into makes them the mutant's details.
func (d *details1) into(m *Mutant) {
	m.SetDetail("dataflow", d.Dataflow)
	m.SetDetail("semantics", d.Semantics)
	m.SetDetail("stateLength", d.StateLength)
	m.SetDetail("strong", d.Strong)
	m.SetDetail("unreachableFault", d.UnreachableFault)
	m.SetDetail("weak", d.Weak)
}

// counted tells whether the summary counts the mutants, which have the words of format 1.
func (s *summary1) counted(mutants []Mutant) bool {
	want := summary1{Operators: map[string]operator1{}, Survived: new(int)}
	for i := range mutants {
		m := &mutants[i]
		op := want.Operators[m.Operator]
		want.Mutants++
		op.Mutants++
		for _, c := range []struct {
			verdict string
			all, by *int
		}{
			{Killed, &want.Killed, &op.Killed}, {survived, want.Survived, &op.Survived},
			{Unknown, &want.Unknown, &op.Unknown}, {Invalid, &want.Invalid, &op.Invalid},
		} {
			if m.Verdict == c.verdict {
				*c.all++
				*c.by++
			}
		}
		want.Operators[m.Operator] = op
		if m.Reason != "" && m.Verdict != Killed {
			if want.Reasons == nil {
				want.Reasons = map[string]int{}
			}
			want.Reasons[m.Reason]++
		}
	}
	return reflect.DeepEqual(*s, want)
}

// survived is the verdict of format 1 that is Unkillable now.
const survived = "survived"

// Upgrade makes a report of format 1, whose bytes are given, one of the present format. Where its
// summary did not count its mutants, the new one does not either.
func Upgrade(r *Report, data []byte) error {
	var old struct {
		Mutants []details1 `json:"mutants"`
		Summary summary1   `json:"summary"`
	}
	if err := json.Unmarshal(data, &old); err != nil {
		return err
	}
	if old.Summary.Survived == nil {
		return errors.New("its summary does not count what survived")
	}
	counted := old.Summary.counted(r.Mutants)
	for i := range r.Mutants {
		if m := &r.Mutants[i]; !known1(m) {
			return fmt.Errorf("%s has a verdict of a later format", m.ID)
		}
		old.Mutants[i].into(&r.Mutants[i])
		upgrade(&r.Mutants[i])
	}
	r.Settings.Upgrade(r.Model.Formalism)
	r.From, r.Format = r.Format, FormatVersion
	r.Summary = Summary{Mutants: -1}
	if counted {
		r.Summary = Summarise(r.Mutants)
		r.Summary.DuplicatesNote = NoDuplicates1
	}
	return nil
}

// Upgrade says settings of format 1, of reports and links, as they are said now.
func (s *Settings) Upgrade(formalism string) {
	if formalism == "timed" {
		s.Budget.Zones, s.Budget.States = s.Budget.States, 0
	}
}

// NoDuplicates1 is the note of upgraded reports.
const NoDuplicates1 = "not determined: the report was written before duplicates were"

// upgrade says what is known of a mutant in the present words.
func upgrade(m *Mutant) {
	switch {
	case m.Verdict == survived && m.Strength == Bounded && !proved1(m):
		m.Verdict, m.Reason = Unknown, BudgetDepth
		m.SetDetail("unreachableFault", nil)
	case m.Verdict == survived:
		m.Strength, m.K = Proved, 0
		m.Verdict = Unkillable
		if m.Reason != Equivalent {
			m.Reason = Refines
		}
	case m.Verdict == Unknown:
		for _, b := range budgets1 {
			if m.Reason == b[0] {
				m.Reason = b[1]
			}
		}
		if strings.HasPrefix(m.Reason, "evidence refused") {
			m.Notes, m.Reason = append(m.Notes, m.Reason), Replay
		}
	}
	if said := m.Detail("semantics"); said != nil {
		said = bytes.ReplaceAll(said, []byte(`"non-subsumed"`), []byte(`"`+Killed+`"`))
		m.SetDetail("semantics", bytes.ReplaceAll(said, []byte(`"subsumed"`), []byte(`"`+Refines+`"`)))
	}
}

// evidence1 is what a survivor of an action system carried. The claims are of the SAT engine, and
// proofs unless they begin with "unrolled".
type evidence1 struct {
	Lost    json.RawMessage `json:"lost"`
	NoLost  string          `json:"noLost"`
	NoWrong string          `json:"noWrong"`
}

// proved1 tells whether the evidence of a mutant proves more than was said of it: the SAT engine
// called its proofs bounded where a depth had been asked for.
func proved1(m *Mutant) bool {
	var e evidence1
	if json.Unmarshal(m.Evidence, &e) != nil {
		return false
	}
	proof := func(claim string) bool { return claim != "" && !strings.HasPrefix(claim, "unrolled") }
	return proof(e.NoWrong) && (e.Lost != nil || proof(e.NoLost))
}

// Format1 gives verdict and reason of a mutant in the words of format 1.
func Format1(m *Mutant, formalism string) (verdict, reason string) {
	switch {
	case m.Verdict == Unkillable && formalism == "timed":
		return survived, "subsumed"
	case m.Verdict == Unkillable && m.Reason == Refines:
		return survived, "loses-behaviour"
	case m.Verdict == Unkillable:
		return survived, m.Reason
	case m.Verdict == Unknown && formalism == "action-system" && m.Strength == Bounded:
		var e evidence1
		if json.Unmarshal(m.Evidence, &e) == nil && e.Lost != nil {
			return survived, "loses-behaviour"
		}
		return survived, Equivalent
	case m.Verdict == Unknown && formalism == "action-system":
		for _, b := range budgets1 {
			if m.Reason == b[1] {
				return m.Verdict, b[0]
			}
		}
	}
	return m.Verdict, m.Reason
}
