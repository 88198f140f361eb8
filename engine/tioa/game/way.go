package game

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// Runs to what an exploration has found.

// Watch makes the constants of the goal count in every location.
func (x *Explorer) Watch(goal Conj) { x.goal = goal }

// RunTo makes the trace of a path in the zone graph: a counterexample without a specification. It does
// not check it.
func (x *Explorer) RunTo(found int, goal Conj, start dbm.Zone) (*trace.Trace, error) {
	nothing := &System{Name: "", Syms: x.s.Syms, Locs: []*Loc{{Inv: always, Max: []int64{0}}}}
	t := &tracer{impl: x.s, spec: behind(nothing, len(x.s.Clocks)), dim: x.s.Dim(), slab: x.s.Slab(), start: start}
	for _, i := range x.path(found) {
		n := x.Nodes[i]
		j := joint{impl: n.Loc, byImpl: n.via, zone: n.Zone}
		if n.via != nil {
			j.act, j.output = n.via.Act, n.via.Output
		}
		t.path = append(t.path, j)
	}
	t.goal = Cond{goal}.Zones(t.dim, t.slab)
	f := &Failure{Fault: trace.NoFault}
	t.out = newTrace(x.s, nothing, f)
	t.back(f)
	if err := t.forward(f); err != nil {
		return nil, err
	}
	last := t.out.Steps[len(t.out.Steps)-1]
	if n := len(t.out.Steps) - 1; n > 0 && last.Delay.Sign() == 0 {
		t.out.Steps = t.out.Steps[:n]
	}
	t.out.Conclusion = fmt.Sprintf("%s is in %s at time %s", x.s.Name, last.Impl.Location,
		report.Time(last.Time.String()))
	return t.out, nil
}

// A Way is how a state of a system is reached.
type Way struct {
	Of  *System
	Run *trace.Trace // not replayed yet; nil: the state is there at the start
}

// wayTo is a run to some state of a zone in a node, nil where none was made.
func (x *Explorer) wayTo(i int, where dbm.Zone) *Way {
	if len(x.path(i)) == 1 && where.Intersects(dbm.Zero(where.Dim())) {
		return &Way{Of: x.s}
	}
	goal, ok := where.Guard()
	if !ok {
		return nil
	}
	t, err := x.RunTo(i, Conj(goal), dbm.Zero(x.s.Dim()))
	if err != nil {
		return nil
	}
	return &Way{Of: x.s, Run: t}
}
