package action

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/action/referee"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// The explicit engine against an enumeration of every argument and every state, on random models.

// genModel draws the text of a small model.
func genModel(t *rapid.T) string {
	g := gen{t}
	var b strings.Builder
	b.WriteString("type(s, X) :- X in 0..2.\ntype(n, X) :- X in -2..1.\ntype(p, X) :- X in -1..3.\n")
	b.WriteString("var([x], s).\nvar([y], n).\nstate_def([x, y]).\n")
	fmt.Fprintf(&b, "init([%d, %d]).\nas :- actions (\n", g.num(0, 2), g.num(-2, 1))
	for i, head := range []string{"'a'", "'b'(P)", "'c'(P, Q)"} {
		params := []string{"x", "y", "P", "Q"}[:2+i]
		sep := ","
		if i == 2 {
			sep = ""
		}
		fmt.Fprintf(&b, "  %s::(%s) => (%s)%s\n", head, g.cond(params, 2), g.body(params, 3), sep)
	}
	fmt.Fprintf(&b, "), dood (\n  %s\n).\n", g.do(2))
	return b.String()
}

type gen struct{ t *rapid.T }

func (g gen) num(lo, hi int) int       { return rapid.IntRange(lo, hi).Draw(g.t, "n") }
func (g gen) pick(of ...string) string { return rapid.SampledFrom(of).Draw(g.t, "pick") }
func (g gen) name(of []string) string  { return g.pick(of...) }
func (g gen) leaf(of []string) string {
	if g.num(0, 2) == 0 {
		return fmt.Sprint(g.num(-2, 3))
	}
	return g.name(of)
}

func (g gen) term(of []string, depth int) string {
	if depth == 0 || g.num(0, 2) > 0 {
		return g.leaf(of)
	}
	return "(" + g.term(of, depth-1) + g.pick(" + ", " - ", " * ") + g.term(of, depth-1) + ")"
}

func (g gen) cond(of []string, depth int) string {
	switch g.num(0, 5) {
	case 0:
		if depth > 0 {
			return "(" + g.cond(of, depth-1) + ` #/\ ` + g.cond(of, depth-1) + ")"
		}
	case 1:
		if depth > 0 {
			return "(" + g.cond(of, depth-1) + ` #\/ ` + g.cond(of, depth-1) + ")"
		}
	case 2:
		if depth > 0 {
			return `#\ (` + g.cond(of, depth-1) + ")"
		}
	case 3:
		return "true"
	}
	return g.term(of, 1) + " " + g.pick("#=", `#\=`, "#<", "#>", "#=<", "#>=") + " " + g.term(of, 1)
}

func (g gen) body(of []string, depth int) string {
	if depth == 0 {
		return g.pick("x", "y") + " := " + g.term(of, 1)
	}
	switch g.num(0, 4) {
	case 0:
		return "((" + g.body(of, depth-1) + ") [] (" + g.body(of, depth-1) + "))"
	case 1:
		return "((" + g.body(of, depth-1) + "); (" + g.body(of, depth-1) + "))"
	case 2:
		return "((" + g.cond(of, 1) + ") => (" + g.body(of, depth-1) + "))"
	case 3:
		return "skip"
	}
	return g.body(of, 0)
}

func (g gen) do(depth int) string {
	if depth > 0 && g.num(0, 1) == 0 {
		return "(" + g.do(depth-1) + ") " + g.pick("[]", "[]", "//", ";") + " (" + g.do(depth-1) + ")"
	}
	return g.pick("'a'", "[P:p]:'b'(P)", "[P:p, Q: -1..1]:'c'(P, Q)", "[P:s]:'b'(P)", "'a' [] [P:p]:'b'(P)")
}

// naive holds the original's steps by complete enumeration.
type naive struct {
	m      *model.Model
	states [][]int64
	paths  [][]model.Move
}

// everyArgument visits all argument tuples of an entry.
func everyArgument(e *model.Entry, visit func(args []int64) bool) {
	var lists [][]int64
	for _, r := range e.Ranges() {
		lists = append(lists, model.Values(r))
	}
	model.Tuples(lists, visit)
}

func enumerate(m *model.Model) *naive {
	n := &naive{m: m, states: [][]int64{m.Init}, paths: [][]model.Move{nil}}
	for at := 0; at < len(n.states); at++ {
		n.each(m, n.states[at], func(mv model.Move) bool {
			if !model.HasState(n.states, mv.Post) {
				n.states = append(n.states, mv.Post)
				n.paths = append(n.paths, append(slices.Clone(n.paths[at]), mv))
			}
			return true
		})
	}
	return n
}

// each visits the steps of a model from a state in the canonical order.
func (n *naive) each(m *model.Model, state []int64, visit func(model.Move) bool) bool {
	for _, e := range m.Entries {
		goOn := true
		everyArgument(e, func(args []int64) bool {
			for _, post := range m.Posts(e, state, args) {
				if goOn = visit(model.Move{Entry: e, Args: slices.Clone(args), Post: post}); !goOn {
					return false
				}
			}
			return true
		})
		if !goOn {
			return false
		}
	}
	return true
}

// beyond gives the first step that one model makes and the other does not.
func (n *naive) beyond(one, other *model.Model, state []int64) (wrong *model.Move) {
	n.each(one, state, func(mv model.Move) bool {
		if !other.Allows(state, mv.Events(), mv.Post) {
			wrong = &mv
		}
		return wrong == nil
	})
	return wrong
}

// judge decides Definition 4.1 by trying everything.
func (n *naive) judge(v *model.Variant) *Outcome {
	out := &Outcome{Verdict: report.Unkillable, Reason: ReasonEquivalent, Strength: report.Proved, NoFault: true}
	for i, s := range n.states {
		if mv := n.beyond(v.Impl, v.Spec, s); mv != nil {
			return &Outcome{Verdict: report.Killed, Strength: report.Proved, Witness: &Witness{n.paths[i], s, *mv}}
		}
		if mv := n.beyond(v.Spec, v.Impl, s); mv != nil && out.Lost == nil {
			out.Reason, out.Lost = ReasonRefines, &Witness{n.paths[i], s, *mv}
		}
	}
	var lists [][]int64
	for _, r := range varRanges(v.Spec) {
		lists = append(lists, model.Values(r))
	}
	model.Tuples(lists, func(state []int64) bool {
		if mv := n.beyond(v.Impl, v.Spec, state); mv != nil {
			out.NoFault, out.Fault = false, &Witness{nil, slices.Clone(state), *mv}
		}
		return out.NoFault
	})
	return out
}

// plainly gives an outcome without what is not decided by the definition.
func plainly(out *Outcome) []any {
	show := func(w *Witness) any {
		if w == nil {
			return nil
		}
		parts := []any{fmt.Sprint(w.State), fmt.Sprint(w.Step.Events(), w.Step.Post)}
		for _, mv := range w.Path {
			parts = append(parts, fmt.Sprint(mv.Events(), mv.Post))
		}
		return parts
	}
	return []any{out.Verdict, out.Reason, out.Strength, show(out.Witness), show(out.Fault), show(out.Lost), out.NoFault}
}

func TestExplicitAgreesWithEnumeration(t *testing.T) {
	kinds := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		text := genModel(t)
		f := newFile(text)
		m, diags := model.Parse(f)
		if m == nil {
			t.Fatalf("%s\n%s", diags.Text(f), text)
		}
		all := enumerate(m)
		sp, err := explore(context.Background(), compile(m, newLayout(varRanges(m))), newLimits(0, 0))
		if err != nil || sp.expanded != len(all.states) {
			t.Fatalf("got %d states, want %d", sp.expanded, len(all.states))
		}
		for i, s := range all.states {
			if got := sp.moves(i); !slices.Equal(sp.vals(i), s) || plainPath(got) != plainPath(all.paths[i]) {
				t.Fatalf("state %d: got %v by %s, want %v by %s", i, sp.vals(i), plainPath(got), s, plainPath(all.paths[i]))
			}
		}
		eng := &explicit{sp, newLimits(0, 0)}
		mutants, err := Mutants(m, Selection{Operators: allOperators, Order: g(t).num(1, 2), Sample: 12, Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		for _, mu := range mutants {
			v := mu.Build()
			if v == nil {
				continue
			}
			out, err := eng.judge(context.Background(), v)
			if err != nil {
				t.Fatal(err)
			}
			if err := confirm(v, out); err != nil {
				t.Fatalf("%s: %v", mu.ID, err)
			}
			if got, want := plainly(out), plainly(all.judge(v)); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s %q → %q:\ngot  %v\nwant %v", mu.ID, mu.Describe().Original, mu.Describe().Replacement, got, want)
			}
			kinds[out.Verdict+out.Reason]++
		}
	})
	if len(kinds) < 3 {
		t.Errorf("the models hold too few kinds of mutants: %v", kinds)
	}
	t.Log(kinds)
}

func g(t *rapid.T) gen { return gen{t} }

func plainPath(path []model.Move) string {
	var parts []string
	for _, mv := range path {
		parts = append(parts, fmt.Sprint(mv.Events(), mv.Post))
	}
	return strings.Join(parts, " ")
}

// What verification accepts: every verdict of random models.
func TestVerifyAgreesOnRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genModel(t)
		m, _ := model.Parse(newFile(text))
		c, err := NewChecker(context.Background(), m, report.Settings{}, referee.New(m, report.Settings{}))
		if err != nil {
			t.Fatal(err)
		}
		mutants, err := Mutants(m, Selection{Operators: allOperators, Sample: 6, Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		for _, mu := range mutants {
			r := c.Check(context.Background(), mu)
			if err := verify(c, r, c.Evidence()); err != nil {
				t.Fatalf("%s %s: %v", r.ID, outline(r), err)
			}
			if _, err := c.Walk(r); err != nil {
				t.Fatalf("%s: walk: %v", r.ID, err)
			}
		}
	})
}

// Representatives find what all values find: the same states, at the same depths.
func TestRepresentatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, _ := model.Parse(newFile(genModel(t)))
		all := enumerate(m)
		found, depth := [][]int64{m.Init}, map[string]int{stateKey(m.Init): 0}
		for at := 0; at < len(found); at++ {
			s := found[at]
			for _, e := range m.Entries {
				m.EachPosts(e, s, model.Representatives(e, m), func(_ []int64, posts [][]int64) bool {
					for _, post := range posts {
						if _, known := depth[stateKey(post)]; !known {
							depth[stateKey(post)] = depth[stateKey(s)] + 1
							found = append(found, post)
						}
					}
					return true
				})
			}
		}
		if len(found) != len(all.states) {
			t.Fatalf("got %d states, want %d", len(found), len(all.states))
		}
		for i, s := range all.states {
			if got, want := depth[stateKey(s)], len(all.paths[i]); got != want {
				t.Fatalf("%v is reached in %d steps, want %d", s, got, want)
			}
		}
	})
}

// The referee reaches the states that trying everything reaches, and wants them all.
func TestRefereeReachesAll(t *testing.T) {
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		m, _ := model.Parse(newFile(genModel(t)))
		all := enumerate(m)
		shown := map[string]any{"depth": len(all.paths[len(all.paths)-1]), "reachable": all.states,
			"states": len(all.states), "variables": m.VarNames()}
		c, err := NewChecker(context.Background(), m, report.Settings{}, referee.New(m, report.Settings{}))
		if err != nil {
			t.Fatal(err)
		}
		mutants, err := Mutants(m, Selection{Operators: allOperators, Sample: 6, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, mu := range mutants {
			r := c.Check(context.Background(), mu)
			if r.Verdict != report.Unkillable || mu.Build().Same() {
				continue
			}
			if err := verify(c, r, report.Raw(shown)); err != nil {
				t.Fatalf("%s: %v", r.ID, err)
			}
			fewer := maps.Clone(shown)
			fewer["reachable"], fewer["states"] = all.states[1:], len(all.states)-1
			if verify(c, r, report.Raw(fewer)) == nil {
				t.Fatalf("%s: verified without the initial state", r.ID)
			}
			refused++
		}
	})
	if refused == 0 {
		t.Error("no mutant was unkillable")
	}
}

func TestRandomModelsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, _ := model.Parse(newFile(genModel(t)))
		once := m.Format()
		back, diags := model.Parse(newFile(once))
		if back == nil {
			t.Fatalf("%v\n%s", diags, once)
		}
		if twice := back.Format(); twice != once {
			t.Fatalf("printed again:\n%s\nwas\n%s", twice, once)
		}
		if v, err := model.NewVariant(m, back); err != nil || len(v.Changed)+len(v.Gone) > 0 {
			t.Fatalf("another model (%v):\n%s", err, once)
		}
	})
}

func TestUncovered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gen{t}
		draw := func() []int64 {
			a, b := int64(g.num(0, 4)), int64(g.num(0, 4))
			return []int64{a, b, a + int64(g.num(0, 3)), b + int64(g.num(0, 3))}
		}
		box := draw()
		var others [][]int64
		for range g.num(0, 5) {
			others = append(others, draw())
		}
		var want []int64
		for x := box[0]; x <= box[2]; x++ {
			for y := box[1]; y <= box[3]; y++ {
				p := []int64{x, y, x, y}
				if want == nil && !slices.ContainsFunc(others, func(o []int64) bool { return contains(o, p) }) {
					want = []int64{x, y}
				}
			}
		}
		if got := uncovered(box, others); !slices.Equal(got, want) {
			t.Fatalf("%v without %v: got %v, want %v", box, others, got, want)
		}
	})
}

// The bounds of an expression hold all its values.
func TestReachHoldsAllValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, _ := model.Parse(newFile(genModel(t)))
		for i, a := range m.Actions {
			params := model.ParamRanges(m, i)
			model.WalkBody(a.Run, func(b *model.Body) bool {
				if b.Expr == nil {
					return true
				}
				r, ok := model.Reach(b.Expr, m.Vars, params)
				var lists [][]int64
				for _, rg := range append(varRanges(m), params...) {
					lists = append(lists, model.Values(rg))
				}
				model.Tuples(lists, func(vals []int64) bool {
					if v, fault := expr.Eval(b.Expr, vals, expr.Wide); !ok || fault != expr.NoFault || !r.Has(v) {
						t.Fatalf("%s is %d, not in %v", model.Spell(b.Expr), v, r)
					}
					return true
				})
				return true
			})
		}
	})
}
