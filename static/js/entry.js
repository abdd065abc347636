// A deal as it waits to be sent: outbox.js tells what is in it.

import { dealOf, draftOf } from "./draft.js";
import { sums, written } from "./moment.js";
import { line } from "./status.js";

/**
 * The deal that the `fields` of a form say at `moment`, named `token`, behind the `entries` that wait already;
 * `shown` is the last of them that a person sees. Throws `Refused`.
 */
export function entryOf(token, fields, moment, entries, shown) {
  const { seats, rules } = moment.state;
  const told = written(moment, dealOf(draftOf(fields, seats), rules));
  const entry = { token, kind: "deals", fields, says: line(told), sums: sums(told) };
  if (!entries.length || entries.at(-1).token === shown) return entry;
  // Another page of this phone wrote what is not shown here: a person decides, as with another phone.
  return { ...entry, problem: "stale", lines: entries.map(({ says }) => says), sums: "" };
}
