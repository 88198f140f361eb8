package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// typist runs texts one after the other as a worker does that remembers, and compares each report with
// that of a run from nothing.
type typist struct {
	formalism Formalism
	name      string
	kept      Keeper
}

// run gives how many verdicts were found by a checker and how many were remembered; ok is false for a
// text that is no model.
func (y *typist) run(t *testing.T, text string, s report.Settings) (judged, recalled int, ok bool) {
	t.Helper()
	file, m, _ := y.kept.Open(y.formalism, y.name, text)
	if m == nil {
		return 0, 0, false
	}
	v := &y.kept.Verdicts
	judged, recalled = v.Judged, v.Recalled
	job := Job{Formalism: y.formalism, File: file, Model: m, Settings: s}
	want, err := Run(t.Context(), job, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	job.Keeper = &y.kept
	got, err := Run(t.Context(), job, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	if bytesOf(t, got) != bytesOf(t, want) {
		t.Errorf("another report than without memory, of\n%s", text)
	}
	return v.Judged - judged, v.Recalled - recalled, true
}

// typing calls f for the small examples.
func typing(t *testing.T, f func(t *testing.T, y *typist, x subject)) {
	forExamples(t, func(t *testing.T, x subject) {
		all, _ := x.model.(Lexed).Tokens(nil)
		if all == nil || len(x.Text) > 1200 || slices.Contains([]string{"coffee", "flow-control", "tickets"}, x.Name) {
			t.Skip("taken as it is, or slow")
		}
		f(t, &typist{formalism: x.formalism, name: x.file.Name}, x)
	})
}

// A comment, blanks and line breaks have no mutant judged again, wherever they stand.
func TestEditsOutsideAreNotJudgedAgain(t *testing.T) {
	typing(t, func(t *testing.T, y *typist, x subject) {
		set := x.settings(t)
		all, _, _ := y.run(t, x.Text, set)
		comment := x.formalism.Describe().Syntax.LineComment + " a remark\n"
		for _, text := range []string{
			comment + x.Text, x.Text + "\n" + comment, "\n\n" + strings.ReplaceAll(x.Text, "\n", "  \n"),
			strings.ReplaceAll(x.Text, "\n", " "+comment), x.Text,
		} {
			if judged, recalled, ok := y.run(t, text, set); !ok || judged > 0 || recalled != all {
				t.Errorf("%d mutants are judged again, %d are remembered, want 0 and %d: %t\n%s", judged, recalled, all, ok, text)
			}
		}
	})
}

// Whatever is edited, the report is that of a run from nothing; the typist compares.
func TestRandomEdits(t *testing.T) {
	typing(t, func(t *testing.T, y *typist, x subject) {
		set := x.settings(t)
		y.run(t, x.Text, set)
		r := rand.New(rand.NewPCG(7, 7))
		text, runs := x.Text, 0
		for try := 0; try < 400 && runs < 12; try++ {
			next := oneCharacter(r, text)
			if _, _, ok := y.run(t, next, set); ok {
				text = next
				runs++
			}
		}
		if runs < 12 {
			t.Errorf("only %d edits left a model", runs)
		}
	})
}

// oneCharacter makes a random edit of one character: a digit or a letter becomes another one, any
// character goes, a blank, a digit or a letter comes.
func oneCharacter(r *rand.Rand, text string) string {
	for {
		at := r.IntN(len(text))
		switch c := text[at]; r.IntN(3) {
		case 0:
			switch {
			case '0' <= c && c <= '9':
				return text[:at] + string(rune('0'+r.IntN(10))) + text[at+1:]
			case 'a' <= c && c <= 'z':
				return text[:at] + string(rune('a'+r.IntN(26))) + text[at+1:]
			}
		case 1:
			return text[:at] + text[at+1:]
		case 2:
			return text[:at] + string(" 17ax"[r.IntN(5)]) + text[at:]
		}
	}
}

// With another set of operators only the mutants are judged that it adds.
func TestOtherOperatorsAddTheirMutants(t *testing.T) {
	typing(t, func(t *testing.T, y *typist, x subject) {
		names := x.settings(t, "all").Operators
		few, _, _ := y.run(t, x.Text, report.Settings{Operators: names[:len(names)/2]})
		more, recalled, _ := y.run(t, x.Text, report.Settings{Operators: names})
		if recalled != few {
			t.Errorf("%d of %d verdicts are remembered", recalled, few)
		}
		if again, recalled, _ := y.run(t, x.Text, report.Settings{Operators: names[:len(names)-1]}); again > 0 || recalled > few+more {
			t.Errorf("%d mutants of fewer operators are judged again, %d of %d remembered", again, recalled, few+more)
		}
		y.run(t, x.Text, report.Settings{Operators: names[1:]})
	})
}

// Two components: an edit in the one that is not mutated has nothing judged again, an edit in the other
// one has.
func TestEditsInOtherComponents(t *testing.T) {
	if !Holds(timedGames{}.Describe().Name) {
		return
	}
	y := &typist{formalism: timedGames{}, name: "two.xta"}
	text := `broadcast chan a, b;
process One { clock x; state p { x <= 3 }, q; init p;
  trans p -u-> q { guard x > 1; sync a!; }, q -> p { sync b?; assign x = 0; }; }
process Two { clock y; state r { y <= 5 }; init r; trans r -u-> r { sync b!; assign y = 0; }; }
system One, Two;
`
	set := report.Settings{Operators: []string{"all"}}
	all, _, ok := y.run(t, text, set)
	if !ok || all == 0 {
		t.Fatalf("%d mutants, %t", all, ok)
	}
	if judged, recalled, ok := y.run(t, strings.Replace(text, "y <= 5", "y <= 6", 1), set); !ok || judged != 0 || recalled != all {
		t.Errorf("after an edit in the other component %d are judged, %d of %d remembered", judged, recalled, all)
	}
	if judged, recalled, ok := y.run(t, strings.Replace(text, "x <= 3", "x <= 4", 1), set); !ok || judged == 0 || recalled != 0 {
		t.Errorf("after an edit in the component %d are judged, %d remembered", judged, recalled)
	}
	set.Options = map[string]string{"component": "Two"}
	if judged, recalled, _ := y.run(t, text, set); judged == 0 || recalled != 0 {
		t.Errorf("of another component %d are judged, %d remembered", judged, recalled)
	}
}

// What marks protect is known from comments, so a text with marks is another one when they change.
func TestMarksAreNoMereComments(t *testing.T) {
	typing(t, func(t *testing.T, y *typist, x subject) {
		set := x.settings(t)
		all, _, _ := y.run(t, x.Text, set)
		mark := x.formalism.Describe().Syntax.LineComment + " mutarium: off\n"
		if judged, recalled, ok := y.run(t, mark+x.Text, set); !ok || judged+recalled >= all {
			t.Errorf("with a mark %d are judged and %d remembered of %d, %t", judged, recalled, all, ok)
		}
	})
}

// A memory holds a few models and so many bytes; the last used ones stay.
func TestMemoryIsBounded(t *testing.T) {
	var y Memory
	for _, key := range []string{"a", "b", "a", "c", "d", "e"} {
		y.model(key).verdicts["m"] = report.Mutant{}
	}
	var keys []string
	for _, m := range y.models {
		keys = append(keys, m.key)
	}
	if want := []string{"e", "d", "c", "a"}; !slices.Equal(keys, want) || y.size != 4 {
		t.Errorf("%v are kept, want %v; %d bytes", keys, want, y.size)
	}
	r := &recall{memory: &y, model: y.model("f")}
	if !r.room(memoryBytes/2) || r.room(memoryBytes) {
		t.Error("a memory takes more than it may, or less")
	}
	if y.model("g"); y.size > memoryBytes {
		t.Errorf("%d bytes are kept", y.size)
	}
	if y.model(strings.Repeat("h", memoryBytes)); len(y.models) != 1 {
		t.Errorf("%d models are kept beside a large one", len(y.models))
	}
}

// What was stopped is not remembered as decided.
func TestStoppedVerdictsAreNotKept(t *testing.T) {
	typing(t, func(t *testing.T, y *typist, x subject) {
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		file, m, _ := y.kept.Open(x.formalism, x.file.Name, x.Text)
		_, err := Run(ctx, Job{Keeper: &y.kept, Formalism: x.formalism, File: file, Model: m, Settings: x.settings(t)},
			Observer{Mutant: func(int, report.Mutant) {
				if n++; n == 3 {
					stop()
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		if _, recalled, _ := y.run(t, x.Text, x.settings(t)); recalled > 3 {
			t.Errorf("%d verdicts of a run that was stopped after 3 are remembered", recalled)
		}
	})
}

// Places are told apart by the tokens that they touch, so that no two edits are taken for each other.
func TestPlacesInTokens(t *testing.T) {
	file := source.NewFile("", "ab + c")
	x := &tokens{file: file, spans: []source.Span{{Start: 0, End: 2}, {Start: 3, End: 4}, {Start: 5, End: 6}}}
	for p, want := range []string{"0+0", "0+1", "0+2", "1+0", "1+1", "2+0", "2+1"} {
		if got, ok := x.place(nil, source.Pos(p)); !ok || string(got) != want {
			t.Errorf("place %d is %s, %t, want %s", p, got, ok, want)
		}
	}
	few := &tokens{file: file, spans: x.spans[1:2]}
	if got, ok := few.place(nil, 1); !ok || string(got) != "0-" {
		t.Errorf("a place before all tokens is %s, %t", got, ok)
	}
	few.apart = []source.Span{{Start: 5, End: 6}}
	if got, ok := few.place(nil, 5); ok {
		t.Errorf("a place apart is %s", got)
	}
	x.spans[1].Start = 2
	if got, _ := x.place(nil, 2); string(got) != "0+2|" {
		t.Errorf("a place between tokens that touch is %s", got)
	}
}
