package mutants

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Edits turn a change of structure into a change of text: what a mutant shares with the original by
// identity keeps its text, what was replaced is rewritten in its place, what is gone is cut out of
// its list, what is new is appended. One comparison serves mutants of any order.

// Edits gives the changes of the text that make the mutant, in order, none overlapping another. It
// gives nil where the model stands in several files.
func (s Subject) Edits(mutant *model.Automaton) []source.Edit {
	if s.Model.File == nil || s.Model.Format == model.Project {
		return nil
	}
	w := &rewriter{text: s.Model.File.Text, old: s.Automaton, new: mutant, arrays: s.Model.Format == model.JSON}
	switch s.Model.Format {
	case model.XML:
		w.xml()
	case model.JSON:
		if !w.json() {
			return nil
		}
	default:
		w.locations()
		w.edges()
	}
	slices.SortStableFunc(w.edits, func(a, b source.Edit) int { return int(a.Span.Start - b.Span.Start) })
	return w.edits
}

type rewriter struct {
	text     string
	old, new *model.Automaton
	edits    []source.Edit
	arrays   bool // lists are arrays: an empty one keeps its brackets
}

func (w *rewriter) put(at source.Span, text string) {
	w.edits = append(w.edits, source.Edit{Span: at, Text: text})
}

// locations edits the lists of states and of urgent and other special states.
func (w *rewriter) locations() {
	var items []item
	for i, l := range w.old.Locations {
		now := w.new.Locations[i]
		gone := now.Removed && !l.Removed
		items = append(items, item{l.Span, gone})
		switch {
		case gone:
			w.unmark(l)
		case now.Invariant != l.Invariant:
			w.put(l.Invariant.Outer, invariantText(w.old, now.Invariant))
		}
	}
	var added []string
	for _, l := range w.new.Locations[len(w.old.Locations):] {
		if !l.Removed {
			added = append(added, l.ID)
		}
	}
	w.list(items, added)
}

// invariantText writes an invariant for its place in the text. With features other parts may stand
// there too, joined by "&&", which binds tighter than what is in brackets here.
func invariantText(a *model.Automaton, e *expr.Expr) string {
	text := expr.Uppaal.Print(e)
	if a.Featured && e.Op.Logical() && e.Op != expr.And {
		return "(" + text + ")"
	}
	return text
}

// edges edits the lists of edges. Rewritten edges are known by their place in the text.
func (w *rewriter) edges() {
	now := map[source.Pos]*model.Edge{}
	var added []string
	for _, e := range w.new.Edges {
		if e.Span == (source.Span{}) {
			added = append(added, w.edgeText(e))
		} else {
			now[e.Span.Start] = e
		}
	}
	for _, e := range w.old.Hidden {
		now[e.Span.Start] = w.unseen(e)
	}
	written := w.written()
	var items []item
	for i, e := range written {
		by := now[e.Span.Start]
		items = append(items, item{e.Span, by == nil})
		if by != nil {
			w.edge(e, by, i > 0 && now[written[i-1].Span.Start] != written[i-1])
		}
	}
	w.list(items, added)
}

// written lists the edges of the text in its order: those of the automaton, and those that only other
// products have.
func (w *rewriter) written() []*model.Edge {
	if len(w.old.Hidden) == 0 {
		return w.old.Edges
	}
	all := slices.Concat(w.old.Edges, w.old.Hidden)
	slices.SortFunc(all, func(a, b *model.Edge) int { return int(a.Span.Start - b.Span.Start) })
	return all
}

// unseen is what becomes of an edge of other products: it stays unless a location of it goes.
func (w *rewriter) unseen(e *model.Edge) *model.Edge {
	if w.new.Locations[e.Source].Removed || w.new.Locations[e.Target].Removed {
		return nil
	}
	return e
}

// edge rewrites what differs. An edge without a source of its own takes that of the edge before in
// the text, and needs one when that edge is gone or changed.
func (w *rewriter) edge(e, by *model.Edge, orphan bool) {
	if e.Source != by.Source || orphan && e.SourceSpan.Start == e.SourceSpan.End {
		name := w.new.Locations[by.Source].ID
		if e.SourceSpan.Start == e.SourceSpan.End {
			name += " "
		}
		w.put(e.SourceSpan, name)
	}
	if e.Target != by.Target {
		w.put(e.TargetSpan, w.new.Locations[by.Target].ID)
	}
	if e.Action != by.Action || e.Output != by.Output {
		w.put(e.ActionSpan, by.Sync())
	}
	if e.Guard != by.Guard && e.Guard != nil {
		w.put(e.GuardSpan, expr.Uppaal.Print(by.Guard))
	}
	if !slices.Equal(e.Updates, by.Updates) {
		w.updates(e, by)
	}
}

func (w *rewriter) updates(e, by *model.Edge) {
	text := by.Assignments()
	switch {
	case len(e.Updates) == 0:
		end := e.Span.End - 1 // the closing bracket
		w.put(source.Span{Start: end, End: end}, "assign "+text+"; ")
	case len(by.Updates) == 0:
		start := source.Pos(strings.LastIndex(w.text[:e.UpdateSpan.Start], "assign"))
		end := e.UpdateSpan.End + source.Pos(strings.IndexByte(w.text[e.UpdateSpan.End:], ';')) + 1
		w.put(source.Span{Start: start, End: w.blanks(end)}, "")
	default:
		w.put(e.UpdateSpan, text)
	}
}

// blanks moves a position over blanks.
func (w *rewriter) blanks(p source.Pos) source.Pos {
	for int(p) < len(w.text) && model.IsBlank(w.text[p]) {
		p++
	}
	return p
}

func (w *rewriter) edgeText(e *model.Edge) string {
	return e.Line(w.new.Locations[e.Source].ID, w.new.Locations[e.Target].ID)
}

// An item of a list in the text, separated from the next one by a comma, or in the last place of
// its list.
type item struct {
	span source.Span
	gone bool
}

// list cuts the items that are gone and appends the added ones to the last item that stays; lists
// that lose all their items go with their keyword and semicolon.
func (w *rewriter) list(items []item, added []string) {
	for start := 0; start < len(items); {
		end := start + 1
		for end < len(items) && w.comma(items[end-1].span.End, items[end].span.Start) {
			end++
		}
		if end == len(items) {
			w.section(items[start:end], added)
			return
		}
		w.section(items[start:end], nil)
		start = end
	}
	if len(added) > 0 && !w.arrays { // no list at all: edges, behind everything else
		at := w.old.Span.End - 1
		w.put(source.Span{Start: at, End: at}, "trans "+strings.Join(added, ", ")+"; ")
	}
}

func (w *rewriter) section(items []item, added []string) {
	last := len(items) - 1
	kept := slices.IndexFunc(items, func(i item) bool { return !i.gone })
	whole := source.Span{Start: items[0].span.Start, End: items[last].span.End}
	switch {
	case kept < 0 && len(added) > 0:
		w.put(whole, strings.Join(added, ", "))
		return
	case kept < 0 && w.arrays:
		w.put(whole, "")
		return
	case kept < 0:
		w.put(w.statement(whole), "")
		return
	}
	if kept > 0 {
		w.put(source.Span{Start: items[0].span.Start, End: items[kept].span.Start}, "")
	}
	stay := kept
	for i := kept + 1; i <= last; i++ {
		if items[i].gone {
			continue
		}
		if i > stay+1 {
			w.put(source.Span{Start: items[stay].span.End, End: items[i-1].span.End}, "")
		}
		stay = i
	}
	rest := source.Span{Start: items[stay].span.End, End: whole.End}
	text := ""
	for _, a := range added {
		text += "," + w.indent(items[stay].span.Start) + a
	}
	if text != "" || rest.Start < rest.End {
		w.put(rest, text)
	}
}

// indent is the blank between list items: that before the item at p.
func (w *rewriter) indent(p source.Pos) string {
	start := p
	for start > 0 && model.IsBlank(w.text[start-1]) {
		start--
	}
	if blank := w.text[start:p]; strings.Contains(blank, "\n") {
		return blank
	}
	return " "
}

// comma tells whether nothing but a comma, blanks and comments stand between two places.
func (w *rewriter) comma(from, to source.Pos) bool {
	return from <= to && strings.TrimSpace(uncomment(w.text[from:to])) == ","
}

// uncomment makes the comments of a piece of text blank, byte for byte.
func uncomment(text string) string {
	b := []byte(text)
	for i := 0; i+1 < len(b); i++ {
		end := -1
		switch string(b[i : i+2]) {
		case "//":
			end = strings.IndexByte(text[i:], '\n')
		case "/*":
			if end = strings.Index(text[i+2:], "*/"); end >= 0 {
				end += 4
			}
		default:
			continue
		}
		if end < 0 {
			end = len(text) - i
		}
		for k := i; k < i+end; k++ {
			b[k] = ' '
		}
		i += end - 1
	}
	return string(b)
}

// statement widens the span of a list to its keyword and its semicolon, and to the blank behind.
func (w *rewriter) statement(list source.Span) source.Span {
	plain := uncomment(w.text)
	start := int(list.Start)
	for start > 0 && model.IsBlank(plain[start-1]) {
		start--
	}
	for start > 0 && model.Lower(plain[start-1]) >= 'a' && model.Lower(plain[start-1]) <= 'z' {
		start--
	}
	end := int(list.End) + strings.IndexByte(plain[list.End:], ';') + 1
	return source.Span{Start: source.Pos(start), End: w.blanks(source.Pos(end))}
}

// unmark takes a location out of the lists of special locations.
func (w *rewriter) unmark(l *model.Location) {
	if l.Kind == model.Normal && l.Urgency == model.NotUrgent {
		return
	}
	plain := uncomment(w.text)
	body := w.old.Span // the name of an instance is somewhere else
	for p := body.Start; p < body.End; {
		stop := strings.IndexAny(plain[p:body.End], ";{}")
		if stop < 0 {
			return
		}
		end := p + source.Pos(stop)
		word := strings.TrimLeft(plain[p:end], " \t\r\n")
		if names, ok := specialList(word); ok {
			w.unlist(plain, end-source.Pos(len(names)), end, l.ID)
		}
		p = end + 1
	}
}

// specialList gives what follows the keyword of a list of special locations.
func specialList(text string) (names string, ok bool) {
	for _, k := range []string{"urgent", "commit", "universal", "inconsistent"} {
		if rest, found := strings.CutPrefix(text, k); found && rest != "" && model.IsBlank(rest[0]) {
			return rest, true
		}
	}
	return "", false
}

// unlist takes a name out of the list of names that stands between two places of the text. All
// names of the list that go are cut together, when the first of them is asked for.
func (w *rewriter) unlist(plain string, from, to source.Pos, name string) {
	var items []item
	for p := from; p < to; {
		end := to
		if k := strings.IndexByte(plain[p:to], ','); k >= 0 {
			end = p + source.Pos(k)
		}
		word := strings.TrimSpace(plain[p:end])
		start := p + source.Pos(strings.Index(plain[p:end], word))
		i := w.old.Location(word)
		items = append(items, item{source.Span{Start: start, End: start + source.Pos(len(word))}, i >= 0 &&
			w.new.Locations[i].Removed})
		p = end + 1
	}
	first := slices.IndexFunc(items, func(i item) bool { return i.gone })
	if first >= 0 && w.text[items[first].span.Start:items[first].span.End] == name {
		w.section(items, nil)
	}
}
