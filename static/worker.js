// A worker that runs the engine. The page sends the compiled program first, then requests as bytes.
// Pings are answered here: they need only the event loop.
"use strict";
importScripts("wasm_exec.js");

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

self.onmessage = async ({ data }) => {
  if (data instanceof Uint8Array) {
    self.mutariumReceive(data);
  } else if (data.ping) {
    self.postMessage({ pong: data.ping });
  } else if (data.module) {
    try {
      const go = new Go();
      const instance = await WebAssembly.instantiate(data.module, go.importObject);
      await go.run(instance);
      die(lastWords || "the engine's program ended");
    } catch (err) {
      die(lastWords || err);
    }
  }
};
