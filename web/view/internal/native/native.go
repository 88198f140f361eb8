// Package native lets Vecty be loaded outside of a browser, so that views can be drawn in native
// tests. Vecty's init ends the program there unless a variable of its own tests is set; this package
// sets it, and is initialised earlier because it depends on nothing and Vecty on package reflect,
// whose path comes later (Go orders packages that are ready by their paths).
package native

import _ "unsafe" // for go:linkname

//go:linkname isTest github.com/hexops/vecty.isTest
var isTest bool

func init() { isTest = true }
