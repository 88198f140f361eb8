package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/mutarium/mutarium/engine/export"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// Natively the standard library packs.
type packed struct {
	pages [wire.Pages][]byte
	sizes [wire.Pages]int
}

func pack(text []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestSpeed)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func init() {
	Inflate = wire.Inflate
	Unpack = func(pages any, which int) []byte {
		p, ok := pages.(packed)
		if !ok {
			return pages.([wire.Pages][]byte)[which]
		}
		text := make([]byte, p.sizes[which])
		if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(p.pages[which])), text); err != nil {
			panic(err)
		}
		return text
	}
}

// kept is how many bytes rows take.
func (r *Rows) kept() int {
	n := cap(r.rows) * int(unsafe.Sizeof(row{}))
	for _, s := range r.shelf.sheets {
		for _, page := range s.(packed).pages {
			n += len(page)
		}
	}
	return n
}

// many is how many mutants a run of pairs may have: those of the published ACCEL.
const many = 202_957

// pair makes the i-th mutant of a run of pairs: each is a little different from the one before.
func pair(i int) report.Mutant {
	a, b := fmt.Sprintf("TAD@l%d->l%d?", i%53, i%31), fmt.Sprintf("TMI@e%d", i/53)
	m := report.Mutant{
		ID: a + "+" + b, Parts: []string{a, b}, Operator: []string{"TAD+TMI", "TMI+TAD", "CXL+TAD"}[i%3],
		Verdict: report.Killed, Length: report.Int(i % 9), Span: report.Span{Line: 1 + i%70, Column: 1 + i%40, EndLine: 1 + i%70, EndColumn: 60},
		Original: "", Replacement: fmt.Sprintf(",\n    l%d -> l%d { sync dummy_in?; }", i%53, i%31), Strength: report.Proved,
		Counterexample: json.RawMessage(fmt.Sprintf(`{"conclusion":"the mutant may do 'end!' at time %d","steps":[%s{"action":"end"}]}`, i%26,
			strings.Repeat(`{"action":"start","delay":"0","impl":{"clocks":["0"],"location":"pat_0"},"kind":"output"},`, i%9))),
	}
	if i%4 == 0 {
		m.Verdict, m.Reason, m.Length, m.Counterexample = report.Unkillable, report.Refines, nil, nil
		m.Notes = []string{"breaks guideline 2 (Lemma 2): the added edge is an input: the mutant has more inputs"}
	}
	return m
}

// ranMany answers a run of so many pairs in batches, as two workers send them.
func ranMany(t *testing.T, n int) *rig {
	r := booted(t, Booted{})
	r.analysed()
	req := r.asked(wire.Run)
	head := report.Report{Model: report.Model{Text: req.Text, Formalism: "toy"}, Settings: req.Settings}
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &head, Total: n})
	const batch = 100
	for at := 0; at < n; at += 2 * batch {
		for worker := range 2 {
			p := wire.Reply{Kind: wire.Progress}
			for i := at + worker; i < min(n, at+2*batch); i += 2 {
				p.Mutants, p.Indices = append(p.Mutants, pair(i)), append(p.Indices, i)
			}
			r.answer(wire.Run, p)
		}
		r.effects = slices.DeleteFunc(r.effects, func(e Effect) bool { _, ask := e.(Ask); return !ask })
	}
	r.answer(wire.Run, wire.Reply{Head: &head})
	return r
}

// A run of 202,957 pairs is kept in little room, and a mutant is made only to be looked at.
func TestManyRowsAreMadeWhenTheyAreLookedAt(t *testing.T) {
	r := ranMany(t, many)
	if r.Run.Status != Done || r.Run.Decided != many || len(r.Order()) != many {
		t.Fatalf("status %v, %d of %d mutants", r.Run.Status, r.Run.Decided, many)
	}
	if each := r.Run.Rows.kept() / many; each > 200 {
		t.Errorf("a mutant takes %d bytes, want at most 200", each)
	}
	if n := r.Run.Rows.Made; n > 10 {
		t.Errorf("%d mutants were made before anybody looked, want those that were selected", n)
	}
	before := r.Run.Rows.Made
	for _, by := range []string{"place", "operator", "length", "verdict"} {
		r.Dispatch(SetSort{By: by})
		r.Dispatch(SetFilter{Field: "verdict", Value: report.Unkillable})
		if got, want := len(r.Order()), (many+3)/4; got != want {
			t.Errorf("%d unkillable ones, want %d", got, want)
		}
		r.Dispatch(SetFilter{Field: "operator", Value: "CXL+TAD"})
		r.Order()
		r.Dispatch(SetFilter{})
	}
	if n := r.Run.Rows.Made - before; n != 0 {
		t.Errorf("sorting and filtering made %d mutants", n)
	}
	seen := 0
	for top := 0; top < many*RowHeight; top += many * RowHeight / 50 {
		r.Dispatch(Scrolled{Top: top, Height: 600})
		from, to := r.Window()
		for _, i := range r.Order()[from:to] {
			if got, want := r.Run.Rows.At(i), pair(i); !reflect.DeepEqual(*got, want) {
				t.Fatalf("row %d is %+v, want %+v", i, *got, want)
			}
			seen++
		}
	}
	if n := r.Run.Rows.Made - before; n > seen+atHand/4 { // the selected one is made again now and then
		t.Errorf("%d rows were looked at, and %d made", seen, n)
	}
	if m, i := r.Mutant(pair(123_456).ID); m == nil || i != 123_456 {
		t.Errorf("the id of 123456 leads to %d", i)
	}
}

// A text is looked for in pieces, and what comes in meanwhile is searched at once.
func TestSearchingMany(t *testing.T) {
	const n = 3*atOnce + 7
	r := ranMany(t, n)
	r.Dispatch(SetFilter{Field: "text", Value: "tmi@E11"})
	pieces := 1
	for ; len(r.effects) > 0; pieces++ {
		if e, ok := r.effects[len(r.effects)-1].(After); !ok || e.Key != "search" {
			break
		}
		if a := len(r.Order()); a > n {
			t.Fatal(a)
		}
		r.effects = r.effects[:len(r.effects)-1]
		r.Dispatch(searchMore{})
	}
	want := 0
	for i := range n {
		if strings.Contains(strings.ToLower(pair(i).ID), "tmi@e11") {
			want++
		}
	}
	if got := len(r.Order()); got != want || want == 0 || pieces < 3 {
		t.Errorf("found %d, want %d, in %d pieces", got, want, pieces)
	}
	late := pair(n)
	late.Replacement = "TMI@e11 is in here"
	r.Run.Put(sheet([]int{n}, []report.Mutant{late}))
	r.Run.Revision++
	if got := len(r.Order()); got != want+1 {
		t.Errorf("found %d, want %d with the late one", got, want+1)
	}
}

// A file that is written in pieces has the bytes of one that is written at once.
func TestFilesInPieces(t *testing.T) {
	for _, n := range []int{0, 1, exportPiece, exportPiece + 1, 3*exportPiece - 1} {
		r := ranMany(t, n)
		whole, err := report.Encode(r.Report())
		if err != nil {
			t.Fatal(err)
		}
		for what, want := range map[string]string{
			"report": string(whole), "csv": export.MutantsCSV(r.Report()), "stryker": export.Stryker(r.Report()),
		} {
			r.effects = nil
			r.Dispatch(Download{What: what})
			for r.export != nil {
				r.Dispatch(exportMore{})
			}
			got, pieces := "", 0
			for _, e := range r.effects {
				if d, ok := e.(Deliver); ok {
					got, pieces = got+d.Text, pieces+1
				}
			}
			if got != want || pieces != max(1, (n+exportPiece-1)/exportPiece) {
				t.Errorf("%s of %d mutants in %d pieces:\n%.300s\nwant\n%.300s", what, n, pieces, got, want)
			}
		}
	}
}

// After a second a run says what it does, and after a fiftieth how long the rest takes.
func TestTheTimeThatIsLeft(t *testing.T) {
	clock := int64(0)
	defer func(was func() int64) { Now = was }(Now)
	Now = func() int64 { return clock }
	r := booted(t, Booted{})
	r.analysed()
	want := func(says string) {
		t.Helper()
		if got := r.RunTime(); got != says {
			t.Errorf("got %q, want %q", got, says)
		}
	}
	want("")
	clock += 2000
	want("reading the model, 2 s so far")
	r.answer(wire.Run, wire.Reply{Kind: wire.Progress, Head: &report.Report{}, Total: 200})
	judge := func(from, to int) {
		p := wire.Reply{Kind: wire.Progress}
		for i := from; i < to; i++ {
			p.Mutants, p.Indices = append(p.Mutants, pair(i)), append(p.Indices, i)
		}
		r.answer(wire.Run, p)
	}
	judge(0, 3)
	want("judging, 2 s so far")
	judge(3, 4)
	want("about 98 s left")
	clock += 20_000
	want("about 18 min left")
	if e := last[After](r); e.Key != "tick" {
		t.Errorf("the page is drawn again by %q", e.Key)
	}
	r.answer(wire.Run, wire.Reply{Head: &report.Report{}})
	want("")
}
