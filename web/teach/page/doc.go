// Package page connects the exercise page's state with the browser: elements, editors, workers, stores, files. It
// does not decide anything.
//
//	page.go     the page's life: drawing, events
//	editors.go  the editors of the bundle
//	browser.go  what the state asks for
package page
