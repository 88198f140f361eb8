package view

import (
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/words"
)

// A look is how a verdict appears: never by colour alone.
type look struct {
	class string
	icon  string
	word  string
}

// A verdictLook is a look before its word is in the reader's language.
type verdictLook struct {
	class, icon string
	word        words.Key
}

func (l verdictLook) look() look { return look{l.class, l.icon, words.T(l.word)} }

// looks of verdicts, and of the reasons that deserve their own.
var looks = map[string]verdictLook{
	report.Killed:     {"killed", "killed", "killed"},
	report.Unkillable: {"unkillable", "unkillable", "unkillable"},
	report.Unknown:    {"unknown", "unknown", "unknown"},
	report.Invalid:    {"invalid", "invalid", "invalid"},
	report.Equivalent: {"same", "same", "equivalent"},
}

func lookOf(m *report.Mutant) look {
	if m.Verdict == report.Unkillable {
		if l, ok := looks[m.Reason]; ok {
			return l.look()
		}
		l := looks[report.Unkillable].look()
		if m.Reason != "" {
			l.word = reasonSays(m.Reason)
		}
		return l
	}
	if l, ok := looks[m.Verdict]; ok {
		return l.look()
	}
	return look{"waiting", "unknown", words.T("not judged")}
}

// spaced turns a name of a report into words: "predicate-uses" into "predicate uses".
func spaced(name string) string {
	return strings.NewReplacer("-", " ", "_", " ").Replace(name)
}

// reasonSays names a reason of a report.
func reasonSays(reason string) string { return words.Engine(spaced(reason)) }

// titles of the choices that an option has.
var titles = map[string]words.Key{
	"all": "All", "alphabet": "As in the paper's tables", "alternative": "Alternative", "balanced": "Balanced",
	"bfs": "Breadth first", "branches": "Branch cover", "definition7": "Definition 7, word for word",
	"dfs": "Depth first", "dot": "DOT", "ecdar": "As Ecdar", "greedy": "Greedy", "guidelines": "Guidelines",
	"half": "Half", "iterative": "Iterative", "json": "JSON", "leave-out": "Leave out", "mcdc": "Masking MC/DC",
	"mermaid": "Mermaid", "near": "Near", "none": "None", "only-useful": "Only useful", "optimal": "Optimal", "or": "Or",
	"pruned": "Pruned", "report": "Report", "run": "Run", "steps": "Steps", "strong": "Strong kills", "tests": "Tests",
	"text": "Text", "transitions": "Transition cover", "uses": "All uses", "weak": "Weak kills", "whole": "Whole",
}

// titleOfChoice gives the words of one of an option's choices.
func titleOfChoice(name string) string {
	if t := titles[name]; t != "" {
		return words.T(t)
	}
	return capital(spaced(name))
}

// spent says which budget ran out.
func spent(reason string) string {
	if of := report.BudgetUnit(reason); of != "" {
		return words.T("the limit on {things} was reached", words.Engine(of))
	}
	return reasonSays(reason)
}

// reasons explains the reasons that reports give.
var reasons = map[string]words.Key{
	report.Equivalent: "It behaves exactly like the original, so no test can tell them apart.",
	report.Refines:    "It only does what the original allows, but it does less, so no test can fail it.",
	report.Init:       "It starts in a different state.",
}

// Says is the verdict in sentences: what, how strongly, and why, and which mutant behaves alike.
func Says(m *report.Mutant) string {
	if m.DuplicateOf != "" {
		return verdictSays(m) + " " +
			words.T("It behaves exactly like {id}: a test that kills one kills the other.", m.DuplicateOf)
	}
	return verdictSays(m)
}

func verdictSays(m *report.Mutant) string {
	switch m.Verdict {
	case report.Killed:
		return killed(m)
	case report.Unkillable:
		s := capital(lookOf(m).word)
		if m.Strength == report.Proved {
			s = words.T("{verdict} (proved)", s)
		}
		s += "."
		if why := reasons[m.Reason]; why != "" {
			s += " " + words.T(why)
		}
		return s
	case report.Unknown:
		if m.Strength == report.Bounded {
			return words.N(m.K, "Undecided: no difference in the first step; not proved beyond.",
				"Undecided: no difference in the first {n} steps; not proved beyond.")
		}
		return words.T("Undecided: {why}. Raise it in Settings and check this mutant again.", spent(m.Reason))
	case report.Invalid:
		return words.T("Invalid: {why} It is not counted.", invalid(m.Reason))
	}
	return words.T("Not judged yet.")
}

// invalid says what is wrong with a mutant.
func invalid(reason string) string {
	switch reason {
	case report.Inconsistent:
		return words.T("it gets stuck, where time cannot pass and no output is possible.")
	case report.Overflow:
		return words.T("it needs a number that the language cannot write.")
	}
	return words.T("the change does not give a valid model.")
}

func killed(m *report.Mutant) string {
	s := words.T("Killed")
	switch {
	case m.Reason == report.Init:
		return words.T("Killed at the start.") + " " + words.T(reasons[report.Init])
	case m.Length != nil:
		s = words.T("Killed at step {step}", itoa(report.Step(*m.Length)))
	}
	if m.Reason != "" {
		s += " (" + reasonSays(m.Reason) + ")"
	}
	return s + "."
}

func capital(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// sentence gives a phrase its capital and its full stop.
func sentence(s string) string {
	s = capital(s)
	if s != "" && !strings.ContainsAny(s[len(s)-1:], ".!?:") {
		s += "."
	}
	return s
}

// efforts lists what was spent on a mutant.
func efforts(e *report.Effort) string {
	if e == nil {
		return ""
	}
	var parts []string
	if e.States > 0 {
		parts = append(parts, words.N(e.States, "1 state", "{n} states"))
	}
	if e.Steps > 0 {
		parts = append(parts, words.N(e.Steps, "1 step", "{n} steps"))
	}
	if e.SATCalls > 0 {
		parts = append(parts, words.N(e.SATCalls, "1 solver call", "{n} solver calls"))
	}
	if e.Depth > 0 {
		parts = append(parts, words.T("depth {depth}", itoa(e.Depth)))
	}
	return strings.Join(parts, ", ")
}

// short makes a fragment of a model fit on one line.
func short(s string, n int) string {
	return head(strings.Join(strings.Fields(s), " "), n)
}

// bytes tells a size as people read it.
func bytes(n int) string {
	if n < 1000_000 {
		return itoa(n/1000) + " kB"
	}
	return words.Decimal(float64(n)/1e6) + " MB"
}
