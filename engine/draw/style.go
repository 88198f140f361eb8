package draw

import "strings"

// Style is the style sheet of graphs, time lines and diagrams of models. It takes the page's variables where there are
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
	`.t .bad .mk{fill:var(--bad,#c0362c)}.t .warn .mk{fill:var(--warn,#9a6700)}` +
	`.d text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--ink,#1c2024)}` +
	`.d .el{font-size:11px;fill:var(--ink-2,#60646c)}.d .lb{fill:var(--surface-2,#fff);opacity:.9}` +
	`.d .n{fill:var(--surface,#fff);stroke:var(--line-strong,#8b8d98);stroke-width:1.2}` +
	`.d .e{fill:none;stroke:var(--line-strong,#8b8d98);stroke-width:1.2}.d .a{fill:var(--line-strong,#8b8d98)}` +
	`.d .hit{fill:none;stroke:none;stroke-width:12;pointer-events:stroke}` +
	`.d .dashed>.e{stroke-dasharray:5 4}.d .warn>.n{stroke:var(--warn,#9a6700)}` +
	`.d .past>.e{stroke:var(--accent,#3358d4);stroke-width:2.2;opacity:.55}` +
	`.d .past>.a{fill:var(--accent,#3358d4);opacity:.7}` +
	`.d .changed>.e{stroke:var(--odd,#6b3fb5);stroke-width:5.5}.d .changed>.inner{stroke:var(--surface-2,#fff);` +
	`stroke-width:2.2}.d .changed>.a,.d .bolt{fill:var(--odd,#6b3fb5)}` +
	`.d .changed>.n{stroke:var(--odd,#6b3fb5);stroke-width:2.6}.d .el.changed{fill:var(--odd,#6b3fb5);font-weight:600}` +
	`.d .el.was{text-decoration:line-through}` +
	`.d .removed>.e,.d .removed>.n{stroke:var(--bad,#c0362c);stroke-dasharray:1.5 4.5;stroke-width:2.2;` +
	`stroke-linecap:round}.d .removed>.a,.d .el.removed,.d .removed>text{fill:var(--bad,#c0362c)}` +
	`.d .added>.e,.d .added>.n{stroke:var(--good,#1f7a4d);stroke-dasharray:1.5 4.5;stroke-width:2.6;` +
	`stroke-linecap:round}.d .added>.a,.d .el.added,.d .added>text{fill:var(--good,#1f7a4d);font-weight:600}` +
	`.d .step>.e:not(.inner){stroke:var(--accent,#3358d4);stroke-width:3.2}.d .step>.a{fill:var(--accent,#3358d4)}` +
	`.d .changed.step>.e:not(.inner){stroke-width:6.5}.d .el.step{fill:var(--accent,#3358d4);font-weight:600}` +
	`.d .lit>.e:not(.inner){stroke:var(--ink,#1c2024);stroke-width:2.6}.d .lit>.a{fill:var(--ink,#1c2024)}` +
	`.d .el.lit{fill:var(--ink,#1c2024);font-weight:700;text-decoration:underline}` +
	`.d .lit>.n{stroke:var(--ink,#1c2024);stroke-width:2.6}` +
	`.d .ring{fill:none;stroke:var(--accent,#3358d4);stroke-width:3}` +
	`.d .ring.impl{stroke:var(--odd,#6b3fb5);stroke-dasharray:7 3}` +
	`.d .tag rect{fill:var(--accent,#3358d4)}.d .tag.impl rect{fill:var(--odd,#6b3fb5)}` +
	`.d .tag text{fill:var(--accent-ink,#fff);font-size:10px;font-weight:600}`

// File makes a picture stand alone, so that it can be saved: its style is put inside.
func File(svg string) string {
	head, rest, ok := strings.Cut(svg, ">")
	if !ok {
		return svg
	}
	return head + "><style>" + Style + "</style>" + rest
}
