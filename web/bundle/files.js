// Reads what was dropped or chosen: files, folders, zips. All come out as texts with their paths.
const MOST = 8 << 20; // bytes of text together, so that a small zip cannot fill the memory

class TooMuch extends Error {
  constructor() { super("more than 8 MB of text"); }
}

// readFiles takes a DataTransfer or a list of files and gives [{name, text}] as JSON.
export async function readFiles(source) {
  const files = [];
  if (source.items) {
    const entries = [...source.items].map((i) => i.webkitGetAsEntry?.() || i.getAsFile?.()).filter(Boolean);
    for (const e of entries) await walk(e, "", files);
  } else {
    for (const f of source) files.push({ name: f.webkitRelativePath || f.name, file: f });
  }
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
      for (const e of zipEntries(bytes)) add(e.name, new TextDecoder().decode(await inflate(e)));
    } else {
      add(name, new TextDecoder().decode(bytes));
    }
  }
  return JSON.stringify(out);
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

// zipEntries reads the directory at the end of a zip.
function zipEntries(bytes) {
  const view = new DataView(bytes.buffer);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("this zip is cut off");
  const entries = [];
  let at = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("this zip is damaged");
    const method = view.getUint16(at + 10, true), packed = view.getUint32(at + 20, true), size = view.getUint32(at + 24, true);
    const [a, b, c] = [28, 30, 32].map((k) => view.getUint16(at + k, true));
    const start = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + a));
    at += 46 + a + b + c;
    if (name.endsWith("/") || /(^|\/)(__MACOSX|\.)/.test(name)) continue;
    const body = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    entries.push({ name, method, size, data: bytes.subarray(body, body + packed) });
  }
  if (entries.reduce((sum, e) => sum + e.size, 0) > MOST) throw new TooMuch();
  return entries;
}

async function inflate({ method, data, name }) {
  if (method === 0) return data;
  if (method !== 8) throw new Error(`${name} is packed in a way that browsers cannot unpack`);
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new TooMuch();
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
