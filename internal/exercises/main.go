// Exercises writes the ready-made exercises and sheets for the site: files to open, the lecturer's own files to copy
// and change, and index.json, which lists them.
//
//	exercises -o dist/exercises
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise/ready"
)

func main() {
	out := flag.String("o", "", "folder to write to")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "exercises:", err)
		os.Exit(1)
	}
}

// run makes the folder hold these files, and nothing else.
func run(out string) error {
	if out == "" {
		return fmt.Errorf("name the folder to write to")
	}
	files, err := ready.Site(engine.Version)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for name, data := range files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
