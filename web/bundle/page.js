// What the page takes from npm, behind one small interface of plain values: the Go side knows
// nothing of CodeMirror, this side knows nothing of mutants.
import { createEditor } from "./editor.js";
import { readFiles } from "./files.js";
import { panZoom } from "./panzoom.js";
import { paintQR } from "./qr.js";

globalThis.mutariumWidgets = { createEditor, paintQR, panZoom, readFiles };
