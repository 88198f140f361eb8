// What the page takes from npm, behind one small interface of plain values: the Go side knows
// nothing of CodeMirror, this side knows nothing of mutants.
import { createEditor } from "./editor.js";
import { readFiles } from "./files.js";
import { panZoom } from "./panzoom.js";
import { paintQR } from "./qr.js";
import { deflateSync, inflateSync } from "fflate";

// Rows of a long list are kept small; speed counts more than the last byte.
const pack = (bytes) => deflateSync(bytes, { level: 1 });
const unpack = (bytes, size) => inflateSync(bytes, { out: new Uint8Array(size) });

globalThis.mutariumWidgets = { createEditor, pack, paintQR, panZoom, readFiles, unpack };
