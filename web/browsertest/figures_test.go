//go:build site

package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// TestFigures measures what the page costs a visitor and prints it with what is aimed at. It asserts
// nothing, as times are the machine's. `make bench` runs it, in Chromium.
func TestFigures(t *testing.T) {
	if os.Getenv("FIGURES") == "" {
		t.Skip("make bench measures")
	}
	for _, f := range []struct {
		name    string
		measure func(*testing.T)
	}{
		{"start", figuresOfTheStart}, {"lighthouse", figuresOfLighthouse}, {"typing", figuresOfTyping},
		{"transfer", figuresOfTheTransfer}, {"first verdict", figuresOfTheFirstVerdict}, {"many", figuresOfMany},
	} {
		t.Run(f.name, f.measure)
	}
}

// figure prints one.
func figure(what, value, aim string) {
	if aim != "" {
		aim = "   aim " + aim
	}
	fmt.Printf("page  %-58s %14s%s\n", what, value, aim)
}

func milliseconds(ms float64) string { return strconv.FormatFloat(ms, 'f', 1, 64) + " ms" }

// watchTasks notes long tasks from now on, and those that were.
const watchTasks = `(() => { globalThis.tasks = [];
	new PerformanceObserver((l) => tasks.push(...l.getEntries())).observe({ type: "longtask", buffered: true }); })()`

// longest gives the longest task that began after a time of the page, 0 when all were under 50 ms.
func (b *bench) longest(after string) float64 {
	b.Helper()
	var ms float64
	b.must(b.Eval(`(async () => { await new Promise((r) => setTimeout(r, 100)); const from = `+after+`;
		return Math.max(0, ...tasks.filter((t) => t.startTime >= from).map((t) => t.duration)); })()`, &ms))
	return ms
}

func figuresOfTheStart(t *testing.T) {
	b := newBench(t)
	b.open(site.URL)
	b.must(b.Eval(watchTasks, nil))
	b.ran()
	const painted = `performance.getEntriesByName("first-contentful-paint")[0].startTime`
	var paint float64
	b.must(b.Eval(painted, &paint))
	figure("first paint", milliseconds(paint), "1000 ms")
	figure("longest task at start, after first paint", milliseconds(b.longest(painted)), "100 ms")
}

func figuresOfTyping(t *testing.T) {
	b := newBench(t)
	tab, ok := b.Tab.(*chromeTab)
	if !ok {
		t.Skip("only Chromium tells")
	}
	b.start("")
	b.must(b.Eval(watchTasks, nil))
	b.must(tab.run(performance.Enable()))
	b.must(b.Eval(`document.querySelector('`+id("editor-model")+`').focus()`, nil))
	spent := func() (seconds float64) {
		b.must(tab.run(chromedp.ActionFunc(func(ctx context.Context) error {
			all, err := performance.GetMetrics().Do(ctx)
			for _, m := range all {
				if m.Name == "ScriptDuration" {
					seconds = m.Value
				}
			}
			return err
		})))
		return seconds
	}
	var from float64
	b.must(b.Eval(`performance.now()`, &from))
	before := spent()
	const letters = 60
	for i := range letters {
		b.must(b.Type(string(rune('a' + i%26))))
		time.Sleep(30 * time.Millisecond)
	}
	time.Sleep(time.Second)
	figure("main thread per character, scripts", milliseconds((spent()-before)*1000/letters), "5 ms")
	figure("longest task while typing", milliseconds(b.longest(strconv.FormatFloat(from, 'f', 1, 64))), "50 ms")
}

func figuresOfTheTransfer(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(dist, "*"))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasPrefix(base, "engine-") || strings.HasPrefix(base, "teach") ||
			strings.HasPrefix(base, "exercise") || strings.Contains(".txt .br .gz", filepath.Ext(name)) {
			continue // fetched when they are asked for, or packed copies
		}
		data, err := os.ReadFile(name)
		if err != nil {
			continue // a folder
		}
		var packed counter
		w := brotli.NewWriterLevel(&packed, brotli.BestCompression)
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		total += int(packed)
	}
	figure("transfer of the first visit, brotli 11", fmt.Sprintf("%d kB", total/1000), "2950 kB")
}

// A counter counts what is written.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// figuresOfTheFirstVerdict measures how long the verdicts of an edited model stay old ones after Run, in the largest
// models of the gallery.
func figuresOfTheFirstVerdict(t *testing.T) {
	b := newBench(t)
	b.start("")
	for _, x := range []struct{ name, comment string }{
		{"tftp15", "// x"}, {"flow-control", "% x"}, {"accel", "// x"}, {"transport", "// x"},
	} {
		b.press("examples")
		b.press("example-" + x.name)
		b.opened(x.name)
		b.remark(x.comment)
		b.wait("the verdicts are old", `document.querySelector("#list.old") || document.body.dataset.run === "done"`)
		var ms float64
		b.must(b.Eval(`(async () => {
			const from = performance.now();
			document.querySelector('[data-testid="run"]').click();
			do await new Promise((r) => requestAnimationFrame(r)); while (document.querySelector("#list.old"));
			return performance.now() - from;
		})()`, &ms))
		figure("first verdicts after Run, "+x.name, milliseconds(ms), "500 ms")
	}
}

func figuresOfMany(t *testing.T) {
	text, err := os.ReadFile("../../engine/tioa/gallery/accel.xta")
	if err != nil {
		t.Fatal(err)
	}
	fragment, err := wire.FormatLink(wire.Link{
		Formalism: "timed", Name: "accel.xta", Text: string(text),
		Settings: report.Settings{Engine: "auto", Operators: []string{"paper"}, Order: 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.start("")
	time.Sleep(time.Second)
	before := b.renderer()
	b.open(site.URL + "/#" + fragment)
	b.must(b.Eval(watchTasks, nil))
	began := time.Now()
	for !b.is(`document.body.dataset.run === "done"`) && time.Since(began) < 10*time.Minute {
		time.Sleep(time.Second)
	}
	figure("pairs of ACCEL: "+b.text("live"), time.Since(began).Round(time.Second).String(), "30s")
	after := b.renderer()
	figure("memory at 202,957 rows, with all workers", fmt.Sprintf("%d MB", after>>20), "400 MB")
	figure("the same, over that of the first example", fmt.Sprintf("%d MB", (after-before)>>20), "150 MB")
	figure("longest task of that run", milliseconds(b.longest("0")), "50 ms")
}

// renderer is how much memory the largest process of the browser has that shows pages, in bytes.
func (b *bench) renderer() (most int) {
	b.Helper()
	tab, ok := b.Tab.(*chromeTab)
	if !ok {
		b.Skip("only Chromium tells")
	}
	program := chromedp.FromContext(tab.ctx).Browser.Process().Pid
	for _, name := range must(filepath.Glob("/proc/[0-9]*/cmdline")) {
		line, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(line), "--type=renderer") {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if pages := stat(pid, "statm", 1); descends(pid, program) {
			most = max(most, pages*os.Getpagesize())
		}
	}
	return most
}

// descends tells whether a process was started by another one, or by one that was.
func descends(pid, from int) bool {
	for pid > 1 && pid != from {
		pid = stat(pid, "stat", 3)
	}
	return pid == from
}

// stat reads a number that Linux tells of a process, 0 when it has ended.
func stat(pid int, file string, field int) int {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), file))
	fields := strings.Fields(string(text))
	if err != nil || len(fields) <= field {
		return 0
	}
	n, _ := strconv.Atoi(fields[field])
	return n
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
