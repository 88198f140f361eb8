package engine

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Lexed model can tell which parts of its text verdicts depend on. Whoever writes a comment, moves
// a line or edits a component that is not judged then has nothing judged again.
type Lexed interface {
	// Tokens lists the text's tokens in order; nil stands for the whole text as it is. Two texts with
	// equal tokens outside the parts that are apart have the same mutants with the same verdicts, but for
	// places and ids. No mutant changes anything in these parts.
	Tokens(options map[string]string) (all, apart []source.Span)
}

// A Spelled mutant says its change in words that do not depend on how the text is laid out. What its edits
// write may: a whole line, indented as its neighbours.
type Spelled interface {
	// Spell is equal for two mutants of an operator only if they are the same.
	Spell() string
}

// A Memory keeps the verdicts on the last models that were judged. A verdict follows from the tokens
// of the model, the edits that make the mutant, and the settings but for those that only choose among
// mutants. So it is kept under these, and what a report says of places is taken from the present
// text. Pairs of changes are not kept: there are too many. Its zero value is empty. It is for one
// goroutine at a time.
type Memory struct {
	Judged, Recalled int // verdicts that a checker found, and that were found here

	models []*remembered // the last used one first
	size   int           // of all, roughly in bytes
}

// How much a memory keeps: enough to go there and back between a few texts.
const (
	memoryModels = 4
	memoryBytes  = 16 << 20
	mutantBytes  = 500 // roughly, beside what was found for a mutant
)

// remembered is what is known of one model under some settings.
type remembered struct {
	key      string
	verdicts map[string]report.Mutant // by their edits
	ends     map[string]*ending       // by what chose the mutants
	matches  map[string]*matching     // likewise
	size     int
}

// An ending is what a run finds beside verdicts.
type ending struct {
	evidence, domain []byte
	note             string   // why duplicates are not looked for; or ""
	prints           []string // by place in the list; nil: with a note
}

// A matching is which mutants are duplicates, as match gives it.
type matching struct {
	prints []string // that it was found from
	of     []int
	open   int
}

// model gives what is remembered of a model, nothing yet if it is new.
func (y *Memory) model(key string) *remembered {
	at := slices.IndexFunc(y.models, func(r *remembered) bool { return r.key == key })
	if at < 0 {
		at = len(y.models)
		y.size += len(key)
		y.models = append(y.models, &remembered{
			key: key, size: len(key), verdicts: map[string]report.Mutant{},
			ends: map[string]*ending{}, matches: map[string]*matching{},
		})
	}
	m := y.models[at]
	y.models = slices.Insert(slices.Delete(y.models, at, at+1), 0, m)
	for len(y.models) > memoryModels || y.size > memoryBytes && len(y.models) > 1 {
		last := len(y.models) - 1
		y.size -= y.models[last].size
		y.models = y.models[:last]
	}
	return m
}

// A recall is a memory opened for one run. A nil one knows nothing and keeps nothing.
type recall struct {
	memory *Memory
	model  *remembered
	choice string // what chose the run's mutants
	text   *tokens
}

// remember opens a job's memory, whose settings are resolved; nil without one.
func remember(job Job, s report.Settings) *recall {
	if job.Keeper == nil || s.Order > 1 {
		return nil
	}
	choice := string(report.Raw(s)) + strings.Join(job.Only, "\x00")
	if job.Shards > 1 {
		choice += "\x00" + strconv.Itoa(job.Shard) + "/" + strconv.Itoa(job.Shards)
	}
	y := &recall{memory: &job.Keeper.Verdicts, choice: choice, text: tokensOf(job, s.Options)}
	s.Operators, s.Sample, s.Seed = nil, 0, 0
	y.model = y.memory.model(job.Formalism.Describe().Name + "\x00" + string(report.Raw(s)) + y.text.spell())
	return y
}

// find gives a mutant with its verdict, or none where that is not known.
func (y *recall) find(mu Mutant) report.Mutant {
	d := mu.Describe()
	m, known := y.model.verdicts[y.keyOf(mu, &d)]
	if !known {
		return report.Mutant{}
	}
	y.memory.Recalled++
	m.ID, m.Operator, m.Span, m.Words = d.ID, d.Operator, d.Span, d.Words
	m.Original, m.Replacement, m.Edits, m.Parts = d.Original, d.Replacement, d.Edits, d.Parts
	return m
}

// keyOf writes what a mutant changes; "" where that cannot be said.
func (y *recall) keyOf(mu Mutant, d *report.Mutant) string {
	if s, ok := mu.(Spelled); ok && y.text.spans != nil {
		return d.Operator + "\x00" + s.Spell()
	}
	return y.text.edits(d)
}

// keep remembers a verdict that a checker found.
func (y *recall) keep(mu Mutant, m *report.Mutant) {
	if y == nil {
		return
	}
	y.memory.Judged++
	size := mutantBytes + len(m.Counterexample) + len(m.Evidence)
	for _, d := range m.Details {
		size += len(d)
	}
	if key := y.keyOf(mu, m); key != "" && y.room(size) {
		y.model.verdicts[key] = *m
	}
}

// room tells whether there is room for so many bytes more, and takes it.
func (y *recall) room(size int) bool {
	if y.memory.size+size > memoryBytes {
		return false
	}
	y.memory.size, y.model.size = y.memory.size+size, y.model.size+size
	return true
}

// end gives what the run found beside verdicts, if it was made before.
func (y *recall) end() *ending {
	if y == nil {
		return nil
	}
	return y.model.ends[y.choice]
}

func (y *recall) keepEnd(e *ending) {
	if y != nil && y.room(len(e.evidence)+len(e.domain)+printBytes*len(e.prints)) {
		y.model.ends[y.choice] = e
	}
}

const printBytes = 32

// match gives the duplicates among mutants with these fingerprints, if they were looked for before.
func (y *recall) match(prints []string) *matching {
	if y == nil {
		return nil
	}
	if m := y.model.matches[y.choice]; m != nil && slices.Equal(m.prints, prints) {
		return m
	}
	return nil
}

func (y *recall) keepMatch(m *matching) {
	if y != nil && y.room(2*printBytes*len(m.prints)) {
		y.model.matches[y.choice] = m
	}
}

// tokens are the parts of a text that mean something.
type tokens struct {
	file  *source.File
	spans []source.Span // nil: the whole text is one
	apart []source.Span // they are outside of these
}

// tokensOf cuts a job's text. One with marks that protect parts of it is taken as it is, since its
// comments mean something.
func tokensOf(job Job, options map[string]string) *tokens {
	t := &tokens{file: job.File}
	if m, ok := job.Model.(Lexed); ok && !job.File.Marked() {
		t.spans, t.apart = m.Tokens(options)
		t.spans = slices.DeleteFunc(t.spans, func(s source.Span) bool { return t.isApart(s.Start) })
	}
	return t
}

func (t *tokens) isApart(p source.Pos) bool {
	return slices.ContainsFunc(t.apart, func(s source.Span) bool { return s.Start <= p && p < s.End })
}

// spell writes the tokens so that other tokens are spelled otherwise: no text holds a zero byte.
func (t *tokens) spell() string {
	if t.spans == nil {
		return "\x00\x00" + t.file.Text
	}
	var b strings.Builder
	for _, s := range t.spans {
		b.WriteByte(0)
		b.WriteString(t.file.Slice(s))
	}
	return b.String()
}

// edits writes what a mutant changes, with places in tokens; "" where one lies apart.
func (t *tokens) edits(m *report.Mutant) string {
	b := []byte(m.Operator)
	for _, e := range m.Changes() {
		at := t.file.Read(e.Span)
		for _, p := range []source.Pos{at.Start, at.End} {
			var ok bool
			if b, ok = t.place(append(b, 0), p); !ok {
				return ""
			}
		}
		b = append(append(b, 0), e.Replacement...)
	}
	return string(b)
}

// place writes a place as a token, the bytes of it before the place, and whether the next token begins
// there, too; or as the token behind the gap where it lies. It is not ok in a part that is apart.
func (t *tokens) place(b []byte, p source.Pos) (_ []byte, ok bool) {
	if t.spans == nil {
		return strconv.AppendInt(b, int64(p), 10), true
	}
	if t.isApart(p) {
		return b, false
	}
	i := sort.Search(len(t.spans), func(i int) bool { return t.spans[i].End >= p })
	b = strconv.AppendInt(b, int64(i), 10)
	if i == len(t.spans) || p < t.spans[i].Start {
		return append(b, '-'), true
	}
	b = append(b, '+')
	b = strconv.AppendInt(b, int64(p-t.spans[i].Start), 10)
	if i+1 < len(t.spans) && t.spans[i+1].Start == p {
		b = append(b, '|')
	}
	return b, true
}
