package report

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// What formalisms say of their mutants beside the verdict. A formalism describes its details once,
// in Formalism.Details, and each mutant holds their values; the page and the command line show them
// by their kind and know nothing more of them.

// A Detail is one thing that a formalism says of its mutants.
type Detail struct {
	Kind    string `json:"kind"` // how it is shown: one of the kinds below
	Name    string `json:"name"` // in Mutant.Details
	Summary string `json:"summary"`
	Title   string `json:"title"`
}

// Kinds of Detail, by the shapes of their values. Null says that it is known to be none.
const (
	DetailAnswer   = "answer"   // true or false
	DetailInputs   = "inputs"   // a number of inputs
	DetailVerdicts = "verdicts" // an object from the names of readings to verdicts
	DetailWitness  = "witness"  // data for programs; that it is there is what people are told, by the summary
	DetailWord     = "word"     // inputs with their arguments: [["coin", 2], ["push"]]
)

// Facts shows the details of a mutant that are there, in the formalism's order.
func (f *Formalism) Facts(m *Mutant) []Fact {
	var facts []Fact
	for _, d := range f.Details {
		if raw := m.Detail(d.Name); len(raw) > 0 {
			facts = append(facts, d.facts(raw)...)
		}
	}
	return facts
}

// Marks lists the titles of the witnesses that a mutant has, which deserve a word in a list.
func (f *Formalism) Marks(m *Mutant) []string {
	var marks []string
	for _, d := range f.Details {
		if d.Kind == DetailWitness && len(m.Detail(d.Name)) > 0 {
			marks = append(marks, strings.ToLower(d.Title))
		}
	}
	return marks
}

func (d Detail) facts(raw json.RawMessage) []Fact {
	one := func(text string) []Fact { return []Fact{{Label: d.Title, Value: text}} }
	if string(raw) == "null" {
		return one("none")
	}
	switch d.Kind {
	case DetailAnswer:
		return one(map[string]string{"true": "yes", "false": "no"}[string(raw)])
	case DetailInputs:
		var n int
		if json.Unmarshal(raw, &n) != nil {
			return nil
		}
		if n == 1 {
			return one("after 1 input")
		}
		return one("after " + strconv.Itoa(n) + " inputs")
	case DetailVerdicts:
		return verdicts(d.Title, raw)
	case DetailWitness:
		return one(d.Summary)
	case DetailWord:
		return one(Word(raw))
	}
	return nil
}

// verdicts shows the verdict of each reading.
func verdicts(title string, raw json.RawMessage) []Fact {
	var object map[string]string
	if json.Unmarshal(raw, &object) != nil {
		return nil
	}
	var facts []Fact
	for _, name := range slices.Sorted(maps.Keys(object)) {
		facts = append(facts, Fact{Label: title + ", " + name, Value: object[name]})
	}
	return facts
}

// Word writes an input word as people do: coin(2) push. The empty word is "before the first input".
func Word(raw json.RawMessage) string {
	var word [][]json.RawMessage
	if json.Unmarshal(raw, &word) != nil {
		return ""
	}
	if len(word) == 0 {
		return "before the first input"
	}
	parts := make([]string, len(word))
	for i, event := range word {
		args := make([]string, len(event))
		for j, a := range event {
			args[j] = strings.Trim(string(a), `"`)
		}
		if len(args) > 0 {
			parts[i] = args[0]
		}
		if len(args) > 1 {
			parts[i] += "(" + strings.Join(args[1:], ", ") + ")"
		}
	}
	return strings.Join(parts, " ")
}
