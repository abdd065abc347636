// A deal half tapped: this tab keeps it while somebody looks something up on another page.

const place = (id) => `ledger-half ${id}`;
const listed = (_key, value) => (value instanceof Map || value instanceof Set ? [...value] : value);

/** Keep `draft` of the evening `id`, tapped for `book`. */
export const keep = (id, book, draft) => sessionStorage.setItem(place(id), JSON.stringify({ book, draft }, listed));

/** What was tapped for `book`; null where nothing was, or for another one: that deal would be wrong. */
export function found(id, book) {
  const { book: known, draft } = JSON.parse(sessionStorage.getItem(place(id)) ?? "{}");
  return known === book ? { ...draft, joined: new Set(draft.joined), tricks: new Map(draft.tricks) } : null;
}

export const drop = (id) => sessionStorage.removeItem(place(id));
