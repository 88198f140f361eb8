// Site makes what a file host serves of the files that the build has gathered: programs, scripts and
// styles get names with a hash of their content, which a browser may keep for ever; pages name them,
// the service worker lists them, and a file that shrinks has copies packed by brotli and gzip.
//
//	main.go   the order of the work
//	names.go  names with a hash, and the places that use them
//	files.go  files and their packed copies, written where something changed
//
//	site -quality 9 -o dist .build/site
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

func main() {
	out := flag.String("o", "", "folder to write to")
	quality := flag.Int("quality", 9, "of brotli, at most 11, which takes ten times as long as 9")
	flag.Parse()
	if err := run(*out, flag.Arg(0), *quality); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// run makes the folder out hold the site, and nothing else.
func run(out, from string, quality int) error {
	if out == "" || from == "" || quality < brotli.BestSpeed || quality > brotli.BestCompression {
		return fmt.Errorf("name the folder to write to, that of the files, and a quality of brotli")
	}
	files, err := read(from)
	if err != nil {
		return err
	}
	if err := named(files); err != nil {
		return err
	}
	return write(out, files, quality)
}

// read takes the files of a folder by their paths below it, with slashes.
func read(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	return files, err
}
