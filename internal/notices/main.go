// Notices writes the licences of everything that the built site contains: the Go modules that the
// two programs link, Go's own run time, and the npm packages that esbuild put into the bundle.
//
//	notices -bundle .build/bundle.json -o dist/third-party.txt ./web ./wasm
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A component is something of others with its licence.
type component struct {
	name, version string
	dir           string // where its licence files are
}

func main() {
	bundle := flag.String("bundle", "", "esbuild's metafile; without it no npm packages are listed")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if err := run(*bundle, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(bundle, out string, programs []string) error {
	all, err := modules(programs)
	if err != nil {
		return err
	}
	if bundle != "" {
		npm, err := packages(bundle)
		if err != nil {
			return err
		}
		all = append(all, npm...)
	}
	models, err := galleries(".")
	if err != nil {
		return err
	}
	text, err := render(append(all, models...))
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}

// galleries lists the folders of models, which the programs hold, that use work of others.
func galleries(root string) ([]component, error) {
	found, err := filepath.Glob(filepath.Join(root, "engine", "*", "gallery", "LICENSES"))
	var all []component
	for _, path := range found {
		dir := filepath.Dir(path)
		name, err := filepath.Rel(root, dir)
		if err != nil {
			return nil, err
		}
		all = append(all, component{"models in " + filepath.ToSlash(name), "", dir})
	}
	return all, err
}

// modules lists Go and the modules that programs built for js/wasm link.
func modules(programs []string) ([]component, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Module"}, programs...)...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	cmd.Stderr = os.Stderr
	listing, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	all := []component{{"Go", strings.TrimPrefix(runtime.Version(), "go"), strings.TrimSpace(string(goroot))}}
	for d := json.NewDecoder(bytes.NewReader(listing)); ; {
		var p struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		c := component{p.Module.Path, p.Module.Version, p.Module.Dir}
		if !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
}

// packages lists the npm packages of which esbuild used a file.
func packages(metafile string) ([]component, error) {
	data, err := os.ReadFile(metafile)
	if err != nil {
		return nil, err
	}
	var meta struct{ Inputs map[string]json.RawMessage }
	if err := json.Unmarshal(data, &meta); err != nil {
		return nil, fmt.Errorf("%s: %w", metafile, err)
	}
	seen := map[string]bool{}
	var all []component
	for input := range meta.Inputs {
		dir := packageDir(input)
		if dir == "" || seen[dir] {
			continue
		}
		seen[dir] = true
		c, err := describe(dir)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// packageDir cuts the path of an input to its npm package: node_modules/name or
// node_modules/@scope/name. It is empty for files of our own.
func packageDir(input string) string {
	const folder = "node_modules/"
	i := strings.LastIndex(input, folder)
	if i < 0 {
		return ""
	}
	parts := strings.Split(input[i+len(folder):], "/")
	n := 1
	if strings.HasPrefix(parts[0], "@") {
		n = 2
	}
	return input[:i+len(folder)] + strings.Join(parts[:min(n, len(parts))], "/")
}

// describe reads a package's own name and version. esbuild names inputs relative to the folder it
// ran in, which is the bundle's.
func describe(dir string) (component, error) {
	at := dir
	if _, err := os.Stat(at); err != nil {
		at = filepath.Join("web", "bundle", dir)
	}
	data, err := os.ReadFile(filepath.Join(at, "package.json"))
	if err != nil {
		return component{}, err
	}
	var p struct{ Name, Version string }
	if err := json.Unmarshal(data, &p); err != nil {
		return component{}, fmt.Errorf("%s/package.json: %w", at, err)
	}
	return component{p.Name, p.Version, at}, nil
}

// render prints the notices sorted by name. A component without a licence file is an error: it
// must not be shipped unnoticed.
func render(all []component) ([]byte, error) {
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.name, b.name) })
	var b bytes.Buffer
	b.WriteString("The Mutarium playground contains the following software of others.\n\n")
	for _, c := range all {
		fmt.Fprintf(&b, "  %s %s\n", c.name, c.version)
	}
	for _, c := range all {
		texts, err := licences(c.dir)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s %s has no licence file", c.name, c.version)
		}
		fmt.Fprintf(&b, "\n%s\n%s %s\n", strings.Repeat("-", 78), c.name, c.version)
		for _, t := range texts {
			fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(t))
		}
	}
	return b.Bytes(), nil
}

// licences reads the licence and notice files in a folder, in the order of their names.
func licences(dir string) ([]string, error) {
	entries, err := fs.ReadDir(os.DirFS(dir), ".")
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() ||
			!slices.ContainsFunc(
				[]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"},
				func(p string) bool { return strings.HasPrefix(name, p) },
			) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}
