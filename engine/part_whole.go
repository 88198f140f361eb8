//go:build !part_core && !part_efsm && !part_tfsm && !part_timed

package engine

// Part names the part of the engine that this program is; "" is the whole of it.
const Part = ""
