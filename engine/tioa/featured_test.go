package tioa

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// vending is Fig. 2 of the paper with the mutations of Fig. 4 written out by hand.
const vending = `/*@ features soda, tea, tmi, cxl, cxs */
/*@ model soda || tea */
process Vending {
  clock x;
  state s0, s1 { x <= 5 /*@ !cxs */ && x <= 4 /*@ cxs */ };
  init s0;
  trans
    s0 -> s1 { sync euro?; assign x = 0; },
    s1 -u-> s0 { /*@ soda && !tmi */ guard x <= 2; sync soda!; },
    s1 -u-> s0 { /*@ tea && !cxl */ guard x >= 2; sync tea!; },
    s1 -u-> s0 { /*@ tea && cxl */ guard x >= 4; sync tea!; };
}
system Vending;
`

func parseFeatured(t *testing.T, text string) *model.Featured {
	t.Helper()
	file := source.NewFile("vending.xta", text)
	m, d := model.Parse(file)
	if m == nil || m.Features == nil {
		t.Fatal(d.Text(file))
	}
	return m.Families[0]
}

func TestProjection(t *testing.T) {
	f := parseFeatured(t, vending)
	for _, c := range []struct{ product, want string }{
		{"soda", "init s0|s0 true 00|s1 x <= 5 00|s0->s1 true euro? x = 0|s1->s0 x <= 2 soda! "},
		{"tea,cxl", "init s0|s0 true 00|s1 x <= 5 00|s0->s1 true euro? x = 0|s1->s0 x >= 4 tea! "},
		{"cxs,tea,cxl", "init s0|s0 true 00|s1 x <= 4 00|s0->s1 true euro? x = 0|s1->s0 x >= 4 tea! "},
		{"tmi,soda", "init s0|s0 true 00|s1 x <= 5 00|s0->s1 true euro? x = 0"},
	} {
		p := model.Product(strings.Split(c.product, ","))
		slices.Sort(p)
		if got := strings.Join(outline(f.Project(p)), "|"); got != c.want {
			t.Errorf("%s: got %s\nwant %s", c.product, got, c.want)
		}
	}
	ctx := context.Background()
	products, err := f.Features.Products(ctx, 100)
	if err != nil || len(products) != 3*8 {
		t.Errorf("%d products, want 24 (%v)", len(products), err)
	}
	for _, p := range products {
		if ok, _ := f.Features.Valid(ctx, p); !ok {
			t.Errorf("%v is listed and not valid", p)
		}
	}
	if ok, _ := f.Features.Valid(ctx, model.Product{"tmi"}); ok {
		t.Error("a machine without drinks is valid")
	}
	if _, err := f.Features.Products(ctx, 23); err == nil {
		t.Error("24 products fit into 23")
	}
}

func TestFeaturedTextRoundTrip(t *testing.T) {
	f := parseFeatured(t, vending)
	for _, f := range []*model.Featured{f, mutantsOf(t, "mutex", model.Alternative), mutantsOf(t, "coffee", model.OrGroup), mutantsOf(t, "accel", model.Alternative)} {
		text := f.Text()
		again := parseFeatured(t, text)
		if got := again.Text(); got != text {
			t.Errorf("got\n%s\nwant\n%s", got, text)
		}
		if again.Features.UVL() != f.Features.UVL() {
			t.Errorf("feature models differ:\n%s\n%s", again.Features.UVL(), f.Features.UVL())
		}
	}
}

func TestFeaturedErrors(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"soda && !tmi", "sode", "undefined-name"},
		{"soda && !tmi", "soda + 1", "type"},
		{"soda && !tmi", "soda &&", "syntax"},
		{"tea, tmi", "tea, tea", "duplicate"},
		{"tea, tmi", "tea, 1tmi", "feature"},
		{"init s0", "/*@ soda */ init s0", "annotation"},
		{"model soda || tea", "alternative big: soda2", "feature"},
	} {
		_, d := model.Parse(source.NewFile("", strings.Replace(vending, c.from, c.to, 1)))
		if !slices.ContainsFunc(d, func(x source.Diagnostic) bool { return x.Code == c.want }) {
			t.Errorf("%s for %s: got %v, want %s", c.to, c.from, d, c.want)
		}
	}
}

func mutantsOf(t testing.TB, name string, group model.GroupKind) *model.Featured {
	return mutants.FeaturedMutants(mutants.NewFamily(study(t, name), paperOperators(), 1, 0, 0), group)
}

// TestFeaturedMutantsProject wants the product of one mutation to be that mutant, and the product
// of none the model: for all operators.
func TestFeaturedMutantsProject(t *testing.T) {
	for _, name := range studies {
		fam := mutants.NewFamily(study(t, name), mutants.Operators, 1, 600, 1)
		f := mutants.FeaturedMutants(fam, model.Alternative)
		names := f.Features.Names()[2:]
		if got, want := loose(f, f.Project(nil)), loose(f, fam.Origin.Automaton); !slices.Equal(got, want) {
			t.Fatalf("%s: without mutations got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for i := range fam.Len() {
			m := fam.At(i)
			if f.IDs[names[i]] != m.ID() {
				t.Fatalf("feature %s is %s, want %s", names[i], f.IDs[names[i]], m.ID())
			}
			got, want := loose(f, f.Project(model.Product{names[i]})), loose(f, m.Result.Automaton)
			if !slices.Equal(got, want) {
				t.Fatalf("%s %s: got\n%s\nwant\n%s", name, m.ID(), strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// loose writes down an automaton without the order of its edges and without locations that no edge
// touches: the family keeps those that a mutation removes.
func loose(f *model.Featured, a *model.Automaton) []string {
	touched := map[int]bool{a.Initial: true}
	for _, e := range a.Edges {
		touched[e.Source], touched[e.Target] = true, true
	}
	c := *a
	c.Locations = nil
	for i, l := range a.Locations {
		copied := *l
		copied.Removed = !touched[i]
		c.Locations = append(c.Locations, &copied)
	}
	lines := outline(&c)
	slices.Sort(lines)
	return lines
}

func TestFeatureModelFacts(t *testing.T) {
	ctx := context.Background()
	f := mutantsOf(t, "coffee", model.Alternative)
	products, err := f.Features.Products(ctx, 100)
	if err != nil || len(products) != 56 {
		t.Errorf("%d products, want 55 mutants and the original (%v)", len(products), err)
	}
	f.Features.Constraints = append(f.Features.Constraints, expr.Make(expr.Not, mutants.Feature("TMI_e0")), mutants.Feature("TMI_e1"))
	facts, err := f.Features.Analyse(ctx)
	if err != nil || facts.Void || len(facts.Dead) != 54 || !slices.Equal(facts.Core, []string{"mutation", "TMI_e1"}) {
		t.Errorf("got %+v", facts)
	}
	f.Features.Constraints = append(f.Features.Constraints, mutants.Feature("TMI_e2"))
	if facts, _ := f.Features.Analyse(ctx); !facts.Void {
		t.Error("two alternatives at once")
	}
}

const uvlWant = `features
	Size
		optional
			box
				alternative
					small
					large
			lid
constraints
	large => lid
	! (small & lid)
`

func TestUVL(t *testing.T) {
	text := `/*@ features box, lid */ /*@ alternative box: small, large */ /*@ model large imply lid */ /*@ model !(small && lid) */
process Size { clock x; state a; init a; trans a -u-> a { /*@ lid == box */ sync o!; }; } system Size;`
	f := parseFeatured(t, text)
	if got := f.Features.UVL(); got != uvlWant {
		t.Errorf("got\n%s\nwant\n%s", got, uvlWant)
	}
	products, _ := f.Features.Products(context.Background(), 100)
	if got := len(products); got != 4 { // none; lid; box small; box large lid
		t.Errorf("%d products: %v", got, products)
	}
}
