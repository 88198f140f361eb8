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

// formalisms are the packages that know one language each.
var formalisms = []string{"engine/action", "engine/tfsm", "engine/efsm", "engine/tioa"}

// vocabulary are the packages that formalisms share.
var vocabulary = []string{"engine/source", "engine/report", "engine/expr", "engine/mutation", "engine/sat", "engine/suite", "engine/markup"}

var rules = []rule{
	{"engine/report", []string{}},
	{"engine/source", []string{"engine/report"}},
	{"engine/wire", []string{"engine/report"}},
	{"engine/export", []string{"engine/report"}},
	{"engine/draw", []string{"engine/report"}},
	{"engine/dbm", []string{}},
	{"engine/expr", []string{"engine/source", "engine/report"}},
	{"engine/markup", []string{"engine/source"}},
	{"engine/mutation", []string{"engine/source", "engine/report", "engine/expr"}},
	{"engine/sat", []string{"engine/expr", "engine/source"}},
	{"engine/suite", []string{"engine/sat", "engine/source", "engine/report"}},
	{"engine/tioa/model", []string{"engine/source", "engine/report", "engine/expr", "engine/sat"}},
	{"engine/tioa/mutants", []string{"engine/tioa/model", "engine/source", "engine/report", "engine/expr", "engine/mutation"}},
	{"engine/tioa/...", append([]string{"engine/tioa/...", "engine/dbm"}, vocabulary...)},
	{"engine/action/...", append([]string{"engine/action/..."}, vocabulary...)},
	{"engine/tfsm/mealy/...", []string{}},
	{"engine/tfsm/...", append([]string{"engine/tfsm/..."}, vocabulary...)},
	{"engine/efsm/model", []string{"engine/source", "engine/report", "engine/expr", "engine/markup"}},
	{"engine/efsm/referee", []string{"engine/efsm/model", "engine/report", "engine/expr"}},
	{"engine/efsm/...", append([]string{"engine/efsm/..."}, vocabulary...)},
	{"engine", append([]string{"engine/action", "engine/tfsm", "engine/efsm/...", "engine/tioa/...", "engine/dbm"}, vocabulary...)},
	{"engine/...", vocabulary},
	{"wasm/...", []string{"wasm/...", "engine", "engine/wire", "engine/report", "engine/source"}},
	{"web/...", []string{"web/...", "engine/wire", "engine/export", "engine/draw", "engine/report", "engine/source"}},
	{"cmd/...", []string{"engine", "engine/wire", "engine/export", "engine/draw", "engine/report", "engine/source", "engine/tioa/..."}},
}

func matches(pattern, path string) bool {
	if prefix, all := strings.CutSuffix(pattern, "/..."); all {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

// breach says which rule an import breaks; "" if none.
func breach(from, to string) string {
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
	checked := 0
	for _, p := range append(list(t, false, "./..."), list(t, true, "./web/...", "./wasm/...")...) {
		from := own(p.ImportPath)
		for _, imported := range p.Imports {
			if to := own(imported); to != "" && from != to {
				checked++
				if b := breach(from, to); b != "" {
					t.Error(b)
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d imports were seen: is the list of packages complete?", checked)
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
	for _, c := range [][2]string{
		{"web", "engine"}, {"web/view", "engine/action"}, {"wasm", "engine/sat"}, {"engine/action", "engine/efsm"},
		{"engine/tioa", "engine"}, {"engine/tfsm", "engine/wire"}, {"engine/efsm", "engine/dbm"}, {"engine", "engine/wire"},
		{"engine/report", "engine/source"}, {"engine/dbm", "engine/source"}, {"cmd/mutarium", "engine/sat"},
	} {
		if breach(c[0], c[1]) == "" {
			t.Errorf("%s may import %s", c[0], c[1])
		}
	}
	for _, f := range formalisms {
		if b := breach(f, "engine/source"); b != "" {
			t.Error(b)
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
