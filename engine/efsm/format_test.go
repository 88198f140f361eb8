package efsm

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
)

// untidy is a machine with comments wherever one may be, and tidy the same as Formatted writes it.
const (
	untidy = `
machine   m   # a name


// two lines
/* in
 a block */
var x:0..3=0 ;  var y : 0 .. 3
input  go ( n : -1..1 ) , stop // inputs
output o( v );location A , "B 2"


t1:A->"B 2" on go [ (x<2) and n=1 ] // why
  / x:=x+1 ; // first
    !o( x )
t2:"B 2"->A   on stop
// the end`

	tidy = `machine m  # a name

// two lines
/* in
 a block */
var x : 0..3 = 0
var y : 0..3
input go(n : -1..1), stop  // inputs
output o(v)
location A, "B 2"

// why
// first
t1: A -> "B 2" on go [x < 2 and n = 1] / x := x + 1; !o(x)
t2: "B 2" -> A on stop
// the end
`
)

// Formatting keeps the machine and all comments, and changes nothing the second time.
func TestFormat(t *testing.T) {
	texts := map[string]string{"small": untidy}
	for _, e := range Gallery() {
		texts[e.Name] = e.Text
	}
	for name, text := range texts {
		m, diags := model.Parse(source.NewFile("", text))
		if m == nil {
			t.Fatal(diags)
		}
		once := m.Formatted()
		again, diags := model.Parse(source.NewFile("", once))
		if again == nil {
			t.Fatalf("%s: %v\n%s", name, diags, once)
		}
		if again.Print() != m.Print() {
			t.Errorf("%s: formatting changes the machine:\n%s", name, once)
		}
		if twice := again.Formatted(); twice != once {
			t.Errorf("%s: formatting again gives\n%s\nfirst\n%s", name, twice, once)
		}
		for _, line := range strings.Split(text, "\n") {
			if _, c, found := strings.Cut(line, "//"); found && !strings.Contains(once, strings.TrimSpace(c)) {
				t.Errorf("%s: the comment %q is lost:\n%s", name, c, once)
			}
		}
	}
}

// A long line breaks before its actions, not at a division in its guard; a model that comes from JSON
// is laid out as the same text would be.
func TestFormatOfLongLines(t *testing.T) {
	guard := strings.Repeat("x > 0 and ", 12) + "x / 1 > 0"
	for _, actions := range []string{"", " / x := x / 2; !o(x)"} {
		m, _ := model.Parse(source.NewFile("", "var x : 0..9 = 1\ninput go\noutput o(v)\nlocation A\nt: A -> A on go "+
			"["+guard+"]"+actions))
		once := m.Formatted()
		if !strings.HasSuffix(once, "t: A -> A on go ["+guard+"]"+strings.Replace(actions, " /", "\n    /", 1)+"\n") {
			t.Errorf("got\n%s", once)
		}
		if again, diags := model.Parse(source.NewFile("", once)); again == nil || again.Formatted() != once {
			t.Errorf("%v: formatting again gives another text", diags)
		}
		imported, _ := model.ParseJSON(source.NewFile("", m.JSON()))
		again, _ := model.Parse(source.NewFile("", imported.Formatted()))
		if again == nil || again.Formatted() != imported.Formatted() {
			t.Errorf("from JSON: got\n%s", imported.Formatted())
		}
	}
}

func TestFormattedText(t *testing.T) {
	m, diags := model.Parse(source.NewFile("", untidy))
	if m == nil {
		t.Fatal(diags)
	}
	if got := m.Formatted(); got != tidy {
		t.Errorf("got\n%s\nwant\n%s", got, tidy)
	}
}
