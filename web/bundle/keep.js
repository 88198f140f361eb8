// Keeps the verdicts of a long run in IndexedDB, so that a reload goes on where it was. Each tab keeps one run
// of its own, under a name that outlives a reload of the tab and nothing else: two tabs never touch the same.
// What a tab left behind when it was closed goes after a day.
const DAY = 24 * 3600 * 1000;
const PATIENCE = 3000; // ms; a database that does not answer must not hold the page up

let own; // this tab's name
let opened; // promise of the database
let last = Promise.resolve(); // one thing after the other
let kept; // the key that the kept run has; undefined: not known
let off = false; // the storage is full or refused: it was said

const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const done = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  transaction.onabort = transaction.onerror = () => reject(transaction.error);
});

function database() {
  opened ??= (async () => {
    const name = "mutarium.run";
    if (performance.getEntriesByType("navigation")[0]?.type === "reload") own = sessionStorage.getItem(name);
    if (!own) {
      own = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
      sessionStorage.setItem(name, own);
    }
    const request = indexedDB.open("mutarium", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("runs", { keyPath: "tab" });
      request.result.createObjectStore("sheets", { autoIncrement: true }).createIndex("tab", "tab");
    };
    const db = await answer(request);
    db.onversionchange = () => db.close();
    for (const run of await answer(db.transaction("runs").objectStore("runs").getAll())) {
      if (run.tab !== own && run.when < Date.now() - DAY) await drop(db, run.tab);
    }
    return db;
  })();
  return opened;
}

async function drop(db, tab) {
  const transaction = db.transaction(["runs", "sheets"], "readwrite");
  transaction.objectStore("runs").delete(tab);
  const sheets = transaction.objectStore("sheets");
  for (const key of await answer(sheets.index("tab").getAllKeys(tab))) sheets.delete(key);
  await done(transaction);
}

async function write(key, sheets, stopped) {
  const db = await database();
  if (kept !== key) await drop(db, own);
  kept = key;
  const transaction = db.transaction(["runs", "sheets"], "readwrite", { durability: "relaxed" });
  transaction.objectStore("runs").put({ tab: own, key, stopped, when: Date.now() });
  if (sheets.length) transaction.objectStore("sheets").add({ tab: own, sheets });
  await done(transaction);
}

// keep adds sheets to the run with this key; what was kept of another one goes. When it fails, it says so, once.
export function keep(key, sheets, stopped) {
  last = last.then(() => off || write(key, sheets, stopped)).catch(() => {
    off = true;
    dispatchEvent(new Event("unkept"));
    database().then((db) => drop(db, own)).catch(() => {});
  });
}

async function read(key, give) {
  const db = await database();
  const run = await answer(db.transaction("runs").objectStore("runs").get(own));
  if (!run) return false;
  kept = run.key;
  if (run.key !== key) return false;
  const sheets = () => db.transaction("sheets").objectStore("sheets");
  for (const at of await answer(sheets().index("tab").getAllKeys(own))) give((await answer(sheets().get(at))).sheets);
  return run.stopped;
}

// recall gives the sheets of the run with this key: some, whether more follow, and whether it was stopped.
export function recall(key, give) {
  let heard = false, over = false;
  const end = (stopped) => {
    if (!over) give([], false, stopped);
    over = true;
  };
  setTimeout(() => heard || end(false), PATIENCE);
  read(key, (sheets) => {
    heard = true;
    if (!over) give(sheets, true, false);
  }).then(end, () => end(false));
}
