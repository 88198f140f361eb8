package main

import (
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What the server sends: files of one folder, and nothing else that may lie there.

// policy is the page's own, which its meta tag holds as well for hosts that send no headers.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self' blob:; worker-src 'self'; " +
	"object-src 'none'; base-uri 'self'; form-action 'none'"

// hashed are the names into which the build puts a hash of the content: under such a name nothing ever changes.
var hashed = regexp.MustCompile(`\.[0-9a-f]{16}\.[a-z]+$`)

// site serves the files of a folder to requests for this machine or for one of the hosts.
func site(root *os.Root, hosts []string) http.Handler {
	files := http.FileServerFS(root.FS())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-cache") // ask each time, so that a rebuilt page shows up
		if hashed.MatchString(r.URL.Path) {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
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
			send(root, files, w, r)
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

// types are those that do not depend on the system's tables.
var types = map[string]string{
	"":             "text/html; charset=utf-8", // of a folder
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".map":         "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// codings are what the build packs files by, the smallest first, with the ending of such a copy.
var codings = []struct{ name, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

// send sends a file, or the copy beside it that was packed in a way that the browser takes.
func send(root *os.Root, files http.Handler, w http.ResponseWriter, r *http.Request) {
	h, url := w.Header(), r.URL.Path
	kind, known := types[strings.ToLower(path.Ext(url))]
	if known && (strings.HasSuffix(url, "/") || path.Ext(url) != "") {
		h.Set("Content-Type", kind)
	}
	name := strings.Trim(path.Clean("/"+url), "/")
	if strings.HasSuffix(url, "/") {
		name = path.Join(name, "index.html")
	}
	for _, c := range codings {
		info, err := root.Stat(name + c.ending)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		h.Set("Vary", "Accept-Encoding")
		if !takes(r.Header.Get("Accept-Encoding"), c.name) {
			continue
		}
		packed, err := root.Open(name + c.ending)
		if err != nil {
			continue
		}
		defer packed.Close()
		h.Set("Content-Encoding", c.name)
		r.Header.Del("Range") // a part of what is packed is of no use
		http.ServeContent(w, r, name, info.ModTime(), packed)
		return
	}
	files.ServeHTTP(w, r)
}

// takes tells whether a browser that sends this header reads a coding.
func takes(accept, coding string) bool {
	for part := range strings.SplitSeq(accept, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.ReplaceAll(weight, " ", ""), "q="), 64)
			return err != nil || q > 0
		}
	}
	return false
}
