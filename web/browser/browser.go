//go:build js

// Package browser has what programs of the site need of the browser, in Go: callbacks and promises, its stores,
// bytes, files that are handed over.
//
//	browser.go  callbacks, promises, bytes, schedulers
//	keep.go     stores; files handed to the user
//	engine.go   the engine's workers, for package pool
//	layout.go   the worker that lays graphs out
package browser

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"syscall/js"

	"github.com/mutarium/mutarium/web/words"
)

var (
	Window   = js.Global()
	Document = Window.Get("document")
)

// Callback makes a function for the browser. A fault in it is told and ends what was asked for, not the page.
func Callback(f func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer Survive()
		f(args)
		return nil
	})
}

// Survive is deferred around whatever the browser calls.
func Survive() {
	if fault := recover(); fault != nil {
		Window.Get("console").Call("error", fmt.Sprintf("mutarium: %v\n%s", fault, debug.Stack()))
	}
}

// Once calls f by one of the window's schedulers, and frees the callback.
func Once(scheduler string, f func(), args ...any) js.Value {
	var cb js.Func
	cb = js.FuncOf(func(js.Value, []js.Value) any {
		defer Survive()
		cb.Release()
		f()
		return nil
	})
	return Window.Call(scheduler, append([]any{cb}, args...)...)
}

// Settle waits for a promise.
func Settle(promise js.Value, ok func(js.Value), failed func(why string)) {
	var yes, no js.Func
	free := func() { yes.Release(); no.Release() }
	yes = js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer Survive()
		free()
		v := js.Undefined()
		if len(args) > 0 {
			v = args[0]
		}
		ok(v)
		return nil
	})
	no = js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer Survive()
		free()
		why := words.T("unknown reason")
		if len(args) > 0 {
			why = reason(args[0])
		}
		failed(why)
		return nil
	})
	promise.Call("then", yes, no)
}

func reason(err js.Value) string {
	if err.Type() == js.TypeObject && err.Get("message").Type() == js.TypeString {
		return err.Get("message").String()
	}
	return err.Call("toString").String()
}

// Bytes copies an array out of the browser.
func Bytes(array js.Value) []byte {
	data := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(data, array)
	return data
}

// Array copies bytes into the browser.
func Array(data []byte) js.Value {
	array := Window.Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// File gives the address of a file of the site.
func File(name string) string { return Window.Call("mutariumFile", name).String() }

// Encode is a value as JSON.
func Encode(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return "null"
	}
	return string(data)
}

// Speak takes the texts of the language that words.js has chosen.
func Speak() { words.Use(Window.Get("mutariumWords").Get("file").String()) }

// Closest finds the element that an event is about.
func Closest(e js.Value, selector string) js.Value {
	t := e.Get("target")
	if !t.Truthy() || t.Get("closest").Type() != js.TypeFunction {
		return js.Null()
	}
	return t.Call("closest", selector)
}

// Data gives what an element has under a name of its own.
func Data(el js.Value, name string) string {
	v := el.Get("dataset").Get(name)
	if v.Type() != js.TypeString {
		return ""
	}
	return v.String()
}

// Adopt adds rules to the page. Its policy forbids style elements; a constructed sheet is none.
func Adopt(rules string) {
	sheet := Window.Get("CSSStyleSheet").New()
	sheet.Call("replaceSync", rules)
	Document.Get("adoptedStyleSheets").Call("push", sheet)
}
