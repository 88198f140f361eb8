package exercise

// An Answer is what a student has written; which fields count depends on the kind.
type Answer struct {
	Bets        []Bet    `json:"bets,omitempty"`
	Experiments []string `json:"experiments,omitempty"` // find: tests that the black box was asked, one a line
	Guesses     []string `json:"guesses,omitempty"`     // guess: earlier models that were judged; the last is Model
	Model       string   `json:"model,omitempty"`       // refine, guess
	Suspect     string   `json:"suspect,omitempty"`     // find: id of the mutant that is named
	Tests       string   `json:"tests,omitempty"`       // kill: one test a line
}

// A Bet is a student's opinion of one mutant.
type Bet struct {
	Claim  string `json:"claim"` // one of the claims
	Mutant string `json:"mutant"`
	Sure   int    `json:"sure,omitempty"` // 1 guessed, 2 fairly sure, 3 certain; 0: not said
	Test   string `json:"test,omitempty"` // killed: one that kills
}

// The claims of a bet.
const (
	ClaimKilled     = "killed"     // a test kills it
	ClaimEquivalent = "equivalent" // it behaves as the model does
	ClaimLess       = "less"       // it does less, and nothing wrong
)

// Claims lists them in the order of the page.
func Claims() []string { return []string{ClaimKilled, ClaimEquivalent, ClaimLess} }

// A HandIn is the file that a student hands in. Grading believes nothing of it but the answer.
type HandIn struct {
	Answer   Answer    `json:"answer"`
	Attempts []Attempt `json:"attempts"` // in the order in which they were made
	Claimed  Claimed   `json:"claimed"`
	Digest   string    `json:"digest,omitempty"` // SHA-256 of all the rest, in hex
	Engine   string    `json:"engine"`           // version of the student's page
	Exercise string    `json:"exercise"`         // digest of the exercise
	Format   string    `json:"format"`
	ID       string    `json:"id"`   // of the exercise
	Name     string    `json:"name"` // as the student wrote it: nobody checks it
	Revision int       `json:"revision"`
	// Signature: of the digest, and the key that it was made with: ECDSA, P-256, SHA-256, as base64url. The key
	// belongs to a browser. It tells whether the file was changed on its way, and whether two files come from one
	// browser; it does not tell whose it is.
	Key       string `json:"key,omitempty"`
	Signature string `json:"signature,omitempty"`
	Version   int    `json:"version"`
}

// An Attempt is one judged try, in short.
type Attempt struct {
	Hint   int     `json:"hint,omitempty"` // level of the hint that was asked for, in place of a try
	Minute int     `json:"minute"`         // since the exercise was opened
	Of     int     `json:"of,omitempty"`
	Passed bool    `json:"passed,omitempty"`
	Points float64 `json:"points,omitempty"`
	Share  int     `json:"share,omitempty"` // reached, of Of
}

// Claimed is what the student's page said of the answer.
type Claimed struct {
	Of     int     `json:"of"`
	Passed bool    `json:"passed"`
	Points float64 `json:"points"`
	Share  int     `json:"share"`
}
