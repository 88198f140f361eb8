package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

func (a *app) serveCommand() *cobra.Command {
	address := "localhost:8080"
	c := &cobra.Command{
		Use:   "serve [DIR]",
		Short: "Serve the built playground",
		Long: "Serve the static site that `make build` puts into dist/. Any other file host does as well:\n" +
			"the page needs no server. Nothing that is typed into it leaves the browser.",
		Example: "  mutarium serve\n  mutarium serve --address localhost:9000 dist",
		RunE: func(c *cobra.Command, args []string) error {
			dir := "dist"
			if len(args) == 1 {
				dir = args[0]
			}
			return a.serve(c.Context(), dir, address)
		},
	}
	c.Flags().StringVar(&address, "address", address, "`host:port` to listen on; port 0 takes a free one")
	return c
}

// serve serves a folder until the context ends.
func (a *app) serve(ctx context.Context, dir, address string) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return badInput("%s holds no built playground: run `make build` first", dir)
	}
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return badInput("%s is in use: choose another with --address, as in --address localhost:0", address)
	} else if err != nil {
		return badInput("cannot listen on %s: %v", address, err)
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil || host == "" {
		host = "localhost"
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	a.printf("Mutarium is served on http://%s (Ctrl+C stops it)\n", net.JoinHostPort(host, port))
	server := &http.Server{Handler: site(dir), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// site serves files and asks browsers to check for newer ones, so that a rebuilt page shows up.
func site(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		if filepath.Ext(r.URL.Path) == ".wasm" {
			w.Header().Set("Content-Type", "application/wasm") // whatever the system's table says
		}
		files.ServeHTTP(w, r)
	})
}
