package store

import "strings"

// Texts of tools name mutants by their ids; the page makes a link of each that the list has.

// A Piece is a part of a text: an id, or what stands between two of them.
type Piece struct {
	ID   bool
	Text string
}

// Pieces splits a text at the ids in it. An id is the whole text, or a word of it without brackets and
// points around it.
func Pieces(text string, is func(id string) bool) []Piece {
	if is(text) {
		return []Piece{{true, text}}
	}
	var out []Piece
	from := 0 // of what no piece has yet
	for at := 0; at < len(text); {
		if text[at] == ' ' || text[at] == '\n' {
			at++
			continue
		}
		end := len(text)
		if n := strings.IndexAny(text[at:], " \n"); n >= 0 {
			end = at + n
		}
		word := strings.TrimRight(strings.TrimLeft(text[at:end], "(“"), ",.;:)”")
		if word != "" && is(word) {
			start := at + strings.Index(text[at:end], word)
			if start > from {
				out = append(out, Piece{Text: text[from:start]})
			}
			out = append(out, Piece{true, word})
			from = start + len(word)
		}
		at = end
	}
	if from < len(text) {
		out = append(out, Piece{Text: text[from:]})
	}
	return out
}

// findIDs notes which ids of the list the open tool's result names.
func (s *Store) findIDs() {
	ids := map[string]bool{}
	look := func(text string) {
		for _, p := range Pieces(text, func(id string) bool { _, ok := s.Run.Rows.Place(id); return ok }) {
			if p.ID {
				ids[p.Text] = true
			}
		}
	}
	for _, sec := range s.Tools.Sections {
		look(sec.Title)
		for _, b := range sec.Blocks {
			look(b.Text)
			for _, f := range b.Facts {
				look(f.Value)
			}
			if b.Table != nil {
				for _, row := range b.Table.Rows {
					for _, cell := range row {
						look(cell)
					}
				}
			}
			if b.Graph != nil {
				for _, n := range b.Graph.Nodes {
					look(n.Label)
				}
			}
		}
	}
	s.Tools.IDs = ids
}

// selectNamed selects a mutant that some text names.
func (s *Store) selectNamed(id string) {
	if m, _ := s.Mutant(id); m == nil {
		s.say("warn", "The list does not have {id}: it was run with other operators or settings.", id)
		return
	}
	s.List.Filter = s.List.Filter.unless(s, id)
	s.choosing(id)
	s.goTab("detail")
}

// unless gives the filter, or none where it hides a mutant.
func (f Filter) unless(s *Store, id string) Filter {
	if i, _ := s.Run.Rows.Place(id); !s.Run.Rows.passes(i, f) {
		return Filter{}
	}
	return f
}
