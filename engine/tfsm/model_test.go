package tfsm

import (
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// load reads a file of the package and fails on errors.
func load(t testing.TB, path string) *Model {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

func parse(t testing.TB, text string) *Model {
	t.Helper()
	f := source.NewFile("m.tfsm", text)
	m, diags := Parse(f)
	if m == nil {
		t.Fatalf("not parsed:\n%s", diags.Text(f))
	}
	return m
}

// arrows lists a model's transitions, sorted, without names.
func arrows(m *Model) string {
	var list []string
	for _, t := range m.Transitions {
		list = append(list, m.ArrowOf(t))
	}
	sort.Strings(list)
	return strings.Join(list, "\n")
}

// The machines of the gallery are those of ../shared/models/tfsm, where that folder is there.
func TestGalleryAgainstShared(t *testing.T) {
	for name, shared := range map[string]string{
		"s1-m1": "s1_m1", "tftp3": "tftp3_datae", "tftp3-chaos": "tftp3_chaos",
		"tftp15": "tftp15_datae", "rand-n8-e18": "rand_n8_e18",
	} {
		path := "../../../shared/models/tfsm/" + shared + ".json"
		if _, err := os.Stat(path); err != nil {
			t.Logf("not compared: %s is absent", path)
			continue
		}
		own, theirs := load(t, "gallery/"+name+".tfsm"), load(t, path)
		if arrows(own) != arrows(theirs) {
			t.Errorf("%s: differs from %s", name, path)
		}
	}
}

func textOf(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
