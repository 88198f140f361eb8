// Package icons has the drawings of the pages.
package icons

import "github.com/hexops/vecty"

// Icons are lines on a grid of 16, drawn for this page.
var icons = map[string]string{
	"run":     `<path d="M4.5 2.8v10.4L13 8z" fill="currentColor" stroke-linejoin="round"/>`,
	"stop":    `<rect x="4" y="4" width="8" height="8" rx="1.5" fill="currentColor"/>`,
	"share":   `<path d="M6.5 9.5l3-3M7 4.5l1-1a3 3 0 014.5 4.2l-1.3 1.3M9 11.5l-1 1A3 3 0 013.5 8.3L4.8 7"/>`,
	"book":    `<path d="M3 3.5h4a1.5 1.5 0 011 .4 1.5 1.5 0 011-.4h4v9H9a1 1 0 00-1 .6 1 1 0 00-1-.6H3zM8 4v9"/>`,
	"open":    `<path d="M8 10.5V3M5 6l3-3 3 3M3 10.5v2h10v-2"/>`,
	"save":    `<path d="M8 3v7.5M5 7.5l3 3 3-3M3 13h10"/>`,
	"history": `<path d="M3 8a5 5 0 105-5 5 5 0 00-4.2 2.3M3.5 2.8v2.7h2.7M8 5.5V8l2 1.5"/>`,
	"format":  `<path d="M3 4h10M3 7h6M3 10h10M3 13h6"/>`,
	"help": `<circle cx="8" cy="8" r="5.5"/>` +
		`<path d="M6.5 6.4A1.6 1.6 0 018 5.2a1.6 1.6 0 011.6 1.6c0 1.1-1.6 1.2-1.6 2.4M8 11.2v.1"/>`,
	"sun": `<circle cx="8" cy="8" r="2.8"/>` +
		`<path d="M8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M3.6 12.4l1-1M11.4 4.6l1-1"/>`,
	"moon":  `<path d="M13 9.6A5.5 5.5 0 016.4 3 5.5 5.5 0 1013 9.6z"/>`,
	"auto":  `<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5v11a5.5 5.5 0 000-11z" fill="currentColor"/>`,
	"close": `<path d="M4 4l8 8M12 4l-8 8"/>`,
	"prev":  `<path d="M10 3.5L5.5 8l4.5 4.5"/>`,
	"next":  `<path d="M6 3.5L10.5 8 6 12.5"/>`,
	"first": `<path d="M4 3.5v9M11.5 3.5L7 8l4.5 4.5"/>`,
	"last":  `<path d="M12 3.5v9M4.5 3.5L9 8l-4.5 4.5"/>`,
	"up":    `<path d="M3.5 10L8 5.5l4.5 4.5"/>`,
	"down":  `<path d="M3.5 6L8 10.5 12.5 6"/>`,
	"copy": `<rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.5"/>` +
		`<path d="M10.5 5.5V4A1.5 1.5 0 009 2.5H4A1.5 1.5 0 002.5 4v5A1.5 1.5 0 004 10.5h1.5"/>`,
	"search":     `<circle cx="7" cy="7" r="4.2"/><path d="M10.2 10.2l3.3 3.3"/>`,
	"plus":       `<path d="M8 3.5v9M3.5 8h9"/>`,
	"minus":      `<path d="M3.5 8h9"/>`,
	"fit":        `<path d="M3 6V3h3M13 6V3h-3M3 10v3h3M13 10v3h-3"/>`,
	"wide":       `<path d="M6.5 4L2.5 8l4 4M9.5 4l4 4-4 4"/>`,
	"narrow":     `<path d="M2.5 4l4 4-4 4M13.5 4l-4 4 4 4"/>`,
	"again":      `<path d="M13 8a5 5 0 11-1.6-3.7M13 2.8v2.7h-2.7"/>`,
	"pen":        `<path d="M3 13l.7-3L10.5 3.2a1.4 1.4 0 012 0l.3.3a1.4 1.4 0 010 2L6 12.3z"/>`,
	"killed":     `<path d="M3.5 8.5l3 3 6-7" stroke-width="1.9"/>`,
	"unkillable": `<circle cx="8" cy="8" r="4.5"/><path d="M8 3.5a4.5 4.5 0 010 9z" fill="currentColor"/>`,
	"same":       `<path d="M3.5 6h9M3.5 10h9" stroke-width="1.9"/>`,
	"unknown": `<path d="M5.8 5.9A2.2 2.2 0 018 4a2.2 2.2 0 012.2 2.2C10.2 7.8 8 7.9 8 9.6M8 12v.2"` +
		` stroke-width="1.9"/>`,
	"invalid": `<circle cx="8" cy="8" r="5"/><path d="M4.6 11.4l6.8-6.8"/>`,
	"warn":    `<path d="M8 2.8l5.7 10H2.3zM8 6.5v3M8 11.3v.1"/>`,
	"error":   `<circle cx="8" cy="8" r="5.5"/><path d="M8 5v3.5M8 10.9v.1"/>`,
	"info":    `<circle cx="8" cy="8" r="5.5"/><path d="M8 7.5V11M8 5.1v.1"/>`,
	"wrong":   `<path d="M4 4l8 8M12 4l-8 8" stroke-width="1.9"/>`,
	"lock":    `<rect x="4" y="7" width="8" height="6" rx="1.3"/><path d="M5.7 7V5.3a2.3 2.3 0 014.6 0V7"/>`,
}

// Glyph draws an icon that says nothing to a screen reader: a text beside it does.
func Glyph(name string) *vecty.HTML {
	return vecty.Tag("span", vecty.Markup(vecty.Class("glyph"), vecty.Attribute("aria-hidden", "true"), vecty.UnsafeHTML(
		`<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.4"`+
			` stroke-linecap="round" stroke-linejoin="round">`+icons[name]+`</svg>`,
	)))
}
