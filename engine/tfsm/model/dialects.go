package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Dialects of DOT beside that of dot.go, as tools that learn machines write them.
//
//	StateLearner   label=<in1 | in2<br />output>: several inputs with one output, which may hold slashes
//	Moore          label="input" on edges, and outputs on nodes: label="x", or "s1|x" in a record
//	automata       as Moore, where accepting states are drawn with shape=doublecircle
//
// A Moore machine is read as the Mealy machine that shows, with each input, the output of the state that
// it enters; what the initial state shows at the start is lost, and the import says so.

// stateLearner reads a label of two lines of which the first holds inputs alone.
func stateLearner(labels []string) (inputs []string, output string, ok bool) {
	if len(labels) != 2 || strings.Contains(labels[0], "/") {
		return nil, "", false
	}
	if _, isDelay := readDelay(labels[0]); isDelay {
		return nil, "", false
	}
	return strings.Split(labels[0], " | "), labels[1], true
}

// isMoore tells whether edges have inputs alone, and every state an output of its own.
func (r *dotReader) isMoore() bool {
	named, drawn, any := true, false, false
	for _, e := range r.edges {
		for _, label := range labelLines(e.attrs["label"]) {
			if _, isDelay := readDelay(label); isDelay || strings.Contains(label, "/") {
				return false
			}
			any = true
		}
		if len(labelLines(e.attrs["label"])) == 0 || r.isStart(e.from) {
			continue
		}
		for _, node := range []string{e.from, e.to} {
			named = named && r.nodes[node]["label"] != "" && r.nodes[node]["label"] != node
			drawn = drawn || r.nodes[node]["shape"] == "doublecircle"
		}
	}
	return any && (named || drawn)
}

// mooreEdge adds a transition for each line of a label, which is an input.
func (r *dotReader) mooreEdge(e dotEdge, labels []string) {
	if len(labels) == 0 {
		r.starts = append(r.starts, dotStart{e.from, e.to, e.at})
		r.p.lostOutput(source.Span{Start: e.at.Start, End: e.at.End}, e.to, r.shows(e.to))
		return
	}
	for _, input := range labels {
		r.mark(r.step(e.at, e.from, input, r.shows(e.to), e.to), e, len(labels) == 1)
	}
}

// shows is the output of a state of a Moore machine or automaton.
func (r *dotReader) shows(node string) string {
	label := r.nodes[node]["label"]
	switch _, behind, record := strings.Cut(label, "|"); {
	case record && r.nodes[node]["shape"] == "record":
		return strings.Trim(behind, " {}|")
	case label != "" && label != node:
		return label
	case r.nodes[node]["shape"] == "doublecircle":
		return "accepting"
	}
	return "rejecting"
}
