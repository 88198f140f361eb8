package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

// outputFlags say where a result goes and in which form.
type outputFlags struct {
	json bool
	file string
}

func (f *outputFlags) add(c *cobra.Command, what string) {
	c.Flags().BoolVar(&f.json, "json", false, "print "+what+" as JSON")
	c.Flags().StringVarP(&f.file, "output", "o", "", "write to this `file` instead of stdout")
}

// writeText puts a text for people where the flags say. It shows control characters that names and
// texts of others may hold, so that no terminal obeys them, now or when a file is looked at.
func (a *app) writeText(file, text string) error {
	return a.put(file, []byte(source.Visible(text)))
}

// writeModel puts a model where the flags say, byte for byte, but for a terminal.
func (a *app) writeModel(file, text string) error {
	if a.screen && toStdout(file) {
		return a.writeText(file, text)
	}
	return a.put(file, []byte(text))
}

func toStdout(file string) bool { return file == "" || file == "-" }

// put puts bytes where the flags say.
func (a *app) put(file string, data []byte) error {
	if toStdout(file) {
		_, err := a.out.Write(data)
		return err
	}
	return writeFile(file, data)
}

// writeJSON writes any value as reports are written: indented, a newline at the end.
func (a *app) writeJSON(file string, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return a.put(file, b.Bytes())
}

// writeReport writes a report, as JSON or as text.
func (a *app) writeReport(f outputFlags, timings bool, r *report.Report, text func(*report.Report) string) error {
	if !timings {
		r.Timings = nil
	}
	return writeAs(a, f, r, report.Encode, text)
}

// writeAs writes a document, as JSON or as text.
func writeAs[D any](a *app, f outputFlags, d D, encode func(D) ([]byte, error), text func(D) string) error {
	if !f.json {
		return a.writeText(f.file, text(d))
	}
	data, err := encode(d)
	if err != nil {
		return err
	}
	return a.put(f.file, data)
}

// progress returns a function that draws a bar on a terminal, and one that removes it. Where stderr
// is not a terminal both do nothing. A total of 0 is unknown: then something turns.
func (a *app) progress(what string) (show func(done, total int, what string), end func()) {
	if !a.terminal {
		return func(int, int, string) {}, func() {}
	}
	var bar *progressbar.ProgressBar
	drawn := 0
	show = func(done, total int, now string) {
		if total == 0 {
			total = -1
		}
		if bar == nil || total != drawn {
			drawn = total
			bar = progressbar.NewOptions(total,
				progressbar.OptionSetWriter(a.err), progressbar.OptionSetDescription(what),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(),
				progressbar.OptionSetWidth(30), progressbar.OptionThrottle(100*time.Millisecond))
		}
		if now != "" {
			bar.Describe(source.Visible(now))
		}
		bar.Set(done)
	}
	return show, func() {
		if bar != nil {
			bar.Clear()
		}
	}
}

// grid lays rows out in columns, two blanks apart, each line indented. Numeric columns are aligned
// at the right.
func grid(indent string, rows [][]string, numeric []bool) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := indent
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i > 0 {
				line += "  "
			}
			if i < len(numeric) && numeric[i] {
				line += pad + cell
			} else {
				line += cell + pad
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// short puts a fragment of a model on one line of at most n runes.
func short(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
