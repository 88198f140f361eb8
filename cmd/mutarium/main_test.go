package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
)

// A result of one command line.
type result struct {
	code     int
	out, err string
}

// command runs one command line with a text on stdin.
func command(stdin string, args ...string) result {
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(stdin), out: &out, err: &errs}
	code := a.execute(context.Background(), args)
	return result{code, out.String(), errs.String()}
}

// must runs a command line that has to succeed and gives its stdout.
func must(t *testing.T, args ...string) string {
	t.Helper()
	r := command("", args...)
	if r.code != exitDone {
		t.Fatalf("mutarium %s: exit %d\n%s", strings.Join(args, " "), r.code, r.err)
	}
	return r.out
}

// example writes the first gallery model of a formalism that the paper's operators mutate to a file.
func example(t *testing.T, f report.Formalism) (path string, e report.Example) {
	t.Helper()
	if len(f.Examples) == 0 {
		t.Fatalf("%s has no examples", f.Name)
	}
	e = f.Examples[slices.IndexFunc(f.Examples, func(e report.Example) bool { return e.Operators == nil })]
	path = filepath.Join(t.TempDir(), e.Name+f.Extensions[0])
	if err := os.WriteFile(path, []byte(e.Text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path, e
}

// each runs a test for every formalism.
func each(t *testing.T, test func(t *testing.T, f report.Formalism)) {
	all := engine.Formalisms()
	if len(all) == 0 {
		t.Fatal("there are no formalisms")
	}
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) { test(t, f) })
	}
}

// TestCommandLine states what a user meets who types something wrong, and what help says.
func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string // in stdout and stderr together
	}{
		{"--help", exitDone, "Exit codes:"},
		{"run --help", exitDone, "mutarium run car.as --operators all --json -o report.json"},
		{"completion bash", exitDone, "__start_mutarium"},
		{"version", exitDone, "mutarium " + engine.Version},
		{"runn", exitBadInput, `there is no command "runn" (did you mean 'run'?)`},
		{"verfy report.json", exitBadInput, "did you mean 'verify'?"},
		{"subsumption x", exitBadInput, "but a tool: mutarium tool MODEL subsumption"},
		{"--version", exitDone, "mutarium " + engine.Version + " (report format "},
		{"run", exitBadInput, "run: got 0 arguments, want MODEL (see mutarium run --help)"},
		{"run a b", exitBadInput, "run: got 2 arguments, want MODEL"},
		{"score", exitBadInput, "score: got 0 arguments, want MODEL [SUITE]"},
		{"lint", exitBadInput, "lint: got 0 arguments, want MODEL..."},
		{"version now", exitBadInput, "version: got 1 argument, want none"},
		{"tool a b c", exitBadInput, "tool: got 3 arguments, want [MODEL [NAME]]"},
		{"run x --no-such-flag", exitBadInput, "run: unknown flag --no-such-flag (see mutarium run --help)"},
		{"run x --operator all", exitBadInput, "unknown flag --operator (did you mean '--operators'?)"},
		{"run x --seed", exitBadInput, "run: flag needs an argument: --seed"},
		{"help rum", exitBadInput, `there is no command "rum" (did you mean 'run'?)`},
		{"completion tcsh", exitBadInput, `completion: got "tcsh", want one of bash`},
		{"run --fail-on unkillabel x", exitBadInput, `--fail-on: got "unkillabel" (did you mean 'unkillable'?)`},
		{"run --fail-on survived x", exitBadInput, "no such file"},
		{"run --fail-on loses-behaviour x", exitBadInput, "no such file"},
		{"check --fail-on equivalant x y", exitBadInput, "did you mean 'equivalent'?"},
		{"query --fail-on maybe x", exitBadInput, "want fails"},
		{"run --jobs 0 x", exitBadInput, "--jobs: got 0, want at least 1"},
		{"verify --jobs -1 x", exitBadInput, "--jobs: got -1"},
		{"run /no/such/file", exitBadInput, "no such file"},
		{"run --jobs many x", exitBadInput, `--jobs: got "many", want a whole number`},
		{"run --depth 1.5 x", exitBadInput, `--depth: got "1.5", want a whole number`},
		{"run --seed -1 x", exitBadInput, `--seed: got "-1", want a whole number, 0 or more`},
		{"run --budget-states 1e6 x", exitBadInput, `--budget-states: got "1e6", want a whole number`},
		{"run --sample 99999999999999999999 x", exitBadInput, `--sample: got "99999999999999999999", want a whole number`},
		{"run --json=perhaps x", exitBadInput, `--json: got "perhaps", want true or false`},
		{"run --list sometimes x", exitBadInput, `--list: got "sometimes"`},
		{"run --formalism petri -", exitBadInput, `unknown formalism "petri"`},
		{"verify /no/such/file", exitBadInput, "no such file"},
		{"verify -", exitBadInput, "this is not a report"},
		{"lint --fail-on error -", exitBadInput, `--fail-on: got "error"`},
		{"link", exitBadInput, "want one MODEL, or --open URL"},
		{"link --open nonsense", exitBadInput, "this is not a Mutarium link"},
		{"link --open https://example.org/#m1:AAAA", exitBadInput, "cut off or damaged"},
		{"link --open #m99:AAAA", exitBadInput, "later version"},
		{"operators petri", exitBadInput, `unknown formalism "petri"`},
		{"examples none-such", exitBadInput, `no example "none-such"`},
		{"examples car-alrm", exitBadInput, "did you mean 'car-alarm'?"},
		{"tool tables", exitBadInput, "which model? (mutarium tool MODEL tables)"},
		{"tool /no/such/model", exitBadInput, "no such file"},
		{"score --fail-on late x", exitBadInput, "want incomplete or superfluous"},
		{"export --format pdf x", exitBadInput, `--format: got "pdf", want one of csv, stryker, model`},
		{"export -", exitBadInput, "this is not a report"},
		{"query --zones x", exitBadInput, `--zones: got "x", want a whole number`},
		{"serve /no/such/dir", exitBadInput, "run `make build` first"},
	} {
		r := command("", strings.Fields(c.args)...)
		if r.code != c.code || !strings.Contains(r.out+r.err, c.want) {
			t.Errorf("mutarium %s: exit %d, want %d with %q\n%s%s", c.args, r.code, c.code, c.want, r.out, r.err)
		}
		if strings.Contains(r.err, "strconv") {
			t.Errorf("mutarium %s speaks Go: %s", c.args, r.err)
		}
		if c.code == exitBadInput && r.out != "" {
			t.Errorf("mutarium %s prints its complaint on stdout: %s", c.args, r.out)
		}
	}
}

// Every command has a sentence, an example and help.
func TestEveryCommandIsExplained(t *testing.T) {
	for _, c := range (&app{}).commands() {
		if c.Short == "" || c.Example == "" || !strings.Contains(c.Example, "  mutarium "+c.Name()) {
			t.Errorf("%s: no summary or no example of its own", c.Name())
		}
	}
}

// A text that is no model gives diagnostics as file:line:column on stderr, whatever is asked of it.
func TestBadModels(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		for text, want := range map[string]string{
			"":            "stdin:1:1: error: the model is empty",
			"\x00\x01":    "stdin:1:1: error: this is not a text",
			"a\n\xff\xfe": "stdin:2:1: error: this is not a UTF-8 text",
			strings.Repeat("%", engine.MaxText) + "%": "more than the limit",
			"}{ nothing of this kind":                 "stdin:1:",
		} {
			for _, args := range [][]string{{"run"}, {"lint"}, {"fmt"}, {"mutants"}, {"link"}, {"check", "-"}, {"walk", "-", "id"}} {
				if len(args) == 1 {
					args = append(args, "-")
				} else if args[0] == "check" {
					args = append(args, "-")
				}
				r := command(text, append(args, "--formalism", f.Name)...)
				if r.code != exitBadInput || !strings.Contains(r.out+r.err, want) {
					t.Errorf("%.12q: mutarium %s: exit %d with %.200s%.200s, want %q", text, args[0], r.code, r.out, r.err, want)
				}
			}
		}
	})
}

// A report is the same for any number of jobs and runs, has no times unless asked for, and is
// accepted by verify.
func TestRunAndVerify(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		path, _ := example(t, f)
		one := command("", "run", path, "--json", "--jobs", "1", "--sample", "40", "--seed", "3")
		four := command("", "run", path, "--json", "--jobs", "4", "--sample", "40", "--seed", "3")
		if one != four || one.code == exitBadInput || strings.Contains(one.out, `"timings"`) {
			t.Fatalf("exit %d and %d, same bytes: %t\n%s", one.code, four.code, one.out == four.out, one.err)
		}
		if timed := command("", "run", path, "--json", "--sample", "40", "--seed", "3", "--timings"); !strings.Contains(timed.out, `"timings"`) {
			t.Error("--timings gives none")
		}
		file := filepath.Join(t.TempDir(), "report.json")
		if err := os.WriteFile(file, []byte(one.out), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := must(t, "verify", file); !strings.HasPrefix(got, "every verdict holds: ") {
			t.Errorf("verify: %s", got)
		}
		tampered := strings.Replace(one.out, `"verdict": "killed"`, `"verdict": "unkillable"`, 1)
		if r := command(tampered, "verify", "-"); r.code != exitFindings || !strings.Contains(r.out, "refused: ") {
			t.Errorf("a tampered report: exit %d\n%s%s", r.code, r.out, r.err)
		}
	})
}

// The text of a run lists unkillable mutants before the killed, which it lists on demand.
func TestRunText(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		path, _ := example(t, f)
		r := command("", "run", path, "--sample", "40", "--list", "killed,unkillable")
		if r.code == exitBadInput || !strings.Contains(r.out, "operator") || !strings.Contains(r.out, "\nkilled: ") {
			t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
		}
		if s, k := strings.Index(r.out, "\nunkillable: "), strings.Index(r.out, "\nkilled: "); s > k {
			t.Error("killed mutants come before the unkillable ones")
		}
		if r := command("", "run", path, "--sample", "40", "--fail-on", "killed"); r.code != exitFindings {
			t.Errorf("--fail-on killed: exit %d\n%s", r.code, r.err)
		}
		if r := command("", "run", path, "--only", "no-such-id"); r.code != exitBadInput || !strings.Contains(r.err, "no mutant \"no-such-id\"") {
			t.Errorf("--only: exit %d, %s", r.code, r.err)
		}
	})
}

// Settings that make no sense are refused by name.
func TestBadSettings(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		path, _ := example(t, f)
		for args, want := range map[string]string{
			"--operators none_such":     `unknown operator "none_such"`,
			"--order 3":                 `--order: got "3"`,
			"--sample -1":               `--sample: got "-1"`,
			"--depth -2":                `--depth: got "-2"`,
			"--budget-states -5":        `--budget-states: got "-5"`,
			"--engine quantum":          `--engine: got "quantum"`,
			"--operators=":              "--operators: got none",
			"--option none_such=1":      `unknown option "none_such"`,
			"--option novalue":          `got "novalue", want name=value`,
			"--option a=1 --option a=2": "a appears twice",
			"--formalism petri":         `unknown formalism "petri"`,
		} {
			r := command("", append([]string{"run", path}, strings.Fields(args)...)...)
			if r.code != exitBadInput || !strings.Contains(r.err, want) {
				t.Errorf("%s: exit %d with %q, want %q", args, r.code, r.err, want)
			}
		}
	})
}

// A mutant's text, printed or written, checks against its model as the mutant does in the list.
func TestMutantsAndCheck(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		path, _ := example(t, f)
		dir := filepath.Join(t.TempDir(), "mutants")
		must(t, "mutants", path, "--write", dir, "--sample", "5", "--seed", "1")
		files, err := os.ReadDir(dir)
		if err != nil || len(files) == 0 {
			t.Fatalf("no mutants were written: %v", err)
		}
		r := command("", "check", path, filepath.Join(dir, files[0].Name()), "--json")
		if r.code == exitBadInput || !strings.Contains(r.out, `"verdict": `) {
			t.Fatalf("check: exit %d\n%s%s", r.code, r.out, r.err)
		}
		if v := command(r.out, "verify", "-"); v.code != exitDone {
			t.Errorf("verify refuses a check's report: %s%s", v.out, v.err)
		}
		if got := must(t, "check", path, path); !strings.HasPrefix(got, "unkillable") {
			t.Errorf("a model against itself: %s", got)
		}
	})
}

func TestFormatLintAndLink(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		path, e := example(t, f)
		must(t, "lint", path)
		must(t, "fmt", "-w", path)
		must(t, "fmt", "--check", path)
		text, _ := os.ReadFile(path)
		if r := command(string(text), "fmt", "-w", "-", "--formalism", f.Name); r.out != string(text) {
			t.Errorf("fmt -w - does not print what it read: exit %d\n%s", r.code, r.err)
		}
		all, err := engine.Read([]byte(must(t, "mutants", path, "--operators", "all", "--json")))
		if err != nil {
			t.Fatal(err)
		}
		id := all.Mutants[0].ID
		link := strings.TrimSpace(must(t, "link", path, "--operators", "all", "--mutant", id, "--step", "2"))
		if r := command("", "link", path, "--mutant", "no-such-id"); r.code != exitBadInput || r.out != "" {
			t.Errorf("link --mutant of none: exit %d", r.code)
		}
		r := command("", "link", "--open", link)
		if r.code != exitDone || r.out != string(text) || !strings.Contains(r.err, "mutant "+quoted(id)+", step 2") {
			t.Errorf("link --open: exit %d\n%s", r.code, r.err)
		}
		if got := must(t, "examples", e.Name, "--formalism", f.Name); got != e.Text {
			t.Errorf("examples %s prints another text", e.Name)
		}
		if got := must(t, "operators", f.Name); !strings.Contains(got, f.Operators[0].Name) {
			t.Errorf("operators: %s", got)
		}
	})
}

// A walk is printed for every killed mutant of a sample.
func TestWalk(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		path, _ := example(t, f)
		r, err := engine.Read([]byte(command("", "run", path, "--json", "--sample", "10").out))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range r.Mutants {
			got := must(t, "walk", path, m.ID)
			if !strings.HasPrefix(got, m.ID) || !strings.Contains(got, m.Verdict) {
				t.Errorf("walk %s:\n%s", m.ID, got)
			}
		}
	})
}

// Every tool that needs no input beyond its defaults prints something.
func TestTools(t *testing.T) {
	each(t, func(t *testing.T, f report.Formalism) {
		path, _ := example(t, f)
		for _, tool := range f.Tools {
			r := command("", "tool", tool.Name, path)
			if r.code != exitDone && r.code != exitBadInput || r.out+r.err == "" {
				t.Errorf("tool %s: exit %d\n%s", tool.Name, r.code, r.err)
			}
		}
		if r := command("", "tool", "none-such", path); r.code != exitBadInput {
			t.Errorf("an unknown tool: exit %d", r.code)
		}
	})
}
