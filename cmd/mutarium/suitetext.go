package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// Suites and scores as text.

func suiteText(s *report.Suite) string {
	head := "complete: the suite kills every nonconforming mutant"
	switch {
	case !s.Complete:
		head = "not complete: " + s.Reason
	case s.Reason != "":
		head += "; reducing or checking it was not finished: " + s.Reason
	}
	var rows [][]string
	for i, t := range s.Tests {
		rows = append(rows, []string{strconv.Itoa(i + 1), testText(t), strings.Join(s.Expected[i], " ")})
	}
	return head + "\n" + domainText(s.Domain) + "\n" + grid("  ", rows, []bool{true})
}

// testText writes a test as the paper does: (b, 1/2)(a, 1). A name that holds a bracket, a comma or a
// quote is put in quotes.
func testText(t [][2]string) string {
	var b strings.Builder
	for _, step := range t {
		name := step[0]
		if strings.ContainsAny(name, "(),\"\\\n") {
			name = `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`).Replace(name) + `"`
		}
		b.WriteString("(" + name + ", " + step[1] + ")")
	}
	return b.String()
}

// domainText prints what a domain object counts, under the names it has there.
func domainText(domain json.RawMessage) string {
	var d map[string]any
	if json.Unmarshal(domain, &d) != nil {
		return ""
	}
	var list []report.Fact
	for _, f := range []struct{ key, label string }{
		{"selections", "selections"}, {"mutants", "mutants"}, {"conforming", "conforming mutants"},
		{"mutated", "mutated transitions"}, {"tests", "tests"}, {"checked", "second check"}, {"examined",
			"mutants run in it"},
	} {
		if v, ok := d[f.key]; ok {
			if n, isNumber := v.(float64); isNumber {
				v = strconv.FormatFloat(n, 'f', -1, 64)
			}
			list = append(list, report.Fact{Label: f.label, Value: fmt.Sprint(v)})
		}
	}
	return facts("  ", list)
}

func scoreText(s *report.Score) string {
	head := "complete: the suite kills every nonconforming mutant"
	switch {
	case s.Reason != "" && s.Complete:
		head += "; not everything else was decided: " + s.Reason
	case s.Reason != "":
		head = "not decided: " + s.Reason
	case !s.Complete:
		head = "not complete: a nonconforming mutant passes all tests"
	case superfluous(s) > 0:
		head += fmt.Sprintf("; %s could be left out, one at a time", count(superfluous(s), "test"))
	default:
		head += ", and every test is needed"
	}
	rows := [][]string{{"#", "test", "expected", "kills", "alone", "needed"}}
	for i, t := range s.Tests {
		rows = append(rows, []string{strconv.Itoa(i + 1), testText(t.Test), strings.Join(t.Expected, " "), t.Kills, t.Alone,
			t.Needed})
	}
	text := head + "\n" + domainText(s.Domain)
	if k := s.Kills; k != nil {
		text += fmt.Sprintf("  killed %s, conforming %s, of %s mutants (%s)\n", k.Detected, k.Conforming, k.Of, k.How)
	}
	text += "\n" + grid("  ", rows, []bool{true, false, false, true, true})
	if v := s.Survivor; v != nil {
		text += fmt.Sprintf("\nThis mutant passes: %s\n%s kills it: expected %s, got %s\n",
			strings.Join(v.Takes, ", "), testText(v.Test), strings.Join(v.Expected, " "), strings.Join(v.Got, " "))
	}
	return text
}

// superfluous counts the tests that could be left out.
func superfluous(s *report.Score) int {
	n := 0
	for _, t := range s.Tests {
		if t.Needed == "no" {
			n++
		}
	}
	return n
}

// baseName is a file's name without its folder, "" for stdin.
func baseName(path string) string {
	if path == "stdin" {
		return ""
	}
	return filepath.Base(path)
}
