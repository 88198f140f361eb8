package suite

import (
	"encoding/json"
	"reflect"
	"testing"
)

// Whatever is given as a suite is refused with a message, or read: then it is the same suite when it is
// written as JSON and read again.
func FuzzReadTests(f *testing.F) {
	for _, s := range []string{
		"coin(1, true) tea\n# a remark\nstop", `[[["coin",1,true],["tea"]],[["stop"]]]`, `{"tests": [[["a"]]]}`, "a(", "a(b)", "[1", "{}", "[[]]",
		"// none\n", "a,b (1e9)\n\n", "\ufeff[]", "a(1", `[[[1]]]`, "(1)", "a()b(true ,false)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tests, err := ReadTests(text, "a(1)")
		if err != nil {
			if tests != nil || err.Error() == "" {
				t.Fatalf("%q: got %v and %v", text, tests, err)
			}
			return
		}
		var raw []json.RawMessage
		for _, test := range tests {
			data, err := json.Marshal(test)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			raw = append(raw, data)
		}
		back, err := ReadTests(WriteTests(raw), "")
		if err != nil || len(back) != len(tests) {
			t.Fatalf("%q: written as %s, read as %v, %v", text, WriteTests(raw), back, err)
		}
		for i := range back {
			if (len(back[i]) > 0 || len(tests[i]) > 0) && !reflect.DeepEqual(back[i], tests[i]) {
				t.Fatalf("%q: test %d is %v, then %v", text, i, tests[i], back[i])
			}
		}
	})
}
