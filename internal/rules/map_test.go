package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A room is a package as a reader finds it: its files, and the comment that is the map of them.
type room struct {
	dir     string // "engine/expr"
	files   []string
	tests   []string
	comment string
	holder  string // the file with the comment
}

// rooms reads the packages of the project.
func rooms(t *testing.T) []room {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	byDir := map[string]*room{}
	var all []*room
	for _, path := range strings.Fields(string(out)) {
		dir, name := filepath.ToSlash(filepath.Dir(path)), filepath.Base(path)
		if strings.Contains(dir, "testdata") {
			continue
		}
		r := byDir[dir]
		if r == nil {
			r = &room{dir: dir}
			byDir[dir], all = r, append(all, r)
		}
		if strings.HasSuffix(name, "_test.go") {
			r.tests = append(r.tests, name)
			continue
		}
		if r.add(name); t.Failed() {
			return nil
		}
	}
	var some []room
	for _, r := range all {
		if len(r.files) > 0 {
			some = append(some, *r)
		}
	}
	return some
}

func (r *room) add(name string) {
	r.files = append(r.files, name)
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, r.dir, name), nil, parser.PackageClauseOnly|parser.ParseComments)
	if err == nil && f.Doc != nil && isPackageComment(f) {
		r.comment += f.Doc.Text()
		r.holder = name
	}
}

// isPackageComment tells a comment on a package from one that only happens to stand above the clause.
func isPackageComment(f *ast.File) bool {
	text := f.Doc.Text()
	return strings.HasPrefix(text, "Package ") || f.Name.Name == "main"
}

// fileNames finds the files that a comment names: "parse.go", "parse_*.go"; "engine/parse.go" is another
// package's.
var fileNames = regexp.MustCompile(`(^|[\s(,"'` + "`" + `])([\w*][\w*-]*\.go)\b`)

// unmapped are the packages whose comment does not name all their files yet. The list only shrinks.
var unmapped = []string{
	"web", "web/page", "web/store", "web/view",
}

// TestPackageCommentsNameTheirFiles: whoever opens a package finds out from its comment where to look.
// The comment names each file, or a group of them by a pattern such as parse_*.go, and no file that
// does not exist.
func TestPackageCommentsNameTheirFiles(t *testing.T) {
	for _, r := range rooms(t) {
		faults := r.faults()
		exempt := slices.Contains(unmapped, r.dir)
		if exempt && len(faults) == 0 {
			t.Errorf("%s names all its files now: take it off the list", r.dir)
		}
		if !exempt && len(faults) > 0 {
			t.Errorf("%s: the package comment %s", r.dir, strings.Join(faults, "; "))
		}
	}
	for _, dir := range unmapped {
		if _, err := os.Stat(filepath.Join(root, dir)); err != nil {
			t.Errorf("%s is on the list and does not exist", dir)
		}
	}
}

// faults says what is wrong with a package comment. A package of one file has its comment in it.
func (r room) faults() []string {
	if r.comment == "" {
		return []string{"is missing"}
	}
	var faults []string
	reached := map[string]bool{r.holder: true}
	for _, pattern := range r.names() {
		found := false
		for _, name := range slices.Concat(r.files, r.tests) {
			if ok, _ := filepath.Match(pattern, name); ok {
				reached[name], found = true, true
			}
		}
		if !found {
			faults = append(faults, "names "+pattern+", which does not exist")
		}
	}
	var missing []string
	for _, name := range r.files {
		if !reached[name] {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		faults = append(faults, "does not name "+strings.Join(missing, " "))
	}
	return faults
}

// names lists the files that the comment names. Under the heading "Which file holds what" the first
// column of a table names files without their ending.
func (r room) names() []string {
	var all []string
	table := false
	for line := range strings.Lines(r.comment) {
		if strings.HasPrefix(line, "# ") {
			table = strings.Contains(line, "file holds what")
		}
		for _, m := range fileNames.FindAllStringSubmatch(line, -1) {
			all = append(all, m[2])
		}
		row, indented := strings.CutPrefix(line, "\t")
		head, _, columns := strings.Cut(row, "  ")
		if !table || !indented || !columns {
			continue
		}
		for _, name := range strings.Split(head, ",") {
			if name = strings.TrimSpace(name); name != "" && !strings.Contains(name, ".go") {
				all = append(all, name+".go")
			}
		}
	}
	return all
}

func TestFaultsOfComments(t *testing.T) {
	r := room{files: []string{"doc.go", "parse.go", "parse_a.go", "parse_b.go", "x.go"}, tests: []string{"x_test.go"}, holder: "doc.go"}
	for comment, want := range map[string]string{
		"": "is missing", "Package p: parse.go, parse_*.go (x.go).": "", "Package p: parse*.go; engine/q.go.": "does not name x.go",
		"Package p: parse*.go x.go y.go x_test.go":                                                  "names y.go, which does not exist",
		"Package p.\n\n# Which file holds what\n\n\tparse, parse_*   the parser\n\tx    the rest\n": "",
		"Package p.\n\n# Which file holds what\n\n\tparse*, z   the parser\n\n# More\n\n\tx  y\n":   "names z.go, which does not exist; does not name x.go",
	} {
		r.comment = comment
		if got := strings.Join(r.faults(), "; "); got != want {
			t.Errorf("%q: got %q, want %q", comment, got, want)
		}
	}
}

// formalisms are the packages of engine that know one language each: those with a gallery.
func formalisms(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "engine", "*", "gallery"))
	if err != nil || len(found) < 4 {
		t.Fatalf("got %d galleries, %v", len(found), err)
	}
	var all []string
	for _, path := range found {
		all = append(all, "engine/"+filepath.Base(filepath.Dir(path)))
	}
	return all
}

// sameNames are the files that hold the same thing in every formalism, in its package or in those below.
var sameNames = strings.Fields("open.go ast.go parse.go check.go print.go diagnostics.go semantics.go conform.go operators.go " +
	"mutants.go walk.go tools.go gallery.go")

// otherNames are those that a formalism does not have yet. The list only shrinks.
var otherNames = map[string]string{
	"engine/tioa": "parse.go print.go diagnostics.go conform.go walk.go",
}

// TestSameFileNames: who knows one formalism finds the way in the others.
func TestSameFileNames(t *testing.T) {
	for _, f := range formalisms(t) {
		var missing []string
		for _, name := range sameNames {
			below, _ := filepath.Glob(filepath.Join(root, f, "*", name))
			if _, err := os.Stat(filepath.Join(root, f, name)); err != nil && len(below) == 0 {
				missing = append(missing, name)
			}
		}
		if got := strings.Join(missing, " "); got != otherNames[f] {
			t.Errorf("%s lacks %q, and the list says %q", f, got, otherNames[f])
		}
	}
}

// maxColumns is how long a line may be; a tabulator counts as one.
const maxColumns = 120

// TestLinesAreNotTooLong looks at all files but those of tests, whose tables are read by column.
func TestLinesAreNotTooLong(t *testing.T) {
	for _, r := range rooms(t) {
		for _, name := range r.files {
			for n, line := range strings.Split(read(t, filepath.Join(root, r.dir, name)), "\n") {
				if utf8.RuneCountInString(line) > maxColumns {
					t.Errorf("%s/%s:%d has more than %d columns", r.dir, name, n+1, maxColumns)
				}
			}
		}
	}
}

// commented are packages of algorithms, with the least share of comments among their lines in percent.
var commented = map[string]int{"engine/sat": 10, "engine/dbm": 10}

// TestAlgorithmsAreExplained counts comments in the packages where every line needs its reason.
func TestAlgorithmsAreExplained(t *testing.T) {
	for _, r := range rooms(t) {
		comments, lines := 0, 0
		for _, name := range r.files {
			for line := range strings.Lines(read(t, filepath.Join(root, r.dir, name))) {
				line = strings.TrimSpace(line)
				if line != "" {
					lines++
				}
				if strings.HasPrefix(line, "//") {
					comments++
				}
			}
		}
		share := 100 * float64(comments) / float64(max(lines, 1))
		t.Logf("%-24s %5.1f %% of %d lines", r.dir, share, lines)
		if least, ok := commented[r.dir]; ok && share < float64(least) {
			t.Errorf("%s: %.1f %% of the lines are comments, want %d %%", r.dir, share, least)
		}
	}
}

// besideExempt are tests that still look for the suite beside the project themselves. The list only
// shrinks.
var besideExempt = []string{}

// TestTheSuiteIsFoundInOnePlace: a test that looks for the suite by itself may pass without comparing
// anything where there is none; testkit.Suite skips it, and the closing line counts it.
func TestTheSuiteIsFoundInOnePlace(t *testing.T) {
	path := regexp.MustCompile(`shared/models|"shared", "models"`)
	for _, r := range rooms(t) {
		for _, name := range r.tests {
			file := r.dir + "/" + name
			finds := r.dir != "internal/rules" && path.MatchString(read(t, filepath.Join(root, file)))
			if exempt := slices.Contains(besideExempt, file); finds != exempt {
				t.Errorf("%s: looks for the suite by itself: %t, and the list says %t", file, finds, exempt)
			}
		}
	}
}
