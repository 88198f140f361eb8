// A worker that runs the engine. The page sends the compiled program first, then requests as bytes.
// Pings are answered here: they need only the event loop. What the first program does not hold it
// passes on to others, which the page is asked for when they are needed.
"use strict";
importScripts(...self.name.split(",")); // wasm_exec.js and pack.js: the page knows their names

let lastWords = "";
const log = console.log;
console.log = (...args) => {
  const line = args.join(" ");
  if (/^(panic:|fatal error:|runtime:)/.test(line) && !lastWords) lastWords = line;
  log.apply(console, args);
};

function die(why) {
  self.postMessage({ died: String(why) });
}

// run starts a program and gives the function that takes its messages.
async function run(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => die(lastWords || "the engine's program ended"), (err) => die(lastWords || err));
  return self.mutariumReceive; // each program has set its own by now
}

// The programs send verdicts by this: a reply, and beside it pages, which are packed here so that the page has
// nothing to do with what nobody looks at. Small ones are not worth it.
const worthPacking = 20000; // bytes
self.mutariumSheet = (reply, ...raw) => {
  const pages = raw.map((bytes) => (bytes.length < worthPacking ? bytes : mutariumPack(bytes)));
  self.postMessage({ reply, sheet: { pages, sizes: raw.map((bytes) => bytes.length) } },
    [reply.buffer, ...pages.map((bytes) => bytes.buffer)]);
};

let first;
const others = new Map(); // by name: a program's function, or what waits for it

// The first program calls this with requests for another program, and with every cancellation.
self.mutariumPass = (name, data) => {
  if (!name) {
    for (const other of others.values()) typeof other === "function" ? other(data) : other.push(data);
    return;
  }
  if (!others.has(name)) {
    others.set(name, []);
    self.postMessage({ need: name });
  }
  const other = others.get(name);
  typeof other === "function" ? other(data) : other.push(data);
};

async function arrived({ name, module, failed }) {
  const waiting = others.get(name);
  try {
    if (failed) throw new Error(failed);
    const other = await run(module);
    others.set(name, other);
    waiting.forEach(other);
  } catch (err) {
    others.delete(name);
    for (const data of waiting) refuse(JSON.parse(new TextDecoder().decode(data)), err.message);
  }
}

// refuse answers a request that cannot be passed on.
function refuse(request, why) {
  if (request.kind === "cancel") return;
  self.postMessage(new TextEncoder().encode(JSON.stringify({ id: request.id, kind: "failure", message: why })));
}

self.onmessage = async ({ data }) => {
  if (data instanceof Uint8Array) {
    first(data);
  } else if (data.ping) {
    self.postMessage({ pong: data.ping });
  } else if (data.name) {
    arrived(data);
  } else if (data.module) {
    try {
      first = await run(data.module);
    } catch (err) {
      die(lastWords || err);
    }
  }
};
