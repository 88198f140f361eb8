//go:build teach || !(part_core || part_action_system || part_tfsm || part_timed)

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/judge"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/wire"
)

// papers answers a call about documents.
func papers(req wire.Request) wire.Reply {
	switch req.Call {
	case exercise.CallRead:
		return called(req, readPaper)
	case exercise.CallMake:
		return called(req, makePaper)
	case exercise.CallSign:
		return called(req, func(c exercise.SignCall) (exercise.Made, error) {
			if c.HandIn == nil {
				return exercise.Made{}, fmt.Errorf("there is nothing to sign")
			}
			seal.Sign(c.HandIn, c.Seed)
			return exercise.Made{Digest: c.HandIn.Digest, File: string(seal.Encode(c.HandIn))}, nil
		})
	case exercise.CallGather:
		return called(req, func(c exercise.GatherCall) ([]exercise.Submission, error) {
			files := make([]seal.File, len(c.Files))
			for i, f := range c.Files {
				files[i] = seal.File{Name: f.Name, Data: f.Data}
			}
			return seal.Submissions(files), nil
		})
	}
	return failure(fmt.Errorf("this engine knows no call %q", req.Call))
}

// called decodes a call and encodes what it comes to.
func called[C, R any](req wire.Request, do func(C) (R, error)) wire.Reply {
	var c C
	if err := json.Unmarshal(req.Data, &c); err != nil {
		return failure(fmt.Errorf("the engine cannot read the call %q: %w", req.Call, err))
	}
	r, err := do(c)
	if err != nil {
		return failure(err)
	}
	return wire.Reply{Kind: wire.Result, Data: report.Raw(r)}
}

func readPaper(c exercise.ReadCall) (r exercise.Read, err error) {
	if c.Link != "" {
		if c.Text, err = seal.Unlink(c.Link); err != nil {
			return r, err
		}
	}
	file := source.NewFile(c.Name, c.Text)
	doc, diags := seal.Read(file, c.Own)
	if doc == nil {
		r.Problems = engine.Diagnostics(file, diags)
		return r, nil
	}
	r.Exercise, r.Sheet, r.HandIn = doc.Exercise, doc.Sheet, doc.HandIn
	if r.HandIn != nil {
		r.Remark = seal.Genuine(r.HandIn)
	}
	if r.Exercise == nil {
		return r, nil
	}
	if r.Hidden, err = seal.Unveil(r.Exercise); err != nil {
		return r, err
	}
	if c.Phrase != "" {
		r.Final, err = seal.Unlock(r.Exercise, c.Phrase)
	}
	return r, err
}

func makePaper(c exercise.MakeCall) (m exercise.Made, err error) {
	switch {
	case c.Exercise != nil:
		e, err := seal.Make(c.Exercise, c.Phrase, engine.Version)
		if err != nil {
			return m, err
		}
		return exercise.Made{Digest: e.Digest, File: string(seal.Encode(e)), Link: seal.Link(e)}, nil
	case c.Sheet != nil:
		s, err := seal.MakeSheet(c.Sheet, engine.Version)
		if err != nil {
			return m, err
		}
		return exercise.Made{Digest: s.Digest, File: string(seal.Encode(s)), Link: seal.Link(s)}, nil
	}
	return m, fmt.Errorf("there is nothing to make")
}

// programs begins the names of the programs that hold what this one does not: the exercise page has its own, which
// can do all that the others can.
const programs = "engine-teach-"

// A classroom keeps the last exercise that was made ready: one judges many answers to it.
type classroom struct {
	about []byte // its JSON, with the hidden parts
	task  *judge.Task
}

// open makes an exercise ready, unless it is.
func (c *classroom) open(ctx context.Context, call *exercise.JudgeCall) ([]exercise.Problem, error) {
	if call.Exercise == nil {
		return nil, fmt.Errorf("no exercise is named")
	}
	about := report.Raw(exercise.JudgeCall{Exercise: call.Exercise, Hidden: call.Hidden, Final: call.Final})
	if c.task != nil && bytes.Equal(about, c.about) {
		return nil, nil
	}
	c.task, c.about = nil, nil
	task, problems, err := judge.Open(ctx, call.Exercise, call.Hidden, call.Final)
	if task != nil {
		c.task, c.about = task, about
	}
	return problems, err
}

// answer answers a call about answers.
func (c *classroom) answer(ctx context.Context, req wire.Request, send func(wire.Reply)) wire.Reply {
	var call exercise.JudgeCall
	if err := json.Unmarshal(req.Data, &call); err != nil {
		return failure(fmt.Errorf("the engine cannot read the call %q: %w", req.Call, err))
	}
	progress := func(done, total int) { send(wire.Reply{Kind: wire.Progress, Done: done, Total: total}) }
	if req.Call == exercise.CallList && call.Exercise != nil {
		mutants, problems, err := judge.List(ctx, call.Exercise, progress)
		if err != nil {
			return failure(err)
		}
		return wire.Reply{Kind: wire.Result, Data: report.Raw(exercise.Listed{Mutants: mutants, Problems: problems})}
	}
	problems, err := c.open(ctx, &call)
	if err == nil && problems != nil && req.Call != exercise.CallOpen {
		err = fmt.Errorf("%s: %s", problems[0].Path, problems[0].Message)
	}
	if err != nil {
		return failure(err)
	}
	var result any
	switch req.Call {
	case exercise.CallOpen:
		result = exercise.Prepared{Problems: problems}
		if problems == nil {
			result = c.task.Prepared()
		}
	case exercise.CallJudge:
		result = c.task.Judge(ctx, call.Answer, call.Hints)
	case exercise.CallHint:
		result, err = c.task.Hint(ctx, call.Answer, call.Level)
	case exercise.CallSolve:
		result, err = c.task.Solve(call.Mutant)
	case exercise.CallGrade:
		result = c.task.Grade(ctx, call.Submissions, progress)
	case exercise.CallKnown:
		result = c.task.Known(ctx)
	default:
		err = fmt.Errorf("this engine knows no call %q", req.Call)
	}
	if err != nil {
		return failure(err)
	}
	return wire.Reply{Kind: wire.Result, Data: report.Raw(result), Cancelled: ctx.Err() != nil}
}
