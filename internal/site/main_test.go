package main

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

// sources are the files of a small site.
func sources() map[string]string {
	return map[string]string{
		"index.html": `<link href="icon.svg"><link href="style.css">` + listOfPage + `<script src="boot.js"></script><a href="docs/index.html#a">`,
		"docs/index.html": `<link rel="stylesheet" href="../style.css"><a href="../index.html">a</a><a href="https://style.css">` +
			`<a href="index.html">`,
		"icon.svg": "<svg/>", "style.css": "body {}", "boot.js": "start()", "app.wasm": strings.Repeat("program ", 1000),
		"words/de.txt": "Model\n\tModell\n", "third-party.txt": "licences",
		"exercise.html": listOfPage, "offline.js": listOfWorker + " keep()",
	}
}

// made writes the files and makes the site of them.
func made(t *testing.T, out string, files map[string]string) map[string]string {
	t.Helper()
	from := t.TempDir()
	for name, text := range files {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(out, from, 5); err != nil {
		t.Fatal(err)
	}
	all, err := read(out)
	if err != nil {
		t.Fatal(err)
	}
	site := map[string]string{}
	for name, data := range all {
		site[name] = string(data)
	}
	return site
}

// listed is the page's list of names.
func listed(t *testing.T, page string) (names map[string]string) {
	t.Helper()
	m := regexp.MustCompile(`id="files">(.*?)</script>`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no list in %s", page)
	}
	if err := json.Unmarshal([]byte(m[1]), &names); err != nil {
		t.Fatal(err)
	}
	return names
}

// workersList is the service worker's list of digests.
func workersList(t *testing.T, script string) (version string, digests map[string]string) {
	t.Helper()
	m := regexp.MustCompile(`^const version = "(.*?)", files = (.*?); keep\(\)$`).FindStringSubmatch(script)
	if m == nil {
		t.Fatalf("no list in %s", script)
	}
	if err := json.Unmarshal([]byte(m[2]), &digests); err != nil {
		t.Fatal(err)
	}
	return m[1], digests
}

// Every file is there, under the name that pages and list know; what people link to has kept its name.
func TestSite(t *testing.T) {
	files := sources()
	site := made(t, t.TempDir(), files)
	names := listed(t, site["index.html"])
	for name, text := range files {
		kept := slices.Contains([]string{"index.html", "exercise.html", "docs/index.html", "icon.svg", "third-party.txt",
			"offline.js"}, name)
		now := names[name]
		if kept != (now == "") {
			t.Errorf("%s is listed as %q", name, now)
		} else if !kept && (now == name || site[now] != text) {
			t.Errorf("%s, now %s, is %q", name, now, site[now])
		}
	}
	version, digests := workersList(t, site["offline.js"])
	for name, text := range site {
		sum := sha256.Sum256([]byte(text))
		want := "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
		if plain := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz"); plain != name || name == "offline.js" {
			want = "" // the service worker asks for what is packed there, and not for itself
		}
		if digests[name] != want {
			t.Errorf("%s is listed as %q, want %q", name, digests[name], want)
		}
	}
	if again, _ := workersList(t, made(t, t.TempDir(), files)["offline.js"]); again != version || version == "" {
		t.Errorf("the same files are version %q and %q", version, again)
	}
	for page, links := range map[string][]string{
		"index.html":      {"icon.svg", names["style.css"], names["boot.js"], "docs/index.html#a"},
		"docs/index.html": {"../" + names["style.css"], "../index.html", "https://style.css", "index.html"},
	} {
		for _, l := range links {
			if !strings.Contains(site[page], `="`+l+`"`) {
				t.Errorf("%s does not link to %s: %s", page, l, site[page])
			}
		}
	}
	app := names["app.wasm"]
	if len(site) != len(files)+2 || site[app+".br"] == "" || site[app+".gz"] == "" {
		t.Errorf("%d files for %d, of which one is large", len(site), len(files))
	}
	z, err := gzip.NewReader(strings.NewReader(site[app+".gz"]))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []io.Reader{z, brotli.NewReader(strings.NewReader(site[app+".br"]))} {
		if text, err := io.ReadAll(r); err != nil || string(text) != files["app.wasm"] {
			t.Errorf("a packed copy holds %d bytes: %v", len(text), err)
		}
	}
}

// A change renames the file that changed and no other, and nothing is left of what was there before. What did not
// change is not written again.
func TestSiteAfterAChange(t *testing.T) {
	out := t.TempDir()
	files := sources()
	before := listed(t, made(t, out, files)["index.html"])
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{before["app.wasm"], before["app.wasm"] + ".br"} {
		if err := os.Chtimes(filepath.Join(out, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	files["boot.js"] = "start2()"
	site := made(t, out, files)
	after := listed(t, site["index.html"])
	for name, now := range after {
		if (before[name] == now) != (name != "boot.js") {
			t.Errorf("%s was %s and is %s", name, before[name], now)
		}
	}
	if _, left := site[before["boot.js"]]; left {
		t.Error("the former boot.js is left")
	}
	for _, name := range []string{after["app.wasm"], after["app.wasm"] + ".br"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || !info.ModTime().Equal(long) {
			t.Errorf("%s was written again: %v", name, err)
		}
	}
	files["app.wasm"] = strings.Repeat("another ", 1000)
	first, _ := workersList(t, site["offline.js"])
	third := made(t, out, files)
	if second, _ := workersList(t, third["offline.js"]); second == first {
		t.Errorf("a new program is still version %s", first)
	}
	if len(third) != len(site) || third[after["app.wasm"]+".br"] != "" {
		t.Errorf("%d files, then %d", len(site), len(third))
	}
}

func TestSiteCannot(t *testing.T) {
	for what, change := range map[string]func(map[string]string){
		"index.html is gone": func(f map[string]string) { delete(f, "index.html") },
		"index.html no list": func(f map[string]string) { f["index.html"] = "page" },
		"index.html two":     func(f map[string]string) { f["index.html"] += listOfPage },
		"offline.js no list": func(f map[string]string) { f[worker] = "script" },
	} {
		files := map[string][]byte{}
		all := sources()
		change(all)
		for name, text := range all {
			files[name] = []byte(text)
		}
		if err := named(files); err == nil || !strings.Contains(err.Error(), strings.Fields(what)[0]) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, c := range []struct {
		out, from string
		quality   int
	}{{"", "a", 9}, {"a", "", 9}, {"a", "b", 12}, {"a", filepath.Join(t.TempDir(), "none"), 9}} {
		if err := run(c.out, c.from, c.quality); err == nil {
			t.Errorf("%v is taken", c)
		}
	}
}
