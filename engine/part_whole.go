//go:build !part_core && !part_action_system && !part_tfsm && !part_timed

package engine

// Part names the part of the engine that this program is; "" is the whole of it.
const Part = ""
