package export

import (
	"encoding/csv"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// MutantsCSV is the list of mutants as a table for spreadsheets.
func MutantsCSV(r *report.Report) string {
	rows := [][]string{{
		"id", "operator", "line", "column", "original", "replacement", "verdict", "reason", "strength", "length",
		"duplicateOf",
	}}
	for i := range r.Mutants {
		m := &r.Mutants[i]
		steps := ""
		if m.Length != nil {
			steps = strconv.Itoa(*m.Length)
		}
		rows = append(rows, []string{
			m.ID, m.Operator, strconv.Itoa(m.Span.Line), strconv.Itoa(m.Span.Column), m.Original, m.Replacement,
			m.Verdict, m.Reason, m.Strength, steps, m.DuplicateOf,
		})
	}
	return rowsCSV(rows)
}

// TableCSV is a table that a tool made.
func TableCSV(t *report.Table) string {
	return rowsCSV(append([][]string{t.Columns}, t.Rows...))
}

// MatrixCSV is a kill matrix: a row for each test, a column for each mutant.
func MatrixCSV(m *report.Matrix) string {
	rows := [][]string{append([]string{"test"}, m.Mutants...)}
	for i := range m.Rows {
		row := []string{m.Rows[i].Test}
		for j := range m.Mutants {
			cell := "0"
			if m.Rows[i].Has(j) {
				cell = "1"
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rowsCSV(rows)
}

// rowsCSV writes rows as RFC 4180 has it, with line ends of its own.
func rowsCSV(rows [][]string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	w.WriteAll(rows) // a Builder takes everything
	return b.String()
}
