package model

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
)

// PrintXML writes a model in UPPAAL's XML, with locations placed on a grid.
func (m *Model) PrintXML() string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
	b.WriteString("<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.5//EN' " +
		"'http://www.it.uu.se/research/group/darts/uppaal/flat-1_5.dtd'>\n<nta>\n")
	fmt.Fprintf(&b, "\t<declaration>%s</declaration>\n", EscapeXML(m.globals()))
	next := 0
	for _, a := range m.Automata {
		next = a.printTemplate(&b, next)
	}
	names := make([]string, len(m.Automata))
	for i, a := range m.Automata {
		names[i] = a.Name
	}
	fmt.Fprintf(&b, "\t<system>%s</system>\n", EscapeXML(strings.TrimPrefix(m.systemLines(names), "\n")))
	if len(m.Queries) > 0 {
		b.WriteString("\t<queries>\n")
		for _, q := range m.Queries {
			fmt.Fprintf(&b, "\t\t<query>\n\t\t\t<formula>%s</formula>\n\t\t\t<comment>%s</comment>\n\t\t</query>\n",
				EscapeXML(q.Text), EscapeXML(q.Comment))
		}
		b.WriteString("\t</queries>\n")
	}
	b.WriteString("</nta>\n")
	return b.String()
}

// EscapeXML writes text for the inside of an element.
func EscapeXML(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// EscapeAttr writes text for an attribute between double quotes.
func EscapeAttr(s string) string { return strings.ReplaceAll(EscapeXML(s), `"`, "&quot;") }

// xmlIDs gives each location an id: its own, where they are all there.
func (a *Automaton) xmlID(i int) string { return EscapeAttr(a.Locations[i].ID) }

func (a *Automaton) printTemplate(b *strings.Builder, next int) int {
	fmt.Fprintf(b, "\t<template>\n\t\t<name>%s</name>\n", EscapeXML(a.Name))
	if lines := a.declarations(); len(lines) > 0 {
		fmt.Fprintf(b, "\t\t<declaration>%s</declaration>\n", EscapeXML(strings.Join(lines, "\n")))
	}
	for i, l := range a.Locations {
		if l.Removed {
			continue
		}
		x, y := gridPlace(i, len(a.Locations))
		fmt.Fprintf(b, "\t\t<location id=\"%s\" x=\"%d\" y=\"%d\">\n", a.xmlID(i), x, y)
		a.printLocation(b, l)
		b.WriteString("\t\t</location>\n")
	}
	fmt.Fprintf(b, "\t\t<init ref=\"%s\"/>\n", a.xmlID(a.Initial))
	for _, e := range a.xmlEdges() {
		a.PrintTransition(b, e)
	}
	b.WriteString("\t</template>\n")
	return next + len(a.Locations)
}

// gridPlace spreads locations over a square.
func gridPlace(i, n int) (x, y int) {
	side := 1
	for side*side < n {
		side++
	}
	return 200 * (i % side), 150 * (i / side)
}

func (a *Automaton) printLocation(b *strings.Builder, l *Location) {
	name := l.Name
	if l.Kind == Inconsistent {
		name = "inc" // how the Ecdar tools know it
	}
	if name != "" {
		fmt.Fprintf(b, "\t\t\t<name>%s</name>\n", EscapeXML(name))
	}
	if l.Invariant != nil {
		fmt.Fprintf(b, "\t\t\t<label kind=\"invariant\">%s</label>\n", EscapeXML(expr.Uppaal.Print(l.Invariant)))
	}
	switch l.Urgency {
	case Urgent:
		b.WriteString("\t\t\t<urgent/>\n")
	case Committed:
		b.WriteString("\t\t\t<committed/>\n")
	}
}

// xmlEdges adds the loops of universal locations, which this notation has no word for.
func (a *Automaton) xmlEdges() []*Edge {
	edges := a.Edges
	in, out := a.EdgeActions()
	if a.IO != nil {
		for _, act := range a.IO.Inputs {
			in = Insert(in, act)
		}
		for _, act := range a.IO.Outputs {
			out = Insert(out, act)
		}
	}
	for i, l := range a.Locations {
		if l.Kind != Universal {
			continue
		}
		for _, act := range in {
			edges = append(edges[:len(edges):len(edges)], &Edge{Source: i, Target: i, Action: act})
		}
		for _, act := range out {
			edges = append(edges[:len(edges):len(edges)], &Edge{Source: i, Target: i, Action: act, Output: true})
		}
	}
	return edges
}

// PrintTransition writes an edge as an element.
func (a *Automaton) PrintTransition(b *strings.Builder, e *Edge) {
	fmt.Fprintf(b, "\t\t<transition controllable=\"%s\">\n", strconv.FormatBool(!e.Output))
	fmt.Fprintf(b, "\t\t\t<source ref=\"%s\"/>\n\t\t\t<target ref=\"%s\"/>\n", a.xmlID(e.Source), a.xmlID(e.Target))
	label := func(kind, text string) {
		if text != "" {
			fmt.Fprintf(b, "\t\t\t<label kind=\"%s\">%s</label>\n", kind, EscapeXML(text))
		}
	}
	if e.Guard != nil {
		label("guard", expr.Uppaal.Print(e.Guard))
	}
	label("synchronisation", e.Sync())
	label("assignment", e.Assignments())
	b.WriteString("\t\t</transition>\n")
}
