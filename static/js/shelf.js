// What this phone keeps: evenings as the server told them, and what was written but not sent yet.

const NAME = "ledger";
const EVENINGS = "evenings";
const UNSENT = "unsent";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const store of [EVENINGS, UNSENT]) request.result.createObjectStore(store, { keyPath: "id" });
    };
    request.onsuccess = () => {
      // Another page that needs another version must not wait for this one to be closed.
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => (opened = null);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function store(name, mode = "readonly") {
  const database = await open();
  return database.transaction(name, mode, { durability: "strict" }).objectStore(name);
}

/** Keep what the server said of an evening. */
export const keep = async (kept) => done((await store(EVENINGS, "readwrite")).put(kept));

/** What the server said last of the evening `id`; undefined where this phone keeps nothing of it. */
export const kept = async (id) => done((await store(EVENINGS)).get(id));

/** All evenings this phone keeps. */
export const all = async () => done((await store(EVENINGS)).getAll());

/** What was written of an evening and not sent yet, in order. */
export const unsent = async (id) => (await done((await store(UNSENT)).get(id)))?.entries ?? [];

/** Put what `act` makes of an evening's unsent entries in their place, as one; returns the new ones. */
export async function change(id, act) {
  const place = await store(UNSENT, "readwrite");
  const entries = act((await done(place.get(id)))?.entries ?? []);
  await done(entries.length ? place.put({ id, entries }) : place.delete(id));
  return entries;
}

/** Forget the evening `id`; returns what was not sent of it. */
export async function erase(id) {
  const lost = await unsent(id);
  await done((await store(EVENINGS, "readwrite")).delete(id));
  await done((await store(UNSENT, "readwrite")).delete(id));
  return lost;
}
