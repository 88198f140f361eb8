package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// tokens scans a text and writes each token as kind:text@start-end, then the diagnostics.
func tokens(d *Dialect, text string) string {
	var diags source.Diagnostics
	var all []string
	p := NewParser(d, source.NewFile("m", text), &diags)
	for ; p.Tok.Kind != EOF; p.Next() {
		t := p.Tok
		kind := map[Kind]string{Ident: "i", Number: "n", Quoted: "q", String: "s", Punct: "p"}[t.Kind]
		all = append(all, fmt.Sprintf("%s:%s@%d-%d", kind, t.Text, t.Span.Start, t.Span.End))
	}
	all = append(all, fmt.Sprintf("end@%d", p.Tok.Span.Start))
	for _, x := range diags {
		all = append(all, fmt.Sprintf("%s@%d-%d", x.Code, x.Span.Start, x.Span.End))
	}
	return strings.Join(all, " ")
}

func TestTokens(t *testing.T) {
	uppaal := Uppaal
	for _, x := range []struct {
		d          *Dialect
		text, want string
	}{
		{uppaal, "", "end@0"},
		{uppaal, " \t\r\n", "end@4"},
		{uppaal, "x1 _y\u00e9 7", "i:x1@0-2 i:_yé@3-7 n:7@8-9 end@9"},
		{uppaal, "x<=5&&y", "i:x@0-1 p:<=@1-3 n:5@3-4 p:&&@4-6 i:y@6-7 end@7"},
		{uppaal, "-u-> -u- >", "p:-u->@0-4 p:-@5-6 i:u@6-7 p:-@7-8 p:>@9-10 end@10"},
		{uppaal, "a // b\nc", "i:a@0-1 i:c@7-8 end@8"},
		{uppaal, "a // b", "i:a@0-1 end@6"},
		{uppaal, "//\na", "i:a@3-4 end@4"},
		{uppaal, "a/*b*/c/**/d", "i:a@0-1 i:c@6-7 i:d@11-12 end@12"},
		{uppaal, "a /* b */ // c\n d", "i:a@0-1 i:d@16-17 end@17"},
		{uppaal, "a /* b", "i:a@0-1 end@6 unclosed-comment@2-4"},
		{uppaal, "/*", "end@2 unclosed-comment@0-2"},
		{uppaal, "/*/ a", "end@5 unclosed-comment@0-2"},
		{uppaal, "\ufeffa\u200bb", "i:a@3-4 i:b@7-8 end@8"},
		{uppaal, `"a b"c`, "s:a b@0-5 i:c@5-6 end@6"},
		{uppaal, `""`, "s:@0-2 end@2"},
		{uppaal, "\"a b\n\"", "s:a@0-2 i:b@3-4 s:@5-6 end@6 unclosed-quote@0-2 unclosed-quote@5-6"},
		{uppaal, "a ~ b", "i:a@0-1 i:b@4-5 end@5 bad-character@2-3"},
		{uppaal, "9223372036854775807 9223372036854775808", "n:9223372036854775807@0-19 n:9223372036854775808@20-39 end@39 constant-too-large@20-39"},
		{Prolog, "'a b' ‘c’d", "q:a b@0-5 q:c@6-13 i:d@13-14 end@14"},
		{Prolog, "X#=<3%c\n#\\/", "i:X@0-1 p:#=<@1-4 n:3@4-5 p:#\\/@8-11 end@11"},
		{Prolog, "X //3", "i:X@0-1 p://@2-4 n:3@4-5 end@5"},
		{Plain, "x#c", "i:x@0-1 end@3"},
		{Plain, "x ≤ 3 ⇒ y", "i:x@0-1 p:≤@2-5 n:3@6-7 p:⇒@8-11 i:y@12-13 end@13"},
	} {
		if got := tokens(x.d, x.text); got != x.want {
			t.Errorf("%q:\n got %s\nwant %s", x.text, got, x.want)
		}
	}
	hash := &Dialect{LineComments: []string{"#"}, Puncts: []string{"#=", "#"}, NameRunes: "$."}
	if got := tokens(hash.prepare(), "a.$b #= # c\nd"); got != "i:a.$b@0-4 p:#=@5-7 i:d@12-13 end@13" {
		t.Errorf("a sign that begins like a comment: %s", got)
	}
}

func TestTokensAsMessagesNameThem(t *testing.T) {
	long := strings.Repeat("é", maxShown)
	for _, x := range []struct {
		t    Token
		want string
	}{
		{Token{Kind: EOF}, "the end of the text"}, {Token{Kind: String, Text: "a\tb"}, `"a\tb"`}, {Token{Kind: Punct, Text: "<="}, "'<='"},
		{Token{Kind: Ident, Text: long}, "'" + long + "'"},
		{Token{Kind: Ident, Text: long + "x"}, "'" + strings.Repeat("é", maxShown/2) + "…éééx'"},
	} {
		if got := x.t.Describe(); got != x.want {
			t.Errorf("got %s, want %s", got, x.want)
		}
	}
	for _, k := range []Kind{EOF, Ident, Number, Quoted, String, Punct} {
		if (Token{Kind: k, Text: "x"}).Is("x") != (k == Ident || k == Punct) || (Token{Kind: k, Text: "x"}).Is("y") {
			t.Errorf("kind %d", k)
		}
	}
}

func TestWords(t *testing.T) {
	for word, want := range map[string]bool{"and": true, "imply": true, "not": true, "true": true, "false": true, "": false, "x": false, "&&": false} {
		if got := Uppaal.IsWordOperator(word); got != want {
			t.Errorf("%q: %t", word, got)
		}
	}
	none := (&Dialect{}).prepare()
	if none.IsWordOperator("") || none.IsWordOperator("true") {
		t.Error("a dialect without Boolean constants has words for them")
	}
	for text, want := range map[string]bool{"and": true, "<=": true, "(": false, "x": false, "5": false} {
		var diags source.Diagnostics
		if got := Uppaal.IsOperator(NewParser(Uppaal, source.NewFile("", text), &diags).Tok); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	if Uppaal.IsOperator(Token{Kind: String, Text: "and"}) || Uppaal.IsOperator(Token{Kind: Quoted, Text: "<="}) {
		t.Error("a quoted word is taken for an operator")
	}
}

// Of signs of which one begins like the other, the longest is read, whatever their order in the lists.
func TestLongestSign(t *testing.T) {
	d := (&Dialect{Puncts: []string{"<", "<=>", "<="}}).prepare()
	if got := tokens(d, "<=><=<"); got != "p:<=>@0-3 p:<=@3-5 p:<@5-6 end@6" {
		t.Errorf("got %s", got)
	}
}

func TestParserSteps(t *testing.T) {
	var diags source.Diagnostics
	file := source.NewFile("m", "a ( b ; [ c } ; ) ; d and")
	p := NewParser(Plain, file, &diags)
	if p.Accept("b") || !p.Accept("a") || p.Last.Text != "a" || p.Tok.Text != "(" {
		t.Fatalf("at %s after %s", p.Tok.Describe(), p.Last.Describe())
	}
	m := p.Mark()
	p.SkipTo(";", "x")
	if p.Tok.Span.Start != 18 {
		t.Errorf("skipped to %d, want the ';' behind the brackets at 18", p.Tok.Span.Start)
	}
	diags.Add(source.Span{}, "c", "forgotten")
	p.Reset(m)
	if p.Tok.Text != "(" || p.Last.Text != "a" || len(diags) != 0 || p.Next().Text != "(" || p.Tok.Text != "b" {
		t.Errorf("reset to %s after %s with %v", p.Tok.Describe(), p.Last.Describe(), diags)
	}
	p.SkipTo("nothing")
	if p.Tok.Kind != EOF {
		t.Errorf("skipped to %s", p.Tok.Describe())
	}
	at := NewParserAt(Plain, file, source.Span{Start: 4, End: 7}, &diags)
	if got := at.ExpectKind(Ident, "a name"); got.Text != "b" || got.Span.Start != 4 || at.Expect(";").Text != ";" || at.Tok.Kind != EOF {
		t.Errorf("inside a span: %+v, then %s", got, at.Tok.Describe())
	}
	if file.Text[len(file.Text)-1] != 'd' {
		t.Error("the file was changed")
	}
	last := NewParserAt(Plain, file, source.Span{Start: 20, End: 25}, &diags)
	for what, part := range map[string]func(){
		"got 'd', want ';'": func() { last.Expect(";") }, "got 'd', want a number": func() { last.ExpectKind(Number, "a number") },
		"got 'and', want a name": func() { last.Next(); last.ExpectKind(Ident, "a name") },
	} {
		last = NewParserAt(Plain, file, source.Span{Start: 20, End: 25}, &diags)
		diags = nil
		if last.Try(part) || len(diags) != 1 || diags[0].Message != what {
			t.Errorf("got %v, want %s", diags, what)
		}
	}
	if !last.Try(func() {}) || last.Try(func() { last.Bail() }) {
		t.Error("Try does not tell how it went")
	}
	defer func() {
		if recover() != "mine" {
			t.Error("a panic that is no syntax error is swallowed")
		}
	}()
	last.Try(func() { panic("mine") })
}

// The limit of nesting is exact, counts what is open and not what was closed, and starts again after
// an error.
func TestNesting(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("(", n) + "x" + strings.Repeat(")", n) }
	for text, want := range map[string]int{deep(maxNesting): 0, deep(maxNesting + 1): 1, deep(300) + " + " + deep(300): 0,
		strings.Repeat("not ", maxNesting) + "b": 0, strings.Repeat("not ", maxNesting+1) + "b": 1,
		strings.Repeat("b => ", maxNesting) + "b": 0, strings.Repeat("b => ", maxNesting+1) + "b": 1, strings.Repeat("b and ", 5000) + "b": 0} {
		if _, diags := parse(Plain, text); len(diags) != want {
			t.Errorf("%.20s… of %d bytes: %v", text, len(text), diags)
		}
	}
	var diags source.Diagnostics
	p := NewParser(Plain, source.NewFile("", deep(maxNesting+1)), &diags)
	p.Try(func() { p.Expr() })
	p.SkipTo("x")
	if ok := p.Try(func() { p.Nest(func() {}) }); !ok {
		t.Errorf("after an error: %v", diags)
	}
}
