package dbm

import (
	"errors"
	"testing"
)

// stripes are zones that no two of which have a convex union: subtracting them doubles what is left.
func stripes(dim, n int) Federation {
	var f Federation
	for i := range n {
		for x := 1; x < dim; x++ {
			z := Universe(dim)
			z.Constrain(x, 0, LE(int64(4*i+2)))
			z.Constrain(0, x, LE(int64(-4*i-1)))
			f = append(f, z)
		}
	}
	return f
}

func TestMeterLeavesAnOperation(t *testing.T) {
	m := &Meter{}
	s := NewMeteredSlab(7, m)
	var got Federation
	err := m.Within(10_000, func() error {
		got = Predt(Federation{Universe(7)}.Subtract(stripes(7, 8), s), stripes(7, 8), s)
		return nil
	})
	if !errors.Is(err, ErrSpent) || got != nil {
		t.Errorf("got %v, want the budget to run out", err)
	}
	// The slab is as good as before, and nothing is counted outside Within.
	if f := (Federation{Universe(7)}).Subtract(stripes(7, 1), s); f.Empty() {
		t.Error("nothing is left")
	}
	if err := m.Within(10_000, func() error { return errTest }); err != errTest {
		t.Errorf("got %v", err)
	}
}

var errTest = errors.New("test")

func TestMeterStopsAnOperation(t *testing.T) {
	done := make(chan struct{})
	m := &Meter{Done: done}
	s := NewMeteredSlab(9, m)
	ended := false
	err := m.Within(1<<60, func() error {
		close(done)
		Federation{Universe(9)}.Subtract(stripes(9, 12), s) // would not end in an hour
		ended = true
		return nil
	})
	if !errors.Is(err, ErrStopped) || ended {
		t.Errorf("got %v, want a stop", err)
	}
}

// An inner limit is the inner call's own, and its running out ends the inner call alone.
func TestMetersNest(t *testing.T) {
	m := &Meter{}
	s := NewMeteredSlab(3, m)
	err := m.Within(100, func() error {
		inner := m.Within(5, func() error {
			for {
				s.Put(s.Get())
			}
		})
		if !errors.Is(inner, ErrSpent) {
			t.Errorf("inner: got %v", inner)
		}
		for range 90 {
			s.Put(s.Get())
		}
		return nil
	})
	if err != nil {
		t.Errorf("outer: got %v", err)
	}
}
