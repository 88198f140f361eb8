package view

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// seen is what is read of a row where so many letters of its change, and so many of the line below, have room. The
// outcome is left out: rows are to differ before they are judged.
func seen(lines []string, m *report.Mutant, titles map[string]string, change, sub int) string {
	text := ""
	for _, p := range changeOf(lines, m) {
		if p.Tag == "span.arrow" {
			p.Text = " " + p.Text + " "
		}
		text += source.Visible(p.Text)
	}
	return head(text, change) + "\n" + head(placeOf(m)+" · "+titleOf(titles, m.Operator), sub)
}

// Letters of a change and of the line below it that have room in pages of these widths, in pixels: letters of changes
// are 7.6 wide, those below at most 6.4, and the outcome leaves them half of the line.
var widths = map[int][2]int{390: {42, 22}, 768: {92, 52}, 1280: {42, 22}}

// imported are models in the formats of others, beside those of the gallery.
func imported(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{
		"markup.dot": `digraph g { node [shape=circle]; s0 -> s1 [label=<one | two<br />out / of order>, color=red]; s0 -> s0 [label=<three<br/>none>];
			s1 -> s0 [label="one / none\ntwo / out / of order\nthree / a rather long output of this machine"]; __start0 -> s0; }`,
		"timers.dot": `digraph g { lit [timers="t=2,u=3"]; dark -> lit [label="press / on"]; lit -> dark [label="to[u] / off"];
			lit -> lit [label="to[t] / blink"]; __start0 -> dark; }`,
		"m.kiss2": ".i 2\n.o 1\n.r st0\n-- st0 st1 0\n0- st1 st0 1\n1- st1 st1 0\n.e\n",
		"m.aut":   "des (0, 4, 2)\n(0, \"a / x\", 1)\n(0, \"b / y\", 0)\n(1, \"a / y\", 1)\n(1, \"b / x\", 0)\n",
		"m.json":  `{"transitions":[{"from":"s","input":"a","output":"x","to":"t"},{"from":"t","input":"a","output":"y","to":"s"}],"timeouts":[{"from":"t","delay":2,"to":"s"}]}`,
	}
	all["m.xml"] = `<nta><declaration>chan go, done; clock x;</declaration><template><name>P</name>
		<location id="a"><name>A</name><label kind="invariant">x &lt;= 5</label></location><location id="b"><name>B</name></location><init ref="a"/>
		<transition controllable="false"><source ref="a"/><target ref="b"/><label kind="guard">x &gt;= 2 &amp;&amp; x &lt;= 4</label><label kind="synchronisation">done!</label></transition>
		<transition><source ref="b"/><target ref="a"/><label kind="synchronisation">go?</label><label kind="assignment">x = 0</label></transition>
		</template><system>system P;</system></nta>`
	for _, path := range []string{"efsm/testdata/door.scxml", "efsm/testdata/graphwalker.json"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "engine", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(path)] = string(text)
	}
	return all
}

// No two rows of a list are alike, on a phone or on a desk: in the models of the gallery and in those of other formats, of
// all operators and of pairs.
func TestRowsAreDistinct(t *testing.T) {
	rows := 0
	for _, d := range engine.Formalisms() {
		f, err := engine.Find(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range d.Examples {
			rows += distinct(t, f, &d, x.Name, x.Text)
		}
	}
	for name, text := range imported(t) {
		f, err := engine.Choose("", name, text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d := f.Describe()
		rows += distinct(t, f, &d, name, text)
	}
	if rows < 20_000 {
		t.Errorf("only %d rows were compared", rows)
	}
}

// distinct compares the rows of a model.
func distinct(t *testing.T, f engine.Formalism, d *report.Formalism, name, text string) (rows int) {
	t.Helper()
	titles := map[string]string{}
	for _, op := range d.Operators {
		titles[op.Name] = op.Title
	}
	file := source.NewFile(name, text)
	m, diags := engine.Open(f, file)
	if m == nil {
		t.Fatalf("%s: %s", name, diags.Text(file))
	}
	for order := 1; order <= 2; order++ {
		r, err := engine.List(engine.Job{File: file, Formalism: f, Model: m,
			Settings: report.Settings{Operators: []string{"all"}, Order: order, Sample: 2000, Seed: 1}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines := strings.Split(text, "\n")
		for width, letters := range widths {
			if order == 2 && width != 768 {
				letters = [2]int{1000, 1000} // two changes have too little room there: what is read out is compared
			}
			ids := map[string]string{}
			alike := 0
			for i := range r.Mutants {
				m := &r.Mutants[i]
				row := seen(lines, m, titles, letters[0], letters[1])
				if other, twice := ids[row]; twice {
					if alike++; alike <= 3 {
						t.Errorf("%s, %d pixels: %s and %s are both\n%s", name, width, other, m.ID, row)
					}
				}
				ids[row] = m.ID
			}
		}
		rows += len(r.Mutants)
	}
	return rows
}
