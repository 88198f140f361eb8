package report

import "testing"

// small has three tests and ten mutants: the last but one is unkillable, the last undecided; the eighth
// is killable, but by none of the tests.
func small() *Matrix {
	m := &Matrix{States: "kkkkkkkku?"}
	for _, kills := range [][]int{{0, 1, 2}, {2, 3, 6}, {4, 5}} {
		var r MatrixRow
		for _, j := range kills {
			r.Add(j)
		}
		m.Rows = append(m.Rows, r)
	}
	for _, id := range "abcdefghij" {
		m.Mutants = append(m.Mutants, string(id))
	}
	return m
}

func TestMatrixRow(t *testing.T) {
	var r MatrixRow
	want := map[int]bool{}
	for _, j := range []int{0, 7, 8, 23, 9} {
		r.Add(j)
		want[j] = true
		for k := range 40 {
			if r.Has(k) != want[k] {
				t.Errorf("after %v: Has(%d) is %v", want, k, r.Has(k))
			}
		}
		if r.Count(40) != len(want) {
			t.Errorf("counts %d, want %d", r.Count(40), len(want))
		}
	}
	if r.Count(9) != 3 {
		t.Errorf("counts %d of the first nine, want 3", r.Count(9))
	}
}

func TestMatrixScore(t *testing.T) {
	m := small()
	for _, c := range []struct {
		without map[int]bool
		killers []int
		want    MatrixScore
		says    string
	}{
		{nil, []int{1, 1, 2, 1, 1, 1, 1, 0, 0, 0}, MatrixScore{7, 8, 1, 1},
			"7 of 8 killable mutants killed (77 to 88 %); 1 unkillable left out; 1 undecided."},
		{map[int]bool{1: true}, []int{1, 1, 1, 0, 1, 1, 0, 0, 0, 0}, MatrixScore{5, 8, 1, 1},
			"5 of 8 killable mutants killed (55 to 66 %); 1 unkillable left out; 1 undecided."},
		{map[int]bool{0: true, 1: true, 2: true}, make([]int, 10), MatrixScore{0, 8, 1, 1},
			"0 of 8 killable mutants killed (0 to 11 %); 1 unkillable left out; 1 undecided."},
	} {
		for j, n := range m.Killers(c.without) {
			if n != c.killers[j] {
				t.Errorf("without %v: %d tests kill %s, want %d", c.without, n, m.Mutants[j], c.killers[j])
			}
		}
		if got := m.Score(c.without); got != c.want || got.String() != c.says {
			t.Errorf("without %v: got %+v, %q", c.without, got, got)
		}
	}
	for says, s := range map[string]MatrixScore{
		"There is nothing to kill.":                                      {Unkillable: 3},
		"0 of 0 killable mutants killed (0 to 100 %); 2 undecided.":      {Undecided: 2},
		"3 of 4 killable mutants killed (75 %).":                         {Killed: 3, Killable: 4},
		"4 of 4 killable mutants killed (100 %); 2 unkillable left out.": {Killed: 4, Killable: 4, Unkillable: 2},
		"1 of 3 killable mutants killed (25 to 50 %); 1 undecided.":      {Killed: 1, Killable: 3, Undecided: 1},
	} {
		if s.String() != says {
			t.Errorf("%+v: got %q, want %q", s, s, says)
		}
	}
	if got := (&Matrix{Mutants: []string{"a"}}).State(0); got != MatrixUndecided {
		t.Errorf("a mutant without a letter is %c", got)
	}
}
