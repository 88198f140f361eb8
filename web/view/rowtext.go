package view

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/words"
)

// What a row of the list says of a change, so that no two rows of a list are alike: first what differs, which must be
// seen where the list is narrow; the words around it are cut on the side that is farther away.

// A piece of a change is an element with a text: span.ctx, del, ins or span.arrow.
type piece struct{ Tag, Text string }

// room is how many letters of a change are seen on the narrowest page.
const room = 41

// changeOf shows what was changed into what, on one line; of several changes, the first three.
func changeOf(lines []string, m *report.Mutant) []piece {
	if len(m.Words) > 0 {
		return joined(len(m.Words), func(i, room int) []piece { return inWords(m.Words[i], room) })
	}
	edits := draw.EditsOf(m)
	if len(edits) < len(m.Parts) { // one edit makes both changes: their ids say more than its text
		return joined(len(m.Parts), func(i, _ int) []piece { return []piece{{"ins", m.Parts[i]}} })
	}
	if len(edits) == 1 {
		if isMarkup(edits[0]) {
			return []piece{{"ins", m.ID}}
		}
		before, after := around(lines, m)
		return fit(editOf(before, edits[0], after), room)
	}
	apart := edits[0].Span.Line != edits[len(edits)-1].Span.Line
	return joined(min(len(edits), 3), func(i, room int) []piece {
		line := ""
		if apart {
			line = strconv.Itoa(edits[i].Span.Line) + ": "
		}
		return append([]piece{{"span.ctx", line}}, fit(editOf("", edits[i], ""), room-len(line))...)
	})
}

// isMarkup tells whether an edit adds or removes an element of XML or JSON, whose text begins as all others do.
func isMarkup(e report.Edit) bool {
	text := bare(e.Original + e.Replacement)
	return (e.Original == "" || e.Replacement == "") && len(text) > room && strings.ContainsAny(text[:1], "<{")
}

// joined puts changes behind one another, with a share of the room for each.
func joined(n int, change func(i, room int) []piece) (all []piece) {
	for i := range n {
		if i > 0 {
			all = append(all, piece{"span.arrow", "·"})
		}
		all = append(all, change(i, (room-3*(n-1))/n)...)
	}
	return all
}

// inWords shows a change that the formalism has put into words: "s1: timeout 4 → 3".
func inWords(words string, room int) []piece {
	place, what, ok := strings.Cut(words, ": ")
	if !ok {
		return []piece{{"ins", words}}
	}
	place += ": "
	if rest, timeout := strings.CutPrefix(what, "timeout "); timeout {
		place, what = place+"timeout ", rest
	}
	old, new, ok := strings.Cut(what, " → ")
	if !ok {
		return fit([]piece{{"span.ctx", place}, {"ins", what}}, room)
	}
	before, old, new, after := draw.Narrow(old, new)
	pieces := []piece{{"span.ctx", place + before}, {"del", old}, {"span.arrow", "→"}, {"ins", new}, {"span.ctx", after}}
	return fit(pieces, room)
}

// editOf shows an edit between the words before and after it. What both sides have in common is pale.
func editOf(before string, e report.Edit, after string) []piece {
	common, old, new, rest := draw.Narrow(bare(e.Original), bare(e.Replacement))
	pieces := []piece{{"span.ctx", oneLine(before + common)}}
	old, new = oneLine(old), oneLine(new)
	switch {
	case old != "" && new != "":
		pieces = append(pieces, piece{"del", old}, piece{"span.arrow", "→"}, piece{"ins", new})
	case old != "" && common == "":
		pieces = append(pieces, piece{"del", "− " + old})
	case old != "":
		pieces = append(pieces, piece{"del", old})
	case common == "":
		pieces = append(pieces, piece{"ins", "+ " + new})
	default:
		pieces = append(pieces, piece{"ins", new})
	}
	return append(pieces, piece{"span.ctx", oneLine(rest + after)})
}

// fit cuts pieces so that what differs is seen in so much room: first the words before it on their left, then the
// longest of what differs on its right. What follows is cut by the page.
func fit(pieces []piece, room int) (kept []piece) {
	size := func(p piece) int { return len([]rune(p.Text)) }
	context, changed, arrows := -1, 0, 0
	for i, p := range pieces {
		switch {
		case p.Tag == "span.ctx" && i == 0:
			context = i
		case p.Tag == "span.arrow":
			arrows += 3
		case p.Tag != "span.ctx":
			changed += size(p)
		}
	}
	if context >= 0 {
		pieces[context].Text = tail(pieces[context].Text, max(room-changed-arrows, room/4))
		room -= size(pieces[context])
	}
	for i := range pieces {
		p := &pieces[i]
		if most := room - arrows; p.Tag == "del" || p.Tag == "ins" {
			if changed > most { // each may have half; what one does not need is the other's
				other := changed - size(*p)
				p.Text = head(p.Text, max(most-other, most/2, 4))
				changed = other + size(*p)
			}
		}
	}
	for _, p := range pieces {
		if p.Text != "" {
			kept = append(kept, p)
		}
	}
	return kept
}

// around gives the words before and after a change on its line, so that "1 → 2" says where.
func around(lines []string, m *report.Mutant) (before, after string) {
	const much = 24
	if m.Span.Line < 1 || m.Span.EndLine > len(lines) || m.Original == "" ||
		m.Replacement == "" && len(m.Original) > much { // the change itself needs the room
		return "", ""
	}
	first, last := []rune(lines[m.Span.Line-1]), []rune(lines[m.Span.EndLine-1])
	b := strings.TrimLeft(string(first[:min(max(m.Span.Column-1, 0), len(first))]), " \t(")
	a := strings.TrimRight(string(last[min(max(m.Span.EndColumn-1, 0), len(last)):]), " \t")
	return b, a
}

// placeOf says where a change is, so that changes that look alike are told apart: its line and column, and its number
// there where the id has one. Of a pair it says both places, or the ids where they hold none.
func placeOf(m *report.Mutant) string {
	if len(m.Parts) > 1 {
		return placesOf(m.Parts)
	}
	line, column := m.Place()
	place := strconv.Itoa(line)
	if column > 0 {
		place += ":" + strconv.Itoa(column)
	}
	if _, number, ok := strings.Cut(m.ID, "#"); ok {
		place += " #" + number
	}
	return words.T("line {place}", place)
}

// placesOf joins ids, or their places, "8:1#2+17:1", which share what is the same: "8:1#2+#5".
func placesOf(ids []string) string {
	text, last := "", ""
	for i, id := range ids {
		if i > 0 {
			text += "+"
		}
		operator, place, ok := strings.Cut(id, "@")
		switch where, number, _ := strings.Cut(place, "#"); {
		case !ok:
			text += id
		case place[0] < '0' || place[0] > '9': // a name: TAD@idle->add_sugar?
			text += operator + "@" + tail(place, 20)
		case where == last:
			text += "#" + number
		default:
			text, last = text+place, where
		}
	}
	return text
}

// bare leaves out the separator and the blanks around something that was added or removed.
func bare(s string) string {
	if t := strings.Trim(s, " \t\n,;"); t != "" && t != s && strings.ContainsAny(s, ",;\n") {
		return t
	}
	return s
}

// oneLine folds white space; a blank at an end stays.
func oneLine(s string) string {
	one := strings.Join(strings.Fields(s), " ")
	if one == "" {
		return ""
	}
	if strings.ContainsAny(s[:1], " \t\n") {
		one = " " + one
	}
	if strings.ContainsAny(s[len(s)-1:], " \t\n") {
		one += " "
	}
	return one
}

// head gives the beginning of a text.
func head(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// tail gives the end of a text.
func tail(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return "…" + string(r[len(r)-n+1:])
	}
	return s
}
