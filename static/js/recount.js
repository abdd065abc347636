// What unsent deals come to behind another book than the one they were written for.

import { dealOf, draftOf } from "./draft.js";
import { revive, sums, written } from "./moment.js";

const SEATS = new Set(["declarer", "joined", "order"]);

/** Whether `fields` name somebody who does not sit among `seats`. */
const strangers = (fields, seats) =>
  fields.some(([name, value]) => {
    const seat = SEATS.has(name) ? value : value && name.match(/^tricks_(\d+)$/)?.[1];
    return /^\d+$/.test(seat) && !seats.includes(Number(seat));
  });

/**
 * `entries`, counted anew behind the book `kept`: what they come to, and what `line` says of a moment. What is
 * written from the first one on that cannot be played there is for the server to count.
 */
export function recounted(entries, kept, line) {
  const moments = [revive(kept)];
  const says = [];
  let known = true;
  return entries.map((entry) => {
    if (entry.kind === "undo") {
      known &&= says.length > 0;
      if (known) moments.pop();
      return { ...entry, says: says.pop() ?? entry.says };
    }
    const now = known ? played(entry.fields, moments.at(-1)) : null;
    known = now !== null;
    if (now) moments.push(now);
    const counted = now ? { ...entry, says: line(now), sums: sums(now) } : { ...entry, sums: "" };
    says.push(counted.says);
    return counted;
  });
}

/** `moment` with the deal that `fields` say; null where it cannot be played. */
function played(fields, moment) {
  const { seats, rules } = moment.state;
  if (strangers(fields, seats)) return null;
  try {
    return written(moment, dealOf(draftOf(fields, seats), rules));
  } catch (problem) {
    if (!problem.problems) throw problem;
    return null;
  }
}
