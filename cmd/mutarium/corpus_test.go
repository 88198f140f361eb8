package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/wire"
)

// The corpus holds reports and links as earlier formats wrote them, a folder for each format. What
// was shared once opens for ever.

// corpus lists the files of all formats that have an ending.
func corpus(t *testing.T, ending string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "corpus", "v*", "*"+ending))
	if err != nil || len(files) == 0 {
		t.Fatalf("the corpus has no %s: %v", ending, err)
	}
	return files
}

// TestOldReportsAreVerified reads each report of the corpus and verifies every verdict.
func TestOldReportsAreVerified(t *testing.T) {
	for _, path := range corpus(t, ".json") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			v, err := engine.Verify(t.Context(), data, engine.VerifyOptions{Jobs: 2})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range v.Refusals {
				t.Errorf("%s: %s", r.Mutant, r.Why)
			}
			if v.Mutants == 0 {
				t.Error("nothing was verified")
			}
		})
	}
}

// TestOldReportsAreUpgraded compares what a report of format 1 says with what it says when it is
// read now: the words of the table in package report, by their counts in the old text.
func TestOldReportsAreUpgraded(t *testing.T) {
	bounded := 0
	for _, path := range corpus(t, ".json") {
		if !strings.Contains(path, "v1") {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := engine.Read(data)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		says := func(s string) int { return strings.Count(string(data), "      "+s) }
		var got, want [4]int
		for _, m := range r.Mutants {
			switch {
			case m.Verdict == report.Killed:
				got[0]++
			case m.Verdict == report.Unkillable && m.Reason == report.Equivalent:
				got[1]++
			case m.Verdict == report.Unkillable && m.Reason == report.Refines:
				got[2]++
			case m.Verdict == report.Unknown:
				got[3]++
			}
		}
		want = [4]int{says(`"verdict": "killed"`), says(`"reason": "equivalent"`), says(`"reason": "loses-behaviour"`) + says(`"reason": "subsumed"`), says(`"verdict": "unknown"`)}
		if n := says(`"strength": "bounded"`); n > 0 && r.Model.Formalism == "action-system" {
			bounded++
			open := n - provedInVain[filepath.Base(path)]
			want = [4]int{want[0], got[1], got[2], open} // how the rest divides is for the verification to say
			if want[0]+got[1]+got[2]+open != len(r.Mutants) {
				t.Errorf("%s: %d of the bounded mutants are unknown, want %d", path, got[3], open)
			}
		}
		if got != want {
			t.Errorf("%s: got %v killed, equivalent, refining and unknown, want %v", path, got, want)
		}
		if r.Format != report.FormatVersion || r.From != 1 || r.Summary.DuplicatesNote == "" {
			t.Errorf("%s: format %d from %d, note %q", path, r.Format, r.From, r.Summary.DuplicatesNote)
		}
	}
	if bounded < 2 {
		t.Errorf("the corpus has %d bounded reports of action systems, want 2", bounded)
	}
}

// provedInVain counts by report the mutants that are called bounded, and whose evidence is a proof.
var provedInVain = map[string]int{"action-barrier-sat-depth.json": 6}

// decidedNow are links whose budgets ran out then and suffice now: a wrong step that was found
// before the budget ran out counts.
var decidedNow = []string{"action-budget.link"}

// TestOldLinksAreReproduced opens each link of the corpus, runs it, and compares the digests.
func TestOldLinksAreReproduced(t *testing.T) {
	for _, path := range corpus(t, ".link") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		l, err := wire.ParseLink(string(text))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		f, err := engine.Find(l.Formalism)
		if err != nil {
			t.Fatal(err)
		}
		file := source.NewFile(l.Name, l.Text)
		m, diags := engine.Open(f, file)
		if m == nil {
			t.Errorf("%s: %s", path, diags.Text(file))
			continue
		}
		r, err := engine.RunAll(t.Context(), engine.Job{File: file, Formalism: f, Model: m, Settings: l.Settings}, 2, engine.Observer{})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if got := l.DigestOf(r.Mutants); (got != l.Digest) != slices.Contains(decidedNow, filepath.Base(path)) {
			t.Errorf("%s: the digest is %s, shared was %s", path, got, l.Digest)
		}
		opened := command("", "link", "--open", string(text))
		if opened.code != 0 || opened.out != l.Text {
			t.Errorf("%s: link --open exits with %d: %s", path, opened.code, opened.err)
		}
	}
}

// A report that says it is of format 1 and has words of a later one is refused, and so is an old
// summary that does not count.
func TestForgedOldReports(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "corpus", "v1", "action-tickets.json"))
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ old, new, want string }{
		"a later word":       {`"verdict": "survived"`, `"verdict": "unkillable"`, "later format"},
		"a later reason":     {`"reason": "loses-behaviour"`, `"reason": "refines"`, "later format"},
		"a false count":      {`"survived": 8`, `"survived": 7`, "does not count"},
		"a later summary":    {`"survived": 8`, `"unkillable": 8`, "does not count"},
		"a bounded survivor": {`"strength": "proved"`, `"k": 99, "strength": "bounded"`, ""},
	} {
		forged := strings.Replace(string(data), c.old, c.new, 1)
		if what == "a bounded survivor" {
			at := strings.Index(string(data), `"verdict": "survived"`)
			from := strings.LastIndex(string(data)[:at], c.old)
			forged = string(data)[:from] + c.new + string(data)[from+len(c.old):]
			c.want = "up to 99 steps, repeating the run finds unkillable"
		}
		if forged == string(data) {
			t.Fatalf("%s: nothing was changed", what)
		}
		r := command(forged, "verify", "-")
		if r.code == 0 || !strings.Contains(r.out+r.err, c.want) {
			t.Errorf("%s: exit %d, %s%s, want %q", what, r.code, r.out, r.err, c.want)
		}
	}
}
