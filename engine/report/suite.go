package report

import (
	"bytes"
	"encoding/json"
)

// A Suite is a test suite for all mutants of a fault domain, as `mutarium suite` writes it and as
// `score` and `--initial` read it. Only tests is needed for reading.
type Suite struct {
	Complete  bool            `json:"complete"` // detects every nonconforming mutant of the domain
	Domain    json.RawMessage `json:"domain"`   // as in a Report
	Engine    string          `json:"engine"`   // version of the engine
	Expected  [][]string      `json:"expected"` // by test: the outputs of the original
	Formalism string          `json:"formalism"`
	Initial   int             `json:"initial,omitempty"` // so many tests, the first ones, were given
	Model     string          `json:"model"`             // file name without its folder
	Reason    string          `json:"reason,omitempty"`  // not complete: why
	// Tests: by test and step: input, and the instant at which it comes, from the start; exact: "7", "1/2"
	Tests [][][2]string `json:"tests"`
}

// A Score says what a given suite is worth.
type Score struct {
	Complete  bool            `json:"complete"`
	Domain    json.RawMessage `json:"domain"`
	Engine    string          `json:"engine"`
	Formalism string          `json:"formalism"`
	Kills     *ScoreKills     `json:"kills,omitempty"`
	Model     string          `json:"model"`
	// Reason: why it was not decided; of a complete suite: why something else about it was not
	Reason   string         `json:"reason,omitempty"`
	Survivor *ScoreSurvivor `json:"survivor,omitempty"` // not complete: a mutant that passes, and a test that kills it
	Tests    []ScoreTest    `json:"tests"`
}

// ScoreKills counts mutants: all of the domain, or a sample.
type ScoreKills struct {
	Conforming string `json:"conforming"`
	Detected   string `json:"detected"`
	How        string `json:"how"` // "brute force", "sampling"
	Of         string `json:"of"`  // mutants examined
}

// A ScoreTest is one test of a scored suite.
type ScoreTest struct {
	Alone    string      `json:"alone,omitempty"` // mutants that no other test detects
	Expected []string    `json:"expected"`
	Kills    string      `json:"kills,omitempty"`
	Needed   string      `json:"needed"` // "yes", "no": the others detect as much; "" where that was not decided
	Test     [][2]string `json:"test"`
}

// A ScoreSurvivor is a nonconforming mutant that a suite lets pass.
type ScoreSurvivor struct {
	Expected []string    `json:"expected"`
	Got      []string    `json:"got"`
	Takes    []string    `json:"takes"` // the transitions that it takes instead of the original's
	Test     [][2]string `json:"test"`
}

// EncodeSuite gives the bytes of a suite: written as reports are, but with one test a line.
func EncodeSuite(s *Suite) ([]byte, error) {
	tests, expected := s.Tests, s.Expected
	short := *s
	short.Tests, short.Expected = [][][2]string{}, [][]string{}
	data, err := encode(short)
	if err != nil {
		return nil, err
	}
	return replaceList(replaceList(data, "expected", expected), "tests", tests), nil
}

// replaceList writes an empty list again with its elements.
func replaceList[T any](data []byte, name string, list []T) []byte {
	return bytes.Replace(data, []byte(`"`+name+`": []`), oneALine(name, list), 1)
}

// oneALine writes a list with each element on a line of its own.
func oneALine[T any](name string, list []T) []byte {
	var b bytes.Buffer
	b.WriteString(`"` + name + `": [`)
	for i, x := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		b.Write(Raw(x))
	}
	if len(list) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteByte(']')
	return b.Bytes()
}

// EncodeScore gives the bytes of a score.
func EncodeScore(s *Score) ([]byte, error) { return encode(s) }
