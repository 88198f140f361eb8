package rules

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/ready"
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
