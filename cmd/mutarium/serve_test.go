package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
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

// siteOf serves files for a test; names that start with -> are links.
func siteOf(t *testing.T, files map[string]string, hosts ...string) *httptest.Server {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, link := strings.CutPrefix(text, "-> "); link {
			err = os.Symlink(to, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	root, err := openSite(dir)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site(root, hosts))
	t.Cleanup(func() { server.Close(); root.Close() })
	return server
}

// ask sends a request with headers, given as name and value in turn, and reads the raw answer.
func ask(t *testing.T, server *httptest.Server, method, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	once := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := once.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// Only the files of the folder are served: no listings, no dotfiles, nothing behind a link that
// leads out.
func TestServeOnlyTheSite(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	server := siteOf(t, map[string]string{"index.html": "page", "docs/index.html": "docs", "files/a.txt": "a", "plain": "text",
		".git/config": "secret", "files/.env": "secret", "out.txt": "-> " + secret, "up": "-> " + filepath.Dir(secret), "in.txt": "-> files/a.txt"})
	for path, want := range map[string]string{
		"/": "200 page", "/docs/": "200 docs", "/docs": "301", "/files/a.txt": "200 a", "/in.txt": "200 a", "/plain": "200 text",
		"/files/": "404", "/files": "404", "/.git/config": "404", "/files/.env": "404", "/out.txt": "404", "/up/secret.txt": "404", "/up/": "404",
		"/../secret.txt": "404", "/%2e%2e/secret.txt": "404", "/none": "404", "/.": "301",
	} {
		r, body := ask(t, server, "GET", path)
		code, text, _ := strings.Cut(want, " ")
		if strconv.Itoa(r.StatusCode) != code || code == "200" && body != text || strings.Contains(body, "secret") {
			t.Errorf("%s: %d %q, want %s", path, r.StatusCode, body, want)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		if r, _ := ask(t, server, method, "/"); r.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", method, r.StatusCode)
		}
	}
}

// Every answer carries the page's policy, and forbids guessing types.
func TestServeHeaders(t *testing.T) {
	page, err := os.ReadFile("../../index.html")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), `content="`+policy+`">`) {
		t.Errorf("index.html has another policy than the header: %s", policy)
	}
	if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") {
		t.Errorf("the policy allows inline styles or scripts: %s", policy)
	}
	server := siteOf(t, map[string]string{"index.html": "page"})
	for _, path := range []string{"/", "/none"} {
		r, _ := ask(t, server, "GET", path)
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Content-Security-Policy": policy,
			"Referrer-Policy": "no-referrer"} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s: got %q, want %q", path, name, got, want)
			}
		}
	}
}

// A request that names another host is refused: a foreign page whose name was made to resolve to this
// machine must not read what is served.
func TestServeAnswersToLocalNames(t *testing.T) {
	server := siteOf(t, map[string]string{"index.html": "page"}, "lab.example.org")
	for host, want := range map[string]int{
		"localhost": 200, "localhost:8080": 200, "LOCALHOST:1": 200, "a.localhost": 200, "127.0.0.1:99": 200, "[::1]:80": 200, "[::1]": 200,
		"lab.example.org": 200, "Lab.Example.org:8080": 200,
		"evil.example": 403, "localhost.evil.example": 403, "evil.example:8080": 403, "10.1.2.3": 403, "lab.example.org.evil.example": 403,
	} {
		r, body := ask(t, server, "GET", "/", "Host", host)
		if r.StatusCode != want || want == 403 && !strings.Contains(body, "--host") {
			t.Errorf("Host %s: %d %q, want %d", host, r.StatusCode, body, want)
		}
	}
}

// A file that has packed copies is sent as brotli or gzip, to browsers that take it, and is not sent
// twice; under a name with a hash it is never asked for again.
func TestServeCompresses(t *testing.T) {
	text := strings.Repeat("the same bytes again and again; ", 5000)
	var br, gz strings.Builder
	for _, w := range []io.WriteCloser{brotli.NewWriter(&br), gzip.NewWriter(&gz)} {
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	const app = "app.0123456789abcdef.wasm"
	server := siteOf(t, map[string]string{"index.html": text, "index.html.br": br.String(), app: text, app + ".br": br.String(),
		app + ".gz": gz.String(), "docs/index.html": "docs", "a.css": text, "a.css.gz/x": "a folder", "icon.png": "icon"})
	unpack := map[string]func(string) (string, error){
		"br": func(s string) (string, error) {
			data, err := io.ReadAll(brotli.NewReader(strings.NewReader(s)))
			return string(data), err
		},
		"gzip": func(s string) (string, error) {
			z, err := gzip.NewReader(strings.NewReader(s))
			if err != nil {
				return "", err
			}
			data, err := io.ReadAll(z)
			return string(data), err
		},
	}
	const ever, fresh = "public, max-age=31536000, immutable", "no-cache"
	for _, c := range []struct{ path, takes, want, kind, cache string }{
		{"/" + app, "gzip, deflate, br", "br", "application/wasm", ever}, {"/" + app, "gzip", "gzip", "application/wasm", ever},
		{"/" + app, "identity", "", "application/wasm", ever}, {"/" + app, "br;q=0, gzip; q=0.5", "gzip", "application/wasm", ever},
		{"/" + app, "br; q=0.0", "", "application/wasm", ever}, {"/" + app, "", "", "application/wasm", ever},
		{"/", "br", "br", "text/html; charset=utf-8", fresh}, {"/", "gzip", "", "text/html; charset=utf-8", fresh},
		{"/a.css", "br, gzip", "", "text/css; charset=utf-8", fresh}, {"/docs/", "br", "", "text/html; charset=utf-8", fresh},
		{"/icon.png", "br", "", "image/png", fresh}, {"/app.0123.wasm", "br", "", "", fresh},
	} {
		r, body := ask(t, server, "GET", c.path, "Accept-Encoding", c.takes)
		h := r.Header
		if got := h.Get("Content-Encoding"); got != c.want || h.Get("Cache-Control") != c.cache || c.kind != "" && h.Get("Content-Type") != c.kind {
			t.Errorf("%s to one who takes %q: encoding %q, %q, %q", c.path, c.takes, got, h.Get("Content-Type"), h.Get("Cache-Control"))
			continue
		}
		if packed := c.path == "/" || c.path == "/"+app; (h.Get("Vary") == "Accept-Encoding") != packed {
			t.Errorf("%s: Vary is %q", c.path, h.Get("Vary"))
		}
		if c.want == "" {
			continue
		}
		if got, err := unpack[c.want](body); r.StatusCode != 200 || err != nil || got != text || len(body) > len(text)/10 {
			t.Errorf("%s as %s: %d, %d bytes, %v", c.path, c.want, r.StatusCode, len(body), err)
		}
		if part, again := ask(t, server, "GET", c.path, "Accept-Encoding", c.takes, "Range", "bytes=0-9"); part.StatusCode != 200 || again != body {
			t.Errorf("%s in part: %d with %d bytes", c.path, part.StatusCode, len(again))
		}
		etag := h.Get("ETag")
		if again, body := ask(t, server, "GET", c.path, "Accept-Encoding", c.takes, "If-None-Match", etag); again.StatusCode != 304 || body != "" || etag == "" {
			t.Errorf("%s again: %d with %d bytes, ETag %q", c.path, again.StatusCode, len(body), etag)
		}
	}
	if r, body := ask(t, server, "HEAD", "/"+app, "Accept-Encoding", "br"); r.StatusCode != 200 || body != "" || r.Header.Get("Content-Encoding") != "br" {
		t.Errorf("HEAD: %d %q", r.StatusCode, body)
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
