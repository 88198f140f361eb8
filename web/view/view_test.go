package view

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/store"
	_ "github.com/mutarium/mutarium/web/view/internal/native"
)

// components are all of the package. A copy that keeps its Core keeps alive all that was ever drawn.
var components = map[string]vecty.Component{
	"Root": &Root{State: &store.State{}},
	"Memo": memo(1, func(int) *vecty.HTML { return el("div") }),
	"Host": &Host{Name: "x"},
}

func TestCopiesHoldNothingOfWhatWasDrawn(t *testing.T) {
	for name, c := range components {
		copier, ok := c.(vecty.Copier)
		if !ok {
			t.Errorf("%s has no Copy", name)
			continue
		}
		// What Vecty notes in the Core of a drawn component.
		core := reflect.ValueOf(c).Elem().FieldByName("Core")
		ctx := reflect.ValueOf(c.Context()).Elem()
		if ctx.NumField() == 0 || !core.IsValid() {
			t.Fatalf("%s: Vecty's Core has another shape", name)
		}
		cp := copier.Copy()
		if reflect.TypeOf(cp) != reflect.TypeOf(c) || cp == c {
			t.Errorf("%s: the copy is a %T", name, cp)
		}
		if !reflect.ValueOf(cp).Elem().FieldByName("Core").IsZero() {
			t.Errorf("%s: the copy's Core is not zero", name)
		}
	}
}

// Every type that embeds vecty.Core stands in the list above, and its Copy names its fields, so that
// the Core cannot slip in by copying the whole.
func TestEveryComponentIsKnown(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && embedsCore(spec) && components[spec.Name.Name] == nil {
				t.Errorf("%s: the component %s is not in the list of this test", f.Name(), spec.Name.Name)
			}
			if d, ok := n.(*ast.FuncDecl); ok && d.Name.Name == "Copy" && d.Recv != nil {
				ast.Inspect(d.Body, func(n ast.Node) bool {
					if star, ok := n.(*ast.StarExpr); ok {
						if _, ok := star.X.(*ast.Ident); ok {
							t.Errorf("%s: a Copy copies the whole component", f.Name())
						}
					}
					return true
				})
			}
			return true
		})
	}
}

func embedsCore(spec *ast.TypeSpec) bool {
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return false
	}
	for _, f := range s.Fields.List {
		if sel, ok := f.Type.(*ast.SelectorExpr); ok && len(f.Names) == 0 && sel.Sel.Name == "Core" {
			return true
		}
	}
	return false
}

func TestAMemoIsDrawnWhenItsValueChanged(t *testing.T) {
	type v struct{ List []string }
	draw := func(v) *vecty.HTML { return el("div") }
	a := memo(v{[]string{"x"}}, draw)
	if !memo(v{[]string{"x"}}, draw).SkipRender(a.Copy()) {
		t.Error("an equal value is drawn again")
	}
	if memo(v{[]string{"y"}}, draw).SkipRender(a.Copy()) {
		t.Error("another value is not drawn")
	}
	if memo(1, func(int) *vecty.HTML { return nil }).SkipRender(a.Copy()) {
		t.Error("a Memo of another type is taken for the same")
	}
}

// all draws the whole page in many states. Memos draw when they are asked to, so they are asked.
func all(s *store.State) {
	(&Root{State: s}).Render()
	drawHeader(headerOf(s))
	drawBanners(bannersOf(s))
	drawNotice(s.Notice)
	drawNarrow(s.Layout.Tab)
	drawModelHead(modelHeadOf(s))
	drawDrawerTabs(drawerTabsOf(s))
	drawOperators(operatorsOf(s))
	drawSettings(settingsOf(s))
	drawProblems(problemsOf(s))
	for _, as := range []string{"", "table", "words"} {
		s.Diagram.As = as
		drawDiagram(diagramOf(s))
	}
	drawSummary(summaryOf(s))
	drawFilters(filtersOf(s))
	drawWindow(windowOf(s))
	for _, r := range windowOf(s).Slots {
		drawRow(r)
	}
	drawDetailTabs(detailTabsOf(s))
	drawMutant(mutantOf(s))
	drawBreakHead(breakHeadOf(s))
	drawBreak(breakOf(s))
	drawTools(toolsOf(s))
	drawTour(tourOf(s))
	drawMore(moreOf(s))
	drawChanged(changedSays(s))
	for _, d := range []string{"", "compare", "examples", "new", "history", "share", "display", "download", "help"} {
		s.Dialog = d
		drawDialog(dialogOf(s))
	}
	s.Dialog = ""
}

func TestEveryNamedActionExists(t *testing.T) {
	asked := map[string]bool{}
	named = func(name string) { asked[name] = true }
	defer func() { named = func(string) {} }()
	for _, s := range states() {
		all(&s.State)
	}
	for name := range asked {
		if acts[name] == nil && !slices.Contains(pageActs, name) {
			t.Errorf("an element asks for %q, which nothing does", name)
		}
	}
	for name := range acts {
		if !asked[name] {
			t.Errorf("no element asks for %q in any state of this test", name)
		}
		if Act(name, "1|1", "1") == nil {
			t.Errorf("%q gives no action", name)
		}
	}
	if Act("nonsense", "", "") != nil {
		t.Error("nonsense gives an action")
	}
}

// states are pages as they may stand.
func states() []*store.Store {
	quiet := func(store.Effect) {}
	loading := store.New(quiet)
	failed := store.New(quiet)
	failed.Dispatch(store.EngineFailed{Why: "no"})

	full := store.New(quiet)
	full.Formalisms = []report.Formalism{{
		Name: "toy", Title: "Toy", Templates: []report.Template{{Name: "empty"}}, Examples: []report.Example{{Name: "e", Title: "E", Watch: "w", Mutant: "inc@1:5", Text: "x = 1"}},
		Operators: []report.Operator{{Name: "inc", Title: "Inc", Paper: true}},
		Options:   []report.Option{{Name: "c", Kind: "choice", Choices: []string{"a"}}, {Name: "f", Kind: "flag"}, {Name: "n", Kind: "number"}, {Name: "t", Kind: "text"}},
		Tools:     []report.Tool{{Name: "t", Inputs: []report.Option{{Name: "f", Kind: "file"}, {Name: "m", Kind: "mutant"}}}},
	}}
	full.Engine.Phase, full.Work.Formalism, full.Work.Text = store.Ready, "toy", "x = 1"
	full.Layout.Detail, full.Tools.Open, full.Tools.Ran = "tools", "t", "t"
	full.History = []store.Past{{Text: "old", When: 1}}
	full.Offer, full.Unsaved, full.Tour = "toy", true, 1
	full.Share.Link = strings.Repeat("x", 9000)
	full.Origin = store.Origin{Shown: true, Outcome: "differs", Says: "s"}
	full.Notice = store.Notice{Text: "n", Tone: "good"}
	problem := report.Diagnostic{Severity: "error", Message: "m", Hint: "h", Notes: []report.Note{{Message: "n"}}}
	full.Analysis = &wire.Analysis{Valid: true, Diagnostics: []report.Diagnostic{problem}, Counts: map[string]int{"inc": 1}}
	why := &report.Why{Code: "masked", Text: "`a` is 1.", Check: report.Check{Impl: "x = 2", Text: "c"}}
	walk := &report.Walk{Spec: "S", Impl: "M", Conclusion: "c", Why: why, Steps: []report.WalkStep{
		{Label: "start", Spec: report.Side{Vars: []report.Var{{Name: "x", Value: "1"}}, Enabled: []string{"a"}}},
		{Label: "a", Time: "1/2", Tone: "bad", Note: "n", Spec: report.Side{Refuses: "r", Location: "l"}, Impl: report.Side{Vars: []report.Var{{Name: "x", Value: "2", Changed: true, Differs: true}}, Zone: "z"}},
	}}
	m := &report.Mutant{ID: "inc@1:5", Operator: "inc", Verdict: report.Killed, Length: report.Int(0), Original: "1", Replacement: "2",
		Span: report.Span{Line: 1, Column: 5, EndLine: 1, EndColumn: 6}, Counterexample: []byte("{}"), Notes: []string{"n"}}
	full.Run = store.Run{Status: store.Broken, Head: &report.Report{Model: report.Model{Text: "x = 1"}}}
	var d wire.Draft
	d.Add(1, m)
	store.Unpack = func(pages any, which int) []byte { return pages.([wire.Pages][]byte)[which] }
	full.Run.Put(d.Sheet())
	full.List.Selected, full.List.Filter.Text, full.List.Filter.Line = m.ID, "inc", 1
	full.Walk = store.Walking{For: m.ID, Walk: walk, Step: 1}
	full.Break = store.Break{Open: true, Mutant: m, Walk: walk}
	full.Tools.Sections = []report.Section{{Title: "s", Blocks: []report.Block{
		{Text: "t", Tone: "good"}, {Facts: []report.Fact{{Label: "l", Value: "v"}}},
		{Code: &report.Code{Text: "c"}}, {Table: &report.Table{Columns: []string{"a"}, Rows: [][]string{{"1"}}, Tones: []string{"bad"}}},
		{Graph: &report.Graph{Nodes: []report.GraphNode{{ID: "a", Initial: true}}}}, {Walk: walk},
		{Matrix: &report.Matrix{Mutants: []string{"a"}, Rows: []report.MatrixRow{{Test: "t", Kills: []byte{1}}}, States: "k"}},
		{Timeline: &report.Timeline{Rows: []report.TimelineRow{{Label: "r", Marks: []report.TimelineMark{{Label: "m", Time: "1"}}}}}},
	}}}
	full.Diagram.Drawn = &report.Diagram{View: "v", Views: []report.GraphView{{Name: "v"}, {Name: "w"}}, Graph: &report.Graph{
		Nodes: []report.GraphNode{{ID: "a", Label: "a", Initial: true}, {ID: "+b", Label: "b", Side: report.Added}},
		Edges: []report.GraphEdge{{ID: "t", From: "a", To: "a", Label: "x", Was: "y", Side: report.Changed},
			{ID: "+u", From: "a", To: "+b", Side: report.Added}}}}
	full.Diagram.Places = draw.NewScene(full.Diagram.Drawn.Graph).Place()
	full.Diagram.With, full.Diagram.Of = m.ID, "x = 1"
	full.Tools.Layouts = map[string]*draw.Layout{}

	running := store.New(quiet)
	running.State = full.State
	running.Run.Status = store.Running
	running.Tools.Busy = true
	running.Layout.Drawer = "settings"
	running.Break = store.Break{Diagnostics: []report.Diagnostic{problem}}
	refused := store.New(quiet)
	refused.State = full.State
	refused.Run.Status, refused.Run.Trouble, refused.Layout.Drawer = store.Refused, "t", "problems"
	refused.Walk.Walk = &report.Walk{Why: &report.Why{Code: report.WhyBudget, Raise: report.BudgetStates}}
	compared := store.New(quiet)
	compared.State = full.State
	compared.Run.Status = store.Done
	compared.Dispatch(store.OpenFile{Text: `{"format": 2, "model": {"formalism": "toy", "text": "x = 1"}, "mutants": [
		{"id": "inc@1:5", "operator": "inc", "original": "1", "replacement": "2", "span": {"line": 1}, "verdict": "unknown"},
		{"id": "dec@1:5", "operator": "dec", "original": "1", "replacement": "0", "span": {"line": 1}, "verdict": "killed"}]}`})
	return []*store.Store{loading, failed, full, running, refused, compared}
}

func TestVerdictsInWords(t *testing.T) {
	for _, c := range []struct {
		m    report.Mutant
		want string
	}{
		{report.Mutant{Verdict: report.Killed, Length: report.Int(0)}, "Killed at step 1."},
		{report.Mutant{Verdict: report.Killed, Length: report.Int(0), DuplicateOf: "a@1:1"}, "Killed at step 1. It behaves exactly like a@1:1: a test that kills one kills the other."},
		{report.Mutant{Verdict: report.Killed, Length: report.Int(4), Strength: report.Proved}, "Killed at step 5."},
		{report.Mutant{Verdict: report.Killed, Reason: "init", Length: report.Int(0)}, "Killed at the start."},
		{report.Mutant{Verdict: report.Unkillable, Reason: "equivalent", Strength: report.Proved}, "Equivalent (proved). It behaves exactly like the original"},
		{report.Mutant{Verdict: report.Unkillable, Reason: "refines", Strength: report.Proved}, "Refines (proved). It only does what the original allows"},
		{report.Mutant{Verdict: report.Unknown, Reason: "depth", Strength: report.Bounded, K: 20}, "Undecided: no difference in the first 20 steps; not proved beyond."},
		{report.Mutant{Verdict: report.Unknown, Reason: "satCalls"}, "Undecided: the limit on solver calls was reached. Raise it in Settings"},
		{report.Mutant{Verdict: report.Invalid, Reason: "time-stopped"}, "Invalid: the change does not give a valid model. It is not counted."},
		{report.Mutant{}, "Not judged yet."},
	} {
		if got := Says(&c.m); !strings.HasPrefix(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A list row shows the change, not the separator around it.
func TestBare(t *testing.T) {
	for in, want := range map[string]string{
		", b -u-> c { }": "b -u-> c { }", "x := 0;": "x := 0", " + 1": " + 1", ",": ",", "": "", "a;\n  ": "a",
	} {
		if got := bare(in); got != want {
			t.Errorf("bare(%q) = %q, want %q", in, got, want)
		}
	}
}

// Where the selected operators make less than a third of all mutants, the page says what all would add.
func TestHintForMoreOperators(t *testing.T) {
	for _, c := range []struct {
		counts map[string]int
		on     []string
		want   int
	}{
		{map[string]int{"a": 4, "b": 13}, []string{"a"}, 13},
		{map[string]int{"a": 5, "b": 10}, []string{"a"}, 0}, // a third
		{map[string]int{"a": 4, "b": 13}, []string{"a", "b"}, 0},
		{map[string]int{"a": 0, "b": 13}, []string{"a"}, 0}, // the list says that nothing was found
	} {
		s := store.New(func(store.Effect) {})
		s.Formalisms = []report.Formalism{{Name: "toy", Operators: []report.Operator{{Name: "a"}, {Name: "b"}}}}
		s.Work.Formalism, s.Work.Settings.Operators = "toy", c.on
		s.Analysis = &wire.Analysis{Valid: true, Counts: c.counts}
		if got := moreOf(&s.State); got != c.want {
			t.Errorf("%v of %v: %d more, want %d", c.on, c.counts, got, c.want)
		}
		s.Analysis.Valid = false
		if got := moreOf(&s.State); got != 0 {
			t.Errorf("%v: %d more in a model with errors", c.counts, got)
		}
	}
}
