//go:build js

// Command teach is the exercise page: it draws what package state holds, with Vecty, and keeps the engine's workers.
//
//	main.go         the program
//	main_native.go  what it says where there is no browser
package main

import "github.com/mutarium/mutarium/web/teach/page"

func main() { page.Run() }
