package repair

import (
	"cmp"
	"context"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Changes of a text are made on its tokens, so that comments and layout stay. What makes no sense is left to the
// parser, which refuses it: a change says only what may stand in a place.

// A token of the text.
type token struct {
	source.Span
	text string
}

// A draft makes the candidates of one text.
type draft struct {
	ctx    context.Context
	q      *Request
	secret secret
	name   string // of the formalism
	model  engine.Model
	file   *source.File
	lean   string // the text without a fault domain; "": it has none
	tokens []token
	units  []unit
	path   *path // the run that goes wrong; nil: not known

	signs   signs
	values  []string // variables and constants that may stand in expressions
	targets []string // variables that are assigned
	numbers []string // distinct numbers of the text
	atoms   []string // distinct conditions of the text without connectives
	guards  []string // distinct guards, whole
	places  []string // locations or states
	inputs  []string
	outputs []string

	at     *unit // whose candidates are made
	most   int   // of a level
	want   int   // the tier of those that are made now
	hot    bool  // what is there now looks as if something were left out
	likely bool  // the present unit is likelier than others of its score
	kind   kind
	tier   int
	all    []candidate
}

// A candidate is a change that may repair the text.
type candidate struct {
	edits []source.Edit
	kind  kind
	which direction
	op    string // of the operator that makes it; "": none does
	score int
	hot   bool
	line  int
	size  int // tokens taken away and put in
}

// How many candidates of a level are tried, for one change and for a second one.
const (
	mostOfLevel = 1500
	mostOfPairs = 60
)

// Tiers order the kinds of changes by how soon they are tried.
const (
	near1  = iota // an operator, a number by one, a target
	near2         // something of the kind dropped or put in
	far           // a condition of which the text has no example
	tiers  = far + 1
	levels = (last + 1) * tiers
)

// newDraft reads a text. A text in a format of another tool has no tokens: it is repaired by operators alone.
func newDraft(s *search, m engine.Model, f *source.File) *draft {
	d := &draft{ctx: s.ctx, q: &s.q, secret: s.secret, model: m, file: f, most: mostOfLevel}
	if l, ok := m.(engine.Lexed); ok {
		spans, _ := l.Tokens(s.q.Settings.Options)
		for _, span := range spans {
			d.tokens = append(d.tokens, token{span, f.Slice(span)})
		}
	}
	d.name = s.q.Formalism.Describe().Name
	d.read()
	if d.name == "tfsm" && slices.ContainsFunc(d.tokens, func(t token) bool { return t.text == "~>" }) {
		d.lean = lean(f.Text, d.tokens)
	}
	for i := range d.units {
		d.units[i].from, d.units[i].to = d.within(d.units[i].span)
	}
	return d
}

// level lists the candidates of one level: the near changes of likely places come before the far ones, and these
// before any of the places that the run does not come to.
func (d *draft) level(n int) []candidate {
	group, tier := n/tiers, n%tiers
	d.all, d.want = nil, tier
	for i := range d.units {
		d.at = &d.units[i]
		switch {
		case groupOf(d.at.score) != group:
			if group == 0 {
				d.moved(true)
			}
		case group == last && d.name != "timed" && !d.prefers():
			d.moved(false)
		case group == last: // the model may have gone another way by the same actions, or another one went first
			d.likely = d.elsewhere()
			d.unit()
			d.likely = false
		default:
			d.unit()
		}
	}
	most := d.most
	if group == last {
		most *= 4
	}
	all := likeliest(d.all, most)
	if group == 1 && tier == near1 {
		all = append(all, likeliest(d.operators(), most)...)
	}
	return all
}

// likeliest sorts candidates and takes the first ones.
func likeliest(all []candidate, most int) []candidate {
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(-cmp.Compare(a.score, b.score), -cmp.Compare(rank(a.hot), rank(b.hot)), cmp.Compare(a.size, b.size))
	})
	return all[:min(len(all), most)]
}

// last is the group of what the run does not come to. Nothing there makes a difference to it but another source.
const last = 2

func groupOf(score int) int {
	switch score {
	case taken, wrong, passed:
		return 0
	case visited:
		return 1
	}
	return last
}

// within gives the tokens of a span.
func (d *draft) within(s source.Span) (from, to int) {
	from = slices.IndexFunc(d.tokens, func(t token) bool { return t.Start >= s.Start })
	if from < 0 {
		return len(d.tokens), len(d.tokens)
	}
	to = from
	for to < len(d.tokens) && d.tokens[to].End <= s.End {
		to++
	}
	return from, to
}

// prefers tells whether some actions of an action system go before others: one that cannot go counts, too.
func (d *draft) prefers() bool {
	return d.name == "action-system" && slices.ContainsFunc(d.tokens, func(t token) bool { return t.text == "//" })
}

// elsewhere tells whether the run does the action of the present unit, an edge.
func (d *draft) elsewhere() bool {
	if d.path == nil {
		return false
	}
	for i := d.at.from; i < d.at.to; i++ {
		if d.is(i-1, "sync") && d.path.events[d.tokens[i].text] {
			return true
		}
	}
	return false
}

// operators gives the mutants of the text in the places that the run comes to: the others cannot repair it.
func (d *draft) operators() []candidate {
	return slices.DeleteFunc(d.mutants(), func(c candidate) bool { return len(d.units) > 0 && c.score == aside })
}

// moved changes where a transition starts that the run does not come to, so that it does: to where the wrong step
// begins, if it speaks of this step, or to any place of the run.
func (d *draft) moved(near bool) {
	u := d.at
	if u.source == "" || u.to <= u.from || d.path == nil || near && !d.mentions(u) || !d.tell(aSource, near1) {
		return
	}
	i := u.from
	if d.name == "efsm" {
		i += 2
	}
	if !d.is(i+1, "-", "->", "-u->") {
		return
	}
	places := d.path.visited
	if near {
		places = d.path.before
	}
	for _, p := range places {
		if slices.Contains(d.places, p) {
			d.replace(i, i+1, p)
		}
	}
}

func (d *draft) mutants() []candidate {
	made := []candidate{}
	names, err := engine.Resolve(d.q.Formalism.Describe(), []string{"all"})
	if err != nil {
		return made
	}
	all, err := d.model.Mutants(engine.Selection{Operators: names, Order: 1, Options: d.q.Settings.Options})
	if err != nil || len(all) > d.q.Replays {
		return made
	}
	for _, m := range all {
		r := m.Describe()
		c := candidate{kind: byOperator, op: r.Operator, score: aside}
		for _, e := range r.Changes() {
			span := d.file.Read(e.Span)
			c.edits = append(c.edits, source.Edit{Span: span, Text: e.Replacement})
			c.size += words(e.Original) + words(e.Replacement)
		}
		c.line, _ = r.Place()
		for i := range d.units {
			u := &d.units[i]
			if u.span.Start <= c.edits[0].Span.Start && c.edits[0].Span.End <= u.span.End {
				c.score = max(c.score, u.score)
			}
		}
		made = append(made, c)
	}
	return made
}

// words counts the words and the signs of a text.
func words(text string) int {
	const blank, letter, sign = 0, 1, 2
	n, last := 0, blank
	for _, r := range text {
		now := sign
		switch {
		case unicode.IsSpace(r):
			now = blank
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			now = letter
		}
		if now != last && now != blank {
			n++
		}
		last = now
	}
	return n
}

// put makes a candidate of one edit in the present unit.
func (d *draft) put(span source.Span, text string, which direction) {
	if d.tier == d.want && d.file.Slice(span) != text {
		d.change(which, source.Edit{Span: span, Text: text})
	}
}

// both makes a candidate of two edits.
func (d *draft) both(a, b source.Span, textA, textB string) {
	if d.tier == d.want && (d.file.Slice(a) != textA || d.file.Slice(b) != textB) {
		d.change(unsaid, source.Edit{Span: a, Text: textA}, source.Edit{Span: b, Text: textB})
	}
}

// wholeThing is the size of taking something away, however long it is written.
const wholeThing = 2

func (d *draft) change(which direction, edits ...source.Edit) {
	c := candidate{edits: edits, kind: d.kind, which: which, score: d.at.score, hot: d.hot || d.likely}
	for _, e := range edits {
		if e.Text == "" {
			c.size += min(words(d.file.Slice(e.Span)), wholeThing)
			continue
		}
		c.size += words(d.file.Slice(e.Span)) + words(e.Text)
	}
	c.line = d.file.Place(edits[0].Span.Start).Line
	d.all = append(d.all, c)
}

// replace puts a text in the place of tokens [from, to).
func (d *draft) replace(from, to int, text string) { d.put(d.span(from, to), text, unsaid) }

// before puts a text in front of a token, after behind one.
func (d *draft) before(i int, text string) {
	at := d.tokens[i].Start
	d.put(source.Span{Start: at, End: at}, text, unsaid)
}

func (d *draft) after(i int, text string) {
	at := d.tokens[i].End
	d.put(source.Span{Start: at, End: at}, text, unsaid)
}

// span covers tokens [from, to), of which there is at least one.
func (d *draft) span(from, to int) source.Span {
	return source.Span{Start: d.tokens[from].Start, End: d.tokens[to-1].End}
}

// text gives the text of tokens [from, to).
func (d *draft) text(from, to int) string {
	if from >= to {
		return ""
	}
	return d.file.Slice(d.span(from, to))
}

// is tells whether token i is one of some texts.
func (d *draft) is(i int, texts ...string) bool {
	return i >= 0 && i < len(d.tokens) && slices.Contains(texts, d.tokens[i].text)
}

// find looks for a token in [from, to), outside of inner brackets; to if there is none.
func (d *draft) find(from, to int, texts ...string) int {
	depth := 0
	for i := from; i < to; i++ {
		if depth == 0 && d.is(i, texts...) {
			return i
		}
		depth += nesting(d.tokens[i].text)
		if depth < 0 {
			return to
		}
	}
	return to
}

func nesting(text string) int {
	switch text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// split cuts tokens [from, to) at a separator, outside of brackets.
func (d *draft) split(from, to int, separator string) [][2]int {
	var parts [][2]int
	for from < to {
		end := d.find(from, to, separator)
		parts = append(parts, [2]int{from, end})
		from = end + 1
	}
	return parts
}

// other puts each of some names in the place of token i.
func (d *draft) other(i int, names []string) {
	for _, n := range names {
		d.replace(i, i+1, n)
	}
}

func isNumber(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

func isName(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r) || r == '_' || r == '"' || r == '\''
}

// listed gives the names of a list that follows token i: "a, b(x : T), c", up to the next token that is neither.
func (d *draft) listed(i int) (names []string, next int) {
	for i < len(d.tokens) && isName(d.tokens[i].text) {
		names = append(names, d.tokens[i].text)
		i++
		if d.is(i, "(") {
			i = d.close(i) + 1
		}
		if !d.is(i, ",") {
			break
		}
		i++
	}
	return names, i
}

// close finds the bracket that closes the one at token i.
func (d *draft) close(i int) int {
	depth := 0
	for ; i < len(d.tokens); i++ {
		if depth += nesting(d.tokens[i].text); depth == 0 {
			return i
		}
	}
	return len(d.tokens) - 1
}

// add appends a text that is not in a list yet.
func add(list []string, text string) []string {
	if text == "" || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// describe writes a candidate as the report does a mutant, as one edit.
func (c *candidate) describe(f *source.File) report.Mutant {
	m := report.Mutant{ID: "repair", Operator: c.op}
	if m.Operator == "" {
		m.Operator = "repair"
	}
	span := c.edits[0].Span
	for _, e := range c.edits[1:] {
		span = span.Join(e.Span)
	}
	inside := make([]source.Edit, len(c.edits))
	for i, e := range c.edits {
		e.Span = source.Span{Start: e.Span.Start - span.Start, End: e.Span.End - span.Start}
		inside[i] = e
	}
	m.Span, m.Original = f.Shown(span), f.Slice(span)
	m.Replacement = source.Apply(m.Original, inside)
	return m
}

// behind is the place behind a token.
func (d *draft) behind(i int) source.Span {
	return source.Span{Start: d.tokens[i].End, End: d.tokens[i].End}
}
