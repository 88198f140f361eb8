package tfsm

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/internal/testkit"
)

// load reads a file of the package and fails on errors.
func load(t testing.TB, path string) *model.Model {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

// The machines of the gallery are those of the suite beside the project.
func TestGalleryAgainstShared(t *testing.T) {
	dir := testkit.Suite(t, "tfsm")
	for name, shared := range map[string]string{
		"s1-m1": "s1_m1", "tftp3": "tftp3_datae", "tftp3-chaos": "tftp3_chaos",
		"tftp15": "tftp15_datae", "rand-n8-e18": "rand_n8_e18",
	} {
		own, theirs := load(t, "gallery/"+name+".tfsm"), load(t, filepath.Join(dir, shared+".json"))
		if arrows(own) != arrows(theirs) {
			t.Errorf("%s: differs from %s", name, shared)
		}
	}
}
