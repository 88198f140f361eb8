//go:build js

package browser

import (
	"encoding/json"
	"syscall/js"
)

// storage gives one of the browser's stores, or null where it is refused.
func storage(name string) (s js.Value) {
	defer func() {
		if recover() != nil {
			s = js.Null()
		}
	}()
	return Window.Get(name)
}

// Keep writes and tells whether it could: a store may be full, or refused.
func Keep(where, key, text string) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	s := storage(where)
	if !s.Truthy() {
		return false
	}
	s.Call("setItem", key, text)
	return true
}

// Kept reads what Keep wrote.
func Kept(where, key string) string {
	s := storage(where)
	if !s.Truthy() {
		return ""
	}
	v := s.Call("getItem", key)
	if v.Type() != js.TypeString {
		return ""
	}
	return v.String()
}

// Load reads what was kept as JSON.
func Load(where, key string, into any) bool {
	text := Kept(where, key)
	return text != "" && json.Unmarshal([]byte(text), into) == nil
}

// Save hands over what a URL holds.
func Save(name string, url js.Value) {
	a := Document.Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	Document.Get("body").Call("appendChild", a)
	a.Call("click")
	a.Call("remove")
}

// Deliver hands a file to the user, whose text may come in pieces.
func Deliver(name, kind string, pieces ...any) {
	blob := Window.Get("Blob").New(pieces, map[string]any{"type": kind})
	url := Window.Get("URL").Call("createObjectURL", blob)
	Save(name, url)
	Once("setTimeout", func() { Window.Get("URL").Call("revokeObjectURL", url) }, 10_000)
}
