package dbm

// A Slab hands out zones of one dimension cut from large blocks, and takes them back, so that a
// search which makes millions of short-lived zones leaves little to the garbage collector. It is
// for one goroutine. What Get hands out holds garbage: set it or copy into it first. A nil slab
// works too, on the heap.
type Slab struct {
	dim   int
	block []Bound // the rest of the newest block
	free  []Zone
	meter *Meter // counts; may be nil
}

// blockZones is how many zones a block holds.
const blockZones = 64

// NewSlab makes a slab for zones of a dimension.
func NewSlab(dim int) *Slab { return &Slab{dim: dim} }

// NewMeteredSlab makes a slab whose use a meter counts.
func NewMeteredSlab(dim int, m *Meter) *Slab { return &Slab{dim: dim, meter: m} }

// Get hands out a zone with unspecified content.
func (s *Slab) Get() Zone {
	s.meter.count(1)
	if k := len(s.free); k > 0 {
		z := s.free[k-1]
		s.free = s.free[:k-1]
		return z
	}
	size := s.dim * s.dim
	if len(s.block) < size {
		s.block = make([]Bound, size*blockZones)
	}
	m := s.block[:size:size]
	s.block = s.block[size:]
	return Zone{s.dim, m}
}

// Copy hands out a zone equal to z.
func (s *Slab) Copy(z Zone) Zone {
	if s == nil {
		return z.Clone()
	}
	c := s.Get()
	copy(c.m, z.m)
	return c
}

// Put takes back a zone that nobody uses any more.
func (s *Slab) Put(z Zone) {
	if s != nil && z.m != nil {
		s.free = append(s.free, z)
	}
}

// PutAll takes back the zones of a federation that nobody uses any more.
func (s *Slab) PutAll(f Federation) {
	for _, z := range f {
		s.Put(z)
	}
}
