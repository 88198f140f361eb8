package main

import (
	"archive/zip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/spf13/cobra"
)

// An opened model with the text it came from.
type opened struct {
	file      *source.File
	formalism engine.Formalism
	model     engine.Model
	parse     float64 // milliseconds
}

func (o *opened) describe() report.Formalism { return o.formalism.Describe() }

// open reads and checks a model. Warnings go to stderr; errors end the command.
func (a *app) open(path, formalism string) (*opened, error) {
	return a.openQuietly(path, formalism, "")
}

// openQuietly does so without the diagnostics of one code, which means nothing to the command.
func (a *app) openQuietly(path, formalism, code string) (*opened, error) {
	f, file, err := a.load(path, formalism)
	if err != nil {
		return nil, err
	}
	return a.parse(f, file, code)
}

// noMutation is the code of the advice to mark faults or choose operators, where both have no effect.
const noMutation = "no-mutation"

// parse checks a model that was loaded.
func (a *app) parse(f engine.Formalism, file *source.File, quiet string) (*opened, error) {
	began := time.Now()
	model, d := engine.Open(f, file)
	if model == nil {
		return nil, a.rejected(file, d)
	}
	d = slices.DeleteFunc(d, func(x source.Diagnostic) bool { return x.Code == quiet })
	a.errorf("%s", d.Text(file))
	return &opened{file, f, model, float64(time.Since(began).Microseconds()) / 1000}, nil
}

// load reads a model's text and finds its language. The path is a file, "-" for stdin, or a folder
// or zip that holds the files of one model.
func (a *app) load(path, formalism string) (engine.Formalism, *source.File, error) {
	switch files, err := a.filesOf(path); {
	case err != nil:
		return nil, nil, err
	case files != nil:
		return loadFiles(path, files, formalism)
	}
	file, err := a.read(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := engine.Choose(formalism, file.Name, file.Text)
	if d := engine.Unreadable(file); err != nil && formalism == "" && d != nil {
		return nil, nil, a.rejected(file, d) // what is not text looks like no language
	}
	return f, file, err
}

// read reads a text. One byte more than the engine accepts is enough to let it say so.
func (a *app) read(path string) (*source.File, error) { return a.readUpTo(path, engine.MaxText) }

func (a *app) readUpTo(path string, limit int64) (*source.File, error) {
	in, name := a.in, "stdin"
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in, name = f, path
	}
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return nil, badInput("%s: %v", name, err)
	}
	return source.NewFile(name, string(data)), nil
}

// readText reads a file that comes with a model: tests, a hand-written mutant.
func (a *app) readText(path string) (string, error) { return a.readTextUpTo(path, engine.MaxText) }

func (a *app) readTextUpTo(path string, limit int64) (string, error) {
	f, err := a.readUpTo(path, limit)
	switch {
	case err != nil:
		return "", err
	case int64(len(f.Text)) > limit:
		return "", badInput("%s holds more than %d bytes", f.Name, limit)
	case strings.IndexByte(f.Text, 0) >= 0 || !utf8.ValidString(f.Text):
		return "", badInput("%s: this is not a UTF-8 text", f.Name)
	}
	return f.Text, nil
}

// maxSuite is how many bytes a suite may have: suites for machines with extra states are large.
const maxSuite = 64 << 20

// readTests reads a suite. An empty file is a mistake: it would mean the tests of the model.
func (a *app) readTests(path string) (string, error) {
	text, err := a.readTextUpTo(path, maxSuite)
	if err == nil && strings.TrimSpace(text) == "" {
		err = badInput("%s: the suite is empty", path)
	}
	return text, err
}

// filesOf reads the files of a folder or a zip; nil where the path is neither.
func (a *app) filesOf(path string) ([]*source.File, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return readAll(path, os.DirFS(path))
	}
	if !strings.EqualFold(filepath.Ext(path), ".zip") {
		return nil, nil
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, badInput("%s: %v", path, err)
	}
	defer z.Close()
	return readAll(path, z)
}

// loadFiles packs the files of a folder or a zip into one text.
func loadFiles(name string, all []*source.File, formalism string) (engine.Formalism, *source.File, error) {
	f, text, err := engine.Pack(formalism, all)
	if err != nil {
		return nil, nil, badInput("%s: %v", name, err)
	}
	return f, source.NewFile(filepath.Clean(name), text), nil
}

// readAll reads the files of a folder or a zip, all together no more than one model may hold.
func readAll(name string, files fs.FS) ([]*source.File, error) {
	all := []*source.File{}
	left := int64(engine.MaxText)
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := len(d.Name()) > 1 && strings.HasPrefix(d.Name(), ".")
		if hidden && d.IsDir() {
			return fs.SkipDir
		}
		if info, err := fs.Stat(files, path); hidden || err != nil || !info.Mode().IsRegular() {
			return err
		}
		text, err := readSome(files, path, left+1)
		if left -= int64(len(text)); left < 0 {
			return badInput("%s holds more than %d bytes", name, engine.MaxText)
		}
		all = append(all, source.NewFile(path, text))
		return err
	})
	return all, err
}

// readSome reads at most so many bytes, however large a file claims or unpacks to be.
func readSome(files fs.FS, path string, most int64) (string, error) {
	f, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most))
	return string(data), err
}

// formalismFlag adds --formalism, which is for files whose name and look do not tell.
func formalismFlag(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "formalism", "",
		"`language` of the model: "+strings.Join(names(), ", ")+" (default: by file name, then by content)")
	c.RegisterFlagCompletionFunc("formalism", words(names()))
}

// values reads name=value pairs. The value of an option of kind file is a path, whose text counts.
func (a *app) values(options []report.Option, pairs []string) (map[string]string, error) {
	if len(pairs) == 0 {
		return nil, nil
	}
	all := map[string]string{}
	for _, p := range pairs {
		name, value, ok := strings.Cut(p, "=")
		if !ok {
			return nil, badInput("got %q, want name=value", p)
		}
		if _, twice := all[name]; twice {
			return nil, badInput("%s appears twice", name)
		}
		for _, o := range options {
			if o.Name != name || o.Kind != "file" {
				continue
			}
			if value == "" {
				continue
			}
			text, err := a.readTests(value)
			if err != nil {
				return nil, err
			}
			value = text
		}
		all[name] = value
	}
	return all, engine.CheckOptions(options, all)
}
