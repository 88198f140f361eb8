package report

import "encoding/json"

// An ExtraSuite is a test suite for all machines with at most so many states, as `mutarium suite
// --extra-states` writes it and `mutarium score --extra-states` reads it. Only tests is needed for
// reading.
type ExtraSuite struct {
	Certificate *FoldCertificate `json:"certificate,omitempty"`
	Certified   bool             `json:"certified"` // the referee accepted the certificate
	Engine      string           `json:"engine"`
	Expected    [][]string       `json:"expected"` // by test: the outputs of the specification
	ExtraStates int              `json:"extraStates"`
	Formalism   string           `json:"formalism"`
	Longest     int              `json:"longest"` // inputs of the longest test
	Method      string           `json:"method"`  // "H", "fold", each perhaps ", shrunk"
	Model       string           `json:"model"`   // file name without its folder
	Reason      string           `json:"reason,omitempty"`
	States      int              `json:"states"` // of the minimal specification
	Steps       int              `json:"steps"`  // inputs of all tests
	Tests       json.RawMessage  `json:"tests"`  // by test: a list of inputs; of timed machines [input, instant]
	// TimeoutsUpTo: faulty machines have timeouts up to so much; 0: any, told apart by waits up to WaitsUpTo
	TimeoutsUpTo int64  `json:"timeoutsUpTo,omitempty"`
	WaitsUpTo    *int64 `json:"waitsUpTo,omitempty"`
}

// A FoldCertificate proves that a suite is complete; docs/tfsm.md says how. Words are lists of inputs,
// for timed machines of "wait:input".
type FoldCertificate struct {
	Basis  [][]string `json:"basis"`  // by state: a word of the tests that leads there
	Extra  int        `json:"extra"`  // states beyond those of the minimal specification
	Merge  [][]string `json:"merge"`  // words of nodes that are merged with the basis node of their state, in order
	States []string   `json:"states"` // names of the minimal specification's states, in the order of the basis
}

// An ExtraScore says what a given suite is worth for all machines with at most so many states.
type ExtraScore struct {
	Certificate *FoldCertificate `json:"certificate,omitempty"`
	Certified   bool             `json:"certified"` // the referee accepted the certificate
	Complete    bool             `json:"complete"`  // certified, or every machine that passes was tried
	Decided     bool             `json:"decided"`
	Engine      string           `json:"engine"`
	ExtraStates int              `json:"extraStates"`
	Formalism   string           `json:"formalism"`
	Model       string           `json:"model"`
	Needed      []int            `json:"needed,omitempty"` // numbers of tests, from 1, that alone kill a single fault
	Reason      string           `json:"reason,omitempty"` // not decided: why
	States      int              `json:"states"`
	Steps       int              `json:"steps"`
	Survivor    *ExtraSurvivor   `json:"survivor,omitempty"`
	Tests       int              `json:"tests"`
	// TimeoutsUpTo: as in ExtraSuite
	TimeoutsUpTo int64  `json:"timeoutsUpTo,omitempty"`
	WaitsUpTo    *int64 `json:"waitsUpTo,omitempty"`
}

// An ExtraSurvivor is a machine of the domain that passes the suite, and a shortest test that kills it.
type ExtraSurvivor struct {
	Differs  []string        `json:"differs"` // its transitions that are not the specification's
	Expected []string        `json:"expected"`
	Got      []string        `json:"got"`
	States   int             `json:"states"`
	Test     json.RawMessage `json:"test"` // as in ExtraSuite
}

// EncodeExtraSuite returns the bytes of a suite, with one test and one word a line.
func EncodeExtraSuite(s *ExtraSuite) ([]byte, error) {
	var tests []json.RawMessage
	if err := json.Unmarshal(s.Tests, &tests); err != nil {
		return nil, err
	}
	short := *s
	short.Tests, short.Expected = json.RawMessage("[]"), [][]string{}
	if s.Certificate != nil {
		c := *s.Certificate
		c.Basis, c.Merge = [][]string{}, [][]string{}
		short.Certificate = &c
	}
	data, err := encode(short)
	if err != nil {
		return nil, err
	}
	if s.Certificate != nil {
		data = replaceList(data, "basis", s.Certificate.Basis)
		data = replaceList(data, "merge", s.Certificate.Merge)
	}
	data = replaceList(data, "expected", s.Expected)
	return replaceList(data, "tests", tests), nil
}

// EncodeExtraScore returns the bytes of a score.
func EncodeExtraScore(s *ExtraScore) ([]byte, error) { return encode(s) }
