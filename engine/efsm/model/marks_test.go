package model

import (
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// Marks protect transitions in both sorts of comments of the language, and in those of SCXML.
func TestProtectionMarks(t *testing.T) {
	for name, text := range map[string]string{
		"text":  "machine m\ninput a\nlocation A\none: A -> A on a\n// mutarium: off\ntwo: A -> A on a\n# mutarium: on\n",
		"SCXML": "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' initial='A'><state id='A'>\n<transition event='a' target='A'/>\n<!-- mutarium: off --><transition event='b' target='A'/><!-- mutarium: on -->\n</state></scxml>",
	} {
		m, d := Parse(source.NewFile("", text))
		if d.HasErrors() {
			t.Errorf("%s: %s", name, d.Text(source.NewFile("", text)))
			continue
		}
		var got []bool
		for _, x := range m.Transitions {
			got = append(got, m.Protected.Covers(x.Span))
		}
		if !slices.Equal(got, []bool{false, true}) {
			t.Errorf("%s: protected are %v", name, got)
		}
	}
}
