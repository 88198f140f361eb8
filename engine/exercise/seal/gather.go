package seal

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/source"
)

// A File is one that was handed in: by its path in a folder or in an archive.
type File struct {
	Data    []byte
	Name    string
	Problem string // why it could not be read
}

// Limits of what is gathered.
const (
	maxFiles   = 5000
	maxArchive = 256 << 20 // bytes, unpacked
)

// Gather unpacks archives among files, and orders all by their names. What cannot be read stays in the list, with
// the reason.
func Gather(files []File) []File {
	var all []File
	room := int64(maxArchive)
	for _, f := range files {
		if f.Problem == "" && strings.HasSuffix(strings.ToLower(f.Name), ".zip") {
			all = append(all, unzip(f, &room)...)
			continue
		}
		all = append(all, bounded(f))
	}
	slices.SortStableFunc(all, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	if len(all) > maxFiles {
		rest := len(all) - maxFiles
		all = append(all[:maxFiles:maxFiles], File{Name: "…",
			Problem: fmt.Sprintf("%d more files: at most %d are read at once", rest, maxFiles)})
	}
	return all
}

func bounded(f File) File {
	if f.Problem == "" && len(f.Data) > exercise.MaxFile {
		f.Problem = tooLarge(uint64(len(f.Data)))
		f.Data = nil
	}
	return f
}

func tooLarge(n uint64) string {
	return fmt.Sprintf("the file has %d bytes, want at most %d", n, exercise.MaxFile)
}

func unzip(f File, room *int64) []File {
	r, err := zip.NewReader(bytes.NewReader(f.Data), int64(len(f.Data)))
	if err != nil {
		return []File{{Name: f.Name, Problem: "this is no zip archive, or a damaged one"}}
	}
	var all []File
	for _, x := range r.File {
		if x.FileInfo().IsDir() || strings.HasPrefix(x.Name, "__MACOSX/") || strings.HasSuffix(x.Name, ".DS_Store") {
			continue
		}
		if len(all) == maxFiles {
			all = append(all, File{Name: f.Name, Problem: fmt.Sprintf("the archive has more than %d files", maxFiles)})
			break
		}
		all = append(all, unpack(x, room))
	}
	return all
}

// unpack reads one file of an archive. What its head says of its size is not believed.
func unpack(x *zip.File, room *int64) File {
	f := File{Name: x.Name}
	most := min(int64(exercise.MaxFile), *room)
	in, err := x.Open()
	if err != nil {
		f.Problem = "the archive is damaged here"
		return f
	}
	defer in.Close()
	f.Data, err = io.ReadAll(io.LimitReader(in, most+1))
	*room -= min(int64(len(f.Data)), most)
	switch {
	case int64(len(f.Data)) > most:
		f.Problem, f.Data = tooLarge(max(x.UncompressedSize64, uint64(most)+1)), nil
	case err != nil:
		f.Problem, f.Data = "the archive is damaged here", nil
	}
	return f
}

// Submissions reads hand-ins: those in archives too. A file that is none stays in the list, with the reason.
func Submissions(files []File) []exercise.Submission {
	var all []exercise.Submission
	for _, f := range Gather(files) {
		s := exercise.Submission{File: f.Name, Problem: f.Problem}
		s.Name, s.ID = fromMoodle(f.Name)
		if s.Problem == "" {
			doc, diags := Read(source.NewFile(f.Name, string(f.Data)), false)
			switch {
			case doc == nil:
				file := source.NewFile(f.Name, string(f.Data))
				at := file.Place(diags[0].Span.Start)
				s.Problem = fmt.Sprintf("line %d, column %d: %s", at.Line, at.Column, diags[0].Message)
			case doc.HandIn == nil:
				s.Problem = "this is no hand-in, but an exercise"
			default:
				s.HandIn, s.Remark = doc.HandIn, Genuine(doc.HandIn)
			}
		}
		all = append(all, s)
	}
	return all
}

// fromMoodle takes name and number of a student from the folder that Moodle makes for each of them when one downloads
// all submissions: "Jane Doe_123_assignsubmission_file_".
func fromMoodle(path string) (name, id string) {
	for _, part := range strings.Split(path, "/") {
		before, _, ok := strings.Cut(part, "_assignsubmission_")
		if !ok {
			continue
		}
		if i := strings.LastIndexByte(before, '_'); i > 0 && strings.Trim(before[i+1:], "0123456789") == "" {
			return before[:i], before[i+1:]
		}
	}
	return "", ""
}
