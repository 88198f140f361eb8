package engine

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// trialOf prepares tests on an example.
func (x subject) trialOf(t *testing.T) Trial {
	t.Helper()
	trial, err := x.model.(TestModel).Trial(context.Background(), x.settings(t))
	if err != nil {
		t.Fatal(err)
	}
	return trial
}

// entered puts a mutant in the place of the original.
func (x subject) entered(t *testing.T, trial Trial, m report.Mutant) Contestant {
	t.Helper()
	return x.enteredText(t, trial, MutantText(x.Text, m))
}

func (x subject) enteredText(t *testing.T, trial Trial, text string) Contestant {
	t.Helper()
	file := source.NewFile(x.file.Name, text)
	impl, diags := Open(x.formalism, file)
	if impl == nil {
		t.Fatal(diags.Text(file))
	}
	c, err := trial.Enter(context.Background(), impl)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The test in a counterexample kills its mutant, at the step that the report says; no test kills the
// original, nor a mutant that cannot be killed. What a test prints reads back.
func TestTrialsAgreeWithVerdicts(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		trial := x.trialOf(t)
		r := x.run(t, x.job(t))
		random := rand.New(rand.NewPCG(1, 2))
		original := x.enteredText(t, trial, x.Text)
		killed, tests := 0, 200 // on each mutant that cannot be killed
		if testing.Short() {
			tests = 40
		}
		for i, m := range r.Mutants {
			if i%spread(len(r.Mutants)) != 0 {
				continue
			}
			test := trial.Of(&m)
			switch m.Verdict {
			case report.Killed:
				killed++
				x.checkKill(t, trial, m, test, original)
			case report.Unkillable:
				if test != nil {
					t.Errorf("%s cannot be killed, and %s is its test", m.ID, test)
				}
				if slices.ContainsFunc(m.Notes, func(n string) bool { return strings.HasPrefix(n, "non-deterministic") }) {
					continue // some right answer is enough for its verdict, and a test fails on any wrong one
				}
				c := x.entered(t, trial, m)
				for range tests {
					test := randomTest(trial, random)
					if at := c.Fails(test); at != 0 {
						t.Fatalf("%s (%s): %s fails at step %d: %v", m.ID, m.Reason, test, at, c.Shows(test))
					}
				}
			}
		}
		if killed == 0 && r.Summary.Killed > 0 {
			t.Errorf("none of the %d kills was looked at", r.Summary.Killed)
		}
	})
}

func (x subject) checkKill(t *testing.T, trial Trial, m report.Mutant, test Test, original Contestant) {
	if test == nil {
		if x.formalism.Describe().Name != "action-system" || x.killedByTrace(t, m) {
			t.Errorf("%s is killed by no test", m.ID)
		}
		return
	}
	again, err := trial.Read(test.String())
	if err != nil || again.String() != test.String() || again.Len() != test.Len() {
		t.Errorf("%s: %q reads as %v, %v", m.ID, test, again, err)
		return
	}
	if err := trial.Fits(again); err != nil {
		t.Errorf("%s: %s does not fit: %v", m.ID, test, err)
	}
	if at := original.Fails(again); at != 0 {
		t.Errorf("%s fails at step %d of the original", test, at)
	}
	c := x.entered(t, trial, m)
	at := c.Fails(again)
	several := x.formalism.Describe().Name == "action-system" && at == again.Len()+1 // a step may show several events
	if m.Length == nil || at != *m.Length+1 && !several {
		t.Errorf("%s: %s fails at step %d, the report says after %s: %v", m.ID, test, at, report.Raw(m.Length), c.Shows(again))
	}
	for _, contestant := range []Contestant{original, c} {
		if shown := contestant.Shows(again); len(shown) == 0 || len(shown) > again.Len() {
			t.Errorf("%s: %s has %d steps, and shows %q", m.ID, test, again.Len(), shown)
		}
	}
}

// killedByTrace tells whether the tool Score says that the trace of a counterexample is sure to kill its mutant.
func (x subject) killedByTrace(t *testing.T, m report.Mutant) bool {
	var shown struct{ Trace json.RawMessage }
	if err := json.Unmarshal(m.Counterexample, &shown); err != nil {
		t.Fatal(err)
	}
	matrix := x.matrix(t, "score", map[string]string{"suite": "[" + string(shown.Trace) + "]"})
	return matrix.Rows[0].Has(slices.Index(matrix.Mutants, m.ID))
}

// randomTest goes on at random, up to ten steps.
func randomTest(trial Trial, random *rand.Rand) Test {
	var test Test
	for range 1 + random.IntN(10) {
		next := trial.Longer(test, 50)
		if len(next) == 0 {
			break
		}
		test = next[random.IntN(len(next))]
	}
	return test
}

// The kill matrix of the tool Score, which shares nothing with trials but the reading of tests, has the
// same kills: of the suite that the tool Test suite makes, and of tests at random.
func TestTrialsAgreeWithKillMatrix(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		trial := x.trialOf(t)
		var lines []string
		if made := x.matrix(t, "suite", nil); made != nil {
			for _, row := range made.Rows {
				lines = append(lines, row.Test)
			}
		}
		random := rand.New(rand.NewPCG(3, 4))
		for range 10 {
			if test := randomTest(trial, random); test != nil && trial.Fits(test) == nil {
				lines = append(lines, test.String())
			}
		}
		matrix := x.matrix(t, "score", map[string]string{"suite": strings.Join(lines, "\n")})
		if matrix == nil || len(matrix.Rows) != len(lines) {
			t.Fatalf("%d tests make the matrix %v", len(lines), matrix)
		}
		x.compareKills(t, trial, matrix, lines)
	})
}

// compareKills runs all tests on every mutant of a matrix, or on some of many.
func (x subject) compareKills(t *testing.T, trial Trial, matrix *report.Matrix, lines []string) {
	var tests []Test
	for _, line := range lines {
		test, err := trial.Read(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		tests = append(tests, test)
	}
	mutants, err := x.model.Mutants(selection(x.settings(t)))
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]report.Mutant{}
	for _, m := range mutants {
		d := m.Describe()
		byID[d.ID] = d
	}
	for j, id := range matrix.Mutants {
		m, ok := byID[id]
		if !ok {
			t.Fatalf("the matrix has an unknown mutant %s", id)
		}
		if j%spread(len(matrix.Mutants)) != 0 {
			continue
		}
		c := x.entered(t, trial, m)
		for i, test := range tests {
			at := c.Fails(test)
			if has := matrix.Rows[i].Has(j); has != (at > 0) {
				t.Errorf("%s: %s fails at step %d, and kills in the matrix: %t: %v", id, test, at, has, c.Shows(test))
			}
		}
	}
}

// matrix runs a tool, and finds its kill matrix.
func (x subject) matrix(t *testing.T, tool string, inputs map[string]string) *report.Matrix {
	t.Helper()
	sections, err := x.model.RunTool(context.Background(), ToolCall{Tool: tool, Settings: x.settings(t), Inputs: inputs})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections {
		for _, b := range s.Blocks {
			if b.Matrix != nil {
				return b.Matrix
			}
		}
	}
	return nil
}

// What cannot be read is refused where the mistake is.
func TestTrialsRefuse(t *testing.T) {
	for _, c := range []struct {
		formalism, line string
		column          int
		message         string
	}{
		{"efsm", "", 0, "the test is empty: it has one step or more, as in coin(1) tea_b"},
		{"efsm", "coin coyn", 6, `the input "coyn" is not declared (did you mean 'coin'?)`},
		{"efsm", " coin  tea(1)", 8, "got 1 arguments for 'tea', want 0"},
		{"efsm", "coin tea(", 6, `the brackets after "tea" are not closed`},
		{"efsm", "coin tea(x)", 6, `got "x" as an argument of "tea", want a number, true or false`},
		{"efsm", "coin ö coin", 6, `the input "ö" is not declared`},
		{"efsm", `[["coin"]`, 0, `the suite is not a list of tests, each a list of ["event", arguments…]: line 1, ` +
			`column 10: got the end of the text: is it complete?`},
		{"efsm", `[[["coin"], ["x"]]]`, 0, `step 2: the input "x" is not declared`},
		{"efsm", `[[["coin"]], [["coin"]]]`, 0, `got 2 tests, want one of one step or more`},
		{"action-system", "", 0, "the test is empty: it has one step or more, as in Lock Close after(20)"},
		{"action-system", "up dwn", 4, `the model has no action "dwn" (did you mean 'down'?)`},
		{"action-system", "up up(1)", 4, "up has 1 arguments, want 0"},
		{"action-system", "up up(true)", 4, "got true as an argument of up, want a whole number"},
		{"tfsm", " ", 0, "the test is empty: it has one step or more, as in (b, 0.5)(a, 1)"},
		{"tfsm", "(press, 0)(pres, 3)", 11, "the machine has no input 'pres' (did you mean 'press'?)"},
		{"tfsm", "(press, 2) (press, 1)", 12, "got the time 1 after 2, want times that do not decrease"},
		{"tfsm", " (press, x)", 2, "got the time 'x', want a number such as 7, 6.7 or 1/2"},
		{"tfsm", "(press, 1) press", 12, `got "press", want a test such as (b, 0.5)(a, 1)`},
		{"tfsm", `[[["press", "1"]], []]`, 0, `got 2 tests, want one of one step or more`},
		{"tfsm", `[[["press", "x"]]]`, 0, `test 1: step 1: got the time 'x', want a number such as 7, 6.7 or 1/2`},
		{"tfsm/mealy", "card  stop", 7, "the machine has no input 'stop'"},
		{"timed", "", 0, "the test has no steps"},
		{"timed", "0 start?  x beep!", 11, `got "x", want a delay such as 5 or 5/2`},
		{"timed", " 0 start  3 beep!", 4, `got "start", want press? for an input or cup! for an output`},
		{"timed", "0 start?  3 beep!  must be accepted", 0, `got "must be accepted" after no input, want it after ` +
			"one: only an input can be accepted"},
		{"timed", "0 start?  is maybe", 11, `got "is", want a delay such as 5 or 5/2`},
	} {
		x := firstSubject(t, c.formalism)
		if x == nil {
			continue
		}
		_, err := x.trialOf(t).Read(c.line)
		var mistake *TestError
		if !errors.As(err, &mistake) || mistake.Column != c.column || mistake.Message != c.message {
			t.Errorf("%s: %q: got %d: %v\nwant %d: %s", c.formalism, c.line, columnOf(err), err, c.column, c.message)
		}
	}
}

func columnOf(err error) int {
	var mistake *TestError
	if errors.As(err, &mistake) {
		return mistake.Column
	}
	return -1
}

// firstSubject is the first example of a formalism, or the one of a name like tfsm/mealy; nil where this part of
// the engine does not hold it.
func firstSubject(t testing.TB, name string) *subject {
	t.Helper()
	name, example, _ := strings.Cut(name, "/")
	if !Holds(name) {
		return nil
	}
	f, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	d := f.Describe()
	e := d.Examples[max(0, slices.IndexFunc(d.Examples, func(e report.Example) bool { return e.Name == example }))]
	file := source.NewFile("model"+d.Extensions[0], e.Text)
	m, diags := Open(f, file)
	if m == nil {
		t.Fatal(diags.Text(file))
	}
	return &subject{f, e, file, m}
}

// What is no test of the model is told.
func TestTrialsFit(t *testing.T) {
	for _, c := range []struct {
		formalism, line string
		column          int
		message         string
	}{
		{"efsm", "tea tea", -1, ""},
		{"tfsm", "(press, 7)", -1, ""},
		{"action-system", "up down", -1, ""},
		{"action-system", " up  off", 6, "the original cannot make off after up; it allows up, down"},
		{"action-system", "down", 1, "the original cannot make down at the start; it allows up"},
		{"timed", "0 start?  1 beep!  is forbidden", -1, ""},
		{"timed", "0 start?  1 beep!", -1, ""},
		{"timed", "0 start?  6", -1, ""},
		{"timed", "0 start?", -1, ""},
		{"timed", "0 start?  1", 0, "the model may wait so long, so the test kills nothing"},
		{"timed", "0 start?  3 beep!", 0, "the model may do beep! there, so the test kills nothing"},
		{"timed", "0 start?  3 beep!  is forbidden", 0, "the model itself fails this test"},
		{"timed", "0 stop?  must be accepted", 0, "the model itself fails this test"},
		{"timed", "0 stop?  3 beep!", 0, "the model cannot make step 1, so the test tells nothing"},
		{"timed", "0 stop?", 0, "the model does not accept stop? there, but others may: only outputs and waits can be " +
			"forbidden"},
	} {
		x := firstSubject(t, c.formalism)
		if x == nil {
			continue
		}
		trial := x.trialOf(t)
		test, err := trial.Read(c.line)
		if err != nil {
			t.Fatal(err)
		}
		switch err := trial.Fits(test); {
		case c.message == "" && err == nil:
		case err == nil || err.Error() != c.message || columnOf(err) != c.column:
			t.Errorf("%s: %q: got %d: %v\nwant %d: %s", c.formalism, c.line, columnOf(err), err, c.column, c.message)
		}
	}
}

// What a contestant shows, in the words of each formalism.
func TestTrialsShow(t *testing.T) {
	for _, c := range []struct {
		formalism, from, to, line string
		fails                     int
		shows                     string
	}{
		{"efsm", "", "", "coin coin tea", 0, "shows(1) | shows(2) | cup"},
		{"efsm", "paid >= 2", "paid >= 1", "coin back tea coin tea", 5, "shows(1) | back_out | more | shows(1) | !error"},
		{"efsm", "; !cup", "; !cup; !more", "coin coin tea", 3, "shows(1) | shows(2) | cup, more"},
		{"efsm", "; !cup", "", "coin coin tea", 3, "shows(1) | shows(2) | no output"},
		{"efsm", "input coin, tea, back", "input back, tea, more_water, coin", "coin back", 0, "shows(1) | back_out"},
		{"efsm", "location READY", "location NEW, READY\nt0: NEW -> READY / !full", "coin back", 1,
			"at the start full; then shows(1) | back_out"},
		{"action-system", "", "", "up up down", 0, "lamp = 1; up, down | lamp = 2; up, down | lamp = 1; up, down"},
		{"action-system", "lamp #< 3", "lamp #< 2", "up up up", 0, "lamp = 1; up, down | lamp = 2; down | cannot do up"},
		{"action-system", "lamp #= 3", "lamp #>= 2", "up up", 3, "lamp = 1; up, down | lamp = 2; up, down, off"},
		{"action-system", "lamp #= 3", "lamp #>= 2", "up up up", 3,
			"lamp = 1; up, down | lamp = 2; up, down, off | lamp = 3; down, off"},
		{"action-system", "init([0])", "init([1])", "up", 1, "lamp = 2; up, down"},
		{"action-system", "(lamp := lamp - 1)", "(lamp := 0) [] (lamp #> 0) => (lamp := lamp - 1)", "up up down", 3,
			"lamp = 1; up, down | lamp = 2; up, down | lamp = 0 or lamp = 1; up, down"},
		{"tfsm", "", "", "(press, 0)(press, 3)", 0, "on | on"},
		{"tfsm", "lit -3->", "lit -4->", "(press, 0)(press, 3)", 2, "on | stays"},
		{"tfsm", "lit -3->", "lit -4->", "(press, 1/2)(press, 3)", 0, "on | stays"},
		{"tfsm", "inputs press\noutputs on stays\n\n", "inputs other press\noutputs stays on off\n" +
			"dark -other/off-> dark\nlit -other/off-> lit\n", "(press, 0)(press, 3)", 0, "on | on"},
		{"timed", "", "", "0 start?  3 beep!  3/2 click!", 0, "can: stop?; may wait | can: click!; may wait | " +
			"can: start?; may wait"},
		{"timed", "", "", "0 start?  5/2 beep!", 0, "can: stop?; may wait | cannot do beep! after 5/2"},
		{"timed", "x >= 3", "x >= 2", "0 start?  5/2 beep!  is forbidden", 2, "can: stop?; may wait | can: click!; may wait"},
		{"timed", "{ x <= 5 }", "{ x <= 6 }", "0 start?  11/2  is forbidden", 2,
			"can: stop?; may wait | can: stop?, beep!; may wait"},
		{"timed", "sync stop?", "guard x <= 1; sync stop?", "0 start?  2 stop?  must be accepted", 2,
			"can: stop?; may wait | cannot do stop? after 2"},
		{"timed", "sync stop?", "guard x <= 1; sync stop?", "0 start?  2 stop?", 2,
			"can: stop?; may wait | cannot do stop? after 2"},
	} {
		x := firstSubject(t, c.formalism)
		if x == nil {
			continue
		}
		trial := x.trialOf(t)
		text := strings.Replace(x.Text, c.from, c.to, 1)
		if c.from != "" && text == x.Text {
			t.Fatalf("the model has no %q", c.from)
		}
		test, err := trial.Read(c.line)
		if err != nil {
			t.Fatal(err)
		}
		contestant := x.enteredText(t, trial, text)
		if got := strings.Join(contestant.Shows(test), " | "); got != c.shows {
			t.Errorf("%s: %s shows %s\nwant %s", c.formalism, test, got, c.shows)
		}
		if got := contestant.Fails(test); got != c.fails {
			t.Errorf("%s: %s fails at %d, want %d", c.formalism, test, got, c.fails)
		}
	}
}

// Whatever is read as a test prints as a text that reads back to it; what is not has a message and a
// column of its line.
func FuzzTrials(f *testing.F) {
	var trials []Trial
	for _, formalism := range formalisms {
		x := firstSubject(f, formalism.Describe().Name)
		if x == nil {
			continue
		}
		trial, err := x.model.(TestModel).Trial(context.Background(), report.Settings{})
		if err != nil {
			f.Fatal(err)
		}
		trials = append(trials, trial)
		for _, test := range trial.Longer(trial.Longer(nil, 1)[0], 9) {
			f.Add(test.String())
		}
	}
	for _, line := range []string{`[[["coin"]]]`, "coin(", "(1)", ",", "# coin", "(press, 1/2)", "0 press?  is forbidden"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, trial := range trials {
			test, err := trial.Read(line)
			if err != nil {
				var mistake *TestError
				if !errors.As(err, &mistake) || mistake.Message == "" || mistake.Column < 0 ||
					mistake.Column > 1+len([]rune(line)) {
					t.Fatalf("%q: %#v", line, err)
				}
				continue
			}
			again, err := trial.Read(test.String())
			if err != nil || again.String() != test.String() || again.Len() != test.Len() {
				t.Fatalf("%q reads as %q, and that as %v, %v", line, test, again, err)
			}
		}
	})
}

// A model that lacks what the tests need cannot take the original's place.
func TestTrialsRefuseContestants(t *testing.T) {
	for _, c := range []struct{ formalism, from, to, want string }{
		{"efsm", "coin", "coins", "the model has no input 'coin'"},
		{"action-system", "lamp", "light", "the models have different variables, so their states cannot be compared: " +
			"got [light], want [lamp] in state_def"},
		{"tfsm", "press", "pull", "the model has no input 'press'"},
		{"efsm", "input coin", "input coin(n : 0..2)", "the input 'coin' has 1 parameters here, want 0"},
	} {
		x := firstSubject(t, c.formalism)
		if x == nil {
			continue
		}
		file := source.NewFile(x.file.Name, strings.ReplaceAll(x.Text, c.from, c.to))
		impl, diags := Open(x.formalism, file)
		if impl == nil {
			t.Fatal(diags.Text(file))
		}
		if _, err := x.trialOf(t).Enter(context.Background(), impl); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.formalism, err, c.want)
		}
	}
}
