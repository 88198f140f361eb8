package model

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// A text with features, however odd, is refused with places, or it prints as a text that is read
// again, and each product of it can be chosen, is accepted by the solver, and prints as a model.
func FuzzFeatures(f *testing.F) {
	f.Add(sizes)
	f.Add(`/*@ features f, g */ process P { clock x; state a { x <= 5 /*@ f */ && (x <= 7 || x > 9) /*@ !f imply g */ }, b; init a;
trans a -> b { /*@ f == g */ sync i?; }, -u-> a { sync o!; /*@ true */ /*@ g */ }; } system P;`)
	f.Add(`/*@ features a */ /*@ mandatory a: b */ /*@ or b: c, d */ /*@ model a */ process P() { state s; init s; trans s -u-> s { sync o!; /*@ c != d */ }; } p = P(); q = P(); system p, q;`)
	f.Add("/*@ features */ process P { state s; init s; } // /*@ x */\nsystem P; /*@")
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("fuzz", text)
		m, d := ParseXTA(file)
		if m == nil {
			if !d.HasErrors() {
				t.Fatal("no model and no error")
			}
			return
		}
		if m.Features == nil {
			if slices.ContainsFunc(annotations(text), func(annotation) bool { return true }) {
				t.Fatal("annotations are passed over")
			}
			return
		}
		printed := source.NewFile("printed", m.PrintXTA())
		again, d := ParseXTA(printed)
		if again == nil || again.Features == nil {
			t.Fatalf("printed text is refused: %v\n%s", d, printed.Text)
		}
		if again.Features.UVL() != m.Features.UVL() || again.PrintXTA() != printed.Text {
			t.Fatalf("printed once\n%s\nand twice\n%s", printed.Text, again.PrintXTA())
		}
		productsAreModels(t, m)
	})
}

func productsAreModels(t *testing.T, m *Model) {
	products, _ := m.Features.Products(context.Background(), 5)
	if len(products) == 0 {
		t.Fatal("a model without products is accepted")
	}
	for _, p := range products {
		got, faults := m.Features.Configure(strings.Split(m.Features.Brief(p), ","))
		if len(faults) > 0 || !slices.Equal(got, p) {
			t.Fatalf("%v is chosen by %s, which is %v: %q", p, m.Features.Brief(p), got, faults)
		}
		printed := source.NewFile("product", m.Product(p).PrintXTA())
		if plain, d := ParseXTA(printed); plain == nil || plain.Features != nil {
			t.Fatalf("%v is refused: %v\n%s", p, d, printed.Text)
		}
	}
}

// A choice of features is a product for the diagram exactly when it is one for the solver.
func FuzzChoose(f *testing.F) {
	f.Add(sizes, "small, hinge seal")
	f.Add(sizes, "Size,Size,,large")
	f.Add("/*@ features a, b */ /*@ model a != b */ process P { state s; init s; } system P;", "a\tb")
	f.Fuzz(func(t *testing.T, text, choice string) {
		m, _ := ParseXTA(source.NewFile("fuzz", text))
		if m == nil || m.Features == nil {
			return
		}
		names := strings.FieldsFunc(choice, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' || c == '\t' })
		known := !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(m.Features.Names(), n) })
		if len(names) == 0 {
			return
		}
		of, err := m.Choose(context.Background(), choice)
		valid := false
		if known {
			var asked error
			if valid, asked = m.Features.Valid(context.Background(), Product(slices.Sorted(slices.Values(names)))); asked != nil {
				t.Fatal(asked)
			}
		}
		if (err == nil) != valid || err == nil && of.Features != nil {
			t.Fatalf("%q: chosen %v, the solver says %v", choice, err, valid)
		}
	})
}

// The files of a project become one text, or there is an error. In the input each line "== name"
// begins a file.
func FuzzPack(f *testing.F) {
	for _, files := range []string{
		"== Components/A.json\n{\"name\":\"A\",\"declarations\":\"clock x;\",\"locations\":[{\"id\":\"L\",\"type\":\"INITIAL\"}],\"edges\":[]}\n== Queries.json\n[{\"query\":\"consistency: A\",\"comment\":\"\"}]",
		"== GlobalDeclarations.json\n{\"declarations\":\"broadcast chan a; clock t;\"}\n== Components/B.json\n{\"name\":\"B\",\"locations\":[{\"id\":\"U\",\"type\":\"UNIVERSAL\"},{\"id\":\"L\",\"type\":\"INITIAL\"}],\"edges\":[{\"sourceLocation\":\"L\",\"targetLocation\":\"U\",\"status\":\"INPUT\",\"sync\":\"a\",\"guard\":\"t>1\"}]}\n== SystemDeclarations.json\n{\"declarations\":\"system B; IO B { a? }\"}",
		"== Components/C.json\n[]\n== more.xta\nprocess D { state s; init s; } system D;\n== Systems/x.json\n{}",
	} {
		f.Add(files)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var files []*source.File
		for _, part := range strings.Split("\n"+text, "\n== ")[1:] {
			name, body, _ := strings.Cut(part, "\n")
			files = append(files, source.NewFile(name, body))
		}
		if !IsProject(files) {
			return
		}
		packed, err := Pack(files)
		if err != nil {
			if !strings.Contains(err.Error(), "error") {
				t.Fatalf("the error says nothing: %v", err)
			}
			return
		}
		if m, d := ParseXTA(source.NewFile("packed", packed)); m == nil {
			t.Fatalf("what was packed is refused: %v\n%s", d, packed)
		}
	})
}
