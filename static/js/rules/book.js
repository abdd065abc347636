// The book: what follows from an evening's events. `step` does one line, `fold` all of them.

import { Refused } from "./problems.js";
import { resolve } from "./resolve.js";
import { POT } from "./seat.js";
import { transfer, worth } from "./settlement.js";
import { booked, refusal, refuseTooLarge, start } from "./state.js";
import { turn } from "./aside.js";

/** The antes of a deal as transfers; they are booked in the deal's own event. */
const anteTransfers = ({ antes, call }) =>
  [...antes].filter(([, ante]) => ante).map(([seat, ante]) => transfer(seat, POT, ante, "ante", "ante", { call }));

/**
 * What the line `number` does at `state`, as the book keeps it: `transfers` and the state `after`; of a deal its
 * `deal`, `opening` and `settlement` too. `past` led to `state`. Throws `Refused`.
 */
export function step(state, { number, event }, past) {
  if (event.kind !== "deal") {
    const [after, transfers] = turn(state, event, past);
    return { number, event, transfers, after };
  }
  if (state.closed) throw refusal("evening-closed", "kind");
  const opening = state.next;
  const settlement = worth(event.deal, opening.table);
  const transfers = [...anteTransfers(opening), ...settlement.transfers];
  const after = {
    ...state,
    ...booked(state, transfers),
    next: settlement.next,
    dealt: [...new Set([...state.dealt, opening.table.dealer])],
    mayFinish: settlement.mayFinish,
  };
  refuseTooLarge(after);
  return { number, event, deal: event.deal, opening, settlement, transfers, after };
}

/** An evening, replayed: its `state`, and what each line in force did. Throws `Refused` at the first impossible. */
export function fold(opened, events) {
  const resolved = resolve(events);
  let state = start(opened);
  const past = [];
  for (const line of resolved.lines) {
    try {
      past.push(step(state, line, past));
    } catch (refused) {
      throw refused instanceof Refused ? new Refused(refused.problems, line.number) : refused;
    }
    state = past.at(-1).after;
  }
  return { ...resolved, state, past };
}
