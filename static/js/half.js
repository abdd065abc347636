// A deal half tapped: this tab keeps it while somebody looks something up on another page.

const place = (id) => `ledger-half ${id}`;
const listed = (_key, value) => (value instanceof Map || value instanceof Set ? [...value] : value);

/** Keep `draft` of the evening `id`, tapped for `book`; where there is no room, an older one would mislead. */
export function keep(id, book, draft) {
  try {
    sessionStorage.setItem(place(id), JSON.stringify({ book, draft }, listed));
  } catch {
    drop(id);
  }
}

/** What was tapped for `book`; null where nothing was, or for another one: that deal would be wrong. */
export function found(id, book) {
  try {
    const { book: known, draft } = JSON.parse(sessionStorage.getItem(place(id)) ?? "{}");
    return known === book ? { ...draft, joined: new Set(draft.joined), tricks: new Map(draft.tricks) } : null;
  } catch {
    return null;
  }
}

export const drop = (id) => sessionStorage.removeItem(place(id));
