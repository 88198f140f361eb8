package sat_test

import (
	"context"
	"fmt"

	"github.com/mutarium/mutarium/engine/sat"
)

// A switch chooses between two models of a counter; the first run that tells them apart is found
// by unrolling both.
func Example() {
	s := sat.New()
	mutant := s.NewLit() // the selector: assumed, it is the mutant that runs
	counter := s.Unroll([]sat.Vec{s.Num(0)}, func(k int, pre []sat.Vec) []sat.Vec {
		one, _ := s.Add(pre[0], s.Num(1), 1<<31)
		double, _ := s.Mul(one, s.Num(2), 1<<31)
		return []sat.Vec{s.IteVec(mutant, double, one)}
	})
	ctx := context.Background()
	for k := 0; ; k++ {
		large := s.Less(s.Num(10), counter.At(0, k))
		if s.Solve(ctx, large, mutant) == sat.Sat {
			fmt.Println("the mutant is beyond ten after", k, "steps, at", s.Int(counter.At(0, k)))
			fmt.Println("the original then:", s.Solve(ctx, large, mutant.Not()))
			return
		}
	}
	// Output:
	// the mutant is beyond ten after 3 steps, at 14
	// the original then: unsat
}
