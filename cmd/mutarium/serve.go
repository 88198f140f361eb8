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
	var hosts []string
	c := &cobra.Command{
		Use:   "serve [DIR]",
		Short: "Serve the playground on this machine",
		Long: "Serve the static site that `make build` puts into dist/, to this machine only unless --address\n" +
			"says otherwise. Any other file host will do as well: the page needs no server, and nothing\n" +
			"typed into it leaves the browser.",
		Example: "  mutarium serve\n  mutarium serve --address localhost:9000 dist\n" +
			"  mutarium serve --address 0.0.0.0:8080 --host lab.example.org",
		RunE: func(c *cobra.Command, args []string) error {
			dir := "dist"
			if len(args) == 1 {
				dir = args[0]
			}
			return a.serve(c.Context(), dir, address, hosts)
		},
	}
	c.Flags().StringVar(&address, "address", address, "`host:port` to listen on; port 0 picks a free one")
	c.Flags().StringSliceVar(&hosts, "host", nil,
		"also answer to this `name`; without it only to localhost and to numeric addresses of this machine")
	return c
}

// serve serves a folder until the context ends.
func (a *app) serve(ctx context.Context, dir, address string, hosts []string) error {
	root, err := openSite(dir)
	if err != nil {
		return err
	}
	defer root.Close()
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
	server := &http.Server{Handler: site(root, append(hosts, host)), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// openSite opens a folder so that no path, and no link in it, leads out of it.
func openSite(dir string) (*os.Root, error) {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return nil, badInput("%s holds no built playground: run `make build` first", dir)
	}
	return os.OpenRoot(dir)
}
