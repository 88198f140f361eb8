package main

import (
	"bufio"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

//go:embed switches.go.txt
var switches string

// A judged mutant was given to the tests.
type judged struct {
	mutant
	reached, killed bool
	by              string // the package whose tests failed
}

// run makes the mutants of a target and gives each to the tests that reach it.
func (t target) run(list bool) ([]judged, error) {
	s, files, err := t.rewrite()
	if err != nil {
		return nil, err
	}
	all := make([]judged, len(s.mutants))
	for i, m := range s.mutants {
		all[i].mutant = m
		if list {
			fmt.Printf("%s:%d:%d: %s\n", m.file, m.at.Line, m.at.Column, m.key())
		}
	}
	if list {
		return all, nil
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	overlay, err := writeOverlay(dir, files)
	if err != nil {
		return nil, err
	}
	tests := t.tests
	if len(tests) == 0 {
		tests = []string{t.pkg}
	}
	for i, pkg := range tests {
		p := program{
			pkg: pkg, only: t.only, path: filepath.Join(dir, "test"+strconv.Itoa(i)), trace: filepath.Join(dir, "trace"),
		}
		if err := p.judge(overlay, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// rewrite loads the package and returns the new texts of its files.
func (t target) rewrite() (*schema, map[string]string, error) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedDeps | packages.NeedImports}
	loaded, err := packages.Load(cfg, "./"+t.pkg)
	if err != nil {
		return nil, nil, err
	}
	pkg := loaded[0]
	if len(pkg.Errors) > 0 {
		return nil, nil, pkg.Errors[0]
	}
	s := &schema{pkg: pkg, seen: map[string]int{}}
	files := map[string]string{}
	for i, f := range pkg.Syntax {
		path := pkg.CompiledGoFiles
		if len(path) == 0 {
			path = pkg.GoFiles
		}
		name := filepath.Base(path[i])
		if len(t.files) > 0 && !slices.Contains(t.files, name) {
			continue
		}
		src, err := os.ReadFile(path[i])
		if err != nil {
			return nil, nil, err
		}
		files[path[i]] = s.file(f, t.pkg+"/"+name, string(src))
	}
	added := strings.Replace(switches, "PACKAGE", pkg.Name, 1)
	files[filepath.Join(filepath.Dir(pkg.GoFiles[0]), "mutate_switches.go")] = strings.Replace(
		added,
		"COUNT",
		strconv.Itoa(len(s.mutants)),
		1,
	)
	return s, files, nil
}

// writeOverlay writes the new texts and the file that tells the go command of them.
func writeOverlay(dir string, files map[string]string) (string, error) {
	replace := map[string]string{}
	for path, text := range files {
		to := filepath.Join(dir, filepath.Base(path)+".txt")
		replace[path] = to
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, data, 0o644)
}

// A program is the compiled tests of a package.
type program struct {
	pkg, only, path, trace string
	order                  []string         // its tests
	reached                map[string][]int // mutants that a test reaches
	steps                  map[string]int64 // how often it asks for a mutant
}

// judge compiles the tests, finds out what each of them reaches, and runs them on every mutant that
// is still alive.
func (p *program) judge(overlay string, all []judged) error {
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", p.path, "./"+p.pkg)
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	if err := p.explore(); err != nil {
		return err
	}
	byMutant := map[int][]string{}
	for _, test := range p.order {
		for _, id := range p.reached[test] {
			byMutant[id] = append(byMutant[id], test)
		}
	}
	var team sync.WaitGroup
	work := make(chan *judged)
	for range max(1, runtime.NumCPU()) {
		team.Go(func() {
			for m := range work {
				m.killed = p.kills(m.id, byMutant[m.id])
				if m.killed {
					m.by = p.pkg
				}
			}
		})
	}
	for i := range all {
		if m := &all[i]; !m.killed && len(byMutant[m.id]) > 0 {
			m.reached = true
			work <- m
		}
	}
	close(work)
	team.Wait()
	return nil
}

// explore runs each test alone, without a mutant.
func (p *program) explore() error {
	out, err := p.command(nil, "-test.list", cmp.Or(p.only, "^(Test|Fuzz|Example)")).Output()
	if err != nil {
		return err
	}
	p.reached, p.steps = map[string][]int{}, map[string]int64{}
	for _, test := range strings.Fields(string(out)) {
		os.Remove(p.trace)
		alone := p.command([]string{"MUTANT_TRACE=" + p.trace}, "-test.run", "^"+test+"$")
		if out, err := alone.CombinedOutput(); err != nil {
			return fmt.Errorf("%s fails without a mutant: %w\n%s", test, err, out)
		}
		f, err := os.Open(p.trace)
		if err != nil {
			continue // it asks for no mutant
		}
		p.order = append(p.order, test)
		seen := map[int]bool{}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var id int
			var steps int64
			if n, _ := fmt.Sscan(lines.Text(), &id, &steps); n == 2 {
				p.steps[test] = max(p.steps[test], steps)
				if !seen[id] {
					seen[id] = true
					p.reached[test] = append(p.reached[test], id)
				}
			}
		}
		f.Close()
	}
	// Tests that ask for little come first: they kill most mutants, and soon.
	slices.SortStableFunc(p.order, func(a, b string) int { return int(min(max(p.steps[a]-p.steps[b], -1), 1)) })
	return nil
}

// kills runs the tests that reach a mutant, first the short ones together, then the long ones one by
// one. A test may take twenty times the steps that it takes without a mutant; the time limit is only
// for a mutant that hangs where it asks for none.
func (p *program) kills(id int, tests []string) bool {
	const short = 100_000
	group := 0
	var steps int64
	for group < len(tests) && steps+p.steps[tests[group]] < short {
		steps += p.steps[tests[group]]
		group++
	}
	if group > 0 && p.fails(id, tests[:group], steps) {
		return true
	}
	for _, test := range tests[group:] {
		if p.fails(id, []string{test}, p.steps[test]) {
			return true
		}
	}
	return false
}

func (p *program) fails(id int, tests []string, steps int64) bool {
	env := []string{"MUTANT=" + strconv.Itoa(id), fmt.Sprintf("MUTANT_LIMIT=%d", 40*steps+100_000)}
	return p.command(env, "-test.run", "^("+strings.Join(tests, "|")+")$", "-test.failfast", "-test.timeout", "5m").
		Run() !=
		nil
}

func (p *program) command(env []string, args ...string) *exec.Cmd {
	c := exec.Command(p.path, args...)
	c.Dir = p.pkg
	c.Env = append(os.Environ(), env...)
	return c
}
