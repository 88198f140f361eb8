package store

import (
	"strconv"
	"strings"
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

// A Store owns the state.
type Store struct {
	State
	effects   []Effect
	listeners []func()
	perform   func(Effect)
}

// New gives the store of a page that begins. Effects go to perform after each action.
func New(perform func(Effect)) *Store {
	s := &Store{perform: perform}
	s.asked = map[string]int{}
	s.Layout = DefaultLayout()
	s.List.Sort = "verdict"
	s.Tools.reset()
	s.pristine = true
	return s
}

// DefaultLayout is how the panes stand at first.
func DefaultLayout() Layout {
	return Layout{Detail: "mutant", Drawer: "diagram", Editor: 48, Left: 32, Right: 36, Tab: "mutants", Theme: "system"}
}

// Listen calls f after each action.
func (s *Store) Listen(f func()) { s.listeners = append(s.listeners, f) }

// Dispatch changes the state by one action, then performs the effects and tells the listeners.
func (s *Store) Dispatch(a Action) {
	s.Update(a)
	effects := s.effects
	s.effects = nil
	for _, e := range effects {
		s.perform(e)
	}
	for _, f := range s.listeners {
		f()
	}
}

func (s *Store) do(e Effect) { s.effects = append(s.effects, e) }

// Update changes the state by one action. The world's actions come first, then those of the text,
// of the run, of the detail, of the frame.
func (s *Store) Update(a Action) {
	switch a := a.(type) {
	case Booted, HashChanged, EngineBytes, PartBytes, PartArrived, EngineBooted, EngineFailed, Replied,
		RequestLost, RequestOver, Copied, LaidOut, Said, Recalled, Saved, Spoken:
		s.updateWorld(a)
	case Edited, EditedImpl, SetFormalism, AnswerOffer, OpenExample, OpenTemplate, OpenFile, OpenFiles, OpenPast,
		FormatText, ToggleOp, SetOps, SetSetting, RaiseLimit:
		s.updateWork(a)
	case StartRun, StopRun, RerunOne, SetLive, ShowChanged, runLive, Select, SelectBy, SetFilter, SetSort, Scrolled,
		GoStep, StepBy:
		s.updateRun(a)
	case OpenBreak, CheckReason, CompareNow, OpenTool, SetInput, RunTool, StopTool, SortTable, DropTest, PickCell,
		MoveCell:
		s.updateDetail(a)
	case Caret, DiagramKey, DrawAs, Enlarge, Pick, SetView, ShowSide, Tidy:
		s.updateDiagram(a)
	default:
		s.updateFrame(a)
	}
	if s.Tour > 0 {
		s.tourOn(a)
	}
	s.followText()
}

func (s *Store) updateWorld(a Action) {
	switch a := a.(type) {
	case Booted:
		s.boot(a)
	case HashChanged:
		s.openLink(a.Hash)
	case EngineBytes:
		s.Engine.Received, s.Engine.Total = a.Received, a.Total
	case PartBytes:
		s.Engine.Part, s.Engine.Received, s.Engine.Total = true, a.Received, a.Total
	case PartArrived:
		s.Engine.Part = false
	case EngineBooted:
		s.Engine.Phase = Starting
	case EngineFailed:
		s.Engine.Phase, s.Engine.Failure = Failed, a.Why
	case Replied:
		s.reply(a.Reply)
	case RequestLost:
		s.lost(a.ID, a.Why)
	case RequestOver:
		s.over(a.ID)
	case Copied:
		s.copied(a)
	case LaidOut:
		if strings.HasPrefix(a.Place, diagramPlace) {
			s.diagramLaidOut(a)
		} else if a.Layout.Error == "" {
			s.Tools.Layouts[a.Place] = a.Layout
		}
	case Recalled:
		s.takeRecalled(a)
	case Said:
		s.notice(a.Tone, a.Text)
	case Saved:
		s.saved(a)
	case Spoken:
		s.Layout.Language = a.Language
		s.do(Save{})
	}
}

func (s *Store) updateFrame(a Action) {
	switch a := a.(type) {
	case saveNow:
		s.do(Save{})
	case exportMore:
		s.exportOn()
	case tick:
		s.ticked()
	case searchMore:
		s.searchOn()
	case OpenDialog:
		s.Dialog = a.Name
	case ShowTab:
		s.showTab(a)
	case FoldDrawer:
		s.Layout.Folded = !s.Layout.Folded
		s.do(Save{})
	case Widen:
		s.Layout.Wide = !s.Layout.Wide
		s.do(Save{})
	case SetLanguage:
		s.do(Speak{Language: a.Name})
	case SetTheme:
		s.Layout.Theme = a.Name
		s.do(Save{})
	case Resize:
		s.resize(a)
	case CloseNotice:
		s.Notice.Text = ""
	case StartTour:
		s.startTour()
	case EndTour:
		s.endTour()
	case Present:
		s.present(a.What)
	case CloseMotto:
		s.Layout.Met = true
		s.do(Save{})
	case CloseOrigin:
		s.Origin.Shown = false
	case RetryEngine:
		s.Engine = Engine{}
		s.do(Reload{})
	case GoTo:
		s.Layout.Tab, s.Layout.Wide = "model", false
		s.do(Focus{Line: a.Line, Column: a.Column})
	case MakeLink:
		s.makeLink()
	case CopyLink:
		s.do(Clip{Text: s.Share.Link, What: "link"})
	case Download:
		s.download(a.What)
	case CopyPart:
		s.copyPart(a.Place)
	}
}

// present shows one thing in large type, or all again.
func (s *Store) present(what string) {
	switch what {
	case "steps":
		s.Layout.Drawer, s.Layout.Folded, s.Layout.Detail = "diagram", false, "mutant"
	case "list", "text", "":
	default:
		return
	}
	s.Present, s.Dialog = what, ""
}

// goTab shows one of the panes where there is room for one only. The browser's Back leads from the
// detail to the list again.
func (s *Store) goTab(name string) {
	if name == "detail" && s.Layout.Tab != name {
		s.do(PushTab{})
	}
	s.Layout.Tab = name
}

func (s *Store) showTab(a ShowTab) {
	switch a.Where {
	case "detail":
		s.Layout.Detail = a.Name
		if a.Name == "break" && !s.Break.Open {
			s.openBreak("")
		}
		if a.Name == "tools" && s.Tools.Open == "" {
			if f := s.Formalism(); f != nil && len(f.Tools) > 0 {
				s.Tools.Open = f.Tools[0].Name
			}
		}
	case "drawer":
		if s.Layout.Drawer == a.Name && !s.Layout.Folded {
			s.Layout.Folded = true
		} else {
			s.Layout.Folded = false
		}
		s.Layout.Drawer = a.Name
	case "narrow":
		s.goTab(a.Name)
	}
	s.do(Save{})
}

// resize moves a border between panes, within what stays usable.
func (s *Store) resize(a Resize) {
	l := &s.Layout
	switch a.Pane {
	case "left":
		l.Left = min(max(a.Percent, 18), 80-l.Right)
	case "right":
		l.Right = min(max(a.Percent, 18), 80-l.Left)
	case "editor":
		l.Editor = min(max(a.Percent, 20), 85)
		l.Folded = false
	}
	s.do(After{Key: "save", Delay: 300 * time.Millisecond, Action: saveNow{}})
}

type (
	saveNow    struct{ action }
	exportMore struct{ action }
	searchMore struct{ action }
	tick       struct{ action }
)

func (s *Store) say(tone string, key words.Key, holes ...string) {
	s.notice(tone, words.T(key, holes...))
}

func (s *Store) notice(tone, text string) {
	s.Notice = Notice{Text: text, Tone: tone, N: s.Notice.N + 1}
	if tone == "" || tone == "good" {
		s.do(After{Key: "notice", Delay: 6 * time.Second, Action: CloseNotice{}})
	}
}

func (s *Store) copied(a Copied) {
	switch {
	case !a.OK:
		s.say("warn", "The browser blocked copying. Select the text and copy it by hand.")
	case a.What == "link":
		s.Share.Copied = true
		s.say("good", "Link copied.")
	case a.What == "trace":
		s.say("good", "Copied as one test: the tool “Score a suite” reads it.")
	default:
		s.say("good", "Copied.")
	}
}

// ask sends a request on a channel; an earlier one on it is stopped and its replies are ignored.
func (s *Store) ask(channel string, req wire.Request) int {
	s.drop(channel)
	id := s.post(req)
	s.asked[channel] = id
	return id
}

func (s *Store) post(req wire.Request) int {
	if req.Formalism == "" {
		req.Formalism = s.Work.Formalism
	}
	return s.send(req)
}

func (s *Store) send(req wire.Request) int {
	s.lastID++
	req.ID = s.lastID
	s.do(Ask{Request: req})
	return req.ID
}

// askAny is ask for a text whose language is not known.
func (s *Store) askAny(channel string, req wire.Request) {
	s.drop(channel)
	s.asked[channel] = s.send(req)
}

// drop stops what a channel asked for.
func (s *Store) drop(channel string) {
	if id := s.asked[channel]; id != 0 {
		s.do(Stop{ID: id})
		delete(s.asked, channel)
	}
}

func (s *Store) channel(id int) string {
	for c, asked := range s.asked {
		if asked == id {
			return c
		}
	}
	return ""
}

// reply hands a worker's message to the channel that asked.
func (s *Store) reply(r wire.Reply) {
	if r.Kind == wire.Ready {
		s.ready(r)
		return
	}
	if s.runReply(r) {
		return
	}
	channel := s.channel(r.ID)
	if channel == "" {
		return
	}
	if r.Kind != wire.Progress {
		delete(s.asked, channel)
	}
	switch channel {
	case "analyse":
		s.analysed(r)
	case "draw":
		s.drawn(r)
	case "walk":
		s.walked(r)
	case "compare":
		s.compared(r)
	case "format":
		s.formatted(r)
	case "tool":
		s.toolReply(r)
	case "pack":
		s.packed(r)
	case "share":
		s.shared(r)
	case "probe":
		s.probed(r)
	}
}

// ready takes the engine's first words. Each worker says them; the first one counts.
func (s *Store) ready(r wire.Reply) {
	if s.Engine.Phase == Ready {
		return
	}
	s.Engine.Phase, s.Engine.Version = Ready, r.Version
	s.Formalisms = r.Formalisms
	s.begin()
}

// lost is told when a worker died with a request.
func (s *Store) lost(id int, why string) {
	s.Engine.Deaths++
	if s.runLost(id, why) {
		s.say("warn", "Part of the engine crashed ({why}) and was restarted. The verdicts so far are kept.",
			words.Engine(why))
		return
	}
	channel := s.channel(id)
	s.end(id, words.T("the engine's worker stopped: {why}", words.Engine(why)))
	if channel != "" && channel != "analyse" {
		s.say("warn", "Part of the engine crashed ({why}) and was restarted.", words.Engine(why))
	}
}

// over is told when a request was stopped by ending its worker.
func (s *Store) over(id int) {
	if !s.runOver(id) {
		s.end(id, words.T("stopped"))
	}
}

// end fails a request that will have no reply.
func (s *Store) end(id int, why string) {
	if s.channel(id) != "" {
		s.reply(wire.Reply{ID: id, Kind: wire.Failure, Message: why})
	}
}

// number reads a setting's figure; what is none counts as 0, the default.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// defaults are the settings of a formalism's models unless an example or a link says more.
func defaults() report.Settings { return report.Settings{Engine: "auto", Order: 1} }
