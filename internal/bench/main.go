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
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
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
	all, err := parse(io.TeeReader(out, os.Stderr), suffix)
	return all, errors.Join(err, cmd.Wait())
}

// parse reads the output of go test -bench; of repeated measurements it keeps the last. The suffix is
// what it appends to every name: the number of processors, where there are several.
func parse(r io.Reader, suffix string) ([]measurement, error) {
	var all []measurement
	results := benchfmt.NewReader(r, "go test")
	for results.Scan() {
		result, ok := results.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		m := measurement{
			pkg:     path.Base(result.GetConfig("pkg")),
			name:    strings.TrimSuffix(string(result.Name), suffix),
			metrics: map[string]float64{},
		}
		for _, v := range result.Values {
			switch unit := cmp.Or(v.OrigUnit, v.Unit); unit {
			case "B/op", "allocs/op", "MB/s":
			case "ns/op":
				m.ns = v.Value * 1e9
			default:
				m.metrics[unit] = v.Value
				m.order = append(m.order, unit)
			}
		}
		if i := slices.IndexFunc(all, func(x measurement) bool { return x.pkg == m.pkg && x.name == m.name }); i >= 0 {
			all[i] = m
		} else {
			all = append(all, m)
		}
	}
	return all, results.Err()
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

// duration shows nanoseconds in a unit that suits them.
func duration(ns float64) string { return benchunit.Scale(ns/1e9, benchunit.Decimal) + "s" }

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

// align pads columns.
func align(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	_ = w.Flush() // a strings.Builder takes everything
	return b.String()
}
