// Package ready holds the exercises that come with Mutarium, their sheets and the course, as the files that a lecturer
// would write, and reads such files. A file ID.yaml is in English; ID.de.yaml has the German words of its texts.
//
//	ready.go  what there is
//	index.go  what a site offers: files to open, files to copy, and the list of them
//
// The site and the command line offer them; nothing that runs in a browser imports this package.
package ready

import (
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/own"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
)

//go:embed files
var embedded embed.FS

// Files holds the own files, and the models that they name.
func Files() fs.FS {
	sub, err := fs.Sub(embedded, "files")
	if err != nil {
		panic("ready: " + err.Error())
	}
	return sub
}

// A set is what is there in one language.
type set struct {
	about     map[string]about // by id
	exercises []*exercise.Exercise
	sheets    []*exercise.Sheet
}

// about is what the list says of an exercise.
type about struct {
	minutes int
	teaches string
}

// all reads the files in the order of order.txt. The tests see to it that they can be read.
var all = sync.OnceValue(func() map[string]*set {
	files := Files()
	order := file(files, "order.txt")
	if order == nil {
		panic("ready: there is no order.txt")
	}
	sets := map[string]*set{}
	for at, language := range Languages() {
		s := &set{about: map[string]about{}}
		sets[language] = s
		for line := range strings.Lines(order.Text) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			columns := strings.Split(strings.TrimSpace(line), " | ")
			id := columns[0]
			doc := load(files, id, language)
			switch {
			case doc == nil:
			case doc.Sheet != nil:
				s.sheets = append(s.sheets, doc.Sheet)
			default:
				minutes, err := strconv.Atoi(columns[1])
				if err != nil {
					panic("ready: order.txt: " + err.Error())
				}
				s.exercises = append(s.exercises, doc.Exercise)
				s.about[id] = about{minutes, columns[2+at]}
			}
		}
	}
	return sets
})

// load reads a file in a language; nil if it has no words in that language.
func load(files fs.FS, id, language string) *seal.Document {
	f := file(files, id+".yaml")
	if f == nil {
		panic("ready: there is no " + id)
	}
	var doc *seal.Document
	var diags source.Diagnostics
	if language == "en" {
		doc, diags = own.Read(f, files)
	} else if words := file(files, id+"."+language+".yaml"); words != nil {
		doc, diags = own.Translate(f, words, files)
	} else {
		return nil
	}
	if doc == nil {
		panic(fmt.Sprintf("ready: %s in %s: %s", id, language, diags.Text(f)))
	}
	return doc
}

// file reads one; nil if it is not there.
func file(files fs.FS, name string) *source.File {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil
	}
	return source.NewFile(name, string(text))
}

// Languages lists those that there may be words in, the one that all files have first.
func Languages() []string { return []string{"en", "de"} }

// All lists the exercises, in English, as the lecturer has them: with their secrets. They are not to be changed.
func All() []*exercise.Exercise { return In("en") }

// In lists the exercises that have words in a language.
func In(language string) []*exercise.Exercise { return all()[language].exercises }

// Sheets lists the sheets in English, those of the course among them. They name their exercises by their ids.
func Sheets() []*exercise.Sheet { return SheetsIn("en") }

// SheetsIn lists the sheets that have words in a language.
func SheetsIn(language string) []*exercise.Sheet { return all()[language].sheets }

// Find returns the exercise of an id, in English; nil if there is none.
func Find(id string) *exercise.Exercise {
	for _, e := range All() {
		if e.ID == id {
			return e
		}
	}
	return nil
}

// FindSheet returns the sheet of an id, in English; nil if there is none.
func FindSheet(id string) *exercise.Sheet {
	for _, s := range Sheets() {
		if s.ID == id {
			return s
		}
	}
	return nil
}
