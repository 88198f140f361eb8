package model

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// sizes has each kind of group and constraints across them.
const sizes = `/*@ features box, lid, extra */
/*@ alternative box: small, large */
/*@ or extra: red, blue */
/*@ mandatory lid: hinge, seal */
/*@ model large imply lid */
/*@ model !(small && blue) */
process Size { clock x; state a; init a; trans a -u-> a { sync o!; }; }
system Size;`

func featuresOf(t *testing.T, text string) *FeatureModel {
	t.Helper()
	f := source.NewFile("sizes.xta", text)
	m, d := Parse(f)
	if m == nil || m.Features == nil {
		t.Fatal(d.Text(f))
	}
	return m.Features
}

// Whether a set of features is a product is answered twice, by looking at the diagram and by the
// solver, and counted once more by hand.
func TestConfigure(t *testing.T) {
	fm := featuresOf(t, sizes)
	names := fm.Names()
	products := 0
	for set := range 1 << (len(names) - 1) {
		var choice []string
		for i, n := range names[1:] {
			if set>>i&1 != 0 {
				choice = append(choice, n)
			}
		}
		p, faults := fm.Configure(choice)
		valid, err := fm.Valid(context.Background(), Product(slices.Sorted(slices.Values(choice))))
		if err != nil || valid != (len(faults) == 0) {
			t.Errorf("%v: the solver says %v, the diagram %q (%v)", choice, valid, faults, err)
		}
		if len(faults) == 0 && len(p) == len(choice)+1 { // nothing but the root was left out
			products++
		}
	}
	// box: none, small, large; lid: without or with both parts; extra: none, red, blue, both.
	// Without box 2·4; small without blue 2·2; large with lid 4.
	if products != 16 {
		t.Errorf("got %d products, want 16", products)
	}
	if all, err := fm.Products(context.Background(), 100); err != nil || len(all) != 16 {
		t.Errorf("the solver lists %d products, want 16 (%v)", len(all), err)
	}
}

// What is wrong with a choice is said, all of it at once.
func TestConfigureSaysWhy(t *testing.T) {
	fm := featuresOf(t, sizes)
	for choice, want := range map[string]string{
		"small":             "",
		"Size":              "",
		"hinge,seal":        "",
		"small,large,hinge": "'box' allows only one of small, large; 'lid' needs 'seal'",
		"box":               "'box' needs one of small, large",
		"large":             "'large imply lid' does not hold",
		"small,extra":       "'extra' needs one of red, blue",
		"small,blue":        "'! (small && blue)' does not hold",
		"smal":              "'smal' is not a feature (did you mean 'small'?)",
	} {
		_, faults := fm.Configure(strings.Split(choice, ","))
		if got := strings.Join(faults, "; "); got != want {
			t.Errorf("%s: got %q, want %q", choice, got, want)
		}
	}
}

// Every product can be chosen by what it is called.
func TestBriefNamesTheProduct(t *testing.T) {
	fm := featuresOf(t, sizes)
	products, err := fm.Products(context.Background(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range products {
		got, faults := fm.Configure(strings.Split(fm.Brief(p), ","))
		if len(faults) > 0 || !slices.Equal(got, p) {
			t.Errorf("%v is called %s, which is %v %v", p, fm.Brief(p), got, faults)
		}
	}
}

// Without a choice a model with several products is refused; one without features takes no choice.
func TestChoose(t *testing.T) {
	one := `/*@ features base */ /*@ model base */ process P { state a; init a; trans a -u-> a { sync o!; /*@ base */ }, a -u-> a { sync p!; /*@ !base */ }; } system P;`
	none := `process P { state a; init a; } system P;`
	for _, c := range []struct{ text, choice, want string }{
		{one, "", "1 edges"},
		{one, "base", "1 edges"},
		{none, "", "0 edges"},
		{none, "base", `product "base": the model has no features`},
		{sizes, "", "the model has features and 16 products: choose one, for example with the option product=Size"},
		{sizes, "small,blue", `"small,blue" is not a product: '! (small && blue)' does not hold`},
	} {
		f := source.NewFile("", c.text)
		m, d := Parse(f)
		if m == nil {
			t.Fatal(d.Text(f))
		}
		of, err := m.Choose(context.Background(), c.choice)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprintf("%d edges", len(of.Automata[0].Edges))
		}
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A reader that does not know features never passes over them.
func TestFeaturesAreNotPassedOver(t *testing.T) {
	for name, text := range map[string]string{
		"a.xml":  `<nta><template><name>P</name><location id="a"/><init ref="a"/><transition><source ref="a"/><target ref="a"/><label kind="guard">true /*@ f */</label><label kind="synchronisation">o!</label></transition></template><system>system P;</system></nta>`,
		"a.json": `{"name": "P", "declarations": "clock x; /*@ features f */", "locations": [{"id": "a", "type": "INITIAL"}], "edges": []}`,
		"b.json": `{"name": "P", "declarations": "clock x; \/*@ features f */", "locations": [{"id": "a", "type": "INITIAL"}], "edges": []}`,
		"a.xta":  `process P { state a; init a; trans a -u-> a { sync o!; /*@ f */ }; } system P;`,
		"b.xta":  `/*@ features f, g */ /*@ model f && g */ /*@ model !f */ process P { state a; init a; trans a -u-> a { sync o!; /*@ f */ }; } system P;`,
	} {
		f := source.NewFile(name, text)
		m, d := Parse(f)
		if m != nil || !d.HasErrors() {
			t.Errorf("%s is read, and its features are passed over", name)
		}
		for _, x := range d {
			if x.Severity == source.Error && x.Code != "unsupported" && x.Code != "undefined-name" && x.Code != "no-product" {
				t.Errorf("%s: %s", name, d.Text(f))
			}
		}
	}
	component := source.NewFile("Components/P.json", `{"name": "P", "declarations": "/*@ features f */", "locations": [{"id": "a", "type": "INITIAL"}], "edges": []}`)
	family := source.NewFile("more.xta", `/*@ features f */ process Q { state a; init a; } system Q;`)
	plain := source.NewFile("Components/P.json", `{"name": "P", "declarations": "", "locations": [{"id": "a", "type": "INITIAL"}], "edges": []}`)
	for _, files := range [][]*source.File{{component}, {plain, family}} {
		if text, err := Pack(files); err == nil {
			t.Errorf("the features of a project are passed over: %s", text)
		}
	}
}

// What no product has is warned of.
func TestDeadFeatures(t *testing.T) {
	f := source.NewFile("", `/*@ features f, g */ /*@ model !f */
process P { state a; init a; trans a -u-> a { sync o!; /*@ f */ }, a -u-> a { sync p!; /*@ g && !g */ }; } system P;`)
	_, d := Parse(f)
	want := "1:1 warning dead-feature: no product has the feature 'f'\n" +
		"2:36 warning dead-edge: no product has this edge\n2:68 warning dead-edge: no product has this edge"
	if got := strings.Join(messages(f, d), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A printed model keeps its features.
func TestPrintKeepsFeatures(t *testing.T) {
	text := strings.Replace(sizes, "a -u-> a { sync o!; }", "a -u-> a { sync o!; /*@ lid || red */ }", 1)
	f := source.NewFile("", text)
	m, d := Parse(f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	again, d := Parse(source.NewFile("", m.Print()))
	if again == nil || again.Features == nil || again.Print() != m.Print() || again.Features.UVL() != m.Features.UVL() {
		t.Fatalf("got %v\n%s", d, m.Print())
	}
	if !strings.Contains(m.Print(), "a -u-> a { /*@ lid || red */ sync o!; }") {
		t.Errorf("the expression of the edge is lost: %s", m.Print())
	}
}

// A text may say which product is meant; an option chooses another one. What is no product is
// refused where it stands.
func TestProductOfTheText(t *testing.T) {
	text := strings.Replace(sizes, "process", "/*@ product small, hinge, seal */ process", 1)
	m, _ := read(t, text)
	again, _ := read(t, m.Print())
	if m.Default != "small,hinge,seal" || again.Default != m.Default {
		t.Errorf("got %q, printed %q", m.Default, again.Default)
	}
	for choice, edges := range map[string]int{"": 1, "large,hinge,seal": 1, "large": -1} {
		of, err := m.Choose(context.Background(), choice)
		if (err != nil) != (edges < 0) || err == nil && (of.Default != "" || of.Features != nil) {
			t.Errorf("%q: got %v", choice, err)
		}
	}
	f := source.NewFile("", strings.Replace(sizes, "process", "/*@ product large */ process", 1))
	if _, d := Parse(f); strings.Join(messages(f, d), "\n") != "7:1 error product: this is not a product: 'large imply lid' does not hold" {
		t.Errorf("got %v", messages(f, d))
	}
}
