package draw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

func show(lines []DiffLine) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%c%d ", l.Kind, l.No)
		for _, p := range l.Parts {
			if p.Changed {
				b.WriteString("[" + p.Text + "]")
			} else {
				b.WriteString(p.Text)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func edit(line, column, endLine, endColumn int, replacement string) report.Edit {
	return report.Edit{Span: report.Span{Line: line, Column: column, EndLine: endLine, EndColumn: endColumn}, Replacement: replacement}
}

func TestDiff(t *testing.T) {
	const text = "α = 1\nif a then\n  b\nend\nc\nd\nlast"
	for _, c := range []struct {
		name  string
		edits []report.Edit
		want  string
	}{
		{"a token, columns in runes", []report.Edit{edit(1, 5, 1, 6, "2")},
			"-1 α = [1]\n+1 α = [2]\n 2 if a then\n"},
		{"two on one line", []report.Edit{edit(2, 6, 2, 10, "do"), edit(2, 4, 2, 5, "z")},
			" 1 α = 1\n-2 if [a] [then]\n+2 if [z] [do]\n 3   b\n"},
		{"a deletion", []report.Edit{edit(3, 3, 3, 4, "")},
			" 2 if a then\n-3   [b]\n+3   \n 4 end\n"},
		{"an insertion", []report.Edit{edit(3, 4, 3, 4, "+1")},
			" 2 if a then\n-3   b\n+3   b[+1]\n 4 end\n"},
		{"over lines", []report.Edit{edit(2, 1, 4, 4, "skip")},
			" 1 α = 1\n-2 [if a then]\n-3 [  b]\n-4 [end]\n+2 [skip]\n 5 c\n"},
		{"far apart", []report.Edit{edit(7, 1, 7, 5, "x"), edit(1, 1, 1, 2, "β")},
			"-1 [α] = 1\n+1 [β] = 1\n 2 if a then\n~0 \n 6 d\n-7 [last]\n+7 [x]\n"},
		{"a shared indent goes", []report.Edit{edit(3, 3, 3, 4, "z")}, " 2 if a then\n-3   [b]\n+3   [z]\n 4 end\n"},
		{"outside of the text", []report.Edit{edit(70, 1, 70, 5, "x")}, ""},
	} {
		if got := show(Diff(text, c.edits, 1)); got != c.want {
			t.Errorf("%s:\n%swant:\n%s", c.name, got, c.want)
		}
	}
	if got := show(Diff("    a\n      b\n", []report.Edit{edit(2, 7, 2, 8, "c")}, 1)); got != " 1 a\n-2   [b]\n+2   [c]\n 3 \n" {
		t.Errorf("the shared indent stayed:\n%s", got)
	}
}

func TestNarrow(t *testing.T) {
	for _, c := range [][6]string{
		{"counter < MAX", "counter <= MAX", "counter ", "<", "<=", " MAX"},
		{"s1 -4-> s4 [t3]", "s1 -3-> s4 [t16]", "s1 -", "4-> s4 [t3", "3-> s4 [t16", "]"},
		{"1", "2", "", "1", "2", ""},
		{"a + b", "", "", "a + b", "", ""},
		{"aa", "aaa", "", "aa", "aaa", ""},
		{"x, x", "x", "x", ", x", "", ""},
	} {
		b, o, n, a := Narrow(c[0], c[1])
		if [4]string{b, o, n, a} != [4]string(c[2:]) {
			t.Errorf("%q, %q: got %q %q %q %q", c[0], c[1], b, o, n, a)
		}
	}
}
