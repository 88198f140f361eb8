package wire

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"pgregory.net/rapid"
)

func TestLinkRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Link{
			Digest:    rapid.String().Draw(t, "digest"),
			Engine:    "1.2.3",
			Formalism: rapid.SampledFrom([]string{"action-system", "tfsm"}).Draw(t, "formalism"),
			Mutant:    rapid.String().Draw(t, "mutant"),
			Settings: report.Settings{Operators: rapid.SliceOfN(rapid.String(), 1, 4).Draw(t, "ops"),
				Order: rapid.IntRange(1, 2).Draw(t, "order")},
			Step:    rapid.IntRange(0, 99).Draw(t, "step"),
			Text:    rapid.String().Draw(t, "text") + "é ‘quoted’ #/\\ \u0000",
			Version: LinkVersion,
		}
		s, err := FormatLink(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{s, "#" + s, "https://example.org/sub/path/#" + s, " " + s + "\n"} {
			back, err := ParseLink(form)
			if err != nil || !reflect.DeepEqual(l, back) {
				t.Fatalf("%s: got %+v, %v, want %+v", form, back, err, l)
			}
		}
	})
}

func TestBrokenLinks(t *testing.T) {
	good, err := FormatLink(Link{Text: strings.Repeat("a model of some length ", 20)})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		link string
		want error
	}{
		"empty":             {"", ErrForeignLink},
		"of another site":   {"#pako:eNqrVk", ErrForeignLink},
		"cut":               {good[:len(good)*2/3], ErrTruncatedLink},
		"cut to the prefix": {"m1:", ErrTruncatedLink},
		"not base64":        {"m1:****", ErrTruncatedLink},
		"later codec":       {"m2:abc", ErrLaterLink},
		"much later codec":  {"m17:abc", ErrLaterLink},
		"later version":     {"m1:" + packed(`{"version":3,"text":"x"}`), ErrLaterLink},
		"no version":        {"m1:" + packed(`{"text":"x"}`), ErrForeignLink},
		"no JSON":           {"m1:" + packed(`hello`), ErrTruncatedLink},
		"bomb":              {"m1:" + packed(`{"version":1,"text":"`+strings.Repeat("a", maxLinkText)+`"}`), ErrHugeLink},
	} {
		if _, err := ParseLink(c.link); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

func packed(text string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write([]byte(text))
	w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

func FuzzParseLink(f *testing.F) {
	good, _ := FormatLink(Link{Text: "x"})
	f.Add(good)
	f.Add("m1:")
	f.Fuzz(func(t *testing.T, s string) {
		if l, err := ParseLink(s); err == nil {
			if _, err := FormatLink(l); err != nil {
				t.Error(err)
			}
		}
	})
}
