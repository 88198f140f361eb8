package own

import (
	"bytes"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/source"
	"go.yaml.in/yaml/v3"
)

// Write writes a document as YAML, with texts of several lines as such, for somebody who will edit it.
func Write(doc any) []byte {
	tree, _, _ := markup.ReadJSON(source.NewFile("", string(seal.Encode(doc))))
	if tree == nil {
		panic("own: what was encoded cannot be read")
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(node(tree)); err != nil {
		panic("own: " + err.Error()) // a tree of strings, numbers and lists can always be written
	}
	return b.Bytes()
}

// first are the members that a reader looks for first; the others follow by name.
var first = []string{"format", "version", "id", "revision", "language", "title", "kind", "formalism", "name", "task"}

func node(v *markup.Value) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: v.Text}
	switch v.Kind {
	case markup.Object:
		n.Kind = yaml.MappingNode
		member := func(i int) {
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: v.Names[i].Text}, node(v.Items[i]))
		}
		at := map[string]int{}
		for i, name := range v.Names {
			at[name.Text] = i + 1
		}
		for _, name := range first {
			if at[name] > 0 {
				member(at[name] - 1)
				at[name] = 0
			}
		}
		for i, name := range v.Names {
			if at[name.Text] > 0 {
				member(i)
			}
		}
	case markup.List:
		n.Kind = yaml.SequenceNode
		for _, x := range v.Items {
			n.Content = append(n.Content, node(x))
		}
		if short(v) {
			n.Style = yaml.FlowStyle
		}
	case markup.String:
		n.Tag = "!!str"
		if strings.Contains(v.Text, "\n") {
			n.Style = yaml.LiteralStyle
		}
	case markup.Bool:
		n.Tag, n.Value = "!!bool", "false"
		if v.Truth {
			n.Value = "true"
		}
	case markup.Null:
		n.Tag, n.Value = "!!null", "null"
	}
	return n
}

// short tells whether a list fits on one line: numbers and names.
func short(v *markup.Value) bool {
	for _, x := range v.Items {
		if x.Kind != markup.Number && (x.Kind != markup.String || len(x.Text) > 20 || strings.Contains(x.Text, "\n")) {
			return false
		}
	}
	return len(v.Items) <= 8
}
