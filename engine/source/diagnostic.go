package source

import (
	"fmt"
	"sort"
	"strings"
)

// Severity orders diagnostics by what they prevent.
type Severity int

const (
	Error   Severity = iota // the model cannot be analysed
	Warning                 // it can, but probably does not mean what was meant
	Info                    // worth knowing
)

func (s Severity) String() string { return [...]string{"error", "warning", "info"}[s] }

// A Note is a further place that explains a diagnostic.
type Note struct {
	Span    Span
	Message string
}

// A Diagnostic says what is wrong at a place. Errors of a language are always diagnostics; a Go
// error is for failures of the program itself.
type Diagnostic struct {
	Span     Span
	Severity Severity
	Code     string // stable, kebab-case: "undefined-name"
	Message  string // "got X, want Y"; tokens quoted
	Hint     string // what to do about it: "did you mean 'aState'?"; may be empty
	Notes    []Note
	dropped  int // of the last one of too many: how many it speaks for
}

// Diagnostics collects what one pass over a text finds.
type Diagnostics []Diagnostic

// maxKept bounds how many diagnostics of one text are kept: nobody reads more, and a text may hold a
// mistake in every character. What comes after them is counted.
const maxKept = 1000

// Add appends an error.
func (d *Diagnostics) Add(span Span, code, format string, args ...any) *Diagnostic {
	return d.add(Error, span, code, format, args)
}

// Warn appends a warning.
func (d *Diagnostics) Warn(span Span, code, format string, args ...any) *Diagnostic {
	return d.add(Warning, span, code, format, args)
}

func (d *Diagnostics) add(severity Severity, span Span, code, format string, args []any) *Diagnostic {
	if len(*d) < maxKept {
		*d = append(*d, Diagnostic{Span: span, Severity: severity, Code: code, Message: fmt.Sprintf(format, args...)})
		return &(*d)[len(*d)-1]
	}
	if (*d)[len(*d)-1].dropped == 0 {
		*d = append(*d, Diagnostic{Span: span, Severity: severity, Code: "more"})
	}
	last := &(*d)[len(*d)-1]
	last.dropped++
	last.Severity = min(last.Severity, severity)
	last.Message = fmt.Sprintf("and %d more", last.dropped)
	return &Diagnostic{} // a hint to it goes nowhere
}

// HasErrors tells whether the model can not be analysed.
func (d Diagnostics) HasErrors() bool {
	for _, x := range d {
		if x.Severity == Error {
			return true
		}
	}
	return false
}

// Sort orders by place, then severity, then message, and drops exact repetitions. What speaks for
// those that were not kept comes last.
func (d Diagnostics) Sort() Diagnostics {
	sort.SliceStable(d, func(i, j int) bool {
		a, b := d[i], d[j]
		if (a.dropped > 0) != (b.dropped > 0) {
			return b.dropped > 0
		}
		if a.Span.Start != b.Span.Start {
			return a.Span.Start < b.Span.Start
		}
		if a.Severity != b.Severity {
			return a.Severity < b.Severity
		}
		return a.Message < b.Message
	})
	kept := d[:0]
	for i, x := range d {
		if i > 0 {
			last := kept[len(kept)-1]
			if last.Span == x.Span && last.Message == x.Message && last.Severity == x.Severity {
				continue
			}
		}
		kept = append(kept, x)
	}
	return kept
}

// Text prints one diagnostic a line as file:line:col: severity: message (hint) [code].
func (d Diagnostics) Text(f *File) string {
	var b strings.Builder
	for _, x := range d {
		at := f.Place(x.Span.Start)
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s", f.Name, at.Line, at.Column, x.Severity, x.Message)
		if x.Hint != "" {
			fmt.Fprintf(&b, " (%s)", x.Hint)
		}
		fmt.Fprintf(&b, " [%s]\n", x.Code)
		for _, n := range x.Notes {
			at := f.Place(n.Span.Start)
			fmt.Fprintf(&b, "\t%s:%d:%d: %s\n", f.Name, at.Line, at.Column, n.Message)
		}
	}
	return b.String()
}

// DidYouMean gives the hint for an unknown name: the nearest of the known ones, or nothing when
// none is near. Ties go to the first in the list.
func DidYouMean(name string, known []string) string {
	best, at := "", 1+len(name)/3
	for _, k := range known {
		if k == name {
			continue
		}
		if dist := editDistance(strings.ToLower(name), strings.ToLower(k)); dist <= at && (best == "" || dist < at) {
			best, at = k, dist
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean '%s'?", best)
}

// editDistance is Levenshtein's distance, in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diag := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diag
			if a[i-1] != b[j-1] {
				cost++
			}
			diag = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
