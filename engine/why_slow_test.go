//go:build slow

package engine

func init() { causesLooked, causesPairs = 0, 100 }
