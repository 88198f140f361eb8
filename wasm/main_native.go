//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "this program runs in a Web Worker: build it with GOOS=js GOARCH=wasm, or run cmd/mutarium")
	os.Exit(2)
}
