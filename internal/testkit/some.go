package testkit

import "testing"

// Some gives a list: all of it, or with -short the first of it and every n-th after that. Tests run with
// -short as WASM, where they take four times as long; what they take natively they look at all of.
func Some[T any](list []T, n int) []T {
	if !testing.Short() {
		return list
	}
	var some []T
	for i := 0; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}
