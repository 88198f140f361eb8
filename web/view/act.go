package view

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/web/store"
)

// acts are the names that do and put may use, and what they mean. arg is written by the view,
// value is what a field holds.
var acts = map[string]func(arg, value string) store.Action{
	"run":          func(_, _ string) store.Action { return store.StartRun{} },
	"stop":         func(_, _ string) store.Action { return store.StopRun{} },
	"live":         func(_, value string) store.Action { return store.SetLive{On: value == "true"} },
	"show":         func(arg, _ string) store.Action { return store.ShowChanged{ID: arg} },
	"rerun":        func(arg, _ string) store.Action { return store.RerunOne{ID: arg} },
	"select":       func(arg, _ string) store.Action { return store.Select{ID: arg} },
	"select-by":    func(arg, _ string) store.Action { return store.SelectBy{By: figure(arg)} },
	"filter":       func(arg, value string) store.Action { return store.SetFilter{Field: arg, Value: value} },
	"chip":         func(arg, _ string) store.Action { return store.SetFilter{Field: "verdict", Value: arg} },
	"all":          func(_, _ string) store.Action { return store.SetFilter{} },
	"sort":         func(_, value string) store.Action { return store.SetSort{By: value} },
	"step":         func(arg, value string) store.Action { return step(arg, value) },
	"step-by":      func(arg, _ string) store.Action { return stepBy(arg) },
	"formalism":    func(_, value string) store.Action { return store.SetFormalism{Name: value} },
	"example":      example,
	"template":     template,
	"past":         func(arg, _ string) store.Action { return store.OpenPast{Index: figure(arg)} },
	"format":       func(_, _ string) store.Action { return store.FormatText{} },
	"op":           func(arg, _ string) store.Action { return store.ToggleOp{Name: arg} },
	"ops":          func(arg, _ string) store.Action { return store.SetOps{Which: arg} },
	"setting":      func(arg, value string) store.Action { return store.SetSetting{Name: arg, Value: value} },
	"raise":        func(arg, _ string) store.Action { return store.RaiseLimit{Name: arg} },
	"break":        func(arg, _ string) store.Action { return store.OpenBreak{ID: arg} },
	"check-reason": func(_, _ string) store.Action { return store.CheckReason{} },
	"tool":         func(arg, _ string) store.Action { return store.OpenTool{Name: arg} },
	"input":        func(arg, value string) store.Action { return store.SetInput{Name: arg, Value: value} },
	"run-tool":     func(_, _ string) store.Action { return store.RunTool{} },
	"stop-tool":    func(_, _ string) store.Action { return store.StopTool{} },
	"sort-table":   sortTable,
	"drop-test":    dropTest,
	"download":     func(arg, _ string) store.Action { return store.Download{What: arg} },
	"copy":         func(arg, _ string) store.Action { return store.CopyPart{Place: arg} },
	"share":        func(_, _ string) store.Action { return store.MakeLink{} },
	"copy-link":    func(_, _ string) store.Action { return store.CopyLink{} },
	"dialog":       func(arg, _ string) store.Action { return store.OpenDialog{Name: arg} },
	"detail":       func(arg, _ string) store.Action { return store.ShowTab{Where: "detail", Name: arg} },
	"drawer":       func(arg, _ string) store.Action { return store.ShowTab{Where: "drawer", Name: arg} },
	"narrow":       func(arg, _ string) store.Action { return store.ShowTab{Where: "narrow", Name: arg} },
	"fold":         func(_, _ string) store.Action { return store.FoldDrawer{} },
	"widen":        func(_, _ string) store.Action { return store.Widen{} },
	"present":      func(arg, _ string) store.Action { return store.Present{What: arg} },
	"speak":        func(arg, _ string) store.Action { return store.SetLanguage{Name: arg} },
	"theme":        func(arg, _ string) store.Action { return store.SetTheme{Name: arg} },
	"offer":        func(arg, _ string) store.Action { return store.AnswerOffer{Yes: arg == "yes"} },
	"close-motto":  func(_, _ string) store.Action { return store.CloseMotto{} },
	"close-notice": func(_, _ string) store.Action { return store.CloseNotice{} },
	"close-origin": func(_, _ string) store.Action { return store.CloseOrigin{} },
	"tour":         func(_, _ string) store.Action { return store.StartTour{} },
	"end-tour":     func(_, _ string) store.Action { return store.EndTour{} },
	"retry":        func(_, _ string) store.Action { return store.RetryEngine{} },
	"goto":         goTo,
	"pick":         func(arg, _ string) store.Action { return store.Pick{ID: arg} },
	"draw-as":      func(arg, _ string) store.Action { return store.DrawAs{How: arg} },
	"draw-show":    func(arg, _ string) store.Action { return store.ShowSide{Which: arg} },
	"draw-view":    func(_, value string) store.Action { return store.SetView{Name: value} },
	"enlarge":      func(_, _ string) store.Action { return store.Enlarge{} },
	"tidy":         func(_, _ string) store.Action { return store.Tidy{} },
}

// pageActs are done by the page itself: they need the browser.
var pageActs = []string{"open-file", "zoom-in", "zoom-out", "zoom-fit", "input-file", "goto-impl"}

// Act gives the action that an element named; nil when there is none of that name.
func Act(name, arg, value string) store.Action {
	if f := acts[name]; f != nil {
		return f(arg, value)
	}
	return nil
}

func figure(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// place joins a walk's place with a figure: "break|3".
func place(where string, n int) string { return where + "|" + itoa(n) }

func step(arg, value string) store.Action {
	where, n, found := strings.Cut(arg, "|")
	if !found || n == "" {
		n = value
	}
	return store.GoStep{Place: where, Step: figure(n)}
}

func stepBy(arg string) store.Action {
	where, n, _ := strings.Cut(arg, "|")
	return store.StepBy{Place: where, By: figure(n)}
}

func example(arg, _ string) store.Action {
	formalism, name, _ := strings.Cut(arg, "/")
	return store.OpenExample{Formalism: formalism, Name: name}
}

func template(arg, _ string) store.Action {
	formalism, name, _ := strings.Cut(arg, "/")
	return store.OpenTemplate{Formalism: formalism, Name: name}
}

func sortTable(arg, _ string) store.Action {
	where, n, _ := strings.Cut(arg, "|")
	return store.SortTable{Place: where, Column: figure(n)}
}

func dropTest(arg, _ string) store.Action {
	where, n, _ := strings.Cut(arg, "|")
	return store.DropTest{Place: where, Row: figure(n)}
}

func goTo(arg, _ string) store.Action {
	line, column, _ := strings.Cut(arg, ":")
	return store.GoTo{Line: figure(line), Column: figure(column)}
}
