package rules

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mutarium/mutarium/engine/exercise"
	lecturer "github.com/mutarium/mutarium/engine/exercise/own"
	"github.com/mutarium/mutarium/engine/exercise/ready"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
)

// TestTeachingIsWhole looks whether docs/teaching.md names every ready-made exercise and every member of the formats.
func TestTeachingIsWhole(t *testing.T) {
	page := read(t, filepath.Join(root, "docs", "teaching.md"))
	for _, e := range ready.All() {
		if !strings.Contains(page, "| `"+e.ID+"` | `"+e.Kind+"` |") {
			t.Errorf("docs/teaching.md does not list the exercise %s, of kind %s", e.ID, e.Kind)
		}
	}
	for _, s := range ready.Sheets() {
		if !strings.Contains(page, "`"+s.ID+"`") && !strings.HasPrefix(s.ID, "course-") {
			t.Errorf("docs/teaching.md does not list the sheet %s", s.ID)
		}
	}
	for _, x := range []any{exercise.Exercise{}, exercise.Hidden{}, exercise.Feedback{}, exercise.Subject{}, exercise.Hints{},
		exercise.Points{}, exercise.Locked{}, exercise.Answer{}, exercise.Bet{}, exercise.HandIn{}, exercise.Attempt{},
		exercise.Claimed{}, exercise.Sheet{}, exercise.Step{}, exercise.SheetLink{}} {
		is := reflect.TypeOf(x)
		for i := range is.NumField() {
			name, _, _ := strings.Cut(is.Field(i).Tag.Get("json"), ",")
			if !strings.Contains(page, "`"+name+"`") && !strings.Contains(page, "."+name+"`") &&
				!strings.Contains(page, "{"+name) && !strings.Contains(page, ", "+name+"}") {
				t.Errorf("docs/teaching.md does not describe the member %q of %s", name, is)
			}
		}
	}
}

// TestTeachingFilesAreRead reads the exercises, YAML, and the hand-ins, JSON, in documents.
func TestTeachingFilesAreRead(t *testing.T) {
	ran := 0
	for _, doc := range documents(t) {
		files := fstest.MapFS{}
		for _, b := range readBlocks(t, doc) {
			kind, name := fileOf(b.info)
			if name != "" {
				files[name] = &fstest.MapFile{Data: []byte(b.text)}
			}
			f := source.NewFile(filepath.Base(doc)+": "+name, b.text)
			switch kind {
			case "yaml":
				ran++
				if x, diags := lecturer.Read(f, files); x == nil {
					t.Error(diags.Text(f))
				}
			case "json":
				ran++
				x, diags := seal.Read(f, false)
				if x == nil || x.HandIn == nil {
					t.Error(diags.Text(f))
				} else if why := seal.Genuine(x.HandIn); why != "" {
					t.Errorf("%s: %s", f.Name, why)
				}
			}
		}
	}
	if ran < 2 {
		t.Errorf("only %d files were read", ran)
	}
}
