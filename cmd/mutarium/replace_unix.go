//go:build !windows

package main

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

// replaceFile writes a temporary file in the same folder, flushes it to the disk and renames it.
func replaceFile(path string, data []byte) error {
	return renameio.WriteFile(path, data, 0o644, renameio.WithTempDir(filepath.Dir(path)))
}
