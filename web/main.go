//go:build js

// Command web is the page: it draws the store's state with Vecty, turns what the user does into
// actions, and keeps the engine's workers.
package main

import "github.com/mutarium/mutarium/web/page"

func main() { page.Run() }
