//go:build js

package page

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/browser"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/view"
)

// Kill matrices are painted: 100,000 cells as elements would be too slow. A cell is one pixel of a
// canvas that the style sheet stretches.

type colour [3]byte

// paintMatrices paints the matrices whose picture is not that of the present state.
func (p *page) paintMatrices() {
	list := document.Call("querySelectorAll", "canvas[data-matrix]")
	for i := range list.Length() {
		canvas := list.Index(i)
		place := browser.Data(canvas, "matrix")
		m := p.store.MatrixAt(place)
		if m == nil || len(m.Mutants) == 0 {
			continue
		}
		colours := legendOf(canvas)
		without := p.store.Tools.Matrices[place].Without
		key := fmt.Sprint(p.store.Tools.Results, without, colours)
		if browser.Data(canvas, "painted") == key {
			continue
		}
		canvas.Get("dataset").Set("painted", key)
		paint(canvas, m, without, colours)
	}
}

// paintLink paints the link that is shared as a QR code, if its place is there.
func (p *page) paintLink() {
	canvas := document.Call("querySelector", "canvas[data-qr]")
	if !canvas.Truthy() || browser.Data(canvas, "painted") == browser.Data(canvas, "qr") {
		return
	}
	canvas.Get("dataset").Set("painted", browser.Data(canvas, "qr"))
	window.Get("mutariumWidgets").Call("paintQR", canvas, browser.Data(canvas, "qr"))
}

// legendOf reads the colours of a matrix off its legend, where they are resolved.
func legendOf(canvas js.Value) (all []colour) {
	marks := canvas.Call("closest", "figure").Call("querySelectorAll", ".legend i")
	for i := range marks.Length() {
		all = append(all, rgb(window.Call("getComputedStyle", marks.Index(i)).Get("backgroundColor").String()))
	}
	return all
}

// rgb reads "rgb(1, 2, 3)".
func rgb(s string) (c colour) {
	_, s, _ = strings.Cut(s, "(")
	for i, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,)/", r) }) {
		if n, err := strconv.ParseFloat(part, 64); err == nil && i < 3 {
			c[i] = byte(n)
		}
	}
	return c
}

// paint fills the canvas: the first row is all tests together.
func paint(canvas js.Value, m *report.Matrix, without map[int]bool, legend []colour) {
	if len(legend) < 5 {
		return
	}
	killed, missed, passed, unkillable, undecided := legend[0], legend[1], legend[2], legend[3], legend[4]
	width, height := view.MatrixColumns(m), view.MatrixRows(m)
	pixels := make([]byte, 4*width*height)
	killers := m.Killers(without)
	cell := func(row, j int) colour {
		switch {
		case row == 0 && killers[j] > 0, row > 0 && !without[row-1] && m.Rows[row-1].Has(j):
			return killed
		case m.State(j) == report.MatrixUnkillable:
			return unkillable
		case row > 0:
			return passed
		case m.State(j) == report.MatrixUndecided:
			return undecided
		}
		return missed
	}
	for row := range height {
		for x := range width {
			var sum [3]int
			n := 0
			for j := x * len(m.Mutants) / width; j < (x+1)*len(m.Mutants)/width; j++ {
				c := cell(row, j)
				for k := range sum {
					sum[k] += int(c[k])
				}
				n++
			}
			at := 4 * (row*width + x)
			for k := range sum {
				pixels[at+k] = byte(sum[k] / n)
			}
			pixels[at+3] = 255
		}
	}
	canvas.Set("width", width)
	canvas.Set("height", height)
	buffer := window.Get("Uint8ClampedArray").New(len(pixels))
	js.CopyBytesToJS(buffer, pixels)
	image := window.Get("ImageData").New(buffer, width, height)
	canvas.Call("getContext", "2d").Call("putImageData", image, 0, 0)
}

// pointed gives the cell of a matrix that an event is on; nil where it is on none.
func (p *page) pointed(e js.Value) store.Action {
	canvas := browser.Closest(e, "canvas[data-matrix]")
	if !canvas.Truthy() {
		return nil
	}
	place := browser.Data(canvas, "matrix")
	m := p.store.MatrixAt(place)
	box := canvas.Call("getBoundingClientRect")
	w, h := box.Get("width").Float(), box.Get("height").Float()
	if m == nil || w == 0 || h == 0 {
		return nil
	}
	x, y := e.Get("clientX").Float()-box.Get("left").Float(), e.Get("clientY").Float()-box.Get("top").Float()
	return store.PickCell{Place: place, Row: int(y/h*float64(view.MatrixRows(m))) - 1,
		Column: int(x / w * float64(len(m.Mutants)))}
}

// cellKey gives the action of a key in a matrix.
func (p *page) cellKey(e js.Value, key string) store.Action {
	el := browser.Closest(e, "[data-cells]")
	if !el.Truthy() {
		return nil
	}
	place := browser.Data(el, "cells")
	switch key {
	case "ArrowRight":
		return store.MoveCell{Place: place, Columns: 1}
	case "ArrowLeft":
		return store.MoveCell{Place: place, Columns: -1}
	case "ArrowDown":
		return store.MoveCell{Place: place, Rows: 1}
	case "ArrowUp":
		return store.MoveCell{Place: place, Rows: -1}
	case "Enter":
		v, m := p.store.Tools.Matrices[place], p.store.MatrixAt(place)
		if m != nil && v.Picked {
			return store.Select{ID: m.Mutants[v.Column]}
		}
	}
	return nil
}
