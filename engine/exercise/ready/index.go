package ready

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/seal"
)

// An Index lists what a site offers, in exercises/index.json.
type Index struct {
	Entries []Entry `json:"entries"` // exercises first, then sheets, in the order in which one would do them
	Format  string  `json:"format"`
	Version int     `json:"version"`
}

// IndexFormat is what the list says that it is.
const IndexFormat = "mutarium-exercises"

// An Entry is an exercise or a sheet in one language.
type Entry struct {
	Digest    string   `json:"digest"`              // of the file
	Exercises []string `json:"exercises,omitempty"` // of a sheet: ids
	File      string   `json:"file"`                // to open, in the folder of the list
	Formalism string   `json:"formalism,omitempty"` // of an exercise
	ID        string   `json:"id"`
	Kind      string   `json:"kind"` // of an exercise; "sheet"
	Language  string   `json:"language"`
	Minutes   int      `json:"minutes"`        // that it may take
	Next      []string `json:"next,omitempty"` // of a sheet: ids
	Own       string   `json:"own"`            // to copy and change, likewise
	Revision  int      `json:"revision"`
	Teaches   string   `json:"teaches,omitempty"` // of an exercise: in a few words
	Title     string   `json:"title"`
}

// Site makes the files of a site's folder exercises/: what students open (ID.mtx, sheets too), what lecturers copy
// (own/), and index.json. The same program makes the same bytes.
func Site(engine string) (map[string][]byte, error) {
	out := map[string][]byte{}
	index := Index{Format: IndexFormat, Version: exercise.Version}
	var sheets []Entry
	for _, language := range Languages() {
		about := all()[language].about
		for _, e := range In(language) {
			made, err := seal.Make(e, "", engine)
			if err != nil {
				return nil, err
			}
			x := Entry{Digest: made.Digest, Formalism: e.Formalism, ID: e.ID, Kind: e.Kind, Language: language,
				Minutes: about[e.ID].minutes, Revision: e.Revision, Teaches: about[e.ID].teaches, Title: e.Title}
			x.put(out, made, e)
			index.Entries = append(index.Entries, x)
		}
		for _, s := range SheetsIn(language) {
			made, err := seal.MakeSheet(s, engine)
			if err != nil {
				return nil, err
			}
			x := Entry{Digest: made.Digest, ID: s.ID, Kind: "sheet", Language: language, Revision: s.Revision, Title: s.Title}
			for _, step := range s.Steps {
				x.Minutes += step.Minutes
				if step.Ready != "" && !slices.Contains(x.Exercises, step.Ready) {
					x.Exercises = append(x.Exercises, step.Ready)
				}
			}
			for _, next := range s.Next {
				x.Next = append(x.Next, next.Ready)
			}
			x.put(out, made, s)
			sheets = append(sheets, x)
		}
	}
	index.Entries = append(index.Entries, sheets...)
	text, err := json.MarshalIndent(index, "", "  ")
	if err != nil {
		return nil, err
	}
	out["index.json"] = append(text, '\n')
	return out, written(out)
}

// put adds the files of an entry, and names them.
func (x *Entry) put(out map[string][]byte, made, own any) {
	name := x.ID
	if x.Language != "en" {
		name += "." + x.Language
	}
	x.File, x.Own = name+".mtx", path.Join("own", name+".json")
	out[x.File], out[x.Own] = seal.Encode(made), seal.Encode(own)
}

// written adds the files as they were written by hand: kinder to change than JSON, and with the models they name.
func written(out map[string][]byte) error {
	files := Files()
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".txt") {
			return err
		}
		out[path.Join("own", name)], err = fs.ReadFile(files, name)
		return err
	})
}
