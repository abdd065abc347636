// What this phone keeps: evenings as the server told them, and what was written but not sent yet. Where the browser
// keeps nothing, or has no room, that lies in the page alone: `fragile` says so.

import * as loose from "./loose.js";

const NAME = "ledger";
const EVENINGS = "evenings";
const UNSENT = "unsent";
const LIMIT = 4000;

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened = null;

/** Whether what is kept is lost with this page. */
export let fragile = false;

// What this page has had among the unsent entries since it went on alone: what is not here, another page wrote.
const had = new Set();

function connect() {
  return new Promise((resolve, reject) => {
    // Some browsers neither open it nor say why not.
    setTimeout(reject, LIMIT);
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const store of [EVENINGS, UNSENT]) request.result.createObjectStore(store, { keyPath: "id" });
    };
    request.onsuccess = () => {
      // Another page that needs another version must not wait for this one to be closed.
      request.result.onversionchange = () => {
        opened = null;
        request.result.close();
      };
      request.result.onclose = () => (opened = null);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** The database; null where there is none. */
function open() {
  opened ??= connect().catch(() => {
    fragile = true;
    return null;
  });
  return opened;
}

/** What `act` makes of both places, all of it or nothing. */
async function whole(database, mode, act) {
  const action = database.transaction([EVENINGS, UNSENT], mode, { durability: "strict" });
  const ended = new Promise((resolve, reject) => {
    action.oncomplete = resolve;
    action.onabort = () => reject(action.error);
  });
  ended.catch(() => {});
  const made = await act(action.objectStore(EVENINGS), action.objectStore(UNSENT));
  if (mode === "readwrite") await ended;
  return made;
}

/** What `act` makes of both places; what `loosely` does where this page goes on alone. */
async function within(mode, act, loosely) {
  const database = await open();
  return database && !fragile ? whole(database, mode, act) : loosely();
}

const reading = (act, loosely) => within("readonly", act, loosely);
const writing = (act, loosely) => within("readwrite", act, loosely);

/** All evenings this phone keeps. */
export const all = () => reading((evenings) => done(evenings.getAll()), loose.all);

/** The ids of all evenings of which this phone keeps anything. */
export const known = () =>
  reading(async (...places) => {
    const keys = await Promise.all(places.map((place) => done(place.getAllKeys())));
    return [...new Set(keys.flat())];
  }, loose.known);

/** What was written of an evening and not sent yet, in order. */
export const unsent = async (id) => (await book(id)).entries;

/**
 * What this phone has of the evening `id`, as one: what the server said last, undefined where it keeps nothing of
 * that, and what waits behind it.
 */
export const book = (id) =>
  reading(
    async (evenings, unsent) => {
      const [told, waits] = await Promise.all([done(evenings.get(id)), done(unsent.get(id))]);
      return { kept: told, entries: waits?.entries ?? [] };
    },
    () => loose.book(id),
  );

/**
 * Put what `act` makes of an evening's unsent entries, and of what is kept with them, in their place, as one; returns
 * the new ones. Where they are others than before, what the server says, `kept`, goes with them, and when it said so
 * (`seen`, ms).
 */
export async function change(id, act, kept = null) {
  const put = async (evenings, unsent) => {
    const [told, waits] = await Promise.all([done(evenings.get(id)), done(unsent.get(id))]);
    const before = waits?.entries ?? [];
    const entries = act(before, told);
    if (kept && entries !== before) evenings.put({ ...kept, seen: Date.now() });
    await done(entries.length ? unsent.put({ id, entries }) : unsent.delete(id));
    return entries;
  };
  try {
    return await writing(put, () => alone(id, act, kept));
  } catch (problem) {
    if (!(problem instanceof DOMException)) throw problem;
    await full(id);
    return alone(id, act, kept);
  }
}

/** There is no room for more: go on with what is there of the evening `id`, in this page alone. */
async function full(id) {
  const before = await book(id);
  fragile = true;
  loose.change(id, () => before.entries, before.kept);
  before.entries.forEach(({ token }) => had.add(token));
}

async function alone(id, act, kept) {
  const entries = loose.change(id, act, kept);
  entries.forEach(({ token }) => had.add(token));
  await mirror(id);
  return entries;
}

/**
 * Have the browser keep what this page has of the evening `id`, as far as there is room. What was taken back here
 * must not come back from there, and what another page wrote there is not this one's to change.
 */
async function mirror(id) {
  const database = await open();
  if (!database) return;
  const attempt = (act) =>
    whole(database, "readwrite", async (evenings, unsent) => {
      const there = (await done(unsent.get(id)))?.entries ?? [];
      if (there.every(({ token }) => had.has(token))) await act(evenings, unsent, there);
    });
  try {
    await attempt((evenings, unsent) => {
      const { kept, entries } = loose.book(id);
      if (kept) evenings.put(kept);
      return done(entries.length ? unsent.put({ id, entries }) : unsent.delete(id));
    });
  } catch {
    // Part of it is better than nothing, as long as nothing else stands there.
    const begins = (there) => there.every(({ token }, place) => loose.unsent(id)[place]?.token === token);
    await attempt((_, unsent, there) => begins(there) || done(unsent.delete(id))).catch(() => {});
  }
}

/** Forget the evening `id`, but for what was not sent of it; returns that. */
export async function forget(id) {
  loose.forget(id);
  await removing((evenings) => done(evenings.delete(id)));
  return unsent(id);
}

/** Forget the evening `id`, and all that was not sent of it. */
export async function erase(id) {
  loose.erase(id);
  await removing((...places) => Promise.all(places.map((place) => done(place.delete(id)))));
}

/** What goes is removed from the browser too where this page goes on alone. */
async function removing(act) {
  const database = await open();
  if (database) await whole(database, "readwrite", act);
}
