//go:build part_action_system

package engine

// Part names the part of the engine that this program is.
const Part = "action-system"
