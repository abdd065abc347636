// What a person decides of what is not sent, where the server would not have it: entries as outbox.js tells of them.

import { follow, undoOf } from "./outbox.js";

/** `entries` without one that a person does not want, and what would take it back; the next follows the one before. */
export function dropped(entries, token) {
  const undone = new Set([token, undoOf(entries, token)]);
  const left = entries.filter((entry) => !undone.has(entry.token));
  return left.length === entries.length ? entries : rebased(left, entries[0].revision);
}

/** `entries` as a chain behind the book at `revision`, which a person has seen; another book has other sums. */
export const rebased = (entries, revision) =>
  entries.map((entry, place) => ({ ...follow(entry, entries[place - 1], revision), problem: null, lines: [], sums: "" }));
