// What a page keeps where its browser keeps nothing: it lasts as long as the page is open.

const evenings = new Map();
const waiting = new Map();

export const all = () => [...evenings.values()];
export const known = () => [...new Set([...evenings.keys(), ...waiting.keys()])];
export const unsent = (id) => waiting.get(id) ?? [];
export const book = (id) => ({ kept: evenings.get(id), entries: unsent(id) });

export function change(id, act, told = null) {
  const before = unsent(id);
  const entries = act(before, evenings.get(id));
  if (told && entries !== before) evenings.set(id, { ...told, seen: Date.now() });
  waiting.set(id, entries);
  return entries;
}

export function forget(id) {
  evenings.delete(id);
  return unsent(id);
}

export function erase(id) {
  evenings.delete(id);
  waiting.delete(id);
}
