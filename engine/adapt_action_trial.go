package engine

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine/action"
	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/action/referee"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Trial implements TestModel.
func (a actionModel) Trial(context.Context, report.Settings) (Trial, error) {
	return actionTrial{a.m, action.NewOutlook(a.m)}, nil
}

// An actionTrial runs traces of events: a test kills what can do behind its events what the original cannot do.
type actionTrial struct {
	m    *model.Model
	next *action.Outlook
}

// An actionTest is a trace with the runs of the original.
type actionTest struct {
	trace   action.Test
	columns []int       // by event; nil for a trace that nobody wrote in a line
	runs    *model.Runs // nil: the original cannot make it
	stuck   int         // the event at which its last run stops
}

func (t actionTest) String() string { return t.trace.String() }
func (t actionTest) Len() int       { return len(t.trace) }

func (x actionTrial) test(trace action.Test, columns []int) actionTest {
	runs, stuck := x.m.RunsAlong(trace)
	return actionTest{trace, columns, runs, stuck}
}

// Read implements Trial.
func (x actionTrial) Read(line string) (Test, error) {
	var trace action.Test
	var columns []int
	err := readEvents(line, "Lock Close after(20)", func(event []any, column int) error {
		ev, err := model.ReadEvent(event)
		if err == nil {
			err = x.m.Declares(ev)
		}
		trace, columns = append(trace, ev), append(columns, column)
		return err
	})
	if err != nil {
		return nil, err
	}
	return x.test(trace, columns), nil
}

// Fits implements Trial.
func (x actionTrial) Fits(t Test) error {
	test := t.(actionTest)
	if test.runs != nil {
		return nil
	}
	before := test.trace[:test.stuck]
	column := 1 + utf8.RuneCountInString(before.String())
	if test.stuck > 0 {
		column++
	}
	if test.columns != nil {
		column = test.columns[test.stuck]
	}
	allowed, place := "", "at the start"
	if runs, _ := x.m.RunsAlong(before); runs != nil {
		allowed = "; it allows " + x.next.Allowed(runs.Ends())
	}
	if test.stuck > 0 {
		place = "after " + before.String()
	}
	return &TestError{column, fmt.Sprintf("the original cannot make %s %s%s", test.trace[test.stuck], place, allowed)}
}

// Of implements Trial. A test has an event at least: where the initial state is unsafe, any does.
func (x actionTrial) Of(m *report.Mutant) Test {
	if m.Verdict != report.Killed {
		return nil
	}
	shown, err := x.m.ReadWitness(m.Counterexample)
	if err != nil {
		return nil
	}
	test := x.test(shown.Trace, nil)
	if test.Len() == 0 {
		longer := x.Longer(test, 1)
		if len(longer) == 0 {
			return nil
		}
		test = longer[0].(actionTest)
	}
	impl, _ := model.Parse(source.NewFile(x.m.File.Name, x.m.File.Mutated(*m)))
	if impl == nil || test.runs == nil {
		return nil
	}
	if c, err := referee.NewTrial(x.m, impl); err != nil || c.Fails(test.runs) == 0 {
		return nil // another outcome of some event hides it
	}
	return test
}

// Longer implements Trial: any event that the original can make may be next.
func (x actionTrial) Longer(t Test, most int) []Test {
	from := x.test(nil, nil)
	if t != nil {
		from = t.(actionTest)
	}
	if from.runs == nil {
		return nil
	}
	var all []Test
	for _, step := range x.next.Next(from.runs.Ends()) {
		if len(all) == most {
			break
		}
		all = append(all, x.test(append(from.trace[:len(from.trace):len(from.trace)], step...), nil))
	}
	return all
}

// Enter implements Trial.
func (x actionTrial) Enter(_ context.Context, impl Model) (Contestant, error) {
	other := impl.(actionModel).m
	c, err := referee.NewTrial(x.m, other)
	if err != nil {
		return nil, err
	}
	return actionContestant{c, other, action.NewOutlook(other)}, nil
}

type actionContestant struct {
	*referee.Trial
	m    *model.Model
	next *action.Outlook
}

// Fails implements Contestant. The wrong step may come behind the test's last event: it is number Len()+1 then.
func (c actionContestant) Fails(t Test) int {
	if runs := t.(actionTest).runs; runs != nil {
		return c.Trial.Fails(runs)
	}
	return 0
}

// Shows implements Contestant: the states that are possible behind each event, and the events that are possible
// there.
func (c actionContestant) Shows(t Test) []string {
	trace := t.(actionTest).trace
	runs, at := c.m.RunsAlong(trace)
	var texts []string
	for n := 1; n <= at; n++ {
		text := "in the middle of a step"
		if along, _ := c.m.RunsAlong(trace[:n]); along != nil {
			text = c.states(along.Ends()) + "; " + c.next.Allowed(along.Ends())
		}
		texts = append(texts, text)
	}
	if runs == nil {
		texts = append(texts, "cannot do "+trace[at].String())
	}
	return texts
}

// mostStates bounds the states that are listed behind an event.
const mostStates = 4

func (c actionContestant) states(states [][]int64) string {
	var all []string
	for i, state := range states {
		if i == mostStates {
			all = append(all, "…")
			break
		}
		var values []string
		for k, v := range c.m.Vars {
			values = append(values, v.Name+" = "+strconv.FormatInt(state[k], 10))
		}
		all = append(all, strings.Join(values, ", "))
	}
	return strings.Join(all, " or ")
}
