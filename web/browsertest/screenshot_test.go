//go:build site

package browsertest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/ready"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// shot takes a picture for the documentation, in 256 colours.
func (b *bench) shot(name string) {
	b.Helper()
	b.drawn()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	data, err := b.Picture()
	b.must(err)
	img, err := png.Decode(bytes.NewReader(data))
	b.must(err)
	var packed bytes.Buffer
	b.must((&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&packed, reduced(img)))
	b.must(os.WriteFile(filepath.Join(dir, name+".png"), packed.Bytes(), 0o644))
}

// reduced gives a picture in its most frequent colours that are not all but alike, as those of letters' edges are.
func reduced(img image.Image) *image.Paletted {
	often := map[color.Color]int{}
	box := img.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			often[img.At(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(often), func(a, b color.Color) int { return often[b] - often[a] })
	var palette color.Palette
	for _, c := range all {
		if len(palette) < 256 && (len(palette) == 0 || !alike(c, palette.Convert(c))) {
			palette = append(palette, c)
		}
	}
	out := image.NewPaletted(box, palette)
	index := map[color.Color]uint8{}
	for c := range often {
		index[c] = uint8(out.Palette.Index(c))
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			out.SetColorIndex(x, y, index[img.At(x, y)])
		}
	}
	return out
}

// alike tells of two colours that nobody tells apart.
func alike(a, b color.Color) bool {
	near := func(x, y uint32) bool { return max(x, y)-min(x, y) < 5<<8 }
	r, g, u, _ := a.RGBA()
	r2, g2, u2, _ := b.RGBA()
	return near(r, r2) && near(g, g2) && near(u, u2)
}

// TestScreenshots takes the pictures of the documentation, which `make screenshot` keeps: a first visit, the same
// on a phone, a kill matrix, and a counterexample, in light and in dark. The last opens a link to a killed mutant
// of the INRES initiator at the end of its run: the page restores verdicts, mutant and step, and draws the machine
// with both where they are.
func TestScreenshots(t *testing.T) {
	b := newBench(t)
	b.must(b.Look(1280, 800, false))
	b.open(site.URL + "/")
	b.ran()
	b.walked()
	b.diagrammed()
	b.shot("first")
	b.must(b.Look(390, 780, false))
	b.key("Escape") // the tour
	b.press("close-motto")
	b.press("tab-detail")
	b.shot("phone")
	b.must(b.Look(1280, 800, false))
	b.example("inres")
	b.press("detail-tools")
	b.press("run-tool")
	b.wait("the suite is there", `document.querySelector('[data-testid="tool-state"]').dataset.tool === "done"`)
	b.press("widen")
	b.must(b.Eval(`document.querySelector(".matrix").closest("section").scrollIntoView()`, nil))
	b.wait("the matrix is painted", `document.querySelector("canvas[data-matrix]").dataset.painted`)
	b.shot("matrix")

	text, err := os.ReadFile("../../engine/efsm/gallery/inres.efsm")
	if err != nil {
		t.Fatal(err)
	}
	fragment, err := wire.FormatLink(wire.Link{
		Formalism: "efsm", Mutant: "t1#1", Name: "inres.efsm", Step: 5, Text: string(text),
		Settings: report.Settings{Engine: "auto", Operators: []string{"paper"}, Order: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	b = newBench(t)
	b.must(b.Look(1440, 900, false))
	b.start("#" + fragment)
	b.press("close-motto")
	b.wait("the stepper is at its end", `document.querySelector('[data-testid="conclusion"]').textContent.includes("IDISind")`)
	b.diagrammed()
	if got := b.text("mutant-id"); got != "t1#1" {
		t.Errorf("the mutant shown is %q", got)
	}
	b.shot("counterexample")
	b.must(b.Look(1440, 900, true))
	b.shot("dark")
}

// TestScreenshotsOfTeaching takes those of the page on teaching: a student who has killed some mutants and asked for a
// hint, and a class of seven whose models are put together by what they do.
func TestScreenshotsOfTeaching(t *testing.T) {
	b := newBench(t)
	b.must(b.Look(1280, 800, false))
	b.exercise("?ready=tea-kill")
	b.reached(0, 48)
	b.write("tests", "coin coin tea\ncoin tea\ncoin back")
	b.reached(35, 48)
	b.press("hint")
	b.wait("a hint is told", `document.querySelector('[data-testid="hints"] li')`)
	b.shot("exercise")

	e := ready.Find("turnstile-mend")
	made, err := seal.Make(e, "", engine.Version)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"turnstile.mtx": string(seal.Encode(made))}
	models := []string{e.Secret.Answer.Model, e.Model}
	for _, f := range e.Secret.Feedback {
		models = append(models, f.Model)
	}
	for i, name := range strings.Fields("Ada Ben Cem Dora Emil Fatma Grete") {
		which := []int{0, 3, 1, 0, 2, 5, 0}[i]
		h := &exercise.HandIn{Format: exercise.HandInFormat, Version: exercise.Version, Engine: engine.Version,
			Exercise: made.Digest, ID: e.ID, Name: name, Revision: 1, Claimed: exercise.Claimed{Of: 1}}
		for at := range 2 + which {
			h.Attempts = append(h.Attempts, exercise.Attempt{Minute: 4 + i + 3*at, Of: 1})
		}
		if which == 0 {
			h.Claimed = exercise.Claimed{Of: 1, Passed: true, Points: 10, Share: 1}
		}
		h.Answer.Model = models[which] + strings.Repeat("\n", i)
		seal.Sign(h, nil)
		files[name+".hand"] = string(seal.Encode(h))
	}
	b = newBench(t)
	b.must(b.Look(1280, 900, false))
	b.exercise("?grade")
	b.drop(files)
	b.wait("seven rows are graded", `document.querySelector('[data-testid="class"]')?.dataset.rows === "7"`)
	b.shot("grading")
}
