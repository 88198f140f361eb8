package words

import "strings"

// What the engine says comes as whole sentences, in English. The catalogue has them as they are, or as
// forms with holes, "from {a} to {b}": a sentence is translated when it is one of them from end to end.

// A form is a sentence of the engine with holes: its fixed pieces, one more than there are holes.
type form struct {
	english string
	pieces  []string
	text    string
}

func formsOf(engine map[string]string) (all []form) {
	for english, text := range engine {
		if pieces := piecesOf(english); len(pieces) > 1 {
			all = append(all, form{english, pieces, text})
		}
	}
	return all
}

func piecesOf(english string) (pieces []string) {
	for {
		piece, rest, found := strings.Cut(english, "{")
		pieces = append(pieces, piece)
		if !found {
			return pieces
		}
		_, english, _ = strings.Cut(rest, "}")
	}
}

// Told translates what the engine says; ok is false where it stays English in another language.
func Told(s string) (told string, ok bool) {
	if now.engine == nil || s == "" {
		return s, true
	}
	if text, ok := now.engine[s]; ok {
		return text, true
	}
	best, holes := form{}, []string(nil)
	for _, f := range now.forms { // out of a map: the form with the longest English wins, then the first
		if found := f.match(s); found != nil && better(f.english, best.english) {
			best, holes = f, found
		}
	}
	if holes == nil {
		return s, false
	}
	return fill(best.text, best.english, holes), true
}

func better(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a < b }

// match gives what fills the form's holes, or nil where the sentence is none of its kind.
func (f form) match(s string) (holes []string) {
	last := len(f.pieces) - 1
	rest, ok := strings.CutPrefix(s, f.pieces[0])
	if !ok {
		return nil
	}
	for _, piece := range f.pieces[1:last] {
		hole, after, found := strings.Cut(rest, piece)
		if !found || hole == "" {
			return nil
		}
		holes, rest = append(holes, hole), after
	}
	hole, ok := strings.CutSuffix(rest, f.pieces[last])
	if !ok || hole == "" {
		return nil
	}
	return append(holes, hole)
}

// Engine is Told where nothing can be marked as English.
func Engine(s string) string {
	s, _ = Told(s)
	return s
}
