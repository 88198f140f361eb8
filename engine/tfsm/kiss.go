package tfsm

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// KISS2, the format of the MCNC benchmarks (Yang, Logic Synthesis and Optimization Benchmarks User
// Guide, 1991): a line "input state next output" for each transition, after lines that begin with
// a dot: .i .o .s .p .r .e. A "-" in an input of bits stands for both. Two lines are ours, so that
// mutants can be written: ".timeout state delay next" and ".complete output".

// maxDashes bounds what one line with don't-cares may stand for.
const maxDashes = 12

func looksLikeKISS(text string) bool {
	return strings.HasPrefix(text, ".i ") || strings.Contains(text, "\n.i ")
}

func readKISS(f *source.File, p *problems) *Model {
	im := newImporter(f, p, formKISS)
	k := kissReader{importer: im}
	lines(f.Text, k.line)
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
	bits    int // of the inputs; 0 while unknown
	reset   string
	resetAt source.Span
}

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
		if arg(1) {
			k.complete = fields[1]
		}
	case ".o", ".s", ".p", ".e", ".end", ".start_kiss", ".end_kiss":
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
	if fields[1] == "*" || fields[2] == "*" {
		k.bad(at, "got the state '*', want a name")
		return
	}
	if strings.Count(in, "-") > maxDashes {
		k.bad(at, "got %d don't-cares in one input, want at most %d", strings.Count(in, "-"), maxDashes)
		return
	}
	line := k.stmts
	for _, bits := range spellDashes(in) {
		k.stmts = line // one line, however many transitions
		k.step(at, fields[1], bits, fields[3], fields[2])
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
