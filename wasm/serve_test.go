package main

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/wire"
)

// ask collects the replies to one request.
func ask(t *testing.T, req wire.Request) []wire.Reply {
	t.Helper()
	return askUntil(t, context.Background(), req, func() {})
}

func askUntil(t *testing.T, ctx context.Context, req wire.Request, pause func()) []wire.Reply {
	t.Helper()
	req.ID = 7
	var all []wire.Reply
	new(server).serve(ctx, req, pause, func(r wire.Reply) { all = append(all, unfolded(t, r)) })
	for i, r := range all {
		if r.ID != 7 {
			t.Errorf("reply %d has the id %d, want that of the request", i, r.ID)
		}
		if final := r.Kind != wire.Progress; final != (i == len(all)-1) {
			t.Errorf("reply %d of %d is %s: exactly the last one must be final", i, len(all), r.Kind)
		}
	}
	if len(all) == 0 {
		t.Fatal("no reply")
	}
	return all
}

// unfolded is a reply with the mutants of its sheet, read as the page does when they are looked at.
func unfolded(t *testing.T, r wire.Reply) wire.Reply {
	t.Helper()
	if r.Sheet == nil {
		return r
	}
	pages := r.Sheet.Pages.([wire.Pages][]byte)
	for row := new(wire.Row); r.Sheet.Next(row); {
		var m report.Mutant
		text, words := pages[wire.Texts][:row.Sizes[wire.Texts]], pages[wire.Words][:row.Sizes[wire.Words]]
		pages[wire.Texts], pages[wire.Words] = pages[wire.Texts][len(text):], pages[wire.Words][len(words):]
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		if id, _, _ := strings.Cut(string(words), wire.WordEnd); id != m.ID || string(row.ID) != m.ID || row.Verdict != m.Verdict {
			t.Errorf("a row of %s, %s and the words of %s lead to the mutant %s, %s", row.ID, row.Verdict, id, m.ID, m.Verdict)
		}
		r.Mutants, r.Indices = append(r.Mutants, m), append(r.Indices, row.Place)
	}
	return r
}

// gallery calls f for the first example of each formalism that the paper's operators mutate.
func gallery(t *testing.T, f func(t *testing.T, d report.Formalism, e report.Example)) {
	for _, d := range engine.Formalisms() {
		if len(d.Examples) == 0 {
			t.Errorf("%s has no example", d.Name)
			continue
		}
		e := d.Examples[slices.IndexFunc(d.Examples, func(e report.Example) bool { return e.Operators == nil })]
		t.Run(d.Name, func(t *testing.T) { f(t, d, e) })
	}
}

func TestAnalyseEveryExample(t *testing.T) {
	for _, d := range engine.Formalisms() {
		for _, e := range d.Examples {
			all := ask(t, wire.Request{Kind: wire.Analyse, Text: e.Text, Formalism: d.Name})
			a := all[0].Analysis
			if a == nil || !a.Valid {
				t.Errorf("%s: %s is not valid: %+v", d.Name, e.Name, all[0])
				continue
			}
			total := 0
			for _, n := range a.Counts {
				total += n
			}
			if total == 0 || len(a.Facts) == 0 {
				t.Errorf("%s: %s has %d mutants and %d facts", d.Name, e.Name, total, len(a.Facts))
			}
		}
	}
}

// The language of a text is found without a name, so that a pasted text needs no choice.
func TestTheLookOfAnExampleTellsItsLanguage(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		if a := ask(t, wire.Request{Kind: wire.Analyse, Text: e.Text})[0].Analysis; a.Formalism != d.Name {
			t.Errorf("%s was taken for %q", e.Name, a.Formalism)
		}
	})
}

func TestSitesCountSelectedOperators(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		op := d.Operators[0].Name
		a := ask(t, wire.Request{
			Kind: wire.Analyse, Text: e.Text, Formalism: d.Name, Settings: report.Settings{Operators: []string{op}},
		})[0].Analysis
		n := 0
		for _, s := range a.Sites {
			n += s.Count
		}
		if n != a.Counts[op] {
			t.Errorf("the sites of %s hold %d mutants, want %d", op, n, a.Counts[op])
		}
	})
}

// A link is what the command line makes of the same.
func TestShareFormatsTheLink(t *testing.T) {
	l := wire.Link{Engine: "1", Formalism: "timed", Text: "<clock x>", Settings: report.Settings{Order: 1}}
	want, err := wire.FormatLink(l)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, wire.Request{Kind: wire.Share, Link: &l})[0].Text; got != want {
		t.Errorf("the link is %q, want %q", got, want)
	}
}

// The first verdict goes out alone, however long the next one takes.
func TestTheFirstVerdictDoesNotWait(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		for _, r := range ask(t, wire.Request{Kind: wire.Run, Text: e.Text, Formalism: d.Name, Settings: report.Settings{Sample: 5}}) {
			if len(r.Mutants) > 0 {
				if len(r.Mutants) != 1 {
					t.Errorf("%s: the first %d verdicts came together", e.Name, len(r.Mutants))
				}
				return
			}
		}
		t.Errorf("%s: there was no verdict", e.Name)
	})
}

// The number that is announced is that of the mutants that a run judges.
func TestAnnouncedAreTheJudged(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		for _, set := range []report.Settings{
			{Operators: []string{"paper"}}, {Operators: []string{"paper"}, Sample: 3}, {Operators: []string{"paper"}, Sample: 1 << 20},
			{Operators: []string{"paper"}, Order: 2, Sample: 40, Seed: 7},
		} {
			a := ask(t, wire.Request{Kind: wire.Analyse, Text: e.Text, Formalism: d.Name, Settings: set})[0].Analysis
			all := ask(t, wire.Request{Kind: wire.Run, Text: e.Text, Formalism: d.Name, Settings: set, Shards: 1})
			n := 0
			for _, r := range all {
				n += len(r.Mutants)
			}
			if a.Total != n || n == 0 {
				t.Errorf("%+v: %d mutants are announced, and %d judged", set, a.Total, n)
			}
		}
	})
}

// merge does what the page does with the replies of all shards.
func merge(t *testing.T, shards ...[]wire.Reply) *report.Report {
	t.Helper()
	var r *report.Report
	var mutants []report.Mutant
	var prints []string
	for _, replies := range shards {
		for _, reply := range replies {
			if reply.Kind == wire.Failure {
				t.Fatalf("failure: %s", reply.Message)
			}
			if reply.Head != nil && (r == nil || reply.Kind == wire.Result) {
				r = reply.Head
			}
			for k, i := range reply.Indices {
				for len(mutants) <= i {
					mutants, prints = append(mutants, report.Mutant{}), append(prints, "")
				}
				if reply.Prints != nil {
					prints[i] = reply.Prints[k]
					continue
				}
				mutants[i] = reply.Mutants[k]
			}
		}
	}
	note := r.Summary.DuplicatesNote
	if note == "" {
		found := ask(t, wire.Request{Kind: wire.Match, Text: r.Model.Text, Formalism: r.Model.Formalism, Settings: r.Settings, Prints: prints})[0]
		note = found.Note
		for k, i := range found.Indices {
			mutants[i].DuplicateOf = mutants[found.Originals[k]].ID
		}
	}
	r.Mutants = mutants
	r.Summary = report.Summarise(mutants)
	r.Summary.DuplicatesNote = note
	return r
}

// Verdicts of any number of shards, merged by their places, give the bytes of one run.
func TestShardsGiveTheBytesOfOneRun(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		file := source.NewFile(e.Name, e.Text)
		f, err := engine.Find(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		model, diags := engine.Open(f, file)
		if model == nil {
			t.Fatal(diags.Text(file))
		}
		one, err := engine.Run(context.Background(), engine.Job{File: file, Formalism: f, Model: model}, engine.Observer{})
		if err != nil {
			t.Fatal(err)
		}
		one.Timings = nil
		want, err := report.Encode(one)
		if err != nil {
			t.Fatal(err)
		}
		for _, shards := range []int{1, 3} {
			var replies [][]wire.Reply
			for i := range shards {
				replies = append(replies, ask(t, wire.Request{
					Kind: wire.Run, Text: e.Text, Name: e.Name, Formalism: d.Name, Shard: i, Shards: shards,
				}))
			}
			got, err := report.Encode(merge(t, replies...))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%d shards: the report has %d bytes and differs from the one of one run with %d", shards, len(got), len(want))
			}
		}
	})
}

// A cancelled run gives its final reply with what was decided.
func TestCancelKeepsWhatWasDecided(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		ctx, stop := context.WithCancel(context.Background())
		n := 0
		all := askUntil(t, ctx, wire.Request{Kind: wire.Run, Text: e.Text, Formalism: d.Name}, func() {
			if n++; n == 3 {
				stop()
			}
		})
		last := all[len(all)-1]
		decided := 0
		for _, r := range all {
			decided += len(r.Mutants)
		}
		if last.Kind != wire.Result || !last.Cancelled || decided != 3 || last.Done != 3 {
			t.Errorf("got %s, cancelled %v, %d verdicts, done %d", last.Kind, last.Cancelled, decided, last.Done)
		}
	})
}

// Each judged mutant can be walked, and its own text compared gives the same verdict.
func TestWalkAndCompareAMutant(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		r := merge(t, ask(t, wire.Request{Kind: wire.Run, Text: e.Text, Formalism: d.Name}))
		for i := 0; i < len(r.Mutants); i += 1 + len(r.Mutants)/12 {
			m := r.Mutants[i]
			walk := ask(t, wire.Request{Kind: wire.Walk, Text: e.Text, Formalism: d.Name, Mutant: &m})[0]
			if m.Verdict != report.Killed && walk.Kind == wire.Failure {
				continue // a survivor may have nothing to show
			}
			if walk.Walk == nil || len(walk.Walk.Steps) == 0 || walk.Walk.Conclusion == "" {
				t.Errorf("%s: no walk: %s", m.ID, walk.Message)
			}
			if m.Verdict == report.Invalid {
				continue
			}
			c := ask(t, wire.Request{Kind: wire.Compare, Text: e.Text, Impl: engine.MutantText(e.Text, m), Formalism: d.Name})[0]
			if c.Kind != wire.Result || c.Mutants[0].Verdict != m.Verdict {
				t.Errorf("%s is %s, but as a hand-written mutant %+v", m.ID, m.Verdict, c)
			}
		}
	})
}

func TestDrawModelsAndMutants(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		req := wire.Request{Kind: wire.Draw, Text: e.Text, Formalism: d.Name}
		alone := ask(t, req)[0].Diagram
		if alone == nil || len(alone.Graph.Nodes) == 0 || len(alone.Views) == 0 {
			t.Fatalf("the diagram is %+v", alone)
		}
		run := ask(t, wire.Request{Kind: wire.Run, Text: e.Text, Formalism: d.Name,
			Settings: report.Settings{Operators: e.Operators, Sample: 5}})
		for _, r := range run {
			for i := range r.Mutants {
				req.Mutant = &r.Mutants[i]
				if both := ask(t, req)[0].Diagram; both == nil || both.View != alone.View ||
					len(both.Graph.Nodes) < len(alone.Graph.Nodes) {
					t.Errorf("with %s the diagram is %+v", req.Mutant.ID, both)
				}
			}
		}
	})
}

func TestFormatIsStable(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		once := ask(t, wire.Request{Kind: wire.Format, Text: e.Text, Formalism: d.Name})[0].Text
		twice := ask(t, wire.Request{Kind: wire.Format, Text: once, Formalism: d.Name})[0].Text
		if once == "" || once != twice {
			t.Errorf("printing again changes the text")
		}
	})
}

func TestBadRequests(t *testing.T) {
	text := engine.Formalisms()[1].Examples[0].Text
	for _, c := range []struct {
		name string
		req  wire.Request
		want string
	}{
		{"a kind of its own", wire.Request{Kind: "dance", Text: text}, `no request of kind "dance"`},
		{"a text with errors", wire.Request{Kind: wire.Run, Text: text[:len(text)/2]}, "errors"},
		{"an unknown formalism", wire.Request{Kind: wire.Run, Text: text, Formalism: "cobol"}, "cobol"},
		{"an unknown operator", wire.Request{Kind: wire.Run, Text: text, Settings: report.Settings{Operators: []string{"nop"}}}, "nop"},
		{"an unknown tool", wire.Request{Kind: wire.UseTool, Text: text, Tool: "hammer"}, "tool"},
		{"a walk of nothing", wire.Request{Kind: wire.Walk, Text: text}, "no mutant"},
		{"a comparison with rubbish", wire.Request{Kind: wire.Compare, Text: text, Impl: "rubbish"}, "your version"},
	} {
		r := ask(t, c.req)
		last := r[len(r)-1]
		if last.Kind != wire.Failure || !strings.Contains(last.Message, c.want) {
			t.Errorf("%s: got %s %q, want a failure that says %q", c.name, last.Kind, last.Message, c.want)
		}
	}
	a := ask(t, wire.Request{Kind: wire.Analyse, Text: "what is this?"})[0].Analysis
	if a == nil || a.Valid || len(a.Diagnostics) == 0 {
		t.Errorf("rubbish was analysed as %+v", a)
	}
}

// Walking mutants of a model that was run parses and explores nothing again, and neither does the
// search for duplicates. Another budget is another checker, another text another model.
func TestTheLastModelIsKept(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		var s server
		var mutants []report.Mutant
		ask := func(req wire.Request) {
			req.Formalism = d.Name
			s.serve(t.Context(), req, func() {}, func(r wire.Reply) {
				mutants = append(mutants, unfolded(t, r).Mutants...)
				if r.Kind == wire.Failure {
					t.Fatal(r.Message)
				}
			})
		}
		ask(wire.Request{Kind: wire.Analyse, Text: e.Text})
		ask(wire.Request{Kind: wire.Run, Text: e.Text})
		ask(wire.Request{Kind: wire.Match, Text: e.Text})
		for _, m := range mutants[:5] {
			ask(wire.Request{Kind: wire.Walk, Text: e.Text, Mutant: &m})
		}
		if s.kept.Opened != 1 || s.kept.Prepared != 1 {
			t.Errorf("%d models were parsed and %d checkers made, want 1 and 1", s.kept.Opened, s.kept.Prepared)
		}
		n := s.kept.Verdicts.Judged
		ask(wire.Request{Kind: wire.Run, Text: e.Text + "\n"})
		if s.kept.Opened != 2 || s.kept.Verdicts.Judged != n || n == 0 {
			t.Errorf("%d models were parsed, and after %d verdicts %d more found", s.kept.Opened, n, s.kept.Verdicts.Judged-n)
		}
		fewer := report.Settings{Budget: report.Budget{Comparisons: 7}}
		ask(wire.Request{Kind: wire.Run, Text: e.Text + "\n", Mutants: []string{mutants[0].ID}, Settings: fewer})
		if s.kept.Opened != 2 || s.kept.Prepared != 2 || s.kept.Verdicts.Judged != n+1 {
			t.Errorf("%d models were parsed, %d checkers made, %d verdicts found, want 2, 2, %d", s.kept.Opened, s.kept.Prepared,
				s.kept.Verdicts.Judged, n+1)
		}
	})
}

// What a stop left half done is not used again, and a later request is not stopped by an old stop.
func TestAStopIsForgotten(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		var s server
		judged := func(ctx context.Context, pause func()) (n int) {
			s.serve(ctx, wire.Request{Kind: wire.Run, Text: e.Text, Formalism: d.Name}, pause, func(r wire.Reply) {
				for _, m := range unfolded(t, r).Mutants {
					if m.Verdict != report.Unknown {
						n++
					}
				}
			})
			return n
		}
		all := judged(t.Context(), func() {})
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		judged(ctx, func() {
			if n++; n == 2 {
				stop()
			}
		})
		if got := judged(t.Context(), func() {}); got != all || all == 0 {
			t.Errorf("after a stop %d mutants are decided, before it %d", got, all)
		}
	})
}

// A run that knows some verdicts judges the others, and all the rest of it is as in a run that knows none.
func TestWhatIsKnownIsNotJudged(t *testing.T) {
	gallery(t, func(t *testing.T, d report.Formalism, e report.Example) {
		judge := func(known []byte) (mutants map[int]report.Mutant, prints map[int]string, end wire.Reply, judged int) {
			mutants, prints = map[int]report.Mutant{}, map[int]string{}
			var s server
			req := wire.Request{Kind: wire.Run, Text: e.Text, Formalism: d.Name, Known: known}
			s.serve(t.Context(), req, func() {}, func(r wire.Reply) {
				places := r.Indices
				for k, print := range r.Prints {
					prints[places[k]] = print
				}
				r = unfolded(t, r)
				for k, m := range r.Mutants {
					mutants[r.Indices[k]] = m
				}
				end = r
			})
			return mutants, prints, end, s.kept.Verdicts.Judged
		}
		all, prints, end, n := judge(nil)
		known, missing := make([]byte, len(all)-1), 1 // it may be too short
		for i := range known {
			switch m := all[i]; {
			case i%3 == 0:
				missing++
			case report.Matchable(m.Verdict, m.Reason):
				known[i] = 2
			default:
				known[i] = 1
			}
		}
		rest, again, over, judged := judge(known)
		if judged != missing || len(rest) != missing || n != len(all) {
			t.Errorf("of %d mutants %d are judged and %d sent, want %d", len(all), judged, len(rest), missing)
		}
		for i, m := range rest {
			if !reflect.DeepEqual(m, all[i]) || i < len(known) && known[i] > 0 {
				t.Errorf("mutant %d is %+v, want %+v", i, m, all[i])
			}
		}
		if !reflect.DeepEqual(again, prints) {
			t.Errorf("there are %d fingerprints, want %d", len(again), len(prints))
		}
		if over.Cancelled || !bytes.Equal(over.Head.Evidence, end.Head.Evidence) || over.Head.Summary.DuplicatesNote != end.Head.Summary.DuplicatesNote {
			t.Errorf("it ends as %+v, want %+v", over, end)
		}
	})
}
