package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The server says where it is, serves WASM with its own type, and stops when asked.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"index.html": "<p>page</p>", "app.wasm": "\x00asm"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	out, in := io.Pipe()
	done := make(chan int, 1)
	a := &app{out: in, err: io.Discard}
	go func() { done <- a.execute(ctx, []string{"serve", dir, "--address", "localhost:0"}) }()
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`http://\S+`).FindString(said)
	for path, want := range map[string]string{"/": "text/html; charset=utf-8", "/app.wasm": "application/wasm"} {
		r, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if got := r.Header.Get("Content-Type"); r.StatusCode != 200 || got != want {
			t.Errorf("%s: status %d, type %q, want %q", path, r.StatusCode, got, want)
		}
	}
	stop()
	select {
	case code := <-done:
		if code != exitDone {
			t.Errorf("exit %d after stopping", code)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server does not stop")
	}
}

// What keeps the server from starting is said in a sentence.
func TestServeCannot(t *testing.T) {
	dir := t.TempDir()
	if r := command("", "serve", dir); r.code != exitBadInput || !strings.Contains(r.err, "holds no built playground: run `make build` first") {
		t.Errorf("an empty folder: exit %d\n%s", r.code, r.err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for address, want := range map[string]string{
		taken.Addr().String(): "is in use: choose another with --address",
		"nonsense":            "cannot listen on nonsense",
		"localhost:99999":     "cannot listen on localhost:99999",
	} {
		if r := command("", "serve", dir, "--address", address); r.code != exitBadInput || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit %d\n%s", address, r.code, r.err)
		}
	}
}
