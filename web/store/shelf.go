package store

import "slices"

// What the page sets to that of its bundle. Unpack makes a page of a sheet as it was before the worker packed
// it. Inflate is as in package wire.
var (
	Inflate func(packed []byte, most int) ([]byte, error)
	Unpack  func(pages any, which int) []byte
)

// A shelf keeps what the page was sent of mutants, sheet by sheet, packed.
type shelf struct {
	loose  []loose // unpacked pages, the last used first
	sheets []any   // the pages of each
}

// A loose page is unpacked.
type loose struct {
	sheet, which int
	raw          []byte
}

const mostLoose = 24

// page gives a page of a sheet.
func (s *shelf) page(sheet, which int) []byte {
	at := slices.IndexFunc(s.loose, func(l loose) bool { return l.sheet == sheet && l.which == which })
	if at < 0 {
		if len(s.loose) < mostLoose {
			s.loose = append(s.loose, loose{})
		}
		at = len(s.loose) - 1
		s.loose[at] = loose{sheet, which, Unpack(s.sheets[sheet], which)}
	}
	l := s.loose[at]
	copy(s.loose[1:at+1], s.loose)
	s.loose[0] = l
	return l.raw
}
