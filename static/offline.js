// The service worker. It keeps the files of one version of the site, so that the page opens without a
// connection, and quickly with one. The page itself is asked for each time: it names all others, by
// names with a hash, so that what one visit uses always belongs together, and a new version is used
// from the next visit on. Without an answer the page that is kept is used, with its own files.
"use strict";
const version = "", files = {}; // the build lists names and digests here

const home = registration.scope;
const place = `mutarium ${home} `;
const hashed = (name) => /\.[0-9a-f]{16}\.\w+$/.test(name);
// What not every visit needs comes when the page has time.
const later = (name) => /^(engine-|docs\/|exercise|teach|third-party)/.test(name);

const kept = async (name) => (await caches.open(place + version)).match(new URL(name, home).href);

// keep takes a file into the cache, from the host, or for a name with a hash from wherever there is a copy. One that
// is not of this version is refused.
async function keep(name) {
  if (await kept(name)) return;
  const url = new URL(name, home).href;
  let response = hashed(name) && await caches.match(url);
  if (!response) {
    response = await fetch(url, { cache: hashed(name) ? "force-cache" : "no-cache", integrity: files[name] });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    // A page that the host has elsewhere: as it is, the browser would not take it for this address.
    if (response.redirected) response = new Response(response.body, { headers: response.headers });
  }
  await (await caches.open(place + version)).put(url, response);
}

// ours gives a file whose name has a hash.
async function ours(request, name) {
  try {
    await keep(name);
    return await kept(name);
  } catch { // no room, or the host has changed the file
    return fetch(request);
  }
}

// newest gives a page as the host has it now; what is kept, when the host does not answer soon.
async function newest(request, name) {
  const asked = fetch(request, { cache: "no-cache" });
  const soon = new Promise((_, no) => setTimeout(no, 4000));
  try {
    const response = await Promise.race([asked, soon]);
    if (response.ok || response.status < 500) return response;
  } catch { /* no answer */ }
  return await kept(name) ?? asked;
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const names = Object.keys(files);
  await Promise.all(names.filter((name) => !later(name)).map(keep));
  // Pages of another version tell their users.
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage({ names });
})()));

// A new version waits until no page of the former one is open.
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(place) && name !== place + version);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
})()));

self.addEventListener("message", (event) => {
  if (event.data !== "rest") return;
  event.waitUntil((async () => {
    // The programs of the exercises are large: they are kept when somebody uses them.
    for (const name of Object.keys(files).filter((n) => !/teach.*wasm/.test(n))) {
      await keep(name).catch(() => {}); // the next visit tries again
    }
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.replace(/[?#].*/, "");
  if (request.method !== "GET" || !url.startsWith(home)) return;
  const name = url.slice(home.length).replace(/(^|\/)$/, "$1index.html");
  if (!Object.hasOwn(files, name)) return;
  event.respondWith(hashed(name) ? ours(request, name) : newest(request, name));
});
