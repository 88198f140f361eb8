package words

import (
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// packages are those whose texts the page shows.
var packages = []string{"browser", "page", "pool", "store", "teach/page", "teach/state", "teach/view", "view"}

// A found is a constant of the program's text.
type found struct {
	pos   token.Position
	text  string
	shown bool // it is handed to view's text as it is
}

// catalogueOf reads the file of a language as the page does.
func catalogueOf(t *testing.T, language string) catalogue {
	t.Helper()
	file, err := os.ReadFile("../../static/words/" + language + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	Use(string(file))
	t.Cleanup(func() { Use("") })
	return now
}

// compiled asks the go command for the packages as they are built for the page: where the compiler
// has put what they export, by import path, and the files of each of ours.
func compiled(t *testing.T) (exports map[string]string, sources map[string][]string) {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}} {{.GoFiles}}", "..", "../teach")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports, sources = map[string]string{}, map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		path, rest, _ := strings.Cut(line, " ")
		export, files, _ := strings.Cut(rest, " ")
		exports[path] = export
		sources[strings.TrimPrefix(path, "github.com/mutarium/mutarium/web/")] = strings.Fields(strings.Trim(files, "[]"))
	}
	return exports, sources
}

// constants lists the string constants of the page's programs: Keys, and all others.
func constants(t *testing.T) (keys, others []found) {
	t.Helper()
	fset := token.NewFileSet()
	exports, sources := compiled(t)
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, name := range packages {
		var files []*ast.File
		for _, f := range sources[name] {
			tree, err := parser.ParseFile(fset, filepath.Join("..", name, f), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, tree)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		if _, err := (&types.Config{Importer: imports}).Check(name, fset, files, info); err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			k, o := constantsOf(fset, f, info)
			keys, others = append(keys, k...), append(others, o...)
		}
	}
	return keys, others
}

// constantsOf lists those of a file; of "a" + "b" the whole.
func constantsOf(fset *token.FileSet, f *ast.File, info *types.Info) (keys, others []found) {
	shown := map[ast.Expr]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "text" {
				shown[call.Args[0]] = true
			}
		}
		e, ok := n.(ast.Expr)
		if !ok {
			_, isImport := n.(*ast.ImportSpec)
			return !isImport
		}
		v, known := info.Types[e]
		if !known || v.Value == nil || v.Value.Kind() != constant.String {
			return true
		}
		switch e.(type) {
		case *ast.Ident, *ast.SelectorExpr: // it is written elsewhere
			return false
		}
		it := found{fset.Position(e.Pos()), constant.StringVal(v.Value), shown[e]}
		if v.Type.String() == "github.com/mutarium/mutarium/web/words.Key" {
			keys = append(keys, it)
		} else {
			others = append(others, it)
		}
		return false
	})
	return keys, others
}

// prose is what a reader would take for a text: two words, or a whole capitalised one.
var prose = regexp.MustCompile(`\p{L}\p{Ll}*[,;:.]? \p{Ll}|^\p{Lu}\p{Ll}+$`)

// notTexts are strings that look like texts and are none.
var notTexts = regexp.MustCompile(`^(Enter|Escape|Home|End|Mutarium|English|Deutsch` + // keys and names
	`|Blob|Date|Image|Worker|Theme|Language` + // what the browser has and keeps
	`|<.*|\(prefers-contrast: more\)|\.legend i|input:not.*` + // drawings, selectors
	`|not determined: the run was stopped` + // in a report
	`|a part of the page could not be drawn: )$`) // for the console

func TestEveryTextGoesThroughTheCatalogue(t *testing.T) {
	_, others := constants(t)
	if len(others) < 1000 {
		t.Fatalf("only %d strings were found in the page", len(others))
	}
	letters := regexp.MustCompile(`\p{L}`)
	for _, s := range others {
		if (prose.MatchString(s.text) || s.shown && letters.MatchString(s.text)) && !notTexts.MatchString(s.text) {
			t.Errorf("%s: %q is shown in English only: make it a Key", s.pos, s.text)
		}
	}
}

// inScripts finds the texts of the page's scripts.
func inScripts(t *testing.T) (keys []string) {
	t.Helper()
	said := regexp.MustCompile(`\bsay\("((?:[^"\\]|\\.)*)"`)
	phrases := regexp.MustCompile(`(?s)const phrases = \[(.*?)\];`)
	quoted := regexp.MustCompile(`"([^"]*)"`)
	for _, pattern := range []string{"../../static/*.js", "../bundle/*.js"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("there are no scripts in ", pattern)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			found := said.FindAllSubmatch(text, -1)
			if list := phrases.FindSubmatch(text); list != nil {
				found = append(found, quoted.FindAllSubmatch(list[1], -1)...)
			}
			for _, m := range found {
				keys = append(keys, string(m[1]))
			}
		}
	}
	return keys
}

func TestTheCatalogueHasEveryText(t *testing.T) {
	german := catalogueOf(t, "de")
	used := map[Key]bool{}
	keys, _ := constants(t)
	for _, k := range keys {
		used[Key(k.text)] = true
	}
	for _, k := range inScripts(t) {
		used[Key(k)] = true
	}
	delete(used, "")
	if len(used) < 400 {
		t.Fatalf("only %d texts were found", len(used))
	}
	for k := range used {
		if german.page[k] == "" {
			t.Errorf("static/words/de.txt lacks %q", k)
		}
	}
	for k := range german.page {
		if !used[k] {
			t.Errorf("static/words/de.txt has %q, which the page does not say", k)
		}
	}
}

// holes lists the names in braces, in order of the alphabet.
func holes(s string) []string {
	all := regexp.MustCompile(`\{[^}]*\}`).FindAllString(s, -1)
	slices.Sort(all)
	return all
}

func TestTranslationsHaveTheSameHoles(t *testing.T) {
	german := catalogueOf(t, "de")
	check := func(english, said string) {
		if a, b := holes(english), holes(said); !slices.Equal(a, b) {
			t.Errorf("%q has the holes %v, the German %v", english, a, b)
		}
		if strings.TrimSpace(said) != said || strings.TrimSpace(english) != english {
			t.Errorf("%q has blanks at an end", english)
		}
		if code := "`"; strings.Count(english, code) != strings.Count(said, code) {
			t.Errorf("%q marks other code than the German", english)
		}
	}
	for k, said := range german.page {
		check(string(k), said)
	}
	for k, said := range german.engine {
		check(k, said)
	}
	if german.language != "de" || german.thousands != "." || german.point != "," {
		t.Errorf("the language is %q, %q, %q", german.language, german.thousands, german.point)
	}
}

// index.html speaks before any program is there, in all languages.
func TestTheFirstPageSpeaksGerman(t *testing.T) {
	german := catalogueOf(t, "de")
	page, err := os.ReadFile("../../index.html")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile(`<(?:p class="motto"|span) lang="en">([^<]*)</\w+><\w+(?: class="motto")? lang="de">([^<]*)<`)
	said := first.FindAllStringSubmatch(string(page), -1)
	if len(said) != 2 {
		t.Fatalf("index.html has %d texts in both languages", len(said))
	}
	if de := german.page[Key(said[0][1])]; de != said[0][2] {
		t.Errorf("index.html says %q, the catalogue %q", said[0][2], de)
	}
}
