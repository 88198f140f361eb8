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
	read := func(text, suffix string) []measurement {
		all, err := parse(strings.NewReader(text), suffix)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	got := table(read(nativeRun, "-2"), read(wasmRun, ""))
	want := `benchmark         native                 WASM                   WASM/native  paper   paper/native
action CAS/cas_1  8.000ms (aim 10.00ms)  20.00ms (aim 30.00ms)  2.50×        106.0s  13250×  206 mutants
action Zone       1.234µs
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
