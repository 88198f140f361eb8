package draw

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// Sizes of a timeline, in the picture's units.
const (
	gutter  = 8
	axis    = 26
	instant = 62 // the least room between two instants

	longName = 16 // characters from which a row's name needs a line of its own

	longWait = 6 // a wait that is so many times as long as the shortest one is cut
	cutWait  = 2 // the room of a wait that is cut, in rooms of an instant
)

// Timeline draws rows of events over one axis. The axis is to scale but for long waits, as 1/2 and 1000
// do not fit one scale: these are cut, and a mark says so.
func Timeline(t *report.Timeline) string {
	times := instants(t)
	if len(times) == 0 {
		return ""
	}
	at := map[string]int{}
	for i, s := range times {
		at[s] = i
	}
	longest := 0
	for _, r := range t.Rows {
		longest = max(longest, len([]rune(r.Label)))
	}
	left, over := float64(longest)*small+2*gutter, 0.0
	if longest > longName { // names stand above their rows, not beside them
		left, over = gutter, lineHeight
	}
	step := room(t)
	places, cuts := scale(times, step)
	x := func(s string) float64 { return left + step/2 + places[at[s]] }
	width := left + places[len(places)-1] + step + gutter
	rows := make([]float64, len(t.Rows))
	height := float64(axis)
	for i, r := range t.Rows {
		rows[i] = height + over
		height += over + rowHeight(r)
	}
	var b strings.Builder
	open(&b, "t", width, height+4, fmt.Sprintf("Time axis with %d rows", len(t.Rows)))
	for _, s := range times {
		fmt.Fprintf(&b, `<line class="gr" x1="%s" x2="%s" y1="%d" y2="%s"/>`, num(x(s)), num(x(s)), axis-6, num(height))
		text(&b, "q", []string{s + unit(t.Unit)}, x(s), 11)
	}
	fmt.Fprintf(&b, `<line class="ax" x1="%s" x2="%s" y1="%d" y2="%d"/>`, num(left), num(width-gutter), axis-6, axis-6)
	for _, cut := range cuts {
		drawCut(&b, left+step/2+cut)
	}
	for i, r := range t.Rows {
		name := rows[i] + 18
		if over > 0 {
			name = rows[i] - 5
		}
		fmt.Fprintf(&b, `<text class="nm" x="%d" y="%s">%s</text>`, gutter, num(name), escape(r.Label))
		drawRow(&b, r, rows[i], width, x)
	}
	b.WriteString("</svg>")
	return b.String()
}

// scale says where the instants stand, the first at 0: the shortest wait between two takes one step and
// the others are to scale. A wait that would be too long is cut; the cuts are the middles of those.
func scale(times []string, step float64) (places, cuts []float64) {
	shortest := 0.0
	for i := 1; i < len(times); i++ {
		if d := Value(times[i]) - Value(times[i-1]); d > 0 && (shortest == 0 || d < shortest) {
			shortest = d
		}
	}
	at := 0.0
	for i := range times {
		if i > 0 {
			d := Value(times[i]) - Value(times[i-1])
			length := step // of instants that are one, differently written
			if shortest > 0 && d > 0 {
				length = step * d / shortest
			}
			if length > longWait*step {
				length = cutWait * step
				cuts = append(cuts, at+length/2)
			}
			at += length
		}
		places = append(places, at)
	}
	return places, cuts
}

// drawCut marks a wait that is not to scale: two strokes through the axis.
func drawCut(b *strings.Builder, x float64) {
	const y = axis - 6
	fmt.Fprintf(b, `<g class="cut"><title>A long wait, not to scale</title>`+
		`<rect x="%s" y="%d" width="6" height="4"/><path d="M%s %dl4 -10M%s %dl4 -10"/></g>`,
		num(x-3), y-2, num(x-5), y+5, num(x+1), y+5)
}

func unit(u string) string {
	if u == "" {
		return ""
	}
	return " " + u
}

// room gives the width of an instant: that of the longest label.
func room(t *report.Timeline) float64 {
	longest := 0
	for _, r := range t.Rows {
		for _, m := range r.Marks {
			longest = max(longest, len([]rune(m.Label)))
		}
		for _, s := range r.Spans {
			longest = max(longest, len([]rune(s.Label)))
		}
	}
	return max(instant, min(float64(longest)*small+14, 220))
}

// crowd counts the marks of a row at each instant: they are stacked.
func crowd(r report.TimelineRow) int {
	n, most := map[string]int{}, 1
	for _, m := range r.Marks {
		n[m.Time]++
		most = max(most, n[m.Time])
	}
	return most
}

func rowHeight(r report.TimelineRow) float64 {
	h := 12 + float64(crowd(r))*lineHeight
	if len(r.Spans) > 0 {
		h += 20
	}
	return h + 8
}

func drawRow(b *strings.Builder, r report.TimelineRow, y, width float64, x func(string) float64) {
	for _, s := range r.Spans {
		from, to := x(s.From), width-gutter
		if s.To != "" {
			to = x(s.To)
		}
		fmt.Fprintf(b, `<rect class="sp" x="%s" y="%s" width="%s" height="18" rx="4"/>`, num(from), num(y),
			num(max(to-from, 3)))
		if label := fit(s.Label, to-from); label != "" {
			text(b, "", []string{label}, (from+to)/2, y+9)
		}
	}
	top := y
	if len(r.Spans) > 0 {
		top += 20
	}
	stack := map[string]int{}
	for _, m := range r.Marks {
		cx, cy := x(m.Time), top+5
		if stack[m.Time] == 0 {
			fmt.Fprintf(b, `<g class="%s"><circle class="mk" cx="%s" cy="%s" r="3.6"/></g>`, tone(m.Tone), num(cx), num(cy))
		}
		text(b, "", []string{m.Label}, cx, cy+12+float64(stack[m.Time])*lineHeight)
		stack[m.Time]++
	}
}

// fit shortens a label to the room there is.
func fit(label string, width float64) string {
	n := int(width / small)
	r := []rune(label)
	switch {
	case len(r) <= n:
		return label
	case n < 3:
		return ""
	}
	return string(r[:n-1]) + "…"
}

// instants lists all times that occur, in order.
func instants(t *report.Timeline) []string {
	seen := map[string]bool{}
	var all []string
	add := func(s string) {
		if s != "" && !seen[s] {
			seen[s] = true
			all = append(all, s)
		}
	}
	for _, r := range t.Rows {
		for _, m := range r.Marks {
			add(m.Time)
		}
		for _, s := range r.Spans {
			add(s.From)
			add(s.To)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return Value(all[i]) < Value(all[j]) })
	return all
}

// Value reads a time: "5", "1/2", "3.25". What is none counts as 0.
func Value(s string) float64 {
	a, b, fraction := strings.Cut(s, "/")
	x, err := strconv.ParseFloat(a, 64)
	if err != nil {
		return 0
	}
	if y, err := strconv.ParseFloat(b, 64); fraction && err == nil && y != 0 {
		return x / y
	}
	return x
}

// WalkTimeline puts the steps of a timed walk on one axis, original above mutant; nil when the walk
// tells no times. Steps up to the present one are drawn.
func WalkTimeline(w *report.Walk, step int) *report.Timeline {
	timed := false
	spec, impl := report.TimelineRow{Label: w.Spec}, report.TimelineRow{Label: w.Impl}
	for i, s := range w.Steps {
		if i > step {
			break
		}
		if s.Time == "" {
			continue
		}
		timed = true
		spec.Marks = append(spec.Marks, mark(s, s.Spec, ""))
		impl.Marks = append(impl.Marks, mark(s, s.Impl, s.Tone))
	}
	if !timed {
		return nil
	}
	return &report.Timeline{Rows: []report.TimelineRow{spec, impl}}
}

func mark(s report.WalkStep, side report.Side, tone string) report.TimelineMark {
	label := s.Label
	switch {
	case side.Refuses != "":
		label += " ✗"
	case side.Output != "":
		label += " / " + side.Output
	}
	return report.TimelineMark{Label: label, Time: s.Time, Tone: tone}
}
