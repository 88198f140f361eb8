// Package rules holds tests that look at the project as a whole: who may import whom, how large
// the download is, whether the documents tell the truth.
package rules

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mutarium/mutarium/"

// A pkg is a package as go list shows it.
type pkg struct {
	ImportPath                string
	Imports                   []string
	TestImports, XTestImports []string
}

// list asks the go command about packages, for js/wasm or for this machine.
func list(t *testing.T, wasm bool, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,TestImports,XTestImports"}, args...)...)
	cmd.Dir = root
	if wasm {
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// root is the folder of the repository, seen from this package.
var root = filepath.Join("..", "..")

// own shortens the path of a package of the module: "engine/wire"; "" is of others.
func own(path string) string {
	rest, ok := strings.CutPrefix(path, module)
	if !ok {
		return ""
	}
	return rest
}

// A rule lists what packages may import of the module. The first that matches a package counts.
type rule struct {
	packages string   // path, with /... for all below
	may      []string // likewise; nil: anything
}

// vocabulary are the packages that formalisms share.
var vocabulary = []string{"engine/source", "engine/report", "engine/expr", "engine/mutation", "engine/sat", "engine/suite", "engine/markup"}

// language is what the packages of a formalism's language need of it.
var language = []string{"engine/source", "engine/report", "engine/expr", "engine/markup", "engine/sat"}

// allRules puts those of the formalisms, which follow from the listing, in front of the others. A
// formalism's language knows neither its search nor its referee. A referee, which checks what a search
// claims, knows the language alone, and so do mutants and games that have a package. No formalism knows another one, or the adapters above it.
func allRules(t *testing.T) []rule {
	t.Helper()
	var all []rule
	engine := rule{"engine", slices.Concat(vocabulary, []string{"engine/dbm"})}
	for _, f := range formalisms(t) {
		with := []string{}
		if f == "engine/tioa" {
			with = []string{"engine/dbm"}
		}
		all = append(all,
			rule{f + "/model/...", append([]string{f + "/model/..."}, language...)},
			rule{f + "/mutants/...", slices.Concat([]string{f + "/model/...", "engine/mutation"}, language)},
			rule{f + "/game/...", slices.Concat([]string{f + "/model/...", "engine/dbm"}, language)},
			rule{f + "/**/referee", slices.Concat([]string{f + "/model/...", f + "/**/referee"}, language, with)},
			rule{f + "/...", slices.Concat([]string{f + "/..."}, vocabulary, with)})
		engine.may = append(engine.may, f+"/...")
	}
	return slices.Concat(all, []rule{engine}, rules)
}

var rules = []rule{
	{"engine/report", []string{}},
	{"engine/source", []string{"engine/report"}},
	{"engine/wire", []string{"engine/report"}},
	{"engine/export", []string{"engine/report"}},
	{"engine/draw", []string{"engine/report", "engine/source"}},
	{"engine/dbm", []string{}},
	{"engine/expr", []string{"engine/source", "engine/report"}},
	{"engine/markup", []string{"engine/source"}},
	{"engine/mutation", []string{"engine/source", "engine/report", "engine/expr"}},
	{"engine/sat", []string{"engine/expr", "engine/sat/cdcl", "engine/source"}},
	{"engine/sat/cdcl", []string{}},
	{"engine/suite", []string{"engine/sat", "engine/source", "engine/report"}},
	{"engine/exercise", []string{"engine/report", "engine/source"}},
	{"engine/exercise/judge", []string{"engine", "engine/exercise", "engine/exercise/repair", "engine/report", "engine/source", "engine/suite"}},
	{"engine/exercise/own", []string{"engine", "engine/exercise", "engine/exercise/seal", "engine/markup", "engine/report", "engine/source"}},
	{"engine/exercise/ready", []string{"engine/exercise", "engine/exercise/own", "engine/exercise/seal", "engine/source"}},
	{"engine/exercise/repair", []string{"engine", "engine/exercise", "engine/report", "engine/source"}},
	{"engine/exercise/seal", []string{"engine/exercise", "engine/markup", "engine/source", "engine/wire"}},
	{"engine/...", vocabulary},
	{"wasm/...", []string{"wasm/...", "engine", "engine/exercise", "engine/exercise/judge", "engine/exercise/seal", "engine/wire", "engine/report", "engine/source"}},
	{"web/...", []string{"web/...", "engine/exercise", "engine/wire", "engine/export", "engine/draw", "engine/report", "engine/source"}},
	{"cmd/...", []string{"engine", "engine/exercise/...", "engine/wire", "engine/export", "engine/draw", "engine/report", "engine/source", "engine/tioa/..."}},
}

// matches understands x/... for x and all below it, and x/**/y for every y below x.
func matches(pattern, path string) bool {
	if over, name, deep := strings.Cut(pattern, "/**/"); deep {
		return strings.HasPrefix(path, over+"/") && strings.Contains(path+"/", "/"+name+"/")
	}
	if prefix, all := strings.CutSuffix(pattern, "/..."); all {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

// breach says which rule an import breaks; "" if none.
func breach(rules []rule, from, to string) string {
	for _, r := range rules {
		if !matches(r.packages, from) {
			continue
		}
		if slices.ContainsFunc(r.may, func(p string) bool { return matches(p, to) }) {
			return ""
		}
		return from + " may import only " + strings.Join(r.may, ", ") + ", not " + to
	}
	return ""
}

// TestImports keeps the arrows of docs/architecture.md: each package imports only what its row allows.
func TestImports(t *testing.T) {
	checked, rules := 0, allRules(t)
	for _, p := range append(list(t, false, "./..."), list(t, true, "./web/...", "./wasm/...")...) {
		from := own(p.ImportPath)
		for _, imported := range p.Imports {
			if to := own(imported); to != "" && from != to {
				checked++
				if b := breach(rules, from, to); b != "" {
					t.Error(b)
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d imports were seen: is the list of packages complete?", checked)
	}
}

// partial are the formalisms whose search still asks the referee itself. The list only shrinks.
var partial = []string{"engine/tfsm", "engine/tioa"}

// TestSearchAndRefereeStayApart: what searches and what verifies do not import each other. That the referee
// imports no search is one of the rules above; here it is the other way round.
func TestSearchAndRefereeStayApart(t *testing.T) {
	asks := map[string]bool{}
	for _, p := range list(t, false, "./engine/...") {
		from := own(p.ImportPath)
		for _, f := range formalisms(t) {
			for _, imported := range p.Imports {
				to := own(imported)
				if !matches(f+"/...", from) || matches(f+"/**/referee", from) || !matches(f+"/**/referee", to) {
					continue
				}
				asks[f] = true
				if !slices.Contains(partial, f) {
					t.Errorf("%s imports %s", from, to)
				}
			}
		}
	}
	for _, f := range partial {
		if !asks[f] {
			t.Errorf("%s does not import its referee any more: take it off the list", f)
		}
	}
}

// Every package of the engine has its line in the tour of engine/doc.go and its row in
// docs/architecture.md.
func TestMapsAreWhole(t *testing.T) {
	tour, architecture := read(t, filepath.Join(root, "engine", "doc.go")), read(t, filepath.Join(root, "docs", "architecture.md"))
	for _, p := range list(t, false, "./engine/...") {
		name, ok := strings.CutPrefix(own(p.ImportPath), "engine/")
		if !ok {
			continue
		}
		if !strings.Contains(tour, "\n//\t"+name+" ") {
			t.Errorf("engine/doc.go does not name %s", name)
		}
		if !strings.Contains(architecture, "`engine/"+name+"`") {
			t.Errorf("docs/architecture.md does not name engine/%s", name)
		}
	}
}

// The rules themselves are tested: what they are there for is refused.
func TestRulesRefuse(t *testing.T) {
	rules := allRules(t)
	for _, c := range [][2]string{
		{"web", "engine"}, {"web/view", "engine/action"}, {"wasm", "engine/sat"}, {"engine/action", "engine/efsm"},
		{"engine/tioa", "engine"}, {"engine/tfsm", "engine/wire"}, {"engine/efsm", "engine/dbm"}, {"engine", "engine/wire"},
		{"engine/report", "engine/source"}, {"engine/dbm", "engine/source"}, {"cmd/mutarium", "engine/sat"},
		{"engine/tioa/referee", "engine/tioa"}, {"engine/tioa/referee", "engine/tioa/game"}, {"engine/tioa/game", "engine/tioa/referee"}, {"engine/tfsm/mealy/referee", "engine/tfsm/mealy"}, {"engine/efsm/model", "engine/efsm"},
		{"engine/efsm/model", "engine/efsm/referee"}, {"engine/action/referee", "engine/suite"}, {"engine/efsm/referee", "engine/dbm"},
	} {
		if breach(rules, c[0], c[1]) == "" {
			t.Errorf("%s may import %s", c[0], c[1])
		}
	}
	for _, f := range formalisms(t) {
		for from, to := range map[string]string{f: "engine/source", f + "/referee": f + "/model", f + "/model/parse": f + "/model", "engine": f + "/referee"} {
			if b := breach(rules, from, to); b != "" {
				t.Error(b)
			}
		}
	}
}

// One package alone knows the solver, so that its pitfalls are met in one place.
func TestOnlySatImportsTheSolver(t *testing.T) {
	for _, p := range list(t, false, "./...") {
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if strings.HasPrefix(imported, "github.com/go-air/gini") && own(p.ImportPath) != "engine/sat" {
				t.Errorf("%s imports %s: only engine/sat may", p.ImportPath, imported)
			}
		}
	}
}

// What would blow up the download never reaches the programs of the page.
func TestNoHeavyPackagesInTheBrowser(t *testing.T) {
	heavy := []string{"net", "net/http", "html/template", "text/template", "os/exec", "crypto/tls", "go/ast"}
	for _, program := range []string{"./web", "./wasm"} {
		for _, p := range list(t, true, "-deps", program) {
			if slices.Contains(heavy, p.ImportPath) {
				t.Errorf("%s links %s", program, p.ImportPath)
			}
			if program == "./web" && strings.HasPrefix(p.ImportPath, "github.com/go-air/") {
				t.Errorf("the page links the solver")
			}
		}
	}
}
