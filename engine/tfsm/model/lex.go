package model

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine/source"
)

// A token is a word, a quoted name, or a mark. Lines end statements, so a newline is a token too.
type token struct {
	kind  tokenKind
	text  string // word or quoted: the name; mark: itself; comment: with its "//"
	span  source.Span
	plain bool // a word that was not quoted
}

type tokenKind int

const (
	tokEOF tokenKind = iota
	tokLine
	tokName
	tokMark    // - ~ -> ~> / , | * .. [ ] ;
	tokComment // to the end of the line
	tokBad
)

// marks in the order in which they are tried: a longer one before its prefix.
var marks = []string{"->", "~>", "..", "-", "~", "/", ",", "|", "*", "[", "]", ";"}

// typographic spells what a text pasted from a paper holds as the language writes it.
var typographic = map[rune]string{'→': "->", '−': "-", '–': "-", '—': "-", '…': ".."}

// isWord tells which runes a name may hold without quotes.
func isWord(r rune) bool {
	return r == '_' || r == '\'' || r == '?' || r == '!' || r == '∞' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// lex splits a text. A character that belongs to no token becomes tokBad.
func lex(text string) []token {
	var toks []token
	for at := 0; at < len(text); {
		t := lexOne(text, at)
		end := int(t.span.End)
		if t.kind != tokEOF {
			toks = append(toks, t)
		}
		at = end
	}
	end := source.Pos(len(text))
	return append(toks, token{kind: tokEOF, span: source.Span{Start: end, End: end}})
}

// Tokens lists where a text's tokens are, without comments. Of several line ends only the first counts.
func Tokens(text string) []source.Span {
	var all []source.Span
	ended := true
	for _, t := range lex(text) {
		switch {
		case t.kind == tokComment || t.kind == tokEOF:
			continue
		case t.kind == tokLine && ended:
			continue
		}
		ended = t.kind == tokLine
		all = append(all, t.span)
	}
	return all
}

// lexOne reads the token at a place; blanks give a token of kind tokEOF, which lex drops.
func lexOne(text string, at int) token {
	rest := text[at:]
	r, size := utf8.DecodeRuneInString(rest)
	take := func(kind tokenKind, n int, name string) token {
		return token{kind: kind, text: name, span: source.Span{Start: source.Pos(at), End: source.Pos(at + n)}}
	}
	switch {
	case r == '\n':
		return take(tokLine, size, "\n")
	case unicode.IsSpace(r) || r == '\ufeff':
		return take(tokEOF, size, "")
	case strings.HasPrefix(rest, "//") || r == '#' || r == '%':
		n := strings.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		return take(tokComment, n, strings.TrimRight(rest[:n], " \t\r"))
	case r == '"' || r == '“':
		return lexQuoted(rest, size, take)
	case isWord(r):
		n := wordLength(rest)
		t := take(tokName, n, rest[:n])
		t.plain = true
		return t
	case typographic[r] != "":
		return take(tokMark, size, typographic[r])
	}
	for _, m := range marks {
		if strings.HasPrefix(rest, m) {
			return take(tokMark, len(m), m)
		}
	}
	return take(tokBad, size, string(r))
}

// lexQuoted reads a name in quotes, straight or as printed; it ends with its line. A backslash takes
// the next character as it is; \n is a new line.
func lexQuoted(rest string, open int, take func(tokenKind, int, string) token) token {
	var name strings.Builder
	escaped := false
	for n, r := range rest[open:] {
		switch {
		case r == '\n':
			return take(tokBad, open+n, rest[:open+n])
		case escaped && r == 'n':
			name.WriteByte('\n')
		case !escaped && r == '\\':
			escaped = true
			continue
		case !escaped && strings.ContainsRune(quotes, r):
			return take(tokName, open+n+utf8.RuneLen(r), name.String())
		default:
			name.WriteRune(r)
		}
		escaped = false
	}
	return take(tokBad, len(rest), rest)
}

const quotes = "\"“”"

// wordLength gives the bytes of the word that a text begins with. A single dot may stand inside a
// word ("2.5"), two dots are a range.
func wordLength(s string) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		switch {
		case isWord(r):
		case r == '.' && n > 0 && n+1 < len(s) && s[n+1] != '.' && isWord(rune(s[n+1])):
		default:
			return n
		}
		n += size
	}
	return n
}

// quoteName writes a name as the language needs it.
func quoteName(name string) string {
	if name != "" && wordLength(name) == len(name) && name != "inf" && name != "∞" {
		return name
	}
	return quoted(name)
}

// quoted writes a name in quotes.
func quoted(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range name {
		switch {
		case r == '\n':
			b.WriteString("\\n")
			continue
		case r == '\\' || strings.ContainsRune(quotes, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	b.WriteByte('"')
	return b.String()
}

// SplitNames reads a list of names, separated by blanks or commas, quoted where the language wants it;
// nil when there is none.
func SplitNames(text string) []string {
	var names []string
	for _, t := range lex(text) {
		switch {
		case t.kind == tokName:
			names = append(names, t.text)
		case t.kind == tokLine, t.kind == tokEOF, t.kind == tokMark && (t.text == "," || t.text == ";"):
		default: // no list of this language's names: blanks alone separate
			return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' })
		}
	}
	return names
}
