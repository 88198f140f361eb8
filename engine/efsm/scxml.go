package efsm

import "github.com/mutarium/mutarium/engine/source"

// ParseSCXML reads a flat SCXML machine.
func ParseSCXML(f *source.File) (*Machine, source.Diagnostics) { return nil, nil }
