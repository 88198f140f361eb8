package smalljson

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

type inner struct {
	Name string `json:"name"`
	X, Y float64
}

type named string

// An all has a field of each kind that the package knows.
type all struct {
	inner
	Any     any                        `json:"any"`
	Array   [2]int                     `json:"array"`
	Bool    bool                       `json:"bool,omitempty"`
	Byte    uint8                      `json:"byte"`
	Bytes   []byte                     `json:"bytes"`
	Deep    map[string][]inner         `json:"deep,omitempty"`
	Float   float64                    `json:"float,omitempty"`
	Hidden  string                     `json:"-"`
	Int     int                        `json:"int"`
	Keys    map[named]*inner           `json:"keys"`
	List    []string                   `json:"list"`
	Maybe   *int                       `json:"maybe,omitempty"`
	More    *all                       `json:"more,omitempty"`
	Named   named                      `json:"named,omitempty"`
	Raw     json.RawMessage            `json:"raw,omitempty"`
	Raws    map[string]json.RawMessage `json:"raws,omitempty"`
	Texts   [][]string                 `json:"texts,omitempty"`
	private int
	Untag   int
}

// theirs is what encoding/json makes of a value, without escapes for HTML.
func theirs(t *testing.T, v any, indent string) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// same checks that both packages write a value alike.
func same(t *testing.T, v any) {
	t.Helper()
	got, err := Marshal(v)
	if want := theirs(t, v, ""); err != nil || string(got) != want {
		t.Errorf("wrote %s, %v\n want %s", got, err, want)
	}
	got, err = MarshalIndent(v)
	if want := theirs(t, v, "  "); err != nil || string(got) != want {
		t.Errorf("wrote %s, %v\n want %s", got, err, want)
	}
}

func full() all {
	n := 7
	return all{
		inner: inner{Name: "a\"b\\c\x00\x1f\b\f\n\r\t\u2028\u2029\x7f<&>é😀\xff", X: 1e-7, Y: -2.5e21},
		Any:   map[string]any{"b": []any{1, "x", nil, true}, "a": inner{}}, Array: [2]int{1, 2}, Bool: true, Byte: 255, Bytes: []byte("\x00xyz\xff"),
		Deep: map[string][]inner{"z": {{}, {Name: "q"}}, "": nil, "y": {}}, Float: 0.1, Hidden: "h", Int: -5,
		Keys: map[named]*inner{"k": {Name: "v"}, "nil": nil}, List: []string{"", "{[,:]}"}, Maybe: &n,
		More: &all{Raw: json.RawMessage(` { "a" : [ 1 , "x y\" " ] , "b":{ } } `)}, Named: "n",
		Raw: json.RawMessage("[]"), Raws: map[string]json.RawMessage{"r": json.RawMessage("null")},
		Texts: [][]string{nil, {}, {"x"}}, Untag: 3,
	}
}

func TestWritesAsEncodingJSON(t *testing.T) {
	for _, v := range []any{
		nil, all{}, full(), &all{}, (*all)(nil), []all{}, [0]int{}, "", map[string]int{}, map[string]int(nil), struct{}{},
		[]float64{0, math.Copysign(0, -1), 1, 1e20, 1e21, 123456789.125, 1e-6, 9.9e-7, 5e-324, math.MaxFloat64, 1e100, 1e-100},
		uint64(math.MaxUint64), int64(math.MinInt64), 0.30000000000000004,
	} {
		same(t, v)
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	for _, v := range []any{math.Inf(1), math.NaN(), func() {}, make(chan int), struct{ R json.RawMessage }{json.RawMessage{}}, json.RawMessage(`{"a":}`)} {
		if got, err := Marshal(v); err == nil {
			t.Errorf("wrote %s", got)
		}
	}
}

func TestReadsAsEncodingJSON(t *testing.T) {
	v := full()
	v.Any = nil
	text := theirs(t, v, "  ")
	var got, want all
	if err := Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read  %+v\n want %+v", got, want)
	}
	if Unmarshal([]byte("{}"), all{}) == nil {
		t.Error("it read into what is no pointer")
	}
}

// Texts that are JSON or are not, whatever encoding/json thinks of them.
var texts = []string{
	`{}`, ` {"int": 3 } `, `{"int":3}x`, `{"int":3,}`, `{"int"}`, `{int:3}`, `{"int":3.5}`, `{"int":"3"}`, `{"int":01}`, `{"int":-}`,
	`{"byte":256}`, `{"byte":-1}`, `{"float":1.}`, `{"float":1e}`, `{"float":-0.5E+2}`, `{"float":1e999}`, `{"float":"x"}`,
	`{"bool":true}`, `{"bool":tru}`, `{"bool":1}`, `{"bool":null,"int":null,"list":null,"maybe":null,"any":null}`, `{"unknown":[{"a":[1,2,{}]},"x"]}`,
	`{"name":"\u00e9\ud83d\ude00\ud83dx\ude00\ud83d\u0041\n\/"}`, `{"name":"\x"}`, `{"name":"\u12g4"}`, `{"name":"` + "\n" + `"}`, `{"name":"a`, `{"name":"\`,
	`{"name":"` + "\xff\xc3" + `"}`, `{"array":[1]}`, `{"array":[1,2,3]}`, `{"list":["a","b","c","d","e","f"]}`, `{"list":["a"`, `{"list":{}}`,
	`{"raw": [1, 2] ,"raws":{"a": {} }}`, `{"raw": [1 2]}`, `{"maybe":5,"more":{"more":{"int":1}}}`, `{"keys":{"a":{"name":"n"},"b":null}}`,
	`{"bytes":"AHh5ev8="}`, `{"bytes":"*"}`, `{"bytes":""}`, `{"bytes":null}`,
	``, ` `, `[`, `null`, `nul`, `"x"`, `{"int":1,"int":2}`, `{"deep":{"a":[{"X":1,"Y":-2}]},"texts":[[],["a"]]}`, `{"unknown":"\ud800"}`,
	`{"list":["a"],"list":["b","c"]}`, `{"unknown":tru}`, `{"unknown":-}`, `{"unknown":1.5e-3}`, `{"unknown":{"a":1,}}`, `{"name":null,"Untag":4,"private":1,"-":"x"}`,
}

// agree checks that both packages read a text alike, or both refuse it.
func agree(t *testing.T, text string) {
	t.Helper()
	var got, want all
	err, refused := Unmarshal([]byte(text), &got), json.Unmarshal([]byte(text), &want)
	if (err == nil) != (refused == nil) {
		t.Errorf("%q: %v, want %v", text, err, refused)
	} else if err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("%q: read %+v\n want %+v", text, got, want)
	}
	if got, want := Valid([]byte(text)), json.Valid([]byte(text)); got != want {
		t.Errorf("%q: valid %v, want %v", text, got, want)
	}
}

func TestReadsWhatEncodingJSONReads(t *testing.T) {
	for _, text := range texts {
		agree(t, text)
	}
	if deep := strings.Repeat("[", 1<<20); Valid([]byte(deep)) {
		t.Error("a text of opening brackets is taken for JSON")
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var names map[string]json.RawMessage
		if strings.Count(text, "[")+strings.Count(text, "{") > deepest || json.Unmarshal([]byte(text), &names) != nil && len(text) > 0 && text[0] == '{' {
			t.Skip()
		}
		for name := range names {
			if _, known := shapeOf(reflect.TypeFor[all]()).byName[name]; !known || name == "any" || name == "more" || name == "keys" || name == "deep" || name == "bytes" {
				t.Skip() // encoding/json takes names in capitals, too, and anything for an interface
			}
		}
		agree(t, text)
	})
}

func FuzzWrite(f *testing.F) {
	f.Add("a<b", 1.5, `{"a":[1]}`)
	f.Add("\u2028\xff", 1e-9, `" "`)
	f.Fuzz(func(t *testing.T, s string, x float64, raw string) {
		if math.IsNaN(x) || math.IsInf(x, 0) || !json.Valid([]byte(raw)) || !utf8.ValidString(raw) || strings.ContainsAny(raw, "\u2028\u2029") {
			t.Skip()
		}
		same(t, all{inner: inner{Name: s, X: x}, Raw: json.RawMessage(raw), List: []string{s}})
	})
}
