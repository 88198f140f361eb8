package markup

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

func readJSON(t testing.TB, text string) (*Value, *Overlay) {
	t.Helper()
	f := source.NewFile("t.json", text)
	v, over, d := ReadJSON(f)
	if v == nil {
		t.Fatal(d.Text(f))
	}
	return v, over
}

// The places are those of the text: what is cut out there reads as the value itself.
func TestJSONPlaces(t *testing.T) {
	text := "{ \"a\" : [1, -2.5e3 , \"x\\ty\"],\n\"b\": { } , \"ü\": true, \"n\":null }"
	v, _ := readJSON(t, text)
	cut := func(s source.Span) string { return text[s.Start:s.End] }
	if cut(v.Span) != text {
		t.Errorf("the whole value is %q", cut(v.Span))
	}
	for _, x := range []struct{ name, nameText, value string }{
		{"a", `"a"`, `[1, -2.5e3 , "x\ty"]`}, {"b", `"b"`, "{ }"}, {"ü", `"ü"`, "true"}, {"n", `"n"`, "null"},
	} {
		m := v.Get(x.name)
		if m == nil || cut(m.Span) != x.value {
			t.Errorf("%s: got %+v, want %q", x.name, m, x.value)
		}
	}
	for i, want := range []string{`"a"`, `"b"`, `"ü"`, `"n"`} {
		if got := cut(v.Names[i].Span); got != want {
			t.Errorf("name %d is at %q, want %q", i, got, want)
		}
	}
	list := v.Get("a").Elements()
	if n, ok := list[0].Int(); n != 1 || !ok {
		t.Errorf("got %d, %t", n, ok)
	}
	if _, ok := list[1].Int(); ok || list[1].Text != "-2.5e3" {
		t.Errorf("got %q", list[1].Text)
	}
	if list[2].Text != "x\ty" || cut(list[2].Inner()) != `x\ty` {
		t.Errorf("got %q at %q", list[2].Text, cut(list[2].Inner()))
	}
	if !v.Get("ü").Truth || v.Get("n").Kind != Null || v.Get("b").Kind != Object || v.Get("none") != nil {
		t.Errorf("got %+v", v)
	}
	if v.Str("a") != "" || v.Str("none") != "" || v.Get("b").Elements() != nil || v.Get("b").Inner() != (source.Span{}) {
		t.Error("a value is taken for one of another kind")
	}
	if list[2].Span.Start == 0 || (&Value{}).Str("x") != "" || (*Value)(nil).Get("x") != nil {
		t.Error("what is absent has a value")
	}
}

func TestDescribe(t *testing.T) {
	v, _ := readJSON(t, `["x", 1.5, [], {}, true, false, null]`)
	for i, want := range []string{`the string "x"`, "the number 1.5", "a list", "an object", "true", "false", "null"} {
		if got := v.Items[i].Describe(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestJSONMistakes(t *testing.T) {
	deep := strings.Repeat("[", maxNesting)
	for text, want := range map[string]string{
		"":                                     "f:1:1: error: this is not JSON: got the end of the text: is it complete? [json]\n",
		"{\n  x: 1}":                           "f:2:3: error: this is not JSON: got 'x', want a name in quotes [json]\n",
		"[1,\n]":                               "f:2:1: error: this is not JSON: got ']', want a value [json]\n",
		`{"a": 1} {}`:                          "f:1:10: error: this is not JSON: got '{', want nothing more [json]\n",
		`{"a": [1}`:                            "f:1:9: error: this is not JSON: got '}', want ',' or ']' [json]\n",
		deep + "1" + strings.Repeat("]", 200):  "",
		deep + "[]" + strings.Repeat("]", 200): "f:1:201: error: values are nested deeper than the limit of 200 [too-deep]\n",
		deep + `{"a":1}` + strings.Repeat("]", 200): "f:1:201: error: values are nested deeper than the limit of 200 [too-deep]\n",
	} {
		f := source.NewFile("f", text)
		v, _, d := ReadJSON(f)
		if got := d.Text(f); got != want || (v == nil) != (want != "") {
			t.Errorf("%.40q: got %s want %s", text, got, want)
		}
	}
}

// Escapes are decoded in place: everything else stays where it was.
func TestOverlayOfJSON(t *testing.T) {
	for text, want := range map[string]string{
		`"a &lt; b"`:       `"a &lt; b"`,
		`"x \u003c 5"`:     `"x      < 5"`,
		`"x\u003c\u003d5"`: `"x          <=5"`,
		`"\"\\\n"`:         "\" \" \\ \n\"",
		`"\u00e9t\u00e9"`:  `"    ét    é"`,
		`"\ud83d\ude00!"`:  `"        😀!"`,
		`"\ud83d!"`:        `"   ` + "\ufffd" + `!"`,
		`["\t", "\u0041"]`: "[\" \t\", \"     A\"]",
	} {
		_, over := readJSON(t, text)
		if over.Text() != want {
			t.Errorf("%s: got %q, want %q", text, over.Text(), want)
		}
	}
}

func readXML(t testing.TB, text string) (*Element, *Overlay) {
	t.Helper()
	f := source.NewFile("t.xml", text)
	e, over, d := ReadXML(f)
	if e == nil {
		t.Fatal(d.Text(f))
	}
	return e, over
}

func TestXMLPlaces(t *testing.T) {
	text := "<?xml version=\"1.0\"?><!DOCTYPE n>\n<n:a x='1' y=\"&lt;\"> p &lt;= q <!-- c -->r<b/><c>s</c><c><![CDATA[ u < v ]]></c> t</n:a>"
	a, over := readXML(t, text)
	cut := func(s source.Span) string { return text[s.Start:s.End] }
	if a.Name != "a" || !strings.HasPrefix(cut(a.Span), "<n:a") || !strings.HasSuffix(cut(a.Span), "</n:a>") || cut(a.Tag) != `<n:a x='1' y="&lt;">` {
		t.Errorf("got %s at %q, %q", a.Name, cut(a.Span), cut(a.Tag))
	}
	if x, ok := a.Attr("x"); x != "1" || !ok || a.Value("y") != "<" || a.Value("z") != "" {
		t.Errorf("attributes: %v", a.Attrs)
	}
	if a.Text != " p <= q r t" {
		t.Errorf("text %q", a.Text)
	}
	if !a.HasInner || cut(a.Inner) != " p &lt;= q <!-- c -->r" || over.Slice(a.Inner) != " p    <= q           r" {
		t.Errorf("in front of the children: %q, decoded %q", cut(a.Inner), over.Slice(a.Inner))
	}
	cs := a.All("c")
	if len(cs) != 2 || a.Child("b") == nil || a.Child("b").HasInner || a.Child("x") != nil || a.Child("c") != cs[0] || cut(cs[0].Span) != "<c>s</c>" {
		t.Fatalf("children: %v", a.Children)
	}
	if cut(cs[1].Inner) != " u < v " || over.Slice(cs[1].Inner) != " u < v " || cs[1].Text != " u < v " {
		t.Errorf("CDATA: %q, %q", cut(cs[1].Inner), cs[1].Text)
	}
	if b := a.Child("b"); cut(b.Span) != "<b/>" || b.Inner.Start != b.Inner.End {
		t.Errorf("empty element: %q, %v", cut(b.Span), b.Inner)
	}
}

func TestXMLMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "f:1:1: error: this is not XML: it has no element [xml]\n",
		" <!-- c -->":                       "f:1:1: error: this is not XML: it has no element [xml]\n",
		"<a>\n</b>":                         "f:2:5: error: this is not XML: element <a> closed by </b> [xml]\n",
		"<a>&x;</a>":                        "f:1:7: error: this is not XML: invalid character entity &x; [xml]\n",
		strings.Repeat("<a>", maxNesting+1): "f:1:601: error: elements are nested deeper than the limit of 200 [too-deep]\n",
	} {
		f := source.NewFile("f", text)
		if e, _, d := ReadXML(f); d.Text(f) != want || e != nil && want != "" {
			t.Errorf("%.40q: got %s want %s", text, d.Text(f), want)
		}
	}
}

func TestEntities(t *testing.T) {
	for name, want := range map[string]string{
		"lt": "<", "gt": ">", "amp": "&", "quot": `"`, "apos": "'", "#65": "A", "#x41": "A", "#xe9": "é", "#x1F600": "😀",
		"": "", "#": "", "#x": "", "#12a": "", "#xg": "", "nbsp": "", "65": "", "#99999999999": "",
	} {
		if got := entity(name); got != want {
			t.Errorf("&%s;: got %q, want %q", name, got, want)
		}
	}
}

// A long run of escapes takes one pass.
func TestManyEscapes(t *testing.T) {
	const n = 200_000
	_, over := readXML(t, "<a>"+strings.Repeat("&lt;", n)+"</a>")
	if got := strings.Count(over.Text(), "<"); got != n+2 {
		t.Errorf("got %d signs, want %d", got, n+2)
	}
	_, over = readJSON(t, `"`+strings.Repeat(`\u003c`, n)+`"`)
	if got := strings.Count(over.Text(), "<"); got != n {
		t.Errorf("got %d signs, want %d", got, n)
	}
}

// FuzzJSON compares with encoding/json: the same texts are read, to the same values, and every value
// is what encoding/json reads at its place.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a": [1, -2.5e3, "x\ty"], "b": {}, "c": true, "d": null}`, `"\u003c\ud83d\ude00"`, `[[[]]]`, `{"a":1,"a":2}`, " 1 ",
		`{"a" 1}`, `[1,]`, `"`, "{", "\xff", `"\ud800"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, over, d := ReadJSON(source.NewFile("t", text))
		if len(over.b) != len(text) {
			t.Fatalf("the overlay has %d bytes of %d", len(over.b), len(text))
		}
		if v == nil {
			if json.Valid([]byte(text)) && d[0].Code != "too-deep" {
				t.Fatalf("%q is refused: %v", text, d)
			}
			return
		}
		sameAtItsPlace(t, text, v)
	})
}

func sameAtItsPlace(t *testing.T, text string, v *Value) {
	dec := json.NewDecoder(strings.NewReader(text[v.Span.Start:v.Span.End]))
	dec.UseNumber()
	var want any
	if err := dec.Decode(&want); err != nil {
		t.Fatalf("%q at %v: %v", text, v.Span, err)
	}
	if dec.InputOffset() != int64(v.Span.End-v.Span.Start) {
		t.Fatalf("%q: %v is too long", text, v.Span)
	}
	if got := plain(v); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: got %v, want %v", text, got, want)
	}
	for _, item := range v.Items {
		sameAtItsPlace(t, text, item)
	}
}

// plain is the value as encoding/json has it; of members with one name the last counts there.
func plain(v *Value) any {
	switch v.Kind {
	case Object:
		m := map[string]any{}
		for i, n := range v.Names {
			m[n.Text] = plain(v.Items[i])
		}
		return m
	case List:
		l := []any{}
		for _, x := range v.Items {
			l = append(l, plain(x))
		}
		return l
	case String:
		return v.Text
	case Number:
		return json.Number(v.Text)
	case Bool:
		return v.Truth
	}
	return nil
}

// FuzzXML compares with encoding/xml: the same texts are read, with as many elements, each between
// its tags, and the same character data.
func FuzzXML(f *testing.F) {
	for _, s := range []string{"<a x='1'>p &lt;= q<b/><!-- c --><c>s<![CDATA[<]]></c></a>", "<a>&#x3c;&#61;</a>", "<a><b></a>", "<n:a/>", "", "<a>&",
		"<?xml version='1.0'?><a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		root, over, d := ReadXML(source.NewFile("t", text))
		if len(over.b) != len(text) {
			t.Fatalf("the overlay has %d bytes of %d", len(over.b), len(text))
		}
		elements, chars, err := tokens(text)
		if root == nil {
			if err == nil && elements > 0 && d[0].Code != "too-deep" {
				t.Fatalf("%q is refused: %v", text, d)
			}
			return
		}
		if err != nil {
			t.Fatalf("%q is read: %v", text, err)
		}
		var all []*Element
		got := collect(root, &all)
		if len(all) > elements || len(got) > len(chars) {
			t.Fatalf("%q: got %d elements and %q, want %d and %q", text, len(all), got, elements, chars)
		}
		for _, e := range all {
			if cut := text[e.Span.Start:e.Span.End]; cut[0] != '<' || cut[len(cut)-1] != '>' {
				t.Fatalf("%q: %s is at %q", text, e.Name, cut)
			}
		}
	})
}

// tokens counts by encoding/xml alone.
func tokens(text string) (elements int, chars string, err error) {
	depth := 0
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		tok, err := dec.Token()
		if err == io.EOF {
			return elements, chars, nil
		} else if err != nil {
			return 0, "", err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			elements++
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth > 0 {
				chars += string(t)
			}
		}
	}
}

func collect(e *Element, all *[]*Element) string {
	*all = append(*all, e)
	text := e.Text
	for _, c := range e.Children {
		text += collect(c, all)
	}
	return text
}
