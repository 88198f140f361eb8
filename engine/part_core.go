//go:build part_core

package engine

// Part names the part of the engine that this program is.
const Part = Core
