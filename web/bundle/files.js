// Reads what was dropped or chosen: files, folders, zips. All come out as texts with their paths.
import { unzipSync } from "fflate";

const say = (...text) => globalThis.mutariumWords.say(...text);

const MOST = 8 << 20; // bytes of text together, so that a small zip cannot fill the memory

class TooMuch extends Error {
  constructor() { super(say("more than 8 MB of text")); }
}

// readFiles takes a DataTransfer or a list of files and gives [{name, text}] as JSON.
export async function readFiles(source) {
  const files = await listed(source);
  const out = [];
  let size = 0;
  const add = (name, text) => {
    size += text.length;
    if (size > MOST) throw new TooMuch();
    out.push({ name, text });
  };
  for (const { name, file } of files) {
    if (file.size > MOST) throw new TooMuch();
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes.length > 3 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] < 9) {
      for (const [path, data] of unzip(bytes)) add(path, textOf(data, path));
    } else {
      add(name, textOf(bytes, name));
    }
  }
  return JSON.stringify(out);
}

// readBytes takes the same and gives [{name, bytes}], archives as they are.
export async function readBytes(source) {
  return Promise.all((await listed(source)).map(async ({ name, file }) =>
    ({ name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

// listed finds the files, those in folders too.
async function listed(source) {
  const files = [];
  if (source.items) {
    const entries = [...source.items].map((i) => i.webkitGetAsEntry?.() || i.getAsFile?.()).filter(Boolean);
    for (const e of entries) await walk(e, "", files);
  } else {
    for (const f of source) files.push({ name: f.webkitRelativePath || f.name, file: f });
  }
  return files;
}

// textOf decodes a file: Unicode, else the usual encoding of old files in the West. One that is no
// text is refused.
function textOf(bytes, name) {
  const wide = { fffe: "utf-16le", feff: "utf-16be" }[[...bytes.subarray(0, 2)].map((b) => b.toString(16)).join("")];
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (bytes.includes(0)) throw new Error(say("{name} is not a text file", { name }));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function walk(entry, path, files) {
  if (entry instanceof File) { files.push({ name: entry.name, file: entry }); return; }
  const name = path + entry.name;
  if (entry.isFile) {
    files.push({ name, file: await new Promise((ok, no) => entry.file(ok, no)) });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((ok, no) => reader.readEntries(ok, no));
    if (!some.length) return;
    for (const e of some) await walk(e, name + "/", files);
  }
}

// unzip gives the texts of a zip; what systems put in beside them is left out.
function unzip(bytes) {
  let size = 0;
  const wanted = ({ name, originalSize }) => {
    if (name.endsWith("/") || /(^|\/)(__MACOSX|\.)/.test(name)) return false;
    size += originalSize;
    if (size > MOST) throw new TooMuch();
    return true;
  };
  try {
    return Object.entries(unzipSync(bytes, { filter: wanted }));
  } catch (err) {
    if (err instanceof TooMuch) throw err;
    throw new Error(say("this zip is damaged: {why}", { why: err.message }));
  }
}
