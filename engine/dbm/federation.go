package dbm

// A Federation is a finite union of zones, none of them empty; nil holds nothing. Zones may
// overlap. Methods never change the zones of their operands: results hold fresh zones, taken from
// the slab where a method has one (nil: from the heap).
type Federation []Zone

// Of is the federation of one zone, which it shares.
func Of(z Zone) Federation {
	if z.Empty() {
		return nil
	}
	return Federation{z}
}

// Clone is an independent copy.
func (f Federation) Clone(s *Slab) Federation {
	if len(f) == 0 {
		return nil
	}
	out := make(Federation, len(f))
	for i, z := range f {
		out[i] = s.Copy(z)
	}
	return out
}

// Empty tells that no valuation is in f.
func (f Federation) Empty() bool { return len(f) == 0 }

// Add appends z, which f then owns, unless a single zone of f covers it, and drops the zones of f
// that z covers. The union grows by exactly z.
func (f Federation) Add(z Zone, s *Slab) Federation {
	if z.Empty() {
		s.Put(z)
		return f
	}
	s.Spend(len(f))
	kept := f[:0]
	for i, y := range f {
		switch y.Compare(z) {
		case Superset, Same: // y covers, beside z, whatever z covered
			s.Put(z)
			return append(kept, f[i:]...)
		case Subset:
			s.Put(y)
		default:
			kept = append(kept, y)
		}
	}
	return append(kept, z)
}

// Union is f and g together.
func (f Federation) Union(g Federation, s *Slab) Federation {
	out := f.Clone(s)
	for _, z := range g {
		out = out.Add(s.Copy(z), s)
	}
	return out
}

// Covers tells whether all of z is in the union of f.
func (f Federation) Covers(z Zone, s *Slab) bool {
	if z.Empty() {
		return true
	}
	s.Spend(len(f))
	for _, y := range f {
		if y.Includes(z) {
			return true
		}
	}
	return len(f) > 1 && covered(z, f, s)
}

// covered splits z along the zones of f, the first one first, and looks for a part that no zone
// takes in.
func covered(z Zone, f Federation, s *Slab) bool {
	for len(f) > 0 && !f[0].Intersects(z) {
		f = f[1:]
	}
	if len(f) == 0 {
		return false
	}
	var room [8]Zone
	parts := subtract(s.Copy(z), f[0], room[:0], s)
	all := true
	for _, p := range parts {
		all = all && Federation(f[1:]).Covers(p, s)
		s.Put(p)
	}
	return all
}

// Includes tells whether all of g is in the union of f.
func (f Federation) Includes(g Federation, s *Slab) bool {
	for _, z := range g {
		if !f.Covers(z, s) {
			return false
		}
	}
	return true
}

// Equal tells whether both unions hold the same valuations.
func (f Federation) Equal(g Federation, s *Slab) bool { return f.Includes(g, s) && g.Includes(f, s) }

// Intersects tells whether some valuation of z is in f.
func (f Federation) Intersects(z Zone) bool {
	for _, y := range f {
		if y.Intersects(z) {
			return true
		}
	}
	return false
}

// Intersect is what is in both.
func (f Federation) Intersect(g Federation, s *Slab) Federation {
	var out Federation
	for _, z := range g {
		out = f.within(z, out, s)
	}
	return out
}

// Within is what of f is in z.
func (f Federation) Within(z Zone, s *Slab) Federation { return f.within(z, nil, s) }

func (f Federation) within(z Zone, out Federation, s *Slab) Federation {
	for _, y := range f {
		c := s.Copy(y)
		c.Intersect(z)
		out = out.Add(c, s)
	}
	return out
}

// Constrain is what of f has x_i − x_j bounded by b.
func (f Federation) Constrain(i, j int, b Bound, s *Slab) Federation {
	return f.each(s, func(z Zone) { z.Constrain(i, j, b) })
}

// Up lets time pass.
func (f Federation) Up(s *Slab) Federation { return f.each(s, Zone.Up) }

// Down takes time back.
func (f Federation) Down(s *Slab) Federation { return f.each(s, Zone.Down) }

// Free forgets what is known of clock x.
func (f Federation) Free(x int, s *Slab) Federation {
	return f.each(s, func(z Zone) { z.Free(x) })
}

// Reset sets clock x.
func (f Federation) Reset(x int, value int64, s *Slab) Federation {
	return f.each(s, func(z Zone) { z.Reset(x, value) })
}

// BeforeReset keeps the valuations that Reset brings into f.
func (f Federation) BeforeReset(x int, value int64, s *Slab) Federation {
	return f.each(s, func(z Zone) { z.BeforeReset(x, value) })
}

func (f Federation) each(s *Slab, change func(Zone)) Federation {
	var out Federation
	for _, z := range f {
		c := s.Copy(z)
		change(c)
		out = out.Add(c, s)
	}
	return out
}

// Subtract is what of z is not in o, cut into disjoint zones.
func (z Zone) Subtract(o Zone, s *Slab) Federation {
	if z.Empty() {
		return nil
	}
	return subtract(s.Copy(z), o, nil, s)
}

// subtract consumes z. Each bound of o that cuts z splits off the part beyond it, and the rest goes
// on: a bound that the rest already implies cuts nothing, so parts stay few ("small splits" of
// David, "Merging DBMs efficiently", 2005). Bounds of single clocks cut first: the parts beyond them
// are the large ones, and the differences are then often implied.
func subtract(z, o Zone, out []Zone, s *Slab) []Zone {
	if !z.Intersects(o) {
		return append(out, z)
	}
	n := z.dim
	for i := range n { // both bounds of every single clock
		if i > 0 {
			out = cut(z, i, 0, o.m[i*n], out, s)
			out = cut(z, 0, i, o.m[i], out, s)
		}
	}
	for i := 1; i < n; i++ {
		for j := 1; j < n; j++ {
			if i != j {
				out = cut(z, i, j, o.m[i*n+j], out, s)
			}
		}
	}
	s.Put(z) // what is left lies in o
	return out
}

// cut appends what of z lies beyond the bound and shrinks z to the rest, which is never empty,
// since z meets the zone that the bound is of.
func cut(z Zone, i, j int, b Bound, out []Zone, s *Slab) []Zone {
	if b >= z.m[i*z.dim+j] {
		return out
	}
	beyond := s.Copy(z)
	beyond.Constrain(j, i, b.Not())
	z.Constrain(i, j, b)
	return append(out, beyond)
}

// Subtract is what of f is not in g.
func (f Federation) Subtract(g Federation, s *Slab) Federation {
	out := f.Clone(s)
	for _, o := range g {
		out = out.subtractZone(o, s)
	}
	return out
}

// subtractZone consumes f.
func (f Federation) subtractZone(o Zone, s *Slab) Federation {
	s.Spend(len(f))
	if !f.Intersects(o) {
		return f
	}
	out := make(Federation, 0, len(f)+2)
	for _, z := range f {
		out = subtract(z, o, out, s)
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Complement is what no zone of f holds.
func (f Federation) Complement(dim int, s *Slab) Federation {
	return Federation{Universe(dim)}.Subtract(f, s)
}

// Merge replaces pairs of zones by their convex hull as long as the hull holds nothing else, and
// drops zones that others cover together. It consumes f; the union stays the same.
func (f Federation) Merge(s *Slab) Federation {
	for i := 0; i < len(f); i++ {
		for j := i + 1; j < len(f); j++ {
			h, exact := hull(f[i], f[j], s)
			if !exact {
				continue
			}
			s.Put(f[i])
			s.Put(f[j])
			f[i] = h
			f = append(f[:j], f[j+1:]...)
			j = i // the grown zone may now take in those that it could not
		}
	}
	return f.reduce(s)
}

// reduce drops zones that the others cover together.
func (f Federation) reduce(s *Slab) Federation {
	for i := 0; i < len(f) && len(f) > 1; i++ {
		last := len(f) - 1
		f[i], f[last] = f[last], f[i]
		if f[:last].Covers(f[last], s) {
			s.Put(f[last])
			f = f[:last]
			i--
			continue
		}
		f[i], f[last] = f[last], f[i]
	}
	return f
}

// hull is the smallest zone around a and b, and whether it holds nothing but them. The maximum of
// two tight matrices is tight.
func hull(a, b Zone, s *Slab) (Zone, bool) {
	h := s.Copy(a)
	for i, x := range b.m {
		h.m[i] = max(h.m[i], x)
	}
	if (Federation{a, b}).Covers(h, s) {
		return h, true
	}
	s.Put(h)
	return Zone{}, false
}

// Hull is the smallest zone around all of f, which must not be empty.
func (f Federation) Hull() Zone {
	h := f[0].Clone()
	for _, z := range f[1:] {
		for i, x := range z.m {
			h.m[i] = max(h.m[i], x)
		}
	}
	return h
}
