package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// The page, and where it lists the files.
const (
	start      = "index.html"
	listOfPage = `<script type="application/json" id="files">{}</script>`
)

// keepsName tells which files have to be found under the names that they have: pages, and what people
// link to.
func keepsName(name string) bool {
	switch path.Ext(name) {
	case ".wasm", ".css", ".js":
		return false
	}
	return !strings.HasPrefix(name, "words/")
}

// named puts the hash of its content into the name of each file that may change it, and tells those
// that use it: pages by their links, and the page's scripts by a list in the page, which has the names that the
// programs know.
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
	if n := bytes.Count(files[start], []byte(listOfPage)); n != 1 {
		return fmt.Errorf("%s has %d times, not once: %s", start, n, listOfPage)
	}
	list, err := json.Marshal(names) // sorted by key, so that the same files give the same bytes
	if err != nil {
		return err
	}
	filled := bytes.Replace([]byte(listOfPage), []byte("{}"), list, 1)
	files[start] = bytes.Replace(files[start], []byte(listOfPage), filled, 1)
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
