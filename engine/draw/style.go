package draw

import "strings"

// Style is the style sheet of graphs and time lines. It takes the page's variables where there are
// any. The page holds it once: its policy allows no style element inside a picture.
const Style = "" +
	`.g text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--ink,#1c2024)}` +
	`.g .el{font-size:11px;fill:var(--ink-2,#60646c)}` +
	`.g .n{fill:var(--surface,#fff);stroke:var(--line-strong,#8b8d98);stroke-width:1.2}` +
	`.g .e{fill:none;stroke:var(--line-strong,#8b8d98);stroke-width:1.2}` +
	`.g .a{fill:var(--line-strong,#8b8d98)}` +
	`.g .lb{fill:var(--surface,#fff);opacity:.86}` +
	`.g .good .n,.g .good .e{stroke:var(--good,#1f7a4d);stroke-width:1.8}.g .good .a{fill:var(--good,#1f7a4d)}` +
	`.g .bad .n,.g .bad .e{stroke:var(--bad,#c0362c);stroke-width:1.8}.g .bad .a{fill:var(--bad,#c0362c)}` +
	`.g .warn .n,.g .warn .e{stroke:var(--warn,#9a6700);stroke-width:1.8}.g .warn .a{fill:var(--warn,#9a6700)}` +
	`.t text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--ink,#1c2024)}` +
	`.t .q{fill:var(--ink-2,#60646c)}` +
	`.t .ax{stroke:var(--line-strong,#8b8d98);stroke-width:1}` +
	`.t .gr{stroke:var(--line,#d9d9e0);stroke-width:1}` +
	`.t .cut rect{fill:var(--surface,#fff)}.t .cut path{stroke:var(--line-strong,#8b8d98);stroke-width:1.2;fill:none}` +
	`.t .sp{fill:var(--accent-soft,#e6edfe);stroke:var(--line,#d9d9e0)}` +
	`.t .mk{fill:var(--accent,#3358d4)}.t .good .mk{fill:var(--good,#1f7a4d)}` +
	`.t .bad .mk{fill:var(--bad,#c0362c)}.t .warn .mk{fill:var(--warn,#9a6700)}`

// File makes a picture stand alone, so that it can be saved: its style is put inside.
func File(svg string) string {
	head, rest, ok := strings.Cut(svg, ">")
	if !ok {
		return svg
	}
	return head + "><style>" + Style + "</style>" + rest
}
