package exercise

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// A Class is what grading finds of many hand-ins to one exercise.
type Class struct {
	Clusters []Cluster     `json:"clusters,omitempty"` // of answers, or models, that behave alike
	Copies   [][]int       `json:"copies,omitempty"`   // rows whose answers are the same, byte for byte
	Exercise string        `json:"exercise"`           // its title
	Kind     string        `json:"kind"`
	Max      float64       `json:"max"`
	Mutants  []ClassMutant `json:"mutants,omitempty"` // kills in the class, the hardest first
	Rows     []Row         `json:"rows"`
}

// A Row is one file that was handed in.
type Row struct {
	Attempts int      `json:"attempts"`
	Browser  string   `json:"browser,omitempty"` // the beginning of the key that signed it
	Cluster  string   `json:"cluster,omitempty"`
	Engine   string   `json:"engine,omitempty"`
	Feedback string   `json:"feedback,omitempty"`
	File     string   `json:"file"`
	Final    int      `json:"final,omitempty"`
	FinalOf  int      `json:"finalOf,omitempty"`
	Hints    int      `json:"hints"`
	ID       string   `json:"id,omitempty"`     // the number that a learning platform has for the student
	Killed   []bool   `json:"killed,omitempty"` // by mutant of the exercise; kind kill
	Max      float64  `json:"max"`
	Minutes  int      `json:"minutes"`
	Name     string   `json:"name"`
	Of       int      `json:"of"`
	Passed   bool     `json:"passed"`
	Points   float64  `json:"points"`
	Remark   string   `json:"remark,omitempty"`
	Share    int      `json:"share"`
	Status   string   `json:"status"`
	Was      *float64 `json:"was,omitempty"` // points of an earlier grading, where this is another one
}

// The states of a row.
const (
	Graded  = "graded"
	Changed = "changed" // graded by what it holds, and its digest or signature does not fit
	Older   = "older"   // graded; made for another revision of the exercise
	Open    = "open"    // a limit was reached before it was decided
	Refused = "refused" // cannot be read, or is for another exercise
)

// A Cluster holds answers that behave exactly alike.
type Cluster struct {
	Name   string `json:"name"`            // A, B, ..., the largest first
	Model  string `json:"model,omitempty"` // refine, guess: that of its first row
	Passed bool   `json:"passed"`
	Rows   []int  `json:"rows"`
	Wrong  *Wrong `json:"wrong,omitempty"` // how it differs from the reference
}

// A ClassMutant says how many of a class kill a mutant.
type ClassMutant struct {
	ID     string `json:"id"`
	Killed int    `json:"killed"`
	Of     int    `json:"of"`
}

// Regrade holds a class against an earlier grading of the same files, by their names: each row tells the points that
// it had. No answer loses points because the exercise was changed, unless lower is asked for. It counts the rows that
// gain and those that would lose.
func (c *Class) Regrade(before *Class, lower bool) (gain, lose int) {
	had := map[string]float64{}
	for i := range before.Rows {
		if r := &before.Rows[i]; r.Status != Refused && r.Status != Open {
			had[r.File] = r.Points
		}
	}
	for i := range c.Rows {
		r := &c.Rows[i]
		was, ok := had[r.File]
		if !ok {
			continue
		}
		r.Was = &was
		switch {
		case r.Points > was:
			gain++
		case r.Points < was:
			lose++
			if !lower {
				r.remark(fmt.Sprintf("now %s points: keeps the %s of before", number(r.Points), number(was)))
				r.Points = was
			}
		}
	}
	return gain, lose
}

// remark adds one.
func (r *Row) remark(text string) {
	if r.Remark != "" {
		text = r.Remark + "; " + text
	}
	r.Remark = text
}

// CSV is the class as a table for spreadsheets: a row for each file.
func (c *Class) CSV() string {
	rows := [][]string{{"id", "name", "points", "max", "share", "of", "final", "attempts", "hints", "minutes", "cluster",
		"engine", "status", "remark", "file"}}
	for i := range c.Rows {
		r := &c.Rows[i]
		final := ""
		if r.FinalOf > 0 {
			final = fmt.Sprintf("%d/%d", r.Final, r.FinalOf)
		}
		rows = append(rows, []string{r.ID, r.Name, number(r.Points), number(r.Max), strconv.Itoa(r.Share),
			strconv.Itoa(r.Of), final, strconv.Itoa(r.Attempts), strconv.Itoa(r.Hints), strconv.Itoa(r.Minutes), r.Cluster,
			r.Engine, r.Status, r.Remark, r.File})
	}
	return table(rows)
}

// MoodleColumns are the names that Moodle's grade import looks for.
var MoodleColumns = [4]string{"Identifier", "Full name", "Grade", "Feedback comments"}

// MoodleCSV is the grading worksheet of an assignment as Moodle imports it. Rows that were refused are left out: they
// have no grade. The names of the columns may be others, where Moodle speaks another language.
func (c *Class) MoodleCSV(columns [4]string) string {
	rows := [][]string{columns[:]}
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Status == Refused || r.Status == Open {
			continue
		}
		id := r.ID
		if id != "" {
			id = "Participant " + id
		}
		rows = append(rows, []string{id, r.Name, number(r.Points), r.Feedback})
	}
	return table(rows)
}

// KillsCSV is the kill matrix of the class: a row for each hand-in, a column for each mutant.
func (c *Class) KillsCSV(mutants []string) string {
	rows := [][]string{append([]string{"name"}, mutants...)}
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Killed == nil {
			continue
		}
		row := []string{r.Name}
		for _, k := range r.Killed {
			if k {
				row = append(row, "1")
			} else {
				row = append(row, "0")
			}
		}
		rows = append(rows, row)
	}
	return table(rows)
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// table writes rows as RFC 4180 has it. A cell that a spreadsheet would take for a formula gets a quote in front:
// names and remarks come from students.
func table(rows [][]string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	for _, row := range rows {
		for i, cell := range row {
			if cell != "" && strings.IndexByte("=+-@\t\r", cell[0]) >= 0 {
				row[i] = "'" + cell
			}
		}
		w.Write(row) // a Builder takes everything
	}
	w.Flush()
	return b.String()
}
