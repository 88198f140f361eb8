//go:build part_efsm

package engine

// Part names the part of the engine that this program is.
const Part = "efsm"
