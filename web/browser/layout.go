//go:build js

package browser

import (
	"encoding/json"
	"syscall/js"

	"github.com/mutarium/mutarium/engine/draw"
)

// A Layouter is the worker that finds places for graphs; it starts with the first one. Its zero value is ready.
type Layouter struct {
	last   int
	then   map[int]func(*draw.Layout)
	worker js.Value
}

// LayOut hands over the layout of a graph when it is there.
func (l *Layouter) LayOut(plan draw.Plan, then func(*draw.Layout)) {
	if l.then == nil {
		l.then = map[int]func(*draw.Layout){}
		l.worker = Window.Get("Worker").New(File("layout.js"))
		l.worker.Set("onmessage", Callback(func(args []js.Value) { l.hear(args[0].Get("data").String()) }))
	}
	l.last++
	l.then[l.last] = then
	l.worker.Call("postMessage", Encode(map[string]any{"id": l.last, "graph": plan}))
}

func (l *Layouter) hear(text string) {
	var answer struct {
		draw.Layout
		ID int `json:"id"`
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return
	}
	then := l.then[answer.ID]
	delete(l.then, answer.ID)
	then(&answer.Layout)
}
