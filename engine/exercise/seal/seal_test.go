package seal

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/source"
)

func secretive(kind string) *exercise.Exercise {
	return &exercise.Exercise{
		Format: exercise.Format, Version: 1, ID: "tea", Revision: 2, Title: "Tea", Kind: kind, Formalism: "efsm",
		Name: "tea.efsm", Model: "machine tea", Points: exercise.Points{Full: 10},
		Secret: &exercise.Hidden{Reference: "machine of gold", Answer: &exercise.Answer{Model: "machine of silver"},
			Feedback: []exercise.Feedback{{Model: "machine of lead", Say: "Too heavy."}}},
	}
}

// What is made holds all that the lecturer wrote, but nothing that a glance would tell; reading it back gives it.
func TestVeil(t *testing.T) {
	own := secretive(exercise.Refine)
	e, err := Make(own, "", "0.1.0")
	if err != nil {
		t.Fatal(err)
	}
	text := string(Encode(e))
	for _, word := range []string{"gold", "silver", "lead", "Too heavy"} {
		if strings.Contains(text, word) {
			t.Errorf("the file shows %q", word)
		}
	}
	doc, d := Read(source.NewFile("tea.mtx", text), false)
	if doc == nil {
		t.Fatal(d)
	}
	h, err := Unveil(doc.Exercise)
	if err != nil || h.Reference != "machine of gold" || h.Answer != nil ||
		!reflect.DeepEqual(h.Feedback, own.Secret.Feedback) {
		t.Errorf("%+v %v", h, err)
	}
	if own.Secret == nil || own.Digest != "" {
		t.Error("making an exercise changed the lecturer's own")
	}
	link := Link(e)
	back, err := Unlink("https://example.org/exercise.html#" + link)
	if err != nil {
		t.Fatal(err)
	}
	if doc, d := Read(source.NewFile("link", back), false); doc == nil || string(Encode(doc.Exercise)) != text {
		t.Errorf("the link holds something else: %v", d)
	}
}

func TestLock(t *testing.T) {
	e, err := Make(secretive(exercise.Refine), "open sesame", "0.1.0")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := Make(secretive(exercise.Refine), "open sesame", "0.1.0")
	if !bytes.Equal(Encode(e), Encode(again)) {
		t.Error("the same exercise under the same phrase has other bytes")
	}
	if e.Hidden != nil || e.Final == nil {
		t.Fatalf("%+v", e)
	}
	if h, err := Unlock(e, "open sesame"); err != nil || h.Reference != "machine of gold" {
		t.Errorf("%+v %v", h, err)
	}
	if h, err := Unlock(e, "open"); err != ErrPhrase || h != nil {
		t.Errorf("%+v %v", h, err)
	}
	other, _ := Make(secretive(exercise.Refine), "open", "0.1.0")
	if other.Final.Salt == e.Final.Salt || other.Final.Data == e.Final.Data {
		t.Error("two phrases share a salt")
	}
	for _, kind := range []string{exercise.Find, exercise.Bets, exercise.Kill} {
		if _, err := Make(secretive(kind), "open", "0.1.0"); err == nil {
			t.Errorf("%s: nothing can be locked, and nobody says so", kind)
		}
	}
	final := secretive(exercise.Kill)
	final.Secret.Mutants = []exercise.Subject{{ID: "t1#1"}}
	if _, err := Make(final, "", "0.1.0"); err == nil {
		t.Error("mutants for grading are given away")
	}
}

// A changed file is told. Leaving the digest out takes a change over.
func TestDigest(t *testing.T) {
	e, err := Make(secretive(exercise.Refine), "", "0.1.0")
	if err != nil {
		t.Fatal(err)
	}
	changed := *e
	changed.Points.Full = 20
	file := source.NewFile("x", string(Encode(&changed)))
	if _, d := Read(file, false); !strings.Contains(d.Text(file), "was changed") {
		t.Error(d.Text(file))
	}
	changed.Digest = ""
	if doc, d := Read(source.NewFile("x", string(Encode(&changed))), false); doc == nil {
		t.Error(d)
	}
}

func handIn() *exercise.HandIn {
	return &exercise.HandIn{Format: exercise.HandInFormat, Version: 1, ID: "tea", Revision: 2, Exercise: "ab",
		Engine: "0.1.0", Name: "Zoë", Answer: exercise.Answer{Tests: "coin tea\ncoin coin tea"},
		Attempts: []exercise.Attempt{{Minute: 3, Share: 7, Of: 9}}, Claimed: exercise.Claimed{Of: 9, Share: 7}}
}

// Whatever byte of a signed hand-in is changed: it is refused, or it is not genuine, or it means the same as before.
func TestEveryByteOfAHandInCounts(t *testing.T) {
	h := handIn()
	Sign(h, bytes.Repeat([]byte{7}, 32))
	if why := Genuine(h); why != "" {
		t.Fatal(why)
	}
	data := Encode(h)
	refused, told, same := 0, 0, 0
	for i := range data {
		for _, flip := range []byte{1, 4, 32} {
			changed := bytes.Clone(data)
			changed[i] ^= flip
			doc, _ := Read(source.NewFile("x", string(changed)), false)
			switch {
			case doc == nil:
				refused++
			case doc.HandIn == nil:
				t.Fatalf("byte %d: another document", i)
			case Genuine(doc.HandIn) != "":
				told++
			case reflect.DeepEqual(doc.HandIn, h):
				same++ // a blank, or a letter's case in hex
			default:
				if doc.HandIn.Digest = h.Digest; !reflect.DeepEqual(doc.HandIn, h) {
					t.Errorf("byte %d changed by %d goes unnoticed: %s", i, flip, changed[max(0, i-20):i+20])
				}
			}
		}
	}
	t.Logf("%d refused, %d told, %d mean the same", refused, told, same)
	if refused == 0 || told == 0 {
		t.Error("nothing was noticed: does this test change anything?")
	}
	other := handIn()
	other.Answer.Tests = "coin"
	Sign(other, nil)
	other.Key, other.Signature = h.Key, h.Signature
	if Genuine(other) == "" {
		t.Error("another answer under a signature goes unnoticed")
	}
}

func TestSubmissions(t *testing.T) {
	h := handIn()
	Sign(h, nil)
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, data := range map[string][]byte{
		"Ann Lee_123_assignsubmission_file_/tea.hand": Encode(h), "__MACOSX/x": nil,
		"big.hand": make([]byte, exercise.MaxFile+1),
	} {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(data)
	}
	w.Close()
	all := Submissions([]File{
		{Name: "all.zip", Data: b.Bytes()}, {Name: "broken.zip", Data: b.Bytes()[:100]}, {Name: "later.hand",
			Data: []byte(`{"format": "mutarium-handin", "version": 2, "news": 1}`)}, {Name: "bin", Data: []byte{0, 1, 2}},
		{Name: "own.json", Data: Encode(secretive(exercise.Kill))}, {Name: "gone", Problem: "no such file"},
	})
	var got []string
	for _, s := range all {
		got = append(got, fmt.Sprintf("%s|%s|%s|%v|%s", s.File, s.Name, s.ID, s.HandIn != nil, s.Problem))
	}
	want := []string{
		"Ann Lee_123_assignsubmission_file_/tea.hand|Ann Lee|123|true|",
		"big.hand|||false|the file has 2097153 bytes, want at most 2097152",
		"bin|||false|line 1, column 1: this is not JSON: got '\\x00', want a value",
		"broken.zip|||false|this is no zip archive, or a damaged one",
		"gone|||false|no such file",
		"later.hand|||false|line 1, column 42: version: this file is of version 2, and this program reads up to version 1: " +
			"update Mutarium",
		"own.json|||false|line 14, column 13: secret: this is the lecturer's own file: make the exercise from it first",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// Damaged links have sentences of their own.
func TestBrokenLinks(t *testing.T) {
	e, _ := Make(secretive(exercise.Refine), "", "0.1.0")
	link := Link(e)
	for s, want := range map[string]error{"": ErrForeign, "#m1:AAAA": ErrForeign, "x2:AAAA": ErrLater,
		link[:len(link)/2]: ErrTruncated, "x1:!": ErrTruncated} {
		if _, err := Unlink(s); err != want {
			t.Errorf("%.20s: %v, want %v", s, err, want)
		}
	}
	if _, err := Unlink(Link(json.RawMessage(`"` + strings.Repeat("a", exercise.MaxFile) + `"`))); err != ErrHuge {
		t.Error(err)
	}
}
