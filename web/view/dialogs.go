package view

import (
	"slices"
	"strings"
	"time"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

type dialogView struct {
	Changes *report.Difference
	Digest  bool
	Formal  string // formalism and name of the example that is open
	Formals []report.Formalism
	History []store.Past
	Link    store.Share
	Open    string
	Theme   string
	Version string
}

func dialogOf(s *store.State) dialogView {
	v := dialogView{Open: s.Dialog}
	switch s.Dialog {
	case "":
	case "examples", "new":
		v.Formals, v.Formal = presentFirst(s.Formalisms, s.Work.Formalism), s.Work.Formalism+"/"+s.Work.Example
	case "history":
		v.History = slices.Clone(s.History)
		for i, p := range v.History {
			for _, f := range s.Formalisms {
				if f.Name == p.Formalism {
					v.History[i].Formalism = words.Engine(f.Title) // as people know it
				}
			}
		}
	case "compare":
		v.Changes = s.Difference()
	case "share":
		v.Link = s.Share
		v.Digest = s.Run.Status == store.Done && !s.Stale()
	case "display":
		v.Theme = s.Layout.Theme
	case "help":
		v.Version, v.Formals = s.Engine.Version, s.Formalisms
	}
	return v
}

// presentFirst puts the formalism that one works in before the others.
func presentFirst(all []report.Formalism, name string) []report.Formalism {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b report.Formalism) int {
		switch name {
		case a.Name:
			return -1
		case b.Name:
			return 1
		}
		return 0
	})
	return sorted
}

// drawDialog draws the open dialog; the page shows it modally, so that focus stays inside.
func drawDialog(v dialogView) *vecty.HTML {
	title, body := words.Key(""), kid(nil)
	switch v.Open {
	case "examples":
		title, body = "Examples", drawExamples(v)
	case "new":
		title, body = "New model", drawTemplates(v)
	case "history":
		title, body = "History", drawHistory(v)
	case "share":
		title, body = "Share", drawShare(v)
	case "compare":
		title, body = "Two runs", drawCompare(v.Changes)
	case "download":
		title, body = "Download results", drawDownloads()
	case "display":
		title, body = "Display", drawDisplay(v)
	case "help":
		title, body = "Help", drawHelp(v)
	default:
		return el("dialog", at("id", "dialog"), aria("Closed"))
	}
	return el(
		"dialog",
		at("id", "dialog"),
		aria(title),
		testid("dialog"),
		at("data-dialog", v.Open),
		el(
			"div.dialog-head.row",
			el("h2", ui.Say(title)),
			el("span.space"),
			iconButton("close", "Close (Esc)", "dialog", "", testid("close-dialog")),
		),
		el("div.dialog-body", body),
	)
}

func drawExamples(v dialogView) *vecty.HTML {
	if len(v.Formals) == 0 {
		return el("p.empty", ui.Say("The examples arrive with the engine, which is still loading."))
	}
	return el("div.gallery", drawNewHint(), ui.List(v.Formals, func(_ int, f report.Formalism) *vecty.HTML {
		return el("section",
			el("h3", ui.Told(f.Title)), el("p.hint", ui.Told(f.Summary)),
			el("ul.cards", ui.List(f.Examples, func(_ int, e report.Example) *vecty.HTML {
				return el("li", el("button.card", at("type", "button"), do("example", f.Name+"/"+e.Name), testid("example-"+e.Name),
					atIf(v.Formal == f.Name+"/"+e.Name, "aria-current", "true"),
					el("strong", ui.Told(e.Title)),
					ui.When(e.Watch != "", func() *vecty.HTML { return el("span", ui.Told(e.Watch)) }),
					el("span.hint", at("lang", "en"), ui.Text(e.Source))))
			})))
	}))
}

// drawNewHint leads to the templates where the bar has no room for them.
func drawNewHint() *vecty.HTML {
	return el("div.row.phone", el("span", ui.Say("Or begin with a model of your own:")), el("span.space"),
		button(".small", "New model", "dialog", "new", testid("new-phone")))
}

func drawTemplates(v dialogView) *vecty.HTML {
	if len(v.Formals) == 0 {
		return el("p.empty", ui.Say("The templates arrive with the engine, which is still loading."))
	}
	return el("div.gallery.templates", ui.List(v.Formals, func(_ int, f report.Formalism) *vecty.HTML {
		return el("section",
			el("h3", ui.Told(f.Title)), el("p.hint", ui.Told(f.Summary)),
			el("ul.cards", ui.List(f.Templates, func(_ int, t report.Template) *vecty.HTML {
				return el("li", el("button.card", at("type", "button"), do("template", f.Name+"/"+t.Name),
					testid("template-"+f.Name+"-"+t.Name), el("strong", ui.Told(t.Title)),
					el("span.hint", ui.Text(words.N(strings.Count(t.Text, "\n"), "1 line", "{n} lines")))))
			})))
	}))
}

func drawHistory(v dialogView) *vecty.HTML {
	if len(v.History) == 0 {
		return el(
			"p.empty",
			ui.Say("Nothing yet. When you open an example, a file or a link, your text is kept here, in this browser only."),
		)
	}
	return el("div", el("p.hint", ui.Say("Your last 20 replaced texts. They stay in this browser.")),
		el("ul.cards", ui.List(v.History, func(i int, p store.Past) *vecty.HTML {
			return el("li", el("button.card", at("type", "button"), do("past", itoa(i)), testid("past"),
				el("strong", ui.Text(p.Title())), el("span.hint", ui.Text(date(p.When)+" · "+spaced(p.Formalism))),
				el("code", ui.Text(short(p.Text, 120)))))
		})))
}

// date tells when a text was put aside.
func date(ms int64) string {
	if ms == 0 {
		return words.T("just now")
	}
	return time.UnixMilli(ms).Format(words.T("2 Jan 15:04"))
}

func drawShare(v dialogView) *vecty.HTML {
	n := len(v.Link.Link)
	warning := ""
	switch {
	case n > store.VeryLongLink:
		warning = words.T("The link has {n} characters. Chat programs and some browsers will cut it off. "+
			"Send the model as a file instead.", words.Int(n))
	case n > store.LongLink:
		warning = words.T("The link has {n} characters. Some chat programs cut links longer than {most}.",
			words.Int(n), words.Int(store.LongLink))
	}
	holds := ui.Say("It holds the model, the operators, the settings, the selected mutant and its step.")
	if v.Digest {
		holds = ui.Say("It holds the model, the operators, the settings, the selected mutant and its step, and a " +
			"fingerprint of the verdicts, so that whoever opens it can see whether they get the same.")
	}
	return el("div.share",
		el("p", holds, ui.Text(" "), ui.Say("Everything is in the link itself: nothing is stored on a server.")),
		el(
			"div.row",
			el(
				"input.link",
				prop("type", "text"),
				prop("readOnly", true),
				prop("value", v.Link.Link),
				aria("Link"),
				testid("link"),
			),
			button(
				".primary",
				map[bool]words.Key{true: "Copied", false: "Copy"}[v.Link.Copied],
				"copy-link",
				"",
				testid("copy-link"),
			),
		),
		ui.When(warning != "", func() *vecty.HTML {
			return el(
				"p.remark.warn",
				testid("link-warning"),
				glyph("warn"),
				el("span", ui.Text(warning)),
				button(".small", "Save the model", "download", "model"),
			)
		}),
		ui.When(n > 0 && n <= store.LongestQR, func() *vecty.HTML {
			return el("details.more", testid("qr"), el("summary", ui.Say("QR code")),
				el("canvas.qr", at("data-qr", v.Link.Link), at("role", "img"), aria("The link as a QR code")))
		}),
		ui.When(n > store.LongestQR, func() *vecty.HTML {
			return el("p.hint", ui.Say("A QR code holds at most {n} characters.", words.Int(store.LongestQR)))
		}))
}

func drawDownloads() *vecty.HTML {
	one := func(what string, title, says words.Key) *vecty.HTML {
		return el(
			"li",
			el(
				"button.card",
				at("type", "button"),
				do("download", what),
				testid("download-"+what),
				el("strong", ui.Say(title)),
				el("span", ui.Say(says)),
			),
		)
	}
	return el(
		"ul.cards",
		one(
			"report",
			"Report (JSON)",
			"Model, settings, every verdict with its evidence. Byte for byte what the command line writes; check it with "+
				"“mutarium verify”.",
		),
		one("csv", "Mutants (CSV)", "One row per mutant, for a spreadsheet."),
		one("stryker", "Mutation testing report (JSON)", "For viewers of Stryker's mutation reports."),
		one("model", "Model", "The text in the editor."),
	)
}

// drawDisplay has what is set for the eyes.
func drawDisplay(v dialogView) *vecty.HTML {
	theme := func(name string, label words.Key) *vecty.HTML {
		return button(".small", label, "theme", name, at("aria-pressed", flag(v.Theme == name)), testid("theme-"+name))
	}
	speak := func(language, label string) *vecty.HTML { // each language by its own name
		return el("button.small", at("type", "button"), do("speak", language), at("lang", language), ui.Text(label),
			at("aria-pressed", flag(words.Language() == language)), testid("speak-"+language))
	}
	return el("div.display",
		el("h3", ui.Say("Colours")),
		el("div.segments", at("role", "group"), aria("Colours"), theme("system", "As the system"), theme("light", "Light"),
			theme("dark", "Dark"), theme("contrast", "High contrast")),
		el("h3", ui.Say("Language")),
		el("div.segments", at("role", "group"), aria("Language"), speak("en", "English"), speak("de", "Deutsch")),
		el("h3", ui.Say("Presentation")),
		el("p.hint", ui.Say("Large type, one thing on the screen. P begins it, 1, 2 and 3 switch, Esc leaves.")),
		button("", "Present", "present", "steps", testid("present")))
}

var shortcuts = [][2]words.Key{
	{
		"Ctrl Enter",
		"Run",
	}, {"Esc", "Stop the run, close a dialog, leave the editor"},
	{"j  k", "Next, previous mutant"}, {"←  →", "Step back, step forward"},
	{"Home  End", "First, last step"}, {"/", "Filter the mutants"}, {"Ctrl S", "Share"},
	{"p", "Present on a large screen"}, {"?", "This help"},
}

func drawHelp(v dialogView) *vecty.HTML {
	return el(
		"div.help",
		el("div.row.phone", el("a", at("href", "exercise.html"), testid("exercises-phone"), ui.Say("Exercises")),
			el("span.space"), button(".small", "Colours, language, presentation", "dialog", "display", testid("display-phone"))),
		el("p", ui.Say("A mutant is your model with one small change. Mutarium looks for a run on which the two differ. "+
			"That run is a test, and it kills the mutant. If no run can tell the two apart, the mutant cannot be killed, "+
			"and you are told why. "+
			"If the search had to stop, it is undecided.")),
		el("p", button(".small", "Take the tour", "tour", "", testid("take-tour")),
			el("span.hint", ui.Text(" "), ui.Say("Three steps in the tea machine, in a minute."))),
		el("h3", ui.Say("Documentation")),
		el("p.links", testid("docs"), linkTo(docs+"index.html", ui.Say("All pages")), ui.Text(" · "),
			ui.Say("The languages:"), ui.Text(" "),
			ui.List(v.Formals, func(i int, f report.Formalism) *vecty.HTML {
				comma := ", "
				if i == len(v.Formals)-1 {
					comma = "."
				}
				return el("span", linkTo(docs+"language-"+f.Name+".html", ui.Told(f.Title)), ui.Text(comma))
			})),
		el("h3", ui.Say("Keys")),
		el("dl.keys", ui.List(shortcuts, func(_ int, s [2]words.Key) *vecty.HTML {
			return el("div", el("dt", el("kbd", ui.Say(s[0]))), el("dd", ui.Say(s[1])))
		})),
		el(
			"p.hint",
			ui.Say(
				"Tab goes through the page; in the editor it indents once you have typed; press Esc, then Tab, to leave. On a "+
					"Mac, Ctrl is ⌘.",
			),
		),
		el("h3", ui.Say("Verdicts")),
		el(
			"ul.legend",
			legend("killed", "A run tells it apart. You see a shortest one, replayed on both models."),
			legend(report.Equivalent, "It behaves exactly like the original. This is proved, so no test can kill it."),
			legend(report.Unkillable, "No test can kill it: it does nothing the original forbids, but it may do less."),
			legend(
				report.Unknown,
				"The search reached a limit that you can raise. It counts neither as killed nor as unkillable.",
			),
			legend("invalid", "The change does not give a valid model."),
		),
		el("p", ui.Say("Live: where a run is quick, the verdicts follow what you type. Otherwise the old ones stay, greyed, "+
			"until you press Run.")),
		el("h3", ui.Say("Privacy")),
		el(
			"p",
			testid("privacy"),
			ui.Say("Everything runs in this page. Models, results and links never leave your browser "+
				"unless you copy or save them."),
		),
		el("h3", ui.Say("About")),
		el("p", ui.Say("Mutarium, engine {version}. MIT licence.", version(v.Version)), ui.Text(" "),
			linkTo("third-party.txt", ui.Say("Third-party notices"))),
	)
}

func version(v string) string {
	if v == "" {
		return words.T("not loaded")
	}
	return v
}

func legend(name string, says words.Key) *vecty.HTML {
	l := looks[name]
	return el("li", el("span.verdict-badge."+l.class, glyph(l.icon), ui.Say(l.word)), el("span", ui.Say(says)))
}
