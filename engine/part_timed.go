//go:build part_timed

package engine

// Part names the part of the engine that this program is.
const Part = "timed"
