package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// What other people's models and links may try.

// linkOf packs a link as an attacker would, without the checks of `link`.
func linkOf(t *testing.T, l wire.Link) string {
	t.Helper()
	l.Version = wire.LinkVersion
	fragment, err := wire.FormatLink(l)
	if err != nil {
		t.Fatal(err)
	}
	return "https://example.org/#" + fragment
}

// The command line that link --open prints names the same words when a shell reads it, whatever the
// link holds, and nothing in it runs.
func TestOpenedLinkIsQuoted(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	for name, want := range map[string]string{
		"m.efsm; touch pwned #":    "m.efsm; touch pwned #",
		"m.efsm\ntouch pwned\n":    "m.efsm\ntouch pwned\n",
		"$(touch pwned)`touch p`'": "$(touch pwned)`touch p`'",
		"-o/etc/passwd":            "./-o/etc/passwd",
		"\x1b]0;title\x07\u202e":   "\x1b]0;title\x07\u202e",
		"":                         "MODEL",
	} {
		link := linkOf(t, wire.Link{Name: name, Text: "x", Formalism: "efsm; touch pwned", Engine: "1\ntouch pwned", Mutant: "a\ntouch pwned",
			Tool: "suite\ntouch pwned", Settings: report.Settings{Operators: []string{"AOR; touch pwned"}, Engine: "sat\n touch pwned"}})
		r := command("", "link", "--open", link)
		if r.code != exitDone {
			t.Fatalf("%q: exit %d\n%s", name, r.code, r.err)
		}
		if strings.ContainsAny(r.err, "\x1b\x07\u202e") {
			t.Errorf("%q reaches the terminal as %q", name, r.err)
		}
		for line := range strings.Lines(r.err) {
			if !strings.HasPrefix(line, "# ") {
				t.Errorf("%q: a line that is not a comment: %s", name, line)
			}
		}
		_, words, _ := strings.Cut(r.err, ": mutarium ")
		words, _, _ = strings.Cut(words, "\n")
		dir := t.TempDir()
		c := exec.Command(bash, "-c", `printf '%s\0' `+words)
		c.Dir = dir
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s: %v", words, err)
		}
		got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		all := []string{"run", want, "--formalism", "efsm; touch pwned", "--operators=AOR; touch pwned", "--engine", "sat\n touch pwned"}
		if !slices.Equal(got, all) {
			t.Errorf("a shell reads %q, want %q", got, all)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%q: something ran", name)
		}
	}
}

// A long link comes from stdin.
func TestOpenLinkFromStdin(t *testing.T) {
	text := strings.Repeat("% a long model, longer than a shell allows for a word\n", 10000)
	r := command(linkOf(t, wire.Link{Text: text, Formalism: "action-system"})+"\n", "link", "--open", "-")
	if r.code != exitDone || r.out != text {
		t.Errorf("exit %d, %d bytes, want %d\n%s", r.code, len(r.out), len(text), r.err)
	}
}

// Of what a terminal would obey nothing leaves the program but in models and JSON that go to a file
// or another program.
func TestNothingIsObeyed(t *testing.T) {
	const esc = "\x1b]0;owned\x07\u202e"
	dir := t.TempDir()
	path := filepath.Join(dir, "m\x1b[31m.efsm")
	text := "machine m # " + esc + "\ninput go\noutput o\nlocation A\nt: A -> A on go / !o # " + esc + "\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"run", path}, {"run", path, "--operators", "all", "--list", "killed"}, {"mutants", path, "--operators", "all"}, {"lint", path},
		{"fmt", "--check", path}, {"run", path + esc}, {"examples", esc}, {"tool", "export", path}, {"suite", path},
		{"__complete", "walk", path, ""}, {"operators"},
	} {
		r := command("", args...)
		if strings.ContainsAny(r.out+r.err, "\x1b\x07\u202e") {
			t.Errorf("%q lets through %q%q", args, r.out, r.err)
		}
	}
	if r := command("", "lint", path); !strings.Contains(r.out, "hidden-character") {
		t.Errorf("the model is not warned of: %s%s", r.out, r.err)
	}
	if r := command("", "lint", path, "--fail-on", "warning"); r.code != exitFindings {
		t.Errorf("lint --fail-on warning: exit %d", r.code)
	}
	// A file or another program takes the model as it is; a terminal does not.
	link := linkOf(t, wire.Link{Text: text, Formalism: "efsm"})
	if r := command("", "link", "--open", link); r.out != text {
		t.Errorf("another program takes %q", r.out)
	}
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: &out, err: &errs, screen: true}
	if a.execute(t.Context(), []string{"link", "--open", link}); strings.ContainsAny(out.String(), "\x1b\x07\u202e") {
		t.Errorf("a terminal takes %q", out.String())
	}
}
