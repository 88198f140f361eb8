package tfsm

import (
	"context"
	"testing"
	"time"
)

func TestGenerateGallery(t *testing.T) {
	for _, name := range []string{"s1-m1", "tftp3", "tftp3-chaos", "tftp15", "rand-n8-e18"} {
		for _, max := range []int{0, 8} {
			m := load(t, "gallery/"+name+".tfsm")
			d := NewDomain(m)
			start := time.Now()
			s := Generate(context.Background(), d, Options{MaxLength: max, NoReduce: true})
			t1 := time.Since(start)
			start = time.Now()
			r := Generate(context.Background(), d, Options{MaxLength: max})
			t2 := time.Since(start)
			n, l := r.Inputs()
			c, ok := s.Conforming()
			t.Log(name, max, d.Mutants(), "finished", s.Finished, "found", s.Found, "prefix-free", len(s.Tests), "reduced", len(r.Tests), "inputs", n, "longest", l, "cubes", len(s.Cubes), "conforming", c, ok, "calls", s.Calls, t1, t2)
		}
	}
}

func TestRecheckGallery(t *testing.T) {
	for _, name := range []string{"s1-m1", "tftp3", "tftp3-chaos", "tftp15", "rand-n8-e18"} {
		d := NewDomain(load(t, "gallery/"+name+".tfsm"))
		s := Generate(context.Background(), d, Options{MaxLength: 8})
		start := time.Now()
		r := d.Verify(context.Background(), s.Steps())
		t.Log(name, r.Method, r.Examined, r.Holds, r.Kills, r.Alone, time.Since(start))
	}
}
