package store

import (
	"strings"

	"github.com/mutarium/mutarium/engine/export"
	"github.com/mutarium/mutarium/engine/report"
)

// download hands over a file.
func (s *Store) download(what string) {
	kind, at, _ := strings.Cut(what, ":")
	if kind == "code" || kind == "table" || kind == "graph" || kind == "matrix" {
		s.deliverPart(kind, at)
		return
	}
	base := strings.TrimSuffix(s.Work.Name, extension(s.Work.Name))
	if base == "" {
		base = "model"
	}
	if kind == "diagram" {
		s.deliverDiagram(at, base)
		return
	}
	if what == "model" {
		s.do(Deliver{Name: base + s.extension(), Text: s.Work.Text, Type: "text/plain"})
		return
	}
	if s.Run.Head == nil {
		s.say("warn", "Nothing to save yet: run first.")
		return
	}
	if s.Run.Mixed && what == "report" {
		s.say("warn", "Some mutants were judged again with other settings. A report holds one run: run again, then save it.")
		return
	}
	x := exporting{run: s.Run.Revision}
	switch what {
	case "report":
		x.file = Deliver{Name: base + ".report.json", Type: "application/json"}
		x.write, x.list = encoded, 2
	case "csv":
		x.file = Deliver{Name: base + ".mutants.csv", Type: "text/csv"}
		x.write = export.MutantsCSV
	case "stryker":
		x.file = Deliver{Name: base + ".mutation.json", Type: "application/json"}
		x.write, x.list = export.Stryker, 6
	}
	s.export = &x
	s.exportOn()
}

func encoded(r *report.Report) string {
	data, err := report.Encode(r)
	if err != nil {
		panic(err) // it was read from JSON
	}
	return string(data)
}

// exportPiece is how many mutants are written in one go.
const exportPiece = 500

// An exporting is a file that is written in pieces, so that the page goes on while it is.
type exporting struct {
	file  Deliver
	from  int // the place of the next mutant
	list  int // JSON: the indent of the list of mutants, in spaces
	run   int // Revision
	write func(*report.Report) string
}

// exportOn writes the next piece and hands it over.
func (s *Store) exportOn() {
	x := s.export
	if x == nil || x.run != s.Run.Revision { // the run has changed
		s.export = nil
		return
	}
	var some []report.Mutant
	first, last := x.from == 0, true
	for i, m := range s.Run.Rows.All(x.from) {
		if last = len(some) < exportPiece; !last {
			x.from = i
			break
		}
		some = append(some, *m)
	}
	x.file.Text, x.file.More = x.piece(s.reportOf(some), s.reportOf(nil), first, last), !last
	s.do(x.file)
	if last {
		s.export = nil
	} else {
		s.do(After{Key: "export", Action: exportMore{}})
	}
}

// piece writes some mutants as a file does that has others before and behind them: without what all such
// files begin with, unless it is the first, and without what they end with, unless it is the last.
func (x *exporting) piece(r, none *report.Report, first, last bool) string {
	text, empty := x.write(r), x.write(none)
	before, behind, join := len(empty), 0, ""
	if x.list > 0 {
		before = strings.Index(empty, `"mutants": []`) + len(`"mutants": [`)
		behind, join = len("\n")+x.list+len(empty)-before, ","
	}
	if !last {
		text = text[:len(text)-behind] + join
	}
	if !first {
		text = text[before:]
	}
	return text
}

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[i:]
	}
	return ""
}

func (s *State) extension() string {
	if e := extension(s.Work.Name); e != "" {
		return e
	}
	if f := s.Formalism(); f != nil {
		return first(f.Extensions)
	}
	return ".txt"
}
