package browsertest

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// chromium is a Browser over the DevTools protocol.
type chromium struct {
	ctx  context.Context
	stop []context.CancelFunc
}

// chromiums are the names of its program.
var chromiums = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell",
}

// newChromium starts a headless Chromium; the error says what is missing.
func newChromium() (Browser, error) {
	path, err := program("Chromium", chromiums...)
	if err != nil {
		return nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("hide-scrollbars", false))
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, stop := chromedp.NewContext(
		alloc,
		chromedp.WithLogf(func(string, ...any) {}),
		chromedp.WithErrorf(func(string, ...any) {}),
	)
	if err := chromedp.Run(ctx); err != nil {
		stop()
		stopAlloc()
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return &chromium{ctx: ctx, stop: []context.CancelFunc{stop, stopAlloc}}, nil
}

func (c *chromium) Close() {
	for _, f := range c.stop {
		f()
	}
}

func (c *chromium) Tab(same Tab) (Tab, error) {
	browser := cdp.WithExecutor(c.ctx, chromedp.FromContext(c.ctx).Browser)
	var profile cdp.BrowserContextID
	dispose := func() {}
	if s, ok := same.(*chromeTab); ok {
		profile = s.profile
	} else {
		var err error
		if profile, err = target.CreateBrowserContext().Do(browser); err != nil {
			return nil, err
		}
		dispose = func() { _ = target.DisposeBrowserContext(profile).Do(browser) }
	}
	// A window of its own: tabs that nobody sees draw no frames.
	id, err := target.CreateTarget("about:blank").WithNewWindow(true).WithBrowserContextID(profile).Do(browser)
	if err != nil {
		dispose()
		return nil, err
	}
	ctx, cancel := chromedp.NewContext(c.ctx, chromedp.WithTargetID(id))
	stop := func() { cancel(); dispose() }
	t := &chromeTab{ctx: ctx, stop: stop, profile: profile}
	chromedp.ListenTarget(ctx, t.hear)
	err = chromedp.Run(ctx, network.Enable(), log.Enable(), runtime.Enable(), page.Enable())
	if err != nil {
		stop()
		return nil, err
	}
	return t, t.Look(1280, 800, false)
}

type chromeTab struct {
	ctx  context.Context
	stop context.CancelFunc

	profile cdp.BrowserContextID

	mu         sync.Mutex
	complaints []string
	requests   []string
}

// hear notes what the page complains of and what it fetches.
func (t *chromeTab) hear(ev any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.APITypeError || ev.Type == runtime.APITypeWarning {
			var parts []string
			for _, a := range ev.Args {
				parts = append(parts, strings.Trim(string(a.Value), `"`)+a.Description)
			}
			t.complaints = append(t.complaints, string(ev.Type)+": "+strings.Join(parts, " "))
		}
	case *runtime.EventExceptionThrown:
		t.complaints = append(t.complaints, "exception: "+ev.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		if ev.Entry.Level == log.LevelError || ev.Entry.Level == log.LevelWarning {
			t.complaints = append(t.complaints, "log: "+ev.Entry.Text+" "+ev.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		t.requests = append(t.requests, ev.Request.URL)
	}
}

func (t *chromeTab) run(actions ...chromedp.Action) error {
	ctx, stop := context.WithTimeout(t.ctx, patience)
	defer stop()
	return chromedp.Run(ctx, actions...)
}

func (t *chromeTab) Open(url string) error { return t.run(chromedp.Navigate(url)) }
func (t *chromeTab) Reload() error         { return t.run(chromedp.Reload()) }

func (t *chromeTab) Eval(expression string, into any) error {
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	if into == nil {
		var ignored any
		into = &ignored
		expression = "(async () => { await (" + expression + "); return null; })()"
	}
	return t.run(chromedp.Evaluate(expression, into, await))
}

var modifiers = map[string]input.Modifier{
	"Control": input.ModifierCtrl, "Shift": input.ModifierShift, "Alt": input.ModifierAlt, "Meta": input.ModifierMeta,
}

var keys = map[string]string{
	"Enter": kb.Enter, "Escape": kb.Escape, "Tab": kb.Tab, "Backspace": kb.Backspace,
	"Delete": kb.Delete, "Home": kb.Home, "End": kb.End,
	"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown,
}

func (t *chromeTab) Press(key string) error {
	parts := strings.Split(key, "+")
	last := parts[len(parts)-1]
	if k, ok := keys[last]; ok {
		last = k
	}
	var mods []input.Modifier
	for _, m := range parts[:len(parts)-1] {
		mods = append(mods, modifiers[m])
	}
	return t.run(chromedp.KeyEvent(last, chromedp.KeyModifiers(mods...)))
}

func (t *chromeTab) Type(text string) error { return t.run(input.InsertText(text)) }

func (t *chromeTab) Click(selector string) error {
	x, y, err := spot(t, selector)
	if err != nil {
		return err
	}
	return t.run(chromedp.MouseClickXY(x, y))
}

func (t *chromeTab) Tap(selector string) error {
	x, y, err := spot(t, selector)
	if err != nil {
		return err
	}
	return t.run(
		input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}),
	)
}

func (t *chromeTab) Look(width, height int, dark bool) error {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	return t.run(
		emulation.SetDeviceMetricsOverride(int64(width), int64(height), 1, false),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}),
	)
}

func (t *chromeTab) Speak(languages string) error {
	var agent string
	if err := t.Eval(`navigator.userAgent`, &agent); err != nil {
		return err
	}
	return t.run(emulation.SetUserAgentOverride(agent).WithAcceptLanguage(languages))
}

func (t *chromeTab) Picture() ([]byte, error) {
	var png []byte
	err := t.run(chromedp.CaptureScreenshot(&png))
	return png, err
}

func (t *chromeTab) Complaints() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.complaints...)
}

func (t *chromeTab) Requests() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.requests...)
}

func (t *chromeTab) Close() {
	_ = t.run(page.Close())
	t.stop()
}
