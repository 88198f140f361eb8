package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

func TestCheckOptions(t *testing.T) {
	options := []report.Option{
		{Name: "mode", Kind: "choice", Choices: []string{"a", "b"}},
		{Name: "deep", Kind: "flag"},
		{Name: "length", Kind: "number"},
		{Name: "title", Kind: "text"},
	}
	for given, want := range map[string]string{
		"mode=a": "", "deep=true": "", "length=12": "", "title=": "",
		"length=":  "", // the default
		"length=x": `option length: got "x", want a number`,
		"mode=c":   `option mode: got "c", want one of a, b`,
		"deep=yes": `option deep: got "yes", want true or false`,
		"mod=a":    `unknown option "mod" (did you mean 'mode'?)`,
	} {
		name, value, _ := strings.Cut(given, "=")
		err := CheckOptions(options, map[string]string{name: value})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", given, err, want)
		}
	}
	if err := CheckOptions(nil, map[string]string{"x": "1"}); err == nil || !strings.Contains(err.Error(), "there are none here") {
		t.Errorf("no options: %v", err)
	}
}

// packed is sums in several files: the numbers of all files with the extension .sum.
type packed struct{ sums }

func isSum(f *source.File) bool { return strings.HasSuffix(f.Name, ".sum") }

func (packed) Packs(files []*source.File) bool { return slices.ContainsFunc(files, isSum) }

func (packed) Pack(files []*source.File) (string, error) {
	var b strings.Builder
	for _, f := range files {
		if isSum(f) {
			b.WriteString(f.Text)
		}
	}
	return b.String(), nil
}

// with replaces the list of formalisms during one test.
func with(t *testing.T, list ...Formalism) {
	was := formalisms
	formalisms = list
	t.Cleanup(func() { formalisms = was })
}

func TestPack(t *testing.T) {
	with(t, packed{})
	f, text, err := Pack("", []*source.File{source.NewFile("b.sum", "2\n"), source.NewFile("a.sum", "1\n"), source.NewFile("c.txt", "x")})
	if err != nil || text != "1\n2\n" || f.Describe().Name != "sums" {
		t.Errorf("Pack: %q, %v", text, err)
	}
	for _, formalism := range []string{"", "other"} {
		if _, _, err := Pack(formalism, []*source.File{source.NewFile("c.txt", "x")}); err == nil {
			t.Errorf("Pack with formalism %q read files that are no model", formalism)
		}
	}
}

// twin is a second formalism with the extension of sums: the look of the text decides.
type twin struct{ sums }

func (twin) Describe() report.Formalism {
	d := sums{}.Describe()
	d.Name = "twin"
	return d
}

func (twin) Recognises(text string) bool { return strings.HasPrefix(text, "2") }

func TestChoose(t *testing.T) {
	with(t, sums{}, twin{})
	for _, c := range []struct{ formalism, file, text, want string }{
		{"twin", "x.sum", "1", "twin"},
		{"", "x.sum", "1", "sums"},
		{"", "x.SUM", "2", "twin"},
		{"", "stdin", "2", "twin"},
		{"", "x.txt", "3", `cannot tell what kind of model "x.txt" is`},
		{"twins", "x.sum", "1", `unknown formalism "twins", want one of sums, twin`},
	} {
		f, err := Choose(c.formalism, c.file, c.text)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = f.Describe().Name
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("Choose(%q, %q, %q) = %q, want %q", c.formalism, c.file, c.text, got, c.want)
		}
	}
}
