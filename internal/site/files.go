package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/errgroup"
)

// packers make the copies that a file has beside it, by what is added to its name.
var packers = map[string]func(w io.Writer, quality int) io.WriteCloser{
	".br": func(w io.Writer, quality int) io.WriteCloser { return brotli.NewWriterLevel(w, quality) },
	".gz": func(w io.Writer, _ int) io.WriteCloser { return gzip.NewWriter(w) },
}

// shrinks tells whether a file is worth packing: its kind is, and it fills more than a packet.
func shrinks(name string, data []byte) bool {
	return strings.Contains(" .css .html .js .json .svg .txt .wasm ", " "+path.Ext(name)+" ") && len(data) > 1000
}

// write writes what is not there yet, packs that, and takes away what is no longer part of the site.
func write(out string, files map[string][]byte, quality int) error {
	var work errgroup.Group
	work.SetLimit(runtime.NumCPU())
	keep := map[string]bool{}
	for name, data := range files {
		to := filepath.Join(out, filepath.FromSlash(name))
		keep[to] = true
		changed, err := store(to, data)
		if err != nil {
			return err
		}
		for ending, packer := range packers {
			if !shrinks(name, data) {
				continue
			}
			keep[to+ending] = true
			if _, err := os.Stat(to + ending); err == nil && !changed {
				continue
			}
			work.Go(func() error { return pack(to+ending, data, quality, packer) })
		}
	}
	return errors.Join(work.Wait(), tidy(out, keep))
}

// store writes a file unless it is there already.
func store(to string, data []byte) (changed bool, err error) {
	if there, err := os.ReadFile(to); err == nil && bytes.Equal(there, data) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return false, err
	}
	return true, os.WriteFile(to, data, 0o644)
}

// pack writes a packed copy. It gets its name when it is whole, so that one that was broken off is made again.
func pack(to string, data []byte, quality int, packer func(io.Writer, int) io.WriteCloser) error {
	var packed bytes.Buffer
	w := packer(&packed, quality)
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := os.WriteFile(to+".new", packed.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(to+".new", to)
}

// tidy removes the files of a folder that are not to be kept.
func tidy(dir string, keep map[string]bool) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || keep[path] {
			return err
		}
		return os.Remove(path)
	})
}
