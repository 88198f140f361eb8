package view

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// A look is how a verdict appears: never by colour alone.
type look struct {
	class string
	icon  string
	word  string
}

// looks of verdicts, and of the reasons that deserve their own.
var looks = map[string]look{
	report.Killed:     {"killed", "killed", "killed"},
	report.Unkillable: {"unkillable", "unkillable", "unkillable"},
	report.Unknown:    {"unknown", "unknown", "unknown"},
	report.Invalid:    {"invalid", "invalid", "invalid"},
	report.Equivalent: {"same", "same", "equivalent"},
}

func lookOf(m *report.Mutant) look {
	if m.Verdict == report.Unkillable {
		if l, ok := looks[m.Reason]; ok {
			return l
		}
		l := looks[report.Unkillable]
		if m.Reason != "" {
			l.word = words(m.Reason)
		}
		return l
	}
	if l, ok := looks[m.Verdict]; ok {
		return l
	}
	return look{"waiting", "unknown", "not judged"}
}

// words turns a name of a report into words: "predicate-uses" into "predicate uses".
func words(name string) string {
	return strings.NewReplacer("-", " ", "_", " ").Replace(name)
}

// titles of choices that are abbreviations or names.
var titles = map[string]string{
	"alphabet": "As in the paper's tables", "bfs": "Breadth first",
	"branches": "Branch cover", "definition7": "Definition 7, word for word",
	"dfs": "Depth first", "dot": "DOT", "ecdar": "As Ecdar", "json": "JSON", "mcdc": "Masking MC/DC",
	"strong": "Strong kills", "transitions": "Transition cover", "uses": "All uses", "weak": "Weak kills",
}

// titleOfChoice gives the words of one of an option's choices.
func titleOfChoice(name string) string {
	if t := titles[name]; t != "" {
		return t
	}
	return capital(words(name))
}

// spent says which budget ran out.
func spent(reason string) string {
	if of := report.BudgetUnit(reason); of != "" {
		return "the limit on " + of + " was reached"
	}
	return words(reason)
}

// reasons explains the reasons that reports give.
var reasons = map[string]string{
	report.Equivalent: "It behaves exactly like the original, so no test can tell them apart.",
	report.Refines:    "It only does what the original allows, but it does less, so no test can fail it.",
	report.Init:       "It starts in a different state.",
}

// Says is the verdict in sentences: what, how strongly, and why, and which mutant behaves alike.
func Says(m *report.Mutant) string {
	if m.DuplicateOf != "" {
		return verdictSays(m) + " It behaves exactly like " + m.DuplicateOf + ": a test that kills one kills the other."
	}
	return verdictSays(m)
}

func verdictSays(m *report.Mutant) string {
	switch m.Verdict {
	case report.Killed:
		return killed(m)
	case report.Unkillable:
		s := capital(lookOf(m).word) + strength(m) + "."
		if why := reasons[m.Reason]; why != "" {
			s += " " + why
		}
		return s
	case report.Unknown:
		if m.Strength == report.Bounded {
			return fmt.Sprintf("Undecided: no difference in the first %s; not proved beyond.", plural(m.K, "step"))
		}
		return "Undecided: " + spent(m.Reason) + ". Raise it in Settings and check this mutant again."
	case report.Invalid:
		return "Invalid: " + invalid(m.Reason) + " It is not counted."
	}
	return "Not judged yet."
}

// invalid says what is wrong with a mutant.
func invalid(reason string) string {
	switch reason {
	case report.Inconsistent:
		return "it gets stuck, where time cannot pass and no output is possible."
	case report.Overflow:
		return "it needs a number that the language cannot write."
	}
	return "the change does not give a valid model."
}

func killed(m *report.Mutant) string {
	if m.Reason == report.Init {
		return "Killed at the start. " + reasons[report.Init]
	}
	s := "Killed"
	if m.Length != nil {
		s += fmt.Sprintf(" at step %d", report.Step(*m.Length))
	}
	s += strength(m)
	if m.Reason != "" {
		s += " (" + words(m.Reason) + ")"
	}
	return s + "."
}

func strength(m *report.Mutant) string {
	switch {
	case m.Verdict == report.Killed && m.Strength == report.Proved:
		return ""
	case m.Strength == report.Proved:
		return " (proved)"
	}
	return ""
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
	for _, p := range []struct {
		n    int
		word string
	}{{e.States, "state"}, {e.Steps, "step"}, {e.SATCalls, "solver call"}} {
		if p.n > 0 {
			parts = append(parts, plural(p.n, p.word))
		}
	}
	if e.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", e.Depth))
	}
	return strings.Join(parts, ", ")
}

// short makes a fragment of a model fit on one line.
func short(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// bytes tells a size as people read it.
func bytes(n int) string {
	if n < 1000_000 {
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
