// Starts a page: fetches the page's program and the engine's first one at once and counts their
// bytes. The engine's programs are compiled here, once; the workers get them compiled. Those that
// only some formalisms need come when a worker asks. No file needs a MIME type or a header.
"use strict";
(() => {
  const { say } = mutariumWords;
  const { program: page, engine: first } = document.currentScript.dataset;
  // fetched gives a response whose bytes are counted and whose type is right whatever the host says.
  async function fetched(file, progress) {
    let response;
    try {
      response = await fetch(mutariumFile(file));
    } catch (err) {
      throw new Error(say("{file} could not be downloaded ({why}): check the connection", { file, why: err.message }));
    }
    if (!response.ok) {
      const answer = `${response.status} ${response.statusText}`.trim();
      throw new Error(say("{file} could not be downloaded: the host answers {answer}", { file, answer }));
    }
    // A compressed response tells the length of what is sent, not of what arrives here.
    const total = response.headers.get("content-encoding") ? 0 : Number(response.headers.get("content-length")) || 0;
    let received = 0;
    const counted = response.body.pipeThrough(new TransformStream({
      transform(chunk, out) {
        received += chunk.length;
        progress(received, total);
        out.enqueue(chunk);
      },
    }));
    return new Response(counted, { headers: { "content-type": "application/wasm" } });
  }

  async function compiled(file, progress) {
    if (typeof WebAssembly !== "object") throw new Error(say("this browser has no WebAssembly"));
    try {
      if (WebAssembly.compileStreaming) return await WebAssembly.compileStreaming(await fetched(file, progress));
      return await WebAssembly.compile(await (await fetched(file, progress)).arrayBuffer());
    } catch (err) {
      const holes = { file, why: err.message };
      if (err instanceof WebAssembly.CompileError) throw new Error(say("{file} is damaged or is not the program ({why})", holes));
      if (err instanceof RangeError) throw new Error(say("there is not enough memory for {file} ({why})", holes));
      throw err;
    }
  }

  let received = 0, total = 0;
  const load = () => compiled(first, (r, t) => {
    received = r; total = t;
    boot.onprogress?.(r, t);
  });
  const parts = new Map();
  let engine = load();
  engine.catch(() => {});
  const boot = globalThis.mutariumBoot = {
    engine: () => { if (received) boot.onprogress?.(received, total); return engine; },
    again: () => { engine = load(); engine.catch(() => {}); },
    part: (name, progress) => {
      if (!parts.has(name)) {
        const part = compiled(name, progress);
        part.catch(() => parts.delete(name)); // the next request tries again
        parts.set(name, part);
      }
      return parts.get(name);
    },
    onprogress: null,
    tell: null,
  };

  // stay has the service worker keep this version for visits without a connection: what every visit needs, then
  // the rest, unless the user wants to save data. Only a secure origin has service workers.
  async function stay() {
    const workers = navigator.serviceWorker;
    workers.addEventListener("message", ({ data }) => {
      const used = JSON.parse(document.getElementById("files").textContent);
      if (Object.values(used).every((name) => data.names.includes(name))) return;
      boot.tell?.(say("There is a new version of this page: load it again to use that one. Your text is kept."));
    });
    const registered = await workers.register("offline.js", { updateViaCache: "none" });
    const { active } = await workers.ready;
    if (!navigator.connection?.saveData) active.postMessage("rest");
    const hour = 3600e3;
    let looked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - looked < hour) return;
      looked = Date.now();
      registered.update().catch(() => {});
    });
  }
  if (navigator.serviceWorker) {
    engine.then(() => setTimeout(() => stay().catch(() => {}), 3000), () => {});
  }

  const state = () => document.getElementById("boot-state");
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const kB = (n) => (n < 1e6 ? `${Math.round(n / 1e3)} kB`
    : `${(n / 1e6).toLocaleString(document.documentElement.lang, digits)} MB`);
  function fail(title, why) {
    const box = document.createElement("div");
    box.className = "boot-failed";
    box.setAttribute("role", "alert");
    const h = document.createElement("h1"), p = document.createElement("p"), b = document.createElement("button");
    h.textContent = title;
    p.textContent = why;
    b.textContent = say("Reload");
    b.onclick = () => location.reload();
    box.append(h, p, b);
    document.body.append(box);
  }

  // The download begins before the other scripts are there.
  const program = compiled(page, (r, t) => {
    if (!state()) return;
    state().textContent = t ? say("Loading the page: {received} of {total}", { received: kB(r), total: kB(t) })
      : say("Loading the page: {received}", { received: kB(r) });
  });
  const scripts = new Promise((ready) => document.addEventListener("DOMContentLoaded", ready, { once: true }));

  async function start() {
    try {
      const module = await program;
      await scripts;
      const go = new Go();
      const instance = await WebAssembly.instantiate(module, go.importObject);
      await mutariumWords.ready;
      boot.memory = instance.exports.mem; // for whoever watches how it grows
      await go.run(instance);
      fail(say("The page's program ended"), say("Your text is saved in this browser; reload to go on."));
    } catch (err) {
      fail(say("Mutarium could not start"), err.message || String(err));
    }
  }
  start();
})();
