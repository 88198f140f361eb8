// Package browsertest drives the built page in Chromium and in Firefox. The tests know a Browser and its Tabs
// only (driver.go), and run in the one that BROWSER names: chromium.go has Chromium over the DevTools protocol,
// firefox.go has Firefox over WebDriver BiDi, the client of which is bidi.go.
package browsertest

import (
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// browsers start what the tests can drive, by the names that BROWSER takes.
var browsers = map[string]func() (Browser, error){"chromium": newChromium, "firefox": newFirefox}

// patience bounds each step; a loaded machine is slow.
const patience = 60 * time.Second

// A Browser opens tabs. Each profile has its own storage, as another person's browser has.
type Browser interface {
	// Tab opens an empty tab in a new profile, or in that of another tab.
	Tab(same Tab) (Tab, error)
	Close()
}

// A Tab is one page.
type Tab interface {
	// Open goes to an address and returns when its document is there.
	Open(url string) error
	// Reload loads the document again.
	Reload() error
	// Eval runs an expression in the page, waits for it if it is a promise, and decodes its value
	// from JSON into a pointer, unless that is nil.
	Eval(expression string, into any) error
	// Press sends one key to what has the focus: "a", "Enter", "ArrowRight"; modifiers as in
	// "Control+Enter".
	Press(key string) error
	// Type sends text to what has the focus.
	Type(text string) error
	// Click presses the middle of the first element that a selector finds.
	Click(selector string) error
	// Tap touches it there with a finger.
	Tap(selector string) error
	// Look sets the size of the window and the colours that the system prefers.
	Look(width, height int, dark bool) error
	// Speak sets the languages that its user wants, from the next address on.
	Speak(languages string) error
	// Picture takes a picture of the window, as PNG.
	Picture() ([]byte, error)
	// Complaints lists what the console was told as warning or error, and uncaught exceptions.
	Complaints() []string
	// Requests lists the addresses of all that was fetched.
	Requests() []string
	Close()
}

// program looks for a browser under the names that systems give it. The first is that of Debian's package.
func program(what string, names ...string) (string, error) {
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s found (looked for %s): install it, on Debian by “apt-get install %s”",
		what, strings.Join(names, ", "), names[0])
}

// find gives the middle of an element, or another point of it that nothing covers. It waits some frames for
// that: a page that was drawn just now may still scroll, or a message may cover the place for a moment.
const find = `(async () => {
	for (let frame = 0; frame < 120; frame++) {
		const el = document.querySelector(%q);
		if (!el) return null;
		el.scrollIntoView({ block: "nearest", inline: "nearest" });
		await new Promise((r) => requestAnimationFrame(r));
		const box = el.getBoundingClientRect();
		for (const [u, v] of [[0.5, 0.5], [0.5, 0.1], [0.1, 0.5], [0.9, 0.9], [0.1, 0.1]]) {
			const x = box.left + u * box.width, y = box.top + v * box.height;
			const hit = document.elementFromPoint(x, y);
			if (hit && (el === hit || el.contains(hit))) return { x, y };
		}
	}
	return null;
})()`

// spot scrolls to an element and finds where a press reaches it.
func spot(t Tab, selector string) (x, y float64, err error) {
	var at *struct{ X, Y float64 }
	if err := t.Eval(fmt.Sprintf(find, selector), &at); err != nil {
		return 0, 0, err
	}
	if at == nil {
		return 0, 0, fmt.Errorf("%s is not to be seen, or covered", selector)
	}
	return at.X, at.Y, nil
}
