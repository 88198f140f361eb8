package suite

// Order reads the relation "a subsumes b" between classes of mutants, below[a][b]: every test that
// kills a kills b. It gives the classes that no other one subsumes, and by class those that it
// subsumes directly: none lies in between. (Kurtz, Ammann, Delamaro, Offutt, Deng: Mutant
// subsumption graphs, 2014)
func Order(below [][]bool) (minimal []bool, direct [][]int) {
	minimal, direct = make([]bool, len(below)), make([][]int, len(below))
	for b := range below {
		minimal[b] = true
		for a := range below {
			minimal[b] = minimal[b] && !below[a][b]
		}
	}
	for a := range below {
		for b := range below {
			if below[a][b] && !between(below, a, b) {
				direct[a] = append(direct[a], b)
			}
		}
	}
	return minimal, direct
}

func between(below [][]bool, a, b int) bool {
	for m := range below {
		if below[a][m] && below[m][b] {
			return true
		}
	}
	return false
}
