// Docsite makes the documentation's pages for the site: those of docs/, a card for each formalism's
// language, and an index. They are plain pages without a script, in the style of the page itself.
//
//	main.go   what is made of what
//	page.go   a document in Markdown as a page whose links lead to the others
//	card.go   a formalism's language on one page
//
//	docsite -o dist/docs docs
package main

import (
	"bytes"
	"embed"
	"flag"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	out := flag.String("o", "", "folder to write to")
	flag.Parse()
	if err := run(*out, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "docsite:", err)
		os.Exit(1)
	}
}

//go:embed templates
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"sentence": sentence}).
	ParseFS(files, "templates/*.html"))

// A page of the site.
type page struct {
	Name  string // of its file, without .html
	Title string
	Lead  string // its first sentences, without markup
	HTML  template.HTML
	Heads []head
}

// A head is a heading that the index names.
type head struct{ ID, Text string }

// order is how the pages are listed: those that users read first. A page that is not named comes last.
var order = []string{"efsm", "action-systems", "tfsm", "timed", "timed-mutants", "reasons", "glossary", "report",
	"teaching", "accessibility", "hosting", "architecture", "extending", "releasing"}

func run(out, docs string) error {
	if out == "" || docs == "" {
		return fmt.Errorf("name the folder to write to and that of the documents")
	}
	pages, err := read(docs)
	if err != nil {
		return err
	}
	cards, err := makeCards(filepath.Dir(filepath.Clean(docs)))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	first, err := index(cards, pages)
	if err != nil {
		return err
	}
	all := slices.Concat(cards, pages)
	for _, p := range append([]page{first}, all...) {
		text, err := fill("page.html", struct {
			page
			All []page
		}{p, all})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, p.Name+".html"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	if err := pictures(out, docs, pages); err != nil {
		return err
	}
	schema, err := os.ReadFile(filepath.Join(docs, "report.schema.json"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "report.schema.json"), schema, 0o644)
}

// pictures copies those that the pages show.
func pictures(out, docs string, pages []page) error {
	files, err := filepath.Glob(filepath.Join(docs, "pictures", "*.png"))
	if err != nil {
		return err
	}
	for _, file := range files {
		name := "pictures/" + filepath.Base(file)
		shown := func(p page) bool { return strings.Contains(string(p.HTML), `src="`+name+`"`) }
		if !slices.ContainsFunc(pages, shown) {
			continue
		}
		data, err := os.ReadFile(file)
		if err == nil {
			err = os.MkdirAll(filepath.Join(out, "pictures"), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(out, filepath.FromSlash(name)), data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func fill(name string, with any) (template.HTML, error) {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, name, with)
	return template.HTML(b.String()), err
}

// read turns the documents into pages.
func read(docs string) ([]page, error) {
	files, err := filepath.Glob(filepath.Join(docs, "*.md"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no documents in %s (%v)", docs, err)
	}
	var pages []page
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		pages = append(pages, newPage(strings.TrimSuffix(filepath.Base(file), ".md"), string(text)))
	}
	slices.SortStableFunc(pages, func(a, b page) int { return rank(a.Name) - rank(b.Name) })
	return pages, nil
}

func rank(name string) int {
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}

// An entry of the index.
type entry struct {
	head
	Page page
}

// index is the first page: what there is, and every heading in alphabetical order, to be searched by
// the browser's own means.
func index(cards, pages []page) (page, error) {
	var all []entry
	for _, p := range slices.Concat(cards, pages) {
		for _, h := range p.Heads {
			all = append(all, entry{h, p})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		return strings.Compare(strings.ToLower(a.Text), strings.ToLower(b.Text))
	})
	text, err := fill("index.html", struct {
		Cards, Pages []page
		Entries      []entry
	}{cards, pages, all})
	return page{Name: "index", Title: "Documentation", HTML: text}, err
}
