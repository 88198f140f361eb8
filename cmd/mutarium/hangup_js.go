package main

import "os"

// hangup is nothing: this system has no such signal.
func hangup() []os.Signal { return nil }
