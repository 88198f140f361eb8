package source

import (
	"testing"
	"unicode"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                           "",
		"plain äöü → ∀\n\ttext":      "plain äöü → ∀\n\ttext",
		"\x1b[31mred\x07":            `\x1b[31mred\x07`,
		"a\u202eb\u2066c":            `a\u202eb\u2066c`,
		"\u0085\u009b31m":            `\x85\x9b31m`,
		"cut \xff off":               `cut \xff off`,
		"line\r\nends\rhere":         "line\r\nends\\x0dhere",
		"\u200eleft\u200f\u061c end": `\u200eleft\u200f\u061c end`,
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}

// Of all characters the controls and those of UAX #9 are shown in ASCII, and no other is touched.
func TestVisibleOfEveryCharacter(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		hidden := r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == 0x061c || r == 0x200e || r == 0x200f ||
			r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
		got := Visible(string(r))
		if hidden && (len(got) < 4 || got[0] != '\\') || !hidden && got != string(r) {
			t.Errorf("U+%04X is shown as %q", r, got)
		}
	}
}

func TestHiddenCharactersAreWarnedOf(t *testing.T) {
	f := NewFile("m", "first\nab\u202ec\u2066\x1b d\n")
	got := Hidden(f).Text(f)
	want := "m:2:3: warning: the character U+202E is invisible and changes how the text is shown; the text has 3 such characters " +
		"(what you see may not be what is read: delete it) [hidden-character]\n"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if d := Hidden(NewFile("m", "täglich\r\n\tx")); d != nil {
		t.Errorf("an ordinary text is warned of: %v", d)
	}
}
