package mutants

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Edits of XML and JSON. Conditions and assignments are rewritten inside their labels, so that
// places and colours of a drawing stay; where more of an edge changes its whole element is written.

// xml edits the elements of a template.
func (w *rewriter) xml() {
	last := w.old.Span.End - source.Pos(len("</template>"))
	for i, l := range w.old.Locations {
		now := w.new.Locations[i]
		last = l.Span.End
		switch {
		case now.Removed && !l.Removed:
			w.put(w.withBlank(l.Span), "")
		case now.Invariant != l.Invariant:
			w.put(l.InvSpan, model.EscapeXML(expr.Uppaal.Print(now.Invariant)))
		}
	}
	for _, l := range w.added() {
		w.put(source.Span{Start: last, End: last},
			"<location id=\""+model.EscapeAttr(l.ID)+"\"><name>"+model.EscapeXML(l.ID)+"</name></location>")
	}
	now := w.byPlace()
	for _, e := range w.old.Edges {
		last = max(last, e.Span.End)
		by := now[e.Span.Start]
		switch {
		case by == nil:
			w.put(w.withBlank(e.Span), "")
		case by != e && !w.labels(e, by, model.EscapeXML):
			w.put(e.Span, w.xmlEdge(by))
		}
	}
	if len(w.old.Edges) == 0 { // behind <init>
		last = w.old.Span.End - source.Pos(len("</template>"))
	}
	for _, e := range w.fresh() {
		w.put(source.Span{Start: last, End: last}, "\n"+w.xmlEdge(e))
	}
}

func (w *rewriter) xmlEdge(e *model.Edge) string {
	var b strings.Builder
	w.new.PrintTransition(&b, e)
	return strings.TrimSpace(b.String())
}

// withBlank takes the blank before an element along.
func (w *rewriter) withBlank(s source.Span) source.Span {
	for s.Start > 0 && model.IsBlank(w.text[s.Start-1]) {
		s.Start--
	}
	return s
}

// added lists the locations that the mutant has more.
func (w *rewriter) added() []*model.Location {
	var out []*model.Location
	for _, l := range w.new.Locations[len(w.old.Locations):] {
		if !l.Removed {
			out = append(out, l)
		}
	}
	return out
}

// fresh lists the edges that stand in no text.
func (w *rewriter) fresh() []*model.Edge {
	var out []*model.Edge
	for _, e := range w.new.Edges {
		if e.Span == (source.Span{}) {
			out = append(out, e)
		}
	}
	return out
}

// byPlace finds the mutant's edges by the places of the edges that they are made of.
func (w *rewriter) byPlace() map[source.Pos]*model.Edge {
	now := map[source.Pos]*model.Edge{}
	for _, e := range w.new.Edges {
		if e.Span != (source.Span{}) {
			now[e.Span.Start] = e
		}
	}
	return now
}

// labels rewrites what differs of an edge inside its labels, and tells whether that was possible.
func (w *rewriter) labels(e, by *model.Edge, escape func(string) string) bool {
	guard, updates := e.Guard != by.Guard, !slices.Equal(e.Updates, by.Updates)
	switch {
	case e.Source != by.Source || e.Target != by.Target || e.Action != by.Action || e.Output != by.Output:
		return false
	case guard && (e.Guard == nil || by.Guard == nil), updates && (len(e.Updates) == 0 || len(by.Updates) == 0):
		return false
	}
	if guard {
		w.put(e.GuardSpan, escape(expr.Uppaal.Print(by.Guard)))
	}
	if updates {
		w.put(e.UpdateSpan, escape(by.Assignments()))
	}
	return true
}

// json edits the objects of a component. It tells whether the lists that grow have an object to
// stand behind.
func (w *rewriter) json() bool {
	var locations []item
	for i, l := range w.old.Locations {
		now := w.new.Locations[i]
		gone := now.Removed && !l.Removed
		locations = append(locations, item{l.Span, gone})
		if !gone && now.Invariant != l.Invariant {
			w.put(l.InvSpan, escapeJSON(expr.Uppaal.Print(now.Invariant)))
		}
	}
	var texts []string
	for k, l := range w.added() {
		texts = append(texts, compactJSON(w.new.JSONLocation(len(w.old.Locations)+k, l)))
	}
	w.list(locations, texts)
	var edges []item
	now := w.byPlace()
	for _, e := range w.old.Edges {
		by := now[e.Span.Start]
		edges = append(edges, item{e.Span, by == nil})
		if by != nil && by != e && !w.labels(e, by, escapeJSON) {
			w.put(e.Span, compactJSON(w.jsonEdge(by)))
		}
	}
	texts = nil
	for _, e := range w.fresh() {
		texts = append(texts, compactJSON(w.jsonEdge(e)))
	}
	w.list(edges, texts)
	return len(texts) == 0 || len(edges) > 0
}

func (w *rewriter) jsonEdge(e *model.Edge) model.JSONEdgeText {
	t := model.JSONEdgeText{
		ID: e.ID, Source: w.new.Locations[e.Source].ID, Target: w.new.Locations[e.Target].ID,
		Status: "INPUT", Update: e.Assignments(), Sync: e.Action, Nails: []model.JSONNail{},
	}
	if e.Output {
		t.Status = "OUTPUT"
	}
	if e.Guard != nil {
		t.Guard = expr.Uppaal.Print(e.Guard)
	}
	return t
}

// compactJSON writes a value on one line.
func compactJSON(v any) string {
	lines := strings.Split(model.EncodeJSON(v), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, " "))
}

// escapeJSON is the inside of a string.
func escapeJSON(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}
