package main

import (
	"slices"
	"strings"
	"testing"
)

// The fate of every mutant of the sample, found by hand: k killed, s survives, - not reached.
func TestFates(t *testing.T) {
	want := strings.Split(strings.TrimSpace(`
s var: 3 => 3 + 1
s Clamp: n > limit => n >= limit
k Clamp: n > limit => n <= limit
k Clamp: n = limit => nothing
k Clamp: n < 0 && table[0] == 3 => n < 0 || table[0] == 3
s Clamp: n < 0 => n <= 0
k Clamp: n < 0 => n >= 0
s Clamp: 0 => 0 + 1
- Clamp: 0 => 0 + 1 #2
- Clamp: table[0] == 3 => table[0] != 3
- Clamp: 3 => 3 + 1
- Clamp: -n => n
k Count: 0 => 0 + 1
k Count: i < to => i <= to
k Count: i < to => i >= to
k Count: i == 7 => i != 7
s Count: 7 => 7 + 1
k Count: continue => nothing
k Count: n++ => nothing`), "\n")
	all, err := target{pkg: "testdata/sample"}.run(false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		fate := map[[2]bool]string{{true, true}: "k", {true, false}: "s", {false, false}: "-"}[[2]bool{m.reached, m.killed}]
		got = append(got, fate+" "+strings.TrimPrefix(m.key(), "testdata/sample/sample.go "))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEquivalentList(t *testing.T) {
	all, err := readEquivalent("// a comment\n\na.go f: x => y\tthe same\n")
	if err != nil || len(all) != 1 || all["a.go f: x => y"] != "the same" {
		t.Errorf("got %v, %v", all, err)
	}
	if _, err := readEquivalent("a.go f: x => y\n"); err == nil {
		t.Error("a mutant without a reason is accepted")
	}
	if _, err := readEquivalent(equivalentText); err != nil {
		t.Error(err)
	}
}
