//go:build part_tfsm

package engine

// Part names the part of the engine that this program is.
const Part = "tfsm"
