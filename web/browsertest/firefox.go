package browsertest

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// firefox is a Browser over WebDriver BiDi.
type firefox struct {
	*bidi
	cmd    *exec.Cmd
	folder string // its profile

	mu   sync.Mutex
	tabs map[string]*foxTab // by the id of their browsing context
}

// newFirefox starts a headless Firefox; the error says what is missing.
func newFirefox() (Browser, error) {
	path, err := program("Firefox", "firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "firefox")
	if err != nil {
		return nil, err
	}
	f := &firefox{folder: folder, tabs: map[string]*foxTab{}}
	if err := f.start(path); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return f, nil
}

// settings of the profile: nothing moves, and what only makes work is left out.
const settings = `user_pref("ui.prefersReducedMotion", 1);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.sessionstore.resume_from_crash", false);
`

// start runs the program and connects to it. System access is for the languages, and for the colour scheme,
// which no command sets before Firefox 159.
func (f *firefox) start(path string) error {
	if err := os.WriteFile(filepath.Join(f.folder, "user.js"), []byte(settings), 0o600); err != nil {
		return err
	}
	f.cmd = exec.Command(path, "--headless", "--no-remote", "--profile", f.folder,
		"--remote-debugging-port=0", "--remote-allow-system-access")
	f.cmd.Env = append(os.Environ(), "HOME="+f.folder) // as root it starts in root's own home only
	says, err := f.cmd.StderrPipe()
	if err == nil {
		err = f.cmd.Start()
	}
	if err != nil {
		return err
	}
	url, err := listening(says)
	if err == nil {
		f.bidi, err = dial(url+"/session", f.hear)
	}
	if err == nil {
		err = f.call("session.new", params{"capabilities": params{}}, nil)
	}
	if err == nil {
		err = f.call("session.subscribe", params{"events": []string{
			"log.entryAdded", "network.beforeRequestSent", "network.responseCompleted",
		}}, nil)
	}
	return err
}

type params map[string]any

// listening reads what Firefox prints until it names its address; the rest is read, too, so that the pipe
// does not fill.
func listening(says io.Reader) (string, error) {
	found := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(says); lines.Scan(); {
			if _, url, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
				found <- url
			}
		}
		close(found)
	}()
	select {
	case url, ok := <-found:
		if !ok {
			return "", fmt.Errorf("it ended without naming its address")
		}
		return url, nil
	case <-time.After(patience):
		return "", fmt.Errorf("it names no address within %v", patience)
	}
}

func (f *firefox) Close() {
	if f.bidi != nil {
		_ = f.call("browser.close", params{}, nil)
		f.close()
	}
	if f.cmd != nil && f.cmd.Process != nil {
		late := time.AfterFunc(patience, func() { _ = f.cmd.Process.Kill() })
		_ = f.cmd.Wait()
		late.Stop()
	}
	_ = os.RemoveAll(f.folder)
}

func (f *firefox) Tab(same Tab) (Tab, error) {
	t := &foxTab{firefox: f}
	if s, ok := same.(*foxTab); ok {
		t.profile = s.profile
	} else {
		var user struct{ UserContext string }
		if err := f.call("browser.createUserContext", params{}, &user); err != nil {
			return nil, err
		}
		t.profile, t.owner = user.UserContext, true
	}
	var made struct{ Context string }
	if err := f.call("browsingContext.create", params{"type": "window", "userContext": t.profile}, &made); err != nil {
		return nil, err
	}
	t.context = made.Context
	f.mu.Lock()
	f.tabs[t.context] = t
	f.mu.Unlock()
	err := t.Look(1280, 800, false)
	if err == nil && t.owner {
		err = t.Speak("en-US, en")
	}
	return t, err
}

// hear notes what the pages complain of and what they fetch. A request without a tab comes from a worker, and
// is noted in each.
func (f *firefox) hear(method string, data json.RawMessage) {
	var ev struct {
		Context, Level, Text string
		Source               struct{ Context string }
		Request              struct{ URL string }
		Response             struct {
			URL    string
			Status int
		}
	}
	if json.Unmarshal(data, &ev) != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for context, t := range f.tabs {
		switch {
		case ev.Context+ev.Source.Context != "" && ev.Context+ev.Source.Context != context:
		case method == "network.beforeRequestSent":
			t.requests = append(t.requests, ev.Request.URL)
		case method == "log.entryAdded" && (ev.Level == "error" || ev.Level == "warn"):
			t.complaints = append(t.complaints, ev.Level+": "+ev.Text)
		case method == "network.responseCompleted" && ev.Response.Status >= 400:
			t.complaints = append(t.complaints, fmt.Sprintf("status %d: %s", ev.Response.Status, ev.Response.URL))
		}
	}
}

// foxTab is a Tab of Firefox.
type foxTab struct {
	*firefox
	context, profile string
	owner            bool // the profile goes with the tab

	complaints, requests []string // guarded by the browser's lock
}

func (t *foxTab) Open(url string) error {
	return t.call("browsingContext.navigate", params{"context": t.context, "url": url, "wait": "complete"}, nil)
}

func (t *foxTab) Reload() error {
	return t.call("browsingContext.reload", params{"context": t.context, "wait": "complete"}, nil)
}

func (t *foxTab) Eval(expression string, into any) error {
	text, err := t.evaluate(params{"context": t.context}, "(async () => JSON.stringify([await ("+expression+")]))()")
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal([]byte(text), &[]any{into})
}

// evaluate runs an expression whose value is a string.
func (t *foxTab) evaluate(target params, expression string) (string, error) {
	var got struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := t.call("script.evaluate", params{
		"target": target, "expression": expression, "awaitPromise": true,
	}, &got)
	if err == nil && got.ExceptionDetails.Text != "" {
		err = fmt.Errorf("exception: %s", got.ExceptionDetails.Text)
	}
	return got.Result.Value, err
}

// codes of the keys that have a name, as WebDriver numbers them.
var codes = map[string]string{
	"Control": "\ue009", "Shift": "\ue008", "Alt": "\ue00a", "Meta": "\ue03d",
	"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Backspace": "\ue003",
	"Delete": "\ue017", "Home": "\ue011", "End": "\ue010", "Space": " ",
	"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013", "ArrowDown": "\ue015",
}

func (t *foxTab) Press(key string) error {
	var down, up []params
	for _, k := range strings.Split(key, "+") {
		if code, ok := codes[k]; ok {
			k = code
		}
		down = append(down, params{"type": "keyDown", "value": k})
		up = append(up, params{"type": "keyUp", "value": k})
	}
	slices.Reverse(up)
	return t.perform(params{"type": "key", "id": "keys", "actions": append(down, up...)})
}

func (t *foxTab) perform(source params) error {
	return t.call("input.performActions", params{"context": t.context, "actions": []params{source}}, nil)
}

// Type inserts as an input method does; BiDi knows single keys only.
func (t *foxTab) Type(text string) error {
	return t.Eval(fmt.Sprintf(`document.execCommand("insertText", false, %q)`, text), nil)
}

func (t *foxTab) Click(selector string) error { return t.point("mouse", selector) }
func (t *foxTab) Tap(selector string) error   { return t.point("touch", selector) }

// point presses an element with a mouse or a finger.
func (t *foxTab) point(with, selector string) error {
	x, y, err := spot(t, selector)
	if err != nil {
		return err
	}
	return t.perform(params{"type": "pointer", "id": with, "parameters": params{"pointerType": with}, "actions": []params{
		{"type": "pointerMove", "x": int(x), "y": int(y)},
		{"type": "pointerDown", "button": 0},
		{"type": "pointerUp", "button": 0},
	}})
}

func (t *foxTab) Look(width, height int, dark bool) error {
	err := t.call("browsingContext.setViewport", params{
		"context": t.context, "viewport": params{"width": width, "height": height},
	}, nil)
	if err != nil {
		return err
	}
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	return t.inside(fmt.Sprintf(prefer, t.context, scheme))
}

// Speak is for all tabs: Firefox knows the languages of its user, not of a tab.
func (t *foxTab) Speak(languages string) error {
	return t.inside(fmt.Sprintf(`Services.prefs.setStringPref("intl.accept_languages", %q)`, languages))
}

// inside runs an expression within Firefox's own window.
func (t *foxTab) inside(expression string) error {
	var tree struct{ Contexts []struct{ Context string } }
	if err := t.call("browsingContext.getTree", params{"moz:scope": "chrome", "maxDepth": 0}, &tree); err != nil {
		return err
	}
	_, err := t.evaluate(params{"context": tree.Contexts[0].Context}, expression)
	return err
}

// prefer sets the colour scheme of the tab with an id.
const prefer = `(() => {
	const { NavigableManager } = ChromeUtils.importESModule("chrome://remote/content/shared/NavigableManager.sys.mjs");
	NavigableManager.getBrowsingContextById(%q).prefersColorSchemeOverride = %q;
})()`

func (t *foxTab) Picture() ([]byte, error) {
	var got struct{ Data string }
	if err := t.call("browsingContext.captureScreenshot", params{"context": t.context}, &got); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(got.Data)
}

func (t *foxTab) Complaints() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.complaints)
}

func (t *foxTab) Requests() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.requests)
}

func (t *foxTab) Close() {
	t.mu.Lock()
	delete(t.tabs, t.context)
	t.mu.Unlock()
	_ = t.call("browsingContext.close", params{"context": t.context}, nil)
	if t.owner {
		_ = t.call("browser.removeUserContext", params{"userContext": t.profile}, nil)
	}
}
