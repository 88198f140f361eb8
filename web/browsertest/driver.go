// Package browsertest drives the built page in a browser. The tests know a Browser and its Tabs
// only, so that a second browser can run them: it needs one more implementation of these.
package browsertest

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
	// Look sets the size of the window and the colours that the system prefers.
	Look(width, height int, dark bool) error
	// Picture takes a picture of the window, as PNG.
	Picture() ([]byte, error)
	// Complaints lists what the console was told as warning or error, and uncaught exceptions.
	Complaints() []string
	// Requests lists the addresses of all that was fetched.
	Requests() []string
	Close()
}
