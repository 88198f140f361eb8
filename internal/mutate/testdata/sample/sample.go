// Package sample is mutated by the tests of mutate.
package sample

const limit = 10 // a constant stays as it is

type number int

var table = []number{3}

// Clamp has a branch that no test reaches, and a boundary that makes no difference.
func Clamp(n number) number {
	if n > limit {
		n = limit
	}
	if n < 0 && table[0] == 3 {
		return -n
	}
	return n
}

// Count ends; a mutant of it does not.
func Count(to int) (n int) {
	for i := 0; i < to; i++ {
		if i == 7 {
			continue
		}
		n++
	}
	return n
}
