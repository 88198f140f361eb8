package model

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Mealy machines with local timers (MMLT: Kogel, Glock, Frohme, Schwanecke, Steffen), in the DOT of AutomataLib and
// LearnLib:
//
//	s1 [timers="b=4,c=6"]                      the timers of a location and their values, which are whole
//	s1 -> s1 [label="to[b] / B"]               b runs out: periodic, it alone starts again
//	s1 -> s2 [label="to[c] / C"]               c runs out: one-shot, all timers of the target start
//	s1 -> s1 [label="to[c] / C" resets="b,c"]  one-shot, where the location stays
//	s1 -> s1 [label="y / Y" resets="b,c"]      an input that starts all timers again
//	s1 -> s1 [label="z / Z"]                   an input that lets them run on
//
// An input that a location does not read changes nothing and is answered by silence, "void" if complete = "…" does
// not name it. A timer without a timeout does nothing. Periodic timers that run out together show their outputs
// joined by |, in order; LearnLib refuses a one-shot timer that runs out together with another one, and so does
// this reader.
//
// All timers of a location start together, so a configuration of the machine is a location and the time since then,
// below the value of the one-shot timer or else the least common multiple of the periodic ones. Time is discrete, and
// the machine is read exactly, in one of two ways:
//
//	timeouts are silent  They are timeouts of a timed FSM. A location that each input leaves or starts again is one
//	                     state; else it has one state, with a timeout of 1, for each unit of time.
//	timeouts show        A timed FSM's timeouts show nothing, so a unit of time is an input, wait[1] as LearnLib calls
//	                     it, which shows what runs out at its end. The states are the configurations.
//
// A state of a location whose timers run is called s1+3 after 3 units in s1, and s1+0 where it is the only one. What
// the text implies of a state may be replaced by an edge from it: s1+3 -> s2 [label="y / Z"], and where no timer runs
// s0 -> s2 [label="wait[1] / X"]. So mutants are texts.

// waitInput is the input that lets a unit of time pass.
const waitInput = "wait[1]"

// maxTimed bounds the states of a machine with timers, and with them their least common multiples.
const maxTimed = 2000

// A location has timers and answers inputs.
type location struct {
	name    string
	at      source.Span
	timers  []timer
	shot    *timer // the one that ends the stay, if any
	states  int
	answers map[string]*dotAnswer
}

// A timer whose timeout is not drawn does nothing.
type timer struct {
	name     string
	delay    int64
	drawn    bool
	periodic bool
	outputs  []string // without silence
	to       string
	at       source.Span
}

// A dotAnswer is what an edge says of an input.
type dotAnswer struct {
	edge   dotEdge
	output string
	resets bool // or leads elsewhere
}

// A timedReader reads a machine with local timers.
type timedReader struct {
	*dotReader
	locations []*location
	index     map[string]*location
	silent    string
	inputs    []string
	own       []ownEdge
	replaced  map[[2]string]bool // by state and input, "" for a timeout
}

// An ownEdge says what one state does, in place of what the timers imply.
type ownEdge struct {
	edge          dotEdge
	input, output string // a timeout: ""
	delay         string
}

// hasTimers tells whether a node has timers or an edge a timeout of one.
func (r *dotReader) hasTimers() bool {
	for _, attrs := range r.nodes {
		if _, ok := attrs["timers"]; ok {
			return true
		}
	}
	return slices.ContainsFunc(r.edges, func(e dotEdge) bool { return strings.HasPrefix(e.attrs["label"], "to[") })
}

func (r *dotReader) readTimers() {
	t := &timedReader{dotReader: r, index: map[string]*location{}, silent: "void", replaced: map[[2]string]bool{}}
	if r.complete != "" {
		t.silent, r.complete = r.complete, ""
	}
	if r.sink != "" {
		r.bad(source.Span{}, "got the error state '%s': a machine with timers answers other inputs with silence", r.sink)
		r.sink = ""
	}
	before := len(r.p.Diagnostics)
	t.findLocations()
	t.readAll()
	if len(r.p.Diagnostics) > before {
		return
	}
	t.measure()
	t.place()
	if len(r.p.Diagnostics) == before {
		t.write()
	}
}

// findLocations lists the ends of edges but those that point to the initial one and those that name a state of one.
func (r *timedReader) findLocations() {
	var names []string
	for _, e := range r.edges {
		names = append(names, e.from, e.to)
	}
	for _, name := range names {
		if name == "" || r.isStart(name) || r.index[name] != nil || r.isState(name) {
			continue
		}
		l := &location{name: name, at: r.places[name], answers: map[string]*dotAnswer{}}
		r.locations, r.index[name] = append(r.locations, l), l
		for _, setting := range strings.Split(r.nodes[name]["timers"], ",") {
			if setting = strings.TrimSpace(setting); setting != "" {
				r.addTimer(l, setting)
			}
		}
	}
}

// isState tells whether a name is that of a state of a location with timers.
func (r *timedReader) isState(name string) bool {
	at := strings.LastIndexByte(name, '+')
	if at < 0 || r.nodes[name] != nil {
		return false
	}
	_, err := strconv.Atoi(name[at+1:])
	return err == nil && r.nodes[name[:at]]["timers"] != ""
}

// addTimer reads name=value.
func (r *timedReader) addTimer(l *location, setting string) {
	name, value, ok := strings.Cut(setting, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	delay, isDelay := readDelay(value)
	switch {
	case !ok || name == "":
		r.bad(l.at, "got the timer '%s' in '%s', want name=units", setting, l.name)
	case !isDelay || delay == Inf:
		r.p.badDelay(l.at, value)
	case l.timer(name) != nil:
		r.bad(l.at, "got the timer '%s' twice in '%s'", name, l.name)
	default:
		l.timers = append(l.timers, timer{name: name, delay: int64(delay), at: l.at})
	}
}

func (l *location) timer(name string) *timer {
	for i := range l.timers {
		if l.timers[i].name == name {
			return &l.timers[i]
		}
	}
	return nil
}

// readAll reads the edges.
func (r *timedReader) readAll() {
	for _, e := range r.edges {
		lines := labelLines(e.attrs["label"])
		switch {
		case e.to == "":
			r.bad(e.at, "got an edge without a target")
		case r.isStart(e.from) || len(lines) == 0:
			r.starts = append(r.starts, dotStart{e.from, e.to, e.at})
		case len(lines) > 1:
			r.bad(e.at, "got a label of %d lines, want one of a machine with timers", len(lines))
		default:
			r.line(e, strings.TrimSpace(withoutResets(lines[0])))
		}
	}
}

// withoutResets takes away what AutomataLib adds to a label for the eye: {b↦4,c↦6}.
func withoutResets(label string) string {
	rest, closed := strings.CutSuffix(label, "}")
	open := strings.LastIndexAny(rest, "{}")
	if !closed || open < 0 || rest[open] != '{' || !strings.Contains(rest[open:], "↦") {
		return label
	}
	return strings.TrimRight(rest[:open], " ")
}

func (r *timedReader) line(e dotEdge, label string) {
	l := r.index[e.from]
	input, output, ok := splitLabel(label)
	_, isDelay := readDelay(label)
	switch dashed := e.attrs["style"] == "dashed"; {
	case strings.HasPrefix(input, "to[") && (l == nil || dashed):
		r.bad(e.at, "got the timeout '%s' dashed or of a single state, want a delay as the label", input)
	case l == nil, isDelay, input == waitInput, dashed:
		if isDelay {
			input, output = "", ""
		} else if label = ""; !ok {
			r.bad(e.at, "got the label '%s', want 'input / output' or a delay", e.attrs["label"])
			return
		}
		r.own = append(r.own, ownEdge{e, input, output, label})
		if input != "" && input != waitInput {
			r.mention(input)
		}
	case !ok:
		r.bad(e.at, "got the label '%s', want 'input / output' or 'to[timer] / output'", label)
	case strings.HasPrefix(input, "to[") && strings.HasSuffix(input, "]"):
		r.timeoutOf(l, e, input[len("to["):len(input)-1], output)
	case l.answers[input] != nil:
		r.bad(e.at, "got a second edge from '%s' on '%s', want one", l.name, input)
	default:
		a := &dotAnswer{edge: e, output: output, resets: e.to != e.from}
		if list := resetsOf(e); e.to == e.from && list != nil {
			a.resets = r.checkResets(l, e, list, "of the input '"+input+"'")
		}
		l.answers[input] = a
		r.mention(input)
	}
}

func (r *timedReader) mention(input string) {
	if !slices.Contains(r.inputs, input) {
		r.inputs = append(r.inputs, input)
	}
}

// resetsOf lists the timers that an edge says it starts, without those said twice.
func resetsOf(e dotEdge) (list []string) {
	for _, name := range strings.Split(e.attrs["resets"], ",") {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// checkResets asks a list to be that of all timers of the location.
func (r *timedReader) checkResets(l *location, e dotEdge, list []string, what string) bool {
	var all []string
	for _, t := range l.timers {
		all = append(all, t.name)
	}
	slices.Sort(all)
	slices.Sort(list)
	if !slices.Equal(all, list) {
		r.bad(e.at, "got the resets '%s' %s in '%s', want all its timers '%s', or none", e.attrs["resets"], what, l.name,
			strings.Join(all, ","))
	}
	return true
}

// timeoutOf reads the edge on which a timer runs out.
func (r *timedReader) timeoutOf(l *location, e dotEdge, name, output string) {
	t := l.timer(name)
	if t == nil {
		r.bad(e.at, "got the timeout 'to[%s]', but '%s' has no timer '%s'", name, l.name, name)
		return
	}
	if t.drawn {
		r.bad(e.at, "got a second timeout of '%s' in '%s', want one", name, l.name)
		return
	}
	t.drawn, t.to, t.at = true, e.to, e.at
	for _, o := range strings.Split(output, "|") {
		if o = strings.TrimSpace(o); o != r.silent {
			t.outputs = append(t.outputs, o)
		}
	}
	list := resetsOf(e)
	t.periodic = e.to == e.from
	if t.periodic && len(list) > 0 && !slices.Equal(list, []string{name}) {
		t.periodic = !r.checkResets(l, e, list, "of the timeout 'to["+name+"]'")
	}
}

// shows tells whether a timeout shows anything.
func (r *timedReader) shows() bool {
	return slices.ContainsFunc(r.locations, func(l *location) bool {
		return slices.ContainsFunc(l.timers, func(t timer) bool { return len(t.outputs) > 0 })
	})
}

// measure finds which timer ends the stay in each location, and how many states the location has.
func (r *timedReader) measure() {
	total := int64(0)
	for _, l := range r.locations {
		for i := range l.timers {
			if t := &l.timers[i]; t.drawn && !t.periodic && (l.shot == nil || t.delay < l.shot.delay) {
				l.shot = t
			}
		}
		n := r.configurations(l)
		if !r.shows() && (l.shot == nil || r.leftOrStarted(l)) {
			n = 1
		}
		if total += n; n > maxTimed || total > maxTimed {
			r.p.tooManyTimed(l)
			return
		}
		l.states = int(n)
	}
}

// configurations counts the units of time that a location's timers tell apart; more than maxTimed is too many.
func (r *timedReader) configurations(l *location) int64 {
	n := int64(1)
	for _, t := range l.timers {
		switch {
		case !t.drawn, l.shot != nil && t.name == l.shot.name:
		case l.shot != nil && l.shot.delay%t.delay == 0:
			r.bad(l.shot.at, "got the timers '%s' and '%s' of '%s', which run out together after %d units, and '%s' ends the "+
				"stay: want one of them at a time", t.name, l.shot.name, l.name, l.shot.delay, l.shot.name)
			return 1
		case n <= maxTimed: // so that the product does not overflow
			n = n / GCD(n, t.delay) * t.delay
		}
	}
	if l.shot != nil {
		return l.shot.delay
	}
	return n
}

// GCD is the greatest common divisor of two positive numbers.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// leftOrStarted tells whether each input leaves the location or starts its timers again.
func (r *timedReader) leftOrStarted(l *location) bool {
	return !slices.ContainsFunc(r.inputs, func(input string) bool {
		a := l.answers[input]
		return a == nil || !a.resets
	})
}

// state is the name of a state.
func (l *location) state(units int) string {
	if !l.runs() {
		return l.name
	}
	return l.name + "+" + strconv.Itoa(units)
}

// runs tells whether a timer of the location runs out some time.
func (l *location) runs() bool {
	return slices.ContainsFunc(l.timers, func(t timer) bool { return t.drawn })
}

// stateAt is the state that a node stands for, which is a location that was just entered or a state of one.
func (r *timedReader) stateAt(e dotEdge, node string) string {
	if l := r.index[node]; l != nil {
		return l.state(0)
	}
	at := max(strings.LastIndexByte(node, '+'), 0)
	units, _ := strconv.Atoi(strings.TrimPrefix(node[at:], "+"))
	if l := r.index[node[:at]]; l == nil || l.state(units) != node || units < 0 || units >= l.states {
		r.bad(e.at, "got the state '%s', which no location's timers make", node)
	}
	return node
}

// place checks the edges of single states.
func (r *timedReader) place() {
	made := map[string]bool{}
	for _, l := range r.locations {
		for d := range l.states {
			if name := l.state(d); made[name] {
				r.bad(l.at, "got the location '%s', which is also the name of a state that timers make", name)
			} else {
				made[name] = true
			}
		}
	}
	for _, o := range r.own {
		if l := r.index[o.edge.from]; l != nil && l.runs() {
			r.bad(o.edge.at, "got an edge from '%s' that is one of a single state, want the state, such as '%s'", l.name,
				l.state(0))
			continue
		}
		key := [2]string{r.stateAt(o.edge, o.edge.from), o.input}
		if o.edge.attrs["style"] == "dashed" {
			continue
		}
		if r.replaced[key] {
			r.bad(o.edge.at, "got a second edge from '%s' on '%s', want one", key[0], o.input+o.delay)
		}
		r.replaced[key] = true
	}
}

// write adds the transitions, location by location.
func (r *timedReader) write() {
	for i := range r.starts {
		s := &r.starts[i]
		for _, node := range []*string{&s.from, &s.to} {
			if l := r.index[*node]; l != nil {
				*node = l.state(0)
			}
		}
	}
	waits := r.shows()
	for _, l := range r.locations {
		for d := range l.states {
			for _, input := range r.inputs {
				r.answer(l, d, input)
			}
			if waits {
				r.unit(l, d)
			} else {
				r.silently(l, d)
			}
		}
	}
	for _, o := range r.own {
		from, to := r.stateAt(o.edge, o.edge.from), r.stateAt(o.edge, o.edge.to)
		var t *Transition
		if o.delay != "" {
			t = r.timeout(o.edge.at, from, o.delay, to)
		} else {
			t = r.step(o.edge.at, from, o.input, o.output, to)
		}
		r.mark(t, o.edge, true)
	}
	r.p.readAsTimers(len(r.locations), len(r.states.names), waits)
}

// answer adds what a state answers to an input.
func (r *timedReader) answer(l *location, units int, input string) {
	from, a := l.state(units), l.answers[input]
	switch {
	case r.replaced[[2]string{from, input}]:
	case a == nil:
		r.implied(r.step(l.at, from, input, r.silent, from))
	default:
		to := from
		if a.resets {
			to = r.stateAt(a.edge, a.edge.to)
		}
		t := r.step(a.edge.at, from, input, a.output, to)
		if r.implied(t); !l.runs() {
			t.Derived = false
			r.mark(t, a.edge, true)
		}
	}
}

// implied marks a transition that no statement alone stands for.
func (r *timedReader) implied(t *Transition) { t.Stmt, t.Derived = -1, true }

// unit adds what a state shows at the end of a unit of time, and where it leads.
func (r *timedReader) unit(l *location, units int) {
	from := l.state(units)
	if r.replaced[[2]string{from, waitInput}] {
		return
	}
	var shown []string
	to, at := l.state((units+1)%l.states), l.at
	for _, t := range l.timers {
		if t.drawn && int64(units+1)%t.delay == 0 {
			shown, at = append(shown, t.outputs...), t.at
		}
	}
	if l.shot != nil && int64(units+1) == l.shot.delay {
		to = r.stateAt(dotEdge{at: l.shot.at}, l.shot.to)
	}
	slices.Sort(shown)
	if shown == nil {
		shown = []string{r.silent}
	}
	r.implied(r.step(at, from, waitInput, strings.Join(shown, "|"), to))
}

// silently adds a state's timeout: the one-shot timer's, or one unit of it.
func (r *timedReader) silently(l *location, units int) {
	from := l.state(units)
	if l.shot == nil || r.replaced[[2]string{from, ""}] {
		return
	}
	delay, to := l.shot.delay, r.stateAt(dotEdge{at: l.shot.at}, l.shot.to)
	if l.states > 1 {
		delay = 1
		if units+1 < l.states {
			to = l.state(units + 1)
		}
	}
	r.implied(r.timeout(l.shot.at, from, strconv.FormatInt(delay, 10), to))
}
