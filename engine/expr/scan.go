package expr

import (
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine/source"
)

// Kind is the kind of a token.
type Kind uint8

const (
	EOF Kind = iota
	Ident
	Number
	Quoted // a quoted name; Text is without the quotes
	String
	Punct // an operator or other sign; Text is as written
)

// A Token is a word of a text. An operator that is spelled as a word ("and") is an Ident.
type Token struct {
	Kind  Kind
	Text  string
	Value int64 // Number
	Span  source.Span
}

// Is tells whether the token is a sign or a word, unquoted, of this text.
func (t Token) Is(text string) bool {
	return (t.Kind == Punct || t.Kind == Ident) && t.Text == text
}

// Describe gives the token as messages name it.
func (t Token) Describe() string {
	switch t.Kind {
	case EOF:
		return "the end of the text"
	case String:
		return strconv.Quote(shorten(t.Text))
	}
	return "'" + shorten(t.Text) + "'"
}

// prepare fills what the scanner and the parser look up. A dialect is not used before.
func (d *Dialect) prepare() *Dialect {
	d.words = map[string]Op{}
	set := map[string]bool{}
	for _, p := range d.Puncts {
		set[p] = true
	}
	for _, l := range d.Levels {
		for _, s := range l.Ops {
			for _, text := range s.Texts {
				if r, _ := utf8.DecodeRuneInString(text); unicode.IsLetter(r) {
					d.words[text] = s.Op
				} else {
					set[text] = true
				}
			}
		}
	}
	for p := range set {
		d.puncts = append(d.puncts, p)
	}
	sort.Slice(d.puncts, func(i, j int) bool {
		a, b := d.puncts[i], d.puncts[j]
		if len(a) != len(b) {
			return len(a) > len(b)
		}
		return a < b
	})
	return d
}

// IsWordOperator tells the operators that are spelled as words, which are no names.
func (d *Dialect) IsWordOperator(word string) bool {
	_, ok := d.words[word]
	return ok || (word != "" && (word == d.True || word == d.False))
}

// Tokens lists where the tokens of a text are: blanks and comments lie between them.
func Tokens(d *Dialect, f *source.File) []source.Span {
	var ignored source.Diagnostics
	var all []source.Span
	for p := NewParser(d, f, &ignored); p.Tok.Kind != EOF; p.Next() {
		all = append(all, p.Tok.Span)
	}
	return all
}

// scanner cuts a text into tokens. What is no token is reported once and passed over.
type scanner struct {
	d     *Dialect
	file  *source.File
	diags *source.Diagnostics
	at    int // next byte
}

func (s *scanner) rest() string { return s.file.Text[s.at:] }

// space passes blanks and comments.
func (s *scanner) space() {
	for s.at < len(s.file.Text) {
		r, n := utf8.DecodeRuneInString(s.rest())
		if unicode.IsSpace(r) || r == '\uFEFF' || r == '\u200B' {
			s.at += n
			continue
		}
		if !s.comment() {
			return
		}
	}
}

func (s *scanner) comment() bool {
	for _, c := range s.d.LineComments {
		if strings.HasPrefix(s.rest(), c) && !s.longerPunct(c) {
			if end := strings.IndexByte(s.rest(), '\n'); end >= 0 {
				s.at += end
			} else {
				s.at = len(s.file.Text)
			}
			return true
		}
	}
	open, shut := s.d.BlockComment[0], s.d.BlockComment[1]
	if open == "" || !strings.HasPrefix(s.rest(), open) {
		return false
	}
	end := strings.Index(s.rest()[len(open):], shut)
	if end < 0 {
		s.diags.Add(s.span(s.at, s.at+len(open)), "unclosed-comment", "this comment is not closed, want '%s'", shut)
		s.at = len(s.file.Text)
		return true
	}
	s.at += len(open) + end + len(shut)
	return true
}

// longerPunct tells whether a sign that begins like a comment is longer than it.
func (s *scanner) longerPunct(c string) bool {
	p := s.punct()
	return len(p) > len(c)
}

func (s *scanner) punct() string {
	for _, p := range s.d.puncts {
		if strings.HasPrefix(s.rest(), p) {
			return p
		}
	}
	return ""
}

func (s *scanner) span(from, to int) source.Span {
	return source.Span{Start: source.Pos(from), End: source.Pos(to)}
}

func (s *scanner) next() Token {
	s.space()
	from := s.at
	if from >= len(s.file.Text) {
		return Token{Kind: EOF, Span: s.span(from, from)}
	}
	r, n := utf8.DecodeRuneInString(s.rest())
	switch {
	case r >= '0' && r <= '9':
		return s.number()
	case s.nameRune(r):
		return s.word()
	case strings.ContainsRune(s.d.Quotes, r):
		return s.quoted(Quoted, s.d.Quotes, n)
	case s.d.Strings != "" && strings.ContainsRune(s.d.Strings, r):
		return s.quoted(String, s.d.Strings, n)
	}
	if p := s.punct(); p != "" {
		s.at += len(p)
		return Token{Kind: Punct, Text: p, Span: s.span(from, s.at)}
	}
	s.at += n
	s.diags.Add(s.span(from, s.at), "bad-character", "the character '%c' has no meaning here", r)
	return s.next()
}

func (s *scanner) nameRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(s.d.NameRunes, r)
}

func (s *scanner) number() Token {
	from := s.at
	for s.at < len(s.file.Text) && s.file.Text[s.at] >= '0' && s.file.Text[s.at] <= '9' {
		s.at++
	}
	t := Token{Kind: Number, Text: s.file.Text[from:s.at], Span: s.span(from, s.at)}
	v, err := strconv.ParseInt(t.Text, 10, 64)
	if err != nil {
		s.diags.Add(t.Span, "constant-too-large", "the constant %s does not fit into 64 bits", shorten(t.Text)).
			Hint = "want at most 9223372036854775807"
	}
	t.Value = v
	return t
}

// shorten keeps a message readable whatever was typed.
func shorten(text string) string {
	r := []rune(text)
	if len(r) <= maxShown {
		return text
	}
	return string(r[:maxShown/2]) + "…" + string(r[len(r)-4:])
}

// maxShown bounds how much of a token a message repeats, in runes.
const maxShown = 48

func (s *scanner) word() Token {
	from := s.at
	for s.at < len(s.file.Text) {
		r, n := utf8.DecodeRuneInString(s.rest())
		if !s.nameRune(r) {
			break
		}
		s.at += n
	}
	return Token{Kind: Ident, Text: s.file.Text[from:s.at], Span: s.span(from, s.at)}
}

// quoted reads to the closing quote, which stands on the same line. A missing one is reported, and
// the name then ends where its word ends, so that the rest of the text is still read.
func (s *scanner) quoted(kind Kind, quotes string, n int) Token {
	from := s.at
	s.at += n
	start := s.at
	for s.at < len(s.file.Text) {
		r, n := utf8.DecodeRuneInString(s.rest())
		if strings.ContainsRune(quotes, r) {
			t := Token{Kind: kind, Text: s.file.Text[start:s.at]}
			s.at += n
			t.Span = s.span(from, s.at)
			return t
		}
		if r == '\n' {
			break
		}
		s.at += n
	}
	s.at = start
	t := s.word()
	t.Kind, t.Span.Start = kind, source.Pos(from)
	s.diags.Add(t.Span, "unclosed-quote", "this quote is not closed on its line")
	return t
}
