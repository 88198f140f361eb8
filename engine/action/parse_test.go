package action

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
)

// chunks splits a test file at lines of dashes.
func chunks(text string) []string { return strings.Split(text, "\n---\n") }

// Each chunk of errors.as is a text; a comment %% "…" says what is reported on its line, in any
// order, as a part of "severity: message (hint) [code]".
func TestDiagnostics(t *testing.T) {
	for n, text := range chunks(mustRead(t, "testdata/errors.as")) {
		f := newFile(text)
		m, diags := model.Parse(f)
		if (m == nil) != diags.HasErrors() {
			t.Errorf("chunk %d: a model and errors: %v, %v", n, m != nil, diags.HasErrors())
		}
		got := map[int][]string{}
		for _, d := range diags.Sort() {
			line := f.Place(d.Span.Start).Line
			text := d.Severity.String() + ": " + d.Message
			if d.Hint != "" {
				text += " (" + d.Hint + ")"
			}
			got[line] = append(got[line], text+" ["+d.Code+"]")
		}
		for i, line := range strings.Split(text, "\n") {
			var want []string
			for _, part := range strings.Split(line, `%% "`)[1:] {
				want = append(want, strings.TrimSuffix(strings.TrimSpace(part), `"`))
			}
			if len(want) != len(got[i+1]) {
				t.Errorf("chunk %d line %d: got %q, want %q", n, i+1, got[i+1], want)
				continue
			}
			for _, w := range want {
				if !contains1(got[i+1], w) {
					t.Errorf("chunk %d line %d: got %q, want %q", n, i+1, got[i+1], w)
				}
			}
		}
	}
}

func contains1(list []string, part string) bool {
	for _, l := range list {
		if strings.Contains(l, part) {
			return true
		}
	}
	return false
}

// A page's typographic signs are read as the plain ones.
func TestTypographicSigns(t *testing.T) {
	pasted := strings.NewReplacer("'after'", "’after’", "'Lock'", "‘Lock’", ":-", ":–", " 0..270", "\u00a00..270").Replace(carAlarm)
	if pasted == carAlarm {
		t.Fatal("nothing was replaced")
	}
	v, err := model.NewVariant(mustParse(t, carAlarm), mustParse(t, pasted))
	if err != nil || len(v.Changed)+len(v.Gone) > 0 {
		t.Errorf("another model: %v", err)
	}
	negative := strings.Replace(small("x := 1", ""), "0..3", "−1..3", 1)
	if m := mustParse(t, negative); m.Vars[0].Lo != -1 {
		t.Errorf("got %d, want -1", m.Vars[0].Lo)
	}
}

// What binds how: [] loosest, then ;, and => takes one unit.
func TestPrecedence(t *testing.T) {
	for _, c := range []struct{ loose, bracketed string }{
		{"x := 1; y := 1 [] y := 2", "(x := 1; y := 1) [] y := 2"},
		{"x #= 0 => x := 1 [] y := 2", "(x #= 0 => x := 1) [] y := 2"},
		{"x := 1; x #= 1 => y := 1", "x := 1; (x #= 1 => y := 1)"},
		{"x #= 0 => y #= 0 => x := 1", "x #= 0 => (y #= 0 => x := 1)"},
		{`#\ x #= 0 #/\ y #= 0 #\/ y #= 1 => x := 1`, `(((#\ (x #= 0)) #/\ (y #= 0)) #\/ (y #= 1)) => x := 1`},
		{"x := y - x * 2 - -1", "x := ((y - (x * 2)) - (-1))"},
	} {
		a, b := mustParse(t, small(c.loose, "")), mustParse(t, small(c.bracketed, ""))
		if !model.EqualBody(a.Actions[0].Run, b.Actions[0].Run) {
			t.Errorf("%s is not %s", c.loose, c.bracketed)
		}
	}
	for _, c := range []struct{ loose, bracketed string }{
		{"'a' [] 'b' // [P:t]:'c'(P)", "'a' [] ('b' // [P:t]:'c'(P))"},
		{"'a' ; 'b' [] 'b'", "('a' ; 'b') [] 'b'"},
	} {
		a, b := mustParse(t, small("", c.loose)), mustParse(t, small("", c.bracketed))
		if v, _ := model.NewVariant(a, b); len(v.Changed)+len(v.Gone) > 0 {
			t.Errorf("%s is not %s", c.loose, c.bracketed)
		}
	}
}

// Texts that are none: each gets a message, none a panic, and all at once.
func TestBadTexts(t *testing.T) {
	deep := strings.Repeat("(", 1000) + "x := 1" + strings.Repeat(")", 1000)
	many := strings.Repeat("'a' [] 'b' ; ", 20) + "'a'"
	product := strings.TrimSuffix(strings.Repeat("('a' [] 'b') ; ", 40), " ; ")
	for name, text := range map[string]string{
		"empty":             "",
		"blank":             " \n\t",
		"only a comment":    "% nothing",
		"binary":            "\x00\x01\x02\xff\xfe",
		"unclosed quote":    strings.Replace(small("", ""), "'a'::", "'a::", 1),
		"unclosed bracket":  strings.TrimSuffix(small("", ""), ").\n"),
		"unclosed comment":  small("", "") + "/* ",
		"deep brackets":     small(deep, ""),
		"deep expression":   small("x := "+strings.Repeat("(", 5000)+"1", ""),
		"deep guard":        small(strings.Repeat("x #= 0 => ", 5000)+"x := 1", ""),
		"many minus signs":  small("x := "+strings.Repeat("- ", 50000)+"1", ""),
		"wide do-od":        small("", product),
		"huge constant":     small("x := 99999999999999999999", ""),
		"64 bits left":      strings.Replace(small("x := x * x", ""), "0..3", "0..9000000000000000000", 1),
		"no do-od":          strings.Replace(small("", ""), "dood ('a')", "dood ()", 1),
		"a megabyte of a":   strings.Repeat("a", 1<<20),
		"a megabyte of (":   strings.Repeat("(", 1<<20),
		"a megabyte of ''":  strings.Repeat("''\n", 1<<18),
		"a megabyte of as":  strings.Repeat("as :- actions (", 1<<16),
		"a megabyte of .":   strings.Repeat(".", 1<<20),
		"a megabyte of []":  small(strings.Repeat("x := 1 [] ", 1<<16), ""),
		"clauses in pieces": "type(. var([. state_def(]. init(. as :- .",
	} {
		f := newFile(text)
		m, diags := model.Parse(f)
		if m != nil || !diags.HasErrors() {
			t.Errorf("%s: got a model", name)
		}
		for _, d := range diags {
			if d.Message == "" || d.Code == "" || d.Span.Start < 0 || int(d.Span.End) > len(text) || d.Span.End < d.Span.Start {
				t.Errorf("%s: bad diagnostic %+v", name, d)
			}
		}
	}
	if m := mustParse(t, small("", many)); len(m.Entries) != 21 {
		t.Errorf("got %d entries, want 21", len(m.Entries))
	}
}

// A long text is read in time that grows with its length: one action, and many branches.
func TestLongTexts(t *testing.T) {
	branch := "((x #= 0 #/\\ (y #= 1)) => (x := 1; y := 2)) [] "
	m := mustParse(t, small(strings.Repeat(branch, 20000)+"skip", ""))
	if n := len(m.Actions[0].Run.Parts[0].Parts); n != 20001 {
		t.Errorf("got %d branches, want 20001", n)
	}
	if back := mustParse(t, m.Format()); !model.EqualBody(back.Actions[0].Run, m.Actions[0].Run) {
		t.Error("printing changes it")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(carAlarm)
	f.Add(tricky)
	f.Add(small("x #= 0 => x := 1; y := 2", "'a' // 'b' ; 'a'"))
	f.Fuzz(func(t *testing.T, text string) {
		m, _ := model.Parse(newFile(text))
		if m == nil {
			return
		}
		once := m.Format()
		back, diags := model.Parse(newFile(once))
		if back == nil {
			t.Fatalf("%v\n%q\n%s", diags, text, once)
		}
		if again := back.Format(); again != once {
			t.Fatalf("printed again:\n%s\nwas\n%s", again, once)
		}
	})
}

// mangle makes some random edits of a text: pieces cut out, moved, and put in.
func mangle(r *rand.Rand, text string) string {
	bits := []string{"(", ")", "[]", ";", "=>", ":=", "#=", "x", "1", "'", "-", "//", "[", "]", ":", "::", ".", ",", "..",
		"% c\n", "/*", "*/", "/* d */", "as", "skip", "true", "\n", "#\\", "99999999999", "é", "\xff"}
	b := []byte(text)
	for range 1 + r.Intn(6) {
		i := r.Intn(len(b) + 1)
		j := min(len(b), i+r.Intn(10))
		switch r.Intn(3) {
		case 0:
			b = append(b[:i:i], b[j:]...)
		case 1:
			b = append(b[:i:i], append([]byte(bits[r.Intn(len(bits))]), b[i:]...)...)
		case 2:
			at := r.Intn(len(b) + 1)
			b = append(b[:at:at], append(append([]byte{}, b[i:j]...), b[at:]...)...)
		}
	}
	return string(b)
}

// Whatever the text: no panic, and what parses is printed as the same model, in a layout that stays.
func TestMangledTexts(t *testing.T) {
	texts := []string{carAlarm, tricky, small("x #= 0 => x := 1", "'a' // 'b'"), lift, barrier}
	models := 0
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		text := mangle(r, texts[r.Intn(len(texts))])
		m, _ := model.Parse(newFile(text))
		if m == nil {
			continue
		}
		models++
		once := m.Format()
		back, diags := model.Parse(newFile(once))
		if back == nil {
			t.Fatalf("seed %d: %v\n%s\nprinted from\n%s", seed, diags, once, text)
		}
		if again := back.Format(); again != once {
			t.Fatalf("seed %d: printed again:\n%s\nwas\n%s", seed, again, once)
		}
		if v, err := model.NewVariant(m, back); err != nil || len(v.Changed)+len(v.Gone) > 0 {
			t.Fatalf("seed %d: another model (%v):\n%s", seed, err, once)
		}
	}
	if models < 20 {
		t.Errorf("only %d of the texts are models", models)
	}
}

// A range written out may begin with a minus directly behind its colon, though ":-" is a sign of its own.
func TestNegativeRangeBehindColon(t *testing.T) {
	text := "type(t, X) :- X in 0..3.\nvar([x], t).\nstate_def([x]).\ninit([0]).\n" +
		"as :- actions ('c'(P)::(x #< 3) => (x := x + P)), dood ([P:-2..1]:'c'(P)).\n"
	m, diags := model.Parse(newFile(text))
	if m == nil {
		t.Fatal(diags)
	}
	if spaced, _ := model.Parse(newFile(strings.Replace(text, ":-2", ": -2", 1))); m.Format() != spaced.Format() {
		t.Errorf("got %s", m.Format())
	}
	if again, diags := model.Parse(newFile(m.Format())); again == nil {
		t.Errorf("printed, it is not parsed: %v", diags)
	}
}
