package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/judge"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/spf13/cobra"
)

// gradeFlags are the flags of grade.
type gradeFlags struct {
	exerciseFlags
	columns []string
	csv     string
	lower   bool
	of      string
	was     string // name of a file
}

func (a *app) gradeCommand() *cobra.Command {
	f := &gradeFlags{}
	c := &cobra.Command{
		Use:   "grade EXERCISE PATH...",
		Short: "Grade hand-ins: points, tables for learning platforms, what the class did",
		Long: "Check every hand-in in the folders, zip archives and files from scratch: what a file claims of itself is\n" +
			"compared, never believed. EXERCISE is what the students got, or your own file. What cannot be read is\n" +
			"listed with the reason, and stops nothing.\n\n" +
			"--csv all writes a row for each file, --csv moodle the grading worksheet that Moodle imports, --csv kills\n" +
			"which hand-in kills which mutant.",
		Example: "  mutarium exercise copy tea-kill -o tea.yaml\n  mutarium exercise make tea.yaml -o tea.mtx\n" +
			"  mkdir answers\n  mutarium grade tea.mtx answers/ --csv moodle -o grades.csv",
		Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error { return a.grade(c.Context(), f, args[0], args[1:]) },
	}
	f.outputFlags.add(c, "what was found")
	c.Flags().StringVar(&f.csv, "csv", "", "write a table: `all`, moodle or kills")
	c.Flags().StringSliceVar(&f.columns, "columns", exercise.MoodleColumns[:],
		"`names` of the four columns of --csv moodle, where Moodle speaks another language")
	c.Flags().StringVar(&f.of, "exercise", "", "`id` of the exercise, where EXERCISE is a sheet")
	c.Flags().StringVar(&f.was, "was", "", "`file` with an earlier grading, from --json: say who gains and who loses")
	c.Flags().BoolVar(&f.lower, "lower", false, "with --was: answers may lose points")
	f.addPhrase(c, "the locked part was locked with")
	return c
}

func (a *app) grade(ctx context.Context, f *gradeFlags, path string, paths []string) error {
	switch {
	case f.csv != "" && f.csv != "all" && f.csv != "moodle" && f.csv != "kills":
		return badInput("--csv: got %q, want all, moodle or kills", f.csv)
	case f.lower && f.was == "":
		return badInput("--lower goes with --was")
	case f.csv != "" && f.json:
		return badInput("--csv and --json exclude each other")
	case len(f.columns) != len(exercise.MoodleColumns):
		return badInput("--columns: got %s, want %d", count(len(f.columns), "name"), len(exercise.MoodleColumns))
	}
	task, mutants, err := a.gradingTask(ctx, f, path)
	if err != nil {
		return err
	}
	all, err := a.submissions(paths)
	if err != nil {
		return err
	}
	show, end := a.progress("hand-ins")
	class := task.Grade(ctx, all, func(done, total int) { show(done, total, "") })
	end()
	if f.was != "" {
		if err := a.regrade(f, class); err != nil {
			return err
		}
	}
	switch {
	case f.csv == "moodle":
		err = a.put(f.file, []byte(class.MoodleCSV([4]string(f.columns))))
	case f.csv == "kills":
		err = a.put(f.file, []byte(class.KillsCSV(mutants)))
	case f.csv == "all":
		err = a.put(f.file, []byte(class.CSV()))
	case f.json:
		err = a.writeJSON(f.file, class)
	default:
		err = a.writeText(f.file, classText(class))
	}
	if err != nil {
		return err
	}
	return graded(class)
}

// regrade holds a class against an earlier grading.
func (a *app) regrade(f *gradeFlags, class *exercise.Class) error {
	text, err := a.readTextUpTo(f.was, maxSuite)
	if err != nil {
		return err
	}
	var before exercise.Class
	if err := json.Unmarshal([]byte(text), &before); err != nil || before.Kind == "" {
		return badInput("%s: this is no grading that `mutarium grade --json` wrote", f.was)
	}
	gain, lose := class.Regrade(&before, f.lower)
	what := "would lose some, and keep what they had (--lower takes them away)"
	if f.lower {
		what = "lose some"
	}
	a.errorf("%s gain points, %d %s\n", count(gain, "answer"), lose, what)
	return nil
}

// graded turns what was refused or left open into an exit code.
func graded(c *exercise.Class) error {
	refused, open := 0, 0
	for i := range c.Rows {
		switch c.Rows[i].Status {
		case exercise.Refused:
			refused++
		case exercise.Open:
			open++
		}
	}
	switch {
	case open > 0:
		return exhausted("%s of %d not decided", count(open, "hand-in"), len(c.Rows))
	case refused > 0:
		return findings("%s of %d refused: see the remarks", count(refused, "file"), len(c.Rows))
	}
	return nil
}

// gradingTask opens the exercise with all that is hidden in it.
func (a *app) gradingTask(ctx context.Context, f *gradeFlags, path string) (*judge.Task, []string, error) {
	doc, err := a.readOwn(path)
	if err != nil {
		return nil, nil, err
	}
	e, err := pickExercise(doc, f.of, path)
	if err != nil {
		return nil, nil, err
	}
	phrase, err := a.phraseOf(&f.exerciseFlags)
	if err != nil {
		return nil, nil, err
	}
	hidden, err := seal.Unveil(e)
	if err != nil {
		return nil, nil, err
	}
	var final *exercise.Hidden
	if e.Secret != nil {
		hidden, final = e.Secret, &exercise.Hidden{Mutants: e.Secret.Mutants}
		made, err := seal.Make(e, phrase, e.Engine)
		if err == nil {
			e.Digest = made.Digest // hand-ins name it; another one is told, and graded all the same
		}
	} else if e.Final != nil {
		if phrase == "" {
			return nil, nil, badInput("%s has a locked part: name the phrase with --phrase-file", path)
		}
		if final, err = seal.Unlock(e, phrase); err != nil {
			return nil, nil, badInput("%s: %v", path, err)
		}
	}
	task, problems, err := judge.Open(ctx, e, hidden, final)
	if err != nil {
		return nil, nil, err
	}
	if problems != nil {
		for _, p := range problems {
			a.errorf("%s: %s: %s\n", path, p.Path, p.Message)
		}
		return nil, nil, &failure{code: exitBadInput}
	}
	var mutants []string
	for _, m := range task.Prepared().Mutants {
		mutants = append(mutants, m.ID)
	}
	return task, mutants, nil
}

// pickExercise takes the exercise of a document, or the one of a sheet that is named.
func pickExercise(doc *seal.Document, id, path string) (*exercise.Exercise, error) {
	switch {
	case doc.Exercise != nil && id != "" && doc.Exercise.ID != id:
		return nil, badInput("%s: got the exercise %q, want %q", path, doc.Exercise.ID, id)
	case doc.Exercise != nil:
		return doc.Exercise, nil
	case doc.Sheet == nil:
		return nil, badInput("%s: this is a hand-in, want an exercise", path)
	}
	var ids []string
	for i := range doc.Sheet.Steps {
		if e := doc.Sheet.Steps[i].Exercise; e != nil {
			if e.ID == id {
				return e, nil
			}
			ids = append(ids, e.ID)
		}
	}
	return nil, badInput("%s is a sheet: name one of its exercises with --exercise: %s", path, strings.Join(ids, ", "))
}

// maxZip bounds an archive, in bytes.
const maxZip = 256 << 20

// submissions reads hand-ins from folders, archives and files. What cannot be read is in the list too.
func (a *app) submissions(paths []string) ([]exercise.Submission, error) {
	var files []seal.File
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, readHandIn(filepath.Base(path), path))
			continue
		}
		err = filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
			name, relErr := filepath.Rel(path, at)
			if relErr != nil {
				name = at
			}
			name = filepath.ToSlash(name)
			switch {
			case err != nil:
				files = append(files, seal.File{Name: name, Problem: err.Error()})
			case strings.HasPrefix(d.Name(), ".") && at != path:
				if d.IsDir() {
					return fs.SkipDir
				}
			case d.Type().IsRegular():
				files = append(files, readHandIn(name, at))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return seal.Submissions(files), nil
}

// readHandIn reads one file, up to what could be of use.
func readHandIn(name, path string) seal.File {
	f := seal.File{Name: name}
	info, err := os.Stat(path)
	most := int64(exercise.MaxFile)
	if strings.EqualFold(filepath.Ext(path), ".zip") {
		most = maxZip
	}
	switch {
	case err != nil:
		f.Problem = err.Error()
	case info.Size() > most:
		f.Problem = fmt.Sprintf("the file has %d bytes, want at most %d", info.Size(), most)
	default:
		if f.Data, err = os.ReadFile(path); err != nil {
			f.Problem = err.Error()
		}
	}
	return f
}

// classText prints a class for people.
func classText(c *exercise.Class) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", c.Exercise, count(len(c.Rows), "file"))
	rows := [][]string{{"name", "points", "reached", "attempts", "hints", "cluster", "status", "remark"}}
	for i := range c.Rows {
		r := &c.Rows[i]
		name := r.Name
		if name == "" {
			name = r.File
		}
		rows = append(rows, []string{name, fmt.Sprint(r.Points), fmt.Sprintf("%d/%d", r.Share, r.Of), fmt.Sprint(r.Attempts),
			fmt.Sprint(r.Hints), r.Cluster, r.Status, r.Remark})
	}
	b.WriteString(grid("  ", rows, []bool{false, true, true, true, true, false, false, false}))
	if len(c.Mutants) > 0 {
		b.WriteString("\nmutants, the hardest first\n")
		rows = nil
		for _, m := range c.Mutants {
			rows = append(rows, []string{m.ID, fmt.Sprintf("killed by %d of %d", m.Killed, m.Of)})
		}
		b.WriteString(grid("  ", rows, nil))
	}
	if len(c.Clusters) > 0 {
		b.WriteString("\nanswers that behave alike\n")
		for _, x := range c.Clusters {
			fmt.Fprintf(&b, "  %s: %s", x.Name, count(len(x.Rows), "answer"))
			switch {
			case x.Passed:
				b.WriteString(", right")
			case x.Wrong != nil && x.Wrong.Test != "":
				fmt.Fprintf(&b, ", wrong at step %d of: %s", x.Wrong.Step, x.Wrong.Test)
			}
			b.WriteString("\n")
		}
	}
	for _, same := range c.Copies {
		var who []string
		for _, i := range same {
			who = append(who, c.Rows[i].File)
		}
		fmt.Fprintf(&b, "\nthe same answer, byte for byte: %s\n", strings.Join(who, ", "))
	}
	return b.String()
}
