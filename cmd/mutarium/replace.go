package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// How files are written: all of the new content or all of the old, whatever happens on the way. A
// full disk or a crash must not cost the report or the model that was there.

// writeFile replaces the content of a file. Its mode stays, and what a symbolic link points at is
// replaced, not the link. What is not a regular file, such as /dev/stdout, is written in place.
func writeFile(path string, data []byte) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replaceFile(path, data)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return os.WriteFile(path, data, 0o644)
	}
	// A folder's owner may replace a file that is read-only; that is not what -o was meant to do.
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	f.Close()
	return replaceFile(path, data)
}

// writeMany is writeFile for one of many files: what is new need not reach the disk before the
// next is written, and is removed when it cannot be written whole.
func writeMany(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return writeFile(path, data)
	} else if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	return err
}
