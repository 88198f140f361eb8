package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine/source"
)

// Suites as text. What is written is report.Suite; what is read is more generous:
//
//	{"tests": [[["b","1/2"],["a","1"]], …], "expected": [["x","x"], …]}
//	[[["b","1/2"],["a",1]], …]
//	(b, 0.5)(a, 1)                  one test a line, as papers write them
//
// For machines without timeouts, where instants mean nothing, also inputs alone, as tools for Mealy
// machines write them:
//
//	{"tests": [["b","a"], …]}       [["b","a"], …]
//	b a                             one test a line, inputs between blanks; names with blanks quoted
//
// The instant of an input is counted from the start of the test, as in the paper's Definition 5 and
// its examples; it is no wait.

// ReadSuite reads tests, and checks expected outputs where the text has them.
func (m *Model) ReadSuite(text string) ([]Test, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		return m.readJSONSuite(text)
	}
	var tests []Test
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") {
			continue
		}
		t, _, err := m.ReadLine(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		tests = append(tests, t)
	}
	return tests, nil
}

// ReadLine reads one test, as pairs or as inputs alone. Of a mistake it says at which byte the step begins.
func (m *Model) ReadLine(line string) (t Test, at int, err error) {
	pairs, places, err := readPairs(line)
	if err != nil {
		names, begins := splitInputs(line)
		if m.MaxTimeout() > 0 || len(names) == 0 || index(m.Inputs, names[0]) < 0 && strings.HasPrefix(line, "(") {
			return Test{}, places[len(places)-1], err
		}
		pairs, places = nil, begins
		for _, name := range names {
			pairs = append(pairs, [2]string{name, "0"})
		}
	}
	t, err = m.ReadTest(pairs)
	var wrong *stepError
	if errors.As(err, &wrong) {
		at = places[wrong.step]
	}
	return t, at, err
}

// splitInputs cuts a line at blanks; a name in double quotes may hold some. It says at which bytes they begin.
func splitInputs(line string) (names []string, begins []int) {
	whole := len(strings.TrimRightFunc(line, unicode.IsSpace))
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimSpace(rest) {
		begins = append(begins, whole-len(rest))
		end := strings.IndexAny(rest, " \t")
		if rest[0] == '"' {
			if close := strings.IndexByte(rest[1:], '"'); close >= 0 {
				names, rest = append(names, rest[1:1+close]), rest[close+2:]
				continue
			}
		}
		if end < 0 {
			end = len(rest)
		}
		names, rest = append(names, rest[:end]), rest[end:]
	}
	return names, begins
}

// readPairs reads (b, 0.5)(a, 1). An input that holds a bracket, a comma or a quote stands in quotes. It says
// at which bytes the steps begin, the last of them with the mistake if there is one.
func readPairs(line string) (pairs [][2]string, begins []int, err error) {
	whole := len(strings.TrimRightFunc(line, unicode.IsSpace))
	for rest := strings.TrimSpace(line); rest != ""; {
		begins = append(begins, whole-len(rest))
		pair, after, ok := readPair(rest)
		if !ok {
			return nil, begins, fmt.Errorf("got %q, want a test such as (b, 0.5)(a, 1)", rest)
		}
		pairs, rest = append(pairs, pair), strings.TrimSpace(after)
	}
	return pairs, begins, nil
}

// readPair reads the first step of a line.
func readPair(text string) (pair [2]string, after string, ok bool) {
	inside, ok := strings.CutPrefix(text, "(")
	if !ok {
		return pair, "", false
	}
	inside = strings.TrimSpace(inside)
	if r, size := utf8.DecodeRuneInString(inside); strings.ContainsRune(quotes, r) {
		t := lexQuoted(inside, size, func(kind tokenKind, n int, name string) token {
			return token{kind: kind, text: name, span: source.Span{End: source.Pos(n)}}
		})
		time, comma := strings.CutPrefix(strings.TrimSpace(inside[t.span.End:]), ",")
		end := strings.IndexByte(time, ')')
		if t.kind != tokName || !comma || end < 0 {
			return pair, "", false
		}
		return [2]string{t.text, strings.TrimSpace(time[:end])}, time[end+1:], true
	}
	end := strings.IndexByte(inside, ')')
	comma := strings.LastIndexByte(inside[:max(end, 0)], ',')
	if comma < 0 {
		return pair, "", false
	}
	return [2]string{strings.TrimSpace(inside[:comma]), strings.TrimSpace(inside[comma+1 : end])}, inside[end+1:], true
}

// quoteInput writes an input as readPair wants it.
func quoteInput(name string) string {
	if name != "" && name == strings.TrimSpace(name) && !strings.ContainsAny(name, "(),\\\n"+quotes) {
		return name
	}
	return quoted(name)
}

// jsonInstant is a time as a string or as a number, kept as it is written.
type jsonInstant string

func (t *jsonInstant) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*t = jsonInstant(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(data, &n); err != nil {
		return fmt.Errorf("got %s, want a name or a time", data)
	}
	*t = jsonInstant(n)
	return nil
}

// A suiteStep is an input with its instant, or an input alone.
type suiteStep struct {
	words []jsonInstant
	alone bool
}

func (s *suiteStep) UnmarshalJSON(data []byte) error {
	var one jsonInstant
	if len(data) > 0 && data[0] != '[' {
		err := json.Unmarshal(data, &one)
		s.words, s.alone = []jsonInstant{one}, true
		return err
	}
	return json.Unmarshal(data, &s.words)
}

func (m *Model) readJSONSuite(text string) ([]Test, error) {
	var suite struct {
		Tests    [][]suiteStep `json:"tests"`
		Expected [][]string    `json:"expected"`
	}
	var err error
	if text[0] == '[' {
		err = json.Unmarshal([]byte(text), &suite.Tests)
	} else {
		err = json.Unmarshal([]byte(text), &suite)
	}
	if err != nil {
		return nil, fmt.Errorf("this is no test suite: %s", source.LocatedJSONMistake(text, err))
	}
	if suite.Tests == nil {
		return nil, errors.New(`this is no test suite: it has no list "tests"`)
	}
	if suite.Expected != nil && len(suite.Expected) != len(suite.Tests) {
		return nil, fmt.Errorf("got %d lists of expected outputs for %d tests", len(suite.Expected), len(suite.Tests))
	}
	spec := m.Specification()
	var tests []Test
	for n, steps := range suite.Tests {
		t, err := m.readJSONTest(steps)
		if err == nil && suite.Expected != nil {
			err = m.agree(spec, t, suite.Expected[n])
		}
		if err != nil {
			return nil, fmt.Errorf("test %d: %w", n+1, err)
		}
		tests = append(tests, t)
	}
	return tests, nil
}

func (m *Model) readJSONTest(steps []suiteStep) (Test, error) {
	pairs := make([][2]string, len(steps))
	for k, s := range steps {
		switch {
		case s.alone && m.MaxTimeout() == 0:
			pairs[k] = [2]string{string(s.words[0]), "0"}
		case s.alone:
			return Test{}, fmt.Errorf("step %d: this machine has timeouts, so the input '%s' needs its instant", k+1, s.words[0])
		case len(s.words) != 2:
			return Test{}, fmt.Errorf("step %d: got %d values, want two: an input and a time", k+1, len(s.words))
		default:
			pairs[k] = [2]string{string(s.words[0]), string(s.words[1])}
		}
	}
	return m.ReadTest(pairs)
}

// agree tells that the outputs which a suite expects are the specification's.
func (m *Model) agree(spec *Automaton, t Test, expected []string) error {
	if own := m.OutputNames(spec.Run(t.Steps)); !slices.Equal(own, expected) {
		return fmt.Errorf("the suite expects %s, the specification shows %s: was it made for another model?",
			strings.Join(expected, " "), strings.Join(own, " "))
	}
	return nil
}
