package engine

import (
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Whatever is given for the options of a formalism is refused with a message, or the first model of
// its gallery either lists its mutants or says why not.
func FuzzOptions(f *testing.F) {
	for _, formalism := range formalisms {
		for _, o := range formalism.Describe().Options {
			f.Add(o.Name, o.Default)
			f.Add(o.Name, "-1,x")
			for _, c := range o.Choices {
				f.Add(o.Name, c)
			}
		}
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		for _, formalism := range formalisms {
			d := formalism.Describe()
			values := map[string]string{name: value}
			if err := CheckOptions(d.Options, values); err != nil {
				if err.Error() == "" {
					t.Fatal("an error without a message")
				}
				continue
			}
			m := firstExample(t, formalism, d)
			if m == nil {
				continue
			}
			all, err := m.Mutants(Selection{Operators: []string{d.Operators[0].Name}, Order: 1, Options: values})
			if err == nil && all == nil && len(d.Operators) == 0 {
				t.Fatalf("%s: neither mutants nor an error", d.Name)
			}
		}
	})
}

func firstExample(t *testing.T, formalism Formalism, d report.Formalism) Model {
	if !Holds(d.Name) {
		return nil
	}
	file := source.NewFile("example", usual(d).Text)
	m, diags := Open(formalism, file)
	if m == nil {
		t.Fatal(diags.Text(file))
	}
	return m
}
