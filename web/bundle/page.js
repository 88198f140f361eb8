// What the page takes from npm, behind one small interface of plain values: the Go side knows
// nothing of CodeMirror, this side knows nothing of mutants.
import { createEditor } from "./editor.js";
import { readBytes, readFiles } from "./files.js";
import { keep, recall } from "./keep.js";
import { panZoom } from "./panzoom.js";
import { paintQR } from "./qr.js";
import { Inflate, inflateSync } from "fflate";

// unpack gives a page of a sheet of verdicts as it was before the worker packed it.
function unpack({ pages, sizes }, which) {
  const bytes = pages[which], size = sizes[which];
  return bytes.length === size ? bytes : inflateSync(bytes, { out: new Uint8Array(size) });
}

// inflate unpacks a link, a little at a time, until there are more than so many bytes; null: it is damaged.
function inflate(bytes, most) {
  const out = new Uint8Array(most + 1);
  let size = 0;
  const stream = new Inflate((chunk) => {
    out.set(chunk.subarray(0, out.length - size), size);
    size = Math.min(size + chunk.length, out.length);
  });
  try {
    for (let i = 0; i < bytes.length && size <= most; i += 1024) {
      stream.push(bytes.subarray(i, i + 1024), i + 1024 >= bytes.length);
    }
  } catch {
    return null;
  }
  return out.subarray(0, size);
}

globalThis.mutariumWidgets = { createEditor, inflate, keep, paintQR, panZoom, readBytes, readFiles, recall, unpack };
