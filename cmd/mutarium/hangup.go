//go:build !js

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// hangup is the signal of a closed terminal. Under nohup it changes nothing.
func hangup() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return nil
	}
	return []os.Signal{syscall.SIGHUP}
}
