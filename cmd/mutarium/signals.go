package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// stoppable gives a context that ends when the user or the system asks the program to stop: Ctrl+C,
// kill, or a closed terminal. What was decided so far is then written. A second signal ends the
// program at once, whatever it does. Under nohup a closed terminal changes nothing.
func stoppable(parent context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(parent, signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
