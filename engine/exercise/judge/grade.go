package judge

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
)

// Grading judges every answer from scratch. What a file claims of itself is compared, never believed.

// Grade judges a class. Progress may be nil. A cancelled context leaves the rest open.
func (t *Task) Grade(ctx context.Context, all []exercise.Submission, progress func(done, total int)) *exercise.Class {
	g := &grading{Task: t, all: all, class: &exercise.Class{Exercise: t.exercise.Title, Kind: t.exercise.Kind,
		Max: t.exercise.Points.Full, Rows: make([]exercise.Row, len(all))}}
	for i := range all {
		g.class.Rows[i] = g.row(ctx, &all[i])
		if progress != nil {
			progress(i+1, len(all))
		}
	}
	g.copies()
	g.mutants()
	g.clusters(ctx)
	return g.class
}

type grading struct {
	*Task
	all   []exercise.Submission
	class *exercise.Class
}

// row judges one file.
func (g *grading) row(ctx context.Context, s *exercise.Submission) exercise.Row {
	row := exercise.Row{File: s.File, ID: s.ID, Name: s.Name, Max: g.exercise.Points.Full, Of: g.Goal(),
		Status: exercise.Refused, Remark: s.Problem}
	h := s.HandIn
	if h == nil {
		return row
	}
	if row.Name == "" {
		row.Name = h.Name
	}
	row.Engine, row.Browser = h.Engine, h.Key[:min(len(h.Key), 8)]
	if h.ID != g.exercise.ID {
		row.Remark = fmt.Sprintf("this is an answer to the exercise %q", h.ID)
		return row
	}
	for _, a := range h.Attempts {
		row.Minutes = max(row.Minutes, a.Minute)
		if a.Hint > 0 {
			row.Hints++
		} else {
			row.Attempts++
		}
	}
	r := g.Judge(ctx, h.Answer, row.Hints)
	row.Share, row.Of, row.Passed, row.Points = r.Share, r.Of, r.Passed, r.Points
	row.Final, row.FinalOf = r.Final, r.FinalOf
	row.Status = exercise.Graded
	remarks := []string{}
	switch {
	case s.Remark != "":
		row.Status = exercise.Changed
		remarks = append(remarks, s.Remark)
	case r.Unknown:
		row.Status = exercise.Open
	case h.Exercise != g.exercise.Digest:
		row.Status = exercise.Older
		remarks = append(remarks, fmt.Sprintf("made for revision %d of the exercise, judged by revision %d", h.Revision,
			g.exercise.Revision))
	}
	if r.Remark != "" {
		remarks = append(remarks, r.Remark)
	}
	if c := h.Claimed; c.Share != r.Share && r.FinalOf == 0 && !r.Unknown {
		remarks = append(remarks, fmt.Sprintf("the file claims %d of %d", c.Share, c.Of))
	}
	if limit := g.exercise.Attempts; limit > 0 && row.Attempts > limit {
		remarks = append(remarks, fmt.Sprintf("%d attempts, %d are allowed", row.Attempts, limit))
	}
	if len(r.Problems) > 0 {
		d := r.Problems[0]
		remarks = append(remarks, fmt.Sprintf("line %d, column %d: %s", d.Span.Line, d.Span.Column, d.Message))
	}
	row.Remark = strings.Join(remarks, "; ")
	row.Feedback = feedback(r)
	if g.exercise.Kind == exercise.Kill {
		for _, m := range r.Mutants {
			row.Killed = append(row.Killed, m.By > 0)
		}
	}
	return row
}

// feedback is what a student is told beside the points: the first thing that is missing.
func feedback(r *exercise.Result) string {
	parts := slices.Clone(r.Feedback)
	switch {
	case r.Passed:
		parts = append(parts, "All done.")
	case r.Wrong != nil && r.Wrong.Test != "":
		parts = append(parts, fmt.Sprintf("Goes wrong at step %d of: %s", r.Wrong.Step, r.Wrong.Test))
	case len(r.Problems) > 0:
		d := r.Problems[0]
		parts = append(parts, fmt.Sprintf("Line %d, column %d: %s", d.Span.Line, d.Span.Column, d.Message))
	default:
		for _, m := range r.Mutants {
			if m.By == 0 {
				parts = append(parts, fmt.Sprintf("Not killed: the mutant in line %d.", m.Line))
				break
			}
		}
		for _, b := range r.Bets {
			if !b.Right {
				parts = append(parts, fmt.Sprintf("Wrong about %s: %s.", b.Mutant, b.Truth))
				break
			}
		}
	}
	return strings.Join(parts, " ")
}

// copies lists rows with the same answer, byte for byte. Short answers may well be equal without copying; the list
// accuses nobody.
func (g *grading) copies() {
	at := map[string][]int{}
	var keys []string
	for i, s := range g.all {
		if s.HandIn == nil || g.class.Rows[i].Status == exercise.Refused {
			continue
		}
		key := string(report.Raw(s.HandIn.Answer))
		if at[key] == nil {
			keys = append(keys, key)
		}
		at[key] = append(at[key], i)
	}
	for _, key := range keys {
		if len(at[key]) > 1 {
			g.class.Copies = append(g.class.Copies, at[key])
		}
	}
}

// mutants counts kills, the hardest mutant first.
func (g *grading) mutants() {
	if g.exercise.Kind != exercise.Kill {
		return
	}
	for j, s := range g.subjects {
		m := exercise.ClassMutant{ID: s.id}
		for i := range g.class.Rows {
			if k := g.class.Rows[i].Killed; k != nil {
				m.Of++
				if k[j] {
					m.Killed++
				}
			}
		}
		g.class.Mutants = append(g.class.Mutants, m)
	}
	sort.SliceStable(g.class.Mutants, func(a, b int) bool { return g.class.Mutants[a].Killed < g.class.Mutants[b].Killed })
}

// clusters groups answers: models that behave exactly alike, and suites, suspects and bets that come to the same.
func (g *grading) clusters(ctx context.Context) {
	models := g.exercise.Kind == exercise.Refine || g.exercise.Kind == exercise.Guess
	var groups [][]int
	var heads []*comparison
	at := map[string]int{} // what comes to the same without a look
	for i, s := range g.all {
		if s.HandIn == nil || g.class.Rows[i].Status == exercise.Refused || ctx.Err() != nil {
			continue
		}
		key := g.outcome(i)
		var c *comparison
		if models {
			if c = g.look(ctx, s.HandIn.Answer.Model); c.model == nil || len(c.problems) > 0 {
				continue
			}
			key = s.HandIn.Answer.Model
		}
		n, seen := at[key]
		if !seen {
			if n = -1; models {
				n = g.alike(ctx, c, heads)
			}
			if n < 0 {
				n = len(groups)
				groups, heads = append(groups, nil), append(heads, c)
			}
			at[key] = n
		}
		groups[n] = append(groups[n], i)
	}
	order := make([]int, len(groups))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return len(groups[order[a]]) > len(groups[order[b]]) })
	for rank, n := range order {
		x := exercise.Cluster{Name: letters(rank), Rows: groups[n], Passed: g.class.Rows[groups[n][0]].Passed}
		if models {
			x.Model, x.Wrong = g.all[groups[n][0]].HandIn.Answer.Model, heads[n].wrong
		}
		for _, i := range groups[n] {
			g.class.Rows[i].Cluster = x.Name
		}
		g.class.Clusters = append(g.class.Clusters, x)
	}
}

// alike finds the cluster of a model by its first one, -1 if there is none. Action systems that behave alike may
// differ in whether they refine the reference, which is asked of all states that the reference reaches (Definition 3.2
// of the paper): where the exercise asks for refinement alone, these are two clusters.
func (g *grading) alike(ctx context.Context, c *comparison, heads []*comparison) int {
	for n, h := range heads {
		if h.equal != c.equal || !g.wantsEqual() && h.refines != c.refines || g.oneWay() && apart(h, c) {
			continue
		}
		if h.equal && c.equal {
			return n
		}
		if same, _ := g.same(ctx, h.model, c.model); same {
			return n
		}
	}
	return -1
}

// apart tells whether the run that shows one of two models to be wrong is no such run of the other. It spares
// comparisons where a run shows nothing but inputs and outputs.
func apart(a, b *comparison) bool {
	misses := func(x, y *comparison) bool { return x.test != nil && y.runs != nil && y.runs.Fails(x.test) == 0 }
	return misses(a, b) || misses(b, a)
}

// outcome says what an answer comes to, where no models are compared.
func (g *grading) outcome(i int) string {
	row := &g.class.Rows[i]
	switch g.exercise.Kind {
	case exercise.Kill:
		return fmt.Sprint(row.Killed, row.Final)
	case exercise.Find:
		return g.all[i].HandIn.Answer.Suspect
	}
	var claims []string
	seen := map[string]bool{}
	for _, b := range g.all[i].HandIn.Answer.Bets {
		if !seen[b.Mutant] {
			claims = append(claims, b.Mutant+" "+b.Claim)
		}
		seen[b.Mutant] = true
	}
	slices.Sort(claims)
	return strings.Join(claims, "\n")
}

// letters numbers clusters as spreadsheets number columns: A, ..., Z, AA, AB, ...
func letters(n int) string {
	name := ""
	for n++; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}
