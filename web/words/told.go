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

// Told translates what the engine says; ok is false where it stays English in another language. What is
// no sentence of the catalogue is tried sentence by sentence.
func Told(s string) (told string, ok bool) {
	if now.engine == nil || s == "" {
		return s, true
	}
	if told, ok = sentence(s, false); ok {
		return told, true
	}
	parts := strings.SplitAfter(s, ". ")
	for i, part := range parts {
		whole := strings.TrimSuffix(part, " ")
		if parts[i], ok = sentence(whole, false); !ok || len(parts) == 1 {
			return s, false
		}
	}
	return strings.Join(parts, " "), true
}

// sentence translates one of the catalogue's, or what fills a hole of another one.
func sentence(s string, inHole bool) (told string, ok bool) {
	if text, ok := now.engine[s]; ok && (!inHole || strings.Contains(s, " ")) { // one word may be a name of the model
		return text, true
	}
	best, holes := form{}, []string(nil)
	for _, f := range now.forms { // out of a map: the form with the longest English wins, then the first
		if !inHole && f.loose() {
			continue
		}
		if found := f.match(s); found != nil && better(f.english, best.english) {
			best, holes = f, found
		}
	}
	if holes == nil {
		return s, false
	}
	for i, hole := range holes {
		holes[i], _ = sentence(hole, true)
	}
	return fill(best.text, best.english, holes), true
}

// loose tells of a form that has a hole at both ends: it is a part of sentences, and none by itself.
func (f form) loose() bool { return f.pieces[0] == "" && f.pieces[len(f.pieces)-1] == "" }

func better(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a < b }

// match gives what fills the form's holes, or nil where the sentence is none of its kind. No hole holds the
// end of a sentence.
func (f form) match(s string) (holes []string) {
	last := len(f.pieces) - 1
	rest, ok := strings.CutPrefix(s, f.pieces[0])
	if !ok {
		return nil
	}
	for _, piece := range f.pieces[1:last] {
		hole, after, found := strings.Cut(rest, piece)
		if !found || hole == "" || strings.Contains(hole, ". ") {
			return nil
		}
		holes, rest = append(holes, hole), after
	}
	hole, ok := strings.CutSuffix(rest, f.pieces[last])
	if !ok || hole == "" || strings.Contains(hole, ". ") {
		return nil
	}
	return append(holes, hole)
}

// Engine is Told where nothing can be marked as English.
func Engine(s string) string {
	s, _ = Told(s)
	return s
}
