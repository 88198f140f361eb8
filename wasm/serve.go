package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/wire"
)

// A server answers requests one after the other, and keeps what the next one may ask for again.
type server struct {
	kept  engine.Keeper
	class classroom
}

// serve answers one request: any number of progress replies, then one final reply. The context
// cancels; pause, called between mutants, lets messages in.
func (s *server) serve(ctx context.Context, req wire.Request, pause func(), emit func(wire.Reply)) {
	s.answer(ctx, req, pause, emit)
	if ctx.Err() != nil {
		s.kept.Stopped()
	}
}

func (s *server) answer(ctx context.Context, req wire.Request, pause func(), emit func(wire.Reply)) {
	send := func(r wire.Reply) {
		r.ID = req.ID
		emit(r)
	}
	if req.Kind == wire.Analyse {
		a := s.analyse(req)
		send(wire.Reply{Kind: wire.Result, Analysis: &a})
		return
	}
	if req.Kind == wire.Pack {
		send(pack(req))
		return
	}
	if first && req.Kind == wire.Share && req.Link != nil {
		send(share(*req.Link))
		return
	}
	if first && req.Kind == wire.Papers {
		send(papers(req))
		return
	}
	if req.Kind == wire.Judge {
		send(s.class.answer(ctx, req, send))
		return
	}
	o, fail := s.open(req)
	if fail != nil {
		send(*fail)
		return
	}
	switch req.Kind {
	case wire.Run:
		o.run(ctx, req, pause, send)
	case wire.Match:
		send(o.match(ctx, req, pause))
	case wire.Compare:
		send(o.compare(ctx, req))
	case wire.Walk:
		send(o.walk(ctx, req))
	case wire.Draw:
		send(o.draw(ctx, req))
	case wire.Format:
		send(wire.Reply{Kind: wire.Result, Text: o.model.Format()})
	case wire.UseTool:
		send(o.tool(ctx, req, send))
	default:
		send(failure(fmt.Errorf("this engine knows no request of kind %q", req.Kind)))
	}
}

// opened is a request's model with what it was read from.
type opened struct {
	file      *source.File
	formalism engine.Formalism
	kept      *engine.Keeper
	model     engine.Model
}

// open reads a request's text; the reply is nil when it could be read.
func (s *server) open(req wire.Request) (opened, *wire.Reply) {
	f, err := engine.Choose(req.Formalism, req.Name, req.Text)
	if err != nil {
		r := failure(err)
		return opened{}, &r
	}
	file, m, diags := s.kept.Open(f, req.Name, req.Text)
	if m == nil {
		r := wire.Reply{
			Kind: wire.Failure, Message: "the model has errors",
			Diagnostics: engine.Diagnostics(file, diags),
		}
		return opened{}, &r
	}
	return opened{file, f, &s.kept, m}, nil
}

func failure(err error) wire.Reply { return wire.Reply{Kind: wire.Failure, Message: err.Error()} }

// run judges mutants, in batches.
func (o opened) run(ctx context.Context, req wire.Request, pause func(), send func(wire.Reply)) {
	job := engine.Job{
		File: o.file, Formalism: o.formalism, Model: o.model, Settings: req.Settings, Keeper: o.kept,
		Shard: req.Shard, Shards: req.Shards, Only: req.Mutants, Known: req.Known,
	}
	b := newBatch(send)
	r, err := engine.Run(ctx, job, engine.Observer{
		Head: func(head report.Report, total int) {
			b.total = total
			send(wire.Reply{Kind: wire.Progress, Head: &head, Total: total})
		},
		Print:  b.print,
		Mutant: b.add,
		Pause:  func(context.Context) { pause() },
		Keeps:  true,
	})
	if err != nil {
		send(failure(err))
		return
	}
	b.flush()
	r.Mutants, r.Timings = nil, nil // the page counts what it was sent
	send(wire.Reply{Kind: wire.Result, Head: r, Cancelled: r.Cancelled, Done: b.done, Total: b.total})
}

// match finds duplicates among mutants that were judged by any worker.
func (o opened) match(ctx context.Context, req wire.Request, pause func()) wire.Reply {
	job := engine.Job{File: o.file, Formalism: o.formalism, Model: o.model, Settings: req.Settings, Keeper: o.kept}
	of, note, err := engine.MatchAll(ctx, job, req.Prints, func(context.Context) { pause() })
	if err != nil {
		return failure(err)
	}
	r := wire.Reply{Kind: wire.Result, Note: note, Cancelled: ctx.Err() != nil}
	for i, j := range of {
		if j >= 0 {
			r.Indices, r.Originals = append(r.Indices, i), append(r.Originals, j)
		}
	}
	return r
}

// pack makes one text of the files of a folder.
func pack(req wire.Request) wire.Reply {
	f, text, err := engine.Pack(req.Formalism, sources(req.Files))
	if err != nil {
		return failure(err)
	}
	return wire.Reply{Kind: wire.Result, Text: text, Formalism: f.Describe().Name}
}

// share packs a link.
func share(l wire.Link) wire.Reply {
	fragment, err := wire.FormatLink(l)
	if err != nil {
		return failure(err)
	}
	return wire.Reply{Kind: wire.Result, Text: fragment}
}

// compare judges the request's second text as a mutant of the first.
func (o opened) compare(ctx context.Context, req wire.Request) wire.Reply {
	file := source.NewFile("mutant", req.Impl)
	impl, diags := engine.Open(o.formalism, file)
	if impl == nil {
		return wire.Reply{
			Kind: wire.Failure, Message: "your version has errors",
			Diagnostics: engine.Diagnostics(file, diags),
		}
	}
	settings, err := o.resolved(req.Settings)
	if err != nil {
		return failure(err)
	}
	m, err := o.model.Compare(ctx, impl, settings)
	if err != nil {
		return failure(err)
	}
	r := wire.Reply{Kind: wire.Result, Mutants: []report.Mutant{m}, Cancelled: m.Verdict == ""}
	engine.HandWritten(o.file, req.Impl, &m)
	if w, err := o.walkAlong(ctx, settings, m); err == nil {
		r.Walk = w
	}
	return r
}

// walkAlong shows a mutant, by the checker that judged it if that is kept.
func (o opened) walkAlong(ctx context.Context, s report.Settings, m report.Mutant) (*report.Walk, error) {
	c, err := o.kept.Checker(ctx, o.model, s)
	if err != nil {
		return nil, err
	}
	return engine.Walk(ctx, c, m)
}

// walk gives the stepper's steps for a judged mutant.
func (o opened) walk(ctx context.Context, req wire.Request) wire.Reply {
	if req.Mutant == nil {
		return failure(fmt.Errorf("no mutant is named"))
	}
	settings, err := o.resolved(req.Settings)
	if err != nil {
		return failure(err)
	}
	w, err := o.walkAlong(ctx, settings, *req.Mutant)
	if err != nil {
		return failure(err)
	}
	return wire.Reply{Kind: wire.Result, Walk: w, Sections: evidenceOf(req.Mutant)}
}

// evidenceOf spreads what a report has of a mutant's counterexample and evidence.
func evidenceOf(m *report.Mutant) []report.Section {
	var all []report.Section
	for _, x := range []struct {
		title string
		raw   []byte
	}{{"Counterexample", m.Counterexample}, {"Evidence", m.Evidence}} {
		if blocks := report.Spread(x.raw); len(blocks) > 0 {
			all = append(all, report.Section{Title: x.title, Blocks: blocks})
		}
	}
	return all
}

// draw gives a diagram of the model, with a mutant of it if one is named.
func (o opened) draw(ctx context.Context, req wire.Request) wire.Reply {
	call := engine.DrawCall{View: req.View, Options: req.Settings.Options}
	d, err := engine.Draw(ctx, o.model, call, req.Mutant)
	if err != nil {
		return failure(err)
	}
	return wire.Reply{Kind: wire.Result, Diagram: d}
}

// tool runs one of the formalism's tools.
func (o opened) tool(ctx context.Context, req wire.Request, send func(wire.Reply)) wire.Reply {
	sections, err := o.model.RunTool(ctx, engine.ToolCall{
		Tool: req.Tool, Inputs: req.Inputs, Settings: req.Settings,
		Progress: func(done, total int, what string) {
			send(wire.Reply{Kind: wire.Progress, Done: done, Total: total, Message: what})
		},
	})
	if err != nil {
		return failure(err)
	}
	return wire.Reply{Kind: wire.Result, Sections: sections, Cancelled: ctx.Err() != nil}
}

// resolved fills in what the user left open, as a run does.
func (o opened) resolved(s report.Settings) (report.Settings, error) {
	head, err := engine.Head(engine.Job{File: o.file, Formalism: o.formalism, Model: o.model, Settings: s})
	if err != nil {
		return s, err
	}
	return head.Settings, nil
}

// analyse tells what the page shows while a text is being edited. It never fails: what is wrong
// is a diagnostic.
func (s *server) analyse(req wire.Request) wire.Analysis {
	a := wire.Analysis{
		Counts:      map[string]int{},
		Diagnostics: []report.Diagnostic{},
		Facts:       []report.Fact{},
		Sites:       []wire.Site{},
	}
	f, err := engine.Choose(req.Formalism, req.Name, req.Text)
	if err != nil {
		a.Diagnostics = append(a.Diagnostics, report.Diagnostic{
			Code: "unknown-language", Message: err.Error(), Severity: source.Error.String(),
			Hint: "choose the formalism above the editor", Span: report.Span{Line: 1, Column: 1, EndLine: 1, EndColumn: 1},
		})
		return a
	}
	d := f.Describe()
	a.Formalism = d.Name
	file, model, diags := s.kept.Open(f, req.Name, req.Text)
	a.Diagnostics = append(a.Diagnostics, engine.Diagnostics(file, diags)...)
	if model == nil {
		return a
	}
	a.Diagnostics = append(a.Diagnostics, engine.Diagnostics(file, engine.Advise(context.Background(), model, diags))...)
	a.Valid = true
	a.Facts = append(a.Facts, model.Facts()...)
	a.Tools, a.Choices = engine.FirstTools(model), engine.ChoicesOf(model)
	if err := count(&a, model, d, req); err != nil {
		a.Diagnostics = append(a.Diagnostics, report.Diagnostic{
			Code: "operators", Message: err.Error(), Severity: source.Warning.String(),
			Span: report.Span{Line: 1, Column: 1, EndLine: 1, EndColumn: 1},
		})
	}
	return a
}

// count fills in how many mutants of first order each operator makes, where the selected ones make
// them, and how many a run judges.
func count(a *wire.Analysis, model engine.Model, d report.Formalism, req wire.Request) error {
	all, err := engine.Resolve(d, []string{"all"})
	if err != nil {
		return err
	}
	mutants, err := model.Mutants(engine.Selection{Operators: all, Order: 1, Options: req.Settings.Options})
	if err != nil {
		return err
	}
	selected, err := engine.Resolve(d, req.Settings.Operators)
	if err != nil {
		return err
	}
	here := map[string]bool{}
	for _, name := range selected {
		here[name] = true
	}
	lines := make([]int, strings.Count(req.Text, "\n")+2)
	for _, m := range mutants {
		operator, line := engine.PlaceOf(m)
		a.Counts[operator]++
		if !here[operator] {
			continue
		}
		a.Total++
		if line > 0 && line < len(lines) {
			lines[line]++
		}
	}
	if set := req.Settings; a.Total > 0 && (set.Order > 1 || set.Sample > 0) {
		judged, err := model.Mutants(engine.Selection{
			Operators: selected, Order: max(1, set.Order), Sample: set.Sample, Seed: set.Seed, Options: set.Options,
		})
		if err != nil {
			return err
		}
		a.Total = len(judged)
	}
	for line, n := range lines {
		if n > 0 {
			a.Sites = append(a.Sites, wire.Site{Line: line, Count: n})
		}
	}
	return nil
}
