package store

import (
	"slices"
	"strings"
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

// historyLength is how many texts the local history keeps.
const historyLength = 20

// historyBytes is how long they may be together: browsers give a page about 5 MB.
const historyBytes = 1 << 20

func (s *Store) updateWork(a Action) {
	if was := s.fingerprint(); s.linked {
		defer func() {
			if s.fingerprint() != was { // the link is of something else
				s.linked = false
				s.do(SetHash{})
			}
		}()
	}
	switch a := a.(type) {
	case Edited:
		s.edited(a.Text)
	case EditedImpl:
		s.editedImpl(a.Text)
	case SetFormalism:
		s.setFormalism(a.Name)
	case AnswerOffer:
		s.answer(a.Yes)
	case OpenExample:
		s.openExample(a)
	case OpenTemplate:
		s.openTemplate(a)
	case OpenFile:
		s.openFile(a)
	case OpenFiles:
		s.openFiles(a.Files)
	case OpenPast:
		s.openPast(a.Index)
	case FormatText:
		s.ask("format", wire.Request{Kind: wire.Format, Text: s.Work.Text, Name: s.Work.Name})
	case ToggleOp:
		s.toggleOp(a.Name)
	case SetOps:
		s.setOps(a.Which)
	case RaiseLimit:
		s.raise(a.Name)
	case SetSetting:
		s.setSetting(a.Name, a.Value)
	}
}

func (s *Store) edited(text string) {
	if text == s.Work.Text {
		return
	}
	s.pristine, s.Layout.Met = false, true
	s.autorun = false
	s.Work.Text = text
	s.Work.Example = s.exampleOf(text)
	s.rename()
	s.changed()
}

// rename gives a text a name of its own when more than half of its lines are not of the example whose
// name it has.
func (s *Store) rename() {
	f := s.Formalism()
	if f == nil || s.Work.Of == "" {
		return
	}
	i := slices.IndexFunc(f.Examples, func(e report.Example) bool { return e.Name == s.Work.Of })
	if i < 0 {
		return
	}
	left := map[string]int{}
	for _, l := range fullLines(f.Examples[i].Text) {
		left[l]++
	}
	lines, own := fullLines(s.Work.Text), 0
	for _, l := range lines {
		if left[l]--; left[l] < 0 {
			own++
		}
	}
	if 2*own > len(lines) {
		s.Work.Name, s.Work.Of = "model"+first(f.Extensions), ""
	}
}

// fullLines gives the lines of a text that are not blank.
func fullLines(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
}

// changed is called after every change of the text or the settings.
func (s *Store) changed() {
	s.dropLive()
	s.Tools.Stale = s.Tools.Ran != ""
	s.drop("share") // that link would be of something else
	s.analyse()
	s.do(After{Key: "save", Delay: 300 * time.Millisecond, Action: saveNow{}})
}

// analyse asks what is to be said of the text.
func (s *Store) analyse() {
	if s.Engine.Phase != Ready {
		return
	}
	s.analysing = s.Work.Text
	s.ask("analyse", wire.Request{
		Kind: wire.Analyse, Text: s.Work.Text, Name: s.Work.Name, Settings: s.settingsFor(),
	})
}

func (s *Store) analysed(r wire.Reply) {
	if r.Analysis == nil {
		if r.Message != "" {
			s.say("warn", "The model cannot be read: {why}.", words.Engine(r.Message))
		}
		return
	}
	s.Analysis, s.analysedOf = r.Analysis, s.analysing
	s.Offer = ""
	if !s.Analysis.Valid && s.kept != s.Work.Text {
		s.probe()
	}
	if f := r.Analysis.Formalism; f != "" && f != s.Work.Formalism {
		s.Work.Formalism = f
		s.Tools.reset()
		if len(s.Work.Settings.Operators) > 0 {
			s.Work.Settings = defaults()
			s.analyse()
		}
	}
	if s.widen() {
		return
	}
	if s.Live() {
		s.do(After{Key: "live", Delay: liveDelay, Action: runLive{}})
	}
	if s.autorun && r.Analysis.Valid {
		s.autorun = false
		if s.restored {
			s.restored, s.recalled = false, &Run{key: s.runKey()}
			s.do(Recall{Key: s.recalled.key})
			return
		}
		s.start(nil)
		s.ranAgain()
	}
}

// ranAgain computes the open tool, too, once the run of what was restored is under way.
func (s *Store) ranAgain() {
	if s.autotool {
		s.autotool = false
		s.runTool()
	}
}

// widen selects all operators where nobody chose any and those of the paper find no place: a model
// of one's own need not be marked as the paper's are. What a link promised is left as it is.
func (s *Store) widen() bool {
	if len(s.Work.Settings.Operators) > 0 || !s.Analysis.Valid || s.Expected() > 0 || !s.Mutable() {
		return false
	}
	if s.pending != nil && s.pending.Digest != "" {
		return false
	}
	s.choose([]string{"all"})
	return true
}

// Mutable tells whether some operator finds a place in the model.
func (s *State) Mutable() bool {
	if s.Analysis != nil {
		for _, n := range s.Analysis.Counts {
			if n > 0 {
				return true
			}
		}
	}
	return false
}

// replace puts another text in place of the work, which goes into the history.
func (s *Store) replace(w Work) {
	s.remember()
	w.Edition = s.Work.Edition + 1
	w.ImplDone = s.Work.ImplDone + 1
	if w.Settings.Order == 0 {
		w.Settings = defaults()
	}
	if w.Formalism != s.Work.Formalism {
		s.Tools.reset()
	}
	s.Work = w
	s.pristine = false
	s.shelf, s.Offer, s.kept = nil, "", ""
	s.Analysis = nil
	s.Break = Break{}
	s.Diagram = Diagram{As: s.Diagram.As}
	s.forgetRun()
	s.Tools.Sections, s.Tools.Ran, s.Tools.Trouble = nil, "", ""
	s.Origin = Origin{}
	s.Share = Share{}
	s.drop("compare")
	s.drop("tool")
	s.Tools.Busy = false
	if s.Layout.Detail == "break" {
		s.Layout.Detail = "mutant"
	}
	s.changed()
}

// forgetRun drops the verdicts: they are of another model, or of another language.
func (s *Store) forgetRun() {
	s.dropLive()
	s.before = nil
	s.stopRun()
	s.Run = Run{Revision: s.Run.Revision + 1}
	s.Walk = Walking{}
	s.List = List{Sort: s.List.Sort, Height: s.List.Height}
	s.first = ""
	s.endTour()
	s.drop("walk")
}

// readAs takes the text as one of another formalism. Settings and verdicts are of the former one and
// come back with it.
func (s *Store) readAs(f *report.Formalism) {
	s.stopRun()
	if s.Run.Status == Running {
		s.Run.Status = Stopped
	}
	s.dropNext()
	if s.shelf == nil {
		s.shelf = map[string]shelved{}
	}
	s.shelf[s.Work.Formalism] = shelved{s.Work.Settings, s.Run, s.List}
	s.Offer, s.kept = "", s.Work.Text
	s.Work.Formalism = f.Name
	s.Work.Settings = defaults()
	if e := first(f.Extensions); e != "" {
		name := strings.TrimSuffix(s.Work.Name, extension(s.Work.Name))
		if name == "" || s.Work.Example != "" {
			name = "model"
		}
		s.Work.Name = name + e
	}
	s.Tools.reset()
	s.Break = Break{}
	s.drop("compare")
	s.forgetRun()
	if was, ok := s.shelf[f.Name]; ok {
		s.Work.Settings, s.Run, s.List = was.settings, was.run, was.list
		s.Run.Revision++
		s.List.order = nil
		s.askWalk()
	}
	s.Work.Example = s.exampleOf(s.Work.Text)
	s.changed()
}

// remember puts the present text into the history, unless it is nobody's work.
func (s *Store) remember() {
	w := &s.Work
	if strings.TrimSpace(w.Text) == "" || w.Example != "" {
		return
	}
	if len(s.History) > 0 && s.History[0].Text == w.Text {
		return
	}
	past := Past{Formalism: w.Formalism, Name: w.Name, Text: w.Text}
	kept := slices.DeleteFunc(slices.Clone(s.History), func(p Past) bool { return p.Text == w.Text })
	s.History = append([]Past{past}, kept...)
	if len(s.History) > historyLength {
		s.History = s.History[:historyLength]
	}
	s.do(Save{})
}

// saved takes over what another tab put into the history.
func (s *Store) saved(a Saved) {
	for i := range s.History {
		if s.History[i].When == 0 {
			s.History[i].When = a.Now
		}
	}
	s.History = MergeHistory(s.History, a.Kept)
	s.Unsaved = !a.OK
}

// MergeHistory joins what this tab remembers with what another one kept meanwhile: each text once,
// the newest first. An entry without a time is new.
func MergeHistory(mine, kept []Past) []Past {
	all := slices.Concat(mine, kept)
	slices.SortStableFunc(all, func(a, b Past) int {
		switch {
		case a.When == b.When:
			return 0
		case a.When == 0 || (b.When != 0 && a.When > b.When):
			return -1
		}
		return 1
	})
	seen := map[string]bool{}
	size := 0
	var out []Past
	for _, p := range all {
		if seen[p.Text] || len(out) == historyLength || size+len(p.Text) > historyBytes {
			continue
		}
		seen[p.Text] = true
		size += len(p.Text)
		out = append(out, p)
	}
	return out
}

func (s *Store) exampleOf(text string) string {
	for _, f := range s.Formalisms {
		if f.Name != s.Work.Formalism {
			continue
		}
		for _, e := range f.Examples {
			if e.Text == text {
				return e.Name
			}
		}
	}
	return ""
}

// setFormalism reads the same text in another language; an untouched example gives way to the
// other formalism's first one.
func (s *Store) setFormalism(name string) {
	if name == s.Work.Formalism {
		return
	}
	if s.Work.Example != "" || strings.TrimSpace(s.Work.Text) == "" {
		s.openExample(OpenExample{Formalism: name})
		return
	}
	if f := s.named(name); f != nil {
		s.readAs(f)
	}
}

// openExample opens an example; without a name, the formalism's first one.
func (s *Store) openExample(a OpenExample) {
	for _, f := range s.Formalisms {
		if f.Name != a.Formalism {
			continue
		}
		for _, e := range f.Examples {
			if a.Name != "" && e.Name != a.Name {
				continue
			}
			settings := defaults()
			settings.Operators = slices.Clone(e.Operators)
			s.replace(Work{
				Example: e.Name, Formalism: f.Name, Name: e.Name + first(f.Extensions), Of: e.Name,
				Settings: settings, Text: e.Text,
			})
			s.Dialog = ""
			s.Layout.Tab = "mutants"
			s.autorun, s.first = true, e.Mutant
			if e.Tool != "" {
				s.Layout.Detail, s.Tools.Open = "tools", e.Tool
				s.autotool = true
			} else if s.Layout.Detail == "tools" {
				s.Layout.Detail = "mutant"
			}
			return
		}
	}
}

// openTemplate begins a model of the user's own, with all operators.
func (s *Store) openTemplate(a OpenTemplate) {
	f := s.named(a.Formalism)
	if f == nil {
		return
	}
	for _, t := range f.Templates {
		if t.Name != a.Name {
			continue
		}
		settings := defaults()
		settings.Operators = []string{"all"}
		s.replace(Work{Formalism: f.Name, Name: "model" + first(f.Extensions), Settings: settings, Text: t.Text})
		s.Dialog = ""
		s.goTab("model")
		s.Layout.Met = true
		if s.Layout.Detail == "tools" {
			s.Layout.Detail = "mutant"
		}
		s.autorun = true
	}
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// openFile takes an uploaded file. Its language follows from its name and its text.
func (s *Store) openFile(a OpenFile) {
	if r := reportIn(a.Text); r != nil {
		s.compareFile(r)
		return
	}
	s.replace(Work{Name: a.Name, Text: a.Text})
	s.Dialog = ""
	s.Layout.Tab = "model"
	s.say("good", "Opened {name}.", a.Name)
}

// openFiles takes several files: one is opened, more are made one model, where a language can.
func (s *Store) openFiles(files []wire.File) {
	switch {
	case len(files) == 0:
		s.say("warn", "There is no file in it.")
	case len(files) == 1:
		s.openFile(OpenFile{Name: base(files[0].Name), Text: files[0].Text})
	case s.Engine.Phase != Ready:
		s.say("warn", "A folder can be opened when the engine is loaded.")
	default:
		s.packName, _, _ = strings.Cut(files[0].Name, "/")
		s.askAny("pack", wire.Request{Kind: wire.Pack, Files: files})
	}
}

func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func (s *Store) packed(r wire.Reply) {
	if r.Kind == wire.Failure {
		s.say("bad", "The files cannot be opened as one model: {why}.", words.Engine(r.Message))
		return
	}
	s.replace(Work{Formalism: r.Formalism, Name: s.packName, Text: r.Text})
	s.Layout.Tab = "model"
	s.say("good", "Opened {name}.", s.packName)
}

// probe asks whether a text that is no model in the chosen language is one in another.
func (s *Store) probe() {
	if f := s.Formalism(); f == nil || strings.TrimSpace(s.Work.Text) == "" {
		return
	}
	s.askAny("probe", wire.Request{Kind: wire.Analyse, Text: s.Work.Text, Settings: defaults()})
}

// probed offers the language that was recognised. It is for the user to take it: nothing that is shown
// may go without being asked.
func (s *Store) probed(r wire.Reply) {
	if a := r.Analysis; a != nil && a.Valid && a.Formalism != s.Work.Formalism && s.named(a.Formalism) != nil {
		s.Offer = a.Formalism
	}
}

// answer takes the offer to read the text in another language, or leaves it for this text.
func (s *Store) answer(yes bool) {
	f := s.named(s.Offer)
	s.Offer, s.kept = "", s.Work.Text
	if yes && f != nil {
		s.Work.Name = ""
		s.readAs(f)
	}
}

func (s *Store) openPast(i int) {
	if i < 0 || i >= len(s.History) {
		return
	}
	p := s.History[i]
	s.replace(Work{Formalism: p.Formalism, Name: p.Name, Text: p.Text})
	s.Dialog = ""
	s.Layout.Tab = "model"
	s.say("good", "Brought back “{title}”. What was here is in the history now.", p.Title())
}

// Title names a past text: by its file, else by its first line.
func (p Past) Title() string {
	if p.Name != "" {
		return p.Name
	}
	line, _, _ := strings.Cut(strings.TrimSpace(p.Text), "\n")
	if r := []rune(line); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return line
}

func (s *Store) formatted(r wire.Reply) {
	if r.Kind == wire.Failure {
		s.say("warn", "The model cannot be formatted: {why}.", words.Engine(r.Message))
		return
	}
	if r.Text == s.Work.Text {
		s.say("good", "The model is already formatted.")
		return
	}
	s.remember()
	s.Work.Text, s.Work.Example = r.Text, ""
	s.Work.Edition++
	s.Work.Formatted = s.Work.Edition
	s.changed()
}

// noOperator stands for an empty selection, which on the wire means the paper's operators.
const noOperator = "none"
