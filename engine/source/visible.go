package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Characters that are obeyed instead of shown. A control character can move a terminal's cursor, set
// its title or ring; a change of direction makes a text look like another one (Boucher and Anderson,
// "Trojan Source: Invisible Vulnerabilities", USENIX Security 2023). Models and links come from others, so
// neither reaches a terminal or the page's tables, and a model that holds some is warned of.

// Visible shows those characters, and bytes that are not UTF-8, as Go writes them: \x1b, \u202e. Line
// ends and tabs stay.
func Visible(s string) string {
	at := hiddenIn(s)
	if at < 0 {
		return s
	}
	var b strings.Builder
	for at >= 0 {
		b.WriteString(s[:at])
		r, n := utf8.DecodeRuneInString(s[at:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[at])
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		s = s[at+n:]
		at = hiddenIn(s)
	}
	return b.String() + s
}

// hiddenIn is the place of the first such character, -1 if there is none.
func hiddenIn(s string) int {
	for i := 0; i < len(s); {
		if s[i] >= ' ' && s[i] < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		lineEnd := r == '\r' && strings.HasPrefix(s[i+1:], "\n")
		if r == utf8.RuneError && n == 1 || obeyed(r) && !lineEnd {
			return i
		}
		i += n
	}
	return -1
}

// obeyed tells the characters that programs act upon: the controls C0 and C1 but for line ends and
// tabs, and those of Unicode's bidirectional algorithm (UAX #9).
func obeyed(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}

// Hidden warns of a text that holds such characters, at the first of them.
func Hidden(f *File) Diagnostics {
	var d Diagnostics
	n := 0
	for at := 0; ; n++ {
		next := hiddenIn(f.Text[at:])
		if next < 0 {
			break
		}
		at += next
		r, size := utf8.DecodeRuneInString(f.Text[at:])
		if n == 0 {
			d.Warn(Span{Pos(at), Pos(at + size)}, "hidden-character",
				"the character U+%04X is invisible and changes how the text is shown", r)
			d[0].Hint = "what you see may not be what is read: delete it"
		}
		at += size
	}
	if n > 1 {
		d[0].Message += fmt.Sprintf("; the text has %d such characters", n)
	}
	return d
}
