package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// sums is a formalism for the tests of the pipeline: a model is a list of numbers, one a line, and
// its behaviour is their sum. A mutant with a larger sum is killed, one with a smaller sum refines
// it. A sum beyond the budget of states is unknown.
type sums struct{}

func (sums) Describe() report.Formalism {
	return report.Formalism{
		Name: "sums", Title: "Sums", Extensions: []string{".sum"},
		Operators: []report.Operator{
			{Name: "inc", Paper: true}, {Name: "dec", Paper: true}, {Name: "drop"},
		},
	}
}

func (sums) Recognises(text string) bool { return strings.HasPrefix(text, "1") }

func (sums) Parse(f *source.File) (Model, source.Diagnostics) {
	m := &sum{file: f}
	var d source.Diagnostics
	at := 0
	for line := range strings.Lines(f.Text) {
		word := strings.TrimSpace(line)
		span := source.Span{Start: source.Pos(at), End: source.Pos(at + len(word))}
		at += len(line)
		n, err := strconv.Atoi(word)
		if err != nil {
			d.Add(span, "number", "got %q, want a number", word)
			continue
		}
		m.numbers = append(m.numbers, n)
		m.spans = append(m.spans, span)
	}
	return m, d
}

type sum struct {
	file    *source.File
	numbers []int
	spans   []source.Span
}

func (m *sum) total() (n int) {
	for _, x := range m.numbers {
		n += x
	}
	return n
}

func (m *sum) Format() string {
	var b strings.Builder
	for _, n := range m.numbers {
		fmt.Fprintln(&b, n)
	}
	return b.String()
}

func (m *sum) Facts() []report.Fact {
	return []report.Fact{{Label: "numbers", Value: strconv.Itoa(len(m.numbers))}}
}

type sumMutant report.Mutant

func (m sumMutant) Describe() report.Mutant { return report.Mutant(m) }

func (m *sum) Mutants(sel Selection) ([]Mutant, error) {
	if sel.Order > 1 {
		return nil, errors.New("sums have no mutants of second order")
	}
	var all []Mutant
	for _, op := range sel.Operators {
		for i, n := range m.numbers {
			to := map[string]string{"inc": strconv.Itoa(n + 1), "dec": strconv.Itoa(n - 1), "drop": "0"}[op]
			at := m.file.Shown(m.spans[i])
			all = append(all, sumMutant{
				ID: fmt.Sprintf("%s@%d:%d", op, at.Line, at.Column), Operator: op, Span: at,
				Original: m.file.Slice(m.spans[i]), Replacement: to,
			})
		}
	}
	return all, nil
}

func (m *sum) Checker(_ context.Context, s report.Settings) (Checker, error) {
	if s.Engine == "none" {
		return nil, errors.New("sums have no engine \"none\"")
	}
	return &sumChecker{m: m, states: s.Budget.States}, nil
}

func (m *sum) Compare(context.Context, Model, report.Settings) (report.Mutant, error) {
	return report.Mutant{}, errors.New("sums cannot be compared")
}

func (m *sum) RunTool(context.Context, ToolCall) ([]report.Section, error) {
	return nil, errors.New("sums have no tools")
}

type sumChecker struct {
	m      *sum
	states int
	busy   atomic.Bool // two goroutines must never share a checker

	compared atomic.Int32
}

func (c *sumChecker) Check(ctx context.Context, mutant Mutant) report.Mutant {
	if !c.busy.CompareAndSwap(false, true) {
		panic("two goroutines use one checker")
	}
	defer c.busy.Store(false)
	m := mutant.Describe()
	if ctx.Err() != nil {
		return m
	}
	impl, _ := sums{}.Parse(source.NewFile("", MutantText(c.m.file.Text, m)))
	was, is := c.m.total(), impl.(*sum).total()
	m.Effort = &report.Effort{States: is}
	switch {
	case c.states > 0 && is > c.states:
		m.Verdict, m.Strength, m.Reason = report.Unknown, report.None, "states"
	case is > was:
		m.Verdict, m.Strength, m.Length = report.Killed, report.Proved, report.Int(was)
	case is == was:
		m.Verdict, m.Strength, m.Reason = report.Unkillable, report.Proved, "equivalent"
	default:
		m.Verdict, m.Strength, m.Reason = report.Unkillable, report.Proved, "refines"
	}
	return m
}

// Fingerprint is the sum modulo 3, so that sums must be compared too. One that holds a 13 has none.
func (c *sumChecker) Fingerprint(_ context.Context, mutant Mutant) (string, bool) {
	return strconv.Itoa(c.sumOf(mutant) % 3), !slices.Contains(c.parsed(mutant).numbers, 13)
}

func (c *sumChecker) Same(_ context.Context, a, b Mutant) (same, decided bool) {
	c.compared.Add(1)
	return c.sumOf(a) == c.sumOf(b), c.sumOf(a) != 99
}

func (c *sumChecker) sumOf(mutant Mutant) int { return c.parsed(mutant).total() }

func (c *sumChecker) parsed(mutant Mutant) *sum {
	impl, _ := sums{}.Parse(source.NewFile("", MutantText(c.m.file.Text, mutant.Describe())))
	return impl.(*sum)
}

func (c *sumChecker) Evidence() []byte { return report.Raw(c.m.total()) }
func (c *sumChecker) Domain() []byte   { return nil }

func (c *sumChecker) Walk(context.Context, report.Mutant) (*report.Walk, error) {
	return &report.Walk{}, nil
}

func (c *sumChecker) Verify(_ context.Context, m report.Mutant, r *report.Report) error {
	impl, _ := sums{}.Parse(source.NewFile("", MutantText(r.Model.Text, m)))
	if killed := impl.(*sum).total() > c.m.total(); killed != (m.Verdict == report.Killed) {
		return fmt.Errorf("the sum is %d, which does not make it %s", impl.(*sum).total(), m.Verdict)
	}
	return nil
}

func sourceOf(text string) *source.File { return source.NewFile("test.sum", text) }
