package model

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// KISS2, the format of the MCNC benchmarks (Yang, Logic Synthesis and Optimization Benchmarks User
// Guide, 1991): a line "input state next output" for each transition, after lines that begin with
// a dot: .i .o .s .p .r .e. A "-" in an input of bits stands for both, a "*" or ANY as the state for every
// state, yielding to lines of its own; other lines may overlap where they agree. As part of a BLIF file
// it has further lines, which name
// wires and codes and say nothing of behaviour. Two lines are ours, so that mutants can be written:
// ".timeout state delay next" and ".complete output",
// or ".complete output state", where an error state is wanted.

// maxDashes bounds what one line with don't-cares may stand for.
const maxDashes = 12

func looksLikeKISS(text string) bool {
	for _, begin := range []string{".i ", ".i\t", ".start_kiss"} {
		if strings.HasPrefix(text, begin) || strings.Contains(text, "\n"+begin) {
			return true
		}
	}
	return false
}

func readKISS(f *source.File, p *problems) *Model {
	im := newImporter(f, p, formKISS)
	k := kissReader{importer: im, rows: map[[2]int]int{}}
	lines(f.Text, k.line)
	for _, a := range k.anywhere {
		for _, state := range im.states.names[:len(im.states.names):len(im.states.names)] {
			k.spell(a.fields, state, a.at, a.stmt)
		}
	}
	if k.reset != "" {
		if _, known := im.states.index[k.reset]; !known && len(im.m.Transitions) > 0 {
			p.unknownName(k.resetAt, "state", k.reset, im.states.names)
		}
		im.m.Initial = im.states.add(k.reset)
	}
	return im.finish()
}

type kissReader struct {
	*importer
	bits     int // of the inputs; 0 while unknown
	reset    string
	resetAt  source.Span
	rows     map[[2]int]int // by state and input: the transition
	anywhere []anyRow
}

// An anyRow is a line for every state, those of later lines too.
type anyRow struct {
	fields []string
	at     source.Span
	stmt   int
}

// isAny tells whether a word stands for a state that is left open.
func isAny(state string) bool { return state == "*" || state == "-" || state == "ANY" }

func (k *kissReader) line(line string, at source.Span) {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		line = strings.TrimSpace(line[:i])
	}
	fields := strings.Fields(line)
	switch {
	case len(fields) == 0:
	case fields[0][0] == '.':
		k.directive(fields, at)
	case len(fields) != 4:
		k.bad(at, "got %d words, want four: input, state, next state, output", len(fields))
	default:
		k.row(fields, at)
	}
}

func (k *kissReader) directive(fields []string, at source.Span) {
	arg := func(n int) bool {
		if len(fields) != n+1 {
			k.bad(at, "got %d words after '%s', want %d", len(fields)-1, fields[0], n)
		}
		return len(fields) == n+1
	}
	switch fields[0] {
	case ".i":
		if n, err := strconv.Atoi(fields[min(1, len(fields)-1)]); err == nil && arg(1) {
			k.bits = n
		}
	case ".r":
		if arg(1) {
			k.reset, k.resetAt = fields[1], at
		}
	case ".timeout":
		if arg(3) {
			k.timeout(at, fields[1], fields[2], fields[3])
		}
	case ".complete":
		if len(fields) == 3 {
			k.sink, fields = fields[2], fields[:2]
		}
		if arg(1) {
			k.complete = fields[1]
		}
	case ".o", ".s", ".p", ".e", ".end", ".start_kiss", ".end_kiss":
	case ".ilb", ".ob", ".model", ".inputs", ".outputs", ".latch_order", ".code": // names of wires and states
	default:
		k.p.Warn(at, "import", "KISS2: the line '%s' is not read", fields[0])
	}
}

func (k *kissReader) row(fields []string, at source.Span) {
	in := fields[0]
	if k.bits > 0 && len(in) != k.bits {
		k.bad(at, "got an input of %d bits, want %d as .i says", len(in), k.bits)
		return
	}
	if isAny(fields[2]) {
		k.bad(at, "got the next state '%s', which leaves it open, want a name", fields[2])
		return
	}
	if strings.Count(in, "-") > maxDashes {
		k.bad(at, "got %d don't-cares in one input, want at most %d", strings.Count(in, "-"), maxDashes)
		return
	}
	stmt := k.stmts
	k.stmts++
	if isAny(fields[1]) {
		k.states.add(fields[2])
		k.anywhere = append(k.anywhere, anyRow{fields, at, stmt})
		return
	}
	k.spell(fields, fields[1], at, stmt)
}

// spell adds what a line says of one state. What an earlier line says already is noted only.
func (k *kissReader) spell(fields []string, state string, at source.Span, stmt int) {
	for _, bits := range spellDashes(fields[0]) {
		key := [2]int{k.states.add(state), k.inputs.add(bits)}
		if n, twice := k.rows[key]; twice {
			t := k.m.Transitions[n]
			switch {
			case t.Output == k.outputs.add(fields[3]) && t.To == k.states.add(fields[2]):
				k.m.Again = append(k.m.Again, repeat{Stmt: stmt, Transition: n, span: at})
				continue
			case isAny(fields[1]):
				k.p.Warn(at, "import", "KISS2: on '%s', the line for every state yields to that of '%s'", bits, state).
					Notes = []source.Note{{Span: t.Span, Message: "which is here"}}
				continue
			}
		}
		k.rows[key] = len(k.m.Transitions)
		k.step(at, state, bits, fields[3], fields[2]).Stmt = stmt
	}
}

// spellDashes lists the inputs that one with don't-cares stands for.
func spellDashes(in string) []string {
	i := strings.IndexByte(in, '-')
	if i < 0 || strings.Trim(in, "01-") != "" {
		return []string{in}
	}
	var all []string
	for _, bit := range []string{"0", "1"} {
		all = append(all, spellDashes(in[:i]+bit+in[i+1:])...)
	}
	return all
}

// kissLine writes a transition as a line.
func (m *Model) kissLine(t Transition) string {
	from, to := m.States[t.From], m.States[t.To]
	if t.IsTimeout() {
		return ".timeout " + from + " " + t.Delay.String() + " " + to
	}
	return m.Inputs[t.Input] + " " + from + " " + to + " " + m.Outputs[t.Output]
}
