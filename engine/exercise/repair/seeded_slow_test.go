//go:build slow

package repair

// seeded is how many faults are tried in each formalism.
const seeded = 200
