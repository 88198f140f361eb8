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
		"":                                "line 1: unexpected end of JSON input",
		"{\n  \"name\": \"a\",\n%":        "line 3: invalid character '%' looking for beginning of object key string",
		"{} x":                            "line 1: invalid character 'x' after top-level value",
		"[]":                              "line 1: got a list, want an object",
		"{\n\"name\": 1}":                 "line 2: got a number, want a string at name",
		"{\n\"flag\": \"yes\"}":           "line 2: got a string, want true or false at flag",
		"{\n\"list\": {}}":                "line 2: got an object, want a list at list",
		"{\n\"map\": {\"x\": true}}":      "line 2: got true or false, want a number at map",
		"{\n\"whole\": 1.5}":              "line 2: got the number 1.5, want a whole number at whole",
		"{\n\"list\": [\"a\", 2]}":        "line 2: got a number, want a string at list",
		"{\"map\":\n{\"x\":\n[1, 2, 3]}}": "line 3: got a list, want a number at map",
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
