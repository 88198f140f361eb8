package store

import "slices"

// What the page sets to that of its bundle. Pack makes a text small, and Unpack makes it again of what that
// gave and its size; as they are, nothing gets smaller. Inflate is as in package wire.
var (
	Inflate func(packed []byte, most int) ([]byte, error)
	Pack    = slices.Clone[[]byte]
	Unpack  = func(packed []byte, _ int) []byte { return packed }
)

// A shelf keeps many pieces of text that are much alike, packed in pages.
type shelf struct {
	loose []loose // unpacked pages, the last used first
	open  []byte  // the page that is being filled
	pages []page
}

// A page is some neighbours, packed.
type page struct {
	packed []byte
	size   int
}

// A loose page is unpacked.
type loose struct {
	number int32
	raw    []byte
}

// A place is where a piece lies.
type place struct{ page, from, to int32 }

const (
	pageSize  = 128 << 10 // bytes
	mostLoose = 16        // pages; each worker fills its own
)

// add puts a piece away.
func (s *shelf) add(piece []byte) place {
	at := place{page: int32(len(s.pages)), from: int32(len(s.open)), to: int32(len(s.open) + len(piece))}
	s.open = append(s.open, piece...)
	if len(s.open) >= pageSize {
		s.pages = append(s.pages, page{Pack(s.open), len(s.open)})
		s.open = s.open[:0]
	}
	return at
}

// get gives a piece back. It is to be read at once: the bytes may change with the next piece.
func (s *shelf) get(at place) []byte { return s.page(at.page)[at.from:at.to] }

func (s *shelf) page(number int32) []byte {
	if int(number) == len(s.pages) {
		return s.open
	}
	at := slices.IndexFunc(s.loose, func(l loose) bool { return l.number == number })
	if at < 0 {
		p := s.pages[number]
		if len(s.loose) < mostLoose {
			s.loose = append(s.loose, loose{})
		}
		at = len(s.loose) - 1
		s.loose[at] = loose{number, Unpack(p.packed, p.size)}
	}
	l := s.loose[at]
	copy(s.loose[1:at+1], s.loose)
	s.loose[0] = l
	return l.raw
}

// kept is how many bytes the shelf takes, but for what is unpacked.
func (s *shelf) kept() int {
	n := cap(s.open)
	for _, p := range s.pages {
		n += len(p.packed)
	}
	return n
}
