package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// stoppable gives a context that ends when the user or the system asks the program to stop: Ctrl+C,
// kill, or a closed terminal (hangup*.go). What was decided so far is then written. A second signal
// ends the program at once, whatever it does.
func stoppable(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, append(hangup(), os.Interrupt, syscall.SIGTERM)...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
