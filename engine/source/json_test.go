package source

import (
	"encoding/json"
	"testing"
)

func TestLocatedJSONMistake(t *testing.T) {
	type part struct {
		Flag  bool               `json:"flag"`
		List  []string           `json:"list"`
		Map   map[string]float64 `json:"map"`
		Name  string             `json:"name"`
		Whole int                `json:"whole"`
	}
	for text, want := range map[string]string{
		"":                                    "line 1, column 1: got the end of the text: is it complete?",
		"{\"name\": tru":                      "line 1, column 13: got the end of the text: is it complete?",
		"{\n  \"name\": \"a\",\n%":            "line 3, column 1: got '%', want a name in quotes",
		"{\n  \"name\": \"a\"\n\"whole\": 1}": `line 3, column 1: got '"', want ',' or '}'`,
		"{\"name\" 1}":                        "line 1, column 9: got '1', want ':'",
		"{\"list\": [é]}":                     "line 1, column 11: got 'é', want a value",
		"{\"list\": [1 2]}":                   "line 1, column 13: got '2', want ',' or ']'",
		"{\"name\": trux}":                    "line 1, column 13: got 'x', want true, false or null",
		"{\"name\": \"\\q\"}":                 `line 1, column 12: got 'q', want one of "\/bfnrtu after the backslash`,
		"{\"name\": \"\\u12x\"}":              "line 1, column 15: got 'x', want four hexadecimal digits after \\u",
		"{\"name\": \"a\nb\"}":                "line 1, column 12: got '\\n', want an escape such as \\n in place of a control character",
		"{\"whole\": 1.x}":                    "line 1, column 13: got 'x', want a digit",
		"{\"whole\": 1ex}":                    "line 1, column 13: got 'x', want a digit",
		"{} x":                                "line 1, column 4: got 'x', want nothing more",
		"[]":                                  "line 1, column 1: got a list, want an object",
		"{\n\"name\": 1}":                     "line 2, column 9: got a number, want a string at name",
		"{\n\"flag\": \"a \\\" b\"}":          "line 2, column 9: got a string, want true or false at flag",
		"{\n\"list\": {}}":                    "line 2, column 9: got an object, want a list at list",
		"{\n\"map\": {\"x\": true}}":          "line 2, column 14: got true or false, want a number at map",
		"{\n\"whole\": -1.5}":                 "line 2, column 10: got the number -1.5, want a whole number at whole",
		"{\n\"list\": [\"a\", 2]}":            "line 2, column 15: got a number, want a string at list",
		"{\"map\":\n{\"x\":\n[1, 2, 3]}}":     "line 3, column 1: got a list, want a number at map",
	} {
		var p part
		err := json.Unmarshal([]byte(text), &p)
		if err == nil {
			t.Errorf("%q is read", text)
			continue
		}
		if got := LocatedJSONMistake(text, err); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
