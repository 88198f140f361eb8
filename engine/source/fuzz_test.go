package source

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// A place and its offset are each other's inverse at every rune, whatever the text.
func FuzzPlaces(f *testing.F) {
	for _, s := range []string{"", "a\nb", "\r\n\n", "é→\n😀x", "\xff\n\xfe", strings.Repeat("x\n", 9)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := NewFile("m", text)
		if file.Lines() != strings.Count(text, "\n")+1 {
			t.Fatalf("%q: %d lines", text, file.Lines())
		}
		for at := 0; at <= len(text); {
			place := file.Place(Pos(at))
			if back := file.Pos(place); int(back) != at {
				t.Fatalf("%q: %d is at %v, which is %d", text, at, place, back)
			}
			_, n := utf8.DecodeRuneInString(text[at:])
			at += max(n, 1)
		}
	})
}

// What encoding/json refuses is said in our words, at a place inside the text.
func FuzzJSONMistake(f *testing.F) {
	for _, s := range []string{`{"a": 1,}`, "", "[1 2]", `{"Name": 3}`, `{"List": {}}`, "nul", `"\q"`, "\xff", `{"Map": {"x": "y"}}`, "1 2", `{"N": 1.5}`, "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var v struct {
			Name string
			List []string
			Map  map[string]float64
			N    int
		}
		err := json.Unmarshal([]byte(text), &v)
		if err == nil {
			return
		}
		at, why := JSONMistake(text, err)
		if at < 0 || int(at) > len(text) || !strings.HasPrefix(why, "got ") || strings.Contains(why, "Go ") {
			t.Fatalf("%q: %d %s (%v)", text, at, why, err)
		}
	})
}
