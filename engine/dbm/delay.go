package dbm

// Delay operators on federations. Both follow Cassez, David, Fleury, Larsen and Lime, "Efficient
// on-the-fly algorithms for the analysis of timed games" (CONCUR 2005), Theorem 2, which gives the
// predecessors for convex sets; the successors are its mirror image in time.

// Predt is the set of valuations from which some delay reaches goal and no valuation on the way,
// both ends included, is in avoid:
//
//	{v | ∃d ≥ 0: v+d ∈ goal ∧ ∀e ∈ [0,d]: v+e ∉ avoid}
//
// For one zone b to avoid it is (g↓ − b↓) ∪ ((g ∩ b↓) − b)↓, for several the intersection over
// them: of the delays that avoid one zone each, the shortest avoids all.
func Predt(goal, avoid Federation, s *Slab) Federation {
	var out Federation
	for _, g := range goal {
		for _, z := range delayed(g, avoid, Zone.Down, s) {
			out = out.Add(z, s)
		}
	}
	return out
}

// Postt is the set of valuations that a delay reaches from a valuation in from while no valuation
// on the way, both ends included, is in avoid.
func Postt(from, avoid Federation, s *Slab) Federation {
	var out Federation
	for _, f := range from {
		for _, z := range delayed(f, avoid, Zone.Up, s) {
			out = out.Add(z, s)
		}
	}
	return out
}

// delayed computes (g⇝ − b⇝) ∪ ((g ∩ b⇝) − b)⇝ for one g and all b, where ⇝ is shift: Up or Down.
func delayed(g Zone, avoid Federation, shift func(Zone), s *Slab) Federation {
	all := s.Copy(g)
	shift(all)
	out := Federation{s.Copy(all)}
	for _, b := range avoid {
		if !all.Intersects(b) {
			continue // every way to or from g misses b
		}
		past := delayedPast(g, all, b, shift, s)
		next := out.Intersect(past, s)
		s.PutAll(out)
		s.PutAll(past)
		if out = next; len(out) == 0 {
			break
		}
	}
	s.Put(all)
	return out
}

// delayedPast is delayed for the single zone b; all is g shifted.
func delayedPast(g, all, b Zone, shift func(Zone), s *Slab) Federation {
	past := s.Copy(b)
	shift(past)
	out := subtract(s.Copy(all), past, nil, s)
	if !past.Intersect(g) {
		s.Put(past)
		return out
	}
	n := len(out)
	out = subtract(past, b, out, s)
	for _, z := range out[n:] {
		shift(z)
	}
	return out
}
