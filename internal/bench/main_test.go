package main

import (
	"strings"
	"testing"
)

const nativeRun = `goos: linux
pkg: example.org/engine/action
BenchmarkCAS/cas_1-2         	     100	   8000000 ns/op	       106.0 paper-s	        10.0 aim-ms	        30.0 aim-wasm-ms	       206.0 mutants
BenchmarkZone-2 	  500	      9999 ns/op
BenchmarkZone-2 	  500	      1234 ns/op	     16 B/op	       1 allocs/op
PASS
`

const wasmRun = `pkg: example.org/engine/action
BenchmarkCAS/cas_1         	     50	   20000000 ns/op	       106.0 paper-s
`

func TestTable(t *testing.T) {
	got := table(parse(strings.NewReader(nativeRun), "-2"), parse(strings.NewReader(wasmRun), ""))
	want := `benchmark                        native                   WASM  WASM/native  paper  paper/native
action CAS/cas_1  8.00 ms (aim 10.0 ms)  20.0 ms (aim 30.0 ms)        2.50×  106 s        13250×  206 mutants
action Zone                     1.23 µs
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{0.5: "0.500 ns", 12: "12.0 ns", 1500: "1.50 µs", 2e6: "2.00 ms", 3.5e9: "3.50 s", 1.97e12: "1970 s"} {
		if got := duration(ns); got != want {
			t.Errorf("duration(%g) = %s, want %s", ns, got, want)
		}
	}
}
