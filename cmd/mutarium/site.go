package main

import (
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// What the server sends: files of one folder, and nothing else that may lie there.

// policy is the page's own, which its meta tag holds as well for hosts that send no headers.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self' blob:; worker-src 'self'; " +
	"object-src 'none'; base-uri 'self'; form-action 'none'"

// site serves the files of a folder to requests for this machine or for one of the hosts.
func site(root *os.Root, hosts []string) http.Handler {
	files := http.FileServerFS(root.FS())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-cache") // ask each time, so that a rebuilt page shows up
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		info, found := served(root, r.URL.Path)
		switch {
		case !answersTo(r, hosts):
			http.Error(w, "This is a local playground. To reach it under another name start it with: mutarium serve --host "+
				"NAME", http.StatusForbidden)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "This server only hands out files.", http.StatusMethodNotAllowed)
		case !found:
			http.NotFound(w, r)
		default:
			h.Set("ETag", fmt.Sprintf(`W/"%x-%x"`, info.ModTime().UnixNano(), info.Size()))
			compressed(files, w, r)
		}
	})
}

// answersTo tells whether a request names this machine. A page of another site that has its own
// name resolve to this machine (DNS rebinding) still names itself here, and gets nothing.
func answersTo(r *http.Request, hosts []string) bool {
	name, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		name = strings.Trim(r.Host, "[]")
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.IsLoopback() || isLocal(r, ip)
	}
	return slices.ContainsFunc(hosts, func(h string) bool { return strings.EqualFold(h, name) })
}

// isLocal tells whether an address is the one at which the request arrived.
func isLocal(r *http.Request, ip netip.Addr) bool {
	at, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && at.AddrPort().Addr().Unmap() == ip.Unmap()
}

// served finds the file of a path: a regular one, or the index of a folder, with no name on the way
// that starts with a dot.
func served(root *os.Root, url string) (fs.FileInfo, bool) {
	name := strings.Trim(path.Clean("/"+url), "/")
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") {
			return nil, false
		}
	}
	if name == "" || strings.HasSuffix(url, "/") {
		name = path.Join(name, "index.html")
	}
	info, err := root.Stat(name)
	if err == nil && info.IsDir() { // will be sent on to the path with a slash
		info, err = root.Stat(path.Join(name, "index.html"))
	}
	return info, err == nil && info.Mode().IsRegular()
}

// types are those that do not depend on the system's tables, with whether they shrink.
var types = map[string]struct {
	mime    string
	shrinks bool
}{
	"":             {"text/html; charset=utf-8", true}, // of a folder
	".css":         {"text/css; charset=utf-8", true},
	".html":        {"text/html; charset=utf-8", true},
	".js":          {"text/javascript; charset=utf-8", true},
	".json":        {"application/json", true},
	".map":         {"application/json", true},
	".png":         {"image/png", false},
	".svg":         {"image/svg+xml", true},
	".txt":         {"text/plain; charset=utf-8", true},
	".wasm":        {"application/wasm", true},
	".webmanifest": {"application/manifest+json", true},
}

// compressed serves a file with brotli or gzip where the browser takes it and the file shrinks.
func compressed(files http.Handler, w http.ResponseWriter, r *http.Request) {
	t, known := types[strings.ToLower(path.Ext(r.URL.Path))]
	if known && (strings.HasSuffix(r.URL.Path, "/") || path.Ext(r.URL.Path) != "") {
		w.Header().Set("Content-Type", t.mime)
	}
	if t.shrinks {
		w.Header().Set("Vary", "Accept-Encoding")
	}
	if !t.shrinks || r.Method == http.MethodHead {
		files.ServeHTTP(w, r)
		return
	}
	r.Header.Del("Range") // a part of what is compressed is not the compressed part
	to := brotli.HTTPCompressor(w, r)
	files.ServeHTTP(&through{w, to}, r)
	to.Close()
}

// through is a response whose body is compressed.
type through struct {
	http.ResponseWriter
	to io.Writer
}

func (t *through) Write(p []byte) (int, error) { return t.to.Write(p) }
