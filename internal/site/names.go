package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// The pages that run programs and the service worker, and where they list the files. The worker keeps its name, as
// browsers look there for a new version.
var programs = []string{"index.html", "exercise.html"}

const (
	listOfPage   = `<script type="application/json" id="files">{}</script>`
	worker       = "offline.js"
	listOfWorker = `const version = "", files = {};`
)

// keepsName tells which files have to be found under the names that they have: pages, what people
// link to, and the service worker.
func keepsName(name string) bool {
	switch path.Ext(name) {
	case ".wasm", ".css":
		return false
	case ".js":
		return name == worker
	}
	return !strings.HasPrefix(name, "words/")
}

// named puts the hash of its content into the name of each file that may change it, and tells those
// that use it: pages by their links, the page's scripts by a list in the page, which has the names that the
// programs know, and the service worker by a list of all files with their digests.
func named(files map[string][]byte) error {
	names := map[string]string{}
	for name := range files {
		if keepsName(name) {
			continue
		}
		sum, ext := sha256.Sum256(files[name]), path.Ext(name)
		names[name] = strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:8]) + ext
	}
	for old, now := range names {
		files[now] = files[old]
		delete(files, old)
	}
	for name, text := range files {
		if path.Ext(name) == ".html" {
			files[name] = relinked(name, text, names)
		}
	}
	list, err := json.Marshal(names) // sorted by key, so that the same files give the same bytes
	if err != nil {
		return err
	}
	for _, page := range programs {
		if err := fill(files, page, listOfPage, strings.Replace(listOfPage, "{}", string(list), 1)); err != nil {
			return err
		}
	}
	digests := map[string]string{}
	for name, text := range files {
		if name != worker {
			sum := sha256.Sum256(text)
			digests[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
		}
	}
	list, err = json.Marshal(digests)
	if err != nil {
		return err
	}
	version := sha256.Sum256(list)
	return fill(files, worker, listOfWorker, fmt.Sprintf("const version = \"%x\", files = %s;", version[:8], list))
}

// fill writes a list in the place that waits for it.
func fill(files map[string][]byte, name, place, list string) error {
	if n := bytes.Count(files[name], []byte(place)); n != 1 {
		return fmt.Errorf("%s has %d times, not once: %s", name, n, place)
	}
	files[name] = bytes.Replace(files[name], []byte(place), []byte(list), 1)
	return nil
}

var link = regexp.MustCompile(`\b(href|src)="([^"#?:]+)"`)

// relinked gives a page whose links lead to the new names. Only the last part of a path changes.
func relinked(page string, text []byte, names map[string]string) []byte {
	return link.ReplaceAllFunc(text, func(m []byte) []byte {
		to := string(link.FindSubmatch(m)[2])
		now, renamed := names[path.Join(path.Dir(page), to)]
		if !renamed {
			return m
		}
		return bytes.Replace(m, []byte(path.Base(to)+`"`), []byte(path.Base(now)+`"`), 1)
	})
}
