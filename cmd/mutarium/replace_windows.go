package main

import "github.com/google/renameio/v2/maybe"

// replaceFile writes in place: Windows cannot replace a file that another program has open.
func replaceFile(path string, data []byte) error { return maybe.WriteFile(path, data, 0o644) }
