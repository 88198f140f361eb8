package tioa

// start warns when no valuation is left at the start: the initial invariant forbids that all
// clocks are zero.
func (c *checker) start() {
	l := c.a.Locations[c.a.Initial]
	if l.Invariant == nil {
		return
	}
	if holds, err := c.m.zeroState(c.a).truth(l.Invariant); err == nil && !holds {
		c.diags.Warn(l.InvSpan, "empty-start", "the invariant of the initial location %s does not hold at the start: %s has no initial state", l.Title(), c.a.Name)
	}
}
