package suite

// A Class is a set of mutants that exactly the same tests kill.
type Class struct {
	Mutants  []int // numbers of mutants
	Minimal  bool  // no other class subsumes it
	Subsumes []int // classes that it subsumes directly: none lies in between
}

// Order reads the relation "a subsumes b" between classes of mutants, below[a][b]: every test that
// kills a kills b; it fills in Minimal and Subsumes. (Kurtz, Ammann, Delamaro, Offutt, Deng: Mutant
// subsumption graphs, 2014)
func Order(classes []Class, below [][]bool) {
	for i := range classes {
		classes[i].Minimal, classes[i].Subsumes = true, nil
		for j := range classes {
			classes[i].Minimal = classes[i].Minimal && !below[j][i]
			if below[i][j] && !between(below, i, j) {
				classes[i].Subsumes = append(classes[i].Subsumes, j)
			}
		}
	}
}

func between(below [][]bool, a, b int) bool {
	for m := range below {
		if below[a][m] && below[m][b] {
			return true
		}
	}
	return false
}
