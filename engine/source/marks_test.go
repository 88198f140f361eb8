package source

import (
	"slices"
	"strings"
	"testing"
)

func TestProtect(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // the protected parts
		warning    string
	}{
		{"a pair", "a // mutarium: off\nb\n// mutarium: on\nc", []string{"b\n"}, ""},
		{"no second mark", "a\n# mutarium: off\nb c", []string{"b c"}, ""},
		{"two pairs", "// mutarium: off\nb\n// mutarium: on\nc\n#mutarium: off\nd\n # mutarium: on", []string{"b\n", "d\n "}, ""},
		{"off twice", "a // mutarium: off\nb\n// mutarium: off\nc", []string{"b\n// mutarium: off\nc"}, ""},
		{"on without off", "a // mutarium: on\nb", nil, ""},
		{"XML", "<a/><!-- mutarium: off --><b/>\n<c/><!-- mutarium: on --><d/>", []string{"<b/>\n<c/>"}, ""},
		{"misspelt", "a // mutarium: of\nb", nil,
			"m:1:3: warning: got 'mutarium: of', want 'mutarium: off' or 'mutarium: on' [unknown-mark]"},
		{"not a comment", "a mutarium: off\nb", nil, ""},
		{"none", "a\nb", nil, ""},
	} {
		f := NewFile("m", c.text)
		var d Diagnostics
		var got []string
		for _, part := range f.Protect(f.MarkComments("/#<!-"), "/#<!->", &d) {
			got = append(got, f.Slice(part))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: protected are %q, want %q", c.name, got, c.want)
		}
		if said := strings.TrimSpace(d.Text(f)); said != c.warning {
			t.Errorf("%s: it warns %q, want %q", c.name, said, c.warning)
		}
	}
}

// An empty span, where a text would be inserted, lies where it begins.
func TestCoversPlaces(t *testing.T) {
	p := Protected{{2, 5}, {7, 9}}
	var covered []Pos
	for at := range Pos(11) {
		if p.Covers(Span{at, at}) {
			covered = append(covered, at)
		}
	}
	if want := []Pos{2, 3, 4, 7, 8}; !slices.Equal(covered, want) {
		t.Errorf("covered are %v, want %v", covered, want)
	}
	if !p.Covers(Span{0, 3}) || !p.Covers(Span{4, 6}) || p.Covers(Span{5, 7}) || p.Covers(Span{0, 2}) {
		t.Error("a span is covered if some of it is")
	}
}
