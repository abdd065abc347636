// What is not sent yet, as far as this phone can tell what it comes to.

import { dealOf, draftOf } from "./draft.js";
import { revive, written } from "./moment.js";

/** The deals among `entries` that no entry behind them takes back. */
export function standing(entries) {
  const deals = [];
  for (const entry of entries) {
    if (entry.kind === "undo") deals.pop();
    else deals.push(entry);
  }
  return deals;
}

/** What `kept` and the deals of `entries` come to, as far as they can be played. */
export function comes(kept, entries) {
  let now = revive(kept);
  for (const entry of standing(entries)) {
    if (entry.problem) break;
    try {
      now = written(now, dealOf(draftOf(entry.fields, now.state.seats), now.state.rules));
    } catch (problem) {
      if (!problem.problems) throw problem;
      break;
    }
  }
  return now;
}
