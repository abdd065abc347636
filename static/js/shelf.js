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

async function stores(mode, ...names) {
  const act = (await open()).transaction(names, mode, { durability: "strict" });
  return names.map((name) => act.objectStore(name));
}

const store = async (name, mode = "readonly") => (await stores(mode, name))[0];

/** What the server said last of the evening `id`; undefined where this phone keeps nothing of it. */
export const kept = async (id) => done((await store(EVENINGS)).get(id));

/** All evenings this phone keeps. */
export const all = async () => done((await store(EVENINGS)).getAll());

/** What was written of an evening and not sent yet, in order. */
export const unsent = async (id) => (await done((await store(UNSENT)).get(id)))?.entries ?? [];

/** What this phone has of the evening `id`, as one: what the server said last, and what waits behind that. */
export async function book(id) {
  const [evenings, place] = await stores("readonly", EVENINGS, UNSENT);
  const [told, waits] = await Promise.all([done(evenings.get(id)), done(place.get(id))]);
  return { kept: told, entries: waits?.entries ?? [] };
}

/**
 * Put what `act` makes of an evening's unsent entries in their place, as one; returns the new ones. Where they
 * are others than before, what the server says, `kept`, goes with them, and when it said so (`seen`, ms).
 */
export async function change(id, act, kept = null) {
  const [evenings, place] = await stores("readwrite", EVENINGS, UNSENT);
  const before = (await done(place.get(id)))?.entries ?? [];
  const entries = act(before);
  if (kept && entries !== before) evenings.put({ ...kept, seen: Date.now() });
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
