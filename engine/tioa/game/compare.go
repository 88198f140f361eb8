package game

// A Comparison is a specification that many implementations are compared with, in the memory of the last
// one.
type Comparison struct {
	Spec  *System
	Quiet bool // verdicts alone: no counterexamples
	game  *refiner
}

// Refine compares an implementation. Where the forward game fails behind a step with several answers the
// backward game decides.
func (c *Comparison) Refine(impl *System, g Game) (*Result, error) {
	if c.game == nil || c.game.shift != len(impl.Clocks) {
		c.game = newRefiner(impl, behind(c.Spec, len(impl.Clocks)), g, pairSlab(impl, c.Spec))
	}
	c.game.again(impl, g)
	c.game.quiet = c.Quiet
	return c.game.exact()
}
