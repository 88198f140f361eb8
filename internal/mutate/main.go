// Mutate tests the tests of the project by mutation: it changes the code of a package in every small
// way that schema.go knows, one change at a time, and asks whether a test of the package fails.
//
//	go run ./internal/mutate [-v] [PACKAGE…]      score; every mutant that no test kills is printed
//	go run ./internal/mutate -n [PACKAGE…]        only the list of mutants
//
// targets.go lists what is mutated, run.go builds and runs, equivalent.txt lists the mutants that
// have been read and found equivalent, each with the reason. The command fails below 90 % of the others.
package main

import (
	"bufio"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

//go:embed equivalent.txt
var equivalentText string

func main() {
	verbose := flag.Bool("v", false, "print killed mutants too")
	list := flag.Bool("n", false, "only list the mutants")
	flag.Parse()
	equivalent, err := readEquivalent(equivalentText)
	if err != nil {
		fail(err)
	}
	score := score{equivalent: equivalent, used: map[string]bool{}, verbose: *verbose}
	for _, t := range targets {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), t.pkg) {
			continue
		}
		mutants, err := t.run(*list)
		if err != nil {
			fail(fmt.Errorf("%s: %w", t.pkg, err))
		}
		if !*list {
			score.add(t, mutants)
		}
	}
	if !*list && !score.close(flag.NArg() == 0) {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mutate:", err)
	os.Exit(1)
}

// readEquivalent reads the list: a mutant's key, a tabulator, the reason; '//' opens a comment.
func readEquivalent(text string) (map[string]string, error) {
	all := map[string]string{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		key, why, ok := strings.Cut(line, "\t")
		if !ok || strings.TrimSpace(why) == "" {
			return nil, fmt.Errorf("equivalent.txt:%d: want a mutant, a tabulator and the reason", n)
		}
		all[key] = strings.TrimSpace(why)
	}
	return all, nil
}

// wanted is the share of the mutants that are not equivalent which tests have to kill, in percent.
const wanted = 90

// A score adds up what happened to the mutants.
type score struct {
	equivalent          map[string]string
	used                map[string]bool
	verbose             bool
	total, killed, same int
	wrong               bool
}

func (s *score) add(t target, mutants []judged) {
	killed, same := 0, 0
	for _, m := range mutants {
		key := m.key()
		_, listed := s.equivalent[key]
		s.used[key] = listed
		switch {
		case m.killed && listed:
			s.wrong = true
			fmt.Printf("%s: killed by %s, but listed as equivalent: %s\n", m.at, m.by, key)
			killed++
		case m.killed:
			killed++
			if s.verbose {
				fmt.Printf("killed by %s: %s\n", m.by, key)
			}
		case listed:
			same++
		default:
			why := "survived"
			if !m.reached {
				why = "not reached"
			}
			fmt.Printf("%s:%d:%d: %s: %s\n", m.file, m.at.Line, m.at.Column, why, key)
		}
	}
	fmt.Printf("%-28s %5d mutants, %5d killed, %4d equivalent, %4d not killed: %s\n",
		t.pkg, len(mutants), killed, same, len(mutants)-killed-same, percent(killed, len(mutants)-same))
	s.total, s.killed, s.same = s.total+len(mutants), s.killed+killed, s.same+same
}

func percent(part, whole int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}

// close prints the sum and tells whether it is good enough.
func (s *score) close(all bool) bool {
	for key := range s.equivalent {
		if all && !s.used[key] {
			s.wrong = true
			fmt.Println("equivalent.txt lists what is not a mutant:", key)
		}
	}
	fmt.Printf("%-28s %5d mutants, %5d killed, %4d equivalent, %4d not killed: %s\n",
		"together", s.total, s.killed, s.same, s.total-s.killed-s.same, percent(s.killed, s.total-s.same))
	return !s.wrong && 100*s.killed >= wanted*(s.total-s.same)
}
