// Bench runs the benchmarks natively and as WASM under Node and prints both beside each other,
// with their ratio and, where a paper gives one, the paper's figure.
//
//	bench -exec "env -i PATH=… go_js_wasm_exec" -bench . ./engine/...
//
// A benchmark names what it is measured against by its own metrics: b.ReportMetric(106, "paper-s")
// is the paper's time in seconds, "aim-ms" and "aim-wasm-ms" are what the project aims at. Other
// metrics that it reports (mutants, states, …) are printed as they are.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

func main() {
	host := flag.String("exec", "", "program that runs WASM tests")
	pattern := flag.String("bench", ".", "which benchmarks")
	duration := flag.String("time", "500ms", "how long each is repeated")
	build := flag.String("build", "", "flags that WASM programs are built with")
	flag.Parse()
	if err := run(*host, *pattern, *duration, strings.Fields(*build), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(host, pattern, duration string, build, packages []string) error {
	// Twice, of which the second counts: a WASM program is slow until the host has optimised it.
	args := []string{"test", "-run", "^$", "-bench", pattern, "-benchtime", duration, "-count", "2", "-timeout", "60m"}
	fmt.Fprintln(os.Stderr, "native …")
	suffix := ""
	if n := runtime.GOMAXPROCS(0); n > 1 {
		suffix = fmt.Sprintf("-%d", n)
	}
	native, err := measure(slices.Concat(args, packages), nil, suffix)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "WASM …")
	wasm, err := measure(
		slices.Concat(args, []string{"-exec", host}, build, packages),
		[]string{"GOOS=js", "GOARCH=wasm"},
		"",
	)
	if err != nil {
		return err
	}
	fmt.Print(table(native, wasm))
	return nil
}

// A measurement is one benchmark's figures.
type measurement struct {
	pkg, name string
	ns        float64            // for one operation
	metrics   map[string]float64 // of its own
	order     []string           // of metrics, as reported
}

// measure runs the benchmarks for one target.
func measure(args, env []string, suffix string) ([]measurement, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	all := parse(io.TeeReader(out, os.Stderr), suffix)
	return all, cmd.Wait()
}

// parse reads the output of go test -bench; of repeated measurements it keeps the last. The suffix is what it appends to every name: the number
// of processors, where there are several.
func parse(r io.Reader, suffix string) []measurement {
	var all []measurement
	pkg := ""
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 2 && words[0] == "pkg:" {
			pkg = words[1][strings.LastIndex(words[1], "/")+1:]
		}
		if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark") {
			continue
		}
		m := measurement{
			pkg:     pkg,
			name:    strings.TrimSuffix(strings.TrimPrefix(words[0], "Benchmark"), suffix),
			metrics: map[string]float64{},
		}
		for i := 2; i+1 < len(words); i += 2 {
			m.add(words[i], words[i+1])
		}
		if i := slices.IndexFunc(all, func(x measurement) bool { return x.pkg == m.pkg && x.name == m.name }); i >= 0 {
			all[i] = m
		} else {
			all = append(all, m)
		}
	}
	return all
}

func (m *measurement) add(value, unit string) {
	x, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil || unit == "B/op" || unit == "allocs/op" || unit == "MB/s":
	case unit == "ns/op":
		m.ns = x
	default:
		m.metrics[unit] = x
		m.order = append(m.order, unit)
	}
}

// table prints one row for each benchmark, in the order of the native run.
func table(native, wasm []measurement) string {
	other := map[string]measurement{}
	for _, w := range wasm {
		other[w.pkg+" "+w.name] = w
	}
	rows := [][]string{{"benchmark", "native", "WASM", "WASM/native", "paper", "paper/native", ""}}
	for _, n := range native {
		w, both := other[n.pkg+" "+n.name]
		row := []string{n.pkg + " " + n.name, aimed(n.ns, n.metrics["aim-ms"]), "", "", "", "", rest(n)}
		if both {
			row[2] = aimed(w.ns, n.metrics["aim-wasm-ms"])
			row[3] = ratio(w.ns, n.ns)
		}
		if p := n.metrics["paper-s"] * 1e9; p > 0 {
			row[4], row[5] = duration(p), ratio(p, n.ns)
		}
		rows = append(rows, row)
	}
	return align(rows)
}

// aimed shows a time beside the aim, if there is one.
func aimed(ns, aimMS float64) string {
	if aimMS == 0 {
		return duration(ns)
	}
	return duration(ns) + " (aim " + duration(aimMS*1e6) + ")"
}

// rest lists a benchmark's own figures.
func rest(m measurement) string {
	var words []string
	for _, unit := range m.order {
		if unit == "paper-s" || unit == "aim-ms" || unit == "aim-wasm-ms" {
			continue
		}
		words = append(words, strconv.FormatFloat(m.metrics[unit], 'g', 6, 64)+" "+unit)
	}
	return strings.Join(words, ", ")
}

// duration shows nanoseconds in three digits.
func duration(ns float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= u.size {
			return digits(ns/u.size) + " " + u.name
		}
	}
	return digits(ns) + " ns"
}

func ratio(a, b float64) string {
	if b == 0 {
		return ""
	}
	return digits(a/b) + "×"
}

// digits rounds to three significant digits without an exponent.
func digits(x float64) string {
	if x == 0 {
		return "0"
	}
	places := max(0, 2-int(math.Floor(math.Log10(x))))
	return strconv.FormatFloat(x, 'f', min(places, 3), 64)
}

// align pads columns; the first and the last are text, those between are figures.
func align(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 || i == len(row)-1 {
				line += cell + pad + "  "
			} else {
				line += pad + cell + "  "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
