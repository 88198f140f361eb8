package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/pflag"
)

// The examples of each command's help work as they stand, pasted into an empty folder. A line with
// --fail-on or --check may exit with 1.
func TestHelpExamples(t *testing.T) {
	for _, c := range (&app{}).commands() {
		if c.Name() == "serve" { // does not end, and has tests of its own
			continue
		}
		t.Run(c.Name(), func(t *testing.T) {
			dir := t.TempDir()
			for line := range strings.Lines(c.Example) {
				run := exec.CommandContext(t.Context(), "sh", "-c", strings.TrimSpace(line))
				run.Dir = dir
				out, _ := run.CombinedOutput()
				asks := strings.Contains(line, "--fail-on") || strings.Contains(line, "--check")
				if code := run.ProcessState.ExitCode(); code != exitDone && (code != exitFindings || !asks) {
					t.Errorf("%s exits with %d\n%s", strings.TrimSpace(line), code, out)
				}
			}
		})
	}
}

// Every command has a manual page, with each of its flags.
func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	must(t, "man", dir)
	for _, c := range (&app{}).commands() {
		data, err := os.ReadFile(filepath.Join(dir, "mutarium-"+c.Name()+".1"))
		if err != nil {
			t.Error(err)
			continue
		}
		page := strings.ReplaceAll(string(data), `\-`, "-")
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(page, "--"+f.Name) {
				t.Errorf("the page of %s has no --%s", c.Name(), f.Name)
			}
		})
	}
}

// One name means one thing in every command, and each flag says in a word what it takes.
func TestFlagsAreConsistent(t *testing.T) {
	kinds := map[string]string{}
	either := []string{"fail-on", "write"} // one word or several; in place or into a folder
	for _, c := range (&app{}).commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			kind := f.Value.Type()
			if first, ok := kinds[f.Name]; ok && first != kind && !slices.Contains(either, f.Name) {
				t.Errorf("%s --%s takes %s, elsewhere %s", c.Name(), f.Name, kind, first)
			}
			kinds[f.Name] = kind
			if kind != "bool" && !strings.Contains(f.Usage, "`") {
				t.Errorf("%s --%s does not say what it takes: %s", c.Name(), f.Name, f.Usage)
			}
		})
	}
	for _, name := range []string{"json", "operators", "engine", "order", "sample", "seed", "timings", "initial", "output"} {
		if kinds[name] == "" {
			t.Errorf("no command has --%s", name)
		}
	}
}

// Every reason of a gallery run can be named by --fail-on, unless it names a budget.
func TestFailOnKnowsTheReasons(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		for _, e := range f.Examples {
			file := t.TempDir() + "/" + e.Name + f.Extensions[0]
			must(t, "examples", e.Name, "--formalism", f.Name, "-o", file)
			r, err := engine.Read([]byte(command("", "run", file, "--json", "--sample", "20").out))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range r.Mutants {
				if m.Reason != "" && m.Verdict != report.Unknown && checkFailOn([]string{m.Reason}) != nil {
					t.Errorf("%s: %s is %s, reason %q, which --fail-on does not know", e.Name, m.ID, m.Verdict, m.Reason)
				}
			}
		}
	})
}

// A bound or an engine that changes nothing is refused, whatever else is accepted.
func TestIneffectiveSettings(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		path, _ := example(t, f)
		for _, x := range report.AllSettings {
			flag := "--" + x.Flag + "=" + map[string]string{"engine": "sat", "order": "2", "depth": "9", "budgetDepth": "9"}[x.Name]
			if strings.HasSuffix(flag, "=") {
				flag += "100000"
			}
			r := command("", "run", path, "--sample", "3", flag)
			if f.Has(x) {
				if r.code == exitBadInput {
					t.Errorf("%s: exit %d\n%s", flag, r.code, r.err)
				}
			} else if r.code != exitBadInput || !strings.Contains(r.err, "has no effect on "+f.Title) {
				t.Errorf("%s: exit %d\n%s", flag, r.code, r.err)
			}
		}
		for _, name := range f.Settings {
			if x, ok := report.FindSetting(name); !ok || x.Shared {
				t.Errorf("%s names the setting %q, which is none or is shared", f.Name, name)
			}
		}
	})
}

// A stopper stands for a terminal whose user presses Ctrl+C as soon as there is progress to see.
type stopper struct {
	shown []byte
	stop  func()
}

func (s *stopper) Write(p []byte) (int, error) {
	if s.shown = append(s.shown, p...); len(s.shown) > 0 {
		s.stop()
	}
	return len(p), nil
}

// A run that is stopped keeps what was decided, says so, and exits with 3.
func TestStopped(t *testing.T) {
	path := t.TempDir() + "/car.as"
	must(t, "examples", "car-alarm", "-o", path)
	ctx, stop := context.WithCancel(t.Context())
	errs := &stopper{stop: stop}
	var out strings.Builder
	a := &app{in: strings.NewReader(""), out: &out, err: errs, terminal: true}
	code := a.execute(ctx, []string{"run", path, "--json", "--operators", "all", "--order", "2", "--sample", "20000"})
	if code != exitExhausted || !bytes.Contains(errs.shown, []byte("stopped after")) {
		t.Errorf("exit %d\n%s", code, errs.shown)
	}
	r, err := engine.Read([]byte(out.String()))
	if err != nil || !r.Cancelled || len(r.Mutants) == 0 || len(r.Mutants) == 20000 {
		t.Fatalf("no report of a stopped run: %v", err)
	}
	if v := command(out.String(), "verify", "-"); v.code != exitDone {
		t.Errorf("verify refuses it: %s%s", v.out, v.err)
	}
}

// TestInlineCommands finds the commands and flags that documents name within their sentences; the
// commands in blocks are run by the rules' tests.
func TestInlineCommands(t *testing.T) {
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	inline := regexp.MustCompile("`mutarium ((?:--)?[a-z]+)([^`]*)`")
	flag := regexp.MustCompile(`--([a-z][a-z-]*)`)
	root, seen := (&app{}).root(nil), 0
	for _, doc := range append(docs, "../../README.md", "../../SECURITY.md", "../../CHANGELOG.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range inline.FindAllStringSubmatch(string(text), -1) {
			seen++
			c, _, err := root.Find([]string{m[1]})
			if m[1] == "--version" || m[1] == "help" {
				continue
			}
			if err != nil || c == root {
				t.Errorf("%s names %s, which is not a command", filepath.Base(doc), m[0])
				continue
			}
			for _, f := range flag.FindAllStringSubmatch(m[2], -1) {
				if c.Flags().Lookup(f[1]) == nil && f[1] != "help" {
					t.Errorf("%s names %s, but %s has no --%s", filepath.Base(doc), m[0], c.Name(), f[1])
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d commands were found: is this test looking at the right files?", seen)
	}
}

// odd are words of our own that people who have never seen the program stumble over.
var odd = regexp.MustCompile(`(?i)\b(gives?|stands?|beside|anew|parted|mends?|mended|judge[sd]?|is none|are none|he|his|dwells?|thereof)\b`)

// The help is in plain English.
func TestPlainWords(t *testing.T) {
	check := func(where, text string) {
		if w := odd.FindString(text); w != "" {
			t.Errorf("%s says %q: %s", where, w, text)
		}
	}
	root := (&app{}).root(nil)
	for _, c := range append(root.Commands(), root) {
		check(c.Name(), c.Short)
		check(c.Name(), c.Long)
		c.Flags().VisitAll(func(f *pflag.Flag) { check(c.Name()+" --"+f.Name, f.Usage) })
	}
	for _, f := range engine.Formalisms() {
		for _, op := range f.Operators {
			check(f.Name+" "+op.Name, op.Title+": "+op.Summary)
		}
		for _, o := range f.Options {
			check(f.Name+" --option "+o.Name, o.Title+": "+o.Summary)
		}
		for _, x := range f.Tools {
			check(f.Name+" tool "+x.Name, x.Title+": "+x.Summary)
			for _, o := range x.Inputs {
				check(f.Name+" tool "+x.Name+" --input "+o.Name, o.Title+": "+o.Summary)
			}
		}
	}
	for _, doc := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/hosting.md", "docs/extending.md", "docs/releasing.md",
		"docs/accessibility.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", doc))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			check(doc, line)
		}
	}
}
