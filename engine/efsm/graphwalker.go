package efsm

import "github.com/mutarium/mutarium/engine/source"

// ParseGraphWalker reads a GraphWalker model.
func ParseGraphWalker(f *source.File) (*Machine, source.Diagnostics) { return nil, nil }
