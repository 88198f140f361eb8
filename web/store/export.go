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
	r := s.Report()
	if r == nil {
		s.say("warn", "Nothing to save yet: run first.")
		return
	}
	if s.Run.Mixed && what == "report" {
		s.say("warn", "Some mutants were judged again with other settings. A report holds one run: run again, then save it.")
		return
	}
	switch what {
	case "report":
		data, err := report.Encode(r)
		if err != nil {
			s.say("bad", "The report cannot be written: {why}.", err.Error())
			return
		}
		s.do(Deliver{Name: base + ".report.json", Text: string(data), Type: "application/json"})
	case "csv":
		s.do(Deliver{Name: base + ".mutants.csv", Text: export.MutantsCSV(r), Type: "text/csv"})
	case "stryker":
		s.do(Deliver{Name: base + ".mutation.json", Text: export.Stryker(r), Type: "application/json"})
	}
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
